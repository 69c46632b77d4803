"""The whole way from the clues, or from a half-filled grid, to the answer; and what is wrong with a grid.

The answer is found first, by solving, and says which assumptions can be refuted at all. Whether a step is right does
not rest on it: its rules and facts force its cells.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, overload

from litgrid.answer import Answer, Outcome, Telling, say
from litgrid.backbone import forced
from litgrid.core import levels
from litgrid.core.characters import Grid
from litgrid.core.check import expect_grid, violations
from litgrid.core.errors import OutOfTimeError
from litgrid.core.limit import Limit
from litgrid.core.options import Seconds
from litgrid.core.puzzle import Puzzle, expect_puzzle
from litgrid.core.words import cell_name
from litgrid.explaining.laws import Book
from litgrid.explaining.mistakes import Fault, Mistake, at_fault, find_mistake, told
from litgrid.explaining.reasoner import Reasoner
from litgrid.explaining.state import State
from litgrid.explaining.steps import Link, Stage, Step
from litgrid.explaining.ways import Cell, place_of, see, way_to
from litgrid.formats.record import Record, agreeing, begun, known_of
from litgrid.outlook import Answers, outlook
from litgrid.question import checked
from litgrid.solving import OUTCOMES, blame

if TYPE_CHECKING:
    from litgrid.render.strip import Strip


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
        whether the steps decide every cell that has the same value in all answers; of a cell that was asked about,
        whether it is known if and why it follows
    mistake
        an entry that cannot stand, where there is one; there are no steps then
    seconds
        how long it took
    without
        with ``"none"``, where the fault is the puzzle's: as in :class:`litgrid.Verdict`
    cell
        the cell that was asked about: the steps are then the way to it, and the last one decides it
    fault
        with ``"none"``, where the fault is: ``"puzzle"``, ``"entry"`` (without a mistake, which one was not found in
        time), or ``"unknown"``
    """

    puzzle: Puzzle
    status: Answers
    steps: tuple[Step, ...] = ()
    complete: bool = False
    mistake: Mistake | None = None
    seconds: float = 0.0
    without: Mapping[str, Answers] = field(default_factory=dict)
    cell: int | None = None
    fault: Fault = ""

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
        from litgrid.render.notebook import strip

        return strip(self.strip(f"{self.puzzle.title} {self.puzzle.shape}: {self.status}"), self.puzzle.shape)

    def strip(self, title: str, language: str = "en", puzzle: Puzzle | None = None) -> Strip:
        """Return the steps as pictures below a title, with what is said after the last.

        ``puzzle`` is the one that was begun, where the explanation goes on from a half-filled grid.
        """
        from litgrid.explaining.pictures import panel, panels  # imported here: sentences need no pictures
        from litgrid.render.strip import Panel, Strip

        puzzle, grid = puzzle or self.puzzle, known_of(self.puzzle)
        if self.mistake is None:
            start = Panel(puzzle.halfway(grid), self.opening(language) or say("strip.start", language))
            shown = [start, *panels(puzzle, grid, self.steps, language)]
        else:
            step, entry = self.mistake.step, (self.mistake.cell, self.mistake.value)
            shown = [panel(puzzle, grid, Link([entry], step.rules, ""), step.facts)]
        shown[-1] = shown[-1]._replace(text=f"{shown[-1].text} {self.ending(language)}".strip())
        return Strip(title, shown, tuple(say(f"strip.{mark}", language) for mark in ("decided", "facts", "rules")))

    def opening(self, language: str = "en") -> str:
        """Return what is said before the steps: of a cell that does not follow yet, that they come first."""
        if self.cell is None or len(self.steps) < 2:
            return ""
        return say("explain.first", language, cell=cell_name(self.cell, self.puzzle.shape, language))

    @property
    def level(self) -> int:
        """The level of the hardest step, 1 to 4; 1 where there is nothing to do, 0 where there are no answers."""
        if self.status in ("none", "unknown"):
            return 0
        return max((step.level for step in self.steps), default=1)

    @property
    def outcome(self) -> Outcome:
        """Yes where the steps lead to the only answer, or to the cell that was asked about."""
        if self.cell is not None and self.steps:
            return "yes"
        return OUTCOMES[self.status] if self.complete or self.status != "unique" else "unknown"

    def values(self, telling: Telling) -> dict[str, Any]:
        """Return what JSON holds; a level only where there is exactly one answer, a mistake only where there is one."""
        graded = self.status == "unique" and (self.complete or self.steps)
        return {
            "status": self.status,
            "level": self.level if graded else None,
            "complete": self.complete,
            **at_fault(self.fault, self.mistake, telling),
            "steps": [step.values(telling) for step in self.steps],
            "text": self.ending(telling.language) or self.opening(telling.language),
            **self.fields("seconds"),
        }

    def lines(self, telling: Telling) -> Iterator[str]:
        """Return a sentence a step, of long chains one a link, and how it ends."""
        width = len(str(len(self.steps)))
        yield from filter(None, [self.opening(telling.language)])
        for number, step in enumerate(self.steps, 1):
            first, *links = step.sentences(telling.language)
            begin = f"{number:{width}}. " if self.cell is None or len(self.steps) > 1 else ""
            yield begin + first
            yield from (" " * len(begin) + link for link in links)
        yield from filter(None, [self.ending(telling.language)])

    @checked
    def ending(self, language: str = "en") -> str:
        """Return what is said after the steps: the level, or why they do not lead to one answer."""
        if text := told(self.fault, self.mistake, language):
            return text
        if self.cell is not None and (self.steps or self.complete):
            name = cell_name(self.cell, self.puzzle.shape, language)
            return "" if self.steps else say("explain.differs", language, cell=name)
        if self.outcome == "yes":
            return say("explain.level", language, level=self.level, name=levels.name(self.level, language))
        if self.without:
            return " ".join(Telling(self, language).blamed())
        mark = "unknown" if self.outcome == "unknown" else self.status
        return say(f"explain.{mark}{'-late' if mark == 'several' and not self.complete else ''}", language)


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
        if self.cell is not None and self.steps and self.stage == 3:
            yield from super().lines(telling)
        else:
            yield self.told(telling.language)

    def stages(self, language: str = "en") -> list[str]:
        """Return what each stage tells; nothing where there is no step."""
        if not self.steps:
            return []
        first, every = self.steps[0], " ".join(step.text(language) for step in self.steps)
        told = (first.hint(1, language), first.hint(2, language), every)
        return [f"{self.opening(language)} {text}".lstrip() for text in told]

    def told(self, language: str = "en") -> str:
        """Return what the stage tells, or why there is no step."""
        if self.steps:
            return self.stages(language)[self.stage - 1]
        return say("explain.done", language) if self.outcome == "yes" else self.ending(language)


@checked
def explain(
    puzzle: Puzzle | Record,
    *,
    start: Grid | None = None,
    why: Cell = None,
    timeout: Seconds = None,
) -> Explanation:
    r"""Explain how to solve a puzzle.

    Parameters
    ----------
    puzzle
        What to explain; a record is gone on from where a player stood.
    start
        int8, shaped as the board: a half-filled grid to go on from (1 true, 0 false, -1 open); ``None`` for the clues.
    why
        Explain why a cell, as r3c5, has its value: the reason now, or where easier steps lead to one, these. What is
        filled in there does not count.
    timeout
        Seconds for each puzzle, after which the explanation ends where it is.

    Raises
    ------
    LitgridError
        where ``start`` has another shape or other values, or contradicts a given cell, and for a cell that is not to
        be filled in.

    Examples
    --------
    >>> import litgrid
    >>> for step in litgrid.explain(litgrid.load("lightup\n.1.\n...\n#.2"))[::2]:
    ...     print(step.technique, step.text())
    clue-full All cells that are left around the 2 at r3c3 are needed: bulbs at r2c3 and r3c2.
    clue-full All cells that are left around the 1 at r1c2 are needed: a bulb at r1c1.
    """
    return _explained(puzzle, start, timeout, why)


def _explained(
    item: Puzzle | Record, start: Grid | None, timeout: float | None, about: Cell, *, hinting: bool = False
) -> Explanation:
    puzzle, start = begun(item, start)
    expect_puzzle(puzzle)
    limit = Limit(timeout)
    start = None if start is None else expect_grid(puzzle, start)
    cell = None if about is None else place_of(about, puzzle)
    if start is not None and cell is not None:
        start.flat[cell] = -1
    given = puzzle if start is None else puzzle.with_givens(agreeing(puzzle, start))
    broken = start is not None and violations(puzzle.tables(), given.givens)  # nobody needs to search for that
    status, answer = ("none", None) if broken else answered(given, limit)
    fault: Fault = "puzzle" if status == "none" else ""
    steps, mistake, complete = list[Step](), None, False
    with suppress(OutOfTimeError):
        if answer is not None:
            found = Reasoner(State.of(given, answer, limit))
            if hinting:
                see(found.state, puzzle, cell)
            for finding in found.steps() if cell is None else way_to(found, cell):
                steps.append(Step(given, found.state.book, finding))
                if hinting and cell is None:
                    break
            else:
                complete = True
    if status == "none" and start is not None:
        fault, mistake = find_mistake(puzzle, start, limit)
    without = blame(given, limit) if fault == "puzzle" else {}
    return Explanation(given, status, tuple(steps), complete, mistake, limit.spent(), without, cell, fault)


@checked
def hint(
    puzzle: Puzzle | Record,
    start: Grid | None = None,
    *,
    cell: Cell = None,
    stage: Stage | None = None,
    timeout: Seconds = None,
) -> Hint:
    r"""Find the next step alone, or what is wrong with a grid; errors are those of :func:`explain`.

    Parameters
    ----------
    puzzle
        What to solve; a record is gone on from where a player stood.
    start
        What is filled in: 1 true, 0 false, -1 open, shaped as the board; ``None`` for the clues alone.
    cell
        Explain why a cell, as r3c5, has its value: the reason now, or where easier steps lead to one, these. What is
        filled in there does not count.
    stage
        How much is told: where to look (1), which rules to think of (2), the step (3); by default 1, of a cell 3.
    timeout
        Seconds after which no step is looked for any more.

    Examples
    --------
    >>> import litgrid
    >>> found = litgrid.hint(litgrid.load("lightup\n.1.\n...\n#.2"))
    >>> print(found)
    Look at r2c2 to r3c3.
    """
    stage = stage or (1 if cell is None else 3)
    found = _explained(puzzle, start, timeout, cell, hinting=True)
    return Hint(**vars(found) | {"puzzle": begun(puzzle, start)[0]}, stage=stage)


def answered(puzzle: Puzzle, limit: Limit) -> tuple[Answers, Grid | None]:
    """Return what solving says, and the cells that are the same in all answers, if there are any and it is known."""
    status, answers = outlook(puzzle, limit, system=Book.of(puzzle).system)
    if status == "unique":
        return "unique", answers[0]
    if status == "several":
        found = forced(puzzle, timeout=limit.left())
        return "several", found.grid if found.status != "unknown" else None
    return status, None
