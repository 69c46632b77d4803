"""Files of PencilBox and Kanpen, in both of their forms.

As text, the rows, the columns, then a token a cell, with what a player has done. As XML, the numbers with their places
(from 1), and a player's rows, a tag a cell. The text form is written.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping

from litgrid.core.characters import shorten
from litgrid.core.errors import InputError
from litgrid.core.forms import Player
from litgrid.core.numerals import whole
from litgrid.formats.base import Frame
from litgrid.formats.markup import Board, read_xml
from litgrid.formats.reading import Block, blocks, everything, read_shape
from litgrid.formats.record import Record, Request
from litgrid.formats.tokens import read_lines, read_played, write_played
from litgrid.puzzles import kinds

XML = re.compile(r"[ \t\r\n]*<(?:\?xml|puzzle)\b")


class PencilBox(Frame[Player]):
    name = "pencilbox"
    aliases = ("kanpen",)
    about = "{titles}: a file of PencilBox or Kanpen: rows, columns, then a token a cell; or XML"
    holds_entries = plays = True

    def sure(self, text: str) -> bool:
        # The form in XML does.
        return text.lstrip().startswith("<")

    def sniff(self, text: str) -> Collection[str]:
        # Of XML only what says that it is of a kind of these programs, ours or another.
        if XML.match(text[:200]):
            return self.kinds if re.search(r"<puzzle[ \t\r\n][^>]*\btype[ \t\r\n]*=", text[:2000]) else ()
        first = next(blocks(text), None)
        if first is None or len(first.lines) < 3 or any(whole(line) is None for line in first.lines[:2]):
            return ()
        tokens = set(first.lines[2].split(" "))
        return [kind for kind, form in self.forms.items() if tokens <= form.tokens.keys()]

    def _blocks(self, text: str) -> Iterable[Block]:
        return everything(text) if XML.match(text[:200]) else blocks(text)

    def _read(self, block: Block, request: Request) -> Record:
        if XML.match(text := "\n".join(block.lines)):
            reader = _Reader()
            read_xml(text, reader.element)
            puzzle, filled = read_played(reader.kind, reader.board.rows("expected an element size, got none"))
            return request.record(puzzle, 1, filled=filled)
        if len(block.lines) < 3:
            message = "expected a line with the rows, one with the columns, and the cells below"
            raise InputError(message, line=1, column=1)
        shape = read_shape(block.lines[0], block.lines[1], line=1)
        kind = request.kind or self.kinds[0]
        puzzle, filled = read_lines(kind, block.lines[2:], 3, shape, self.forms[kind].tokens)
        if len(block.lines) > shape.rows + 2:
            raise InputError(f"expected {shape.rows} rows, as line 1 says, got more", line=shape.rows + 3, column=1)
        return request.record(puzzle, block.line, filled=filled)

    def _write(self, record: Record) -> str:
        shape, form = record.puzzle.shape, self.of(record.puzzle)
        return "\n".join([str(shape.rows), str(shape.columns), *write_played(record, form), ""])


PENCILBOX = PencilBox()


class _Reader:
    """What the elements of a file have said so far."""

    def __init__(self) -> None:
        self.board = Board()
        self.kind, self._form = next(iter(PENCILBOX.forms.items()))
        self._row = self._column = 0

    def element(self, path: list[str], values: Mapping[str, str]) -> None:
        tag, form = path[-1], self._form
        if tag == "puzzle":
            said = values.get("type", "")
            kind = PENCILBOX.named(said)
            if kind is None:
                known = ", ".join(kinds.names())
                raise InputError(f"this is a puzzle of the type {shorten(said)}; litgrid knows {known}")
            self.kind, self._form = kind, PENCILBOX.forms[kind]
        elif tag == "size":
            self.board.size(read_shape(values.get("row", ""), values.get("col", "")))
        elif tag == "number":
            cell = form.tokens.get(values.get("n", ""), "")
            if cell in ("", *form.tags.values()):
                raise InputError(f"expected a number from 0 to 5, got {shorten(values.get('n', ''))}")
            self._put(values.get("r", ""), values.get("c", ""), cell)
        elif tag == "arow":
            self._row, self._column = _number(values.get("row", "")), 0
        elif tag in form.tags and self._row:
            self._column += 1
            self._put(str(self._row), str(self._column), form.tags[tag])

    def _put(self, row: str, column: str, cell: str) -> None:
        if self.board.shape is None:
            raise InputError("expected the size before the cells")
        place = _number(row) - 1, _number(column) - 1
        if not self.board.has(*place):
            raise InputError(f"expected a cell of a board of {self.board.shape}, got row {row}, column {column}")
        if self.board.cells[place[0]][place[1]] == ".":  # a wall stays one, whatever a player's row has there
            self.board.cells[place[0]][place[1]] = cell


def _number(text: str) -> int:
    number = whole(text)
    if number is None:
        raise InputError(f"expected a number, got {shorten(text)}")
    return number
