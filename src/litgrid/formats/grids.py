"""Grids of characters, each of one kind, which says what its characters are.

``Grid`` stands below its size or its labels. ``Loose`` has two values, and one of several characters for an open cell::

    # a comment
    4
    0--1
    ----
    -1--
    ----

Its first line may be the side, or the rows and the columns, where the grid below has that size. Cells may stand apart
by blanks, and lines that hold more than cells behind a ``#`` are comments.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator

from litgrid.core.characters import read_grid, shorten
from litgrid.core.errors import InputError
from litgrid.core.forms import Grid, Loose
from litgrid.core.grid import Shape
from litgrid.core.numerals import BLANKS
from litgrid.formats.base import RowFormat
from litgrid.formats.reading import (
    Block,
    blocks,
    cut,
    joined,
    lines_of,
    read_shape,
    respaced,
    sized,
    spelt,
    square,
    unspaced,
)
from litgrid.formats.record import Record, Request
from litgrid.formats.tokens import Line

SIDE = re.compile("([1-9][0-9]{0,8})")
SIDES = re.compile(r"[ \t]*([0-9]+)[ \t]+([0-9]+)")
SIZE = re.compile(r"[ \t]*([0-9]+)(?:[ \t]+([0-9]+))?")


class GridFormat(RowFormat[Grid]):
    """A grid below its size or its labels.

    With a line for the side, blank lines may follow it and cells may stand apart. Where that for the rows and columns
    has no place for given cells, they are the answer that came with the puzzle.
    """

    def __init__(self, kind: str, name: str, row: Grid) -> None:
        super().__init__(kind, name, row)
        self._sided, self.holds_answers = row.size == "side", row.size == "rows columns"
        if self.holds_answers:
            self.cells = {kind: "".join(row.written.keys() - set(self.kind.answer[:2]))}

    def sniff(self, text: str) -> Collection[str]:
        # A text that plain text reads the same is left to that.
        first = next(iter(self._blocks(text)), None)
        if first is None:
            return ()
        lines = [line for line in first.lines if line]
        if self._sided:
            size, *rows = lines
            body = "".join(unspaced(row, self.row.tokens) for row in rows)
            # A first line that is shorter than the next is no row; and "1" above one of one character may be either.
            apart = bool(rows) and (len(rows[0]) > len(size) or (size, len(rows), len(rows[0])) == ("1", 1, 1))
            possible, needed = SIDE.fullmatch(size), not (apart and set(body) <= self.row.tokens.keys())
        elif self.kind.labelled:
            body = "".join(lines[2:])
            possible, needed = re.fullmatch(r"[0-9\- \t]*", "".join(lines[:2])), True
        else:
            body = "".join(lines[1:] if SIDES.fullmatch(lines[0]) else lines)
            possible, needed = re.fullmatch(f"[{re.escape(''.join(self.row.tokens))}]*", body), True
        sure = any(char in body for char in self.row.sure)
        return self.kinds if possible and (sure or not needed) else ()

    def _blocks(self, text: str) -> Iterable[Block]:
        return sized(lines_of(text)) if self._sided else blocks(text)

    def _read(self, block: Block, request: Request) -> Record:
        made, answer = self.kind, self.kind.answer
        before, shape = self._head(block.lines)
        rows = block.lines[before:]
        tight = rows if self.holds_answers else [unspaced(row, self.row.tokens) for row in rows]
        try:
            if shape is not None:
                self._check(tight, shape)
            if tight or not made.labelled:
                read_grid(tight, self.row.meanings, what=made.title, shape=shape, hints=made.hints)
        except InputError as error:
            raise respaced(error, rows, tight).at(lines_before=before) from None
        cells = [spelt(row, self.row.tokens) for row in tight]
        if not self.holds_answers:
            labels = block.lines[:2] if made.labelled else []
            return request.record(made.from_text([*labels, *cells]), block.line)
        bare = [spelt(row, dict.fromkeys(answer[:2], answer[2])) for row in cells]
        puzzle = made.from_clues(bare)
        return request.record(puzzle, block.line, answer=puzzle.read_rows(cells) if bare != cells else None)

    def _head(self, lines: list[str]) -> tuple[int, Shape | None]:
        """Return how many lines stand above the grid, and the size that they say."""
        if self._sided:
            size = SIDE.fullmatch(lines[0])
            if size is None:
                message = f"expected a line with the size of the grid, got {shorten(lines[0])}"
                raise InputError(message, line=1, column=1)
            above = next((number for number, line in enumerate(lines[1:], 1) if line), len(lines))
            return above, Shape(int(size[1]), int(size[1]))
        size = SIDES.fullmatch(lines[0]) if self.row.size else None
        if size is not None:
            return 1, read_shape(size[1], size[2], line=1)
        return 2 * self.kind.labelled, None

    def _check(self, rows: list[str], shape: Shape) -> None:
        said = "as the size line says" if self._sided else "as the size says"
        if len(rows) != shape.rows:
            message = f"expected {shape.rows} rows, {said}, got {len(rows)}"
            raise InputError(message, line=min(len(rows), shape.rows))
        for number, row in enumerate(rows if self._sided else (), 1):
            if len(row) != shape.columns:
                message = f"expected {shape.columns} cells, {said}, got {len(row)}"
                raise InputError(message, line=number, column=min(len(row), shape.columns) + 1)

    def _write(self, record: Record) -> str:
        puzzle = record.puzzle
        if self.holds_answers:
            answer = record.answer
            rows = cut(joined(puzzle, self.cells[puzzle.name]), puzzle.shape) if answer is None else puzzle.rows(answer)
            head = [f"{puzzle.shape.rows} {puzzle.shape.columns}"]
        else:
            lines, above = puzzle.text().split("\n"), 2 * puzzle.labelled
            head = [str(square(puzzle, self.name))] if self._sided else lines[:above]
            rows = lines[above:]
        return "\n".join([*head, *(spelt(row, self.row.written) for row in rows), ""])

    def _lost(self, record: Record) -> Iterator[str]:
        yield from super()._lost(record)
        if self.holds_answers and record.answer is not None and not (record.answer == 1).any():
            yield f"{self.name} has no place for an answer without {self.kind.true}s"


def _tight(line: str) -> str:
    return re.sub(r"[ \t]", "", line)


class LooseFormat(RowFormat[Loose]):
    def __init__(self, kind: str, name: str, row: Loose) -> None:
        super().__init__(kind, name, row)
        self._meaning = {**dict.fromkeys(row.opens, self.kind.answer[2]), **row.tokens}

    def _blocks(self, text: str) -> Iterable[Block]:
        return (block for block in blocks(text) if not all(map(self._is_comment, block.lines)))

    def _is_comment(self, line: str) -> bool:
        return line.lstrip(BLANKS).startswith("#") and not set(_tight(line)) <= self._meaning.keys()

    def _read(self, block: Block, request: Request) -> Record:
        lines = [(number, line) for number, line in enumerate(block.lines, 1) if not self._is_comment(line)]
        grid = lines[1:] if self._has_size(lines) else lines
        if not grid:
            raise InputError("expected a grid below the line with its size, got nothing", line=lines[0][0], column=1)
        rows = [self._row(line) for line in grid]
        try:
            puzzle = self.kind.from_clues(rows)
        except InputError as error:
            line, text = grid[(error.line or 1) - 1]
            raise InputError(error.message, line=line, column=len(text)) from None
        return request.record(puzzle, block.line)

    def _has_size(self, lines: list[Line]) -> bool:
        """Return whether the first line is the size of the grid below it, and not a row."""
        number, first = lines[0]
        found = SIZE.fullmatch(first)
        if found is None:
            return False
        below = [_tight(line) for _, line in lines[1:]]
        sides = found[1], found[2] or found[1]
        size = str(len(below)), str(len(below[0])) if below else "0"
        if sides == size or (set(_tight(first)) <= self._meaning.keys() and sides[1] != size[1]):
            return sides == size
        shape = read_shape(*sides, line=number)
        raise InputError(f"expected {shape} cells, as this line says, got {' x '.join(size)}", line=number, column=1)

    def _row(self, line: Line) -> str:
        number, text = line
        for column, char in enumerate(text, 1):
            if char not in self._meaning and char not in BLANKS:
                values, opens = " ".join(self.row.tokens), " ".join(self.row.opens)
                message = f"expected cells as {values} and for an open cell one of {opens}; got {shorten(char)}"
                raise InputError(f"{message}; {self.row.hint}", line=number, column=column)
        return "".join(self._meaning[char] for char in _tight(text))

    def _write(self, record: Record) -> str:
        rows, columns = record.puzzle.shape.rows, record.puzzle.shape.columns
        size = str(rows) if rows == columns else f"{rows} {columns}"
        return "\n".join([size, *(spelt(row, self.row.written) for row in record.puzzle.clues), ""])
