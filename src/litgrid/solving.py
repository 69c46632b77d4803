"""Solve a puzzle and find out whether its answer is the only one.

The way: deduce what single counts force; split what is left into independent parts; let an engine answer each; put the
answers together and check the whole against the tables. Then look for a second answer, part by part. A puzzle without
an answer gets a small set of clues that cannot all hold (:mod:`litgrid.conflict`).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from time import perf_counter
from typing import Any, Literal

import numpy as np

from litgrid.conflict import conflict
from litgrid.core.characters import Grid
from litgrid.core.check import confirm
from litgrid.core.deduce import Deduction, OpenPart, deduce
from litgrid.core.errors import LitgridError, OutOfTimeError
from litgrid.core.limit import Limit
from litgrid.core.puzzle import Puzzle, expect_puzzle
from litgrid.core.system import System
from litgrid.core.tables import Rule
from litgrid.engines import DEFAULT, installed
from litgrid.engines.base import Engine, Status
from litgrid.sat.cardinality import Encoding, check_encoding
from litgrid.search import Search

Answers = Literal["unique", "several", "none", "unknown"]

WORTH_A_GUESS = 300
"""A first guess of the grid is made from so many unknown cells on."""


@dataclass(frozen=True)
class Verdict:
    """What solving a puzzle found out.

    Attributes
    ----------
    status
        ``"unique"``, ``"several"``, ``"none"``, or ``"unknown"`` where the time ran out
    solutions
        none, one or two grids (int8, 1 true and 0 false, shaped as the board), each checked against all rules. Two only
        where there are several. With ``"unknown"``, one may have been found before the time was over.
    conflict
        with ``"none"``: clues that cannot all hold, none of them needless; empty where the rules alone cannot be met
    shrunk
        whether ``conflict`` could be shrunk until none of its clues is needless; ``False`` where the time ran out
        before, and with an empty ``conflict`` before any was found
    engine
        the name of the engine that was asked
    seconds
        how long it took
    """

    puzzle: Puzzle
    status: Answers
    solutions: tuple[Grid, ...] = ()
    conflict: tuple[Rule, ...] = ()
    shrunk: bool = True
    engine: str = DEFAULT
    seconds: float = 0.0

    @property
    def unique(self) -> bool:
        """Whether it is proved that there is exactly one answer; so is the verdict itself, in an ``if``."""
        return self.status == "unique"

    def __bool__(self) -> bool:
        return self.unique

    @property
    def solution(self) -> Grid | None:
        """The answer, or the first of two; ``None`` where none was found."""
        return self.solutions[0] if self.solutions else None

    @property
    def differences(self) -> list[int]:
        """The cells where the two answers differ."""
        if len(self.solutions) < 2:
            return []
        first, second = self.solutions
        return np.flatnonzero(first.ravel() != second.ravel()).tolist()

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        """Return what a notebook shows: an answer, and marked in it where another differs, or clues that clash."""
        from litgrid.render.notebook import bundle  # imported here: solving draws nothing

        clashing = {cell for rule in self.conflict for cell in (rule.cells if rule.at is None else [rule.at])}
        return bundle(self.puzzle, self.solution, marked=clashing.union(self.differences), words=self.status)

    def _repr_svg_(self) -> str | None:
        return self._repr_mimebundle_().get("image/svg+xml")


def solve(
    puzzle: Puzzle,
    *,
    engine: str = DEFAULT,
    encoding: Encoding = "auto",
    timeout: float | None = None,
    seed: int = 0,
) -> Verdict:
    r"""Solve a puzzle, and prove that the answer is the only one, or give a second one.

    Parameters
    ----------
    puzzle
        What to solve.
    engine
        The name of an engine: see ``litgrid engines``.
    encoding
        How counts become clauses: see :data:`litgrid.sat.cardinality.ENCODINGS`.
    timeout
        Seconds after which the status is ``"unknown"``; ``None`` for no limit.
    seed
        For the first guess on large boards. The status does not depend on it; which of several answers is found may.

    Raises
    ------
    UnknownNameError
        for an engine or encoding that does not exist.
    MissingPackageError
        where the engine's package or program is not installed.
    EngineError
        where the engine crashes, or what it answers is none.
    LitgridError
        where the encoding cannot hold this puzzle.

    Examples
    --------
    >>> import litgrid
    >>> verdict = litgrid.solve(litgrid.load("lightup\n.1.\n...\n#.2"))
    >>> verdict.status, verdict.puzzle.rows(verdict.solution)
    ('unique', ['o1.', '..o', '#o2'])
    >>> if verdict:
    ...     print("exactly one answer")
    exactly one answer
    """
    check_question(puzzle, timeout)
    if seed < 0:
        raise LitgridError(f"expected a seed of 0 or more, got {seed}")
    check_encoding(encoding)
    chosen = installed(engine)
    begin = perf_counter()
    verdict = _Solving(puzzle, chosen, encoding, seed, Limit(timeout)).verdict()
    return replace(verdict, engine=chosen.name, seconds=perf_counter() - begin)


def check_question(puzzle: Puzzle, timeout: float | None = None) -> None:
    """Refuse what is no puzzle, or no length of time."""
    expect_puzzle(puzzle)
    if timeout is not None and not timeout >= 0:
        raise LitgridError(f"expected a time limit of 0 seconds or more, got {timeout}")


class _Solving:
    """One question. The answers found so far are kept, so that they are there when the time runs out."""

    def __init__(self, puzzle: Puzzle, engine: Engine, encoding: str, seed: int, limit: Limit) -> None:
        self.puzzle, self.engine, self.encoding, self.limit = puzzle, engine, encoding, limit
        self.seed = seed
        self.system = System.of(puzzle.tables())

    def verdict(self) -> Verdict:
        found: list[Grid] = []
        try:
            status = self._answers(found)
        except OutOfTimeError:
            status = "unknown"
        if status != "none":
            return Verdict(self.puzzle, status, tuple(found))
        try:
            clues, shrunk = conflict(self.system, self.puzzle.shape, self.engine, self.encoding, self.limit)
        except OutOfTimeError:
            clues, shrunk = [], False  # that there is no answer is proved; only the reason was not found in time
        return Verdict(self.puzzle, "none", conflict=tuple(clues), shrunk=shrunk)

    def _answers(self, found: list[Grid]) -> Answers:
        """Append one answer, and a second one where there are several."""
        deduction = deduce(self.system, self.puzzle.shape, self.limit)
        if not deduction.possible:
            return "none"
        answer = deduction.grid.copy()
        second: tuple[OpenPart, Grid] | None = None
        sure = True
        guess = self._guess(deduction)
        for part in deduction.parts:
            with Search(
                self.engine,
                part,
                deduction.grid,
                self.system.differs,
                self.encoding,
                guess=guess,
                tick=self.limit.check,
            ) as search:
                status = search.solve(self.limit)
                if status is not Status.SAT:
                    return "none" if status is Status.UNSAT else "unknown"
                np.put(answer, part.variables - 1, search.answer)
                if second is None:
                    search.block()
                    status = search.solve(self.limit)
                    sure &= status is not Status.UNKNOWN
                    if status is Status.SAT:
                        second = part, search.answer
        found.append(self._checked(answer))
        if second is not None:
            other = answer.copy()
            np.put(other, second[0].variables - 1, second[1])
            found.append(self._checked(other))
            return "several"
        return "unique" if sure else "unknown"

    def _guess(self, deduction: Deduction) -> Grid | None:
        if max((part.variables.size for part in deduction.parts), default=0) < WORTH_A_GUESS:
            return None
        return self.puzzle.guess(np.random.default_rng(self.seed))

    def _checked(self, grid: Grid) -> Grid:
        confirm(self.system, grid, self.engine.name)
        grid.setflags(write=False)
        return grid
