"""How hard a puzzle is: its hardest step, and how much there is of what is hard.

The same steps as in an explanation, so that a graded puzzle can always be explained at its level:

1. one rule at a time decides everything;
2. techniques that have a name, or at most three rules at once;
3. chains: an assumption, and what follows from it until a rule breaks; or the completions of a line;
4. long chains, or an assumption inside an assumption.

``GRADING`` is the version: it changes whenever the level of a puzzle may.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from litgrid.core.characters import Grid
from litgrid.core.limit import Limit
from litgrid.core.puzzle import Puzzle
from litgrid.explaining.explanation import explain, reasoner, step_of
from litgrid.explaining.reasoner import FEW
from litgrid.explaining.steps import Step
from litgrid.solving import Answers

GRADING = 1


@dataclass(frozen=True, eq=False)
class Grade:
    """How hard a puzzle is.

    Attributes
    ----------
    status
        what solving says of the puzzle: only one with exactly one answer (``"unique"``) has a grade of its own; of
        ``"several"`` the steps to what is the same in all are graded
    level
        1 to 4; 0 where the puzzle has no answer, or the time ran out
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
    """

    puzzle: Puzzle
    status: Answers
    level: int
    techniques: Mapping[str, int]
    hardest: Step | None
    steps: int
    hard: int
    excess: int
    bottlenecks: int
    complete: bool
    seconds: float
    version: int = GRADING


def grade(puzzle: Puzzle, *, timeout: float | None = None, compiled: bool | None = None) -> Grade:
    r"""Grade a puzzle; parameters and errors are those of :func:`litgrid.explaining.explain`.

    >>> import litgrid
    >>> found = litgrid.grade(litgrid.load("lightup\n.1.\n...\n#.2"))
    >>> found.level, dict(found.techniques)
    (1, {'clue-full': 2, 'run': 2})
    """
    found = explain(puzzle, timeout=timeout, compiled=compiled)
    steps, highest = found.steps, found.level
    return Grade(
        puzzle,
        found.status,
        highest if found.complete else 0,
        Counter(step.technique for step in steps),
        max(steps, key=lambda step: (step.level, step.cost), default=None),
        len(steps),
        sum(step.level == highest for step in steps),
        sum(step.cost - 1 for step in steps),
        sum(step.choices == 1 for step in steps),
        found.complete,
        found.seconds,
    )


def level(puzzle: Puzzle, answer: Grid, *, most: int = 4, compiled: bool | None = None) -> int:
    r"""Return the level of a puzzle whose only answer is known: that of :func:`grade`, without the steps, and faster.

    Parameters
    ----------
    puzzle
        The puzzle.
    answer
        Its only answer; int8, shaped as the board.
    most
        The highest level that is wanted: where it takes more, some higher level is returned, as soon as that is known.
    compiled
        As in :func:`litgrid.explaining.explain`.

    Examples
    --------
    >>> import litgrid
    >>> puzzle = litgrid.load("lightup\n.1.\n...\n#.2")
    >>> level(puzzle, litgrid.solve(puzzle).solutions[0])
    1
    """
    found = reasoner(puzzle, answer, Limit(None), compiled)
    if found.close(1) == answer.size:
        return 1
    highest = 2
    while highest <= most and found.close(FEW if most > 1 else 1) < answer.size:
        finding = found.next()
        if finding is None:
            break
        highest = max(highest, step_of(puzzle, found.book, finding).level)
        found.take(finding)
    return highest
