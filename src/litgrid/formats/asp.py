"""Binairo as facts of answer set programming: ``grid(6).`` and ``filled(X,Y,V).``, X a column and Y a row, from 1.

Comments begin with ``%``. Facts ``same((X,Y),(X,Y))`` make it another puzzle (Binairo+), which litgrid does not know.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from functools import partial

from litgrid.core.characters import shorten
from litgrid.core.errors import InputError, LitgridError
from litgrid.core.grid import Shape
from litgrid.core.numerals import SPACE, whole
from litgrid.formats.base import Format, Record, Request, attempt, check_decoded, make, read_shape

KIND = "binairo"
COMMENT = re.compile("%[^\r\n]*")
BLANK = re.compile(r"[ \t\r\n]*")
FACT = re.compile(r"(?P<name>[a-z]\w*)[ \t\r\n]*\((?P<values>[0-9, \t\r\n()]*)\)[ \t\r\n]*\.", re.ASCII)
GRID = re.compile(r"(?:^|\.)[ \t]*grid\([ \t\r\n]*[0-9]+[ \t\r\n]*\)[ \t\r\n]*\.", re.MULTILINE)
BEGIN = re.compile(r"[ \t\r\n]*(?:%|[a-z]\w*[ \t\r\n]*\()")


class Asp(Format):
    """See the module's description."""

    name = "asp"
    aliases = ("potassco",)
    summary = "Binairo: facts of answer set programming, grid(N). and filled(column,row,value)."
    kinds = (KIND,)
    example = "grid(4).\nfilled(1,1,0). filled(4,1,1).\nfilled(2,3,1).\n"
    separator = None

    def sniff(self, text: str) -> Collection[str]:
        """See :meth:`Format.sniff`."""
        return (KIND,) if BEGIN.match(text) and GRID.search(text) else ()

    def read(self, text: str, request: Request) -> Iterator[Record | InputError]:
        """See :meth:`Format.read`."""
        yield attempt(partial(_read, text, request), request, 1)

    def write(self, record: Record) -> str:
        """See :meth:`Format.write`."""
        puzzle = record.puzzle
        self.check_holds(puzzle)
        if puzzle.shape.rows != puzzle.shape.columns:
            raise LitgridError(f"the format {self.name} holds square boards only, not {puzzle.shape}")
        facts = (
            " ".join(f"filled({column},{row},{char})." for column, char in enumerate(line, 1) if char != ".")
            for row, line in enumerate(puzzle.clues, 1)
        )
        return "\n".join([f"grid({puzzle.shape.rows}).", *filter(None, facts), ""])


ASP = Asp()


def _read(text: str, request: Request) -> Record:
    check_decoded(text, 1)
    plain = COMMENT.sub(lambda comment: " " * len(comment[0]), text)
    shape: Shape | None = None
    filled: dict[tuple[int, int], tuple[str, int]] = {}
    place, end = _after_blanks(plain, 0), len(plain)
    while place < end:
        fact = FACT.match(plain, place)
        if fact is None:
            got = shorten(plain[place : place + 100].split("\n")[0])
            raise _error(text, place, f"expected a fact such as filled(1,2,0)., got {got}")
        values = [value.strip(SPACE) for value in fact["values"].split(",")]
        if fact["name"] == "grid" and shape is None and len(values) == 1:
            try:
                shape = read_shape(values[0], values[0])
            except InputError as error:
                raise _error(text, place, error.message) from None
        elif (
            fact["name"] == "filled"
            and len(values) == 3
            and (column := whole(values[0])) is not None
            and (row := whole(values[1])) is not None
        ):
            cell = row, column
            if values[2] not in ("0", "1") or filled.get(cell, (values[2],))[0] != values[2]:
                raise _error(text, place, f"expected one value for each cell, 0 or 1, got {shorten(fact[0])}")
            filled[cell] = (values[2], place)
        else:
            message = f"expected grid(N) once and facts filled(column,row,value), got {shorten(fact[0])}"
            also = ": that is Binairo+, which litgrid does not know" if fact["name"] == "same" else ""
            raise _error(text, place, message + also)
        place = _after_blanks(plain, fact.end())
    if shape is None:
        raise InputError("expected a fact grid(N) with the size, got none", line=1, column=1)
    cells = [["."] * shape.columns for _ in range(shape.rows)]
    for (row, column), (value, place) in filled.items():
        if not (1 <= row <= shape.rows and 1 <= column <= shape.columns):
            raise _error(text, place, f"expected a cell of the board of {shape}, got filled({column},{row},{value})")
        cells[row - 1][column - 1] = value
    return request.record(make(KIND, ["".join(row) for row in cells]), 1)


def _after_blanks(text: str, place: int) -> int:
    match = BLANK.match(text, place)
    return match.end() if match else place


def _error(text: str, place: int, message: str) -> InputError:
    return InputError(message, line=1 + text.count("\n", 0, place), column=place - text.rfind("\n", 0, place))
