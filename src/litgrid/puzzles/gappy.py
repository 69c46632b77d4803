"""Gappy: two black cells in every row and column, none touching another, with as many white cells between as labelled.

A true cell is black. A label is the number of white cells between the two black ones of its line; lines may have none.
No grid of fewer than 8 rows exists; such a puzzle is answered "no solution".

Each line with a label obeys three counts which together are as strong as listing its placements, and linear in size
(forbidding every pair of cells at a wrong distance is quadratic, and ten times slower at 60 x 60). With ``d`` the label
plus one, a black cell has a black partner ``d`` cells away; and if the line is cut into blocks of ``d`` cells, exactly
one black cell is in an even block and exactly one in an odd block, since the two are in neighbouring blocks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Self

import numpy as np
import numpy.typing as npt

from litgrid.core.bounds import Bounds, from_matrix, join, offsets
from litgrid.core.errors import InputError
from litgrid.core.grid import BoolArray, IntArray, Shape, blocks
from litgrid.core.puzzle import MOST_CELLS, Grid, Puzzle, Scene, codes, read_grid, shorten, strings
from litgrid.core.tables import Count, Table

ALPHABET = {"?": "open", "#": "black", ".": "white"}
VALUES = {"#": 1, ".": 0}
NO_LABEL = -1


@dataclass(frozen=True, eq=False)
class Gappy(Puzzle):
    """A Gappy puzzle.

    Attributes
    ----------
    labels
        The labels of the rows, then of the columns, shaped ``(2, n)``; -1 where a line has none.
    grid
        The codes of the characters of :data:`ALPHABET`, shaped ``(n, n)``.
    """

    name: ClassVar[str] = "gappy"
    title: ClassVar[str] = "Gappy"
    true: ClassVar[str] = "black"
    false: ClassVar[str] = "white"
    alphabet = ALPHABET
    examples: ClassVar[tuple[str, ...]] = ("5 5 1 6 1 5 1 6 1\n1 1 1 1 5 1 6 1 6",)

    labels: IntArray
    grid: npt.NDArray[np.uint8]

    @classmethod
    def from_clues(cls, clues: Any, **_: bool) -> Self:
        """Read ``{"rows": labels, "cols": labels, "grid": rows or None}``, ``None`` for a missing label."""
        if not isinstance(clues, dict) or not {"rows", "cols"} <= clues.keys():
            raise InputError(f'expected Gappy clues as an object with "rows" and "cols", got {shorten(clues)}')
        lists = [clues["rows"], clues["cols"]]
        for word, labels in zip(("rows", "cols"), lists, strict=True):
            if not isinstance(labels, list) or not labels:
                raise InputError(f'expected "{word}" as a list of labels, got {shorten(labels)}')
        size = len(lists[0])
        if len(lists[1]) != size:
            raise InputError(
                f"expected as many column labels as row labels ({size}; every line holds two black cells, so the board "
                f"is square), got {len(lists[1])}"
            )
        if size * size > MOST_CELLS:
            raise InputError(f"expected at most {MOST_CELLS:,} cells, got a board of {size} x {size}")
        array = np.full((2, size), NO_LABEL, dtype=np.int64)
        for direction, (word, labels) in enumerate(zip(("row", "column"), lists, strict=True)):
            for place, label in enumerate(labels):
                if label is None:
                    continue
                _check_label(label, size, f"{word} {place + 1}")
                array[direction, place] = label
        rows = clues.get("grid")
        if rows is None:
            return cls(array, np.full((size, size), ord("?"), dtype=np.uint8))
        return cls(array, read_grid(rows, ALPHABET, what=cls.title, shape=Shape(size, size)))

    @property
    def clues(self) -> dict[str, Any]:
        """The labels, and the given cells if any."""
        rows, columns = ([None if label == NO_LABEL else label for label in line] for line in self.labels.tolist())
        given = (self.grid != ord("?")).any()
        return {"rows": rows, "cols": columns, "grid": strings(self.grid) if given else None}

    @classmethod
    def from_text(cls, lines: Sequence[str], **_: bool) -> Self:
        """Read a line of row labels, a line of column labels (``-`` for none), and given cells if any."""
        if len(lines) < 2:
            raise InputError(
                "expected a line of row labels and a line of column labels, got one line", line=1, column=1
            )
        labels = [_read_labels(line, number) for number, line in enumerate(lines[:2], 1)]
        size = len(labels[0])
        if len(labels[1]) != size:
            raise InputError(
                f"expected {size} column labels, as many as row labels, got {len(labels[1])}", line=2, column=1
            )
        for number, (word, tokens) in enumerate(zip(("row", "column"), labels, strict=True), 1):
            for place, (column, label) in enumerate(tokens, 1):
                if label is not None:
                    _check_label(label, size, f"{word} {place}", line=number, column=column)
        clues: dict[str, Any] = {
            word: [label for _, label in tokens] for word, tokens in zip(("rows", "cols"), labels, strict=True)
        }
        if len(lines) > 2:
            try:
                read_grid(lines[2:], ALPHABET, what=cls.title, shape=Shape(size, size))
            except InputError as error:
                raise error.at(lines_before=2) from None
            clues["grid"] = list(lines[2:])
        return cls.from_clues(clues)

    @classmethod
    def foreign(cls, lines: Sequence[str]) -> int:
        """Return how many characters are neither in labels separated by blanks nor, below them, in the alphabet."""
        labels = sum(
            len(line) if len(line.split()) < 2 else sum(char not in "0123456789- \t" for char in line)
            for line in lines[:2]
        )
        return labels + super().foreign(lines[2:])

    def text(self) -> str:
        """Write what :meth:`from_text` reads."""
        clues = self.clues
        lines = [" ".join("-" if label is None else str(label) for label in clues[word]) for word in ("rows", "cols")]
        return "\n".join(lines + (clues["grid"] or []))

    @property
    def shape(self) -> Shape:
        """The board."""
        return Shape(*self.grid.shape)

    @property
    def givens(self) -> Grid:
        """The given black and white cells."""
        return codes(self.grid, VALUES)

    def rules(self) -> Sequence[Table]:
        """Return pairs, touching cells and labels."""
        cells = self.shape.cells
        lines = np.stack([cells, cells.T])
        size = self.shape.rows
        names = [f"{word} {number}" for word in ("row", "column") for number in range(1, size + 1)]
        return (
            Count(
                "pair",
                from_matrix(lines.reshape(-1, size) + 1, 2, 2),
                lambda i: f"{names[i]} holds exactly 2 black cells",
                # Exactly one in the even blocks and one in the odd ones say it already.
                implied=self.labels.ravel() != NO_LABEL,
            ),
            self._touch(),
            self._gap(lines.reshape(-1, size), names),
        )

    def _touch(self) -> Count:
        """At most one black cell in each 2 x 2 block."""
        squares = blocks(self.shape)

        def sentence(rule: int) -> str:
            first, *_, last = squares[rule]
            return f"the block {self.shape.name(first)} to {self.shape.name(last)} holds at most 1 black cell"

        return Count("touch", from_matrix(squares + 1, 0, 1), sentence)

    def _gap(self, lines: IntArray, names: Sequence[str]) -> Count:
        """Two black cells of a labelled line are label + 1 apart."""
        labelled = np.flatnonzero(self.labels.ravel() != NO_LABEL)
        labels = self.labels.ravel()[labelled]
        literals = lines[labelled] + 1
        apart = labels[:, None] + 1
        place = np.arange(literals.shape[1])[None, :]
        # One count a cell: it is white, or the cell `apart` before or after it is black.
        before = np.take_along_axis(literals, np.maximum(place - apart, 0), axis=1)
        after = np.take_along_axis(literals, np.minimum(place + apart, literals.shape[1] - 1), axis=1)
        exists = [np.ones_like(literals, dtype=np.bool_), place >= apart, place + apart < literals.shape[1]]
        partner = _ragged(np.stack([-literals, before, after], axis=2), np.stack(exists, axis=2), 1, 3)
        # Two counts a line: the blocks of even and of odd number.
        odd = place // apart % 2 == 1
        halves = _ragged(np.stack([literals, literals], axis=1), np.stack([~odd, odd], axis=1), 1, 1)
        rule = np.arange(len(labelled))

        def sentence(index: int) -> str:
            label = int(labels[index])
            cells = "1 white cell" if label == 1 else f"{label} white cells"
            return f"{names[labelled[index]]} has {cells} between its two black ones"

        rule_of = np.concatenate([np.repeat(rule, literals.shape[1]), np.repeat(rule, 2)])
        return Count("gap", join([partner, halves]), sentence, rule_of, clue=True)

    def guess(self, rng: np.random.Generator) -> Grid | None:  # noqa: ARG002
        """Return an all-white grid: most cells are white."""
        return np.zeros(self.grid.shape, dtype=np.int8)

    def rows(self, grid: Grid) -> list[str]:
        """Write ``#`` for black, ``.`` for white, ``?`` for unknown."""
        return strings(np.frombuffer(b".#?", dtype=np.uint8)[grid])

    def read_rows(self, rows: Sequence[str]) -> Grid:
        """Read ``#``, ``.`` and ``?``."""
        return codes(read_grid(rows, ALPHABET, what=self.title, shape=self.shape), VALUES)

    def scene(self, grid: Grid) -> Scene:
        """Return labels outside, black and white cells."""
        styles = np.array(["false", "true", "unknown"], dtype=object)[grid]
        styles[self.givens >= 0] = "clue"
        left, top = (tuple("" if label == NO_LABEL else str(label) for label in line) for line in self.labels.tolist())
        return Scene(self.rows(grid), styles.tolist(), left, top, {"#": "■", ".": "·"})


def _ragged(literals: IntArray, exists: BoolArray, low: int, high: int) -> Bounds:
    """Return a count over the last axis for each of the others, of the literals that exist."""
    lengths = exists.sum(axis=-1).ravel()
    return Bounds(
        literals[exists].astype(np.int32),
        offsets(lengths),
        np.full(lengths.size, low, dtype=np.int64),
        np.full(lengths.size, high, dtype=np.int64),
    )


def _read_labels(line: str, number: int) -> list[tuple[int, int | None]]:
    """Read a line of labels; return the column that each stands in, and its value."""
    tokens: list[tuple[int, int | None]] = []
    column = 1
    for word in line.replace("\t", " ").split(" "):
        if word == "-":
            tokens.append((column, None))
        elif word.isascii() and word.isdigit():
            tokens.append((column, int(word[:9])))
        elif word:
            raise InputError(
                f"expected labels separated by blanks, each a number or - for none; got {shorten(word)}",
                line=number,
                column=column,
            )
        column += len(word) + 1
    if not tokens:
        raise InputError("expected a line of labels, got an empty line", line=number, column=1)
    return tokens


def _check_label(label: object, size: int, where: str, *, line: int | None = None, column: int | None = None) -> None:
    if not isinstance(label, int) or isinstance(label, bool) or not 0 <= label <= max(size - 2, 0):
        raise InputError(
            f"{where}: expected a label from 0 to {max(size - 2, 0)} on a board of {size} x {size}, "
            f"got {shorten(label)}; this is not valid input",
            line=line,
            column=column,
        )
