"""A puzzle as one formula to be searched: of what propagation leaves open of it, or of the whole.

What is left open is smaller and easier; the whole is what the first programs searched. Either way the open cells are
the first variables, in order, and :meth:`Opened.grid` puts a model and what is known together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from litgrid.core.bounds import Bounds, Literals, join
from litgrid.core.characters import Grid
from litgrid.core.deduce import OpenPart, deduce
from litgrid.core.errors import RefutedError
from litgrid.core.grid import BoolArray, IntArray
from litgrid.core.limit import Limit
from litgrid.core.puzzle import Puzzle
from litgrid.core.system import System
from litgrid.core.tables import Differ
from litgrid.encode.cnf import differ, encode
from litgrid.encode.puzzle import formula
from litgrid.sat.formula import Formula, Int32Array, extended


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
    """Return a formula of what propagation leaves open; of the whole, where the kind brings the encoding.

    Raises
    ------
    RefutedError
        where propagation finds out that there is no answer.
    LitgridError
        where the encoding cannot hold what is left.

    >>> from litgrid.puzzles import kinds
    >>> opened = rest(kinds.get("lightup").from_clues(["0#..", "..##"]))
    >>> opened.known.tolist(), opened.cells.tolist(), list(opened.formula.clauses())
    ([[0, 0, -1, -1], [0, 1, 0, 0]], [2, 3], [[1, 2], [1, 2], [-1, -2]])
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

    def name(variable: int) -> str | None:
        return f"{puzzle.true} {shape.name(int(cells[variable - 1]))}" if variable <= cells.size else None

    return Opened(deduction.grid, cells, replace(made, variable_name=name))


def searched(puzzle: Puzzle, start: str, encoding: str = "auto", limit: Limit | None = None) -> Opened:
    """Return the formula of a puzzle from ``"rest"`` on, what propagation leaves, or from ``"nothing"``: the whole."""
    return whole(puzzle, encoding) if start == "nothing" else rest(puzzle, encoding, limit)


def of_part(
    part: OpenPart, grid: Grid, differs: Sequence[Differ], encoding: str = "auto", limit: Limit | None = None
) -> Formula:
    """Return a formula about one part of what propagation leaves open; its cells are the first variables, in order.

    ``grid`` is what is known of the whole board, and ``differs`` are lines that must differ.
    """
    limit = limit or Limit(None)
    known, size = grid.ravel(), part.variables.size
    local = np.zeros(known.size + 1, dtype=np.int32)
    local[part.variables] = np.arange(1, size + 1)
    bounds = part.bounds
    literals = np.sign(bounds.literals) * local[np.abs(bounds.literals)]
    made = encode(Bounds(literals, bounds.starts, bounds.low, bounds.high), size, encoding, tick=limit.check)
    clauses, top = [], made.variables
    for places in pairs(differs, local, known, limit.check):
        more, top = differ(places, top)
        clauses += more
    limit.check()
    distinct = extended(made, clauses)
    return replace(distinct, origin=np.full(len(distinct), -1, dtype=np.int64))  # a part's counts have no names


def opened(
    differs: Sequence[Differ], local: Literals, known: Grid, tick: Callable[[], None]
) -> Iterator[tuple[Differ, IntArray]]:
    """Yield each table and its pairs of lines, shaped ``(pairs, 2)``, that could still be equal.

    Pairs without a cell in ``local`` are left out. ``tick`` is called now and then, and raises to stop.
    """
    for table in differs:
        inside: BoolArray = np.any(local[table.lines + 1], axis=1)
        found = table.unsettled(known, tick)
        yield table, found[inside[found].any(axis=1)]


def pairs(
    differs: Sequence[Differ], local: Literals, known: Grid, tick: Callable[[], None]
) -> Iterator[list[tuple[int, int]]]:
    """Yield, for each of the pairs that :func:`opened` has, the places where they can differ: see :func:`apart`."""
    for table, found in opened(differs, local, known, tick):
        for first, second in found.tolist():
            tick()
            yield list(apart(table.lines[first], table.lines[second], local, known))


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
