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
from typing import TYPE_CHECKING

from litgrid.core.characters import shorten
from litgrid.core.errors import InputError
from litgrid.core.grid import Shape
from litgrid.formats.base import Format, Record, Request, attempt, check_decoded, make, read_shape

if TYPE_CHECKING:
    from xml.parsers.expat import XMLParserType

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
        yield attempt(lambda: _read(text, request), request, 1)

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


class Reader:
    """What has been read of a file; its methods are called for each tag."""

    def __init__(self, parser: XMLParserType, request: Request) -> None:
        self.parser, self.request = parser, request
        self.path: list[str] = []
        self.kind = ""
        self.shape: Shape | None = None
        self.cells: list[list[str]] = []
        self.proof = False

    def error(self, message: str) -> InputError:
        """Return an error about the place where the parser is."""
        return InputError(message, line=self.parser.CurrentLineNumber, column=self.parser.CurrentColumnNumber + 1)

    def doctype(self, *_: object) -> None:
        """Refuse what could define entities, which can grow without bound."""
        raise self.error("expected XML without a DOCTYPE: it is not needed here, and could make a file endlessly long")

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        """Take what a tag says."""
        self.path.append(tag.lower())
        if len(self.path) == 1 and self.path[0] != CELL[0]:
            raise self.error(f"expected a file of LEGUP, got XML that begins with {shorten(tag)}")
        if self.path == CELL[:2]:
            self._puzzle(attributes.get("name", ""))
        elif self.path == CELL[:3]:
            self._board(attributes)
        elif self.path == CELL:
            self._cell(attributes)
        elif self.path == [*CELL[:2], "proof"]:
            self.proof = True

    def end(self, _: str) -> None:
        """Leave a tag."""
        self.path.pop()

    def _puzzle(self, name: str) -> None:
        if self.kind:
            raise self.error("expected one puzzle in a file of LEGUP, got another")
        if name.lower() not in KINDS:
            raise self.error(f"this is a {shorten(name)} of LEGUP; litgrid knows {' and '.join(NAMES.values())}")
        self.kind = KINDS[name.lower()]
        if self.request.kind not in (None, self.kind):
            raise self.error(f"expected the kind {self.request.kind}, as asked for, got {self.kind}")

    def _board(self, attributes: Mapping[str, str]) -> None:
        side = attributes.get("size", "")
        try:
            shape = read_shape(attributes.get("height", side), attributes.get("width", side))
        except InputError as error:
            raise self.error(error.message) from None
        if self.shape is not None:
            raise self.error("expected one board in a file of LEGUP, got another")
        self.shape = shape
        self.cells = [["."] * shape.columns for _ in range(shape.rows)]

    def _cell(self, attributes: Mapping[str, str]) -> None:
        if self.shape is None:
            raise self.error("expected a board around the cells")
        column, row = (_number(attributes.get(key, "")) for key in "xy")
        if not (0 <= row < self.shape.rows and 0 <= column < self.shape.columns):
            raise self.error(f"expected x and y in the board of {self.shape}, got {shorten(dict(attributes))}")
        value = attributes.get("value", "")
        if value not in VALUES[self.kind]:
            raise self.error(f"expected one of {' '.join(VALUES[self.kind])} as the value, got {shorten(value)}")
        self.cells[row][column] = VALUES[self.kind][value]


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else -1


def _read(text: str, request: Request) -> Record:
    from xml.parsers import expat  # imported here: few files are XML

    check_decoded(text, 1)
    parser = expat.ParserCreate(encoding="UTF-8")
    reader = Reader(parser, request)
    parser.StartElementHandler, parser.EndElementHandler = reader.start, reader.end
    parser.StartDoctypeDeclHandler = reader.doctype
    try:
        parser.Parse(text.encode("utf-8", "replace"), True)
    except expat.ExpatError as error:
        message = f"expected XML: {expat.errors.messages[error.code]}"
        raise InputError(message, line=error.lineno, column=error.offset + 1) from None
    if reader.shape is None:
        raise InputError("expected a file of LEGUP with a board, got none", line=1, column=1)
    warnings = ["the proof in a file of LEGUP is not kept"] if reader.proof else []
    return request.record(make(reader.kind, ["".join(row) for row in reader.cells]), 1, warnings=warnings)
