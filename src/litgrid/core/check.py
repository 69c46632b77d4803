"""The checker: whether a grid obeys the tables.

It never sees a clause or an engine, so it judges each engine's answer independently.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
import numpy.typing as npt

from litgrid.core.bounds import UNKNOWN, broken, distinct, of_grid, sums
from litgrid.core.characters import Grid, written
from litgrid.core.errors import LitgridError, WrongAnswerError
from litgrid.core.grid import BoolArray, IntArray
from litgrid.core.propagate import propagate
from litgrid.core.puzzle import Puzzle, expect_puzzle
from litgrid.core.system import System
from litgrid.core.tables import Count, Rule, Table, expect_single

WORTH_ROWS = 16
"""Fewer grids than this are looked at one by one."""
MOST_PACKED = 64
"""Lines of no more cells than this are compared as numbers."""


def expect_grid(puzzle: Puzzle, grid: npt.ArrayLike) -> Grid:
    """Return a grid of a puzzle as an array; raise :class:`LitgridError` where it has another shape or other values."""
    expect_puzzle(puzzle)
    try:
        array = np.asarray(grid)
    except ValueError:  # rows of several lengths
        array = np.array(None)
    shape = (puzzle.shape.rows, puzzle.shape.columns)
    if array.shape != shape:
        got = f"one shaped {array.shape}" if array.ndim else written(grid)
        raise LitgridError(f"expected a grid shaped {shape}, as the board, got {got}")
    if not np.isin(array, (-1, 0, 1)).all():
        raise LitgridError("expected a grid of 1 (true), 0 (false) and -1 (unknown), got other values")
    return array.astype(np.int8)


def expect_answer(puzzle: Puzzle, grid: npt.ArrayLike) -> Grid:
    """Return a grid as an array; raise :class:`LitgridError` where it is no answer of a puzzle."""
    array = expect_grid(puzzle, grid)
    if (array < 0).any():
        raise LitgridError("expected an answer, with every cell filled in, got a grid that leaves some open")
    if broken := violations(puzzle.tables(), array):
        raise LitgridError(f"expected an answer, got a grid that breaks a rule: {broken[0].sentence}")
    return array


def violations(tables: Iterable[Table], grid: Grid) -> list[Rule]:
    """Return every rule that a grid breaks, whatever its unknown cells become; an empty list if it obeys them all.

    ``grid`` holds 1, 0, or -1 for unknown. A rule that a half-filled grid does not meet yet, but still can, is not
    broken. Raises :class:`RuleError` for a rule that names a cell twice in one count.
    """
    tables = list(tables)
    expect_single(tables)
    values = of_grid(grid)
    known = grid.ravel()
    found: list[Rule] = []
    for table in tables:
        if isinstance(table, Count):
            found += [table.describe(rule) for rule in sorted(_broken(table, values))]
        else:
            found += [table.describe(*pair) for pair in table.equal(known)]
    return found


def _broken(table: Count, values: IntArray) -> set[int]:
    """Return the rules that cannot hold any more: a count of theirs cannot, or what some force breaks another."""
    found = {table.rule(int(count)) for count in np.flatnonzero(broken(table.bounds, values))}
    if table.rule_of is None or (values[1:] != UNKNOWN).all():
        return found
    _, unknown = sums(table.bounds, values)
    for rule in set(table.rule_of[unknown < table.bounds.lengths].tolist()) - found:
        if propagate(table.bounds.take(np.flatnonzero(table.rule_of == rule)), values.copy()) is not None:
            found.add(rule)
    return found


def all_obey(system: System, grids: Grid) -> BoolArray:
    """Return, for each of several full grids, shaped ``(number, cells)``, whether it breaks no rule."""
    if len(grids) < WORTH_ROWS:
        return np.array([(grid >= 0).all() and obeys(system, grid) for grid in grids], dtype=np.bool_)
    bounds = system.bounds
    cells = np.ascontiguousarray(grids.T)
    right: BoolArray = np.all(cells >= 0, axis=0)
    values = np.concatenate([cells == 1, cells != 1])  # a row for each literal
    rows = np.where(bounds.literals > 0, bounds.literals, len(cells) - bounds.literals) - 1
    lengths = bounds.lengths
    for length in distinct(lengths).tolist():
        # Of all counts of a length, first literals and second ones and so on are added up, each a row of grids.
        some = np.flatnonzero(lengths == length)
        true = np.zeros((some.size, len(grids)), dtype=np.int8 if length < 127 else np.int32)
        for place in range(length):
            true += values[rows[bounds.starts[some] + place]]
        low, high = (np.clip(bound[some], -1, length + 1)[:, None] for bound in (bounds.low, bounds.high))
        right &= np.all((true >= low.astype(true.dtype)) & (true <= high.astype(true.dtype)), axis=0)
    for table in system.differs:
        right &= all_differ(cells.T, table.lines)
    return right


def all_differ(grids: Grid, lines: IntArray) -> BoolArray:
    """Return, for each of several full grids, shaped ``(number, cells)``, whether no two of some lines are equal.

    ``lines`` holds the cells of each, shaped ``(lines, length)``.
    """
    cells, length = grids.T, lines.shape[1]
    if length > MOST_PACKED:
        packed = np.packbits(cells[lines] == 1, axis=1).transpose(2, 0, 1).copy()
        return np.array([len({line.tobytes() for line in grid}) == len(grid) for grid in packed], dtype=np.bool_)
    numbers = np.zeros((len(lines), len(grids)), dtype=np.uint64)
    for place in range(length):
        numbers |= (cells[lines[:, place]] == 1).astype(np.uint64) << np.uint64(place)
    numbers.sort(axis=0)
    differ: BoolArray = np.all(numbers[1:] != numbers[:-1], axis=0)
    return differ


def confirm(system: System, grid: Grid, engine: str) -> None:
    """Raise :class:`EngineError` where the grid that an engine gave breaks a rule, naming both."""
    if not obeys(system, grid):
        rule = violations([*system.tables, *system.differs], grid)[0].sentence
        raise WrongAnswerError(f"the engine {engine} gave a grid that breaks a rule: {rule}; ask another engine")


def confirm_all(system: System, grids: Grid, engine: str) -> None:
    """Do what :func:`confirm` does for several full grids, shaped ``(number, cells)``."""
    right = all_obey(system, grids)
    if not right.all():
        confirm(system, grids[right.argmin()], engine)


def obeys(system: System, grid: Grid) -> bool:
    """Return whether a grid breaks no rule; faster than listing them."""
    return system.can_hold(grid) and not any(table.equal(grid.ravel()) for table in system.differs)


def hold(tables: Sequence[Table], grid: Grid) -> bool:
    """Return whether a full grid obeys tables, which need not be joined for that.

    Raises :class:`RuleError` for a rule that names a cell twice in one count.
    """
    for table in tables:
        if not table.bounds.can_hold(grid) if isinstance(table, Count) else table.equal(grid.ravel()):
            return False
    expect_single(tables)
    return bool((grid >= 0).all())
