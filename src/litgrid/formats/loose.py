"""Grids of two values as many programs keep them, with one of several characters for an open cell.

::

    # a comment
    4
    0--1
    ----
    -1--
    ----

The first line may be the side, or the rows and the columns, where the grid below has that size. Cells may stand apart
by blanks, and lines that hold more than cells behind a ``#`` are comments.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable

from litgrid.core.characters import shorten
from litgrid.core.errors import InputError
from litgrid.core.forms import Loose
from litgrid.core.numerals import BLANKS
from litgrid.formats.base import Block, Record, Request, RowFormat, blocks, read_shape
from litgrid.formats.tokens import Line
from litgrid.puzzles import kinds

SIZE = re.compile(r"[ \t]*([0-9]+)(?:[ \t]+([0-9]+))?")


def _tight(line: str) -> str:
    return re.sub(r"[ \t]", "", line)


class LooseFormat(RowFormat[Loose]):
    """See the module's description."""

    def __init__(self, kind: str, row: Loose) -> None:
        super().__init__(kind, row)
        false, true, unknown = kinds.get(kind).answer
        self._meaning = {**dict.fromkeys(row.opens, unknown), row.values[0]: false, row.values[1]: true}
        self._written = str.maketrans(false + true, row.values)

    def sniff(self, text: str) -> Collection[str]:
        """See :meth:`Format.sniff`; the first puzzle decides, if it has what no other format has."""
        first = next(blocks(text), None)
        if first is None:
            return ()
        rows = [_tight(line) for line in first.lines]
        if SIZE.fullmatch(first.lines[0]) and (len(rows) < 2 or len(rows[0]) != len(rows[1])):
            del rows[0]
        found = set("".join(rows))
        even = len(rows) % 2 == 0 and len({len(row) for row in rows}) == 1 and len(rows[0]) % 2 == 0
        must, may = set(self.row.must), set(self.row.may)
        return self.kinds if len(rows) >= 4 and even and must <= found <= must | may else ()

    def _blocks(self, text: str) -> Iterable[Block]:
        return (block for block in blocks(text) if not all(map(self._is_comment, block.lines)))

    def _is_comment(self, line: str) -> bool:
        return line.lstrip(BLANKS).startswith("#") and not set(_tight(line)) <= self._meaning.keys()

    def _read(self, block: Block, request: Request) -> Record:
        lines = [(number, line) for number, line in enumerate(block.lines, 1) if not self._is_comment(line)]
        grid = lines[1:] if self._has_size(lines) else lines
        if not grid:
            raise InputError("expected a grid below the line with its size, got nothing", line=lines[0][0], column=1)
        rows = [self._row(line) for line in grid]
        try:
            puzzle = kinds.get(self.kind).from_clues(rows)
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
        below = [_tight(line) for _, line in lines[1:]]
        sides = found[1], found[2] or found[1]
        size = str(len(below)), str(len(below[0])) if below else "0"
        if sides == size or (set(_tight(first)) <= self._meaning.keys() and sides[1] != size[1]):
            return sides == size
        shape = read_shape(*sides, line=number)
        raise InputError(f"expected {shape} cells, as this line says, got {' x '.join(size)}", line=number, column=1)

    def _row(self, line: Line) -> str:
        number, text = line
        for column, char in enumerate(text, 1):
            if char not in self._meaning and char not in BLANKS:
                values = " ".join(char for char in self._meaning if char not in self.row.opens)
                message = f"expected cells as {values} and for an open cell one of {' '.join(self.row.opens)}; got"
                raise InputError(f"{message} {shorten(char)}{self.row.hint}", line=number, column=column)
        return "".join(self._meaning[char] for char in _tight(text))

    def _write(self, record: Record) -> str:
        rows, columns = record.puzzle.shape.rows, record.puzzle.shape.columns
        size = str(rows) if rows == columns else f"{rows} {columns}"
        return "\n".join([size, *(row.translate(self._written) for row in record.puzzle.clues), ""])
