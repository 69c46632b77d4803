"""Solve a puzzle and find out whether its answer is the only one.

:mod:`litgrid.outlook` finds the answers. A puzzle without one gets a small set of clues that cannot all hold
(:mod:`litgrid.conflict`), and which rules are to blame; several puzzles are worked on together.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Annotated, Any, cast, overload

import numpy as np

from litgrid.answer import Answer, Outcome, Telling
from litgrid.core.characters import Grid
from litgrid.core.crowding import uneven
from litgrid.core.errors import LitgridError, OutOfTimeError
from litgrid.core.limit import Limit
from litgrid.core.options import Between, Seconds
from litgrid.core.puzzle import Puzzle, expect_puzzle
from litgrid.core.system import System
from litgrid.core.tables import Rule
from litgrid.engines import DEFAULT, EngineName, installed
from litgrid.engines.base import Engine
from litgrid.guessing import SMALL
from litgrid.model import Modelled, check_unencoded, find
from litgrid.outlook import Answers, Outlook, Shared, together
from litgrid.question import checked, expect
from litgrid.sat.cardinality import Encoding
from litgrid.sat.formula import Formula

REASONING = 5.0
"""No more seconds than this are spent on which rules are to blame: that can take exponentially long."""
MOST_RULES = 12
"""No more rules than this are said to be unable to hold together: of more nobody sees why."""
MOST_STACKED = 10_000
"""Puzzles that are worked on together have no more cells in all."""


OUTCOMES: dict[Answers, Outcome] = {"unique": "yes", "several": "no", "none": "no", "unknown": "unknown"}


@dataclass(frozen=True, eq=False)
class Verdict(Answer):
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
    without
        with ``"none"``: switches whose rules are on, and of each that there are answers without, ``"unique"`` or
        ``"several"``
    rules
        where the rules alone cannot be met: some that cannot all hold, none of them needless; empty where none were
        found
    shrunk
        whether ``conflict`` could be shrunk until none of its clues is needless; ``False`` where the time ran out
        before, and with an empty ``conflict`` before any was found
    engine
        the name of the engine; the default one was asked only where a few guesses did not tell
    seconds
        how long it took
    timeout
        the time limit that there was
    """

    puzzle: Puzzle
    status: Answers
    solutions: tuple[Grid, ...] = ()
    conflict: tuple[Rule, ...] = ()
    without: Mapping[str, Answers] = field(default_factory=dict)
    rules: tuple[Rule, ...] = ()
    shrunk: bool = True
    engine: str = DEFAULT
    seconds: float = 0.0
    timeout: float | None = None

    @property
    def outcome(self) -> Outcome:
        """Yes where there is exactly one answer."""
        return OUTCOMES[self.status]

    @property
    def unique(self) -> bool:
        """Whether it is proved that there is exactly one answer; so is the verdict itself, in an ``if``."""
        return self.status == "unique"

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

    def values(self, telling: Telling) -> dict[str, Any]:
        """Return what JSON holds: ``solutions`` has two rows of text where there are several answers."""
        none: dict[str, Any] = {}
        if self.status == "none":
            none = {"without": dict(self.without), "rules": telling.rules(self.rules), "why": [*self.why(telling)]}
        return {
            "status": self.status,
            "solutions": [self.puzzle.rows(grid) for grid in self.solutions],
            "conflict": telling.rules(self.conflict),
            **none,
            **self.fields("shrunk", "engine", "seconds"),
        }

    def lines(self, telling: Telling) -> Iterator[str]:
        """Return the picture of an answer, and whether it is the only one, or why there is none."""
        if self.solutions:
            yield telling.draw(self.solutions[0])
        if self.status == "unique":
            yield telling.say("solve.unique")
        elif self.status == "several":
            yield telling.say("solve.another")
            yield telling.draw(self.solutions[1], self.differences)
            yield telling.say("solve.several", len(self.differences), cells=telling.listed(self.differences))
        elif self.status == "none":
            yield from self._none(telling)
        else:
            yield telling.unknown(self.timeout) + (f" {telling.say('solve.perhaps')}" if self.solutions else "")

    def why(self, telling: Telling) -> Iterator[str]:
        """Return why there is no answer, but for clues: what is odd, a rule that could be off, that the rules clash."""
        yield from (telling.say("solve.odd", remark=remark) for remark in self.puzzle.remarks(telling.language))
        yield from telling.blamed()
        if not self.conflict and self.shrunk and not self.without:
            yield telling.say("solve.rules-alone", why=self._alone(telling))

    def _alone(self, telling: Telling) -> str:
        """Return why the rules alone cannot be met, as the end of a sentence."""
        if len(self.rules) == 1:
            return telling.say("solve.hopeless", rule=telling.words.of(self.rules[0]))
        found = uneven(System.of(self.puzzle.tables()).tables, self.puzzle.shape.size)
        if found is None:
            return telling.say("solve.whatever")
        (most, needed), (least, room) = found
        first, second = (telling.words.of(table.describe(0)) for table in (most, least))
        return telling.say("solve.uneven", first=first, needed=needed, second=second, room=room)

    def _none(self, telling: Telling) -> Iterator[str]:
        ended = telling.say("all.engine-ended" if self.timeout is None else "all.time-ended")
        yield from self.why(telling)
        if not self.conflict and not self.shrunk:
            yield telling.say("solve.no-conflict", ended=ended)
        elif not self.conflict and 1 < len(self.rules) <= MOST_RULES:
            yield telling.say("solve.rules")
            yield from (f"  - {telling.words.of(rule)}" for rule in self.rules)
        elif self.conflict:
            yield telling.say("solve.conflict-with" if self.without else "solve.conflict")
            yield from (f"  - {telling.words.of(rule)}" for rule in self.conflict)
            if not self.shrunk:
                yield telling.say("solve.unshrunk", ended=ended)

    @property
    def shown(self) -> tuple[Grid | None, Collection[int]]:
        """An answer, and marked in it where another differs, or clues that clash."""
        clashing = {cell for rule in self.conflict for cell in (rule.cells if rule.at is None else [rule.at])}
        return self.solution, clashing.union(self.differences)


@overload
def solve(
    puzzle: Puzzle, *, engine: str = ..., encoding: Encoding = ..., timeout: float | None = ..., seed: int = ...
) -> Verdict: ...
@overload
def solve(
    puzzle: Formula, *, engine: str = ..., encoding: Encoding = ..., timeout: float | None = ..., seed: int = ...
) -> Modelled: ...
@checked
def solve(
    puzzle: Puzzle | Formula,
    *,
    engine: EngineName = DEFAULT,
    encoding: Encoding = "auto",
    timeout: Seconds = None,
    seed: Annotated[int, Between(0)] = 0,
) -> Verdict | Modelled:
    r"""Solve a puzzle, and prove that the answer is the only one, or give a second one; or find a model of a formula.

    Parameters
    ----------
    puzzle
        What to solve: a puzzle, or a formula, as :func:`litgrid.load_formula` reads it.
    engine
        What solves: see ``litgrid engines``.
    encoding
        How counts become clauses.
    timeout
        Seconds for each puzzle, after which its answer is unknown.
    seed
        For first guesses on large boards. Which of several answers is found may depend on it, nothing else.

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
    return _solved(puzzle, None, installed(engine), encoding, timeout, seed)


def solve_all(
    puzzles: Iterable[Puzzle | Formula],
    *,
    engine: str = DEFAULT,
    encoding: Encoding = "auto",
    timeout: float | None = None,
    seed: int = 0,
) -> Iterator[Verdict | Modelled | Exception]:
    """Yield for each of several puzzles what :func:`solve` returns, or what it raises, as soon as it is known.

    Small puzzles are worked on together, and so take less time.
    """
    try:
        expect(solve, {"engine": engine, "encoding": encoding, "timeout": timeout, "seed": seed}.items())
        how = installed(engine), encoding, timeout, seed
    except LitgridError as error:
        yield from (error for _ in puzzles)
        return
    for few in _stacks(puzzles):
        shared = _shared(cast("list[Puzzle]", few), timeout) if len(few) > 1 else {}
        for puzzle in few:
            try:
                found: Verdict | Modelled | Exception = _solved(puzzle, shared.get(id(puzzle)), *how)
            except Exception as error:
                found = error
            yield found


def _shared(puzzles: Sequence[Puzzle], timeout: float | None) -> dict[int, Shared]:
    """Return what is found out about puzzles of one kind together, for each puzzle, by its identity."""
    shared: dict[int, Shared] = {}
    for kind in {type(puzzle) for puzzle in puzzles}:
        alike = [puzzle for puzzle in puzzles if type(puzzle) is kind]
        with suppress(Exception):  # whatever it is, the puzzle that it comes from raises it once more when it is solved
            shared |= zip(map(id, alike), together(alike, timeout), strict=True)
    return shared


def _stacks(puzzles: Iterable[Puzzle | Formula]) -> Iterator[list[Puzzle | Formula]]:
    """Yield all, in order, small puzzles several together."""
    stack: list[Puzzle | Formula] = []
    room = MOST_STACKED
    for puzzle in puzzles:
        size = puzzle.shape.size if isinstance(puzzle, Puzzle) else MOST_STACKED
        size = size if size <= SMALL else MOST_STACKED
        if stack and size > room:
            yield stack
            stack, room = [], MOST_STACKED
        stack.append(puzzle)
        room -= size
    if stack:
        yield stack


def _solved(
    puzzle: Puzzle | Formula,
    known: Shared | None,
    engine: Engine,
    encoding: Encoding,
    timeout: float | None,
    seed: int,
) -> Verdict | Modelled:
    if isinstance(puzzle, Formula):
        check_unencoded(encoding)
        return find(puzzle, engine.name, timeout)
    expect_puzzle(puzzle)
    asked = Outlook(puzzle, engine, encoding, seed, Limit(timeout), known)
    status, found = asked.found()
    why = _why(asked) if status == "none" else {}
    seconds = asked.limit.spent() + (0.0 if known is None else known.seconds)
    return Verdict(puzzle, status, tuple(found), **why, engine=engine.name, seconds=seconds, timeout=timeout)


def _why(asked: Outlook) -> dict[str, Any]:
    """Return why a puzzle has no answer: that there is none is proved; only the reason may not be found in time."""
    from litgrid.conflict import conflict, hopeless  # imported here: most puzzles have an answer

    clues, rules, shrunk = list[Rule](), list[Rule](), False
    how = asked.system, asked.puzzle.shape, asked.engine, asked.encoding, asked.limit
    without = blame(asked.puzzle, asked.limit, asked.engine, asked.encoding, asked.seed, asked.known)
    with suppress(OutOfTimeError):
        clues, shrunk = conflict(*how)
        if shrunk and not clues and uneven(asked.system.tables, asked.puzzle.shape.size) is None:
            rules = hopeless(*how[:-1], asked.limit.share(1.0, REASONING))
    return {"conflict": tuple(clues), "without": without, "rules": tuple(rules), "shrunk": shrunk}


def blame(
    puzzle: Puzzle,
    limit: Limit,
    engine: Engine | None = None,
    encoding: str = "auto",
    seed: int = 0,
    known: Shared | None = None,
) -> dict[str, Answers]:
    """Return which rules that can be switched off leave answers, each alone, and whether it is one.

    So they are to blame where a puzzle has none: see :attr:`litgrid.answer.Answer.without`. Those for which there was
    no time are not among them.
    """
    found: dict[str, Answers] = {}
    limit = limit.share(1.0, REASONING)
    for name in puzzle.switches:
        if getattr(puzzle, name):
            other = puzzle.with_switches(**{name: False})
            of_other = None if known is None else known.apart(other)
            status, _ = Outlook(other, engine or installed(DEFAULT), encoding, seed, limit, of_other).found()
            found |= {name: status} if status in ("unique", "several") else {}
    return found
