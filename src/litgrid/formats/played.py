"""Light Up boards with what a player has put on them, as the files of programs to play with hold them.

What a player has put down is no clue: bulbs and marks are read as the answer that came with the puzzle.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from litgrid.core.characters import Grid
from litgrid.core.grid import Shape
from litgrid.core.puzzle import Puzzle
from litgrid.formats.base import Record, make
from litgrid.formats.tokens import read_rows

KIND = "lightup"
CHARACTERS = {
    ".": "free",
    "#": "wall",
    **{str(number): "numbered wall" for number in range(5)},
    "o": "bulb",
    "x": "no bulb",
}

UNPLAYED: Mapping[str, str] = {KIND: ".#01234"}
"""The cells of formats that hold nothing of a player: see :class:`Format`."""

BARE = str.maketrans("ox", "..")


def bare(puzzle: Puzzle) -> str:
    """Return all cells of a board in one string, those with a given bulb or mark as free; other kinds' as they are."""
    return "".join(puzzle.clues).translate(BARE)


def read_played(rows: Sequence[str]) -> tuple[Puzzle, Grid | None]:
    """Return the puzzle of rows in :data:`CHARACTERS`, and what a player has put on it, ``None`` if nothing.

    >>> puzzle, filled = read_played(["o1", ".x"])
    >>> puzzle.clues, filled.tolist()
    (['.1', '..'], [[1, 0], [-1, 0]])
    """
    puzzle = make(KIND, [row.translate(BARE) for row in rows])
    filled = make(KIND, list(rows)).givens
    if not (filled >= 0).any():
        return puzzle, None
    return puzzle, np.where(puzzle.fixed.reshape(filled.shape), 0, filled).astype(np.int8)


def read_tokens(lines: Sequence[str], shape: Shape, meaning: Mapping[str, str], first: int) -> list[str]:
    """Return the rows of a board whose cells are tokens between blanks; ``meaning`` gives each its character.

    Raises
    ------
    InputError
        with line and column; the lines are numbered from ``first``.
    """
    return read_rows(list(enumerate(lines[: shape.rows], first)), shape, meaning, CHARACTERS)


def write_played(record: Record) -> list[str]:
    """Return rows in :data:`CHARACTERS`: the answer that came with a puzzle, else the cells that it gives.

    In a finished answer only the bulbs are written.
    """
    puzzle = record.puzzle
    rows = np.array([list(row.translate(BARE)) for row in puzzle.clues])
    values = puzzle.givens if record.filled is None else record.filled
    free = rows == "."
    if record.filled is None or (values[free] == -1).any():
        rows[free & (values == 0)] = "x"
    rows[free & (values == 1)] = "o"
    return ["".join(row) for row in rows.tolist()]


def given(record: Record) -> bool:
    """Return whether a puzzle gives cells, which such files cannot tell from an answer."""
    return bool((record.puzzle.givens >= 0).any())
