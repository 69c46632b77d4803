"""Why a puzzle has no answer: a set of clues that cannot all hold, none of which is needless.

Clues are left out one by one, and after each that was needless those that take no part (the deletion-based algorithm
of J. Marques-Silva and I. Lynce, SAT 2011). An engine is asked, in which each clue has a selector: its core names those
that take part.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import numpy as np

from litgrid.core.bounds import UNKNOWN, of_grid, rest
from litgrid.core.characters import Grid
from litgrid.core.crowding import crowded
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
    opened = switched(system, shape, engine, encoding, limit)
    if opened is None:
        return [], True
    with opened.search as search:
        numbers, shrunk = shrink(search, opened.numbers, limit)
    return [system.describe(int(np.argmax(opened.clue == number))) for number in sorted(numbers)], shrunk


def hopeless(system: System, shape: Shape, engine: Engine, encoding: str, limit: Limit) -> list[Rule]:
    """Return rules of the kind that cannot all hold together, whatever the clues are, none of them needless.

    An empty list where the time ran out before needless ones were left out, or lines that must differ are to blame
    alone, or are more than there are ways to fill one, which no engine sees. Requires that the rules of the kind alone
    cannot be met.

    Raises
    ------
    EngineError
        where the engine finds a board that meets them after all, or fails.
    OutOfTimeError
        where the time runs out before any set is known.
    """
    # Each of these rules is switched as if it were a clue.
    tables = [replace(table, clue=True) for table in system.tables if not table.clue]
    if any(crowded(table, System.of(tables)) for table in system.differs):
        return []
    rules, shrunk = conflict(System.of([*tables, *system.differs]), shape, engine, encoding, limit)
    return rules if shrunk else []


class Switched(NamedTuple):
    """A puzzle whose clues can be switched off.

    Attributes
    ----------
    search
        an engine with the cells that the rules of the kind leave open, and a selector for each clue: see
        :meth:`litgrid.search.Search.solve`
    known
        the board without clues: what these rules force, and -1
    cells
        the open cells, ascending
    clue
        for each count the number of its clue, from 1 in the order of the tables; 0 where it is none of a clue
    numbers
        the clues that say something of open cells, ascending
    """

    search: Search
    known: Grid
    cells: IntArray
    clue: IntArray
    numbers: list[int]


def switched(
    system: System, shape: Shape, engine: Engine, encoding: str, limit: Limit, guess: Grid | None = None
) -> Switched | None:
    """Return a puzzle whose clues can be switched off; ``None`` where the rules of its kind alone cannot be met."""
    structure = [table for table in system.tables if not table.clue]
    deduction = deduce(System.of([*structure, *system.differs]), shape, limit)
    if not deduction.possible:
        return None
    values = of_grid(deduction.grid)
    left = rest(system.bounds, values)
    clue = _number(system)
    unknown = (np.flatnonzero(values[1 : shape.size + 1] == UNKNOWN) + 1).astype(np.int32)
    search = Search(
        engine,
        OpenPart(unknown, left.bounds),
        deduction.grid,
        system.differs,
        encoding,
        guess=guess,
        selectors=clue[left.index],
        tick=limit.check,
    )
    numbers = sorted(set(clue[left.index].tolist()) - {0})
    return Switched(search, deduction.grid, unknown.astype(np.int64) - 1, clue, numbers)


def _number(system: System) -> IntArray:
    """Return the number of each count's clue, from 1; 0 where it is none of a clue."""
    numbers = np.zeros(len(system.bounds), dtype=np.int64)
    before = 0
    for table, first in zip(system.tables, system.first.tolist(), strict=False):
        if table.clue:
            numbers[first : first + len(table.bounds)] = table.rules + before + 1
            before += len(table)
    return numbers


def shrink(search: Search, numbers: list[int], limit: Limit) -> tuple[list[int], bool]:
    """Return some of the clues that cannot all hold, those at the end left out first, and whether none is needless.

    ``False`` where the time ran out before that.

    Raises
    ------
    EngineError
        where the clues can hold.
    """
    status = search.solve(limit, numbers)
    if status is Status.SAT:
        raise EngineError("the engine found an answer where it had said that there is none")
    if status is Status.UNKNOWN:
        return numbers, False
    candidates, _ = search.core()
    needed: list[int] = []
    while candidates:
        trial = candidates.pop()
        status = search.solve(limit, needed + candidates)
        if status is Status.UNSAT:
            core = set(search.core()[0])
            candidates = [number for number in candidates if number in core]
        elif status is Status.SAT:
            needed.append(trial)
        else:
            return [*needed, *candidates, trial], False
    return needed, True
