"""Boards as lists, each of one kind, which says what the values are.

``Places`` has the size, then a line with the place and the value of each cell that is not open. ``Lists`` is a list of
lists of numbers, as programs have boards in their code: a name and ``=`` may stand before it, and commas behind its
lists.
"""

from __future__ import annotations

import re
from collections.abc import Collection

from litgrid.core.characters import shorten
from litgrid.core.codecs import OPEN
from litgrid.core.errors import InputError, error_at
from litgrid.core.forms import Lists, Places
from litgrid.core.numerals import BLANKS, SPACE, whole, words
from litgrid.formats.base import RowFormat
from litgrid.formats.markup import Board
from litgrid.formats.reading import Block, blocks, cut, joined, make, read_shape
from litgrid.formats.record import Record, Request

BEGIN = re.compile(r"[ \t\r\n]*(?:[A-Za-z_]\w*[ \t]*=[ \t\r\n]*)?\[[ \t\r\n]*(?=\[)")
ROW = re.compile(r"\[([^][]*)\][ \t\r\n]*,?[ \t\r\n]*")
VALUE = re.compile(r"[^ \t\r\n,]+")


class PlacesFormat(RowFormat[Places]):
    """A board without such cells is not detected."""

    @property
    def _size_lines(self) -> int:
        return 2 if self.row.between == " " else 1

    def sniff(self, text: str) -> Collection[str]:
        first = next(blocks(text), None)
        numbers = [] if first is None else [self._numbers(line) for line in first.lines]
        lengths, size = [len(line) for line in numbers], [2 // self._size_lines] * self._size_lines
        return self.kinds if lengths[: len(size)] == size and set(lengths[len(size) :]) == {3} else ()

    def _words(self, line: str) -> list[str]:
        between = self.row.between
        return words(line) if between == " " else [word.strip(BLANKS) for word in line.split(between)]

    def _numbers(self, line: str) -> list[int]:
        """Return the numbers of a line; nothing where a word is none."""
        numbers = [number for word in self._words(line) if (number := whole(word)) is not None]
        return numbers if len(numbers) == len(self._words(line)) else []

    def _read(self, block: Block, request: Request) -> Record:
        size = [word for line in block.lines[: self._size_lines] for word in self._words(line)]
        if len(size) != 2:
            what = "a line with the columns and the rows" if self._size_lines == 1 else "a line each, columns and rows"
            raise InputError(f"expected {what}, got {shorten(block.lines[0])}", line=1, column=1)
        board = Board(shape := read_shape(size[1], size[0], line=1))

        def bad(message: str, line: int) -> InputError:
            return InputError(f"expected {message}", line=line, column=1)

        for number, line in list(enumerate(block.lines, 1))[self._size_lines :]:
            numbers = self._numbers(line)
            if len(numbers) != 3:
                example = self.example.rstrip("\n").split("\n")[-1]
                raise bad(f"a line such as {example}, got {shorten(line)}", number)
            said = dict(zip(self.row.order, numbers, strict=True))
            column = said["column"] - self.row.first
            row = said["row"] - self.row.first if "row" in said else shape.rows - said["below"] + self.row.first - 1
            if not board.has(row, column):
                raise bad(f"a cell of the board of {shape}, got {shorten(line)}", number)
            cell = self.row.tokens.get(str(said["value"]))
            if cell is None:
                raise bad(f"{self.row.expected}, got {said['value']}", number)
            if board.cells[row][column] != OPEN:
                raise bad(f"each {self.row.what} once, got {shape.name(row * shape.columns + column)} again", number)
            board.cells[row][column] = cell
        return request.record(make(self.kind.name, board.rows()), block.line)

    def _write(self, record: Record) -> str:
        shape, first, lines = record.puzzle.shape, self.row.first, []
        for row, line in enumerate(record.puzzle.cell_rows):
            for column, char in enumerate(line):
                if char in self.row.written:
                    place = {"row": row + first, "column": column + first, "below": shape.rows - row - 1 + first}
                    said = {**place, "value": self.row.written[char]}
                    lines.append(self.row.between.join(str(said[name]) for name in self.row.order))
        size = ("\n" if self._size_lines == 2 else self.row.between).join([str(shape.columns), str(shape.rows)])
        return "\n".join([size, *lines, ""])


class ListsFormat(RowFormat[Lists]):
    def _read(self, block: Block, request: Request) -> Record:
        text, tokens = "\n".join(block.lines), self.row.tokens
        begin = BEGIN.match(text)
        if begin is None:
            raise error_at(text, 0, f"expected a list of lists, as [[-2, 1], [-1, -2]], got {shorten(block.lines[0])}")
        rows, places, place = [], [], begin.end()
        while row := ROW.match(text, place):
            cells = []
            for value in VALUE.finditer(text, row.start(1), row.end(1)):
                if value[0] not in tokens:
                    raise error_at(text, value.start(), f"expected one of {', '.join(tokens)}, got {shorten(value[0])}")
                cells.append(tokens[value[0]])
            rows.append("".join(cells))
            places.append(row.start())
            place = row.end()
        rest = text[place:].strip(SPACE)
        if rest != "]":
            raise error_at(text, place, f"expected ] or another list, got {shorten(rest) if rest else 'the end'}")
        try:
            puzzle = self.kind.from_clues(rows)
        except InputError as error:
            raise error_at(text, places[error.line - 1] if error.line else 0, error.message) from None
        return request.record(puzzle, block.line)

    def _write(self, record: Record) -> str:
        cells = cut(joined(record.puzzle, self.row.cells), record.puzzle.shape)
        rows = (", ".join(self.row.written[char] for char in row) for row in cells)
        return "[" + ",\n ".join(f"[{row}]" for row in rows) + "]\n"
