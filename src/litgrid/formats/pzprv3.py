"""Files of pzpr, as puzz.link saves them: a header, rows, columns, then a token a cell, with what a player has done.

``.`` is a free cell, ``-`` a plain wall and ``#`` a *bulb*: in almost every other format ``#`` is a wall. ``+`` is a
cell that the player has marked as empty. ``/`` may stand for the end of a line.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence

from litgrid.core.characters import shorten
from litgrid.core.errors import InputError
from litgrid.core.numerals import BLANKS
from litgrid.formats.base import Block, Format, Record, Request, read_blocks, read_shape, sections
from litgrid.formats.played import KIND, given, read_played, read_tokens, write_played
from litgrid.puzzles import kinds

GENRES = ("lightup", "akari", "bijutsukan")
BEGIN = re.compile("^pzprv3")
MEANING = {".": ".", "-": "#", "#": "o", "+": "x", **{str(number): str(number) for number in range(5)}}
TO_TOKEN = {ord(cell): token for token, cell in MEANING.items()}

DONE = "which clues a player has marked as done is not kept"
TRIAL = "a player's trial is not kept"
NOTES = "notes and the history of moves are not kept"
REST = "what follows the board is not read"


class Pzprv3(Format):
    """See the module's description."""

    name = "pzprv3"
    aliases = ("pzpr-file",)
    summary = "Light Up: a file of puzz.link: pzprv3, lightup, rows, columns, then . - 0-4, # (bulb), + (no bulb)"
    kinds = (KIND,)
    example = "pzprv3\nlightup\n3\n3\n# 1 . \n. . # \n- # 2 \n"
    holds_answers = True

    def sniff(self, text: str) -> Collection[str]:
        """See :meth:`Format.sniff`."""
        return (KIND,) if BEGIN.match(text.lstrip()[:10]) else ()

    def read(self, text: str, request: Request) -> Iterator[Record | InputError]:
        """See :meth:`Format.read`."""
        yield from read_blocks(sections(text, BEGIN), _read, request)

    def write(self, record: Record) -> str:
        """See :meth:`Format.write`."""
        self.check_holds(record.puzzle)
        shape = record.puzzle.shape
        rows = ["".join(f"{cell} " for cell in row.translate(TO_TOKEN)) for row in write_played(record)]
        return "\n".join(["pzprv3", "lightup", str(shape.rows), str(shape.columns), *rows, ""])

    def lost(self, record: Record) -> tuple[str, ...]:
        """See :meth:`Format.lost`."""
        told = (f"{self.name} cannot tell cells that are given from an answer",) if given(record) else ()
        return super().lost(record) + told


PZPRV3 = Pzprv3()


def _read(block: Block, request: Request) -> Record:
    if "/" in block.lines[0]:
        return read_on_one_line("/".join(block.lines), block.line, request)
    return _read_lines(block.lines, block.line, request)


def read_on_one_line(text: str, line: int, request: Request) -> Record:
    """Read a file with a slash for each end of a line, which begins at that line of a text.

    Raises
    ------
    InputError
        without line and column.
    """
    try:
        return _read_lines(text.split("/"), line, request)
    except InputError as error:
        raise InputError(error.message) from None


def _read_lines(lines: Sequence[str], line: int, request: Request) -> Record:
    if not BEGIN.match(lines[0]):
        raise InputError(f"expected a line pzprv3, got {shorten(lines[0])}", line=1, column=1)
    if len(lines) > 1 and lines[1].strip(BLANKS) not in GENRES:
        message = f"this is a {shorten(lines[1].strip(BLANKS))[1:-1]} file; litgrid knows {', '.join(kinds.names())}"
        raise InputError(message, line=2, column=1)
    if len(lines) < 4:
        message = "expected the genre, the rows and the columns, a line each, got the end: is it cut off?"
        raise InputError(message, line=len(lines), column=1)
    try:
        shape = read_shape(lines[2].strip(BLANKS), lines[3].strip(BLANKS))
    except InputError as error:
        raise InputError(error.message, line=3, column=1) from None
    rows = read_tokens(lines[4:], shape, MEANING, 5)
    puzzle, filled = read_played(rows)
    return request.record(puzzle, line, filled=filled, warnings=_left(lines[4 + shape.rows :], shape.rows))


def _left(lines: Sequence[str], rows: int) -> Iterator[str]:
    """Return warnings about what stands after the board."""
    end = next((place for place, line in enumerate(lines) if re.match("(?:info|history):|__HISTORY__", line)), None)
    before = lines[:end]
    trial = next((place for place, line in enumerate(before) if line.startswith("TrialData")), None)
    marks, rest = before[:trial][:rows], before[:trial][rows:]
    if not all(set(line) <= set(".- ") for line in marks):
        marks, rest = (), before[:trial]
    if "-" in "".join(marks):
        yield DONE
    if any(line and not line.startswith("http") for line in rest):
        yield REST
    if trial is not None:
        yield TRIAL
    if end is not None:
        yield NOTES
