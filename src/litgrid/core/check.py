"""The checker: whether a grid obeys the tables.

It never sees a clause or an engine, so it judges each engine's answer independently.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from litgrid.core.bounds import broken, of_grid
from litgrid.core.characters import Grid
from litgrid.core.errors import EngineError, LitgridError
from litgrid.core.grid import BoolArray
from litgrid.core.puzzle import Puzzle, expect_puzzle
from litgrid.core.system import System
from litgrid.core.tables import Count, Rule, Table


def check(puzzle: Puzzle, grid: npt.ArrayLike) -> list[Rule]:
    """Return every rule of a puzzle that a grid breaks; an empty list if it obeys them all.

    Parameters
    ----------
    puzzle
        The puzzle; its given cells are rules too.
    grid
        Shaped as the board: 1 (or true), 0 (or false), -1 for unknown. A rule that a half-filled grid does not meet
        yet, but still can, is not broken.

    Raises
    ------
    LitgridError
        where the grid has another shape or other values.

    Examples
    --------
    >>> from litgrid.puzzles import kinds
    >>> puzzle = kinds.get("lightup").from_clues(["o.o"])
    >>> [rule.sentence for rule in check(puzzle, [[1, 0, 1]])]
    ['the run r1c1 to r1c3 holds at most one bulb']
    """
    return violations(puzzle.tables(), expect_grid(puzzle, grid))


def expect_grid(puzzle: Puzzle, grid: npt.ArrayLike) -> Grid:
    """Return a grid of a puzzle as an array; raise :class:`LitgridError` where it has another shape or other values."""
    expect_puzzle(puzzle)
    array = np.asarray(grid)
    shape = (puzzle.shape.rows, puzzle.shape.columns)
    if array.shape != shape:
        raise LitgridError(f"expected a grid shaped {shape}, as the board, got one shaped {array.shape}")
    if not np.isin(array, (-1, 0, 1)).all():
        raise LitgridError("expected a grid of 1 (true), 0 (false) and -1 (unknown), got other values")
    return array.astype(np.int8)


def violations(tables: Iterable[Table], grid: Grid) -> list[Rule]:
    """Return every rule that a grid breaks, whatever its unknown cells become; an empty list if it obeys them all.

    ``grid`` holds 1, 0, or -1 for unknown. A rule that a half-filled grid does not meet yet, but still
    can, is not broken.
    """
    values = of_grid(grid)
    known = grid.ravel()
    found: list[Rule] = []
    for table in tables:
        if isinstance(table, Count):
            counts = np.flatnonzero(broken(table.bounds, values))
            found += [table.describe(rule) for rule in sorted({table.rule(int(count)) for count in counts})]
        else:
            found += [table.describe(*pair) for pair in table.equal(known)]
    return found


def all_obey(system: System, grids: Grid) -> BoolArray:
    """Return, for each of several full grids, shaped ``(number, cells)``, whether it breaks no rule."""
    bounds = system.bounds
    true = grids[:, np.abs(bounds.literals) - 1] == (bounds.literals > 0)
    until = np.zeros((len(grids), bounds.literals.size + 1), dtype=np.int32)
    np.cumsum(true, axis=1, out=until[:, 1:])
    total = np.diff(until[:, bounds.starts], axis=1)
    right: BoolArray = np.all((total >= bounds.low) & (total <= bounds.high), axis=1) & np.all(grids >= 0, axis=1)
    for table in system.differs:
        right = right & _all_differ(grids[:, table.lines])
    return right


def _all_differ(lines: Grid) -> BoolArray:
    """Return, for each of several grids' lines, shaped ``(number, lines, length)``, whether no two are equal."""
    packed = np.packbits(lines == 1, axis=2)
    if packed.shape[2] > 8:
        return np.array([len({line.tobytes() for line in grid}) == len(grid) for grid in packed], dtype=np.bool_)
    padded = np.zeros((*packed.shape[:2], 8), dtype=np.uint8)
    padded[:, :, : packed.shape[2]] = packed
    numbers = np.sort(padded.view(np.uint64)[:, :, 0], axis=1)
    differ: BoolArray = np.all(numbers[:, 1:] != numbers[:, :-1], axis=1)
    return differ


def confirm(system: System, grid: Grid, engine: str) -> None:
    """Raise :class:`EngineError` where the grid that an engine gave breaks a rule, naming both."""
    if not obeys(system, grid):
        rule = violations([*system.tables, *system.differs], grid)[0].sentence
        raise EngineError(f"the engine {engine} gave a grid that breaks a rule: {rule}; ask another engine")


def obeys(system: System, grid: Grid) -> bool:
    """Return whether a grid breaks no rule; faster than listing them."""
    if broken(system.bounds, of_grid(grid)).any():
        return False
    return not any(table.equal(grid.ravel()) for table in system.differs)
