"""Gappy: two black cells in every row and column, none touching another, with as many white cells between as labelled.

A true cell is black. A label is the number of white cells between the two black ones of its line; lines may have none.
No grid of fewer than 8 rows exists; such a puzzle is answered "no solution".

Each line with a label obeys three counts which together are as strong as listing its placements, and linear in size
(forbidding every pair of cells at a wrong distance is quadratic, and ten times slower at 60 x 60). With ``d`` the label
plus one, a black cell has a black partner ``d`` cells away; and if the line is cut into blocks of ``d`` cells, exactly
one black cell is in an even block and exactly one in an odd block, since the two are in neighbouring blocks.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, ClassVar, NamedTuple, Self

import numpy as np

from litgrid.core.bounds import Bounds, from_masked, from_matrix, join
from litgrid.core.characters import Grid, check_size, read_grid, shorten, strings
from litgrid.core.errors import InputError
from litgrid.core.grid import BoolArray, IntArray, Shape, blocks
from litgrid.core.numerals import BLANKS, whole, words
from litgrid.core.play import Play
from litgrid.core.puzzle import GridPuzzle, Scene
from litgrid.core.tables import Count, Table
from litgrid.core.technique import Technique

ALPHABET = {"?": "open", "#": "black", ".": "white"}
NO_LABEL = -1
Label = tuple[int | None, Any]
"""A label or ``None``, and the column of the text that it stands in, if it comes from text."""


@dataclass(frozen=True, eq=False)
class Gappy(GridPuzzle):
    """A Gappy puzzle; the characters of its grid are those of :data:`ALPHABET`.

    Attributes
    ----------
    labels
        The labels of the rows, then of the columns, shaped ``(2, n)``; -1 where a line has none.
    """

    name: ClassVar[str] = "gappy"
    title: ClassVar[str] = "Gappy"
    labelled: ClassVar[bool] = True
    true: ClassVar[str] = "black"
    false: ClassVar[str] = "white"
    alphabet = ALPHABET
    answer: ClassVar[str] = ".#?"
    symbols: ClassVar[dict[str, str]] = {"#": "■", ".": "·"}
    forms: ClassVar[str] = "litgrid.puzzles.gappy.forms"
    examples: ClassVar[tuple[str, ...]] = ("5 5 1 6 1 5 1 6 1\n1 1 1 1 5 1 6 1 6",)
    instructions: ClassVar[tuple[str, ...]] = (
        "Blacken cells so that each row and each column holds exactly two black cells.",
        "No two black cells touch, not even at a corner.",
        "A number beside a row or above a column says how many white cells lie between its two black ones.",
    )

    techniques: ClassVar[tuple[Technique, ...]] = (
        Technique("touch", ("touch",)),
        Technique("placements", ("gap",)),
        Technique("pair", ("pair",)),
        Technique("shadow", ("pair", "touch"), broken="pair", value=False, most=5),
        Technique("shadow", ("gap", "touch"), broken="gap", value=False, most=5),
        Technique("placement-blocked", ("gap", "gap")),
        Technique("placement-blocked", ("gap", "pair")),
        Technique("placement-blocked", ("gap", "gap", "touch"), most=5),
        Technique("fish", ("pair",), most=4, confined=True),
    )
    play: ClassVar[Play] = Play(true="■", blank=True, counters={"pair": (True,)}, gaps=True)

    labels: IntArray

    @classmethod
    def from_clues(cls, clues: Any, **_: bool) -> Self:
        """Read ``{"rows": labels, "cols": labels, "grid": rows or None}``, ``None`` for a missing label."""
        if not isinstance(clues, dict) or not {"rows", "cols"} <= clues.keys():
            raise InputError(f'expected Gappy clues as an object with "rows" and "cols", got {shorten(clues)}')
        for word in ("rows", "cols"):
            if not isinstance(clues[word], list) or not clues[word]:
                raise InputError(f'expected "{word}" as a list of labels, got {shorten(clues[word])}')
        rows, columns = ([(None, label) for label in clues[word]] for word in ("rows", "cols"))
        return cls._from_labels(rows, columns, clues.get("grid"))

    @classmethod
    def from_text(cls, lines: Sequence[str], **_: bool) -> Self:
        """Read a line of row labels, a line of column labels (``-`` for none), and given cells if any."""
        if len(lines) < 2:
            raise InputError(
                "expected a line of row labels and a line of column labels, got one line", line=1, column=1
            )
        rows, columns = _read_labels(lines[0], 1), _read_labels(lines[1], 2)
        return cls._from_labels(rows, columns, list(lines[2:]) or None)

    @classmethod
    def empty(cls, shape: Shape) -> Self:
        """Return a board without labels and given cells."""
        check_size(shape.rows, shape.columns)
        return cls.from_clues({"rows": [None] * shape.rows, "cols": [None] * shape.columns})

    @classmethod
    def _from_labels(cls, rows: Sequence[Label], columns: Sequence[Label], grid: Any) -> Self:
        size = len(rows)
        in_text = rows[0][0] is not None
        if len(columns) != size:
            raise InputError(
                f"expected {size} column labels, as many as row labels, got {len(columns)}; every line holds two black "
                "cells, so the board is square",
                line=2 if in_text else None,
                column=1,
            )
        check_size(size, size)
        labels = np.full((2, size), NO_LABEL, dtype=np.int64)
        for direction, (word, line) in enumerate((("row", rows), ("column", columns))):
            for place, (column, label) in enumerate(line):
                if label is None:
                    continue
                if not isinstance(label, int) or isinstance(label, bool) or not 0 <= label <= max(size - 2, 0):
                    raise InputError(
                        f"{word} {place + 1}: expected a label from 0 to {max(size - 2, 0)} on a board of {size} x "
                        f"{size}, got {shorten(label)}; this is not valid input",
                        line=direction + 1 if in_text else None,
                        column=column,
                    )
                labels[direction, place] = label
        if grid is None:
            return cls(np.full((size, size), ord("?"), dtype=np.uint8), labels)
        try:
            return cls(read_grid(grid, ALPHABET, what=cls.title, shape=Shape(size, size)), labels)
        except InputError as error:
            raise error.at(lines_before=2 if in_text else 0) from None

    clue: ClassVar[str] = "label"

    def clues_of(self, grids: Grid) -> IntArray:
        """Return the labels of the rows, then of the columns, of full grids."""
        lines = np.concatenate([grids, grids.transpose(0, 2, 1)], axis=1)
        labels: IntArray = lines.shape[2] - 2 - lines[:, :, ::-1].argmax(axis=2) - lines.argmax(axis=2)
        return labels

    @property
    def stated(self) -> BoolArray:
        """Which lines have a label."""
        labelled: BoolArray = self.labels.ravel() != NO_LABEL
        return labelled

    def clued(self, grid: Grid, chosen: BoolArray) -> Self:
        """Return the puzzle with the chosen labels and no given cells."""
        labels = np.where(chosen, self.clues_of(grid[None])[0], NO_LABEL).reshape(self.labels.shape)
        return replace(self, grid=np.full_like(self.grid, ord("?")), labels=labels)

    def rearranged(self, places: IntArray) -> Self:
        """Return the puzzle whose cells are those of this one at other places, with the labels of the lines they form.

        A label that would be too large for the new board goes.
        """
        rows = len(places)
        cells = np.append(self.grid, np.uint8(ord(self.answer[2])))[places]
        size = self.shape.rows
        across = [_line(np.divmod(line[line >= 0], size), (0, size)) for line in places]
        down = [_line(np.divmod(line[line >= 0], size)[::-1], (size, 0)) for line in places.T]
        labels = np.append(self.labels.ravel(), NO_LABEL)[across + down]
        written = [int(label) if NO_LABEL < label <= max(rows - 2, 0) else None for label in labels]
        return self.from_clues({"rows": written[:rows], "cols": written[rows:], "grid": strings(cells)})

    @property
    def clues(self) -> dict[str, Any]:
        """The labels, and the given cells if any."""
        rows, columns = ([None if label == NO_LABEL else label for label in line] for line in self.labels.tolist())
        given = (self.grid != ord("?")).any()
        return {"rows": rows, "cols": columns, "grid": strings(self.grid) if given else None}

    @classmethod
    def foreign(cls, lines: Sequence[str]) -> int:
        """Return how many characters are neither in labels separated by blanks nor, below them, in the alphabet."""
        labels = sum(
            len(line) if len(words(line)) < 2 else len(line) - sum(map(line.count, "0123456789- \t"))
            for line in lines[:2]
        )
        return labels + super().foreign(lines[2:])

    def text(self) -> str:
        """Write what :meth:`from_text` reads."""
        clues = self.clues
        lines = [" ".join("-" if label is None else str(label) for label in clues[word]) for word in ("rows", "cols")]
        return "\n".join(lines + (clues["grid"] or []))

    def rules(self) -> Sequence[Table]:
        """Return pairs, touching cells and labels."""
        size = self.shape.rows
        same = _same(size)
        names = [f"{word} {number}" for word in ("row", "column") for number in range(1, size + 1)]

        def touches(rule: int) -> str:
            first, *_, last = same.touch.of(rule) - 1
            return f"the block {self.shape.name(first)} to {self.shape.name(last)} holds at most 1 black cell"

        return (
            Count(
                "pair",
                same.pair,
                lambda i: f"{names[i]} holds exactly 2 black cells",
                # Exactly one in the even blocks and one in the odd ones say it already.
                implied=self.labels.ravel() != NO_LABEL,
            ),
            Count("touch", same.touch, touches),
            self._gap(same.lines, names),
        )

    def _gap(self, lines: IntArray, names: Sequence[str]) -> Count:
        """Two black cells of a labelled line are label + 1 apart."""
        labelled = np.flatnonzero(self.labels.ravel() != NO_LABEL)
        labels = self.labels.ravel()[labelled]
        literals = lines[labelled]
        number, size = literals.shape
        apart, place, rule = labels[:, None] + 1, np.arange(size), np.arange(number)
        # One count a cell: it is white, or the cell `apart` before or after it is black.
        partners = np.empty((number, size, 3), dtype=np.int64)
        exists = np.ones((number, size, 3), dtype=np.bool_)
        partners[:, :, 0] = -literals
        for column, other in ((1, place - apart), (2, place + apart)):
            within = np.clip(other, 0, max(size - 1, 0))
            exists[:, :, column] = within == other
            partners[:, :, column] = literals[rule[:, None], within]
        # Two counts a line: the blocks of even and of odd number.
        halves = np.empty((number, 2, size), dtype=np.bool_)
        halves[:, 1] = place // apart % 2 == 1
        np.logical_not(halves[:, 1], out=halves[:, 0])
        bounds = join(
            [
                from_masked(partners, exists, 1, 3),
                from_masked(np.broadcast_to(literals[:, None], halves.shape), halves, 1, 1),
            ]
        )

        def sentence(index: int) -> str:
            label = int(labels[index])
            cells = "1 white cell" if label == 1 else f"{label} white cells"
            return f"{names[labelled[index]]} has {cells} between its two black ones"

        rule_of = np.concatenate([rule.repeat(size), rule.repeat(2)])
        return Count("gap", bounds, sentence, rule_of, clue=True, value=labels)

    def guess(self, rng: np.random.Generator) -> Grid | None:  # noqa: ARG002
        """Return an all-white grid: most cells are white."""
        return np.zeros(self.grid.shape, dtype=np.int8)

    def scene(self, grid: Grid) -> Scene:
        """Return labels outside, black and white cells."""
        left, top = (tuple("" if label == NO_LABEL else str(label) for label in line) for line in self.labels.tolist())
        return replace(super().scene(grid), left=left, top=top)


class _Same(NamedTuple):
    """What boards of a size share whatever their labels: the literals of each line, and two kinds of rules."""

    lines: IntArray
    pair: Bounds
    touch: Bounds


@lru_cache(maxsize=2)
def _same(size: int) -> _Same:
    shape = Shape(size, size)
    lines = np.concatenate([shape.cells, shape.cells.T]) + 1
    return _Same(lines, from_matrix(lines, 2, 2), from_matrix(blocks(shape) + 1, 0, 1))


def _line(places: tuple[IntArray, IntArray], first: tuple[int, int]) -> int:
    """Return the label of the line that some cells are in, by their places along either way; -1 for that of none.

    ``first`` is where the labels of the lines of either way begin. Of a single cell, which is in two lines, the first.
    """
    for place, begin in zip(places, first, strict=True):
        if place.size and (place == place[0]).all():
            return begin + int(place[0])
    return -1


def _read_labels(line: str, number: int) -> list[Label]:
    labels: list[Label] = []
    for word in re.finditer(r"[^ \t]+", line):
        text, column = word.group(), word.start() + 1
        if text != "-" and not re.fullmatch("[0-9]+", text):
            raise InputError(
                f"expected labels separated by blanks, each a number or - for none; got {shorten(text)}",
                line=number,
                column=column,
            )
        labels.append((column, None if text == "-" else text if (label := whole(text)) is None else label))
    if not labels:
        raise InputError("expected a line of labels, got an empty line", line=number, column=1)
    first = line.strip(BLANKS)
    if len(labels) == 1 and len(first) > 1:  # no label of a board of one line is that long
        message = f"expected labels separated by blanks, got {shorten(first)} without any: put blanks between them"
        raise InputError(message, line=number, column=1)
    return labels
