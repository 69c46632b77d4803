"""Binairo grids as many programs keep them: 0 and 1, or X and O, and one of several characters for an open cell.

::

    # a comment
    4
    0--1
    ----
    -1--
    ----

The first line may be the side, or the rows and the columns, where the grid below has that size. Cells may stand apart
by blanks, and lines that hold more than cells behind a ``#`` are comments. ``X`` is an open cell in some of these files
and a one in magazines (Binoxxo), so these are two formats.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from litgrid.core.characters import shorten
from litgrid.core.errors import InputError
from litgrid.core.numerals import BLANKS
from litgrid.formats.base import Block, Format, Record, Request, blocks, read_blocks, read_shape
from litgrid.formats.tokens import Line
from litgrid.puzzles import kinds

KIND = "binairo"
BLANK = re.compile(r"[ \t]")
SIZE = re.compile(r"[ \t]*([0-9]+)(?:[ \t]+([0-9]+))?")


class TakuzuGrid(Format):
    """See the module's description.

    Parameters
    ----------
    name, summary, example
        those of the format
    values
        the characters of zero and one
    open_cells
        the characters of an open cell
    sure
        the characters that a text must have, and those that it may have, to be detected
    hint
        what to say about characters of the other format
    """

    kinds = (KIND,)

    def __init__(
        self, name: str, summary: str, example: str, *, values: str, open_cells: str, sure: tuple[str, str], hint: str
    ) -> None:
        self.name, self.summary, self.example = name, summary, example
        self._meaning = {**dict.fromkeys(open_cells, "."), values[0]: "0", values[1]: "1"}
        self._table = str.maketrans({"0": values[0], "1": values[1]})
        self._open, self._sure, self._hint = open_cells, sure, hint

    def sniff(self, text: str) -> Collection[str]:
        """See :meth:`Format.sniff`; the first puzzle decides, if it has what no other format has."""
        first = next(blocks(text), None)
        if first is None:
            return ()
        rows = [BLANK.sub("", line) for line in first.lines]
        if SIZE.fullmatch(first.lines[0]) and (len(rows) < 2 or len(rows[0]) != len(rows[1])):
            del rows[0]
        must, may = self._sure
        found = set("".join(rows))
        even = len(rows) % 2 == 0 and len({len(row) for row in rows}) == 1 and len(rows[0]) % 2 == 0
        return (KIND,) if len(rows) >= 4 and even and set(must) <= found <= set(must + may) else ()

    def read(self, text: str, request: Request) -> Iterator[Record | InputError]:
        """See :meth:`Format.read`."""
        found = (block for block in blocks(text) if any(not self._is_comment(line) for line in block.lines))
        yield from read_blocks(found, self._read, request)

    def write(self, record: Record) -> str:
        """See :meth:`Format.write`."""
        puzzle = record.puzzle
        self.check_holds(puzzle)
        rows, columns = puzzle.shape.rows, puzzle.shape.columns
        size = str(rows) if rows == columns else f"{rows} {columns}"
        return "\n".join([size, *(row.translate(self._table) for row in puzzle.clues), ""])

    def _is_comment(self, line: str) -> bool:
        return line.lstrip(BLANKS).startswith("#") and not set(BLANK.sub("", line)) <= self._meaning.keys()

    def _read(self, block: Block, request: Request) -> Record:
        lines = [(number, line) for number, line in enumerate(block.lines, 1) if not self._is_comment(line)]
        grid = lines[1:] if self._has_size(lines) else lines
        if not grid:
            raise InputError("expected a grid below the line with its size, got nothing", line=lines[0][0], column=1)
        rows = [self._row(line) for line in grid]
        try:
            puzzle = kinds.get(KIND).from_clues(rows)
        except InputError as error:
            line, text = grid[(error.line or 1) - 1]
            raise InputError(error.message, line=line, column=len(text)) from None
        return request.record(puzzle, block.line)

    def _has_size(self, lines: list[Line]) -> bool:
        """Return whether the first line is the size of the grid below it, and not a row."""
        number, first = lines[0]
        found = SIZE.fullmatch(first)
        if found is None:
            return False
        below = [BLANK.sub("", line) for _, line in lines[1:]]
        sides = found[1], found[2] or found[1]
        size = str(len(below)), str(len(below[0])) if below else "0"
        is_row = set(BLANK.sub("", first)) <= self._meaning.keys()
        if sides == size or (is_row and sides[1] != size[1]):
            return sides == size
        try:
            shape = read_shape(*sides)
        except InputError as error:
            raise InputError(error.message, line=number, column=1) from None
        raise InputError(f"expected {shape} cells, as this line says, got {' x '.join(size)}", line=number, column=1)

    def _row(self, line: Line) -> str:
        number, text = line
        for column, char in enumerate(text, 1):
            if char not in self._meaning and char not in " \t":
                values = " ".join(char for char in self._meaning if char not in self._open)
                message = f"expected cells as {values} and for an open cell one of {' '.join(self._open)}; got"
                raise InputError(f"{message} {shorten(char)}{self._hint}", line=number, column=column)
        return "".join(self._meaning[char] for char in BLANK.sub("", text))


TAKUZU_TEXT = TakuzuGrid(
    "takuzu-text",
    "Binairo: perhaps a line with the side, then rows of 0, 1 and one of . - _ X x # for an open cell",
    "4\n0--1\n----\n-1--\n----\n",
    values="01",
    open_cells=".-_Xx#",
    sure=("-", "01"),
    hint="; with X and O it is the format binoxxo",
)
BINOXXO = TakuzuGrid(
    "binoxxo",
    "Binairo: perhaps a line with the side, then rows of O (zero), X (one) and one of . - _ for an open cell",
    "4\nO..X\n....\n.X..\n....\n",
    values="OX",
    open_cells=".-_",
    sure=("OX", ".-_"),
    hint="; with 0 and 1 it is the format takuzu-text",
)
