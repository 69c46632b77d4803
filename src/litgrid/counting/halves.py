"""Filling the two halves of a board outwards from its seam, and joining them: see :mod:`litgrid.counting.seam`."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import numpy as np

from litgrid.core.bounds import cuts, offsets
from litgrid.core.grid import IntArray
from litgrid.core.limit import Limit
from litgrid.counting.plan import TooManyStatesError
from litgrid.counting.seam import MOST_BITS, Seam, Task
from litgrid.kernel.seam import Entries, Groups, Half, Joining

SLICE = 1_000_000
"""So many words of marks are looked at between two looks at the clock."""
WORD = 63
"""Bits of a word of marks, and of a number of ways."""


def count_seams(seam: Seam, limit: Limit) -> Iterator[int]:
    """Yield how many answers each task of a seam has; all together are all answers."""
    halves = Halves(seam)
    for task in seam.tasks:
        limit.check()
        yield halves.count(task, limit)


class Halves:
    """Room to count seams in, one after another."""

    def __init__(self, seam: Seam) -> None:
        self._seam = seam
        self._sides = [
            Half(
                *(side.shifts, side.tables, side.starts, side.items, side.words, seam.fillings.size, seam.rows_differ),
            )
            for side in seam.sides
        ]

    def count(self, task: Task, limit: Limit) -> int:
        """Return how many answers have the seam of a task, or one that it stands for.

        Raises
        ------
        TooManyStatesError
            where the board is too large for the numbers of a computer.
        """
        equal, pairs = self._equal(task)
        found = []
        for number, (far, near) in enumerate(((task.lower, task.upper), (task.upper, task.lower))):
            limit.check()
            found.append(self._filled(number, task, far, near, equal))
            if not found[-1].ways.size:
                return 0
        limit.check()
        both = np.intersect1d(found[0].keys, found[1].keys)
        first, second = (_grouped(entries, both) for entries in found)
        if int(first.ways.sum()) * int(second.ways.sum()) >= 1 << WORD:
            raise TooManyStatesError("the halves of a board fit together in too many ways for a number of 63 bits")
        rows = [side.shifts.size if self._seam.rows_differ else 0 for side in self._seam.sides]
        joining = Joining(first, second, (rows[0], rows[1]), self._seam.fillings.size, pairs)
        total = 0
        work = np.diff(first.starts) * (np.diff(second.starts) // WORD + 1)
        for begin, end in pairwise(cuts(work, SLICE)):
            limit.check()
            total += joining.join(begin, end)
        return total * task.weight

    def _filled(self, number: int, task: Task, far: int, near: int, equal: IntArray) -> Entries:
        side = self._seam.sides[number]
        in_seam = self._seam.in_seam
        which = in_seam[:, task.upper] + self._seam.seams * in_seam[:, task.lower]
        return self._sides[number].fill(far, near, equal, side.keys[np.arange(len(in_seam)), which])

    def _equal(self, task: Task) -> tuple[IntArray, int]:
        """Return which pairs of the columns that are equal in the seam each filling leaves equal, and how many."""
        fillings = self._seam.fillings
        if not self._seam.columns_differ:
            return np.zeros(fillings.size, dtype=np.int64), 0
        columns = np.arange(self._seam.columns)
        kind = ((fillings[task.upper] >> columns) & 1) + 2 * ((fillings[task.lower] >> columns) & 1)
        one, other = np.nonzero(np.triu(kind[:, None] == kind, 1))
        if one.size > MOST_BITS:
            raise TooManyStatesError(f"more than {MOST_BITS} pairs of columns are equal in two rows")
        same = ((fillings[:, None] >> one) ^ (fillings[:, None] >> other)) & 1 == 0
        return same @ (1 << np.arange(one.size)), one.size


def _grouped(entries: Entries, keys: IntArray) -> Groups:
    """Return the entries that ask for any of some keys, by these, and those of one key by their ways."""
    number = np.minimum(np.searchsorted(keys, entries.keys), max(keys.size - 1, 0))
    kept = np.flatnonzero(keys[number] == entries.keys) if keys.size else number[:0]
    order = kept[_order(entries.ways[kept])]
    order = order[_order(number[order])]
    starts = offsets(np.bincount(number[kept], minlength=keys.size))
    return Groups(starts, entries.codes[order], entries.equal[order], entries.ways[order])


def _order(numbers: IntArray) -> IntArray:
    """Return the order in which numbers ascend, equal ones as they stand; NumPy sorts short ones in linear time."""
    return np.argsort(numbers.astype(np.uint16) if numbers.max(initial=0) < 1 << 16 else numbers, kind="stable")
