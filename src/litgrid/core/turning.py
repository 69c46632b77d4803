"""Other boards out of a board: turned, mirrored, cut or made larger.

Each is an array shaped as the new board that holds which cell of the old one stands where, -1 for a new cell;
:meth:`litgrid.core.puzzle.Puzzle.rearranged` takes it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

import numpy as np

from litgrid.core.errors import UnknownNameError
from litgrid.core.grid import IntArray, Shape

TURNS: Mapping[str, Callable[[IntArray], IntArray]] = {
    "right": lambda cells: np.rot90(cells, -1),
    "left": np.rot90,
    "half": lambda cells: cells[::-1, ::-1],
    "mirror": lambda cells: cells[:, ::-1],
    "flip": lambda cells: cells[::-1],
    "transpose": np.transpose,
}
"""Quarter turns to the right and to the left, a half turn; left and right, top and bottom, rows and columns swapped."""


def turned(shape: Shape, turn: str) -> IntArray:
    """Return the cells of a board that is turned.

    Raises :class:`UnknownNameError` for a turn that is none of :data:`TURNS`.

    >>> turned(Shape(2, 3), "right").tolist()
    [[3, 0], [4, 1], [5, 2]]
    """
    if turn not in TURNS:
        raise UnknownNameError(f"expected a turn, one of {', '.join(TURNS)}; got {turn!r}")
    return TURNS[turn](shape.cells)


def ways(shape: Shape) -> Iterator[IntArray]:
    """Yield the cells of a board as it is, and in every other way that it can lie in its place: eight if it is square.

    >>> [cells.tolist() for cells in ways(Shape(1, 2))]
    [[[0, 1]], [[0, 1]], [[1, 0]], [[1, 0]]]
    """
    for cells in (shape.cells, TURNS["transpose"](shape.cells)):
        if cells.shape == shape.cells.shape:
            yield cells
            yield from (TURNS[turn](cells) for turn in ("flip", "mirror", "half"))


def resized(shape: Shape, new: Shape, above: int = 0, left: int = 0) -> IntArray:
    """Return the cells of a board of another size, with so many new rows above and columns left (fewer: cut off)."""
    row, column = np.arange(new.rows) - above, np.arange(new.columns) - left
    inside = ((row >= 0) & (row < shape.rows))[:, None] & ((column >= 0) & (column < shape.columns))
    return np.where(inside, row[:, None] * shape.columns + column, -1)
