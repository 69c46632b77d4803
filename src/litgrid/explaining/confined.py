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
from litgrid.explaining.findings import Finding
from litgrid.explaining.laws import Book
from litgrid.explaining.state import State

Found = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...], tuple[int, ...]]
"""The rules that are confined, those that they are confined to, the literals that follow, and the facts."""


class Confined:
    """The techniques of a board in which rules are confined to others, and the rules that may be."""

    def __init__(self, state: State) -> None:
        techniques = enumerate(state.book.techniques)
        self._state = state
        self._ways = [(n, Confinement.of(state.book, way, state.off)) for n, way in techniques if way.confined]

    def find(self, wrong: Sequence[int]) -> Finding | None:
        """Return what follows as some rules need all the room that others have, the fewest of them."""
        refutable = set(wrong)
        for technique, confinement in self._ways:
            found = confinement.find(self._state.values.tolist(), refutable)
            if found is not None:
                inside, room, decided, facts = found
                return Finding(decided, inside + room, facts, "confined", technique, inside=len(inside))
        return None


@dataclass(frozen=True, eq=False)
class Confinement:
    """Rules that may be confined, and those that they may be confined to: each a count of cells."""

    cells: dict[int, tuple[int, ...]]  # of each rule
    low: dict[int, int]  # how many of them are true
    high: dict[int, int]
    inside: list[int]  # the rules that may be confined
    rooms: dict[int, list[int]]  # of each cell, the rules that they may be confined to and that hold it
    touching: dict[int, set[int]]  # of each rule, those that share a cell with it, itself among them
    most: int  # no more rules than this are confined to others

    @classmethod
    def of(cls, book: Book, technique: Technique, off: BoolArray | None) -> Confinement:
        """Return the rules of a technique's kinds that are one count of cells each, and not switched off.

        Those of its first kind are confined to those of its last.
        """
        bounds, rule = book.bounds, book.rule
        count_of = np.zeros(book.counting, dtype=np.int64)
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
        holding: dict[int, set[int]] = {}
        for name, own in cells.items():
            for cell in own:
                holding.setdefault(cell, set()).add(name)
        touching = {name: set().union(*(holding[cell] for cell in own)) for name, own in cells.items()}
        return cls(cells, low, high, kinds[technique.kinds[0]], rooms, touching, technique.most)

    def find(self, value: Sequence[int], wanted: Collection[int]) -> Found | None:
        """Return the fewest rules that decide one of some literals, given as their opposites; ``None`` for none.

        >>> from litgrid.core.bounds import from_matrix
        >>> from litgrid.core.system import System
        >>> from litgrid.core.tables import Count
        >>> lines = np.array([[1, 2, 3], [4, 5, 6], [1, 4, 7], [2, 5, 8]])  # cell 3 is false, and so is cell 6
        >>> book = Book(System.of([Count("line", from_matrix(lines, 1, 1), str)]), 8)
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
        open_cells = {rule: [cell for cell in self.cells[rule] if value[cell] == -1] for rule in busy}
        forced = {rule: self._forced(rule, cells) for rule, cells in open_cells.items()}
        least = {rule: sum(left[one] for one in rooms) for rule, rooms in forced.items()}

        def grown(
            inside: tuple[int, ...], others: Sequence[int], room: tuple[int, ...], size: int, spare: int
        ) -> Found | None:
            """Add rules to those that are confined to a room, ``size`` in all, which need ``spare`` beyond it."""
            if len(inside) == size:
                return self._judged(inside, room, value, wanted)
            for place, rule in enumerate(others, 1):
                now = (*inside, rule)
                if rule in room or not self.touching[rule].isdisjoint(inside):
                    continue
                needed = spare + need[rule]
                free = needed + most * (size - len(now))
                if least[rule] > free and sum(left[one] for one in forced[rule].difference(room)) > free:
                    continue
                for more in self._covers(open_cells[rule], now, room, free, left):
                    taken = sum(left[one] for one in more[len(room) :])
                    found = grown(now, others[place:], more, size, needed - taken)
                    if found is not None:
                        return found
            return None

        for size in range(1, self.most + 1):
            found = grown((), [rule for rule in busy if least[rule] <= most * size], (), size, 0)
            if found is not None:
                return found
        return None

    def _forced(self, rule: int, cells: Sequence[int]) -> set[int]:
        """Return the rules that any room for some cells of a rule has: they alone hold one of them."""
        others = ([other for other in self.rooms[cell] if other != rule] for cell in cells)
        return {some[0] for some in others if len(some) == 1}

    def _covers(
        self, cells: Sequence[int], inside: tuple[int, ...], room: tuple[int, ...], free: int, left: dict[int, int]
    ) -> Iterator[tuple[int, ...]]:
        """Yield the rules of a room, and such beside them as hold some cells too, with no more left than is free."""
        for place, cell in enumerate(cells):
            if not any(rule in room for rule in self.rooms[cell]):
                for rule in self.rooms[cell]:
                    if left[rule] <= free and rule not in inside and self.touching[rule].isdisjoint(room):
                        yield from self._covers(cells[place + 1 :], inside, (*room, rule), free - left[rule], left)
                return
        yield room

    def _judged(
        self, inside: tuple[int, ...], room: tuple[int, ...], value: Sequence[int], wanted: Collection[int]
    ) -> Found | None:
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
