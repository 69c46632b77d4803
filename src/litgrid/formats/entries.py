"""What a player has entered, as rows of the characters that a kind writes answers in."""

from __future__ import annotations

import numpy as np

from litgrid.core.characters import Grid, shorten
from litgrid.core.errors import InputError
from litgrid.core.puzzle import Puzzle


def read_entries(rows: object, puzzle: Puzzle) -> Grid:
    r"""Return the grid of rows; what is no value, as a wall, is open.

    Raises :class:`InputError` where they are not rows of this puzzle.

    >>> from litgrid.formats import loads
    >>> read_entries(["x1.", "#.o"], loads("lightup\n.1.\n#..")).tolist()
    [[0, -1, -1], [-1, -1, 1]]
    """
    shape, false_true = puzzle.shape, puzzle.answer[:2]
    listed = rows if isinstance(rows, list) else []
    if len(listed) != shape.rows or not all(isinstance(row, str) and len(row) == shape.columns for row in listed):
        raise InputError(
            f'expected "entries" as {shape.rows:,} rows of {shape.columns:,} characters, got {shorten(rows)}'
        )
    known = set(puzzle.answer).union(*puzzle.cell_rows)
    wrong = next((char for row in listed for char in row if char not in known), None)
    if wrong is not None:
        raise InputError(f'expected "entries" in the characters {puzzle.answer}, got {shorten(wrong)}')
    return np.array([[false_true.find(char) for char in row] for row in listed], dtype=np.int8)


def write_entries(grid: Grid, puzzle: Puzzle) -> list[str]:
    """Return the rows of a grid: see :func:`read_entries`."""
    return ["".join(map(puzzle.answer.__getitem__, row)) for row in grid.tolist()]
