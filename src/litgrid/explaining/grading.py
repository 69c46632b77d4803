"""How hard a puzzle is: its hardest step, and how much there is of what is hard.

The same steps as in an explanation, so that a graded puzzle can always be explained at its level:

1. one rule at a time decides everything;
2. techniques that have a name, or at most three rules at once;
3. chains: an assumption, and what follows from it until a rule breaks; or the completions of a line;
4. long chains, or an assumption inside an assumption.

``GRADING`` is the version: it changes whenever the level of a puzzle may. What is harder within a level,
:mod:`litgrid.explaining.score` says.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from litgrid.answer import Answer, Outcome, Telling, written
from litgrid.core import levels
from litgrid.core.characters import Grid
from litgrid.core.check import expect_grid
from litgrid.core.errors import OutOfTimeError
from litgrid.core.limit import Limit
from litgrid.core.options import Seconds
from litgrid.core.puzzle import Puzzle, expect_puzzle
from litgrid.core.rulewords import RuleWords
from litgrid.explaining.explanation import answered
from litgrid.explaining.findings import CHAIN, FEW, HIGHEST
from litgrid.explaining.reasoner import Reasoner
from litgrid.explaining.score import Looks, score_of
from litgrid.explaining.state import State
from litgrid.explaining.steps import Step
from litgrid.outlook import Answers
from litgrid.question import checked
from litgrid.solving import OUTCOMES, blame

GRADING = 8


@dataclass(frozen=True, eq=False)
class Grade(Answer):
    """How hard a puzzle is.

    Attributes
    ----------
    status
        what solving says of the puzzle: only one with exactly one answer (``"unique"``) has a grade of its own; of
        ``"several"`` the steps to what is the same in all are graded
    level
        1 to 4; 0 where the puzzle has no answer, or the time ran out
    score
        the level with tenths, 1.2 to 4.9 (1.0 where nothing is left to do): how far one must look; 0 where there is no
        level
    tier
        how generators of the kind would call it, by the techniques that it takes: the first of the puzzle's ``tiers``
        that has them all; ``""`` where it has no level, or the kind no tiers
    techniques
        how often each technique is used
    hardest
        the step of the highest level, and of these of the most rules; ``None`` where there are no steps
    steps
        how many steps there are
    hard
        how many of them are of the puzzle's level
    excess
        the sum of how many rules each step takes beyond one
    bottlenecks
        how many steps had no other beside them
    seconds
        how long it took
    without
        with ``"none"``: as in :class:`litgrid.Verdict`
    """

    puzzle: Puzzle
    status: Answers
    level: int
    score: float
    tier: str
    techniques: Mapping[str, int]
    hardest: Step | None
    steps: int
    hard: int
    excess: int
    bottlenecks: int
    complete: bool
    seconds: float
    version: int = GRADING
    without: Mapping[str, Answers] = field(default_factory=dict)

    @property
    def outcome(self) -> Outcome:
        """Yes where the puzzle has a level."""
        return OUTCOMES[self.status] if self.complete or self.status != "unique" else "unknown"

    @checked
    def names(self, language: str = "en") -> dict[str, str]:
        """Return what each of its techniques is called."""
        names = RuleWords(self.puzzle, language).own("technique")
        return {technique: names.get(technique, technique) for technique in self.techniques}

    def values(self, telling: Telling) -> dict[str, Any]:
        """Return what JSON holds; a level only where there is exactly one answer."""
        graded = self.status == "unique"  # the steps to what several answers have in common make no level
        return {
            "status": self.status,
            "level": (self.level or None) if graded else None,
            "score": (self.score or None) if graded else None,
            "tier": (self.tier or None) if graded else None,
            "grading": self.version,
            "techniques": dict(self.techniques),
            "names": self.names(telling.language),
            "hardest": self.hardest and self.hardest.values(telling),
            **self.fields("steps", "hard", "excess", "bottlenecks", "seconds"),
        }

    def lines(self, telling: Telling) -> Iterator[str]:
        """Return the level, how much there is of it, and how often each technique is used."""
        if self.level and self.status == "unique":
            name, takes = (said(self.level, telling.language) for said in (levels.name, levels.takes))
            called = telling.words.own("tier").get(self.tier, self.tier)
            tier = f" {telling.say('grade.tier', tier=called)}" if self.tier else ""
            score = written(self.score, telling.language, ".1f")
            yield telling.say("grade.level", self.level, name=name, score=score, takes=takes) + tier
        elif self.status == "several":
            yield telling.say("grade.several" if self.hardest is None else "grade.several-steps")
        else:
            yield telling.say("grade.none" if self.status == "none" else "all.time-over")
            yield from telling.blamed()
        if self.hardest is not None:
            names = self.names(telling.language)
            yield telling.say(
                "grade.steps",
                steps=telling.say("grade.number-of-steps", self.steps),
                hard=self.hard,
                rules=telling.say("grade.number-of-rules", self.hardest.cost),
                technique=names[self.hardest.technique],
                excess=self.excess,
                bottlenecks=telling.say("grade.number-of-bottlenecks", self.bottlenecks),
            )
            often = sorted(self.techniques.items(), key=lambda item: (-item[1], item[0]))
            listed = ", ".join(f"{names[name]} ({written(number, telling.language)})" for name, number in often)
            yield telling.say("grade.techniques", techniques=listed)


@checked
def grade(puzzle: Puzzle, *, timeout: Seconds = None) -> Grade:
    r"""Tell how hard a puzzle is, easy (1) to very hard (4), and what it takes.

    Parameters
    ----------
    puzzle
        What to grade.
    timeout
        Seconds for each puzzle, after which it ends.

    Examples
    --------
    >>> import litgrid
    >>> found = litgrid.grade(litgrid.load("lightup\n.1.\n...\n#.2"))
    >>> found.level, found.score, dict(found.techniques)
    (1, 1.2, {'clue-full': 2, 'run': 1})
    """
    expect_puzzle(puzzle)
    limit = Limit(timeout)
    status, answer = answered(puzzle, limit)
    steps, hardest, most, rated, complete = list[Step](), None, (1, 0), 0.0, False
    with suppress(OutOfTimeError):
        if answer is not None:
            found = Reasoner(state := State.of(puzzle, answer, limit))
            for finding in found.steps(lean=False):
                steps.append(step := Step(puzzle, state.book, finding))
                if (step.level, step.cost) > most:
                    most = step.level, step.cost
                    hardest = Step(puzzle, state.book, found.lean(finding))  # it is shown
            if status == "unique":
                rated = score(puzzle, state.values.reshape(state.shape), most[0], limit=limit)
            complete = True
    techniques = Counter(step.technique for step in steps)
    fitting = (tier for tier in puzzle.tiers if tier.techniques is None or tier.techniques.issuperset(techniques))
    return Grade(
        puzzle,
        status,
        most[0] if complete else 0,
        rated,
        next((tier.name for tier in fitting), "") if complete else "",
        techniques,
        hardest,
        len(steps),
        sum(step.level == most[0] for step in steps),
        sum(step.cost - 1 for step in steps),
        sum(step.choices == 1 for step in steps),
        complete,
        limit.spent(),
        without=blame(puzzle, limit) if status == "none" else {},
    )


def score(puzzle: Puzzle, answer: Grid, level: int, *, limit: Limit | None = None) -> float:
    """Return the score of a puzzle whose only answer and level are known: that of :func:`grade`."""
    return score_of(level, Looks(puzzle, expect_grid(puzzle, answer), limit or Limit(None)).longest())


@checked
def level(puzzle: Puzzle, answer: Grid, *, most: int = HIGHEST, limit: Limit | None = None) -> int:
    r"""Return the level of a puzzle whose only answer is known: that of :func:`grade`, without the steps, and faster.

    Parameters
    ----------
    puzzle
        The puzzle.
    answer
        Its only answer; int8, shaped as the board.
    most
        The highest level that is wanted: where it takes more, some higher level is returned, as soon as that is known.
    limit
        The time for it; ``None`` for no limit.

    Raises
    ------
    OutOfTimeError
        when the limit is over.

    Examples
    --------
    >>> import litgrid
    >>> puzzle = litgrid.load("lightup\n.1.\n...\n#.2")
    >>> level(puzzle, litgrid.solve(puzzle).solution)
    1
    """
    return level_from(State.of(puzzle, expect_grid(puzzle, answer), limit or Limit(None)), most)


def level_from(state: State, most: int = HIGHEST) -> int:
    """Return the level of what is left from a state on, as :func:`level` does."""
    found = Reasoner(state)
    if found.close(1) or most < 2:
        return 1 if state.known == state.size else 2
    while not found.close(FEW):
        if not found.take_at_sight():
            break
    else:
        return 2
    return HIGHEST if most >= CHAIN and (found.hopeless() or not found.chained()) else CHAIN
