"""Grids of tokens between blanks, as janko.at writes them and the collections that come from there.

A labelled kind has a line of column labels and one of row labels above the grid, with ``-`` for none. What a kind's
tokens are, it says: :class:`litgrid.core.forms.Tokens`.

Files of programs to play with are written so, too. What a player has put down there is no clue: the values of cells are
read as what a player has entered.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

import numpy as np

from litgrid.core.characters import Grid, choices, shorten
from litgrid.core.errors import InputError
from litgrid.core.forms import Cells, Form, Tokens
from litgrid.core.grid import Shape
from litgrid.core.puzzle import Puzzle
from litgrid.formats.base import Frame
from litgrid.formats.mapped import make_mapped, read_number, regions_of
from litgrid.formats.reading import cut, joined, make, spelt
from litgrid.formats.record import Record
from litgrid.puzzles import kinds

WORD = re.compile(r"[^ \t]+")

BARE = "\0"
"""Stands for a cell of an answer that its token says nothing about."""

Line = tuple[int, str]
"""A line, and its number in the text."""


class TokenFrame(Frame[Tokens]):
    """A format in such tokens."""

    @property
    def assumes(self) -> Mapping[str, bool]:  # type: ignore[override]
        return {name: value for form in self.forms.values() for name, value in form.switches.items()}

    def _lost(self, record: Record) -> Iterator[str]:
        yield from super()._lost(record)
        form = self.forms.get(record.puzzle.name)
        if self.holds_answers and record.answer is not None and write_answer(record, form) is None:
            yield f"{self.name} cannot say which cells of an answer are open; the answer is left out"


def read_puzzle(kind: str, tokens: Tokens, shape: Shape, labels: Sequence[Line], grid: Sequence[Line]) -> Puzzle:
    """Read a puzzle of a size: its column labels and its row labels, where the kind has some, and its grid."""
    made = kinds.get(kind)
    rows = read_rows(grid, shape, tokens.tokens, made.alphabet) if grid or not made.labelled else []
    if made.labelled and len(labels) != 2:
        raise InputError(f"expected a line of column labels and a line of row labels, got {len(labels)} lines")
    for (line, text), side, word in zip(labels, (shape.columns, shape.rows), ("column", "row"), strict=False):
        count = len(WORD.findall(text))
        if count != side:
            raise InputError(f"expected {side} {word} labels, as the file says, got {count}", line=line, column=1)
    lines = [*reversed(labels), *grid]  # a kind's own text has the row labels first
    with _placed(lines, words=not made.labelled):
        return made.from_text([*(text for _, text in reversed(labels)), *rows], **tokens.switches)


def read_mapped(
    kind: str, tokens: Form, shape: Shape, areas: Sequence[Line], grid: Sequence[Line], number: Line | None
) -> Puzzle:
    """Read a puzzle of a size: a token a cell for its region, its given cells if any, and its number if any."""
    words = dict.fromkeys(word for _, text in areas for word in WORD.findall(text))
    codes = {word: chr(place) for place, word in enumerate(words)}
    numbers = np.array([[*map(ord, row)] for row in read_rows(areas, shape, codes, {})])
    rows = read_rows(grid, shape, tokens.tokens, kinds.get(kind).alphabet) if grid else None
    said = None if number is None else read_number(number[1], tokens.number)
    return make_mapped(kind, tokens, numbers, said, rows)


def write_regions(puzzle: Puzzle, form: Form) -> list[str]:
    """Return the regions of a puzzle as lines of numbers from 1."""
    return [" ".join(str(number + 1) for number in row) for row in regions_of(puzzle, form).tolist()]


def read_rows(grid: Sequence[Line], shape: Shape, tokens: Mapping[str, str], names: Mapping[str, str]) -> list[str]:
    """Return a grid of tokens as rows of characters; ``names`` says what a character is called in messages.

    >>> read_rows([(7, "- x"), (8, "2 -")], Shape(2, 2), {"-": ".", "x": "#", "2": "2"}, {})
    ['.#', '2.']
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


def read_answer(puzzle: Puzzle, form: Tokens, grid: Sequence[Line]) -> Grid:
    """Read the answer of a puzzle."""
    tokens = {token: char or BARE for token, char in form.answer.items()}
    rows = read_rows(grid, puzzle.shape, tokens, {**puzzle.alphabet, BARE: puzzle.false})
    bare = puzzle.rows(np.zeros((puzzle.shape.rows, puzzle.shape.columns), dtype=np.int8))
    filled = [
        "".join(under if char == BARE else char for char, under in zip(*pair, strict=True))
        for pair in zip(rows, bare, strict=True)
    ]
    with _placed(grid):
        return puzzle.read_rows(filled)


@contextmanager
def _placed(lines: Sequence[Line], *, words: bool = True) -> Iterator[None]:
    """Turn errors about rows into ones about the lines that they were read from; of ``words``, each is a column."""
    try:
        yield
    except InputError as error:
        if error.line is None:
            raise
        line, text = lines[error.line - 1]
        raise InputError(
            error.message, line=line, column=_column(text, error.column) if words else error.column
        ) from None


def write_labels(puzzle: Puzzle) -> list[str]:
    """Return the line of column labels and that of row labels, nothing for a kind without labels."""
    return puzzle.text().split("\n")[1::-1] if puzzle.labelled else []


def write_grid(puzzle: Puzzle, tokens: Tokens) -> list[str]:
    """Return the grid of a puzzle as lines of tokens; what there is no token for is left open."""
    return _write(puzzle.cell_rows, tokens.tokens)


def write_answer(record: Record, form: Tokens | None) -> list[str] | None:
    """Return the answer that came with a puzzle as lines of tokens, ``None`` where there is none that they can say."""
    puzzle = record.puzzle
    if record.answer is None or form is None:
        return None
    rows = puzzle.rows(record.answer)
    lines = _write(rows, {**form.tokens, **{token: char for token, char in form.answer.items() if char is not None}})
    kept = read_answer(puzzle, form, list(enumerate(lines, 1)))
    return lines if puzzle.rows(kept) == rows else None


def _write(rows: Sequence[str], tokens: Mapping[str, str]) -> list[str]:
    written = {char: token for token, char in tokens.items()}
    return [" ".join(written.get(char, "-") for char in row) for row in rows]


def _column(text: str, place: int | None) -> int:
    """Return the column of the word of that number in a line, or of its end."""
    starts = [word.start() + 1 for word in WORD.finditer(text)]
    return starts[place - 1] if place is not None and place <= len(starts) else len(text) + 1


def read_played(kind: str, rows: Sequence[str]) -> tuple[Puzzle, Grid]:
    """Return the puzzle of rows in a kind's characters, and what a player has put on it.

    >>> puzzle, filled = read_played("lightup", ["o1", ".x"])
    >>> puzzle.clues, filled.tolist()
    (['.1', '..'], [[1, -1], [-1, 0]])
    """
    answer = kinds.get(kind).answer
    puzzle = make(kind, [spelt(row, dict.fromkeys(answer, answer[2])) for row in rows])
    return puzzle, make(kind, list(rows)).givens


def read_lines(kind: str, lines: Sequence[str], first: int, shape: Shape, tokens: Cells) -> tuple[Puzzle, Grid]:
    """Return what :func:`read_played` does of lines of tokens between blanks, which are numbered from ``first``."""
    made = kinds.get(kind)
    names = {**made.alphabet, made.answer[0]: made.false, made.answer[1]: made.true}
    return read_played(kind, read_rows(list(enumerate(lines[: shape.rows], first)), shape, tokens, names))


def write_played(record: Record, form: Form) -> list[str]:
    """Return rows of tokens, a blank after each, with what a player has entered, else the cells that are given."""
    puzzle = record.puzzle
    false, true, unknown = tuple(puzzle.answer)
    rows = np.array([*map(list, cut(joined(puzzle, "".join(set(puzzle.alphabet) - {false, true})), puzzle.shape))])
    values = puzzle.givens if record.filled is None else record.filled
    free = rows == unknown
    rows[free & (values == 0)] = false
    rows[free & (values == 1)] = true
    written = form.written
    return ["".join(f"{written[cell]} " for cell in row) for row in rows.tolist()]
