"""A puzzle as one formula to be searched: of what propagation leaves open of it, or of the whole.

What is left open is smaller and easier; the whole is what the first programs searched. Either way the open cells are
the first variables, in order, and :meth:`Opened.grid` puts a model and what is known together.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import Literal

import numpy as np

from litgrid.core.bounds import join
from litgrid.core.characters import Grid
from litgrid.core.deduce import OpenPart, deduce
from litgrid.core.errors import RefutedError
from litgrid.core.grid import IntArray
from litgrid.core.limit import Limit
from litgrid.core.puzzle import Puzzle
from litgrid.core.system import System
from litgrid.encode.part import of_part
from litgrid.encode.puzzle import formula
from litgrid.sat.formula import Formula, Int32Array

Start = Literal["rest", "nothing"]
"""What a formula is about: what propagation leaves open, or the whole puzzle with nothing deduced."""


@dataclass(frozen=True, slots=True, eq=False)
class Opened:
    """A formula about the open cells of a board."""

    known: Grid  # the board: 1 true, 0 false, -1 open
    cells: IntArray  # the open cells; the first variable is about the first of them
    formula: Formula  # what must hold; auxiliary variables come after the cells

    def grid(self, model: Int32Array) -> Grid:
        """Return the board of a model, the true literal of each variable."""
        grid = self.known.copy()
        np.put(grid, self.cells, model[: self.cells.size] > 0)
        return grid


def whole(puzzle: Puzzle, encoding: str = "auto") -> Opened:
    """Return the formula of a whole puzzle: every cell is open. Raises as :func:`litgrid.encode.puzzle.formula`."""
    shape = puzzle.shape
    known = np.full((shape.rows, shape.columns), -1, dtype=np.int8)
    return Opened(known, np.arange(shape.size), formula(puzzle, encoding))


def rest(puzzle: Puzzle, encoding: str = "auto", limit: Limit | None = None) -> Opened:
    """Return a formula of what propagation leaves open; of the whole, where the kind brings the encoding.

    Raises :class:`RefutedError` where propagation finds out that there is no answer, :class:`LitgridError` where the
    encoding cannot hold what is left.
    """
    if encoding in puzzle.encodings:
        return whole(puzzle, encoding)
    shape, system = puzzle.shape, System.of(puzzle.tables())
    deduction = deduce(system, shape, limit or Limit(None))
    if not deduction.possible:
        raise RefutedError("there is nothing to search: this puzzle has no answer, as counting alone finds out")
    cells = np.flatnonzero(deduction.grid < 0)
    left = join(part.bounds for part in deduction.parts)
    made = of_part(OpenPart((cells + 1).astype(np.int32), left), deduction.grid, system.differs, encoding, limit)
    return Opened(deduction.grid, cells, replace(made, variable_name=partial(_name, puzzle, cells)))


def _name(puzzle: Puzzle, cells: IntArray, variable: int) -> str | None:
    return f"{puzzle.true} {puzzle.shape.name(int(cells[variable - 1]))}" if variable <= cells.size else None


def searched(puzzle: Puzzle, start: Start, encoding: str = "auto", limit: Limit | None = None) -> Opened:
    """Return the formula of a puzzle from ``"rest"`` on, what propagation leaves, or from ``"nothing"``: the whole."""
    return whole(puzzle, encoding) if start == "nothing" else rest(puzzle, encoding, limit)
