"""Counting twice: what some rules need can only be in others, which have room for no more.

The blacks of k rows of a Gappy that are confined to k columns are all blacks of these columns (a *fish*, as solvers of
sudokus call it; the condition is that of P. Hall, 1935, with equality). No chain shows that: it takes a sum over rules.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np

from litgrid.core.grid import BoolArray
from litgrid.explaining.laws import Book

Confined = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...], tuple[int, ...]]
"""The rules that are confined, those that they are confined to, the literals that follow, and the facts."""


@dataclass(frozen=True, eq=False)
class Confinement:
    """Rules of one kind, each a count of cells, with the others that hold its cells.

    Attributes
    ----------
    cells
        of each rule
    low, high
        how many of them are true
    others
        of each cell, the rules that hold it
    most
        no more rules than this are confined to others
    """

    cells: dict[int, tuple[int, ...]]
    low: dict[int, int]
    high: dict[int, int]
    others: dict[int, list[int]]
    most: int

    @classmethod
    def of(cls, book: Book, kind: str, most: int, off: BoolArray | None) -> Confinement:
        """Return the rules of a kind that are one count of cells each, and not switched off."""
        bounds, rule, first = book.bounds, book.rule, book.first.tolist()
        of_kind: BoolArray = np.zeros(first[-1], dtype=np.bool_)
        for number, table in enumerate(book.system.tables):
            of_kind[first[number] : first[number + 1]] = table.kind == kind
        if off is not None:
            of_kind &= ~off
        single = np.bincount(rule, minlength=first[-1]) == 1
        counts = np.flatnonzero((of_kind & single)[rule])
        some = bounds.take(counts)
        literals, starts = some.literals.tolist(), some.starts.tolist()
        cells, low, high = {}, {}, {}
        others: dict[int, list[int]] = {}
        for number, name in enumerate(rule[counts].tolist()):
            piece = literals[starts[number] : starts[number + 1]]
            if min(piece) < 0:
                continue
            cells[name] = tuple([literal - 1 for literal in piece])
            low[name], high[name] = int(some.low[number]), int(some.high[number])
            for cell in cells[name]:
                others.setdefault(cell, []).append(name)
        return cls(cells, low, high, others, most)

    def find(self, value: Sequence[int], wanted: Collection[int]) -> Confined | None:
        """Return the fewest rules that decide one of some literals, given as their opposites; ``None`` for none.

        >>> from litgrid.core.bounds import from_matrix
        >>> from litgrid.core.system import System
        >>> from litgrid.core.tables import Count
        >>> lines = np.array([[1, 2, 3], [4, 5, 6], [1, 4, 7], [2, 5, 8]])  # cell 3 is false, and so is cell 6
        >>> book = Book.of(System.of([Count("line", from_matrix(lines, 1, 1), str)]), 8)
        >>> Confinement.of(book, "line", 2, None).find([-1, -1, 0, -1, -1, 0, -1, -1], range(-8, 9))
        ((0, 1), (2, 3), (-7, -8), (-3, -6))
        """
        open_cells = {rule: [cell for cell in cells if value[cell] == -1] for rule, cells in self.cells.items()}
        rules = sorted((rule for rule, cells in open_cells.items() if cells), key=lambda rule: len(open_cells[rule]))
        held = {rule: self._held(open_cells[rule]) for rule in rules}
        for size in range(2, self.most + 1):
            busy = [rule for rule in rules if held[rule] <= size]
            for start in range(len(busy) - size + 1):
                found = self._grown((busy[start],), frozenset(), busy[start:], open_cells, size, value, wanted)
                if found is not None:
                    return found
        return None

    def _held(self, cells: Sequence[int]) -> int:
        """Return how many other rules than one hold some of its cells, or any number that is too many."""
        held: set[int] = set()
        for cell in cells:
            held.update(self.others[cell])
            if len(held) > self.most + 1:
                break
        return len(held) - 1

    def _grown(
        self,
        inside: tuple[int, ...],
        room: frozenset[int],
        busy: Sequence[int],
        open_cells: dict[int, list[int]],
        size: int,
        value: Sequence[int],
        wanted: Collection[int],
    ) -> Confined | None:
        """Add rules to those that are confined, ``size`` in all; the last of ``inside`` is yet to be looked at."""
        new = inside[-1]
        held = [[other for other in self.others[cell] if other != new] for cell in open_cells[new]]
        if any(len(other) != 1 for other in held):
            return None
        room |= {other for (other,) in held}
        if len(room) > size or room.intersection(inside):
            return None
        if len(inside) == size:
            return self._judged(inside, tuple(sorted(room)), value, wanted)
        taken = {cell for rule in inside for cell in self.cells[rule]}
        for place, rule in enumerate(busy[1:], 1):
            if taken.isdisjoint(self.cells[rule]):
                found = self._grown((*inside, rule), room, busy[place:], open_cells, size, value, wanted)
                if found is not None:
                    return found
        return None

    def _judged(
        self, inside: tuple[int, ...], room: tuple[int, ...], value: Sequence[int], wanted: Collection[int]
    ) -> Confined | None:
        """Return what follows, if the rules inside need all the room that there is."""
        needing = {cell for rule in inside for cell in self.cells[rule]}
        having = [cell for rule in room for cell in self.cells[rule]]
        if len(having) != len(set(having)):
            return None
        outside, beside = needing.difference(having), set(having).difference(needing)
        need = sum(self.low[rule] for rule in inside) - sum(value[cell] for cell in outside)
        left = sum(self.high[rule] for rule in room) - sum(value[cell] == 1 for cell in beside)
        decided = tuple(-cell - 1 for cell in sorted(beside) if value[cell] == -1)
        if need < left or not any(-literal in wanted for literal in decided):
            return None
        facts = [cell + 1 if value[cell] else -cell - 1 for cell in outside]
        facts += [cell + 1 for cell in beside if value[cell] == 1]
        return tuple(sorted(inside)), room, decided, tuple(int(fact) for fact in sorted(facts, key=abs))
