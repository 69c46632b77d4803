r"""Matrices: grids of tokens that know their places, and the ways in which lines are one.

What a token means is not asked here, nor what stands around the lines. Cells may stand apart by tabs, commas,
semicolons, bars or blanks, or close together; below a size, below the head of a table, or all on one line.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import isqrt
from string import ascii_uppercase

from litgrid.core.characters import by_one
from litgrid.core.errors import InputError
from litgrid.core.grid import Shape
from litgrid.core.numerals import BLANKS, SPACE, whole
from litgrid.formats.laying import has_cells
from litgrid.formats.reading import SIZE

RULE = re.compile(r"(?=[^=-]*[=-])[ \t|+:=-]*")
DRAWN = re.compile(r"--|[+=]")
NUMBER = re.compile(r"(-?[0-9]{1,9})\.0*")
WORD = re.compile(r"[A-Za-z][a-z']+(?=[]).,:;?!\"' \t]|$)")
ASIDE = ("#", "%", "//")
"""What a comment begins with."""
NOTHING = frozenset({"none", "null", "nil", "undefined", "nan", "&nbsp;", "\N{NO-BREAK SPACE}"})
LEAST = 16
"""So many cells on one line are a square board."""


@dataclass(frozen=True)
class Matrix:
    """A grid of tokens, the empty one where nothing stands."""

    rows: Sequence[Sequence[str]]
    place: Callable[[int, int], tuple[int, int]]  # line and column of a token, from 1, by its row and column from 0
    line: int = 1  # where the grid begins
    laid: str = ""  # how the cells are laid out, where the text leaves that open

    @property
    def shape(self) -> Shape:
        """The size; of rows that differ that of the first."""
        return Shape(len(self.rows), len(self.rows[0]))

    def error(self, message: str, row: int = 0, column: int = 0) -> InputError:
        """Return an error about a token."""
        line, place = self.place(row, column)
        return InputError(message, line=line, column=place)

    def ragged(self) -> InputError | None:
        """Return what is wrong with rows that are not of one length."""
        width = len(self.rows[0])
        row = next((number for number, tokens in enumerate(self.rows) if len(tokens) != width), None)
        if row is None:
            return None
        got = len(self.rows[row])
        return self.error(
            f"expected {width} cells, as in the first row, got {got}{by_one(got, width)}", row, min(got, width)
        )

    def moved(self, there: Callable[[int, int], tuple[int, int]]) -> Matrix:
        """Return the same grid, in a text where lines and columns are elsewhere."""
        return replace(self, place=lambda row, column: there(*self.place(row, column)))

    def below(self, lines: int) -> Matrix:
        """Return the same grid, with so many lines before it."""
        return replace(self.moved(lambda line, column: (line + lines, column)), line=self.line + lines)


@dataclass(frozen=True)
class _Line:
    """A row of tokens, and where they stand: in the line of this number, from these columns on."""

    number: int
    tokens: Sequence[str]
    columns: Sequence[int]
    tabbed: bool = False


def token(text: str) -> str:
    """Return a token as it is compared.

    >>> token(" 'x' "), token("None"), token("-1.0")
    ('x', '', '-1')
    """
    text = text.strip(SPACE)
    if len(text) > 1 and text[0] == text[-1] and text[0] in "\"'`":
        text = text[1:-1].strip(SPACE)
    if text.lower() in NOTHING:
        return ""
    number = NUMBER.fullmatch(text)
    return number[1] if number else text


def is_prose(line: str) -> bool:
    """Whether a line is words, as around a puzzle, or a comment, and not cells.

    >>> is_prose("Can anybody solve this?"), is_prose("# by hand"), is_prose("xo ox"), is_prose("#..2")
    (True, True, False, False)
    """
    begin = line[:200].strip(BLANKS)
    if begin[:1] in ("{", "["):
        return False
    words = WORD.findall(begin)
    several = len({char for word in words for char in word.lower()}) > 3
    return several and (len(words) > 1 or begin.startswith(ASIDE) or begin[-1:] in tuple(".:?!"))


def grids(lines: Sequence[str]) -> list[Matrix]:
    r"""Return the ways in which lines are a grid, the first is the likeliest; none where they cannot be one.

    >>> grids(["4", "0,,1", ",1,"])
    []
    >>> grids(["2 3", "0,,1", ",1,"])[0].rows
    [['0', '', '1'], ['', '1', '']]
    """
    kept = [
        (number, line)
        for number, line in enumerate(lines, 1)
        if line and not is_prose(line) and not (line.startswith("+") and RULE.fullmatch(line))
    ]
    ways: Iterable[list[_Line]] = _ways(kept) if kept else []
    return [grid for way in ways for grid in _sized([line for line in way if line.tokens])]


def _ways(lines: list[tuple[int, str]]) -> Iterator[list[_Line]]:
    """Yield lines cut into tokens, in each way that they could be."""
    for mark in "\t|;,":
        if sum(mark in line for _, line in lines) >= max(len(lines) - 1, 1):
            yield from _marked(lines, mark)
            return
    sized = SIZE.fullmatch(lines[0][1]) is not None and not any(" " in line for _, line in lines[1:])
    if " " in lines[0][1] and sized:
        yield [_words(*lines[0]), *(_Line(number, line, range(1, len(line) + 1)) for number, line in lines[1:])]
    elif any(" " in line for _, line in lines):
        words = [_words(number, line) for number, line in lines]
        yield words
        if all(len(word) > 1 for line in words for word in line.tokens):
            yield [_Line(line.number, "".join(line.tokens), _close(line)) for line in words]
        yield from _blank(lines, words)
    else:
        yield [_Line(number, line, range(1, len(line) + 1)) for number, line in lines]


def _marked(lines: list[tuple[int, str]], mark: str) -> Iterator[list[_Line]]:
    """Yield lines cut where a mark stands: of a table with and without its head, and with and without an empty end."""
    for cells, headed in _ruled(lines) if mark == "|" else [(lines, False)]:
        split = [_split(number, line, mark, at > 0) for at, (number, line) in enumerate(cells)]
        head = split[0].tokens
        body = {one for line in split[1:] for one in line.tokens}
        words = any(len(one) > 2 and one not in body for one in head)
        if not (headed and words):
            yield split
        if headed and (words or _ordered(head) or body.isdisjoint(head) or not any(head)):
            yield split[1:]
        if mark != "|" and all(len(line.tokens) > 1 and not line.tokens[-1] for line in split):
            yield [replace(line, tokens=line.tokens[:-1]) for line in split]


def _blank(lines: list[tuple[int, str]], words: list[_Line]) -> Iterator[list[_Line]]:
    """Yield lines cut into cells of which some are blanks, with all, some and none of what they are indented by."""
    aligned = len({tuple(line.columns) for line in words}) == 1
    apart = len({len(line.tokens) for line in words}) == 1 and len(words[0].tokens) > 1
    # Numbers of more digits are parted by blanks.
    numbers = apart and any(len(word) > 1 and whole(word) is not None for line in words for word in line.tokens)
    if aligned or numbers or not any(has_cells(line) for _, line in lines):
        return
    cells = [(number, line) for number, line in lines if not SIZE.fullmatch(line) or len(line) > 2]
    width = max(len(line) for _, line in cells)
    step = 1 if any(line[1::2].strip(BLANKS) for _, line in cells) else 2
    indent = min(len(line) - len(line.lstrip(BLANKS)) for _, line in cells if line.strip(BLANKS))
    for start in dict.fromkeys((indent, *(usual for usual in (8, 4, 2) if usual < indent), 0)):
        yield [
            _Line(number, [token(char) for char in line.ljust(width)[start::step]], range(start + 1, width + 1, step))
            for number, line in cells
        ]


def _ruled(lines: list[tuple[int, str]]) -> Iterator[tuple[list[tuple[int, str]], bool]]:
    """Yield the rows of a table, and whether the first is its head, where a ``-`` may be a rule or an open cell.

    What has ``--`` in it, or ``+`` or ``=``, is a rule wherever it stands.
    """
    rows = [(number, line) for number, line in lines if not (RULE.fullmatch(line) and DRAWN.search(line))]
    if len(rows) < len(lines):
        yield rows, lines[1] not in rows
        return
    yield lines, False
    if len(lines) > 2 and RULE.fullmatch(lines[1][1]):
        yield [lines[0], *lines[2:]], True


def _ordered(tokens: Sequence[str]) -> bool:
    """Whether tokens are 1, 2, 3 or A, B, C, as above columns."""
    letters = "".join(tokens).upper()
    numbers = list(map(str, range(len(tokens) + 1)))
    return list(tokens) in (numbers[:-1], numbers[1:]) or (len(letters) == len(tokens) and letters in ascii_uppercase)


def _split(number: int, line: str, mark: str, below: bool) -> _Line:
    pieces = line.split(mark)
    starts = [0, *itertools.accumulate(len(piece) + 1 for piece in pieces)]
    if mark == "|":
        first, last = pieces[0].strip(BLANKS) == "", pieces[-1].strip(BLANKS) == "" and len(pieces) > 1
        pieces, starts = pieces[first : len(pieces) - last], starts[first:]
    columns = [start + 1 + len(piece) - len(piece.lstrip(BLANKS)) for piece, start in zip(pieces, starts, strict=False)]
    return _Line(
        number, [token(piece) for piece in pieces], columns, tabbed=mark == "\t" and (below or len(pieces) > 1)
    )


def _words(number: int, line: str) -> _Line:
    found = list(re.finditer(f"[^{BLANKS}]+", line))
    return _Line(number, [token(word[0]) for word in found], [word.start() + 1 for word in found])


def _close(line: _Line) -> list[int]:
    return [at + n for word, at in zip(line.tokens, line.columns, strict=True) for n in range(len(word))]


def _sized(lines: list[_Line]) -> Iterator[Matrix]:
    """Yield the grids that lines can be: all of them, or those below a size; one line may be a square."""
    if not lines:
        return
    whole_grid, below = _matrix(lines), lines[1:]
    first = lines[0].tokens
    size = (
        SIZE.fullmatch(first if isinstance(first, str) else " ".join(first))
        if len(first) < 3 or isinstance(first, str)
        else None
    )
    if size and below:
        grid = _matrix(below)
        claimed = (int(size[1]), int(size[2] or size[1]))
        if claimed == (grid.shape.rows, grid.shape.columns):
            yield replace(grid, line=lines[0].number)
            whole_grid = replace(whole_grid, laid="the first line a row")
        if whole_grid.ragged() is not None:
            return
    if len(lines) == 1 and len(lines[0].tokens) >= LEAST and isqrt(len(lines[0].tokens)) ** 2 == len(lines[0].tokens):
        yield folded(whole_grid)
    yield whole_grid


def folded(grid: Matrix) -> Matrix:
    """Return the square board that stands in one row."""
    (row,), side = grid.rows, isqrt(len(grid.rows[0]))
    rows = [row[start : start + side] for start in range(0, side * side, side)]
    return Matrix(
        rows, lambda line, column: grid.place(0, line * side + column), grid.line, f"{side} rows of {side} on one line"
    )


def _matrix(lines: list[_Line]) -> Matrix:
    width = max(len(line.tokens) for line in lines)
    # What is empty at the end of a line is gone with its tabs.
    rows = [[*line.tokens, *[""] * (width - len(line.tokens))] if line.tabbed else line.tokens for line in lines]

    def place(row: int, column: int) -> tuple[int, int]:
        columns = lines[row].columns
        return lines[row].number, columns[column] if column < len(columns) else columns[-1] + 1 if columns else 1

    return Matrix(rows, place, lines[0].number)
