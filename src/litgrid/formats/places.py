"""Lists of cells: the size, then a line with the place and the value of each cell that is not open."""

from __future__ import annotations

from collections.abc import Collection

from litgrid.core.characters import shorten
from litgrid.core.codecs import OPEN
from litgrid.core.errors import InputError
from litgrid.core.forms import Places
from litgrid.core.numerals import BLANKS, whole, words
from litgrid.formats.base import Block, Record, Request, RowFormat, blocks, make, read_shape
from litgrid.formats.markup import Board


class PlacesFormat(RowFormat[Places]):
    """See the module's description; a board without such cells is not detected."""

    def __init__(self, kind: str, row: Places) -> None:
        super().__init__(kind, row)
        self.cells = {kind: OPEN + "".join(row.tokens.values())}
        self._size_lines = 2 if row.between == " " else 1

    def sniff(self, text: str) -> Collection[str]:
        """See :meth:`Format.sniff`."""
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

        def bad(message: str) -> InputError:
            return InputError(f"expected {message}", line=number, column=1)

        for number, line in enumerate(block.lines[self._size_lines :], self._size_lines + 1):
            numbers = self._numbers(line)
            if len(numbers) != 3:
                example = self.example.rstrip("\n").split("\n")[-1]
                raise bad(f"a line such as {example}, got {shorten(line)}")
            said = dict(zip(self.row.order, numbers, strict=True))
            column = said["column"] - self.row.first
            row = said["row"] - self.row.first if "row" in said else shape.rows - said["below"] + self.row.first - 1
            if not board.has(row, column):
                raise bad(f"a cell of the board of {shape}, got {shorten(line)}")
            cell = self.row.tokens.get(str(said["value"]))
            if cell is None:
                raise bad(f"{self.row.expected}, got {said['value']}")
            if board.cells[row][column] != OPEN:
                raise bad(f"each {self.row.what} once, got {shape.name(row * shape.columns + column)} again")
            board.cells[row][column] = cell
        return request.record(make(self.kind, board.rows()), block.line)

    def _write(self, record: Record) -> str:
        shape, written = record.puzzle.shape, {char: token for token, char in self.row.tokens.items()}
        first, lines = self.row.first, []
        for row, line in enumerate(record.puzzle.clues):
            for column, char in enumerate(line):
                if char in written:
                    place = {"row": row + first, "column": column + first, "below": shape.rows - row - 1 + first}
                    said = {**place, "value": written[char]}
                    lines.append(self.row.between.join(str(said[name]) for name in self.row.order))
        size = ("\n" if self._size_lines == 2 else self.row.between).join([str(shape.columns), str(shape.rows)])
        return "\n".join([size, *lines, ""])
