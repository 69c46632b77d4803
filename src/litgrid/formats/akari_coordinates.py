"""Light Up as a list of its walls: each line a number and the cell that it is in.

Two programs' forms: ``akari-csv`` is "columns,rows", then lines "number,row,column" counted from 0, with 9 for a wall
without a number. ``akari-lup`` (files ``.lup``) is a line with the columns, a line with the rows, then lines
"x y number" counted from 1, from the *bottom* left corner, with 5 for a wall without a number.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Iterator

from litgrid.core.characters import shorten
from litgrid.core.errors import InputError
from litgrid.core.grid import Shape
from litgrid.core.numerals import BLANKS, whole, words
from litgrid.formats.base import Block, Format, Record, Request, blocks, make, read_blocks, read_shape
from litgrid.formats.played import UNPLAYED

KIND = "lightup"


class Coordinates(Format):
    """See the module's description.

    Attributes
    ----------
    between
        what stands between the numbers of a line
    size_lines
        how many lines the columns and the rows take
    plain
        the number of a wall without a number
    """

    kinds = (KIND,)
    cells = UNPLAYED

    between: str
    size_lines: int
    plain: str

    @abstractmethod
    def of_cell(self, row: int, column: int, number: str, shape: Shape) -> tuple[int | str, ...]:
        """Return what a line says of a cell, row and column from 0."""

    @abstractmethod
    def cell(self, numbers: list[int], shape: Shape) -> tuple[int, int, int]:
        """Return the row and the column, from 0, and the number of a line; the inverse of :meth:`of_cell`."""

    def sniff(self, text: str) -> Collection[str]:
        """See :meth:`Format.sniff`; a board without walls is not detected."""
        first = next(blocks(text), None)
        lines = [] if first is None else [self._split(line) for line in first.lines]
        if len(lines) <= self.size_lines or any(line is None for line in lines):
            return ()
        lengths = [len(line or ()) for line in lines]
        size, rest = lengths[: self.size_lines], lengths[self.size_lines :]
        return (KIND,) if size == [2 // self.size_lines] * self.size_lines and set(rest) == {3} else ()

    def read(self, text: str, request: Request) -> Iterator[Record | InputError]:
        """See :meth:`Format.read`."""
        yield from read_blocks(blocks(text), self._read, request)

    def write(self, record: Record) -> str:
        """See :meth:`Format.write`."""
        puzzle = record.puzzle
        self.check_holds(puzzle)
        shape = puzzle.shape
        size = (self.between if self.size_lines == 1 else "\n").join([str(shape.columns), str(shape.rows)])
        walls = (
            self.of_cell(row, column, self.plain if char == "#" else char, shape)
            for row, line in enumerate(puzzle.clues)
            for column, char in enumerate(line)
            if char in "#01234"
        )
        return "\n".join([size, *(self.between.join(map(str, wall)) for wall in walls), ""])

    def _words(self, line: str) -> list[str]:
        return words(line) if self.between == " " else [word.strip(BLANKS) for word in line.split(self.between)]

    def _split(self, line: str) -> list[int] | None:
        numbers = [whole(word) for word in self._words(line)]
        return None if None in numbers else [number for number in numbers if number is not None]

    def _read(self, block: Block, request: Request) -> Record:
        shape = self._shape(block.lines)
        cells = [["."] * shape.columns for _ in range(shape.rows)]
        for number, line in enumerate(block.lines[self.size_lines :], self.size_lines + 1):
            numbers = self._split(line)
            if numbers is None or len(numbers) != 3:
                example = self.example.rstrip("\n").split("\n")[-1]
                raise InputError(f"expected a line such as {example}, got {shorten(line)}", line=number, column=1)
            row, column, value = self.cell(numbers, shape)
            if not (0 <= row < shape.rows and 0 <= column < shape.columns):
                raise InputError(f"expected a cell of the board of {shape}, got {shorten(line)}", line=number, column=1)
            if str(value) not in ("0", "1", "2", "3", "4", self.plain):
                message = f"expected a number from 0 to 4, or {self.plain} for a wall without one, got {value}"
                raise InputError(message, line=number, column=1)
            if cells[row][column] != ".":
                name = shape.name(row * shape.columns + column)
                raise InputError(f"expected each wall once, got {name} again", line=number, column=1)
            cells[row][column] = "#" if str(value) == self.plain else str(value)
        return request.record(make(KIND, ["".join(row) for row in cells]), block.line)

    def _shape(self, lines: list[str]) -> Shape:
        size = [word for line in lines[: self.size_lines] for word in self._words(line)]
        if len(size) != 2:
            what = "a line with the columns and the rows" if self.size_lines == 1 else "a line each, columns and rows"
            raise InputError(f"expected {what}, got {shorten(lines[0])}", line=1, column=1)
        try:
            return read_shape(size[1], size[0])
        except InputError as error:
            raise InputError(error.message, line=1, column=1) from None


class AkariCsv(Coordinates):
    """See the module's description."""

    name = "akari-csv"
    summary = (
        "Light Up: a line 'columns,rows', then 'number,row,column' for each wall, from 0, 9 for one without number"
    )
    example = "3,3\n1,0,1\n9,2,0\n2,2,2\n"
    between, size_lines, plain = ",", 1, "9"

    def of_cell(self, row: int, column: int, number: str, shape: Shape) -> tuple[int | str, ...]:  # noqa: ARG002
        """See :meth:`Coordinates.of_cell`."""
        return number, row, column

    def cell(self, numbers: list[int], shape: Shape) -> tuple[int, int, int]:  # noqa: ARG002
        """See :meth:`Coordinates.cell`."""
        number, row, column = numbers
        return row, column, number


class AkariLup(Coordinates):
    """See the module's description."""

    name = "akari-lup"
    aliases = ("lup",)
    summary = (
        "Light Up: lines with columns and rows, then 'x y number' for each wall, from 1 at the bottom left, 5 for none"
    )
    example = "3\n3\n2 3 1\n1 1 5\n3 1 2\n"
    between, size_lines, plain = " ", 2, "5"

    def of_cell(self, row: int, column: int, number: str, shape: Shape) -> tuple[int | str, ...]:
        """See :meth:`Coordinates.of_cell`."""
        return column + 1, shape.rows - row, number

    def cell(self, numbers: list[int], shape: Shape) -> tuple[int, int, int]:
        """See :meth:`Coordinates.cell`."""
        x, y, number = numbers
        return shape.rows - y, x - 1, number


AKARI_CSV = AkariCsv()
AKARI_LUP = AkariLup()
