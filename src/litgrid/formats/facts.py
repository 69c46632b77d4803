"""Boards as facts of answer set programming: ``grid(6).`` and ``filled(X,Y,V).``, X a column and Y a row, from 1.

Comments begin with ``%``.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable

from litgrid.core.characters import shorten
from litgrid.core.codecs import OPEN
from litgrid.core.errors import InputError
from litgrid.core.forms import Facts
from litgrid.core.grid import Shape
from litgrid.core.numerals import SPACE, whole
from litgrid.formats.base import Block, Record, Request, RowFormat, everything, make, read_shape, square, wrong
from litgrid.formats.json_places import after_blanks
from litgrid.formats.markup import Board

COMMENT = re.compile("%[^\r\n]*")
FACT = re.compile(r"(?P<name>[a-z]\w*)[ \t\r\n]*\((?P<values>[0-9, \t\r\n()]*)\)[ \t\r\n]*\.", re.ASCII)
GRID = re.compile(r"(?:^|\.)[ \t]*grid\([ \t\r\n]*[0-9]+[ \t\r\n]*\)[ \t\r\n]*\.", re.MULTILINE)
BEGIN = re.compile(r"[ \t\r\n]*(?:%|[a-z]\w*[ \t\r\n]*\()")


class FactsFormat(RowFormat[Facts]):
    """See the module's description."""

    separator = None

    def sniff(self, text: str) -> Collection[str]:
        """See :meth:`Format.sniff`."""
        return self.kinds if BEGIN.match(text) and GRID.search(text) else ()

    def _blocks(self, text: str) -> Iterable[Block]:
        return everything(text)

    def _read(self, block: Block, request: Request) -> Record:
        text = "\n".join(block.lines)
        plain = COMMENT.sub(lambda comment: " " * len(comment[0]), text)
        shape: Shape | None = None
        filled: dict[tuple[int, int], tuple[str, int]] = {}
        place = after_blanks(plain, 0)
        while place < len(plain):
            fact = FACT.match(plain, place)
            if fact is None:
                got = shorten(plain[place : place + 100].split("\n")[0])
                raise wrong(text, place, f"expected a fact such as filled(1,2,0)., got {got}")
            values = [value.strip(SPACE) for value in fact["values"].split(",")]
            if fact["name"] == "grid" and shape is None and len(values) == 1:
                try:
                    shape = read_shape(values[0], values[0])
                except InputError as error:
                    raise wrong(text, place, error.message) from None
            elif (
                fact["name"] == "filled"
                and len(values) == 3
                and (column := whole(values[0])) is not None
                and (row := whole(values[1])) is not None
            ):
                if values[2] not in self.row.tokens or filled.get((row, column), (values[2],))[0] != values[2]:
                    known = " or ".join(self.row.tokens)
                    raise wrong(text, place, f"expected one value for each cell, {known}, got {shorten(fact[0])}")
                filled[row, column] = (values[2], place)
            else:
                message = f"expected grid(N) once and facts filled(column,row,value), got {shorten(fact[0])}"
                raise wrong(text, place, message + self.row.hints.get(fact["name"], ""))
            place = after_blanks(plain, fact.end())
        if shape is None:
            raise InputError("expected a fact grid(N) with the size, got none", line=1, column=1)
        board = Board(shape)
        for (row, column), (value, place) in filled.items():
            if not board.has(row - 1, column - 1):
                got = f"filled({column},{row},{value})"
                raise wrong(text, place, f"expected a cell of the board of {shape}, got {got}")
            board.cells[row - 1][column - 1] = self.row.tokens[value]
        return request.record(make(self.kind, board.rows()), 1)

    def _write(self, record: Record) -> str:
        written = {char: token for token, char in self.row.tokens.items()}
        lines = [f"grid({square(record.puzzle, self.name)})."]
        for row, line in enumerate(record.puzzle.clues, 1):
            cells = ((column, char) for column, char in enumerate(line, 1) if char != OPEN)
            lines.append(" ".join(f"filled({column},{row},{written[char]})." for column, char in cells))
        return "\n".join([*filter(None, lines), ""])
