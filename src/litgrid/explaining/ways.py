"""Why a cell has its value: the cheapest reason now, or the shortest way to one.

A way is what comes first: of the steps from now on those that the cell's own step rests on, and what these rest on;
then each is left out for a try, and stays out if the others still follow from their rules, one after another.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Annotated

from litgrid.core.bounds import of_grid, sums
from litgrid.core.characters import shorten
from litgrid.core.errors import InputError, LitgridError
from litgrid.core.options import Said
from litgrid.core.puzzle import Puzzle
from litgrid.core.tables import Count
from litgrid.explaining.findings import Finding
from litgrid.explaining.reasoner import Reasoner
from litgrid.explaining.shapes.singles import singles
from litgrid.explaining.state import State
from litgrid.explaining.steps import CHAIN
from litgrid.formats.record import free_cells

CELL = re.compile(r"[rl]([1-9][0-9]{0,4})c([1-9][0-9]{0,4})", re.ASCII)


def way_to(found: Reasoner, cell: int, level: Callable[[Finding], int]) -> list[Finding]:
    """Return the steps that lead to a cell, of which the last decides it; none where nothing decides it.

    It is one step where a technique decides the cell now, or where all other steps are as hard; else the steps before
    it are easier than a chain that would decide it now.

    Raises
    ------
    OutOfTimeError
        when the limit of what finds steps is over.
    """
    now = found.next([cell])
    if now is None or level(now) < CHAIN:
        return [] if now is None else [now]
    base, steps, last = found.state.known, list[Finding](), None
    while last is None and (step := found.next()) is not None and level(step) < level(now):
        found.take(step)
        steps.append(step)
        last = step if cell in step.cells else found.at_a_glance(cell)
    found.state.trail.back(base)
    if last is None:
        return [now]
    way = steps if last is steps[-1] else [*steps, last]
    return _shortened(found, _needed(way), cell)


def _needed(steps: Sequence[Finding]) -> list[Finding]:
    """Return the last step, and those that it rests on, and so on."""
    needed, rests = [steps[-1]], set(steps[-1].facts)
    for step in reversed(steps[:-1]):
        if not rests.isdisjoint(step.literals):
            needed.append(step)
            rests.update(step.facts)
    return needed[::-1]


def _shortened(found: Reasoner, steps: list[Finding], cell: int) -> list[Finding]:
    """Leave out steps without which the others follow all the same."""
    for number in range(len(steps) - 2, -1, -1):
        fewer = _followed(found, [*steps[:number], *steps[number + 1 :]], cell)
        if fewer is not None:
            return _shortened(found, _needed(fewer), cell)
    return steps


def _followed(found: Reasoner, steps: Sequence[Finding], cell: int) -> list[Finding] | None:
    """Return steps with what they rest on if they are all that is taken; ``None`` where one does not follow."""
    state, base, followed = found.state, found.state.known, list[Finding]()
    try:
        for step in steps:
            refuted = state.refute(step.rules, [-literal for literal in step.literals])
            now = step._replace(literals=tuple(-literal for literal in refuted))
            if not refuted or (step is steps[-1] and cell not in now.cells):
                return None
            known = set(state.trail.literals(0))
            followed.append(now if known.issuperset(step.facts) else found.lean(now))
            found.take(now)
    finally:
        state.trail.back(base)
    return followed


def see(state: State, puzzle: Puzzle, asked: int | None) -> None:
    """Know what a player sees anyway, but the cell asked about: what is shown as lit, and is forbidden, is false."""
    values, lit = of_grid(state.values), set[int]()
    for table in puzzle.tables():
        if isinstance(table, Count) and table.kind == puzzle.play.lit and table.at is not None:
            true, _ = sums(table.bounds, values)
            lit.update(table.at[table.rules[true >= table.bounds.low]].tolist())
    forced = [literal for single in singles(state) for literal in single.literals] if lit else []
    state.trail.take([literal for literal in forced if literal < 0 and -literal - 1 in lit - {asked}])


def cell_in(said: object) -> tuple[int, int]:
    """Return the row and the column, from 1, of a cell that is called as sentences call it.

    Raises
    ------
    LitgridError
        where it is none.

    >>> cell_in("r3c5"), cell_in("l3c5"), cell_in((3, 5))
    ((3, 5), (3, 5), (3, 5))
    """
    match = CELL.fullmatch(said.strip()) if isinstance(said, str) else None
    place = match.groups() if match else said
    if isinstance(place, (tuple, list)) and len(place) == 2:
        row, column = place
        if match or (type(row) is type(column) is int and row > 0 and column > 0):
            return int(row), int(column)
    raise LitgridError(f"expected a cell as r3c5, got {shorten(said)}")


def place_of(said: object, puzzle: Puzzle) -> int:
    """Return the number of a cell that is to be filled in.

    Raises
    ------
    InputError
        where the board has none of that name, or none that is filled in.
    """
    (row, column), shape = cell_in(said), puzzle.shape
    if row > shape.rows or column > shape.columns:
        raise InputError(f"expected a cell of the board, which is {shape}, got r{row}c{column}")
    if not free_cells(puzzle)[row - 1, column - 1]:
        raise InputError(f"expected a cell that is to be filled in, got r{row}c{column}")
    return (row - 1) * shape.columns + column - 1


Cell = Annotated[str | tuple[int, int] | None, Said(cell_in, "a cell, as r3c5")]
"""A cell that is asked about, ``None`` for none."""
