"""A board whose every count stays within a line: the legal fillings of each row and each column say all there is.

Binairo is one: so many ones in a line, never three alike in a row, and no two lines equal. With walls or without, with
cells given or not, the rest of a programme that counts by whole rows needs no rule at all, only these lists. Fillings
are numbers: the bit of a row's filling at place c is the cell in column c, that of a column's at place r is in row r.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from litgrid.core.bounds import Bounds
from litgrid.core.characters import Grid
from litgrid.core.grid import BoolArray, IntArray, Shape
from litgrid.core.tables import Differ

MOST_OPEN = 16
"""No line may have more open cells: each has so many ways to be filled, of which the legal ones are picked."""


@dataclass(frozen=True, slots=True, eq=False)
class Lines:
    """What each row and each column may be, ascending, and whether no two rows, or columns, may be equal."""

    shape: Shape
    rows: tuple[IntArray, ...]
    columns: tuple[IntArray, ...]
    rows_differ: bool
    columns_differ: bool

    @property
    def transposed(self) -> Lines:
        """The board with rows for columns."""
        shape = Shape(self.shape.columns, self.shape.rows)
        return Lines(shape, self.columns, self.rows, self.columns_differ, self.rows_differ)

    @property
    def flipped(self) -> Lines:
        """The board upside down."""
        columns = tuple(np.sort(reversed_fillings(column, self.shape.rows)) for column in self.columns)
        return Lines(self.shape, self.rows[::-1], columns, self.rows_differ, self.columns_differ)


def lines_of(
    bounds: Bounds, known: Grid, open_cells: npt.NDArray[np.integer], differs: Sequence[Differ]
) -> Lines | None:
    """Return the lines of a board; ``None`` where a rule is about more than a line, or a line is too long.

    ``bounds`` are counts over variables (cell + 1) of the open cells. What is neither known nor open is of no account,
    and is filled with false. Of ``differs`` there are all rows, all columns, or both.
    """
    shape = Shape(*known.shape)
    numbers = shape.cells
    rows_differ = columns_differ = False
    for table in differs:
        if np.array_equal(table.lines, numbers):
            rows_differ = True
        elif np.array_equal(table.lines, numbers.T):
            columns_differ = True
        else:
            return None
    opened: BoolArray = np.zeros(shape.size, dtype=np.bool_)
    opened[open_cells] = True
    opened = opened.reshape(known.shape)
    if max(opened.sum(axis=0).max(), opened.sum(axis=1).max()) > MOST_OPEN or max(known.shape) > 62:
        return None
    bounds = bounds.take(np.flatnonzero(bounds.lengths))
    row, column = np.divmod(np.abs(bounds.literals).astype(np.int64) - 1, shape.columns)
    starts = bounds.starts[:-1]
    across, down = _within(row, starts), _within(column, starts)
    if not (across | down).all():
        return None
    rows = _fillings(bounds.take(np.flatnonzero(across)), row[starts[across]], known, opened, numbers)
    down &= ~across
    columns = _fillings(bounds.take(np.flatnonzero(down)), column[starts[down]], known.T, opened.T, numbers.T)
    return Lines(shape, rows, columns, rows_differ, columns_differ)


def symmetries(lines: Lines) -> list[tuple[bool, bool, bool]]:
    """Return the ways to turn the board upside down, mirror it and exchange true and false that leave it as it is.

    Upside down counts only where a boundary is in the middle, as boards are cut there.
    """
    rows, columns = lines.shape.rows, lines.shape.columns
    found = []
    for flipped, mirrored, inverted in np.ndindex(2, 2, 2):
        if flipped and rows % 2:
            continue

        def image(fillings: Sequence[IntArray], length: int, back: int, order: int, invert: int = inverted) -> bool:
            own = fillings[::-1] if order else fillings
            for before, after in zip(fillings, own, strict=True):
                made = reversed_fillings(before, length) if back else before
                if not np.array_equal(np.sort((1 << length) - 1 - made if invert else made), after):
                    return False
            return True

        if image(lines.rows, columns, mirrored, flipped) and image(lines.columns, rows, flipped, mirrored):
            found.append((bool(flipped), bool(mirrored), bool(inverted)))
    return found


def reversed_fillings(fillings: IntArray, length: int) -> IntArray:
    """Return fillings with their cells in the opposite order."""
    reverse = np.zeros_like(fillings)
    for place in range(length):
        reverse |= ((fillings >> place) & 1) << (length - 1 - place)
    return reverse


def _within(line: IntArray, starts: IntArray) -> BoolArray:
    """Return which counts stay within a line, given the line of each literal."""
    if not starts.size:
        return np.zeros(0, dtype=np.bool_)
    within: BoolArray = np.minimum.reduceat(line, starts) == np.maximum.reduceat(line, starts)
    return within


def _fillings(
    bounds: Bounds, line_of: IntArray, known: Grid, opened: BoolArray, numbers: IntArray
) -> tuple[IntArray, ...]:
    """Return the legal fillings of lines, given the counts of each."""
    found = []
    made: dict[tuple[bytes, ...], IntArray] = {}
    for line, cells in enumerate(numbers):
        places = np.flatnonzero(opened[line])
        base = int((1 << np.flatnonzero(~opened[line] & (known[line] == 1))).sum())
        own = bounds.take(np.flatnonzero(line_of == line))
        signs = np.zeros((len(own), cells.size), dtype=np.int64)
        place = np.searchsorted(cells, np.abs(own.literals) - 1)
        np.add.at(signs, (np.arange(len(own)).repeat(own.lengths), place), np.sign(own.literals))
        # A negative literal is true where its cell is not: the sum is too small by one for each.
        less = np.add.reduceat(own.literals < 0, own.starts[:-1]) if len(own) else own.low
        low, high = own.low - less, own.high - less
        key = (places.tobytes(), str(base).encode(), signs.tobytes(), low.tobytes(), high.tobytes())
        if key not in made:
            ways = np.arange(1 << places.size)
            bits = (ways[:, None] >> np.arange(places.size)) & 1
            sums = bits @ signs[:, places].T
            legal = bits[((low <= sums) & (sums <= high)).all(axis=1)]
            made[key] = np.sort(legal @ (1 << places) + base)
        found.append(made[key])
    return tuple(found)
