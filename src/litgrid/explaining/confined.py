"""Counting twice: what some rules need can only be in others, which have room for no more.

The blacks of k rows of a Gappy that are confined to k columns are all blacks of these columns (a *fish*, as solvers of
sudokus call it; the condition is that of P. Hall, 1935, with equality); the stars of a region that is confined to a row
are all stars of the row. No chain shows that: it takes a sum over rules.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from litgrid.core.grid import BoolArray
from litgrid.core.technique import Technique
from litgrid.explaining.laws import Book

Confined = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...], tuple[int, ...]]
"""The rules that are confined, those that they are confined to, the literals that follow, and the facts."""


@dataclass(frozen=True, eq=False)
class Confinement:
    """Rules that may be confined, and those that they may be confined to: each a count of cells.

    Attributes
    ----------
    cells
        of each rule
    low, high
        how many of them are true
    inside
        the rules that may be confined
    rooms
        of each cell, the rules that they may be confined to and that hold it
    most
        no more rules than this are confined to others
    """

    cells: dict[int, tuple[int, ...]]
    low: dict[int, int]
    high: dict[int, int]
    inside: list[int]
    rooms: dict[int, list[int]]
    most: int

    @classmethod
    def of(cls, book: Book, technique: Technique, off: BoolArray | None) -> Confinement:
        """Return the rules of a technique's kinds that are one count of cells each, and not switched off.

        Those of its first kind are confined to those of its last.
        """
        bounds, rule = book.bounds, book.rule
        count_of = np.zeros(int(book.first[-1]), dtype=np.int64)
        count_of[rule] = np.arange(rule.size)
        alone: BoolArray = np.bincount(rule, minlength=count_of.size) == 1
        if off is not None:
            alone &= ~off
        cells, low, high = {}, {}, {}
        kinds: dict[str, list[int]] = {kind: [] for kind in technique.kinds}
        for table, ends in zip(book.system.tables, pairwise(book.first.tolist()), strict=True):
            for name in range(*ends) if table.kind in kinds else ():
                count = int(count_of[name])
                literals = bounds.of(count)
                if alone[name] and literals.min(initial=1) > 0:
                    kinds[table.kind].append(name)
                    cells[name] = tuple((literals - 1).tolist())
                    low[name], high[name] = int(bounds.low[count]), int(bounds.high[count])
        rooms: dict[int, list[int]] = {}
        for name in kinds[technique.kinds[-1]]:
            for cell in cells[name]:
                rooms.setdefault(cell, []).append(name)
        return cls(cells, low, high, kinds[technique.kinds[0]], rooms, technique.most)

    def find(self, value: Sequence[int], wanted: Collection[int]) -> Confined | None:
        """Return the fewest rules that decide one of some literals, given as their opposites; ``None`` for none.

        >>> from litgrid.core.bounds import from_matrix
        >>> from litgrid.core.system import System
        >>> from litgrid.core.tables import Count
        >>> lines = np.array([[1, 2, 3], [4, 5, 6], [1, 4, 7], [2, 5, 8]])  # cell 3 is false, and so is cell 6
        >>> book = Book.of(System.of([Count("line", from_matrix(lines, 1, 1), str)]), 8)
        >>> fish = Technique("fish", ("line",), most=2, confined=True)
        >>> Confinement.of(book, fish, None).find([-1, -1, 0, -1, -1, 0, -1, -1], range(-8, 9))
        ((0, 1), (2, 3), (-7, -8), (-3, -6))
        """
        true = {rule: sum(value[cell] == 1 for cell in cells) for rule, cells in self.cells.items()}
        need = {rule: self.low[rule] - true[rule] for rule in self.inside}
        left = {rule: self.high[rule] - number for rule, number in true.items()}
        busy = sorted(
            (rule for rule in self.inside if need[rule] > 0),
            key=lambda rule: sum(value[cell] == -1 for cell in self.cells[rule]),
        )
        most = max(need.values(), default=0)

        def grown(inside: tuple[int, ...], others: Sequence[int], room: tuple[int, ...], size: int) -> Confined | None:
            """Add rules to those that are confined to a room, ``size`` in all."""
            if len(inside) == size:
                return self._judged(inside, room, value, wanted)
            for place, rule in enumerate(others, 1):
                now = (*inside, rule)
                if any(not set(self.cells[rule]).isdisjoint(self.cells[other]) for other in inside):
                    continue
                free = sum(need[one] for one in now) + most * (size - len(now)) - sum(left[one] for one in room)
                open_cells = [cell for cell in self.cells[rule] if value[cell] == -1]
                for more in self._covers(open_cells, now, room, free, left):
                    found = grown(now, others[place:], more, size)
                    if found is not None:
                        return found
            return None

        return next(filter(None, (grown((), busy, (), size) for size in range(1, self.most + 1))), None)

    def _covers(
        self, cells: Sequence[int], inside: tuple[int, ...], room: tuple[int, ...], free: int, left: dict[int, int]
    ) -> Iterator[tuple[int, ...]]:
        """Yield the rules of a room, and such beside them as hold some cells too, with no more left than is free."""
        if free < 0 or not set(room).isdisjoint(inside):
            return
        cell = next((cell for cell in cells if set(room).isdisjoint(self.rooms[cell])), None)
        if cell is None:
            yield room
            return
        for rule in self.rooms[cell]:
            if left[rule] <= free and all(set(self.cells[rule]).isdisjoint(self.cells[other]) for other in room):
                yield from self._covers(cells, inside, (*room, rule), free - left[rule], left)

    def _judged(
        self, inside: tuple[int, ...], room: tuple[int, ...], value: Sequence[int], wanted: Collection[int]
    ) -> Confined | None:
        """Return what follows, if the rules inside need all the room that there is."""
        needing = {cell for rule in inside for cell in self.cells[rule]}
        having = {cell for rule in room for cell in self.cells[rule]}
        outside, beside = needing - having, having - needing
        decided = tuple(-cell - 1 for cell in sorted(beside) if value[cell] == -1)
        if not any(-literal in wanted for literal in decided):
            return None
        facts = [cell + 1 if value[cell] else -cell - 1 for cell in outside]
        facts += [cell + 1 for cell in beside if value[cell] == 1]
        return tuple(sorted(inside)), tuple(sorted(room)), decided, tuple(sorted(facts, key=abs))
