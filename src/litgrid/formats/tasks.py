"""Task strings of web sites: what their pages call ``task``.

A letter is so many open cells, any other character is a cell. The size is not in it, so that the board is square. It
may come as it is, one a line, or in the line of the page that sets it: ``var task = 'd0i00b0a00g1b0c'``.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from math import isqrt

from litgrid.core.characters import check_size, off, shorten
from litgrid.core.errors import InputError
from litgrid.core.forms import Task
from litgrid.core.grid import Shape
from litgrid.core.numerals import BLANKS
from litgrid.formats.base import RowFormat
from litgrid.formats.reading import Block, blocks, cut, joined, make, single_lines, square
from litgrid.formats.record import Record, Request
from litgrid.puzzles import kinds

LEAST = 15
NEAR = 3
"""A task of fewer cells, or of more cells than so many from a square, is a word."""
PAGE = re.compile(r"\btask[ \t]*=[ \t]*(['\"])(.*?)\1")


class TaskFormat(RowFormat[Task]):
    separator = ""

    def sure(self, text: str) -> bool:
        # It has a letter that no kind has in its rows.
        block = next(iter(self._blocks(text)))
        return not set(_task(block.lines[0])[0]) <= set(self.row.codec.marks).union(*(kind.alphabet for kind in kinds))

    def sniff(self, text: str) -> Collection[str]:
        block = next(iter(self._blocks(text)), None)
        if block is None:
            return ()
        task, codec = _task(block.lines[0])[0], self.row.codec
        cells = codec.length(task)
        if cells is None:
            return ()
        side = isqrt(cells)
        # A text of letters alone is a word; one without letters is a row of a board.
        mixed = not set(task).isdisjoint(codec.marks) and cells != len(task)
        wides = [wide for wide in range(side, side + 3) if wide % self.row.step == 0] if mixed else []
        near = min((abs(cells - wide**2) for wide in wides), default=cells)
        # That it lost its end, or has more, is said of what else is like a task and no row; on a page of any.
        row = len({len(line) for line in next(blocks(text)).lines}) == 1 and "\n" in text.strip()
        cut_off = PAGE.search(block.lines[0]) or (near <= NEAR and cells >= LEAST and not row)
        return self.kinds if mixed and (near == 0 or cut_off) else ()

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
            raise InputError(f"expected a square board, got {shorten(task)} of {off(cells or 0, self.row.step)}")
        return request.record(make(self.kind.name, cut(codec.decode(task), Shape(side, side))), block.line)

    def _write(self, record: Record) -> str:
        square(record.puzzle, self.name)
        return self.row.codec.encode(joined(record.puzzle, self.row.codec.cells)) + "\n"


def _task(line: str) -> tuple[str, int]:
    found = PAGE.search(line)
    if found is not None:
        return found[2], found.start(2)
    return line.strip(BLANKS), len(line) - len(line.lstrip(BLANKS))
