"""Filling the two halves of a board outwards from its seam, and joining them: see :mod:`litgrid.counting.seam`."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import numpy as np

from litgrid.core.bounds import cuts
from litgrid.core.grid import IntArray
from litgrid.core.limit import Limit
from litgrid.counting.plan import TooManyStatesError
from litgrid.counting.seam import MOST_BITS, Seam, Task
from litgrid.kernel.seam import Half, Joining

WORD = 63
"""So many halves are looked at together."""
SLICE = 100_000_000
"""So many pairs of halves are looked at between two looks at the clock."""


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
            Half(seam.fillings, seam.chunk, side.shifts, side.tables, side.starts, side.items, seam.rows_differ)
            for side in seam.sides
        ]

    def count(self, task: Task, limit: Limit) -> int:
        """Return how many answers have the seam of a task, or one that it stands for."""
        seam = self._seam
        leaves, pairs = self._equal(task)
        which = seam.in_seam[:, task.upper] | seam.in_seam[:, task.lower] << seam.chunk
        first, second = (
            half.fill(far, near, side.keys[np.arange(len(which)), which])
            for half, side, (far, near) in zip(
                self._sides, seam.sides, ((task.lower, task.upper), (task.upper, task.lower)), strict=True
            )
        )
        both = np.intersect1d(first, second, assume_unique=True)
        limit.check()
        joining = Joining(leaves, pairs, seam.rows_differ)
        above, below = (half.write(both) for half in self._sides)
        total = 0
        work = np.diff(above.starts) * (np.diff(below.starts) + WORD)
        for begin, end in pairwise(cuts(work, SLICE)):
            limit.check()
            total += joining.join(above, below, begin, end)
        return total * task.weight

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
