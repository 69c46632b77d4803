"""The Gappy file of the student program that litgrid grew from: row labels, column labels, perhaps a grid of W and B.

``W`` is a white cell, ``B`` a black one, ``?`` an open one. Without a grid the file is also a plain text puzzle.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from litgrid.core.characters import read_grid
from litgrid.core.errors import InputError
from litgrid.formats.base import Block, Format, Record, Request, blocks, read_blocks, respaced, unspaced
from litgrid.puzzles import kinds

KIND = "gappy"
ALPHABET = {"W": "white", "B": "black", "?": "open"}
TO_TEXT = str.maketrans({"W": ".", "B": "#"})
FROM_TEXT = str.maketrans({".": "W", "#": "B"})


class GappyClassic(Format):
    """See the module's description."""

    name = "gappy-classic"
    summary = "Gappy: a line of row labels, a line of column labels, perhaps a grid of W B ?"
    kinds = (KIND,)
    example = "5 5 1 6 1 5 1 6 1\n1 1 1 1 5 1 6 1 6\n"

    def sniff(self, text: str) -> Collection[str]:
        """See :meth:`Format.sniff`; without W and B the plain text format reads the same."""
        first = next(blocks(text), None)
        if first is None or len(first.lines) < 3:
            return ()
        labels, rows = "".join(first.lines[:2]), "".join(first.lines[2:])
        return (KIND,) if set(labels) <= set("0123456789- \t") and ("W" in rows or "B" in rows) else ()

    def read(self, text: str, request: Request) -> Iterator[Record | InputError]:
        """See :meth:`Format.read`."""
        yield from read_blocks(blocks(text), _read, request)

    def write(self, record: Record) -> str:
        """See :meth:`Format.write`."""
        self.check_holds(record.puzzle)
        lines = record.puzzle.text().split("\n")
        return "\n".join([*lines[:2], *(line.translate(FROM_TEXT) for line in lines[2:]), ""])


GAPPY_CLASSIC = GappyClassic()


def _read(block: Block, request: Request) -> Record:
    labels, rows = block.lines[:2], block.lines[2:]
    tight = [unspaced(row, ALPHABET) for row in rows]
    if rows:
        try:
            read_grid(tight, ALPHABET, what="Gappy")
        except InputError as error:
            raise respaced(error, rows, tight).at(lines_before=2) from None
    puzzle = kinds.get(KIND).from_text([*labels, *(row.translate(TO_TEXT) for row in tight)])
    return request.record(puzzle, block.line)
