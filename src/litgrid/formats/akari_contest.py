"""Light Up as programming contests have it: rows and columns, then a grid of ``.``, ``#`` and digits, ``@`` for a bulb.

The line with the size may be missing. Bulbs are the answer that came with the puzzle.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from litgrid.core.characters import read_grid
from litgrid.core.errors import InputError
from litgrid.core.grid import Shape
from litgrid.formats.base import Block, Format, Record, Request, blocks, cut, read_blocks, read_shape
from litgrid.formats.played import UNPLAYED, bare
from litgrid.puzzles import kinds

KIND = "lightup"
SIZE = re.compile(r"[ \t]*([0-9]+)[ \t]+([0-9]+)")
BULB = "@"
ALPHABET = {
    ".": "free",
    "#": "wall",
    **{str(number): "numbered wall" for number in range(5)},
    BULB: "bulb",
}


class AkariContest(Format):
    """See the module's description."""

    name = "akari-contest"
    summary = "Light Up: a line 'rows columns', then rows of . # 0-4, perhaps with @ for the bulbs of an answer"
    kinds = (KIND,)
    example = "3 3\n@1.\n..@\n#@2\n"

    holds_answers = True
    cells = UNPLAYED

    def sniff(self, text: str) -> Collection[str]:
        """See :meth:`Format.sniff`; without a bulb it is also plain text."""
        first = next(blocks(text), None)
        if first is None:
            return ()
        rows = "".join(first.lines[1:] if SIZE.fullmatch(first.lines[0]) else first.lines)
        return (KIND,) if BULB in rows and set(rows) <= ALPHABET.keys() else ()

    def read(self, text: str, request: Request) -> Iterator[Record | InputError]:
        """See :meth:`Format.read`."""
        yield from read_blocks(blocks(text), _read, request)

    def write(self, record: Record) -> str:
        """See :meth:`Format.write`."""
        puzzle = record.puzzle
        self.check_holds(puzzle)
        if record.filled is None:
            rows = cut(bare(puzzle), puzzle.shape)
        else:
            rows = [row.replace("o", BULB) for row in puzzle.rows(record.filled)]
        return "\n".join([f"{puzzle.shape.rows} {puzzle.shape.columns}", *rows, ""])

    def _lost(self, record: Record) -> Iterator[str]:
        yield from super()._lost(record)
        if record.filled is not None and not any("o" in row for row in record.puzzle.rows(record.filled)):
            yield f"{self.name} has no place for an answer without bulbs"


AKARI_CONTEST = AkariContest()


def _read(block: Block, request: Request) -> Record:
    size = SIZE.fullmatch(block.lines[0])
    shape = None if size is None else _shape(size[1], size[2])
    before = 0 if size is None else 1
    rows = block.lines[before:]
    kind = kinds.get(KIND)
    try:
        if shape is not None and len(rows) != shape.rows:
            raise InputError(
                f"expected {shape.rows} rows, as the size says, got {len(rows)}", line=min(len(rows), shape.rows)
            )
        read_grid(rows, ALPHABET, what=kind.title, shape=shape, hints=kind.hints)
    except InputError as error:
        raise error.at(lines_before=before) from None
    puzzle = kind.from_clues([row.replace(BULB, ".") for row in rows])
    filled = puzzle.read_rows([row.replace(BULB, "o") for row in rows]) if any(BULB in row for row in rows) else None
    return request.record(puzzle, block.line, filled=filled)


def _shape(rows: str, columns: str) -> Shape:
    try:
        return read_shape(rows, columns)
    except InputError as error:
        raise InputError(error.message, line=1, column=1) from None
