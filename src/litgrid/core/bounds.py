"""Flat arrays of counts: ``low <= number of true literals <= high``, as many as a puzzle has.

A *literal* is a signed cell, as in DIMACS: ``cell + 1`` says that the cell is true, ``-(cell + 1)`` that it is false.
All literals of all counts lie one after another in one array; ``starts`` says where each count begins. A million counts
cost a few arrays, not a million objects.

An *assignment* is one int64 array of ``2 * variables + 1`` values, indexed by the literal itself (negative ones reach
in from the end, as NumPy indexes): ``TRUE``, ``FALSE`` or ``UNKNOWN``. The values are chosen so that one sum over a
count holds both its true and its unknown literals: see :func:`sums`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from litgrid.core.grid import BoolArray, IntArray
from litgrid.kernel.holding import Counts

Literals = npt.NDArray[np.int32]
N = TypeVar("N", bound=np.generic)

FALSE, TRUE, UNKNOWN = 0, 1, 1 << 32
"""A literal's value. A sum of values holds how many are true in its low half, how many unknown in its high half."""


@dataclass(frozen=True, eq=False)
class Bounds:
    """Counts as flat arrays: count ``i`` is about ``literals[starts[i]:starts[i + 1]]``.

    ``low`` and ``high`` bound how many of its literals are true; a ``high`` above the length bounds nothing.
    """

    literals: Literals
    starts: IntArray
    low: IntArray
    high: IntArray

    def __len__(self) -> int:
        return self.low.size

    @cached_property
    def lengths(self) -> IntArray:
        """How many literals each count has."""
        lengths: IntArray = self.starts[1:] - self.starts[:-1]
        return lengths

    @cached_property
    def has_empty(self) -> bool:
        """Whether some count has no literals, or there are no counts."""
        return not self.lengths.size or bool(self.lengths.min() == 0)

    single = False
    """Whether it is sure that no count names a variable twice."""

    def total(self, values: IntArray) -> IntArray:
        """Return the sum of each count's literals in an assignment."""
        gathered = values[self.literals]
        if not self.has_empty:
            return np.asarray(np.add.reduceat(gathered, self.starts[:-1]))
        # np.add.reduceat cannot say that a count without literals sums to nothing.
        total, some = np.zeros(len(self), dtype=gathered.dtype), self.lengths > 0
        total[some] = np.add.reduceat(gathered, self.starts[:-1][some])
        return total

    def can_hold(self, grid: npt.NDArray[np.integer]) -> bool:
        """Return whether all can, where a grid is 1, 0, or anything else for unknown."""
        return self.counts().can_hold(bytes_of(grid))

    def counts(self) -> Counts:
        """Return them for the kernel that tells whether they can hold."""
        longs = (np.ascontiguousarray(numbers, dtype=np.int64) for numbers in (self.starts, self.low, self.high))
        return Counts(np.ascontiguousarray(self.literals, dtype=np.int32), *longs)

    def of(self, index: int) -> Literals:
        """Return the literals of one count."""
        return self.literals[self.starts[index] : self.starts[index + 1]]

    def take(self, index: IntArray) -> Bounds:
        """Return only the counts named by ``index``, in its order."""
        return Bounds(*pieces(self.literals, self.starts, index), self.low[index], self.high[index])

    def between(self, start: int, end: int) -> Bounds:
        """Return only the counts from one to before another."""
        first, last = self.starts[start], self.starts[end]
        return Bounds(
            self.literals[first:last], self.starts[start : end + 1] - first, self.low[start:end], self.high[start:end]
        )

    def shifted(self, by: IntArray) -> Bounds:
        """Return the counts with their variables numbered from further on, each by a number of its own.

        >>> from_matrix(np.array([[1, -2], [1, 2]]), 1, 1).shifted(np.array([0, 5])).literals.tolist()
        [1, -2, 6, 7]
        """
        further = by.astype(np.int32).repeat(self.lengths)
        literals = np.where(self.literals > 0, self.literals + further, self.literals - further)
        return Bounds(literals, self.starts, self.low, self.high)


def bytes_of(grid: npt.NDArray[np.integer]) -> npt.NDArray[np.uint8]:
    """Return the cells of a grid, in order, as kernels take them."""
    return np.ascontiguousarray(grid, dtype=np.int8).ravel().view(np.uint8)


def offsets(lengths: IntArray) -> IntArray:
    """Return where each of the pieces of these lengths starts, and last where they end.

    >>> offsets(np.array([2, 0, 3])).tolist()
    [0, 2, 2, 5]
    """
    starts = np.zeros(lengths.size + 1, dtype=np.int64)
    np.cumsum(lengths, out=starts[1:])
    return starts


def ranges(first: IntArray, lengths: IntArray, starts: IntArray | None = None) -> IntArray:
    """Return ``first[0], first[0] + 1, ...`` for each piece, one piece after another.

    >>> ranges(np.array([10, 20]), np.array([2, 3])).tolist()
    [10, 11, 20, 21, 22]
    """
    if starts is None:
        starts = offsets(lengths)
    places: IntArray = np.arange(starts[-1]) + (first - starts[:-1]).repeat(lengths)
    return places


def pieces(flat: npt.NDArray[N], starts: IntArray, index: IntArray | Literals) -> tuple[npt.NDArray[N], IntArray]:
    """Return those pieces of a list that ``index`` names, one after another, and where each starts and the last ends.

    >>> [one.tolist() for one in pieces(np.array([5, 6, 7]), np.array([0, 2, 3]), np.array([1, 0]))]
    [[7, 5, 6], [0, 1, 3]]
    """
    lengths = starts[index + 1] - starts[index]
    begins = offsets(lengths)
    return flat[ranges(starts[index], lengths, begins)], begins


def cuts(sizes: IntArray, most: int) -> list[int]:
    """Return where to cut a list of things of these sizes, so that pieces are hardly larger than ``most``.

    >>> cuts(np.array([2, 2, 2, 9, 1]), 4)
    [0, 2, 4, 5]
    """
    until = np.cumsum(sizes)
    marks = np.arange(most, until[-1] if until.size else 0, most)
    return sorted({0, *(np.searchsorted(until, marks) + 1).tolist(), sizes.size})


def from_matrix(literals: npt.NDArray[np.integer], low: int, high: int) -> Bounds:
    """Return one count a row of a matrix of literals, all with the same bounds."""
    count, length = literals.shape
    return Bounds(
        literals.astype(np.int32).ravel(),
        np.arange(count + 1, dtype=np.int64) * length,
        np.full(count, low, dtype=np.int64),
        np.full(count, high, dtype=np.int64),
    )


def from_masked(
    literals: npt.NDArray[np.integer], exists: BoolArray, low: int | IntArray, high: int | IntArray
) -> Bounds:
    """Return one count over the last axis for each of the others, of those literals that exist.

    >>> from_masked(np.array([[1, 2], [3, 4]]), np.array([[True, True], [False, True]]), 1, 1).starts.tolist()
    [0, 2, 3]
    """
    starts = offsets(exists.sum(axis=-1).ravel())
    size = starts.size - 1
    return Bounds(
        literals[exists].astype(np.int32), starts, *(np.full(size, bound, dtype=np.int64) for bound in (low, high))
    )


def from_lists(
    literals: Sequence[npt.NDArray[np.integer] | Sequence[int]], low: int | IntArray, high: int | IntArray
) -> Bounds:
    """Return one count a list of literals, each of any length.

    >>> from_lists([[1, 2, 3], [-1]], 1, np.array([2, 1])).starts.tolist()
    [0, 3, 4]
    """
    flat = np.concatenate([np.empty(0, dtype=np.int32), *(np.asarray(some, dtype=np.int32) for some in literals)])
    starts = offsets(np.array([len(some) for some in literals], dtype=np.int64))
    return Bounds(flat, starts, *(np.full(len(literals), bound, dtype=np.int64) for bound in (low, high)))


def join(parts: Iterable[Bounds]) -> Bounds:
    """Return all counts of several, in order."""
    listed = list(parts)
    if len(listed) == 1:
        return listed[0]
    if not listed:
        return Bounds(np.empty(0, dtype=np.int32), np.zeros(1, dtype=np.int64), *np.empty((2, 0), dtype=np.int64))
    *before, end = accumulate((int(part.starts[-1]) for part in listed), initial=0)
    return Bounds(
        np.concatenate([part.literals for part in listed]),
        np.concatenate([*(part.starts[:-1] + first for part, first in zip(listed, before, strict=True)), [end]]),
        np.concatenate([part.low for part in listed]),
        np.concatenate([part.high for part in listed]),
    )


def unassigned(variables: int) -> IntArray:
    """Return the assignment in which nothing is known yet."""
    return np.full(2 * variables + 1, UNKNOWN, dtype=np.int64)


def assign(values: IntArray, literals: npt.NDArray[np.integer]) -> None:
    """Make the literals true in an assignment, in place."""
    values[literals] = TRUE
    values[-literals] = FALSE


def of_grid(grid: npt.NDArray[np.integer] | BoolArray) -> IntArray:
    """Return the assignment of a grid of 1 (true), 0 (false) and anything else (unknown)."""
    flat = grid.ravel()
    values = unassigned(flat.size)
    variables = np.arange(1, flat.size + 1)
    assign(values, variables[flat == 1])
    assign(values, -variables[flat == 0])
    return values


def literals(grid: npt.NDArray[np.integer]) -> IntArray:
    """Return what a grid says of its cells, -1 where nothing, as literals, ascending.

    >>> literals(np.array([[1, -1], [0, 1]])).tolist()
    [1, -3, 4]
    """
    values, variables = grid.ravel(), np.arange(1, grid.size + 1)
    known: IntArray = np.where(values == 1, variables, -variables)[values >= 0]
    return known


def distinct(values: npt.NDArray[np.integer]) -> IntArray:
    """Return the values that there are, ascending.

    ``np.unique`` does the same, and imports what NumPy has for masked arrays, which takes half as long as it takes to
    explain a small puzzle.

    >>> distinct(np.array([3, 1, 3])).tolist()
    [1, 3]
    """
    ordered = np.sort(values, axis=None).astype(np.int64)
    new = np.ones(ordered.size, dtype=np.bool_)
    np.not_equal(ordered[1:], ordered[:-1], out=new[1:])
    return ordered[new]


def to_grid(values: IntArray, rows: int, columns: int) -> npt.NDArray[np.int8]:
    """Return the grid of an assignment: 1 true, 0 false, -1 unknown."""
    cells = values[1 : rows * columns + 1]
    return np.where(cells == UNKNOWN, -1, cells).astype(np.int8).reshape(rows, columns)


def sums(bounds: Bounds, values: IntArray) -> tuple[IntArray, IntArray]:
    """Return how many literals of each count are true, and how many are unknown."""
    total = bounds.total(values)
    return total & (UNKNOWN - 1), total >> 32


def broken(bounds: Bounds, values: IntArray) -> BoolArray:
    """Return which counts can no longer hold, whatever the unknown literals become."""
    true, unknown = sums(bounds, values)
    return (true > bounds.high) | (true + unknown < bounds.low)


@dataclass(frozen=True, slots=True, eq=False)
class Rest:
    """What an assignment leaves open: counts over unknown literals only, and which counts they were before."""

    bounds: Bounds
    index: IntArray


def rest(bounds: Bounds, values: IntArray) -> Rest:
    """Drop counts that hold already, and known literals from the others, lowering the bounds by the true ones."""
    true, unknown = sums(bounds, values)
    keep = (true < bounds.low) | (true + unknown > bounds.high)
    index = keep.nonzero()[0]
    literals = bounds.literals if keep.all() else bounds.literals[keep.repeat(bounds.lengths)]
    if unknown[index].sum() != literals.size:
        literals = literals[values[literals] == UNKNOWN]
    left = unknown[index]
    low = np.maximum(bounds.low[index] - true[index], 0)
    high = np.minimum(bounds.high[index] - true[index], left)
    return Rest(Bounds(literals, offsets(left), low, high), index)


class Touching:
    """For each variable, the counts that are about it."""

    def __init__(self, bounds: Bounds) -> None:
        variables = np.abs(bounds.literals)
        # Two passes of radix sort, which NumPy keeps for 16 bits, take half the time of sorting 32 bits at once.
        order = np.lexsort((variables.astype(np.uint16), (variables >> 16).astype(np.uint16)))
        self._counts = np.repeat(np.arange(len(bounds)), bounds.lengths)[order]
        self._starts = offsets(np.bincount(variables))
        self._size = len(bounds)

    def counts(self, variables: Literals) -> IntArray:
        """Return the counts about any of these variables, ascending."""
        variables = variables[variables < self._starts.size - 1]
        touched = np.zeros(self._size, dtype=np.bool_)
        touched[pieces(self._counts, self._starts, variables)[0]] = True
        return touched.nonzero()[0]
