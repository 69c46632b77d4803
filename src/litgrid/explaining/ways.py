"""Why a cell has its value: a technique that decides it now, or the shortest way of the easiest steps.

A way is what comes first: of the steps from now on those that the cell's own step rests on, and what these rest on;
then each is left out for a try, and stays out if the others still follow from their rules, one after another.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Annotated

import numpy as np

from litgrid.core.characters import shorten
from litgrid.core.errors import InputError, LitgridError
from litgrid.core.grid import PLACE
from litgrid.core.options import Said
from litgrid.core.puzzle import Puzzle
from litgrid.explaining.findings import CHAIN, HIGHEST, LONG_CHAIN, Finding
from litgrid.explaining.reasoner import Reasoner
from litgrid.explaining.shapes.singles import singles
from litgrid.explaining.state import State
from litgrid.formats.record import free_cells


def way_to(found: Reasoner, cell: int) -> list[Finding]:
    """Return the steps that lead to a cell, of which the last decides it; none where nothing decides it.

    It is one step where a technique decides the cell now, or a chain no harder than the hardest step of the way. Where
    nothing is easier than a chain, the cell's own is taken, if it is no harder than what comes next.
    """

    def hard(step: Finding) -> tuple[int, int]:
        return step.level, step.cost if step.level == HIGHEST else 0

    base, steps, last = found.state.known, list[Finding](), found.deciding(cell, 0)
    while last is None and (step := found.next()) is not None:
        if step.way != "single" and cell not in step.cells:
            own = found.deciding(cell, max(step.cost, LONG_CHAIN))
            step = own if own is not None and hard(own) <= hard(step) else step
        found.take(step)
        steps.append(step)
        last = step if cell in step.cells else found.deciding(cell)
    found.state.trail.back(base)
    if last is None:
        return []
    way = _shortened(found, _needed(steps if steps[-1:] == [last] else [*steps, last]), cell)
    hardest = max(way, key=hard)
    own = found.deciding(cell, max(hardest.cost, LONG_CHAIN)) if len(way) > 1 and hardest.level >= CHAIN else None
    return [own] if own is not None and hard(own) <= hard(hardest) else way


def _shortened(found: Reasoner, way: list[Finding], cell: int) -> list[Finding]:
    """Leave out steps without which the others follow all the same, the last ones first."""
    number = len(way) - 1
    while (number := min(number, len(way) - 1) - 1) >= 0:
        rest = _followed(found, way[:number], way[number + 1 :], cell)
        way = way if rest is None else _needed([*way[:number], *rest])
    return way


def _needed(steps: Sequence[Finding]) -> list[Finding]:
    """Return the last step, and those that it rests on, and so on."""
    needed, rests = [steps[-1]], set(steps[-1].facts)
    for step in reversed(steps[:-1]):
        if not rests.isdisjoint(step.literals):
            needed.append(step)
            rests.update(step.facts)
    return needed[::-1]


def _followed(found: Reasoner, before: Sequence[Finding], steps: Sequence[Finding], cell: int) -> list[Finding] | None:
    """Return steps with what they rest on if they and those before are taken; ``None`` where one does not follow."""
    state, base, followed = found.state, found.state.known, list[Finding]()
    try:
        state.trail.take([literal for step in before for literal in step.literals])
        for step in steps:
            refuted = state.refute(step.rules, [-literal for literal in step.literals])
            now = step._replace(literals=tuple(-literal for literal in refuted))
            if not refuted or (step is steps[-1] and cell not in now.cells):
                return None
            leant = now.literals == step.literals and all(state.trail.value(fact) == 1 for fact in step.facts)
            followed.append(now if leant else found.lean(now))
            found.take(now)
    finally:
        state.trail.back(base)
    return followed


def see(state: State, puzzle: Puzzle, asked: int | None) -> None:
    """Know what a player sees anyway, but the cell asked about: what is shown as lit, and is forbidden, is false."""
    lit = {*np.flatnonzero(puzzle.lit(state.values)).tolist()}
    forced = [literal for single in singles(state) for literal in single.literals] if lit else []
    state.trail.take([literal for literal in forced if literal < 0 and -literal - 1 in lit - {asked}])


def cell_in(said: object) -> tuple[int, int]:
    """Return the row and the column, from 1, of a cell that is called as sentences call it.

    Raises :class:`LitgridError` where it is none.

    >>> cell_in("R3C5"), cell_in("l3c5"), cell_in((3, 5))
    ((3, 5), (3, 5), (3, 5))
    """
    match = re.fullmatch(f"[rl]{PLACE}", said.strip(), re.ASCII | re.IGNORECASE) if isinstance(said, str) else None
    place = match.groups() if match else said
    if isinstance(place, (tuple, list, np.ndarray)) and len(place) == 2:
        row, column = place
        if match or (
            all(isinstance(one, (int, np.integer)) and not isinstance(one, bool) and one > 0 for one in place)
        ):
            return int(row), int(column)
    raise LitgridError(f"expected a cell as r3c5, got {shorten(said)}")


def place_of(said: object, puzzle: Puzzle) -> int:
    """Return the number of a cell that is to be filled in; raise :class:`InputError` where it is none of the board."""
    cell = puzzle.shape.cell(*cell_in(said))
    if not free_cells(puzzle).flat[cell]:
        raise InputError(f"expected a cell that is to be filled in, got {puzzle.shape.name(cell)}")
    return cell


Cell = Annotated[str | tuple[int, int] | None, Said(cell_in, "a cell, as r3c5")]
"""A cell that is asked about, ``None`` for none."""
