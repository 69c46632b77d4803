"""Counts that not even fractions meet: a short proof that there is no answer, where a search would be long.

Each cell may be any number from 0 to 1. Where even that meets no counts, some of these, each taken so many times, add
up to what no cells can be (J. Farkas, 1902). The dual simplex method (C. E. Lemke, 1954) finds them: cells start at
their least cost, and go, one after another, to where a broken count holds. Counts join when they are first broken. It
works with rounded numbers; what it finds is rounded to whole ones, and then checked exactly.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from litgrid.core.bounds import Bounds
from litgrid.core.grid import IntArray
from litgrid.core.limit import Limit

MOST_ENTRIES, MOST_STEPS = 1_000_000, 1_000
"""So many cells times counts are looked at, and so many steps are made."""
BROKEN, NOTHING = 1e-6, 1e-9
"""A count is broken by more than this; a number below that is taken for 0."""
GOLDEN = 0.6180339887498949
FINE = 1_000_000
"""The most that a count is taken times."""


def unmet(bounds: Bounds, variables: int, limit: Limit) -> bool:
    """Return whether not even fractions meet all counts; ``False`` as well where that takes long to tell.

    Two of three cells, and no two of them:

    >>> from litgrid.core.bounds import from_lists
    >>> counts = from_lists([[1, 2, 3], [1, 2], [2, 3], [1, 3]], np.array([2, 0, 0, 0]), np.array([3, 1, 1, 1]))
    >>> unmet(counts, 3, Limit(None))
    True
    """
    if len(bounds) * variables > MOST_ENTRIES:
        return False
    simplex = _Simplex(bounds, variables)
    for _ in range(MOST_STEPS):
        limit.check()
        row = simplex.broken()
        if row is None:
            return False
        if not simplex.mended(row):
            return simplex.proves(row)
    return False


class _Simplex:
    """A table in which each variable of ``rows`` is a sum of those of ``columns``, which are at one of their ends.

    Variables are the cells, the counts, and the cost, which is the first row.
    """

    def __init__(self, bounds: Bounds, cells: int) -> None:
        counts, negated = len(bounds), bounds.literals < 0
        of = np.arange(counts).repeat(bounds.lengths)
        self.matrix = np.zeros((counts, cells), dtype=np.int64)
        np.add.at(self.matrix, (of, np.abs(bounds.literals) - 1), np.sign(bounds.literals))
        less = np.bincount(of[negated], minlength=counts)
        low, high = np.maximum(bounds.low, 0) - less, np.minimum(bounds.high, bounds.lengths) - less
        self.low = np.concatenate([np.zeros(cells), low, [-np.inf]])
        self.high = np.concatenate([np.ones(cells), high, [np.inf]])
        self.value = np.zeros(self.low.size)
        self.rows, self.columns = np.array([cells + counts]), np.arange(cells)
        self.joined = np.zeros(counts, dtype=np.bool_)
        # Costs that differ: no two cells are then the next to go.
        self.table = 1 + self.columns[None] * GOLDEN % 1

    def broken(self) -> int | None:
        """Return the row that is the furthest beyond its ends, for the length of its sum; ``None`` if none is.

        So measured (P. M. J. Harris, 1973) half of the steps are needed.
        """
        beyond = self._beyond(self.rows, self.value[self.rows])
        if beyond.max() <= BROKEN:
            cells = self.matrix.shape[1]
            sums = self.matrix @ self.value[:cells]
            over = self._beyond(np.arange(sums.size) + cells, sums)
            new = np.flatnonzero(~self.joined & (over > BROKEN))
            if not new.size:
                return None
            self._join(new, sums[new])
            beyond = self._beyond(self.rows, self.value[self.rows])
        lengths = 1 + np.einsum("ij,ij->i", self.table, self.table)
        return int((np.maximum(beyond, 0) ** 2 / lengths).argmax())

    def _beyond(self, which: IntArray, values: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        beyond: npt.NDArray[np.float64] = np.maximum(self.low[which] - values, values - self.high[which])
        return beyond

    def _join(self, counts: IntArray, sums: npt.NDArray[np.float64]) -> None:
        """Add rows for counts: cells that are rows are sums themselves."""
        cells = self.matrix.shape[1]
        inside, free = np.flatnonzero(self.rows < cells), self.columns < cells
        added = self.matrix[np.ix_(counts, self.rows[inside])] @ self.table[inside]
        added[:, free] += self.matrix[np.ix_(counts, self.columns[free])]
        self.table = np.concatenate([self.table, added])
        self.rows = np.concatenate([self.rows, counts + cells])
        self.value[counts + cells], self.joined[counts] = sums, True

    def mended(self, row: int) -> bool:
        """Bring a row to the end that it is beyond; return whether its columns can do so.

        The cheapest go first, each to its other end; the last one goes so far as it has to, and is a row from then on.
        """
        own = self.rows[row]
        end = self.low[own] if self.value[own] < self.low[own] else self.high[own]
        least, most = self.low[self.columns], self.high[self.columns]
        gain = self.table[row] * np.sign(end - self.value[own]) * np.where(self.value[self.columns] < most, 1, -1)
        able = np.flatnonzero((least < most) & (gain > NOTHING))
        able = able[np.argsort(np.abs(self.table[0, able]) / gain[able], kind="stable")]
        reach = np.cumsum(gain[able] * (most - least)[able])
        number = int(np.searchsorted(reach, abs(end - self.value[own]) - NOTHING))
        if number == able.size:
            return False
        whole, last = able[:number], int(able[number])
        self._move(whole, (least + most)[whole] - 2 * self.value[self.columns[whole]])
        self._move(np.array([last]), (end - self.value[own]) / self.table[row, last])
        self.value[own] = end
        self._swap(row, last)
        return True

    def _move(self, columns: IntArray, by: npt.NDArray[np.float64]) -> None:
        self.value[self.rows] += self.table[:, columns] @ np.broadcast_to(by, columns.size)
        self.value[self.columns[columns]] += by

    def _swap(self, row: int, column: int) -> None:
        pivot, others = self.table[row, column], self.table[:, column].copy()
        others[row], self.table[:, column] = 0, 0
        self.table[row] /= -pivot
        self.table[row, column] = 1 / pivot
        some = np.flatnonzero(others)
        self.table[some] += others[some, None] * self.table[row]
        self.rows[row], self.columns[column] = self.columns[column], self.rows[row]

    def proves(self, row: int) -> bool:
        """Return whether the counts of a row, so many times each, add up to what no cells can be."""
        cells = self.matrix.shape[1]
        times = np.zeros(self.value.size)
        times[self.rows[row]], times[self.columns] = -1, self.table[row]
        times = times[cells:-1]
        whole = np.rint(times * (FINE / max(np.abs(times).max(initial=0), NOTHING))).astype(np.int64)
        sums = whole @ self.matrix
        ends = np.sort(whole * np.stack([self.low, self.high])[:, cells:-1].astype(np.int64), axis=0).sum(axis=1)
        return bool(ends[0] > sums[sums > 0].sum() or ends[1] < sums[sums < 0].sum())
