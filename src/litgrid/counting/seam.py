"""Counting boards whose lines must all differ: two halves, filled apart, are joined at a seam.

The two rows in the middle, the *seam*, are chosen first. What is above them and what is below depend on each other
only through the columns, through the rows used, and through the columns that are still equal. For a column, given its
two cells in the seam, the ways to fill it above fall into classes that go with the same ways below: in Binairo, so
many ones. So each half is filled row by row, outwards from the seam, and kept as: the class of each column, the set of
its rows, the set of pairs of equal columns, and by how many orders of the rows. Two halves fit if their classes do and
if the sets have nothing in common: one conjunction of two masks says both that no two rows and no two columns are
equal. Where reflections and exchanging true and false leave the board as it is, only one seam of each orbit is
counted.

Rules come in as the legal fillings of each line, so that nothing here knows a puzzle. Here the tables are made;
:mod:`litgrid.counting.halves` fills and joins.

(Meeting in the middle: E. Horowitz, S. Sahni, 1974.)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from litgrid.core.bounds import Bounds, offsets, ranges
from litgrid.core.characters import Grid
from litgrid.core.grid import BoolArray, IntArray
from litgrid.core.limit import Limit
from litgrid.core.tables import Differ
from litgrid.counting.lines import Lines, lines_of, reversed_fillings, symmetries

CHUNK = 3
"""The classes of so many columns at most are looked up together."""
CHUNK_BITS = 12
"""And these have so many cells in half a board at most."""
MOST_BITS = 62
"""A set of rows, the classes of all columns, and all pairs of columns must each fit into a number of so many bits."""
MOST_FILLINGS = 400
"""Tables hold what may follow any two fillings, so there may not be more."""


@dataclass(frozen=True, slots=True)
class Task:
    """The two rows of a seam, as numbers of fillings, and for how many seams they stand."""

    upper: int
    lower: int
    weight: int


@dataclass(frozen=True, slots=True, eq=False)
class Side:
    """One half, outwards from the seam."""

    shifts: IntArray  # for each step, the bit of its row in the word of a column
    tables: IntArray  # and which of ``starts`` counts
    # ``starts[table][far * fillings + near]`` says where in ``items`` the fillings that may follow two rows begin
    starts: IntArray
    items: IntArray
    # shaped ``(chunks, seams, words)``: by what its columns have in the seam and by their words, what these ask of the
    # other side; -1 where they are not possible
    keys: IntArray


@dataclass(frozen=True, slots=True, eq=False)
class Seam:
    """A board to be counted at its seam."""

    fillings: IntArray  # all that some row may be, ascending
    sides: tuple[Side, Side]  # above and below
    # shaped ``(chunks, fillings)``: the columns of a chunk in a row of the seam; those of the lower row come first
    in_seam: IntArray
    chunk: int  # how many columns are looked up together
    tasks: tuple[Task, ...]  # the seams to be counted
    halves: int  # in how many ways both halves of all tasks can be filled, at most: what counting costs
    columns: int
    rows_differ: bool  # whether no two rows may be equal
    columns_differ: bool  # and no two columns


def best_seam(
    bounds: Bounds, known: Grid, open_cells: npt.NDArray[np.integer], differs: Sequence[Differ], limit: Limit
) -> Seam | None:
    """Return how to count a board at a seam of rows or of columns; ``None`` where neither can be done.

    Parameters are those of :func:`litgrid.counting.lines.lines_of`.
    """
    lines = lines_of(bounds, known, open_cells, differs)
    if lines is None:
        return None
    found = [seam_of(lines, limit)]
    if lines.shape.rows != lines.shape.columns or not found[0]:
        found.append(seam_of(lines.transposed, limit))
    return min((one for one in found if one is not None), key=lambda seam: seam.halves, default=None)


def seam_of(lines: Lines, limit: Limit) -> Seam | None:
    """Return how to count a board at its seam; ``None`` where that cannot be done."""
    rows, columns = lines.shape.rows, lines.shape.columns
    fillings = np.unique(np.concatenate(lines.rows))
    if rows < 2 or not 0 < fillings.size <= MOST_FILLINGS:
        return None
    middle = (rows - 2) // 2
    above, below = range(middle - 1, -1, -1), range(middle + 2, rows)
    longest = max(len(above), len(below))
    sought = [_classes(line, middle, rows) for line in lines.columns]
    classes = [one for one in sought if one is not None]
    bits = max((int(one.above.max()) + 1 for one in classes), default=1).bit_length()
    in_set = int(fillings.size).bit_length()
    if len(classes) < columns or max(bits * columns, in_set * longest) > MOST_BITS:
        return None
    size = max(1, min(CHUNK, columns, CHUNK_BITS // max(longest, 1)))
    chunks = [range(first, min(first + size, columns)) for first in range(0, columns, size)]
    allowed = np.array([np.isin(fillings, row) for row in lines.rows])
    tasks = _tasks(lines, fillings, allowed, middle, classes)
    sides = (
        _side(lines, fillings, allowed, above, chunks, [one.above for one in classes], bits, limit),
        _side(lines, fillings, allowed, below, chunks, [one.below for one in classes], bits, limit),
    )
    return Seam(
        fillings,
        sides,
        np.array([(fillings >> chunk.start) & ((1 << len(chunk)) - 1) for chunk in chunks]),
        size,
        tasks,
        _ways(sides[0], tasks, fillings.size, turned=True) + _ways(sides[1], tasks, fillings.size, turned=False),
        columns,
        lines.rows_differ,
        lines.columns_differ,
    )


@dataclass(frozen=True, slots=True, eq=False)
class _Classes:
    """What a column above the seam asks of it below, and the reverse, by its two cells in the seam and its word.

    Shaped ``(4, words)``; -1 where a word is not possible. The first bit of a word is the row nearest the top.
    """

    above: IntArray
    below: IntArray


def _classes(column: IntArray, middle: int, rows: int) -> _Classes | None:
    """Return the classes of a column; ``None`` where ways above go with overlapping, but not the same, ways below."""
    above = np.full((4, 1 << middle), -1)
    below = np.full((4, 1 << (rows - middle - 2)), -1)
    for seam in range(4):
        words = column[(column >> middle) & 3 == seam]
        partners: dict[int, list[int]] = {}
        for first, second in zip((words & ((1 << middle) - 1)).tolist(), (words >> (middle + 2)).tolist(), strict=True):
            partners.setdefault(first, []).append(second)
        numbers: dict[tuple[int, ...], int] = {}
        for first, others in partners.items():
            number = numbers.setdefault(tuple(others), len(numbers))
            above[seam, first] = number
            taken = below[seam, others]
            if ((taken >= 0) & (taken != number)).any():
                return None
            below[seam, others] = number
    return _Classes(above, below)


def _side(
    lines: Lines,
    fillings: IntArray,
    allowed: BoolArray,
    rows: range,
    chunks: Sequence[range],
    classes: Sequence[IntArray],
    bits: int,
    limit: Limit,
) -> Side:
    length = len(rows)
    tables: dict[tuple[bytes, ...], int] = {}
    starts: list[IntArray] = []
    items: list[IntArray] = []
    which = []
    for row in rows:
        limit.check()
        back = -rows.step  # towards the seam
        wrong = _wrong(lines.columns, min(row, row + 2 * back))
        if back < 0:
            wrong = wrong.transpose()
        may_be = [allowed[one] for one in (row + 2 * back, row + back, row)]
        key = (wrong.tobytes(), *(one.tobytes() for one in may_be))
        if key not in tables:
            tables[key] = len(starts)
            counts, following = _follows(fillings, wrong, [np.flatnonzero(one) for one in may_be], limit)
            starts.append(offsets(counts) + sum(one.size for one in items))
            items.append(following)
        which.append(tables[key])
    first = min(rows, default=0)
    size = 1 << max(map(len, chunks))
    keys = np.full((len(chunks), size * size, 1 << (length * max(map(len, chunks)))), -1)
    for number, chunk in enumerate(chunks):
        own = _keys(classes[chunk.start : chunk.stop], size, bits, bits * chunk.start)
        keys[number, :, : own.shape[1]] = own
    return Side(
        np.array([row - first for row in rows], dtype=np.int64),
        np.array(which, dtype=np.int64),
        np.array(starts, dtype=np.int64).reshape(len(starts), fillings.size**2 + 1),
        np.concatenate([*items, np.zeros(1, dtype=np.int64)]),
        keys,
    )


def _wrong(columns: Sequence[IntArray], row: int) -> IntArray:
    """Return, by three cells one below the other from a row on, the columns in which they cannot be so, as a mask."""
    wrong = np.zeros(8, dtype=np.int64)
    for place, column in enumerate(columns):
        possible = np.zeros(8, dtype=np.bool_)
        possible[(column >> row) & 7] = True
        wrong |= np.where(possible, 0, 1 << place)
    return wrong.reshape(2, 2, 2).transpose()  # the lowest bit is the first row


def _follows(
    fillings: IntArray, wrong: IntArray, may_be: Sequence[IntArray], limit: Limit
) -> tuple[IntArray, IntArray]:
    """Return what may follow two rows: how many fillings, by ``far * fillings + near``; and one after another, which.

    ``wrong`` is indexed by next, near and far cell, ``may_be`` lists what far, near and next row may be.
    """
    far, near, following = may_be
    follows = np.ones((far.size, near.size, following.size), dtype=np.bool_)
    first, second, third = fillings[far][:, None, None], fillings[near][:, None], fillings[following]
    for outer, middle, inner in np.argwhere(wrong):
        limit.check()
        mask = int(wrong[outer, middle, inner])
        bad = (third if outer else ~third) & mask & (second if middle else ~second)
        follows &= (bad & (first if inner else ~first)) == 0
    counts = np.zeros((fillings.size, fillings.size), dtype=np.int64)
    counts[np.ix_(far, near)] = follows.sum(axis=2)
    return counts.ravel(), following[np.nonzero(follows)[2]]


def _ways(side: Side, tasks: Sequence[Task], fillings: int, *, turned: bool) -> int:
    """Return in how many ways a half can be filled for all tasks, were it not for what rows and columns say of it."""
    pairs = np.array([(task.upper, task.lower) for task in tasks], dtype=np.int64).reshape(-1, 2)
    far, near = pairs.T[::-1] if turned else pairs.T
    ways = np.bincount(far * fillings + near, minlength=fillings**2)
    for table in side.tables:
        starts = side.starts[table]
        begun = np.flatnonzero(ways)
        lengths = starts[begun + 1] - starts[begun]
        after = begun.repeat(lengths) % fillings * fillings + side.items[ranges(starts[begun], lengths)]
        ways = np.bincount(after, weights=ways[begun].repeat(lengths), minlength=fillings**2)
    return int(ways.sum())


def _keys(classes: Sequence[IntArray], size: int, bits: int, shift: int) -> IntArray:
    """Return what the words of a chunk's columns ask for, by what these have in the seam: upper + size * lower."""
    keys = np.zeros((size * size, 1), dtype=np.int64)
    upper, lower = np.arange(size * size) % size, np.arange(size * size) // size
    for place, one in enumerate(classes):
        own = one[((upper >> place) & 1) + 2 * ((lower >> place) & 1)]
        more = np.where(own < 0, -1, own << (shift + bits * place))
        joined = more[:, :, None] | keys[:, None, :]
        joined[(more[:, :, None] < 0) | (keys[:, None, :] < 0)] = -1
        keys = joined.reshape(size * size, -1)
    return keys


def _tasks(
    lines: Lines, fillings: IntArray, allowed: BoolArray, middle: int, classes: Sequence[_Classes]
) -> tuple[Task, ...]:
    """Return one seam of each orbit."""
    upper, lower = (one.ravel() for one in np.meshgrid(*[np.arange(fillings.size)] * 2, indexing="ij"))
    legal = allowed[middle][upper] & allowed[middle + 1][lower]
    if lines.rows_differ:
        legal &= upper != lower
    for place, one in enumerate(classes):
        possible: BoolArray = np.any(one.above >= 0, axis=1)
        legal &= possible[((fillings[upper] >> place) & 1) + 2 * ((fillings[lower] >> place) & 1)]
    least = upper * fillings.size + lower
    for flipped, mirrored, inverted in symmetries(lines):
        image: IntArray = fillings
        if mirrored:
            image = reversed_fillings(image, lines.shape.columns)
        if inverted:
            image = (1 << lines.shape.columns) - 1 - image
        number = np.searchsorted(fillings, image)
        first, last = number[upper], number[lower]
        least = np.minimum(least, last * fillings.size + first if flipped else first * fillings.size + last)
    found, weights = np.unique(least[legal], return_counts=True)
    first, last = np.divmod(found, fillings.size)
    return tuple(map(Task, first.tolist(), last.tolist(), weights.tolist()))
