"""Labels: a number beside each line, or none, as of how many of its cells are true."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from litgrid.core.characters import Grid, check_size, shorten
from litgrid.core.errors import InputError, LitgridError
from litgrid.core.grid import BoolArray, IntArray, Shape
from litgrid.core.layers.base import Layer
from litgrid.core.numerals import BLANKS, whole
from litgrid.core.scene import Scene

NONE = -1
"""A line without a label."""
NONE_SAID = "-"
"""How a line without a label is written."""
MIXED = -2
"""A line of cells of several lines."""


def true_cells(lines: Grid) -> IntArray:
    """Return how many cells of lines are true: of an array whose last axis is along them."""
    count: IntArray = lines.sum(axis=-1, dtype=np.int64)
    return count


@dataclass(frozen=True, eq=False)
class Labels(Layer[IntArray]):
    """A number beside each line, or none: of the rows, then of the columns; -1 for none.

    Attributes
    ----------
    most
        the largest label of a line, by its length
    counts
        what a label says of lines, an array whose last axis is along them; by default how many cells are true
    square
        why the board is square, if it is
    """

    most: Callable[[int], int] = lambda length: length
    counts: Callable[[Grid], IntArray] = true_cells
    square: str = ""
    form: ClassVar[str] = "labels"
    clue: ClassVar[str] = "label"

    @property
    def keys(self) -> tuple[str, ...]:
        """Those of the rows and of the columns."""
        return ("rows", "cols")

    def shape(self, said: Mapping[str, Any]) -> Shape:
        """Return as many rows and columns as have labels."""
        return Shape(*(len(said[key]) for key in self.keys))

    def blank(self, shape: Shape) -> IntArray:
        """Return no labels; a board that is not square, and must be, has none."""
        if self.square and shape.rows != shape.columns:
            raise LitgridError(f"expected as many columns as rows: {self.square}")
        return np.full(shape.rows + shape.columns, NONE, dtype=np.int64)

    def read(self, said: Mapping[str, Any], shape: Shape | None, title: str) -> IntArray:  # noqa: ARG002
        """Read two lists of labels, ``None`` for a missing one."""
        for key in self.keys:
            if not isinstance(said[key], list) or not said[key]:
                raise InputError(f'expected "{key}" as a list of labels, got {shorten(said[key])}', key=key)
        rows, columns = (said[key] for key in self.keys)
        size = Shape(len(rows), len(columns))
        if self.square and size.rows != size.columns:
            message = f"expected {size.rows} column labels, as many as row labels, got {size.columns}; {self.square}"
            over = [NONE_SAID if label is None else str(label) for label in columns[size.rows :]]
            if over:
                raise InputError(
                    f"{message}; too many, or row labels are cut off: {shorten(' '.join(over))}",
                    key="cols",
                    column=size.rows + 1,
                )
            raise InputError(f"{message}; is one cut off?", key="cols", column=0)
        check_size(size.rows, size.columns)
        labels = self.blank(size)
        for key, word, of, length, first in (
            ("rows", "row", rows, size.columns, 0),
            ("cols", "column", columns, size.rows, size.rows),
        ):
            most = max(self.most(length), 0)
            for place, label in enumerate(of):
                if label is None:
                    continue
                if not isinstance(label, int) or isinstance(label, bool) or not 0 <= label <= most:
                    raise InputError(
                        f"{word} {place + 1}: expected a label from 0 to {most} on a board of {size}, got "
                        f"{shorten(label)}; this is not valid input",
                        key=key,
                        column=place + 1,
                    )
                labels[first + place] = label
        return labels

    def written(self, values: IntArray, shape: Shape) -> dict[str, Any]:
        """Return two lists, ``None`` for no label."""
        listed = [None if label == NONE else label for label in values.tolist()]
        return {"rows": listed[: shape.rows], "cols": listed[shape.rows :]}

    def take(self, lines: Sequence[str]) -> tuple[dict[str, Any], int]:
        """Read a line of row labels and a line of column labels, ``-`` for none."""
        if len(lines) < 2:
            message = "expected a line of row labels and a line of column labels, got one line"
            raise InputError(message, line=1, column=1)
        both = zip(self.keys, lines[:2], strict=True)
        return {key: _read_labels(line, number) for number, (key, line) in enumerate(both, 1)}, 2

    def lines(self, values: IntArray, shape: Shape) -> list[str]:
        of = self.written(values, shape)
        return [" ".join(NONE_SAID if label is None else str(label) for label in of[key]) for key in self.keys]

    def moved(self, values: IntArray, shape: Shape, places: IntArray) -> IntArray:
        """Return the labels of the lines that the new ones are made of; one that is too large for these goes."""
        row, column = np.divmod(places, shape.columns)
        known = places >= 0
        across, down = _line_of(row, known), _line_of(column.T, known.T)
        if MIXED in across or MIXED in down:
            across, down = _line_of(column, known), _line_of(row.T, known.T)
            across[across >= 0] += shape.rows
        else:
            down[down >= 0] += shape.rows
        labels: IntArray = np.append(values, [NONE, NONE])[np.append(across, down)]
        rows, columns = places.shape
        most = np.repeat([max(self.most(columns), 0), max(self.most(rows), 0)], [rows, columns])
        return np.where(labels > most, NONE, labels)

    def drawn(self, values: IntArray, shape: Shape, scene: Scene) -> Scene:
        said = tuple("" if label == NONE else str(label) for label in values.tolist())
        return scene._replace(left=said[: shape.rows], top=said[shape.rows :])

    def column(self, line: str, column: int) -> int:
        begins = [word.start() + 1 for word in re.finditer(f"[^{BLANKS}]+", line)]
        return begins[column - 1] if 0 < column <= len(begins) else 1

    def foreign(self, lines: Sequence[str]) -> tuple[int, int]:
        """Return two lines, of which each must be labels separated by blanks."""
        wrong = 0
        for line in lines[:2]:
            labels = len(line.strip(BLANKS)) == 1 or len(line.split()) > 1
            wrong += sum(char not in "0123456789- \t" for char in line) if labels else len(line)
        return 2, wrong

    def stated(self, values: IntArray) -> BoolArray:
        has: BoolArray = values != NONE
        return has

    def says(self, values: IntArray, shape: Shape, grids: Grid) -> IntArray:  # noqa: ARG002
        return np.concatenate([self.counts(grids), self.counts(grids.transpose(0, 2, 1))], axis=1)

    def chosen(self, values: IntArray, said: IntArray, chosen: BoolArray) -> IntArray:  # noqa: ARG002
        return np.where(chosen, said, NONE)


def _line_of(numbers: IntArray, known: BoolArray) -> IntArray:
    """Return the number that the known cells of each row share: :data:`MIXED` for none, -1 where no cell is known."""
    most = np.where(known, numbers, -1).max(axis=1)
    mixed = (known & (numbers != most[:, None])).any(axis=1)
    return np.where(mixed, MIXED, most)


def _read_labels(line: str, number: int) -> list[Any]:
    labels: list[Any] = []
    for word in re.finditer(f"[^{BLANKS}]+", line):
        text, column = word.group(), word.start() + 1
        if text != NONE_SAID and not re.fullmatch("[0-9]+", text):
            raise InputError(
                f"expected labels separated by blanks, each a number or - for none; got {shorten(text)}",
                line=number,
                column=column,
            )
        labels.append(None if text == NONE_SAID else text if (label := whole(text)) is None else label)
    if not labels:
        raise InputError("expected a line of labels, got an empty line", line=number, column=1)
    first = line.strip(BLANKS)
    if len(labels) == 1 and len(first) > 1:  # no label of a board of one line is that long
        message = f"expected labels separated by blanks, got {shorten(first)} without any: put blanks between them"
        raise InputError(message, line=number, column=1)
    return labels
