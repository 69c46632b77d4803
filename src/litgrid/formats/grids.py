"""Grids of characters below their size or their labels: formats of one kind, which say what their characters are."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator

from litgrid.core.characters import read_grid, shorten
from litgrid.core.errors import InputError
from litgrid.core.forms import Grid
from litgrid.core.grid import Shape
from litgrid.formats.base import (
    Block,
    Record,
    Request,
    RowFormat,
    blocks,
    cut,
    joined,
    read_shape,
    respaced,
    square,
    unspaced,
)
from litgrid.puzzles import kinds

SIDE = re.compile("([1-9][0-9]{0,8})")
SIZE = re.compile(r"[ \t]*([0-9]+)[ \t]+([0-9]+)")


class GridFormat(RowFormat[Grid]):
    """See the module's description.

    With a line for the side, blank lines may follow it and cells may stand apart. Where that for the rows and columns
    has no place for given cells, they are the answer that came with the puzzle.
    """

    def __init__(self, kind: str, row: Grid) -> None:
        super().__init__(kind, row)
        self._made = kinds.get(kind)
        self._sided, self.holds_answers = row.size == "side", row.size == "rows columns"
        self._read_as = str.maketrans(dict(row.tokens))
        self._written = str.maketrans({char: token for token, char in row.tokens.items()})
        if self.holds_answers:
            self.cells = {kind: "".join(set(row.tokens.values()).difference(self._made.answer[:2]))}

    def sniff(self, text: str) -> Collection[str]:
        """See :meth:`Format.sniff`; a text that plain text reads the same is left to that."""
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
        elif self._made.labelled:
            body = "".join(lines[2:])
            possible, needed = re.fullmatch(r"[0-9\- \t]*", "".join(lines[:2])), True
        else:
            body = "".join(lines[1:] if SIZE.fullmatch(lines[0]) else lines)
            possible, needed = re.fullmatch(f"[{re.escape(''.join(self.row.tokens))}]*", body), True
        sure = any(char in body for char in self.row.sure)
        return self.kinds if possible and (sure or not needed) else ()

    def _blocks(self, text: str) -> Iterable[Block]:
        return _sized(text) if self._sided else blocks(text)

    def _read(self, block: Block, request: Request) -> Record:
        made, answer = self._made, self._made.answer
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
        cells = [row.translate(self._read_as) for row in tight]
        if not self.holds_answers:
            labels = block.lines[:2] if made.labelled else []
            return request.record(made.from_text([*labels, *cells]), block.line)
        bare = [row.translate(str.maketrans(answer[:2], answer[2] * 2)) for row in cells]
        puzzle = made.from_clues(bare)
        return request.record(puzzle, block.line, filled=puzzle.read_rows(cells) if bare != cells else None)

    def _head(self, lines: list[str]) -> tuple[int, Shape | None]:
        """Return how many lines stand above the grid, and the size that they say."""
        if self._sided:
            size = SIDE.fullmatch(lines[0])
            if size is None:
                message = f"expected a line with the size of the grid, got {shorten(lines[0])}"
                raise InputError(message, line=1, column=1)
            above = next((number for number, line in enumerate(lines[1:], 1) if line), len(lines))
            return above, Shape(int(size[1]), int(size[1]))
        size = SIZE.fullmatch(lines[0]) if self.row.size else None
        if size is not None:
            return 1, read_shape(size[1], size[2], line=1)
        return 2 * self._made.labelled, None

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
            filled = record.filled
            rows = cut(joined(puzzle, self.cells[self.kind]), puzzle.shape) if filled is None else puzzle.rows(filled)
            head = [f"{puzzle.shape.rows} {puzzle.shape.columns}"]
        else:
            lines, above = puzzle.text().split("\n"), 2 * puzzle.labelled
            head = [str(square(puzzle, self.name))] if self._sided else lines[:above]
            rows = lines[above:]
        return "\n".join([*head, *(row.translate(self._written) for row in rows), ""])

    def _lost(self, record: Record) -> Iterator[str]:
        yield from super()._lost(record)
        if self.holds_answers and record.filled is not None and not (record.filled == 1).any():
            yield f"{self.name} has no place for an answer without {self._made.true}s"


def _sized(text: str) -> Iterator[Block]:
    """Return the blocks of a text; blank lines may stand between a size and its grid, as in the first programs."""
    size: Block | None = None
    for block in blocks(text):
        if size is not None:
            gap = [""] * (block.line - size.line - 1)
            yield Block(size.line, [*size.lines, *gap, *block.lines])
            size = None
        elif len(block.lines) == 1 and SIDE.fullmatch(block.lines[0]):
            size = block
        else:
            yield block
    if size is not None:
        yield size
