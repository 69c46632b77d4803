"""Files of pzpr, as puzz.link saves them: the genre, rows, columns, then a token a cell, with what a player has done.

``/`` may stand for the end of a line.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence

from litgrid.core.characters import shorten
from litgrid.core.errors import InputError
from litgrid.core.forms import GenreFile
from litgrid.core.numerals import BLANKS
from litgrid.formats.base import Block, Frame, Record, Request, read_shape, sections
from litgrid.formats.played import read_lines, write_played
from litgrid.puzzles import kinds

BEGIN = re.compile("^pzprv3")

DONE = "which clues a player has marked as done is not kept"
TRIAL = "a player's trial is not kept"
NOTES = "notes and the history of moves are not kept"
REST = "what follows the board is not read"


class Pzprv3(Frame[GenreFile]):
    """See the module's description."""

    name = "pzprv3"
    aliases = ("pzpr-file",)
    form, about = GenreFile, "{titles}: a file of puzz.link: pzprv3, {names}, rows, columns, then a token a cell"
    holds_answers = plays = True

    def sniff(self, text: str) -> Collection[str]:
        """See :meth:`Format.sniff`."""
        return self.kinds if BEGIN.match(text.lstrip()[:10]) else ()

    def _blocks(self, text: str) -> Iterable[Block]:
        return sections(text, BEGIN)

    def _read(self, block: Block, request: Request) -> Record:
        if "/" in block.lines[0]:
            return read_on_one_line("/".join(block.lines), block.line, request)
        return _read_lines(block.lines, block.line, request)

    def _write(self, record: Record) -> str:
        form, shape = self.of(record.puzzle), record.puzzle.shape
        return "\n".join(
            ["pzprv3", form.name, str(shape.rows), str(shape.columns), *write_played(record, form.tokens), ""]
        )


PZPRV3 = Pzprv3()


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
    genre = lines[1].strip(BLANKS) if len(lines) > 1 else ""
    kind = PZPRV3.named(genre)
    if len(lines) > 1 and kind is None:
        message = f"this is a {shorten(genre)[1:-1]} file; litgrid knows {', '.join(kinds.names())}"
        raise InputError(message, line=2, column=1)
    if len(lines) < 4 or kind is None:
        message = "expected the genre, the rows and the columns, a line each, got the end: is it cut off?"
        raise InputError(message, line=len(lines), column=1)
    shape = read_shape(lines[2].strip(BLANKS), lines[3].strip(BLANKS), line=3)
    puzzle, filled = read_lines(kind, lines[4:], 5, shape, PZPRV3.forms[kind].tokens)
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
