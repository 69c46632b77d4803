"""The Light Up grid file of the student programs of 2020 that litgrid grew from.

The first line is the size S, then come S lines of S characters: ``#`` wall, ``0`` to ``4`` numbered wall, ``_`` free,
``O`` bulb, and ``.`` for a cell that must stay without a bulb. So ``.`` does not mean here what it means elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from litgrid.core.characters import read_grid, shorten
from litgrid.core.errors import InputError, LitgridError
from litgrid.core.grid import Shape
from litgrid.formats.base import Block, Format, Record, Request, blocks, read_blocks, respaced, unspaced
from litgrid.puzzles import kinds

KIND = "lightup"
SIZE = re.compile("[1-9][0-9]{0,8}")
ALPHABET = {
    "_": "free",
    "#": "wall",
    **{str(number): "numbered wall" for number in range(5)},
    "O": "bulb",
    ".": "no bulb here",
}
TO_TEXT = str.maketrans({"_": ".", ".": "x", "O": "o"})
FROM_TEXT = str.maketrans({".": "_", "x": ".", "o": "O"})


class LightUpClassic(Format):
    """See the module's description."""

    name = "lightup-classic"
    summary = "Light Up: a line with the size S, then S lines of # 0-4 _ (free) . (no bulb) O (bulb)"
    kinds = (KIND,)
    example = "3\n_1_\n___\n#_2\n"

    def sniff(self, text: str) -> Collection[str]:
        """See :meth:`Format.sniff`."""
        first = next(_grids(text), None)
        if first is None or not _is_size(first.lines[0]):
            return ()
        size, *rows = (line for line in first.lines if line)
        body = "".join(unspaced(row, ALPHABET) for row in rows)
        marked = "_" in body or "O" in body
        # A first line that is shorter than the next is no row; and "1" above one row of one character may be either.
        apart = bool(rows) and (len(rows[0]) > len(size) or (size, len(rows), len(rows[0])) == ("1", 1, 1))
        possible = apart and set(body) <= ALPHABET.keys()
        return (KIND,) if marked or possible else ()

    def read(self, text: str, request: Request) -> Iterator[Record | InputError]:
        """See :meth:`Format.read`."""
        yield from read_blocks(_grids(text), _read, request)

    def write(self, record: Record) -> str:
        """See :meth:`Format.write`."""
        puzzle = record.puzzle
        self.check_holds(puzzle)
        if puzzle.shape.rows != puzzle.shape.columns:
            raise LitgridError(f"the format {self.name} holds square boards only, not {puzzle.shape}")
        return f"{puzzle.shape.rows}\n{puzzle.text().translate(FROM_TEXT)}\n"


LIGHTUP_CLASSIC = LightUpClassic()


def _is_size(line: str) -> bool:
    return SIZE.fullmatch(line) is not None


def _grids(text: str) -> Iterator[Block]:
    """Return the blocks of a text; blank lines may stand between a size and its grid, as in the first programs."""
    size: Block | None = None
    for block in blocks(text):
        if size is not None:
            gap = [""] * (block.line - size.line - 1)
            yield Block(size.line, [*size.lines, *gap, *block.lines])
            size = None
        elif len(block.lines) == 1 and _is_size(block.lines[0]):
            size = block
        else:
            yield block
    if size is not None:
        yield size


def _read(block: Block, request: Request) -> Record:
    puzzle = kinds.get(KIND).from_clues([row.translate(TO_TEXT) for row in _rows(block.lines)])
    return request.record(puzzle, block.line)


def _rows(lines: list[str]) -> list[str]:
    if not _is_size(lines[0]):
        raise InputError(f"expected a line with the size of the grid, got {shorten(lines[0])}", line=1, column=1)
    size = int(lines[0])
    skipped = next((number for number, line in enumerate(lines[1:], 1) if line), len(lines))
    rows = lines[skipped:]
    tight = [unspaced(row, ALPHABET) for row in rows]
    try:
        if len(rows) != size:
            raise InputError(f"expected {size} rows, as the size line says, got {len(rows)}", line=min(len(rows), size))
        for number, row in enumerate(tight, 1):
            if len(row) != size:
                column = min(len(row), size) + 1
                message = f"expected {size} cells, as the size line says, got {len(row)}"
                raise InputError(message, line=number, column=column)
        read_grid(tight, ALPHABET, what="Light Up", shape=Shape(size, size), hints=kinds.get(KIND).hints)
    except InputError as error:
        raise respaced(error, rows, tight).at(lines_before=skipped) from None
    return tight
