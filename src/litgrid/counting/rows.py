"""Counting boards by whole rows, from the top and from the bottom to a boundary in the middle: the tables.

What the rows so far mean for those to come is a *class* for each column: ways to begin it that can go on alike are one
class (J. Myhill, A. Nerode, 1957). So a state is a word with a field for each column, a row maps states to states, and
how many ways lead to each state is all that is kept. It takes a few large layers where cell by cell takes many.

For each column by itself a class either allows a false cell next, or a true one, or both, and says what comes of it.
So what a state becomes by a row is picked, bit by bit, out of two words: all cells false, all cells true. Where
mirroring the board, or exchanging true and false, leaves it as it is, a state stands for all its images (*views*), and
an image of what comes next is picked in the same way: a view is two more words.

Rules come in as the legal fillings of each line, so that nothing here knows a puzzle. Here the tables are made;
:mod:`litgrid.counting.meeting` counts with them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import log2

import numpy as np
import numpy.typing as npt

from litgrid.core.bounds import Bounds, offsets
from litgrid.core.characters import Grid
from litgrid.core.grid import IntArray
from litgrid.counting.classes import DEAD, Classes, Meeting
from litgrid.counting.lines import Lines, lines_of, symmetries

WORD = 62
"""Bits that a state may have, and what it asks of the other half."""
CHUNK_BITS = 10
"""The fields of columns are looked up together as long as they have no more bits than this."""
MOST_FILLINGS = 5_000
"""Each state is tried with each filling of the next row, so there may not be more."""
MANY = 12.0
"""Where more states are expected than this power of two, counting a square board by its columns may be worth a look."""

View = tuple[bool, bool]
"""Whether a board is mirrored, and whether true and false are exchanged."""


@dataclass(frozen=True, slots=True, eq=False)
class Fields:
    """Where a word keeps the fields of the columns, and which of them are looked up together."""

    bits: int  # how many each column has
    columns: int

    @property
    def size(self) -> int:
        """How many columns are looked up together."""
        return self.columns if not self.bits else max(1, min(self.columns, CHUNK_BITS // self.bits))

    @property
    def step(self) -> int:
        """How many bits are looked up together."""
        return self.bits * self.size

    def joined(self, columns: Sequence[IntArray]) -> IntArray:
        """Return tables by the values of chunks, given for each column one by the values of its field.

        Shaped ``(..., values)`` each, the result ``(..., chunks, values)``; what is found for several columns is to be
        joined by "or".
        """
        first = columns[0]
        made = []
        for begin in range(0, self.columns, self.size):
            table = np.zeros((*first.shape[:-1], 1), dtype=np.int64)
            for column in columns[begin : begin + self.size]:
                own = np.zeros((*first.shape[:-1], 1 << self.bits), dtype=np.int64)
                own[..., : column.shape[-1]] = column
                table = (own[..., :, None] | table[..., None, :]).reshape(*first.shape[:-1], -1)
            whole = np.zeros((*first.shape[:-1], 1 << self.step), dtype=np.int64)
            whole[..., : table.shape[-1]] = table
            made.append(whole)
        return np.stack(made, axis=-2)


@dataclass(frozen=True, slots=True, eq=False)
class Step:
    """What states become by one row.

    Attributes
    ----------
    fields
        those of the states before
    fillings
        what the row may be
    wrong
        shaped ``(2, chunks, values)``: the columns that may not be false, and those that may not be true
    after
        shaped ``(views, 2, chunks, values)``: the fields that come of false cells and of true ones
    picks
        shaped ``(views, fillings)``: the bits that come of true cells
    """

    fields: Fields
    fillings: IntArray
    wrong: IntArray
    after: IntArray
    picks: IntArray


@dataclass(frozen=True, slots=True, eq=False)
class Half:
    """The rows from an edge to the middle."""

    steps: tuple[Step, ...]  # a row each, from the edge
    fields: Fields  # those of the states in the middle
    keys: IntArray  # shaped ``(views, chunks, values)``: two halves can fit only if their keys are equal
    marks: IntArray  # shaped as ``keys``: and fit if, besides, no mark of the one is a mark of the other


@dataclass(frozen=True, slots=True, eq=False)
class Rows:
    """A board to be counted by rows."""

    # the upper one, and the lower one from the bottom; equal to it where the board is its own image upside down
    halves: tuple[Half, Half]
    views: int  # how many images each state stands for
    split: int  # so many bits of a mark belong to the left half of the columns
    expected: float  # about how many states there will be at most, as a power of two


def best_rows(bounds: Bounds, known: Grid, open_cells: npt.NDArray[np.integer]) -> Rows | None:
    """Return how to count a board by its rows or by its columns; ``None`` where neither can be done.

    Parameters are those of :func:`litgrid.counting.lines.lines_of`.
    """
    lines = lines_of(bounds, known, open_cells, ())
    if lines is None:
        return None
    found = [rows_of(lines)]
    if lines.shape.rows != lines.shape.columns or found[0] is None or found[0].expected > MANY:
        found.append(rows_of(lines.transposed))
    return min((one for one in found if one is not None), key=lambda rows: rows.expected, default=None)


def rows_of(lines: Lines) -> Rows | None:
    """Return how to count a board by its rows, lines that must differ aside; ``None`` where its states do not fit."""
    if not all(line.size for line in (*lines.rows, *lines.columns)) or max(map(len, lines.rows)) > MOST_FILLINGS:
        return None
    length = lines.shape.rows
    middle = length // 2
    found = symmetries(lines)
    views = [(mirrored, inverted) for flipped, mirrored, inverted in found if not flipped]
    known: dict[bytes, Classes] = {}
    upper = _Begun(lines, middle, views, known)
    lower = upper if (True, False, False) in found else _Begun(lines.flipped, length - middle, views, known)
    made: dict[bytes, Meeting] = {}
    meetings = []
    for above, below, column in zip(upper.columns, lower.columns, lines.columns, strict=True):
        key = column.tobytes()
        if key not in made:
            made[key] = Meeting.of(above, below, column, middle, length)
        meetings.append(made[key])
    mark_bits = [meeting.bits for meeting in meetings]
    key_bits = max(int(max(map(np.max, meeting.keys))).bit_length() for meeting in meetings)
    if max(upper.bits, lower.bits, key_bits * len(meetings), sum(mark_bits)) > WORD:
        return None
    mark_shifts = offsets(np.array(mark_bits))
    halves = []
    for number, begun in enumerate((upper, lower)):
        keys = [meeting.keys[number] << (key_bits * place) for place, meeting in enumerate(meetings)]
        marks = [meeting.marks[number] << shift for meeting, shift in zip(meetings, mark_shifts[:-1], strict=True)]
        halves.append(begun.half(keys, marks))
    return Rows(
        (halves[0], halves[1]),
        len(views),
        int(mark_shifts[len(meetings) // 2]),
        max(upper.expected, lower.expected) - log2(len(views)),
    )


class _Begun:
    """The columns of a board begun from the top."""

    def __init__(self, lines: Lines, middle: int, views: Sequence[View], known: dict[bytes, Classes]) -> None:
        self._rows, self._middle, self._views = lines.rows, middle, views
        self.columns = []
        for column in lines.columns:
            key = column.tobytes()
            if key not in known:
                known[key] = Classes.of(column, lines.shape.rows)
            self.columns.append(known[key])
        sizes = np.array([[first.size for first in column.firsts[: middle + 1]] for column in self.columns])
        self._fields = [Fields(int(size - 1).bit_length(), len(self.columns)) for size in sizes.max(axis=0)]
        self.expected = self._expected(sizes)

    def _expected(self, sizes: IntArray) -> float:
        """Return about how many states there will be at most, as a power of two: no more than ways to fill the rows.

        How many of these the columns allow is estimated as if cells were true independently, as often as in their rows.
        """
        shares = [[np.ones(1)] * len(self.columns)]
        rows = self._rows[: self._middle]
        for boundary, row in enumerate(rows):
            true = ((row[:, None] >> np.arange(len(self.columns))) & 1).mean(axis=0)
            shares.append([])
            for column, before, often in zip(self.columns, shares[-2], true.tolist(), strict=True):
                after = np.zeros(column.firsts[boundary + 1].size + 1)  # the last place takes what is dead
                for cell, share in enumerate((1 - often, often)):
                    np.add.at(after, column.moves[boundary][:, cell], share * before)
                shares[-1].append(after[:-1])
        ways = np.cumsum([0.0, *(log2(row.size) for row in rows)])
        legal = np.array([[share.sum() for share in own] for own in shares])
        with np.errstate(divide="ignore"):
            begun = ways + np.log2(legal).sum(axis=1)
        return float(np.minimum(begun, np.log2(sizes).sum(axis=0)).max())

    @property
    def bits(self) -> int:
        return max(fields.bits * fields.columns for fields in self._fields)

    def half(self, keys: Sequence[IntArray], marks: Sequence[IntArray]) -> Half:
        """Return the half board, given the keys and the marks of each column by its classes in the middle."""
        images = [self._images(view, self._middle) for view in self._views]
        fields = self._fields[-1]
        joined = []
        for tables in (keys, marks):
            own = [np.stack([tables[to][image] for to, image in column]) for column in zip(*images, strict=True)]
            joined.append(fields.joined(own))
        return Half(self._steps, fields, joined[0], joined[1])

    @cached_property
    def _steps(self) -> tuple[Step, ...]:
        return tuple(map(self._step, range(self._middle)))

    def _step(self, row: int) -> Step:
        before, after = self._fields[row], self._fields[row + 1]
        moves = [column.moves[row].T for column in self.columns]
        wrong = [(move == DEAD).astype(np.int64) << place for place, move in enumerate(moves)]
        images = [self._images(view, row + 1) for view in self._views]
        became = [
            np.stack([np.where(move == DEAD, 0, image[move] << (after.bits * to)) for to, image in column])
            for move, column in zip(moves, zip(*images, strict=True), strict=True)
        ]
        fillings = self._rows[row]
        cells = (fillings[:, None] >> np.arange(len(moves))) & 1
        full = (1 << after.bits) - 1
        picks = [cells @ np.array([full << (after.bits * to) for to, _ in image]) for image in images]
        return Step(before, fillings, before.joined(wrong), before.joined(became), np.stack(picks))

    def _images(self, view: View, boundary: int) -> list[tuple[int, IntArray]]:
        """Return, for each column, where it is in a view, and what its classes are there."""
        mirrored, inverted = view
        order = range(len(self.columns))
        places = reversed(order) if mirrored else order
        return [
            (to, column.image(boundary, self.columns[to], inverted))
            for to, column in zip(places, self.columns, strict=True)
        ]
