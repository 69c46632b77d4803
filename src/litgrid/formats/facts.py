"""Facts of answer set programming, of one kind, which says what their values and names are.

::

    % a comment
    grid(6).
    filled(1,2,0).
    same((3,1),(4,1)).

Places are a column and a row, from 1; facts about two neighbours stand for signs between them.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass, field

from litgrid.core.characters import shorten
from litgrid.core.codecs import OPEN
from litgrid.core.errors import InputError, error_at
from litgrid.core.forms import Facts
from litgrid.core.grid import Shape
from litgrid.core.layers import Signs
from litgrid.core.numerals import SPACE, whole
from litgrid.formats.base import RowFormat
from litgrid.formats.json_places import after_blanks
from litgrid.formats.reading import Block, cut, joined, make, read_shape, square
from litgrid.formats.record import Record, Request

COMMENT = re.compile("%[^\r\n]*")
FACT = re.compile(r"(?P<name>[a-z]\w*)[ \t\r\n]*\((?P<values>[0-9, \t\r\n()]*)\)[ \t\r\n]*\.", re.ASCII)
GRID = re.compile(r"(?:^|\.)[ \t]*grid\([ \t\r\n]*[0-9]+[ \t\r\n]*\)[ \t\r\n]*\.", re.MULTILINE)
FIRST = re.compile(r"[ \t\r\n]*(?:%|[a-z]\w*[ \t\r\n]*\()")

Place = tuple[int, int]
"""A column and a row, from 1."""


class FactsFormat(RowFormat[Facts]):
    certain = True
    separator = None
    layers = (Signs.form,)

    def sniff(self, text: str) -> Collection[str]:
        return self.kinds if FIRST.match(text) and GRID.search(text) else ()

    def _read(self, block: Block, request: Request) -> Record:
        found = _Found("\n".join(block.lines), self.row)
        signs = {} if not found.signs else self._layer.between(found.pairs(), found.shape)
        return request.record(make(self.kind.name, {"grid": found.cells(), **signs} if signs else found.cells()), 1)

    @property
    def _layer(self) -> Signs:
        return next(layer for layer in self.kind.layers if isinstance(layer, Signs))

    def _write(self, record: Record) -> str:
        puzzle = record.puzzle
        lines = [f"grid({square(puzzle, self.name)})."]
        for row, line in enumerate(cut(joined(puzzle, "".join(self.row.written)), puzzle.shape), 1):
            cells = ((column, char) for column, char in enumerate(line, 1) if char != OPEN)
            lines.append(" ".join(f"filled({column},{row},{self.row.written[char]})." for column, char in cells))
        names = {sign: name for name, sign in self.row.signs.items()}
        for pair, sign in puzzle.scene(puzzle.givens).signs.items():
            places = (divmod(cell, puzzle.shape.columns) for cell in pair)
            lines.append(f"{names[sign]}({','.join(f'({column + 1},{row + 1})' for row, column in places)}).")
        return "\n".join([*filter(None, lines), ""])


@dataclass
class _Found:
    """What the facts of a text say, and where each is."""

    text: str
    row: Facts
    size: Shape | None = None
    filled: dict[Place, tuple[str, int]] = field(default_factory=dict)
    signs: list[tuple[Place, Place, str, int]] = field(default_factory=list)

    def __post_init__(self) -> None:
        plain = COMMENT.sub(lambda comment: " " * len(comment[0]), self.text)
        place = after_blanks(plain, 0)
        while place < len(plain):
            fact = FACT.match(plain, place)
            if fact is None:
                got = shorten(plain[place : place + 100].split("\n")[0])
                raise error_at(self.text, place, f"expected a fact such as filled(1,2,0)., got {got}")
            values = [value.strip(f"{SPACE}()") for value in fact["values"].split(",")]
            self._take(fact, values, [number for value in values if (number := whole(value)) is not None], place)
            place = after_blanks(plain, fact.end())
        if self.size is None:
            raise InputError("expected a fact grid(N) with the size, got none", line=1, column=1)

    def _take(self, fact: re.Match[str], values: list[str], numbers: list[int], place: int) -> None:
        name, number = fact["name"], len(numbers) if len(numbers) == len(values) else 0
        if name == "grid" and self.size is None and len(values) == 1:
            try:
                self.size = read_shape(values[0], values[0])
            except InputError as error:
                raise error_at(self.text, place, error.message) from None
        elif name == "filled" and number == 3:
            at, value = (numbers[0], numbers[1]), values[2]
            if value not in self.row.tokens or self.filled.get(at, (value,))[0] != value:
                known = " or ".join(self.row.tokens)
                raise error_at(self.text, place, f"expected one value for each cell, {known}, got {shorten(fact[0])}")
            self.filled[at] = (value, place)
        elif name in self.row.signs and number == 4:
            self.signs.append(((numbers[0], numbers[1]), (numbers[2], numbers[3]), self.row.signs[name], place))
        else:
            known = " or ".join(["filled(column,row,value)", *(f"{sign}((1,1),(2,1))" for sign in self.row.signs)])
            raise error_at(self.text, place, f"expected grid(N) once and facts {known}, got {shorten(fact[0])}")

    @property
    def shape(self) -> Shape:
        assert self.size is not None  # noqa: S101 - reading has seen to it
        return self.size

    def cell(self, at: Place, place: int) -> int:
        """Return the number of a cell; raise where it is not on the board."""
        column, row = at
        if not (0 < row <= self.shape.rows and 0 < column <= self.shape.columns):
            raise error_at(self.text, place, f"expected a cell of the board of {self.shape}, got ({column},{row})")
        return (row - 1) * self.shape.columns + column - 1

    def cells(self) -> list[str]:
        cells = [OPEN] * self.shape.size
        for at, (value, place) in self.filled.items():
            cells[self.cell(at, place)] = self.row.tokens[value]
        return cut("".join(cells), self.shape)

    def pairs(self) -> dict[tuple[int, int], str]:
        pairs: dict[tuple[int, int], str] = {}
        for one, other, sign, place in self.signs:
            low, high = sorted((self.cell(one, place), self.cell(other, place)))
            if abs(one[0] - other[0]) + abs(one[1] - other[1]) != 1:
                raise error_at(self.text, place, "expected two cells side by side, or one below the other")
            if pairs.setdefault((low, high), sign) != sign:
                raise error_at(self.text, place, "expected one sign between two cells, got both")
        return pairs
