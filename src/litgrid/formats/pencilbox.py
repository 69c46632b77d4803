"""Light Up files of PencilBox and Kanpen, in both of their forms.

As text, the rows, the columns, then a token a cell: ``.`` free, ``0`` to ``4``, ``5`` for a plain wall, and what a
player has done: ``+`` a bulb, ``*`` no bulb. As XML, the walls with their places (from 1) and numbers, and a player's
rows: ``u`` unknown, ``w`` a bulb, ``s`` no bulb. The text form is written.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from functools import partial

from litgrid.core.characters import shorten
from litgrid.core.errors import InputError
from litgrid.core.grid import Shape
from litgrid.core.numerals import whole
from litgrid.formats.base import Block, Format, Record, Request, attempt, blocks, read_blocks, read_shape
from litgrid.formats.markup import read_xml
from litgrid.formats.played import KIND, given, read_played, read_tokens, write_played
from litgrid.puzzles import kinds

MEANING = {".": ".", **{str(number): str(number) for number in range(5)}, "5": "#", "+": "o", "*": "x"}
TO_TOKEN = {ord(cell): token for token, cell in MEANING.items()}
XML = re.compile(r"[ \t\r\n]*<(?:\?xml|puzzle)\b")
PLAYED = {"u": ".", "w": "o", "s": "x"}


class PencilBox(Format):
    """See the module's description."""

    name = "pencilbox"
    aliases = ("kanpen",)
    summary = (
        "Light Up: a file of PencilBox or Kanpen: rows, columns, then . 0-4 5 (plain wall) + (bulb) * (no bulb); or XML"
    )
    kinds = (KIND,)
    example = "3\n3\n+ 1 . \n. . + \n5 + 2 \n"
    holds_answers = True

    def sniff(self, text: str) -> Collection[str]:
        """See :meth:`Format.sniff`; of XML only what says that it is of this kind, or of another of these programs."""
        if XML.match(text[:200]):
            return (KIND,) if re.search(r"<puzzle[ \t\r\n][^>]*\btype[ \t\r\n]*=", text[:2000]) else ()
        first = next(blocks(text), None)
        if first is None or len(first.lines) < 3:
            return ()
        sized = all(whole(line) is not None for line in first.lines[:2])
        return (KIND,) if sized and set(first.lines[2].split(" ")) <= MEANING.keys() else ()

    def read(self, text: str, request: Request) -> Iterator[Record | InputError]:
        """See :meth:`Format.read`."""
        if XML.match(text[:200]):
            yield attempt(partial(_read_xml, text, request), request, 1)
        else:
            yield from read_blocks(blocks(text), _read, request)

    def write(self, record: Record) -> str:
        """See :meth:`Format.write`."""
        self.check_holds(record.puzzle)
        shape = record.puzzle.shape
        rows = ["".join(f"{cell} " for cell in row.translate(TO_TOKEN)) for row in write_played(record)]
        return "\n".join([str(shape.rows), str(shape.columns), *rows, ""])

    def lost(self, record: Record) -> tuple[str, ...]:
        """See :meth:`Format.lost`."""
        told = (f"{self.name} cannot tell cells that are given from an answer",) if given(record) else ()
        return super().lost(record) + told


PENCILBOX = PencilBox()


def _read(block: Block, request: Request) -> Record:
    if len(block.lines) < 3:
        raise InputError("expected a line with the rows, one with the columns, and the cells below", line=1, column=1)
    try:
        shape = read_shape(block.lines[0], block.lines[1])
    except InputError as error:
        raise InputError(error.message, line=1, column=1) from None
    puzzle, filled = read_played(read_tokens(block.lines[2:], shape, MEANING, 3))
    if len(block.lines) > shape.rows + 2:
        raise InputError(f"expected {shape.rows} rows, as line 1 says, got more", line=shape.rows + 3, column=1)
    return request.record(puzzle, block.line, filled=filled)


def _read_xml(text: str, request: Request) -> Record:
    board = _Board()
    read_xml(text, board.element)
    puzzle, filled = read_played(board.rows())
    return request.record(puzzle, 1, filled=filled)


class _Board:
    """What the elements of a file have said so far."""

    def __init__(self) -> None:
        self._shape: Shape | None = None
        self._cells: list[list[str]] = []
        self._row = self._column = 0

    def element(self, tag: str, values: Mapping[str, str]) -> None:
        """Take in one element."""
        if tag == "puzzle" and values.get("type", "") not in ("bijutsukan", "lightup", "akari"):
            known = ", ".join(kinds.names())
            raise InputError(f"this is a puzzle of the type {shorten(values.get('type', ''))}; litgrid knows {known}")
        if tag == "size":
            self._shape = read_shape(values.get("row", ""), values.get("col", ""))
            self._cells = [["."] * self._shape.columns for _ in range(self._shape.rows)]
        elif tag == "number":
            wall = MEANING.get(values.get("n", ""), "")
            if wall not in set("#01234"):
                raise InputError(f"expected a number from 0 to 5, got {shorten(values.get('n', ''))}")
            self._put(values.get("r", ""), values.get("c", ""), wall)
        elif tag == "arow":
            self._row, self._column = _number(values.get("row", "")), 0
        elif tag in PLAYED and self._row:
            self._column += 1
            self._put(str(self._row), str(self._column), PLAYED[tag])

    def _put(self, row: str, column: str, cell: str) -> None:
        if self._shape is None:
            raise InputError("expected the size before the cells")
        place = _number(row) - 1, _number(column) - 1
        if not (0 <= place[0] < self._shape.rows and 0 <= place[1] < self._shape.columns):
            raise InputError(f"expected a cell of a board of {self._shape}, got row {row}, column {column}")
        if self._cells[place[0]][place[1]] == ".":  # a wall stays one, whatever a player's row has there
            self._cells[place[0]][place[1]] = cell

    def rows(self) -> list[str]:
        """Return the rows of the board."""
        if self._shape is None:
            raise InputError("expected an element size, got none")
        return ["".join(row) for row in self._cells]


def _number(text: str) -> int:
    number = whole(text)
    if number is None:
        raise InputError(f"expected a number, got {shorten(text)}")
    return number
