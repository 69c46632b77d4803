"""Light Up as cspuz and programs like it have it in their code: a list of lists of numbers.

-2 is a free cell, -1 a wall, 0 to 4 a numbered wall. A name and ``=`` may stand before the list, and commas behind its
lists, as in Python. Blank lines separate puzzles.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from litgrid.core.characters import shorten
from litgrid.core.errors import InputError
from litgrid.core.numerals import SPACE
from litgrid.formats.base import Block, Format, Record, Request, blocks, cut, read_blocks
from litgrid.formats.played import UNPLAYED, bare
from litgrid.puzzles import kinds

KIND = "lightup"
BEGIN = re.compile(r"[ \t\r\n]*(?:[A-Za-z_]\w*[ \t]*=[ \t\r\n]*)?\[[ \t\r\n]*(?=\[)")
ROW = re.compile(r"\[([^][]*)\]")
BETWEEN = re.compile(r"[ \t\r\n]*,?[ \t\r\n]*")
VALUE = re.compile(r"[^ \t\r\n,]+")
MEANING = {"-2": ".", "-1": "#", **{str(number): str(number) for number in range(5)}}
WRITTEN = {char: value for value, char in MEANING.items()}


class Cspuz(Format):
    """See the module's description."""

    name = "cspuz"
    summary = "Light Up: a list of lists of numbers, -2 free, -1 wall, 0-4 numbered wall"
    kinds = (KIND,)
    example = "[[-2, 1, -2],\n [-2, -2, -2],\n [-1, -2, 2]]\n"
    cells = UNPLAYED

    def sniff(self, text: str) -> Collection[str]:
        """See :meth:`Format.sniff`."""
        begin = BEGIN.match(text)
        return (KIND,) if begin and re.compile(r"\[[ \t\r\n]*-?[0-9]").match(text, begin.end()) else ()

    def read(self, text: str, request: Request) -> Iterator[Record | InputError]:
        """See :meth:`Format.read`."""
        yield from read_blocks(blocks(text), _read, request)

    def write(self, record: Record) -> str:
        """See :meth:`Format.write`."""
        puzzle = record.puzzle
        self.check_holds(puzzle)
        rows = (", ".join(WRITTEN[char] for char in row) for row in cut(bare(puzzle), puzzle.shape))
        return "[" + ",\n ".join(f"[{row}]" for row in rows) + "]\n"


CSPUZ = Cspuz()


def _read(block: Block, request: Request) -> Record:
    text = "\n".join(block.lines)
    begin = BEGIN.match(text)
    if begin is None:
        raise _error(text, 0, f"expected a list of lists, as [[-2, 1], [-1, -2]], got {shorten(block.lines[0])}")
    rows, places, place = [], [], begin.end()
    while row := ROW.match(text, place):
        cells = []
        for value in VALUE.finditer(text, row.start(1), row.end(1)):
            if value[0] not in MEANING:
                known = ", ".join(MEANING)
                raise _error(text, value.start(), f"expected one of {known}, got {shorten(value[0])}")
            cells.append(MEANING[value[0]])
        rows.append("".join(cells))
        places.append(row.start())
        between = BETWEEN.match(text, row.end())
        place = between.end() if between else row.end()
    rest = text[place:].strip(SPACE)
    if rest != "]":
        raise _error(text, place, f"expected ] or another list, got {shorten(rest) if rest else 'the end'}")
    try:
        puzzle = kinds.get(KIND).from_clues(rows)
    except InputError as error:
        raise _error(text, places[error.line - 1] if error.line else 0, error.message) from None
    return request.record(puzzle, block.line)


def _error(text: str, place: int, message: str) -> InputError:
    return InputError(message, line=1 + text.count("\n", 0, place), column=place - text.rfind("\n", 0, place))
