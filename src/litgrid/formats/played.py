"""Boards with what a player has put on them, as the files of programs to play with hold them.

What a player has put down is no clue: the values of cells are read as the answer that came with the puzzle.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from litgrid.core.characters import Grid
from litgrid.core.forms import Cells
from litgrid.core.grid import Shape
from litgrid.core.puzzle import Puzzle
from litgrid.formats.base import Record, cut, joined, make
from litgrid.formats.tokens import read_rows
from litgrid.puzzles import kinds


def read_played(kind: str, rows: Sequence[str]) -> tuple[Puzzle, Grid | None]:
    """Return the puzzle of rows in a kind's characters, and what a player has put on it, ``None`` if nothing.

    >>> puzzle, filled = read_played("lightup", ["o1", ".x"])
    >>> puzzle.clues, filled.tolist()
    (['.1', '..'], [[1, 0], [-1, 0]])
    """
    answer = kinds.get(kind).answer
    puzzle = make(kind, [row.translate(dict.fromkeys(map(ord, answer), answer[2])) for row in rows])
    filled = make(kind, list(rows)).givens
    if not (filled >= 0).any():
        return puzzle, None
    return puzzle, np.where(puzzle.fixed.reshape(filled.shape), 0, filled).astype(np.int8)


def read_lines(kind: str, lines: Sequence[str], first: int, shape: Shape, tokens: Cells) -> tuple[Puzzle, Grid | None]:
    """Return what :func:`read_played` does of lines of tokens between blanks, which are numbered from ``first``.

    Raises
    ------
    InputError
        with line and column.
    """
    made = kinds.get(kind)
    names = {**made.alphabet, made.answer[0]: made.false, made.answer[1]: made.true}
    return read_played(kind, read_rows(list(enumerate(lines[: shape.rows], first)), shape, tokens, names))


def write_played(record: Record, tokens: Cells) -> list[str]:
    """Return rows of tokens, a blank after each: the answer that came with a puzzle, else the cells that it gives.

    In a finished answer only the true cells are written.
    """
    puzzle = record.puzzle
    false, true, unknown = puzzle.answer
    rows = np.array([*map(list, cut(joined(puzzle, "".join(set(puzzle.alphabet) - {false, true})), puzzle.shape))])
    values = puzzle.givens if record.filled is None else record.filled
    free = rows == unknown
    if record.filled is None or (values[free] == -1).any():
        rows[free & (values == 0)] = false
    rows[free & (values == 1)] = true
    written = {cell: token for token, cell in tokens.items()}
    return ["".join(f"{written[cell]} " for cell in row) for row in rows.tolist()]
