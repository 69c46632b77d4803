"""Why a puzzle has no answer: a set of clues that cannot all hold, none of which is needless.

Each clue's clauses get a selector. Assuming all selectors is unsatisfiable; the engine's core names clues that take
part, and deleting them one by one, with a new core each time, leaves a minimal set (the deletion-based algorithm of
J. Marques-Silva and I. Lynce, SAT 2011).
"""

from __future__ import annotations

import numpy as np

from litgrid.core.bounds import UNKNOWN, of_grid, rest
from litgrid.core.deduce import OpenPart, deduce
from litgrid.core.errors import EngineError
from litgrid.core.grid import IntArray, Shape
from litgrid.core.limit import Limit
from litgrid.core.system import System
from litgrid.core.tables import Rule
from litgrid.engines.base import Engine, Status
from litgrid.search import Search


def conflict(system: System, shape: Shape, engine: Engine, encoding: str, limit: Limit) -> tuple[list[Rule], bool]:
    """Return clues that cannot all hold together, and whether none of them is needless.

    An empty list means that the rules of the kind alone cannot be met on this board. Requires that the puzzle has no
    answer. ``False`` where the time ran out while shrinking.

    Raises
    ------
    EngineError
        where the engine finds an answer after all, or fails.
    OutOfTimeError
        where the time runs out before any set is known.
    """
    structure = [table for table in system.tables if not table.clue]
    deduction = deduce(System.of([*structure, *system.differs]), shape, limit)
    if not deduction.possible:
        return [], True
    values = of_grid(deduction.grid)
    left = rest(system.bounds, values)
    selectors = _number(system)
    unknown = (np.flatnonzero(values[1 : shape.size + 1] == UNKNOWN) + 1).astype(np.int32)
    with Search(
        engine,
        OpenPart(unknown, left.bounds),
        deduction.grid,
        system.differs,
        encoding,
        selectors=selectors[left.index],
        tick=limit.check,
    ) as search:
        numbers, shrunk = _shrink(search, sorted(set(selectors[left.index].tolist()) - {0}), limit)
    return [system.describe(int(np.argmax(selectors == number))) for number in sorted(numbers)], shrunk


def _number(system: System) -> IntArray:
    """Return the number of each count's clue, from 1; 0 where it is none of a clue."""
    numbers = np.zeros(len(system.bounds), dtype=np.int64)
    before = 0
    for table, first in zip(system.tables, system.first.tolist(), strict=False):
        if table.clue:
            numbers[first : first + len(table.bounds)] = table.rules + before + 1
            before += len(table)
    return numbers


def _shrink(search: Search, numbers: list[int], limit: Limit) -> tuple[list[int], bool]:
    status = search.solve(limit, numbers)
    if status is Status.SAT:
        raise EngineError("the engine found an answer to a puzzle of which it had said that there is none")
    if status is Status.UNKNOWN:
        return numbers, False
    candidates = search.core()
    needed: list[int] = []
    while candidates:
        trial = candidates.pop()
        status = search.solve(limit, needed + candidates)
        if status is Status.UNSAT:
            core = set(search.core())
            candidates = [number for number in candidates if number in core]
        elif status is Status.SAT:
            needed.append(trial)
        else:
            return [*needed, *candidates, trial], False
    return needed, True
