"""Task strings of puzzle-binairo.com and puzzle-light-up.com: what their pages call ``task``.

A letter is so many open cells, any other character is a cell. The size is not in it, so that the board is square. It
may come as it is, one a line, or in the line of the page that sets it: ``var task = 'd0i00b0a00g1b0c'``.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from functools import partial
from math import isqrt

from litgrid.core.characters import check_size, shorten
from litgrid.core.errors import InputError, LitgridError
from litgrid.core.grid import Shape
from litgrid.core.numerals import BLANKS
from litgrid.formats.base import Block, Format, Record, Request, cut, make, read_blocks, single_lines
from litgrid.formats.played import UNPLAYED, bare
from litgrid.formats.runs import WALLS, expand, length, shrink

PAGE = re.compile(r"\btask[ \t]*=[ \t]*(['\"])(.*?)\1")


class Task(Format):
    """Task strings of one kind.

    ``codes`` is what each character that is no run means, and every side is a multiple of ``step``.
    """

    separator = ""
    codes: Mapping[str, str]
    step: int = 1

    def sniff(self, text: str) -> Collection[str]:
        """See :meth:`Format.sniff`."""
        block = next(_lines(text), None)
        if block is None:
            return ()
        task = _task(block.lines[0])[0]
        cells = length(task, self.codes)
        side = isqrt(cells or 0)
        # A text of letters alone is a word; one without letters is a row of a board.
        mixed = not set(task).isdisjoint(self.codes) and cells != len(task)
        return self.kinds if mixed and cells == side**2 and side % self.step == 0 else ()

    def read(self, text: str, request: Request) -> Iterator[Record | InputError]:
        """See :meth:`Format.read`."""
        yield from read_blocks(_lines(text), partial(_read, self), request)

    def write(self, record: Record) -> str:
        """See :meth:`Format.write`."""
        puzzle = record.puzzle
        self.check_holds(puzzle)
        if puzzle.shape.rows != puzzle.shape.columns:
            raise LitgridError(f"the format {self.name} holds square boards only, not {puzzle.shape}")
        return shrink(bare(puzzle), self.codes) + "\n"


class BinairoTask(Task):
    """Binairo's task strings."""

    name = "puzzle-binairo"
    aliases = ("puzzle-binairo-task",)
    summary = "Binairo: a task string of puzzle-binairo.com, square boards, one a line"
    kinds = ("binairo",)
    example = "d0i00b0a00g1b0c\n"
    codes: Mapping[str, str] = {"0": "0", "1": "1"}
    step = 2


class LightUpTask(Task):
    """Light Up's task strings, as they are said to be.

    Those with walls 0 and 1 only, which look like Binairo's and hardly ever come, are taken for these.
    """

    name = "puzzle-light-up"
    aliases = ("puzzle-light-up-task",)
    summary = (
        "Light Up: a task string of puzzle-light-up.com, square boards, one a line; not verified against a live page"
    )
    kinds = ("lightup",)
    example = "a1dBa2\n"
    yields = True
    cells = UNPLAYED
    codes = WALLS


PUZZLE_BINAIRO = BinairoTask()
PUZZLE_LIGHT_UP = LightUpTask()


def _lines(text: str) -> Iterator[Block]:
    """Return the lines that hold a task: those of a page that set it, or all."""
    of_page = PAGE.search(text) is not None
    return (block for block in single_lines(text) if not of_page or PAGE.search(block.lines[0]))


def _task(line: str) -> tuple[str, int]:
    """Return the task string in a line, and the column before it."""
    found = PAGE.search(line)
    if found is not None:
        return found[2], found.start(2)
    return line.strip(BLANKS), len(line) - len(line.lstrip(BLANKS))


def _read(task_format: Task, block: Block, request: Request) -> Record:
    task, before = _task(block.lines[0])
    cells = length(task, task_format.codes)
    if cells is None:
        try:
            expand(task, task_format.codes)
        except InputError as error:
            raise InputError(error.message, line=1, column=before + (error.column or 1)) from None
    side = isqrt(cells or 0)
    check_size(side, side)
    if not cells or side * side != cells:
        raise InputError(
            f"expected the cells of a square board, got {cells or 0:,}, in {shorten(task)}: is it cut off?"
        )
    puzzle = make(task_format.kinds[0], cut(expand(task, task_format.codes), Shape(side, side)))
    return request.record(puzzle, block.line)
