"""The puzzle files of LEGUP, a program that teaches proofs about puzzles (XML): Binary, which is Binairo, and LightUp.

::

    <Legup><puzzle name="Binary"><board width="4" height="4"><cells>
    <cell value="0" x="0" y="0"/>
    </cells></board></puzzle></Legup>

``x`` is a column and ``y`` a row, from 0; cells that are left out are open. Binary: 0 and 1, and 2 for open. LightUp: 0
to 4, -1 a wall without a number, -2 open, -3 no bulb here, -4 a bulb. A proof in the file is not read.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import partial

from litgrid.core.characters import shorten
from litgrid.core.errors import InputError
from litgrid.core.grid import Shape
from litgrid.core.numerals import whole
from litgrid.formats.base import Format, Record, Request, attempt, make, read_shape
from litgrid.formats.markup import read_xml

NAMES = {"binairo": "Binary", "lightup": "LightUp"}
KINDS = {name.lower(): kind for kind, name in NAMES.items()}
VALUES: dict[str, dict[str, str]] = {
    "binairo": {"0": "0", "1": "1", "2": "."},
    "lightup": {"-2": ".", "-1": "#", "-3": "x", "-4": "o", **{str(number): str(number) for number in range(5)}},
}
CELL = ["legup", "puzzle", "board", "cells", "cell"]


class Legup(Format):
    """See the module's description."""

    name = "legup"
    summary = "LEGUP's XML: Binary (Binairo) and LightUp"
    kinds = tuple(NAMES)
    example = (
        '<Legup><puzzle name="LightUp"><board width="3" height="3"><cells>\n'
        '<cell value="1" x="1" y="0"/>\n<cell value="-1" x="0" y="2"/>\n<cell value="2" x="2" y="2"/>\n'
        "</cells></board></puzzle></Legup>\n"
    )
    separator = None

    def sniff(self, text: str) -> Collection[str]:
        """See :meth:`Format.sniff`."""
        begin = text[:2000].lower()
        if not begin.lstrip().startswith("<") or "<legup" not in begin:
            return ()
        found = [kind for name, kind in KINDS.items() if f'"{name}"' in begin]
        return found or self.kinds

    def read(self, text: str, request: Request) -> Iterator[Record | InputError]:
        """See :meth:`Format.read`."""
        yield attempt(partial(_read, text, request), request, 1)

    def write(self, record: Record) -> str:
        """See :meth:`Format.write`."""
        puzzle = record.puzzle
        self.check_holds(puzzle)
        values = {char: value for value, char in VALUES[puzzle.name].items()}
        cells = (
            f'<cell value="{values[char]}" x="{column}" y="{row}"/>'
            for row, line in enumerate(puzzle.clues)
            for column, char in enumerate(line)
            if char != "."
        )
        shape = puzzle.shape
        head = (
            f'<Legup><puzzle name="{NAMES[puzzle.name]}"><board width="{shape.columns}" height="{shape.rows}"><cells>'
        )
        return "\n".join([head, *cells, "</cells></board></puzzle></Legup>", ""])


LEGUP = Legup()


class _Reader:
    """What the tags of a file have said so far."""

    def __init__(self, request: Request) -> None:
        self._request = request
        self._path: list[str] = []
        self._shape: Shape | None = None
        self._cells: list[list[str]] = []
        self.kind = ""
        self.proof = False

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        """Take in what a tag says."""
        self._path.append(tag.lower())
        if self._path[0] != CELL[0]:
            raise InputError(f"expected a file of LEGUP, got XML that begins with {shorten(tag)}")
        if self._path == CELL[:2]:
            self._puzzle(attributes.get("name", ""))
        elif self._path == CELL[:3]:
            self._board(attributes)
        elif self._path == CELL:
            self._cell(attributes)
        elif self._path == [*CELL[:2], "proof"]:
            self.proof = True

    def end(self, _: str) -> None:
        """Leave a tag."""
        self._path.pop()

    def rows(self) -> list[str]:
        """Return the rows of the board."""
        if self._shape is None:
            raise InputError("expected a file of LEGUP with a board, got none")
        return ["".join(row) for row in self._cells]

    def _puzzle(self, name: str) -> None:
        if self.kind:
            raise InputError("expected one puzzle in a file of LEGUP, got another")
        if name.lower() not in KINDS:
            raise InputError(f"this is a {shorten(name)} of LEGUP; litgrid knows {' and '.join(NAMES.values())}")
        self.kind = KINDS[name.lower()]
        self._request.check_kind(self.kind, 1)

    def _board(self, attributes: Mapping[str, str]) -> None:
        if self._shape is not None:
            raise InputError("expected one board in a file of LEGUP, got another")
        side = attributes.get("size", "")
        self._shape = read_shape(attributes.get("height", side), attributes.get("width", side))
        self._cells = [["."] * self._shape.columns for _ in range(self._shape.rows)]

    def _cell(self, attributes: Mapping[str, str]) -> None:
        column, row = (whole(attributes.get(key, "")) for key in "xy")
        shape = self._shape
        if shape is None or row is None or column is None or row >= shape.rows or column >= shape.columns:
            raise InputError(f"expected x and y of a cell of the board, from 0, got {shorten(dict(attributes))}")
        value = attributes.get("value", "")
        if value not in VALUES[self.kind]:
            raise InputError(f"expected one of {' '.join(VALUES[self.kind])} as the value, got {shorten(value)}")
        self._cells[row][column] = VALUES[self.kind][value]


def _read(text: str, request: Request) -> Record:
    reader = _Reader(request)
    read_xml(text, reader.start, reader.end)
    warnings = ["the proof in a file of LEGUP is not kept"] if reader.proof else []
    return request.record(make(reader.kind, reader.rows()), 1, warnings=warnings)
