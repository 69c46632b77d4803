"""The cells that are equal in all answers: the backbone.

One answer is found, and each of its cells is then asked for the other value (J. Marques-Silva, M. Janota, I. Lynce, On
Computing Backbones of Propositional Theories, 2010): where there is no such answer, the cell is forced; where there is
one, it also says of other cells that they are not, and they are not asked for any more. Where first guesses of a large
board are answers, these are looked at before.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Any, overload

import numpy as np

from litgrid.answer import Answer, Outcome, Telling, place
from litgrid.core.characters import Grid
from litgrid.core.check import confirm
from litgrid.core.deduce import deduce
from litgrid.core.errors import OutOfTimeError
from litgrid.core.grid import BoolArray
from litgrid.core.limit import Limit
from litgrid.core.options import Seconds
from litgrid.core.puzzle import Puzzle, expect_puzzle
from litgrid.core.system import System
from litgrid.engines import DEFAULT, EngineName, installed
from litgrid.engines.base import Engine
from litgrid.model import check_unencoded
from litgrid.models import Common, common
from litgrid.outlook import Answers, guessed
from litgrid.question import checked
from litgrid.sat.cardinality import Encoding
from litgrid.sat.formula import Formula
from litgrid.search import Search
from litgrid.solving import OUTCOMES, blame

NOTHING_NEW = 100
"""After so many first guesses that tell nothing new no more are made."""


@dataclass(frozen=True, eq=False)
class Forced(Answer):
    """What all answers of a puzzle have in common.

    Attributes
    ----------
    status
        ``"unique"``, ``"several"``, ``"none"``, or ``"unknown"`` where the time ran out
    grid
        int8, shaped as the board: the value of each cell that has it in all answers (1 true, 0 false), and -1 for the
        others. With ``"unknown"`` a cell with -1 may be forced as well; with ``"none"`` all cells are -1.
    asked
        which cells the puzzle leaves open: neither given nor a wall
    engine
        the name of the engine that was asked
    seconds
        how long it took
    timeout
        the time limit that there was
    without
        with ``"none"``: as in :class:`litgrid.Verdict`
    """

    puzzle: Puzzle
    status: Answers
    grid: Grid
    asked: BoolArray
    engine: str
    seconds: float
    timeout: float | None = None
    without: Mapping[str, Answers] = field(default_factory=dict)

    @property
    def outcome(self) -> Outcome:
        """Yes where there is exactly one answer."""
        return OUTCOMES[self.status]

    @property
    def shown(self) -> tuple[Grid, Collection[int]]:
        """The puzzle with the cells that are forced."""
        return self.grid, ()

    @property
    def open(self) -> list[int]:
        """The cells that are not forced, or not known to be."""
        return np.flatnonzero(self.grid == -1).tolist()

    @property
    def number(self) -> int:
        """How many of the cells that the puzzle leaves open are forced."""
        return int(np.count_nonzero(self.asked & (self.grid >= 0)))

    def values(self, _: Telling) -> dict[str, Any]:
        """Return what JSON holds: the cells that are true, or false, in all answers, and those that are open."""
        grid, asked, shape = self.grid.ravel(), self.asked.ravel(), self.puzzle.shape
        return {
            "status": self.status,
            **{
                name: [place(cell, shape) for cell in np.flatnonzero(asked & (grid == value)).tolist()]
                for name, value in (("true", 1), ("false", 0), ("open", -1))
            },
            **self.fields("engine", "seconds"),
        }

    def lines(self, telling: Telling) -> Iterator[str]:
        if self.status == "none":
            yield from telling.none("all.none")
            return
        yield telling.draw(self.grid)
        number, cells = self.number, telling.say("all.open-cells", int(self.asked.sum()))
        if self.status == "unknown":
            yield telling.gave_up(self.timeout) + telling.say("forced.unknown", number, cells=cells)
        else:
            yield telling.say(f"forced.{self.status}", number, cells=cells)


@overload
def forced(puzzle: Puzzle, *, engine: str = ..., encoding: Encoding = ..., timeout: float | None = ...) -> Forced: ...
@overload
def forced(puzzle: Formula, *, engine: str = ..., encoding: Encoding = ..., timeout: float | None = ...) -> Common: ...
@checked
def forced(
    puzzle: Puzzle | Formula, *, engine: EngineName = DEFAULT, encoding: Encoding = "auto", timeout: Seconds = None
) -> Forced | Common:
    r"""Find the cells that are equal in all answers of a puzzle, or the literals true in all models of a formula.

    Parameters
    ----------
    puzzle
        What to solve: a puzzle, or a formula.
    engine
        What solves: see ``litgrid engines``.
    encoding
        How counts become clauses.
    timeout
        Seconds for each puzzle, after which no more of them are looked for.

    Raises
    ------
    LitgridError
        as :func:`litgrid.solving.solve`.

    Examples
    --------
    >>> import litgrid
    >>> found = litgrid.forced(litgrid.load("lightup\n.1.\n...\n#.."))
    >>> found.status, found.number, found.grid.tolist()
    ('several', 3, [[-1, 0, -1], [-1, 0, -1], [0, 1, 0]])
    """
    if isinstance(puzzle, Formula):
        check_unencoded(encoding)
        return common(puzzle, engine, timeout)
    expect_puzzle(puzzle)
    chosen, limit = installed(engine), Limit(timeout)
    status, grid = _run(puzzle, chosen, encoding, limit)
    grid.setflags(write=False)
    asked: BoolArray = ~puzzle.fixed.reshape(grid.shape) & (puzzle.givens < 0)
    without = blame(puzzle, limit) if status == "none" else {}
    return Forced(puzzle, status, grid, asked, chosen.name, limit.spent(), timeout, without)


def _run(puzzle: Puzzle, engine: Engine, encoding: str, limit: Limit) -> tuple[Answers, Grid]:
    """Return the status, and the forced cells that are known until then."""
    system = System.of(puzzle.tables())
    grid = np.full((puzzle.shape.rows, puzzle.shape.columns), -1, dtype=np.int8)
    nothing = grid.copy()
    try:
        deduction = deduce(system, puzzle.shape, limit)
        if not deduction.possible:
            return "none", nothing
        answer, grid = deduction.grid.copy(), deduction.grid.copy()
        seen, alike = _seen(puzzle, system, grid < 0, limit)
        if not alike.any() and (grid < 0).any():
            return "several", grid
        with ExitStack() as stack:
            searches = []
            for part in deduction.parts:
                search = Search(engine, part, deduction.grid, system.differs, encoding, guess=seen, tick=limit.check)
                stack.enter_context(search)
                if not search.holds(limit):
                    return "none", nothing
                np.put(answer, part.variables - 1, search.answer)
                searches.append((part.variables - 1, search))
            confirm(system, answer, engine.name)
            for cells, search in searches:
                same = alike.flat[cells] & (True if seen is None else seen.flat[cells] == search.answer)
                for place, value in search.forced(limit, same):
                    grid.flat[cells[place]] = value
    except OutOfTimeError:
        return "unknown", grid
    return "unique" if (grid >= 0).all() else "several", grid


def _seen(puzzle: Puzzle, system: System, asked: BoolArray, limit: Limit) -> tuple[Grid | None, BoolArray]:
    """Return an answer, if first guesses are some, and where all of them agree among the cells that are asked about."""
    first, alike, since = None, asked.copy(), 0
    for grid in guessed(puzzle, system, 0):
        limit.check()
        first = grid if first is None else first
        before, alike = alike, alike & (grid == first)
        since = 0 if grid is first or (before != alike).any() else since + 1
        if since == NOTHING_NEW or not alike.any():
            break
    return first, alike
