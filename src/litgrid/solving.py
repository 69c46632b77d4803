"""Solve a puzzle and find out whether its answer is the only one.

The way: deduce what single counts force; split what is left into independent parts; let an engine answer each; put the
answers together and check the whole against the tables. Then look for a second answer, part by part. A puzzle without
an answer gets a small set of clues that cannot all hold (:mod:`litgrid.conflict`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import repeat, zip_longest
from time import perf_counter
from typing import Annotated, Any, Literal, NamedTuple, cast, overload

import numpy as np

from litgrid.answer import Answer, Outcome, Telling
from litgrid.conflict import conflict, hopeless
from litgrid.core.characters import Grid
from litgrid.core.check import confirm, hold
from litgrid.core.crowding import uneven
from litgrid.core.deduce import Deduction, OpenPart, deduce, deduce_all
from litgrid.core.errors import LitgridError, OutOfTimeError
from litgrid.core.grid import Shape
from litgrid.core.limit import Limit, limited
from litgrid.core.options import Between, Seconds
from litgrid.core.puzzle import Puzzle, expect_puzzle
from litgrid.core.system import System
from litgrid.core.tables import Rule, Table
from litgrid.encode.together import encode_all
from litgrid.engines import DEFAULT, EngineName, installed
from litgrid.engines.base import Engine, Status
from litgrid.model import Modelled, check_unencoded, find
from litgrid.piecewise import two_answers
from litgrid.question import checked, expect
from litgrid.sat.cardinality import Encoding, check_encoding
from litgrid.sat.formula import Formula
from litgrid.search import Search

Answers = Literal["unique", "several", "none", "unknown"]

REASONING = 5.0
"""No more seconds than this are spent on which rules are to blame: that can take exponentially long."""
MOST_RULES = 12
"""No more rules than this are said to be unable to hold together: of more nobody sees why."""
WORTH_A_GUESS = 300
"""A first guess of the grid is made from so many unknown cells on."""
WORTH_PIECES = 20_000
"""Answers are looked for piece by piece from so many unknown cells on."""
SMALL, MOST_STACKED = 2_500, 10_000
"""Puzzles of no more cells are worked on together, of which there are no more in all."""


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
        the name of the engine that was asked
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
    return _solved(puzzle, None, engine, encoding, timeout, seed)


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
    how = engine, encoding, timeout, seed
    try:
        expect(solve, zip(("engine", "encoding", "timeout", "seed"), how, strict=True))
    except LitgridError as error:
        yield from (error for _ in puzzles)
        return
    for few in _stacks(puzzles):
        shared: Iterable[_Shared | None] = repeat(None)
        if len(few) > 1:
            with suppress(Exception):  # whatever it is, the puzzle that it comes from raises it once more below
                shared = _together(cast("list[Puzzle]", few), *how[:-1])
        for puzzle, known in zip(few, shared):  # noqa: B905 - one of the two has no end
            try:
                found: Verdict | Modelled | Exception = _solved(puzzle, known, *how)
            except Exception as error:
                found = error
            yield found


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


class _Shared(NamedTuple):
    """What was found out about a puzzle together with others, and its share of the seconds that took."""

    system: System
    deduction: Deduction
    formulas: Sequence[Formula | None]
    seconds: float

    def apart(self, other: Puzzle) -> _Shared | None:
        """Return the same of another puzzle, where that has the same counts, and no lines that must differ."""
        system, own = System.of(other.tables()), self.system.bounds
        names = ("literals", "starts", "low", "high")
        alike = all(np.array_equal(getattr(system.bounds, name), getattr(own, name)) for name in names)
        return self._replace(system=system) if alike and not system.differs and self.deduction.possible else None


def _together(puzzles: Sequence[Puzzle], engine: str, encoding: str, timeout: float | None) -> list[_Shared]:
    """Deduce what follows in small puzzles, and encode what is left."""
    begin, limit = perf_counter(), limited(timeout)
    systems = [System.of(puzzle.tables()) for puzzle in puzzles]
    found = deduce_all([(system, puzzle.shape) for system, puzzle in zip(systems, puzzles, strict=True)], limit)
    open_parts = [part for deduction in found for part in deduction.parts if part.variables.size < WORTH_A_GUESS]
    encoded = [] if installed(engine).counts else encode_all(open_parts, encoding, limit.check)
    formula_of = dict(zip(map(id, open_parts), encoded, strict=False))
    own = [[formula_of.get(id(part)) for part in deduction.parts] for deduction in found]
    share = (perf_counter() - begin) / len(puzzles)
    return [_Shared(*each, share) for each in zip(systems, found, own, strict=True)]


def _solved(
    puzzle: Puzzle | Formula,
    known: _Shared | None,
    engine: str,
    encoding: Encoding,
    timeout: float | None,
    seed: int,
) -> Verdict | Modelled:
    if isinstance(puzzle, Formula):
        check_unencoded(encoding)
        return find(puzzle, engine, timeout)
    check_question(puzzle, timeout)
    if seed < 0:
        raise LitgridError(f"expected a seed of 0 or more, got {seed}")
    check_encoding(encoding)
    chosen = installed(engine)
    begin = perf_counter() - (0.0 if known is None else known.seconds)
    verdict = _Solving(puzzle, chosen, encoding, seed, Limit(timeout), known).verdict()
    return replace(verdict, engine=chosen.name, seconds=perf_counter() - begin, timeout=timeout)


def outlook(puzzle: Puzzle, limit: Limit, engine: str = DEFAULT) -> tuple[Answers, list[Grid]]:
    """Return whether a puzzle has one answer, none or several, with one or two of them, and not why it has none.

    Where a text can be read in several ways, formats ask this of each. They stand below this layer, so that they name
    this function, as a registry does, and fetch it when a text is in doubt.
    """
    return _Solving(puzzle, installed(engine), "auto", 0, limit).outlook()


def blame(
    puzzle: Puzzle,
    limit: Limit,
    engine: Engine | None = None,
    encoding: str = "auto",
    seed: int = 0,
    known: _Shared | None = None,
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
            status, _ = _Solving(other, engine or installed(DEFAULT), encoding, seed, limit, of_other).outlook()
            found |= {name: status} if status in ("unique", "several") else {}
    return found


def check_question(puzzle: Puzzle, timeout: float | None = None) -> None:
    """Refuse what is no puzzle, or no length of time."""
    expect_puzzle(puzzle)
    limited(timeout)


class _Solving:
    """One question."""

    def __init__(
        self, puzzle: Puzzle, engine: Engine, encoding: str, seed: int, limit: Limit, known: _Shared | None = None
    ) -> None:
        self.puzzle, self.engine, self.encoding, self.limit = puzzle, engine, encoding, limit
        self.seed, self.known = seed, known

    def verdict(self) -> Verdict:
        status, found = self.outlook()
        if status != "none":
            return Verdict(self.puzzle, status, tuple(found))
        clues, rules, shrunk = list[Rule](), list[Rule](), False
        how = self.system, self.puzzle.shape, self.engine, self.encoding, self.limit
        # That there is no answer is proved; only the reason may not be found in time.
        without = blame(self.puzzle, self.limit, self.engine, self.encoding, self.seed, self.known)
        with suppress(OutOfTimeError):
            clues, shrunk = conflict(*how)
            if shrunk and not clues and uneven(self.system.tables, self.puzzle.shape.size) is None:
                rules = hopeless(*how[:-1], self.limit.share(1.0, REASONING))
        return Verdict(self.puzzle, "none", (), tuple(clues), without, tuple(rules), shrunk)

    @cached_property
    def system(self) -> System:
        return System.of(self.puzzle.tables()) if self.known is None else self.known.system

    def outlook(self) -> tuple[Answers, list[Grid]]:
        found = self._guessed()
        if found:
            return "several", found
        try:
            return self._answers(found), found
        except OutOfTimeError:
            return "unknown", found

    def _answers(self, found: list[Grid]) -> Answers:
        """Append one answer, and a second one where there are several."""
        # Where no lines must differ, a large board is looked at piece by piece before it is divided.
        large = self.puzzle.shape.size >= WORTH_PIECES and not self.system.differs
        deduction = self._deduced(1 if large else None) if self.known is None else self.known.deduction
        if not deduction.possible:
            return "none"
        parts = deduction.parts
        if large:
            if self._pieced(deduction, found):
                return "several"
            parts = tuple(part for whole in parts for part in whole.divided(tick=self.limit.check))
        answer = deduction.grid.copy()
        second: tuple[OpenPart, Grid] | None = None
        sure = True
        guess = self._guess(deduction)
        for part, formula in zip_longest(parts, () if self.known is None else self.known.formulas):
            with Search(
                self.engine,
                part,
                deduction.grid,
                self.system.differs,
                self.encoding,
                guess=guess,
                tick=self.limit.check,
                formula=formula if guess is None else None,
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

    def _deduced(self, most_parts: int | None) -> Deduction:
        """Return what follows, on a board of one row; variables for runs may come after its cells."""
        system, variables = self.system, self.puzzle.shape.size
        if variables > SMALL:  # smaller boards have no runs that are long enough
            from litgrid.core.widen import widened

            system, variables = widened(system, variables)
        return deduce(system, Shape(1, variables), self.limit, most_parts)

    def _pieced(self, deduction: Deduction, found: list[Grid]) -> bool:
        """Append two answers, where they are found piece by piece."""
        for part in deduction.parts:
            if part.variables.size >= WORTH_PIECES:
                rng = np.random.default_rng(self.seed)
                for values in two_answers(self.engine, part, self.encoding, rng, self.limit):
                    answer = deduction.grid.copy()
                    np.put(answer, part.variables - 1, values)
                    found.append(self._checked(answer))
        return bool(found)

    def _guessed(self) -> list[Grid]:
        """Return two answers, where two first guesses are some: so much is seen without a single deduction."""
        found: list[Grid] = []
        if self.puzzle.shape.size < WORTH_A_GUESS:
            return found
        rng = np.random.default_rng(self.seed)
        tables: list[Table] = [*self.system.tables, *self.system.differs]
        while len(found) < 2:
            grid = self.puzzle.guess(rng)
            if grid is None or not hold(tables, grid) or any(np.array_equal(grid, other) for other in found):
                return []
            grid.setflags(write=False)
            found.append(grid)
        return found

    def _guess(self, deduction: Deduction) -> Grid | None:
        if max((part.variables.size for part in deduction.parts), default=0) < WORTH_A_GUESS:
            return None
        guess = self.puzzle.guess(np.random.default_rng(self.seed))
        return guess if guess is None else np.append(guess, np.zeros(deduction.grid.size - guess.size, dtype=np.int8))

    def _checked(self, values: Grid) -> Grid:
        shape = self.puzzle.shape
        grid = values.ravel()[: shape.size].reshape(shape.rows, shape.columns)
        confirm(self.system, grid, self.engine.name)
        grid.setflags(write=False)
        return grid
