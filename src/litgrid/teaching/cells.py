"""Which variable of somebody's formula is which cell: by number, by name, or as a map says."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from itertools import takewhile
from math import isqrt

import numpy as np

from litgrid.core.characters import shorten
from litgrid.core.errors import InputError
from litgrid.core.grid import PLACE, IntArray, Shape
from litgrid.core.numerals import whole
from litgrid.core.puzzle import Puzzle
from litgrid.sat.reading import Pieces

CELL = re.compile(f"(?:.*[^A-Za-z0-9])?r{PLACE}", re.ASCII)
"""What names of cells end in."""


def variables_of(
    puzzle: Puzzle, pieces: Pieces, called: str | Mapping[str, int | str] = ""
) -> tuple[IntArray, list[list[int]]]:
    """Return the variable of each cell, and clauses about those that the formula does not name.

    Where cells have names, or a map names some, others may be left out: a cell that the puzzle decides, as a wall, is
    as it must be then, and any other is free. See :func:`litgrid.teaching.judge.judge` for what cells are ``called``.
    Raises :class:`InputError` where a cell has no variable, or two have one.
    """
    shape, most, fixed = puzzle.shape, pieces.formula.variables, puzzle.fixed.ravel()
    names = _named(puzzle, pieces, called)
    found: dict[int, int] = {}
    missing: list[list[int]] = []
    for cell in range(shape.size):
        name = names.get(cell)
        if name is None:
            found[most + len(found) + 1] = cell
            missing += [[-(most + len(found))]] if fixed[cell] else []
            continue
        variable = name if isinstance(name, int) else pieces.names.get(name, whole(name) or 0)
        if not 0 < variable <= most:
            other = other_board(puzzle, pieces, called) or "another size"
            raise InputError(
                f"expected a variable for each of the {shape.size} cells, but {shape.name(cell)} has none: the formula "
                f"has {most:,} variables, and none of them is {name}; is it a formula of {other}?"
            )
        if variable in found:
            raise InputError(
                f"expected a variable for each cell, but {shape.name(found[variable])} and {shape.name(cell)} have the "
                f"same: {name}"
            )
        found[variable] = cell
    return np.array(list(found), dtype=np.int64), missing


def other_board(puzzle: Puzzle, pieces: Pieces, called: str | Mapping[str, int | str] = "") -> Shape | None:
    r"""Return the board that a formula seems to be of, by its variables; ``None`` if it is this one, or unknown.

    >>> import litgrid
    >>> from litgrid.sat.reading import read
    >>> print(other_board(litgrid.load("lightup\n..\n.."), read("p cnf 9 1\n9 0")))
    3 x 3
    """
    names, limit = pieces.names, range(len(pieces.names))
    found = [(int(match[1]), int(match[2])) for match in map(CELL.fullmatch, names) if match is not None]
    if isinstance(called, str) and "{r" in called and "{c" in called:
        rows = _length(_said(called, row, 0) in names for row in limit)
        columns = _length(_said(called, 0, column) in names for column in limit)
    elif called:
        return None
    elif found:
        rows, columns = (max(places) for places in zip(*found, strict=True))
    else:
        most = max((whole(name.removeprefix("x")) or 0 for name in names), default=pieces.formula.variables)
        rows = columns = isqrt(most) if isqrt(most) ** 2 == most else 0
    other = Shape(rows, columns)
    return other if other.size and other != puzzle.shape else None


def _length(there: Iterable[bool]) -> int:
    return sum(takewhile(bool, there))


def _named(puzzle: Puzzle, pieces: Pieces, called: str | Mapping[str, int | str]) -> dict[int, int | str]:
    """Return what cells are called, those that are."""
    shape, names = puzzle.shape, pieces.names
    cells = {shape.name(cell): cell for cell in range(shape.size)}
    if isinstance(called, str) and called:
        places = (divmod(cell, shape.columns) for cell in range(shape.size))
        return {cell: _said(called, *place, shape.columns) for cell, place in enumerate(places)}
    if called:
        unknown = next((name for name in called if name not in cells), None)
        if unknown is not None:
            raise InputError(f"expected the cells of a board of {shape}, as r1c1, got {shorten(unknown)}")
        return {cells[name]: variable for name, variable in called.items()}
    # Numbers; where variables have names, those that are numbers behind an x.
    return _by_cell(puzzle, pieces) or {cell: f"x{cell + 1}" if names else cell + 1 for cell in range(shape.size)}


def _said(called: str, row: int, column: int, columns: int = 0) -> str:
    places = {"r0": row, "c0": column, "n": row * columns + column + 1}
    try:
        return called.format(r=row + 1, c=column + 1, row=row + 1, column=column + 1, **places)
    except (LookupError, ValueError, AttributeError):
        raise InputError(
            f"expected a name with the places {{r}} and {{c}}, as x{{r}}_{{c}}, got {shorten(called)}"
        ) from None


def _by_cell(puzzle: Puzzle, pieces: Pieces) -> dict[int, int | str]:
    """Return the names that end in a cell's."""
    shape = puzzle.shape
    found: dict[int, int | str] = {}
    for name in pieces.names:
        match = CELL.fullmatch(name)
        if match is not None:
            row, column = int(match[1]), int(match[2])
            cell = (row - 1) * shape.columns + column - 1
            if row > shape.rows or column > shape.columns:
                other = other_board(puzzle, pieces)
                raise InputError(f"expected the cells of a board of {shape}, got {name}: is it a formula of {other}?")
            if cell in found:
                raise InputError(f"expected each cell once, but {found[cell]} and {name} are the same")
            found[cell] = name
    return found
