"""Lines that must differ, said by clauses about each two of them.

For each place one auxiliary variable says that the two lines differ there, and one clause that they do somewhere. The
pairwise encoding takes none: where each line is known to hold as many true cells, two are equal if the same cells are
true in both, so there is a clause for each choice of places, as in the first Binairo program; else one for each way to
fill a line. The clauses of one pair are stamped onto all others.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import chain, combinations
from math import comb

import numpy as np

from litgrid.core.bounds import Bounds, offsets
from litgrid.core.errors import LitgridError
from litgrid.core.grid import IntArray
from litgrid.core.tables import Differ
from litgrid.encode.cnf import differ
from litgrid.sat.cardinality import MOST_CLAUSES
from litgrid.sat.formula import Formula, from_clauses
from litgrid.sat.size import Size

MOST_TOGETHER = 100_000_000
"""No lines are said to differ, without auxiliary variables, by more clauses than this."""


class Pairs:
    """All pairs of lines of a table, each a rule, in the order of ``combinations``."""

    def __init__(self, table: Differ) -> None:
        self.table = table
        self._length = table.lines.shape[1]

    @cached_property
    def size(self) -> Size:
        """The size of the clauses of one pair."""
        return Size.of(np.diff(self._one.starts), self._one.variables - 2 * self._length)

    @cached_property
    def _one(self) -> Formula:
        """The clauses of one pair: its lines are the first variables."""
        length = self._length
        clauses, width = differ([(place, length + place) for place in range(1, length + 1)], 2 * length)
        return from_clauses(clauses, width)

    def check(self) -> None:
        """Raise :class:`LitgridError` where there are too many clauses to make them."""

    def __len__(self) -> int:
        return len(self.table)

    def pieces(self, rule: int, top: int, literals: int) -> Iterator[Formula]:
        """Make the clauses of all pairs, about so many literals at a time.

        Rules are numbered from ``rule``, and auxiliary variables come after ``top``.
        """
        first, second = np.triu_indices(len(self.table.lines), 1)
        step = max(1, literals // max(1, self.size.literals))
        for start in range(0, len(self), step):
            piece = self._some(first[start : start + step], second[start : start + step], rule + start, top)
            top = piece.variables
            yield piece

    def _some(self, first: IntArray, second: IntArray, rule: int, top: int) -> Formula:
        lines, one = self.table.lines, self._one
        fresh = top + 1 + np.arange(first.size * self.size.auxiliaries).reshape(first.size, -1)
        local = np.concatenate([lines[first] + 1, lines[second] + 1, fresh], axis=1).astype(np.int32)
        literals = local[:, np.abs(one.literals) - 1] * np.sign(one.literals)
        origin = np.arange(rule, rule + first.size).repeat(len(one))
        lengths = np.tile(np.diff(one.starts), first.size)
        return Formula(literals.ravel(), offsets(lengths), top + fresh.size, origin)


class PlainPairs(Pairs):
    """The same without auxiliary variables. ``true``: how many cells of each line are true, where that is known."""

    def __init__(self, table: Differ, true: int | None) -> None:
        super().__init__(table)
        self._true = true

    @cached_property
    def size(self) -> Size:
        """The size of the clauses of one pair, which may be too many to be made."""
        length, true = self._length, self._true
        return Size({2 * length: 1 << length} if true is None else {2 * true: comb(length, true)})

    @cached_property
    def _one(self) -> Formula:
        length, true, clauses = self._length, self._true, self.size.clauses
        if true is None:
            ways = np.arange(clauses)[:, None] >> np.arange(length) & 1
            line = np.where(ways == 1, -1, 1) * np.arange(1, length + 1)
        else:
            chosen = chain.from_iterable(combinations(range(1, length + 1), true))
            line = -np.fromiter(chosen, dtype=np.int64, count=clauses * true).reshape(clauses, true)
        both = np.concatenate([line, line + np.sign(line) * length], axis=1).astype(np.int32)
        starts = np.arange(clauses + 1, dtype=np.int64) * both.shape[1]
        return Formula(both.ravel(), starts, 2 * length, np.full(clauses, -1, dtype=np.int64))

    def check(self) -> None:
        together = self.size.clauses * len(self)
        if self.size.clauses > MOST_CLAUSES or together > MOST_TOGETHER:
            raise LitgridError(
                f"the pairwise encoding of {len(self.table.lines)} lines of {self._length} that differ needs "
                f"{together:,} clauses, and litgrid stops at {MOST_TOGETHER:,}; choose another encoding"
            )


def true_in_each(table: Differ, bounds: Bounds) -> int | None:
    """Return how many cells of each line are true, by counts that say so; ``None`` where they do not."""
    lines = np.sort(table.lines + 1, axis=1)
    exact = np.flatnonzero((bounds.lengths == lines.shape[1]) & (bounds.low == bounds.high))
    said = {tuple(sorted(bounds.of(count).tolist())): int(bounds.low[count]) for count in exact.tolist()}
    found = {said.get(tuple(line)) for line in lines.tolist()}
    return found.pop() if len(found) == 1 else None
