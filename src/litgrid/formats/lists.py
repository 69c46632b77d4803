"""Boards as programs have them in their code: a list of lists of numbers.

A name and ``=`` may stand before the list, and commas behind its lists, as in Python. Blank lines separate puzzles.
"""

from __future__ import annotations

import re
from collections.abc import Collection

from litgrid.core.characters import shorten
from litgrid.core.errors import InputError
from litgrid.core.forms import Lists
from litgrid.core.numerals import SPACE
from litgrid.formats.base import Block, Record, Request, RowFormat, cut, joined, wrong
from litgrid.puzzles import kinds

BEGIN = re.compile(r"[ \t\r\n]*(?:[A-Za-z_]\w*[ \t]*=[ \t\r\n]*)?\[[ \t\r\n]*(?=\[)")
NUMBER = re.compile(r"\[[ \t\r\n]*-?[0-9]")
ROW = re.compile(r"\[([^][]*)\][ \t\r\n]*,?[ \t\r\n]*")
VALUE = re.compile(r"[^ \t\r\n,]+")


class ListsFormat(RowFormat[Lists]):
    """See the module's description."""

    def __init__(self, kind: str, row: Lists) -> None:
        super().__init__(kind, row)
        self.cells = {kind: "".join(row.tokens.values())}

    def sniff(self, text: str) -> Collection[str]:
        """See :meth:`Format.sniff`."""
        begin = BEGIN.match(text)
        return self.kinds if begin and NUMBER.match(text, begin.end()) else ()

    def _read(self, block: Block, request: Request) -> Record:
        text, tokens = "\n".join(block.lines), self.row.tokens
        begin = BEGIN.match(text)
        if begin is None:
            raise wrong(text, 0, f"expected a list of lists, as [[-2, 1], [-1, -2]], got {shorten(block.lines[0])}")
        rows, places, place = [], [], begin.end()
        while row := ROW.match(text, place):
            cells = []
            for value in VALUE.finditer(text, row.start(1), row.end(1)):
                if value[0] not in tokens:
                    raise wrong(text, value.start(), f"expected one of {', '.join(tokens)}, got {shorten(value[0])}")
                cells.append(tokens[value[0]])
            rows.append("".join(cells))
            places.append(row.start())
            place = row.end()
        rest = text[place:].strip(SPACE)
        if rest != "]":
            raise wrong(text, place, f"expected ] or another list, got {shorten(rest) if rest else 'the end'}")
        try:
            puzzle = kinds.get(self.kind).from_clues(rows)
        except InputError as error:
            raise wrong(text, places[error.line - 1] if error.line else 0, error.message) from None
        return request.record(puzzle, block.line)

    def _write(self, record: Record) -> str:
        written = {char: value for value, char in self.row.tokens.items()}
        cells = cut(joined(record.puzzle, self.cells[self.kind]), record.puzzle.shape)
        rows = (", ".join(written[char] for char in row) for row in cells)
        return "[" + ",\n ".join(f"[{row}]" for row in rows) + "]\n"
