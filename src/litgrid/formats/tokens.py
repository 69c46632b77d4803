"""Grids of tokens between blanks, as janko.at writes them and the collections that come from there.

Light Up: ``-`` free, ``x`` wall, ``0`` to ``4``. Binairo: ``-`` open, ``1`` for zero, ``2`` for one. Gappy: ``-`` open,
``x`` black, and labels with ``-`` for none. In an answer ``o`` is a bulb; what stands on a wall there says nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from litgrid.core.characters import Grid, choices, shorten
from litgrid.core.errors import InputError
from litgrid.core.grid import Shape
from litgrid.core.puzzle import Puzzle
from litgrid.formats.base import Record
from litgrid.puzzles import kinds

WORD = re.compile(r"[^ \t]+")


@dataclass(frozen=True)
class Tokens:
    """The tokens of a kind.

    Attributes
    ----------
    clues
        token to the character of the kind's alphabet
    answer
        token to the character of a filled grid; ``None``: of the grid without a true cell
    labelled
        whether a line of column labels and one of row labels stand above the grid
    """

    clues: Mapping[str, str]
    answer: Mapping[str, str | None]
    labelled: bool = False

    @property
    def cells(self) -> str:
        """The characters of the alphabet that there are tokens for."""
        return "".join(self.clues.values())


WALLS = {"x": "#", **{str(number): str(number) for number in range(5)}}
VALUES = {"-": ".", "1": "0", "2": "1"}
TOKENS = {
    "lightup": Tokens({"-": ".", **WALLS}, {"o": "o", **dict.fromkeys(["-", *WALLS])}),
    "binairo": Tokens(VALUES, VALUES),
    "gappy": Tokens({"-": "?", "x": "#"}, {"-": ".", "x": "#"}, labelled=True),
}
CELLS = {kind: tokens.cells for kind, tokens in TOKENS.items()}

BARE = "\0"
"""Stands for a cell of an answer that its token says nothing about."""

Line = tuple[int, str]
"""A line, and its number in the text."""


def read_puzzle(kind: str, shape: Shape, labels: Sequence[Line], grid: Sequence[Line], **switches: bool) -> Puzzle:
    """Read a puzzle of a size: its column labels and its row labels, where the kind has some, and its grid.

    A kind with labels may come without a grid.

    Raises
    ------
    InputError
        with the place.
    """
    tokens = TOKENS[kind]
    made = kinds.get(kind)
    rows = read_rows(grid, shape, tokens.clues, made.alphabet) if grid or not tokens.labelled else []
    if tokens.labelled and len(labels) != 2:
        raise InputError(f"expected a line of column labels and a line of row labels, got {len(labels)} lines")
    for (line, text), side, word in zip(labels, (shape.columns, shape.rows), ("column", "row"), strict=False):
        count = len(WORD.findall(text))
        if count != side:
            raise InputError(f"expected {side} {word} labels, as the file says, got {count}", line=line, column=1)
    lines = [*reversed(labels), *grid]  # a kind's own text has the row labels first
    try:
        if tokens.labelled:
            return made.from_text([*(text for _, text in reversed(labels)), *rows], **switches)
        return made.from_clues(rows, **switches)
    except InputError as error:
        if error.line is None:
            raise
        line, text = lines[error.line - 1]
        column = error.column if tokens.labelled else _column(text, error.column)
        raise InputError(error.message, line=line, column=column) from None


def read_rows(grid: Sequence[Line], shape: Shape, tokens: Mapping[str, str], names: Mapping[str, str]) -> list[str]:
    """Return a grid of tokens as rows of characters; ``names`` says what a character is called in messages.

    >>> read_rows([(7, "- x"), (8, "2 -")], Shape(2, 2), TOKENS["lightup"].clues, {})
    ['.#', '2.']

    Raises
    ------
    InputError
        with the place.
    """
    rows = []
    for line, text in grid[: shape.rows]:
        words = WORD.findall(text)
        if not tokens.keys() >= set(words):
            place = next(number for number, word in enumerate(words, 1) if word not in tokens)
            known = choices({token: names.get(char, char) for token, char in tokens.items()})
            message = f"expected one of {known}; got {shorten(words[place - 1])}"
            raise InputError(message, line=line, column=_column(text, place))
        if len(words) != shape.columns:
            column = _column(text, min(len(words), shape.columns) + 1)
            message = f"expected {shape.columns} cells, as the file says, got {len(words)}"
            raise InputError(message, line=line, column=column)
        rows.append("".join(tokens[word] for word in words))
    if len(grid) != shape.rows:
        cut_off = ": is it cut off?" if len(grid) < shape.rows else ""
        end = grid[shape.rows][0] if len(grid) > shape.rows else grid[-1][0] + 1 if grid else None
        message = f"expected {shape.rows} rows, as the file says, got {len(grid)}{cut_off}"
        raise InputError(message, line=end, column=end and 1)
    return rows


def read_answer(puzzle: Puzzle, grid: Sequence[Line]) -> Grid:
    """Read the answer of a puzzle.

    Raises
    ------
    InputError
        with the place.
    """
    tokens = {token: char or BARE for token, char in TOKENS[puzzle.name].answer.items()}
    rows = read_rows(grid, puzzle.shape, tokens, {**puzzle.alphabet, BARE: puzzle.false})
    bare = puzzle.rows(np.zeros((puzzle.shape.rows, puzzle.shape.columns), dtype=np.int8))
    filled = [
        "".join(under if char == BARE else char for char, under in zip(*pair, strict=True))
        for pair in zip(rows, bare, strict=True)
    ]
    try:
        return puzzle.read_rows(filled)
    except InputError as error:
        if error.line is None:
            raise
        line, text = grid[error.line - 1]
        raise InputError(error.message, line=line, column=_column(text, error.column)) from None


def write_labels(puzzle: Puzzle) -> list[str]:
    """Return the line of column labels and that of row labels, nothing for a kind without labels."""
    if not TOKENS[puzzle.name].labelled:
        return []
    rows, columns, *_ = puzzle.text().split("\n")
    return [columns, rows]


def write_grid(puzzle: Puzzle) -> list[str]:
    """Return the grid of a puzzle as lines of tokens; what there is no token for is left open."""
    tokens = TOKENS[puzzle.name].clues
    rows = puzzle.text().split("\n")
    if TOKENS[puzzle.name].labelled:
        rows = rows[2:] or ["?" * puzzle.shape.columns] * puzzle.shape.rows
    return _write(rows, tokens)


def write_answer(record: Record) -> list[str] | None:
    """Return the answer that came with a puzzle as lines of tokens, ``None`` where there is none that they can say."""
    puzzle = record.puzzle
    if record.filled is None or puzzle.name not in TOKENS:
        return None
    tokens = {token: char for token, char in TOKENS[puzzle.name].answer.items() if char is not None}
    rows = puzzle.rows(record.filled)
    lines = _write(rows, {**TOKENS[puzzle.name].clues, **tokens})
    kept = read_answer(puzzle, list(enumerate(lines, 1)))
    return lines if puzzle.rows(kept) == rows else None


def answer_lost(record: Record, format_name: str) -> Iterator[str]:
    """Return a sentence where an answer is not written, for :meth:`Format.lost`."""
    if record.filled is not None and write_answer(record) is None:
        yield f"{format_name} cannot say which cells of an answer are open; the answer is left out"


def _write(rows: Sequence[str], tokens: Mapping[str, str]) -> list[str]:
    written = {char: token for token, char in tokens.items()}
    return [" ".join(written.get(char, "-") for char in row) for row in rows]


def _column(text: str, place: int | None) -> int:
    """Return the column of the word of that number in a line, or of its end."""
    starts = [word.start() + 1 for word in WORD.finditer(text)]
    return starts[place - 1] if place is not None and place <= len(starts) else len(text) + 1
