"""A puzzle as one formula to be searched: of what propagation leaves open of it, or of the whole.

What is left open is smaller and easier; the whole is what the first programs searched. Either way the open cells are
the first variables, in order, and :meth:`Opened.grid` puts a model and what is known together.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from litgrid.core.bounds import Bounds, Literals, join
from litgrid.core.characters import Grid
from litgrid.core.deduce import deduce
from litgrid.core.errors import LitgridError
from litgrid.core.grid import IntArray
from litgrid.core.limit import Limit
from litgrid.core.puzzle import Puzzle
from litgrid.core.system import System
from litgrid.encode.cnf import differ, encode
from litgrid.encode.puzzle import formula
from litgrid.sat.formula import Formula, Int32Array, from_clauses


@dataclass(frozen=True, slots=True, eq=False)
class Opened:
    """A formula about the open cells of a board.

    Attributes
    ----------
    known
        the board: 1 true, 0 false, -1 open
    cells
        the open cells; the first variable is about the first of them
    formula
        what must hold; auxiliary variables come after the cells
    """

    known: Grid
    cells: IntArray
    formula: Formula

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
    """Return a formula of what propagation leaves open.

    Raises
    ------
    LitgridError
        where propagation finds out that there is no answer, and where the encoding cannot hold what is left.
    OutOfTimeError
        when the limit is over.

    >>> from litgrid.puzzles import kinds
    >>> opened = rest(kinds.get("lightup").from_clues(["0#..", "..##"]))
    >>> opened.known.tolist(), opened.cells.tolist(), list(opened.formula.clauses())
    ([[0, 0, -1, -1], [0, 1, 0, 0]], [2, 3], [[1, 2], [1, 2], [-1, -2]])
    """
    shape, system = puzzle.shape, System.of(puzzle.tables())
    deduction = deduce(system, shape, limit or Limit(None))
    if not deduction.possible:
        raise LitgridError("there is nothing to search: this puzzle has no answer, as counting alone finds out")
    cells = np.flatnonzero(deduction.grid < 0)
    local = np.zeros(shape.size + 1, dtype=np.int32)
    local[cells + 1] = np.arange(1, cells.size + 1)
    left = join(part.bounds for part in deduction.parts)
    literals = np.sign(left.literals) * local[np.abs(left.literals)]
    made = encode(Bounds(literals, left.starts, left.low, left.high), cells.size, encoding)
    known, top = deduction.grid.ravel(), made.variables
    clauses: list[list[int]] = []
    for table in system.differs:
        for first, second in table.unsettled(known):
            more, top = differ(apart(table.lines[first], table.lines[second], local, known), top)
            clauses += more
    distinct = from_clauses(clauses)
    return Opened(
        deduction.grid,
        cells,
        Formula(
            np.concatenate([made.literals, distinct.literals]),
            np.concatenate([made.starts, made.starts[-1] + distinct.starts[1:]]),
            top,
            np.full(len(made) + len(distinct), -1, dtype=np.int64),
            lambda variable: (
                f"{puzzle.true} {shape.name(int(cells[variable - 1]))}" if variable <= cells.size else None
            ),
        ),
    )


def apart(first: IntArray, second: IntArray, local: Literals, known: Grid) -> Iterable[tuple[int, int]]:
    """Yield the places where two lines can differ, for :func:`litgrid.encode.cnf.differ`.

    ``local`` holds the literal of each cell at its number + 1, 0 where it is known; ``known`` holds the known values.
    """
    for a, b in zip(first.tolist(), second.tolist(), strict=True):
        x, y = int(local[a + 1]), int(local[b + 1])
        if x and y:
            yield x, y
        elif x or y:
            yield (-(x or y) if known[b if x else a] else (x or y)), 0
