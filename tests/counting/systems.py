"""Any rules at all: a kind of puzzle that is nothing but counts and lines that differ, and its answers by trying all.

Boards of the kinds of ours never have a count that cannot hold, a cell that nothing is about, a rule that others imply
in another part of the board. Here they have, drawn by Hypothesis, and are asked about through the same doors.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Self

import numpy as np
from hypothesis import strategies as st

from litgrid.core.characters import Grid
from litgrid.core.grid import Shape
from litgrid.core.puzzle import Puzzle
from litgrid.core.scene import Scene
from litgrid.core.tables import Count as CountTable
from litgrid.core.tables import Differ, Table
from litgrid.puzzles import kinds
from tests.models import Count, bounds_of
from tests.naive import Answer


@dataclass(frozen=True, eq=False)
class Anything(Puzzle):
    """Counts over the cells of a board, lines of it that differ, and given cells.

    Attributes
    ----------
    rows_, columns
        the size of the board
    counts
        literals (a cell, from 1, or its negative), how many of them are true at least, and at most
    implied
        of each count, whether others imply it
    lines
        lists of lines of equal length, as cells from 0: no two of a list are equal
    known
        cells, from 0, and their values
    """

    name: ClassVar[str] = "anything"
    title: ClassVar[str] = "Anything"
    true: ClassVar[str] = "1"
    false: ClassVar[str] = "0"

    rows_: int
    columns: int
    counts: tuple[Count, ...] = ()
    implied: tuple[bool, ...] = ()
    lines: tuple[tuple[tuple[int, ...], ...], ...] = ()
    known: tuple[tuple[int, int], ...] = ()

    @classmethod
    def from_clues(cls, clues: object, **switches: bool) -> Self:
        raise NotImplementedError

    @property
    def clues(self) -> list[str]:
        return [repr((self.counts, self.lines, self.known))]

    @property
    def shape(self) -> Shape:
        return Shape(self.rows_, self.columns)

    @property
    def givens(self) -> Grid:
        grid = np.full((self.rows_, self.columns), -1, dtype=np.int8)
        for cell, value in self.known:
            grid.flat[cell] = value
        return grid

    def with_givens(self, grid: Grid) -> Self:
        more = [(cell, int(value)) for cell, value in enumerate(grid.ravel()) if value >= 0]
        return replace(self, known=tuple({**dict(more), **dict(self.known)}.items()))

    def rules(self) -> Sequence[Table]:
        tables: list[Table] = [
            CountTable(
                "count",
                bounds_of(list(self.counts)),
                lambda i: f"{self.counts[i]}",
                implied=np.array(self.implied, dtype=np.bool_) if any(self.implied) else None,
            )
        ]
        arrays = [np.array(lines, dtype=np.int64) for lines in self.lines]
        return [*tables, *(Differ("differ", lines, lambda a, b: f"{a} and {b} differ") for lines in arrays)]

    def rows(self, grid: Grid) -> list[str]:
        return ["".join(str(value) for value in row) for row in grid.tolist()]

    def read_rows(self, rows: Sequence[str]) -> Grid:
        raise NotImplementedError

    def scene(self, grid: Grid) -> Scene:
        raise NotImplementedError


def every_answer(puzzle: Anything) -> list[Answer]:
    """Return all answers in order, by trying all boards: up to some sixteen cells."""
    size = puzzle.shape.size
    boards = (np.arange(1 << size)[:, None] >> np.arange(size)[::-1] & 1).astype(np.int8)
    right = np.ones(len(boards), dtype=np.bool_)
    for literals, low, high in puzzle.counts:
        true = np.zeros(len(boards), dtype=np.int64)
        for literal in literals:
            true += boards[:, abs(literal) - 1] == (literal > 0)
        right &= (low <= true) & (true <= high)
    for lines in puzzle.lines:
        for one in range(len(lines)):
            for other in range(one):
                right &= (boards[:, list(lines[one])] != boards[:, list(lines[other])]).any(axis=1)
    for cell, value in puzzle.known:
        right &= boards[:, cell] == value
    return [tuple(answer) for answer in boards[right].tolist()]


SHAPES = [(1, 1), (1, 2), (2, 1), (1, 7), (7, 1), (1, 11), (11, 1), (2, 2), (2, 5), (3, 3), (4, 2), (3, 4), (4, 3)]
LINES = [(2, 2), (2, 3), (4, 2), (3, 3), (3, 4), (4, 3)]


@st.composite
def counts_of(draw: st.DrawFn, size: int) -> tuple[list[Count], list[bool]]:
    """Counts at will, of no cells or all, that may not hold or say nothing; and some that the one before implies."""
    counts: list[Count] = []
    implied: list[bool] = []
    for _ in range(draw(st.integers(0, 6))):
        cells = draw(st.lists(st.integers(1, size), unique=True, max_size=size))
        literals = tuple(cell if draw(st.booleans()) else -cell for cell in cells)
        likely = st.sampled_from([0, 0, 0, 1, 1, 2, max(len(cells) - 1, 0), len(cells), -1, len(cells) + 1])
        low, high = draw(likely), draw(likely)
        if draw(st.integers(0, 5)):
            low, high = min(low, high), max(low, high)  # now and then it is left the wrong way round
        counts.append((literals, low, high))
        implied.append(False)
        if draw(st.integers(0, 3)) == 0:
            looser = draw(st.integers(0, 1))
            counts.append((tuple(reversed(literals)), low - looser, high + looser))
            implied.append(True)
    return counts, implied


@st.composite
def anything(draw: st.DrawFn) -> Anything:
    """Any rules on boards of up to twelve cells; often in two parts that know nothing of each other."""
    rows, columns = draw(st.sampled_from(SHAPES))
    size = rows * columns
    counts, implied = draw(counts_of(size))
    if draw(st.booleans()):
        # Of each count only one half of the board is left, in turn.
        middle = (size + 1) // 2
        for number, (literals, low, high) in enumerate(counts):
            some = tuple(one for one in literals if (abs(one) <= middle) == (number // 2 % 2 == 0))
            counts[number] = some, low - len(literals) + len(some), high
            implied[number] = False
    lines = []
    if size >= 4 and draw(st.booleans()):
        length = draw(st.integers(1, size // 2))
        cells = draw(st.permutations(range(size)))
        number = draw(st.integers(2, size // length))
        lines.append(tuple(tuple(cells[i * length : (i + 1) * length]) for i in range(number)))
    given = draw(st.dictionaries(st.integers(0, size - 1), st.integers(0, 1), max_size=2))
    return Anything(rows, columns, tuple(counts), tuple(implied), tuple(lines), tuple(given.items()))


@st.composite
def by_lines(draw: st.DrawFn) -> Anything:
    """Counts that stay within rows and columns, which may have to differ: what seams and whole rows are made for."""
    height, width = draw(st.sampled_from(LINES))
    across = [tuple(y * width + x for x in range(width)) for y in range(height)]
    down = [tuple(y * width + x for y in range(height)) for x in range(width)]
    ones = draw(st.sampled_from([*range(1, height), *range(1, height), 0, height]))
    counts: list[Count] = [(tuple(cell + 1 for cell in line), ones, ones) for line in down]
    for line in across:
        if draw(st.booleans()):
            low = draw(st.integers(0, width))
            counts.append((tuple(cell + 1 for cell in line), low, draw(st.integers(low, width))))
        if width > 2 and draw(st.booleans()):
            counts.append((tuple(cell + 1 for cell in line[:3]), 1, 2))
    ways = draw(st.sampled_from([(across, down), (across, down), (across,), (down,), ()]))
    lines = [tuple(way) for way in ways]
    given = draw(st.dictionaries(st.integers(0, height * width - 1), st.integers(0, 1), max_size=1))
    return Anything(height, width, tuple(counts), (False,) * len(counts), tuple(lines), tuple(given.items()))


def empty(kind: str, rows: int, columns: int, **switches: bool) -> Puzzle:
    """Return a board without clues."""
    return kinds.get(kind).empty(Shape(rows, columns)).with_switches(**switches)
