"""The puzzle files of LEGUP, a program that teaches proofs about puzzles (XML).

::

    <Legup><puzzle name="Binary"><board width="4" height="4"><cells>
    <cell value="0" x="0" y="0"/>
    </cells></board></puzzle></Legup>

``x`` is a column and ``y`` a row, from 0; cells that are left out are open. Where a kind has other clues than values,
as the walls of Light Up, the values of cells are what a player has entered. A proof in the file is not read.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace

from litgrid.core.characters import shorten
from litgrid.core.codecs import OPEN
from litgrid.core.errors import InputError
from litgrid.core.forms import Cells, Form
from litgrid.core.numerals import whole
from litgrid.core.puzzle import Puzzle
from litgrid.formats.base import Frame
from litgrid.formats.markup import Board, read_xml
from litgrid.formats.reading import Block, make, read_shape
from litgrid.formats.record import Record, Request
from litgrid.formats.tokens import read_played, write_played
from litgrid.puzzles import kinds

CELL = ["legup", "puzzle", "board", "cells", "cell"]


class Legup(Frame[Form]):
    name = "legup"
    aliases = ("xml",)
    about = "LEGUP's XML: {names}"
    separator = None
    holds_entries = True

    def sniff(self, text: str) -> Collection[str]:
        begin = text[:2000].lower()
        if not begin.lstrip().startswith("<") or "<legup" not in begin:
            return ()
        return [kind for kind, form in self.forms.items() if f'"{form.name.lower()}"' in begin] or self.kinds

    def _read(self, block: Block, request: Request) -> Record:
        reader = _Reader(request)
        read_xml("\n".join(block.lines), reader.element)
        warnings = ["the proof in a file of LEGUP is not kept"] if reader.proof else []
        rows = reader.board.rows("expected a file of LEGUP with a board, got none")
        puzzle, filled = (
            read_played(reader.kind, rows) if self._entered(reader.kind) else (make(reader.kind, rows), None)
        )
        return request.record(puzzle, 1, filled=filled, warnings=warnings)

    def _entered(self, kind: str) -> bool:
        form = self.forms.get(kind)
        return form is not None and not set(form.cells) <= set(kinds.get(kind).answer)

    def _keeps(self, record: Record) -> bool:
        return self._entered(record.puzzle.name)

    def _plays(self, puzzle: Puzzle) -> bool:
        return self._entered(puzzle.name) and bool((puzzle.givens >= 0).any())

    def _write(self, record: Record) -> str:
        form, shape = self.of(record.puzzle), record.puzzle.shape
        rows = write_played(record if self._keeps(record) else replace(record, filled=None), form)
        cells = (
            f'<cell value="{token}" x="{column}" y="{row}"/>'
            for row, line in enumerate(rows)
            for column, token in enumerate(line.split())
            if token != form.written[OPEN]
        )
        head = f'<Legup><puzzle name="{form.name}"><board width="{shape.columns}" height="{shape.rows}"><cells>'
        return "\n".join([head, *cells, "</cells></board></puzzle></Legup>", ""])


LEGUP = Legup()


class _Reader:
    """What the tags of a file have said so far."""

    def __init__(self, request: Request) -> None:
        self._request = request
        self.board = Board()
        self.kind = ""
        self._values: Cells = {}
        self.proof = False

    def element(self, path: list[str], attributes: Mapping[str, str]) -> None:
        place = [tag.lower() for tag in path]
        if place[0] != CELL[0]:
            raise InputError(f"expected a file of LEGUP, got XML that begins with {shorten(path[0])}")
        if place == CELL[:2]:
            self._puzzle(attributes.get("name", ""))
        elif place == CELL[:3]:
            if self.board.shape is not None:
                raise InputError("expected one board in a file of LEGUP, got another")
            side = attributes.get("size", "")
            self.board.size(read_shape(attributes.get("height", side), attributes.get("width", side)))
        elif place == CELL:
            self._cell(attributes)
        elif place == [*CELL[:2], "proof"]:
            self.proof = True

    def _puzzle(self, name: str) -> None:
        if self.kind:
            raise InputError("expected one puzzle in a file of LEGUP, got another")
        kind = LEGUP.named(name)
        if kind is None:
            known = " and ".join(sorted(LEGUP.names().split(", ")))
            raise InputError(f"this is a {shorten(name)} of LEGUP; litgrid knows {known}")
        self.kind, self._values = kind, LEGUP.forms[kind].tokens
        self._request.check_kind(kind, 1)

    def _cell(self, attributes: Mapping[str, str]) -> None:
        column, row = (whole(attributes.get(key, "")) for key in "xy")
        if row is None or column is None or not self.board.has(row, column):
            raise InputError(f"expected x and y of a cell of the board, from 0, got {shorten(dict(attributes))}")
        value, values = attributes.get("value", ""), self._values
        if value not in values:
            raise InputError(f"expected one of {' '.join(values)} as the value, got {shorten(value)}")
        self.board.cells[row][column] = values[value]
