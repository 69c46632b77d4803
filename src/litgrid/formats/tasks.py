"""Task strings of web sites: what their pages call ``task``.

A letter is so many open cells, any other character is a cell. The size is not in it, so that the board is square. It
may come as it is, one a line, or in the line of the page that sets it: ``var task = 'd0i00b0a00g1b0c'``.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from math import isqrt

from litgrid.core.characters import check_size, shorten
from litgrid.core.errors import InputError
from litgrid.core.forms import Task
from litgrid.core.grid import Shape
from litgrid.core.numerals import BLANKS
from litgrid.formats.base import RowFormat
from litgrid.formats.reading import Block, cut, joined, make, single_lines, square
from litgrid.formats.record import Record, Request

PAGE = re.compile(r"\btask[ \t]*=[ \t]*(['\"])(.*?)\1")


class TaskFormat(RowFormat[Task]):
    """See the module's description."""

    separator = ""

    def sniff(self, text: str) -> Collection[str]:
        """See :meth:`Format.sniff`."""
        block = next(iter(self._blocks(text)), None)
        if block is None:
            return ()
        task, codec = _task(block.lines[0])[0], self.row.codec
        cells = codec.length(task)
        side = isqrt(cells or 0)
        # A text of letters alone is a word; one without letters is a row of a board.
        mixed = not set(task).isdisjoint(codec.marks) and cells != len(task)
        return self.kinds if mixed and cells == side**2 and side % self.row.step == 0 else ()

    def _blocks(self, text: str) -> Iterable[Block]:
        # The lines that hold a task: those of a page that set it, or all.
        of_page = PAGE.search(text) is not None
        return (block for block in single_lines(text) if not of_page or PAGE.search(block.lines[0]))

    def _read(self, block: Block, request: Request) -> Record:
        (task, before), codec = _task(block.lines[0]), self.row.codec
        cells = codec.length(task)
        if cells is None:
            try:
                codec.decode(task)
            except InputError as error:
                raise InputError(error.message, line=1, column=before + (error.column or 1)) from None
        side = isqrt(cells or 0)
        check_size(side, side)
        if not cells or side * side != cells:
            raise InputError(
                f"expected the cells of a square board, got {cells or 0:,}, in {shorten(task)}: is it cut off?"
            )
        return request.record(make(self.kind.name, cut(codec.decode(task), Shape(side, side))), block.line)

    def _write(self, record: Record) -> str:
        square(record.puzzle, self.name)
        return self.row.codec.encode(joined(record.puzzle, self.row.codec.cells)) + "\n"


def _task(line: str) -> tuple[str, int]:
    """Return the task string in a line, and the column before it."""
    found = PAGE.search(line)
    if found is not None:
        return found[2], found.start(2)
    return line.strip(BLANKS), len(line) - len(line.lstrip(BLANKS))
