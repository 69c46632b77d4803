"""Filling the two halves of a board outwards from its seam, and joining them: see :mod:`litgrid.counting.seam`.

With numba the kernels are compiled. Small boards are done before a compiler is imported: for them, and where numba is
not installed, Python runs the same kernels over lists.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from math import prod
from typing import Any

import numpy as np

from litgrid.core.bounds import cuts, offsets
from litgrid.core.grid import IntArray
from litgrid.core.limit import Limit
from litgrid.counting import seam_kernels as kernels
from litgrid.counting.plan import TooManyStatesError
from litgrid.counting.seam import MOST_BITS, Seam, Task

ROOM = 1 << 6
"""So many halves are expected at first; the room grows where there are more."""
SLICE = 20_000_000
"""So many words of marks are looked at between two looks at the clock."""
SLOW_SLICE = 200_000
"""The same where nothing is compiled."""
FEW = 30_000
"""So many halves in all are not worth a compiler."""


@cache
def _compiled() -> tuple[Any, ...]:
    """Return the kernels, compiled where numba is installed."""
    from litgrid.sat.compiling import kept

    return tuple(map(kept, KERNELS))


KERNELS = (kernels.fill, kernels.group, kernels.arrange, kernels.join)


def count_seams(seam: Seam, limit: Limit) -> Iterator[int]:
    """Yield how many answers each task of a seam has; all together are all answers.

    Raises
    ------
    OutOfTimeError
        when the limit is over.
    """
    halves = Halves(seam)
    for task in seam.tasks:
        limit.check()
        yield halves.count(task, limit)


class Halves:
    """Room to count seams in, one after another; compiled where it is worth it, unless ``compiled`` says."""

    def __init__(self, seam: Seam, *, compiled: bool | None = None) -> None:
        self._seam = seam
        compiled = seam.halves > FEW if compiled is None else compiled
        self._fill, self._group, self._arrange, self._join = _compiled() if compiled else KERNELS
        # Python reads lists faster, one by one.
        self._lists = not hasattr(self._fill, "py_func")
        self._bits = int(seam.fillings.size).bit_length()
        self._fixed = []
        for side in seam.sides:
            shifts, tables, starts, items, words = self._held(
                side.shifts, side.tables, side.starts, side.items, side.words
            )
            self._fixed.append(kernels.Half(shifts, tables, starts, items, words, keys=()))
        steps = max(side.shifts.size for side in seam.sides)
        self._stack, self._chosen = self._held(
            np.zeros((steps + 1, 3 + len(seam.in_seam)), dtype=np.int64), np.zeros(steps + 2, dtype=np.int64)
        )
        self._entries = [self._entry_room(ROOM) for _ in seam.sides]

    def count(self, task: Task, limit: Limit) -> int:
        """Return how many answers have the seam of a task, or one that it stands for.

        Raises
        ------
        OutOfTimeError
            when the limit is over.
        TooManyStatesError
            where the board is too large for the numbers of a computer.
        """
        equal, pairs = self._equal(task)
        made = []
        for number, (far, near) in enumerate(((task.lower, task.upper), (task.upper, task.lower))):
            made.append(self._filled(number, task, far, near, equal, limit))
            if not made[-1]:
                return 0
        limit.check()
        first, second = self._entries
        room = [len(entries.ways) for entries in self._entries]
        names, *numbers = self._held(*(np.empty(size, dtype=np.int64) for size in (room[0], *room)))
        sizes = self._held(np.empty((2, room[0]), dtype=np.int64))[0]
        groups = self._group(first, made[0], second, made[1], names, tuple(numbers), sizes)
        starts = offsets(np.array(sizes[1][:groups]))
        sides = [self._arranged(number, made[number], numbers[number], sizes[number], groups) for number in (0, 1)]
        if prod(int(np.sum(side.ways)) for side in sides) > kernels.FULL:
            raise TooManyStatesError("the halves of a board fit together in too many ways for a number of 63 bits")
        distinct = self._seam.rows_differ
        rows = [side.shifts.size if distinct else 0 for side in self._seam.sides]
        marks = self._marks(sides[1], pairs)
        total = 0
        work = np.array(sizes[0][:groups]) * (np.diff(starts) // kernels.WORD + 1)
        slices = cuts(work, SLOW_SLICE if self._lists else SLICE)
        for begin, end in pairwise(slices):
            limit.check()
            total += int(self._join(*sides, begin, end, (*rows, self._bits, self._seam.fillings.size), marks))
        return total * task.weight

    def _marks(self, second: kernels.Groups, pairs: int) -> kernels.Marks:
        """Return room for the largest group."""
        ways, starts = np.array(second.ways), np.array(second.starts)
        words = int(np.diff(starts).max(initial=0)) // kernels.WORD + np.unique(ways).size + 1
        marked = np.zeros((self._seam.fillings.size + pairs, words), dtype=np.int64)
        return kernels.Marks(*self._held(marked, *np.empty((3, words), dtype=np.int64)))

    def _filled(self, number: int, task: Task, far: int, near: int, equal: Any, limit: Limit) -> int:
        """Fill one side; return how many entries there are."""
        side = self._seam.sides[number]
        in_seam = self._seam.in_seam
        which = in_seam[:, task.upper] + self._seam.seams * in_seam[:, task.lower]
        keys = self._held(side.keys[np.arange(len(in_seam)), which])[0]
        half = self._fixed[number]._replace(keys=keys)
        distinct = self._seam.rows_differ
        while True:
            limit.check()
            made: int = self._fill(
                half, self._entries[number], far, near, equal, distinct, self._bits, self._stack, self._chosen
            )
            if made != kernels.MORE:
                return made
            self._entries[number] = self._entry_room(2 * len(self._entries[number].ways))

    def _arranged(self, number: int, made: int, numbers: Any, sizes: Any, groups: int) -> kernels.Groups:
        """Return the entries of a side by groups, those of a group by their ways."""
        entries = self._entries[number]
        ways = np.array(entries.ways[:made])
        short = ways.astype(np.uint16) if ways.max() < 1 << 16 else ways  # NumPy sorts these in linear time
        order = self._held(np.argsort(short, kind="stable"))[0]
        size = int(np.sum(sizes[:groups]))
        out = kernels.Groups(*self._held(np.zeros(groups + 1, dtype=np.int64), *np.empty((3, size), dtype=np.int64)))
        self._arrange(entries, order, numbers, sizes, groups, out)
        return out

    def _equal(self, task: Task) -> tuple[Any, int]:
        """Return which pairs of the columns that are equal in the seam each filling leaves equal, and how many."""
        fillings = self._seam.fillings
        if not self._seam.columns_differ:
            return self._held(np.zeros(fillings.size, dtype=np.int64))[0], 0
        columns = np.arange(self._seam.columns)
        kind = ((fillings[task.upper] >> columns) & 1) + 2 * ((fillings[task.lower] >> columns) & 1)
        one, other = np.nonzero(np.triu(kind[:, None] == kind, 1))
        if one.size > MOST_BITS:
            raise TooManyStatesError(f"more than {MOST_BITS} pairs of columns are equal in two rows")
        same = ((fillings[:, None] >> one) ^ (fillings[:, None] >> other)) & 1 == 0
        return self._held(same @ (1 << np.arange(one.size)))[0], one.size

    def _entry_room(self, size: int) -> kernels.Entries:
        arrays = [np.empty(size, dtype=np.int64) for _ in range(4)]
        return kernels.Entries(*self._held(*arrays, np.empty(2 * size, dtype=np.int32)))

    def _held(self, *arrays: IntArray) -> list[Any]:
        """Return arrays as the kernels read them fastest."""
        return [array.tolist() if self._lists else array for array in arrays]
