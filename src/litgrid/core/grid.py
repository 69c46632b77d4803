"""Grid geometry: which cells make a line, a window, a block or an edge.

Cells are numbered row by row from 0 and printed ``r3c4``, from 1. Everything here is an array of cell numbers, so that
rules over a million cells are built without a loop.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from operator import index
from typing import Any, NamedTuple, Self, TypeAlias

import numpy as np
import numpy.typing as npt

from litgrid.core.errors import InputError, LitgridError
from litgrid.core.numerals import BLANKS

_SIZE = r"([0-9]{1,9})(?:[ \t]*[xX, ][ \t]*([0-9]{1,9}))?"

PLACE = r"([1-9][0-9]{0,4})c([1-9][0-9]{0,4})"
"""What comes behind the first letter of a cell's name, as a regular expression."""

IntArray = npt.NDArray[np.int64]
BoolArray = npt.NDArray[np.bool_]
Size: TypeAlias = int | tuple[int, int] | str
"""How large a board is: ``7``, ``(7, 9)`` (rows, columns) or ``"7x9"``."""


class Shape(NamedTuple):
    """A board of ``rows`` x ``columns`` cells.

    >>> Shape(2, 3).cells
    array([[0, 1, 2],
           [3, 4, 5]])
    >>> Shape(2, 3).name(5)
    'r2c3'
    """

    rows: int
    columns: int

    @property
    def size(self) -> int:
        """The number of cells."""
        return self.rows * self.columns

    @property
    def cells(self) -> IntArray:
        """All cell numbers, shaped as the board."""
        return np.arange(self.size, dtype=np.int64).reshape(self.rows, self.columns)

    def name(self, cell: int) -> str:
        """Return how people call a cell: ``r3c4``."""
        row, column = divmod(int(cell), self.columns)
        return f"r{row + 1}c{column + 1}"

    def cell(self, row: int, column: int) -> int:
        """Return the number of a cell by its row and its column, from 1; raise :class:`InputError` for none.

        >>> Shape(2, 3).cell(2, 3)
        5
        """
        if not (0 < row <= self.rows and 0 < column <= self.columns):
            raise InputError(f"expected a cell of the board, which is {self}, got r{row}c{column}")
        return (row - 1) * self.columns + column - 1

    @property
    def lines(self) -> list[str]:
        """What the rows, then the columns, are called."""
        return [*(f"row {row + 1}" for row in range(self.rows)), *(f"column {at + 1}" for at in range(self.columns))]

    def __str__(self) -> str:
        return f"{self.rows} x {self.columns}"

    @classmethod
    def of(cls, size: Size) -> Self:
        """Return a board as people say it: one side of a square, both sides, or a text.

        Raises
        ------
        LitgridError
            where it is no size.

        >>> Shape.of(7), Shape.of((7, 9)), Shape.of("7x9")
        (Shape(rows=7, columns=7), Shape(rows=7, columns=9), Shape(rows=7, columns=9))
        """
        if isinstance(size, str):
            return cls.read(size)
        sides: Sequence[Any] = size if isinstance(size, Sequence) else (size, size)
        try:
            rows, columns = map(index, sides)
        except (TypeError, ValueError):
            rows = columns = 0
        if any(isinstance(side, bool) for side in sides) or rows < 1 or columns < 1:
            raise LitgridError(f"expected a size, as 16, (10, 12) or '10x12' (rows, columns), got {size!r}")
        return cls(rows, columns)

    @classmethod
    def read(cls, text: str) -> Self:
        """Read a size as people write it.

        Raises
        ------
        LitgridError
            where it is none.

        >>> Shape.read("16"), Shape.read("10x12")
        (Shape(rows=16, columns=16), Shape(rows=10, columns=12))
        """
        found = re.fullmatch(_SIZE, text.strip(BLANKS))
        if found is None or not all(int(side) for side in found.groups("1")):
            raise LitgridError(f"expected a size, as 16 or 10x12 (rows x columns), got {text!r}")
        return cls(int(found[1]), int(found[2] or found[1]))


def windows(lines: IntArray, length: int) -> IntArray:
    """Return every ``length`` neighbouring cells of each line, shaped ``(windows, length)``.

    >>> windows(np.array([[0, 1, 2, 3]]), 3).tolist()
    [[0, 1, 2], [1, 2, 3]]
    """
    if lines.shape[1] < length:
        return np.empty((0, length), dtype=np.int64)
    return lines[:, np.arange(lines.shape[1] - length + 1)[:, None] + np.arange(length)].reshape(-1, length)


def blocks(shape: Shape) -> IntArray:
    """Return the four cells of every 2 x 2 block, shaped ``(blocks, 4)``."""
    cells = shape.cells
    corners = (cells[:-1, :-1], cells[:-1, 1:], cells[1:, :-1], cells[1:, 1:])
    return np.stack([corner.ravel() for corner in corners], axis=1)


def neighbours(shape: Shape, cells: IntArray) -> tuple[IntArray, BoolArray]:
    """Return the cells above, left, right and below each cell, shaped ``(cells, 4)``, and which of them exist."""
    row, column = np.divmod(cells, shape.columns)
    exists = np.empty((cells.size, 4), dtype=np.bool_)
    for way, there in enumerate((row > 0, column > 0, column < shape.columns - 1, row < shape.rows - 1)):
        exists[:, way] = there
    return cells[:, None] + np.array([-shape.columns, -1, 1, shape.columns]), exists


def edges(shape: Shape) -> IntArray:
    """Return the two cells of each edge between neighbours, ``(edges, 2)``: across row by row, then down row by row.

    >>> edges(Shape(2, 2)).tolist()
    [[0, 1], [2, 3], [0, 2], [1, 3]]
    """
    cells = shape.cells
    pairs = ((cells[:, :-1], cells[:, 1:]), (cells[:-1], cells[1:]))
    return np.concatenate([np.stack([first.ravel(), second.ravel()], axis=1) for first, second in pairs])


def around(shape: Shape, cells: IntArray) -> tuple[IntArray, BoolArray]:
    """Return the nine cells around and under each cell, shaped ``(cells, 9)``, and which of them exist."""
    row, column = np.divmod(cells[:, None], shape.columns)
    row, column = row + np.repeat([-1, 0, 1], 3), column + np.tile([-1, 0, 1], 3)
    exists = (row >= 0) & (row < shape.rows) & (column >= 0) & (column < shape.columns)
    return row * shape.columns + column, exists
