"""The whole way from the clues, or from a half-filled grid, to the answer; and what is wrong with a grid.

The answer is found first, by solving, and says which assumptions can be refuted at all. Whether a step is right does
not rest on it: its rules and facts force its cells.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from itertools import islice
from time import perf_counter
from typing import Any, Literal, get_args, overload

import numpy as np

from litgrid.answer import Answer, Outcome, Telling
from litgrid.backbone import forced
from litgrid.core import levels
from litgrid.core.characters import Grid
from litgrid.core.check import expect_grid
from litgrid.core.errors import LitgridError, OutOfTimeError
from litgrid.core.limit import Limit
from litgrid.core.options import Seconds
from litgrid.core.puzzle import Puzzle
from litgrid.core.system import System
from litgrid.core.words import beside
from litgrid.explaining.findings import Finding
from litgrid.explaining.laws import Book
from litgrid.explaining.reasoner import FEW, Reasoner
from litgrid.explaining.steps import CHAIN, Step
from litgrid.formats.record import Record, begun
from litgrid.solving import Answers, blame, check_question, outlook


@dataclass(frozen=True, eq=False)
class Mistake:
    """An entry that cannot stand.

    Attributes
    ----------
    cell, value
        the entry
    step
        a step that decides the cell otherwise, from the clues and from entries that are right (or that came before)
    """

    cell: int
    value: int
    step: Step

    def values(self, telling: Telling) -> dict[str, Any]:
        """Return what JSON holds."""
        return {
            "entry": telling.entries([(self.cell, self.value)])[0],
            "text": self.text(telling.language),
            "step": self.step.values(telling),
        }

    def text(self, language: str = "en") -> str:
        """Return which entry cannot stand, and why, as a sentence."""
        return self.step.against(self.cell, self.value, language)


@dataclass(frozen=True, eq=False)
class Explanation(Answer):
    """How to solve a puzzle: a sequence of steps.

    Attributes
    ----------
    puzzle
        the puzzle, with the cells given that it was explained from
    status
        what solving says of it: ``"unique"``, ``"several"``, ``"none"``, ``"unknown"``
    steps
        each the cheapest where it stands; none where there is no answer
    complete
        whether the steps decide every cell that has the same value in all answers
    mistake
        an entry that cannot stand, where there is one; there are no steps then
    seconds
        how long it took
    without
        with ``"none"``, and no mistake: as in :class:`litgrid.Verdict`
    """

    puzzle: Puzzle
    status: Answers
    steps: tuple[Step, ...] = ()
    complete: bool = False
    mistake: Mistake | None = None
    seconds: float = 0.0
    without: Mapping[str, Answers] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.steps)

    def __iter__(self) -> Iterator[Step]:
        return iter(self.steps)

    @overload
    def __getitem__(self, place: int) -> Step: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[Step, ...]: ...
    def __getitem__(self, place: int | slice) -> Step | tuple[Step, ...]:
        return self.steps[place]

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        """Return what a notebook shows: the steps, a picture each with its sentence."""
        from litgrid.explaining.pictures import strip_of  # imported here: sentences need no pictures
        from litgrid.render.notebook import strip

        title = f"{self.puzzle.title} {self.puzzle.shape}: {self.status}"
        return strip(strip_of(self, title, end=self.ending()), self.puzzle.shape)

    @property
    def level(self) -> int:
        """The level of the hardest step, 1 to 4; 1 where there is nothing to do, 0 where there are no answers."""
        if self.status in ("none", "unknown"):
            return 0
        return max((step.level for step in self.steps), default=1)

    @property
    def outcome(self) -> Outcome:
        """Yes where the steps lead to the only answer."""
        if self.status == "unknown" or (self.status != "none" and not self.complete):
            return "unknown"
        return "yes" if self.status == "unique" else "no"

    def values(self, telling: Telling) -> dict[str, Any]:
        """Return what JSON holds; a mistake only where there is one."""
        mistake = {} if self.mistake is None else {"mistake": self.mistake.values(telling)}
        return {
            **self.fields("status", "level", "complete"),
            **mistake,
            "steps": [step.values(telling) for step in self.steps],
            "text": self.ending(telling.language),
            **self.fields("seconds"),
        }

    def lines(self, telling: Telling) -> Iterator[str]:
        """Return a sentence a step, and how it ends."""
        width = len(str(len(self.steps)))
        for number, step in enumerate(self.steps, 1):
            yield f"{number:{width}}. {step.text(telling.language)}"
        yield self.ending(telling.language)

    def ending(self, language: str = "en") -> str:
        """Return what is said after the steps: the level, or why they do not lead to one answer."""
        words = beside("litgrid.explaining", language)["hint"]
        if self.mistake is not None:
            return self.mistake.text(language)
        if self.outcome == "yes":
            return str(words["level"]).format(level=self.level, name=levels.name(self.level, language))
        if self.without:
            return " ".join(Telling(self, language).blamed())
        return str(words["unknown" if self.outcome == "unknown" else self.status])


Stage = Literal[1, 2, 3]


@dataclass(frozen=True, eq=False)
class Hint(Explanation):
    """The next step, told in stages; or an entry that cannot stand.

    Attributes
    ----------
    stage
        how much the text tells: where to look (1), which rules to think of (2), the step (3)
    """

    stage: Stage = 1
    _repr_mimebundle_ = Answer._repr_mimebundle_

    @property
    def outcome(self) -> Outcome:
        """Yes where there is a step, or none is left."""
        return "yes" if self.steps else super().outcome

    def values(self, telling: Telling) -> dict[str, Any]:
        """Return what JSON holds: the explanation as far as it goes, and what each stage tells."""
        return super().values(telling) | {"stages": self.stages(telling.language), "text": self.told(telling.language)}

    def lines(self, telling: Telling) -> Iterator[str]:
        """Return what the stage tells."""
        yield self.told(telling.language)

    def stages(self, language: str = "en") -> list[str]:
        """Return what each stage tells; nothing where there is no step."""
        return [self.steps[0].hint(stage, language) for stage in get_args(Stage)] if self.steps else []

    def told(self, language: str = "en") -> str:
        """Return what the stage tells, or why there is no step."""
        if self.steps:
            return self.steps[0].hint(self.stage, language)
        if self.outcome == "yes":
            return str(beside("litgrid.explaining", language)["hint"]["done"])
        return self.ending(language)


def explain(
    puzzle: Puzzle | Record,
    *,
    start: Grid | None = None,
    timeout: Seconds = None,
) -> Explanation:
    r"""Explain how to solve a puzzle.

    Parameters
    ----------
    puzzle
        What to explain; a record is gone on from where a player stood.
    start
        int8, shaped as the board: a half-filled grid to go on from (1 true, 0 false, -1 open); ``None`` for the clues.
    timeout
        Seconds for each puzzle, after which the explanation ends where it is.

    Raises
    ------
    LitgridError
        where ``start`` has another shape or other values.

    Examples
    --------
    >>> import litgrid
    >>> for step in litgrid.explain(litgrid.load("lightup\n.1.\n...\n#.2"))[:2]:
    ...     print(step.technique, step.text())
    clue-full All cells that are left around the 2 at r3c3 are needed: bulbs at r2c3 and r3c2.
    run There is a bulb at r2c3, and the run r2c1 to r2c3 holds no other: no bulb at r2c1 and r2c2.
    """
    return _explained(puzzle, start, timeout, None)


def _explained(item: Puzzle | Record, start: Grid | None, timeout: float | None, most: int | None) -> Explanation:
    puzzle, start = begun(item, start)
    check_question(puzzle, timeout)
    begin, limit = perf_counter(), Limit(timeout)
    given = puzzle if start is None else puzzle.with_givens(expect_grid(puzzle, start))
    status, answer = _answer(given, limit)
    steps: list[Step] = []
    mistake = None
    complete = False
    try:
        if answer is not None:
            for step in islice(_steps(given, answer, limit), most):
                steps.append(step)  # noqa: PERF402 - those found before the time runs out are kept
            complete = most is None or len(steps) < most
        elif status == "none" and start is not None:
            mistake = _mistake(puzzle, expect_grid(puzzle, start), limit)
    except OutOfTimeError:
        pass
    without = blame(given, limit) if status == "none" and mistake is None else {}
    return Explanation(given, status, tuple(steps), complete, mistake, perf_counter() - begin, without)


def hint(
    puzzle: Puzzle | Record,
    start: Grid | None = None,
    *,
    stage: Stage = 1,
    timeout: Seconds = None,
) -> Hint:
    r"""Find the next step alone, or what is wrong with a grid; errors are those of :func:`explain`.

    Parameters
    ----------
    puzzle
        What to solve; a record is gone on from where a player stood.
    start
        What is filled in: 1 true, 0 false, -1 open, shaped as the board; ``None`` for the clues alone.
    stage
        How much is told: where to look (1), which rules to think of (2), the step (3).
    timeout
        Seconds after which no step is looked for any more.

    Examples
    --------
    >>> import litgrid
    >>> found = litgrid.hint(litgrid.load("lightup\n.1.\n...\n#.2"))
    >>> print(found)
    Look at r2c2 to r3c3.
    """
    if stage not in get_args(Stage):
        raise LitgridError(f"expected a stage from 1 to 3, got {stage}")
    found = _explained(puzzle, start, timeout, 1)
    values = {each.name: getattr(found, each.name) for each in fields(found)}
    return Hint(**values | {"puzzle": begun(puzzle, start)[0]}, stage=stage)


def _answer(puzzle: Puzzle, limit: Limit) -> tuple[Answers, Grid | None]:
    """Return what solving says, and the cells that are the same in all answers, if there are any."""
    status, answers = outlook(puzzle, limit)
    if status == "unique":
        return "unique", answers[0]
    if status == "several":
        found = forced(puzzle, timeout=limit.left())
        return found.status, found.grid if found.status != "unknown" else None
    return status, None


def book_of(puzzle: Puzzle) -> Book:
    """Return the rules of a puzzle, numbered."""
    return Book.of(System.of(puzzle.tables()), puzzle.shape.size)


def known_of(puzzle: Puzzle) -> Grid:
    """Return what is known of a puzzle from the beginning: given cells, and those that nothing can stand in."""
    return np.where(puzzle.fixed.reshape(puzzle.givens.shape), np.int8(0), puzzle.givens)


def reasoner(puzzle: Puzzle, answer: Grid, limit: Limit) -> Reasoner:
    """Return what finds the next step of a puzzle with this answer (-1: open)."""
    return Reasoner(book_of(puzzle), known_of(puzzle), answer, puzzle.techniques, limit)


def step_of(puzzle: Puzzle, book: Book, finding: Finding) -> Step:
    """Return a finding as a step to be shown."""
    if finding.technique is not None:
        return Step(puzzle, puzzle.techniques[finding.technique].name, True, book, finding)
    names = {"refuted": "together" if finding.cost <= FEW else "chain"}
    return Step(puzzle, names.get(finding.way, finding.way), False, book, finding)


def _steps(puzzle: Puzzle, answer: Grid, limit: Limit) -> Iterator[Step]:
    found = reasoner(puzzle, answer, limit)
    level = 0
    # It takes time, and once there is a chain the level does not hang on what few rules do.
    while (finding := found.next(hard=level < CHAIN)) is not None:
        found.take(finding)
        step = step_of(puzzle, found.book, finding)
        level = max(level, step.level)
        yield step


def _mistake(puzzle: Puzzle, start: Grid, limit: Limit) -> Mistake | None:
    """Return the entry that is easiest seen to be wrong; ``None`` where the puzzle itself has no answer."""
    _, answer = _answer(puzzle, limit)
    if answer is None:
        return None
    given = puzzle.givens
    entries = np.flatnonzero((start >= 0) & (given < 0) & ~puzzle.fixed.reshape(start.shape))
    flat = start.ravel()
    wrong = [int(cell) for cell in entries if answer.flat[cell] >= 0 and answer.flat[cell] != flat[cell]]
    if wrong:
        right = np.where(answer == start, start, -1).astype(np.int8)
    else:
        # Each entry could be right, but not all: the first that does not fit those before.
        fits, breaks = 0, entries.size
        while breaks - fits > 1:
            middle = (fits + breaks) // 2
            trial = _only(start, entries[:middle])
            if outlook(puzzle.with_givens(trial), limit)[0] == "none":
                breaks = middle
            else:
                fits = middle
        right = _only(start, entries[:fits])
        wrong = [int(entries[fits])]
        answer = np.full_like(start, -1)
        answer.flat[wrong[0]] = 1 - flat[wrong[0]]
    before = puzzle.with_givens(right)
    found = reasoner(before, answer, limit)
    finding = found.next(wrong)
    if finding is None:
        return None
    cell = next(cell for literal in finding.literals if (cell := abs(literal) - 1) in wrong)
    return Mistake(cell, int(flat[cell]), step_of(before, found.book, finding))


def _only(grid: Grid, cells: np.ndarray) -> Grid:
    kept = np.full_like(grid, -1)
    kept.flat[cells] = grid.flat[cells]
    return kept
