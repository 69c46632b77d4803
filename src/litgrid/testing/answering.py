"""What litgrid finds out about a board, held to trying everything: solving, counting, listing, explaining and so on.

Each function yields what is wrong, a sentence each, and says nothing of what is right.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import numpy as np

from litgrid.core.characters import Grid
from litgrid.core.check import violations
from litgrid.core.errors import LitgridError
from litgrid.core.tables import Rule
from litgrid.core.words import LANGUAGES
from litgrid.counting import count
from litgrid.explaining import Step, explain, grade
from litgrid.improving import improve
from litgrid.improving.clues import expect_clues
from litgrid.listing import answers
from litgrid.sampling import sample
from litgrid.solving import solve, solve_all
from litgrid.testing.boards import Case
from litgrid.testing.brute import fillings

SAMPLED = 5
"""So many answers of a board are drawn."""


def checked(case: Case) -> Iterator[str]:
    """Judge grids that are answers, and others."""
    rng = np.random.default_rng(0)
    shape = case.puzzle.shape
    grids: list[Grid] = [rng.integers(0, 2, (shape.rows, shape.columns), dtype=np.int8) for _ in range(3)]
    if len(case.answers):
        one = case.grid(0).copy()
        other = one.copy()
        other.flat[int(rng.integers(shape.size))] ^= 1
        grids += [one, other]
    for grid in grids:
        if (not violations(case.puzzle.tables(), grid)) != case.holds(grid):
            yield "checking a grid and counting its rules by hand do not agree"


def solved(case: Case) -> Iterator[str]:
    """Find out whether the answer is the only one, and which clues clash."""
    guess = case.puzzle.guess(np.random.default_rng(0))
    if guess is not None and (guess.shape != case.puzzle.givens.shape or not np.isin(guess, (-1, 0, 1)).all()):
        yield "its 'guess' is no grid of the board"
    verdict = solve(case.puzzle)
    if verdict.status != case.status:
        yield f"solving says {verdict.status!r}, and trying everything {case.status!r}"
        return
    if not all(case.holds(grid) for grid in verdict.solutions):
        yield "solving gives an answer that breaks a rule"
    if verdict.status == "none":
        yield from _clashing(case, verdict.conflict)
    if any(beside != verdict for beside in solve_all([case.puzzle] * 2)):
        yield "solving says something else beside another puzzle"


def _clashing(case: Case, conflict: tuple[Rule, ...]) -> Iterator[str]:
    if unknown := [rule for rule in conflict if rule not in case.laws or not rule.clue]:
        yield f"the clues that clash are no clues of the puzzle: {unknown[0].sentence}"
        return
    own = [law for law in case.laws.values() if not law.rule.clue]
    cells = range(case.puzzle.shape.size)
    clues = [case.laws[rule] for rule in conflict]
    if (left := fillings([*own, *clues], cells)) is not None and len(left):
        yield "the clues that are said to clash can all hold"
    for needless in clues:
        left = fillings([*own, *(clue for clue in clues if clue is not needless)], cells)
        if left is not None and not len(left):
            yield f"a clue that is said to clash is needless for it: {needless.rule.sentence}"


def counted(case: Case) -> Iterator[str]:
    """Count the answers."""
    found = count(case.puzzle)
    if found.status != "exact" or found.count != len(case.answers):
        yield f"counting finds {found.count} answers ({found.status}), and trying everything {len(case.answers)}"


def listed(case: Case) -> Iterator[str]:
    """List all answers, in order."""
    found = [grid.ravel().tolist() for grid in answers(case.puzzle, order="sorted")]
    if found != case.answers.tolist():
        yield f"listing finds {len(found)} answers, and trying everything {len(case.answers)}, or others"


def sampled(case: Case) -> Iterator[str]:
    """Draw answers by chance."""
    found = sample(case.puzzle, SAMPLED)
    if found.status != ("drawn" if len(case.answers) else "none"):
        yield f"drawing says {found.status!r} of a board with {len(case.answers)} answers"
    if not all(case.holds(grid) for grid in found.grids):
        yield "drawing gives an answer that breaks a rule"


def explained(case: Case) -> Iterator[str]:
    """Explain: each step follows from its rules and cells, and all together decide what can be decided."""
    found = explain(case.puzzle)
    if found.status != case.status:
        yield f"explaining says {found.status!r}, and trying everything {case.status!r}"
        return
    decided = {cell for cell, value in enumerate(case.puzzle.givens.ravel()) if value >= 0}
    decided |= set(np.flatnonzero(case.puzzle.fixed).tolist())
    for step in found.steps:
        decided |= {cell for cell, _ in step.cells}
        yield from _followed(case, step)
        for text in (step.text(language) for language in LANGUAGES):
            if not text or {"{", "}"} & set(text):
                yield f"a step is told as {text!r}"
    alone = {cell for law in case.laws.values() if len(law.cells) == 1 for cell in law.cells}
    if len(case.answers) and (missed := case.common.keys() - decided - alone):
        yield f"explaining never decides {case.puzzle.shape.name(min(missed))}, which has one value in all answers"


def _followed(case: Case, step: Step) -> Iterator[str]:
    if any(case.common.get(cell) != value for cell, value in step.cells):
        yield f"a step decides a cell that has another value in some answer: {step.text()}"
        return
    if unknown := [rule for rule in step.rules if rule not in case.laws]:
        yield f"a step names a rule that is none of the puzzle: {unknown[0].sentence}"
        return
    some = [case.laws[rule] for rule in step.rules]
    for cell, value in step.cells:
        facts = dict(step.facts) | {cell: 1 - value}
        order = [*facts, *sorted(set().union(*(law.cells for law in some)) - facts.keys())]
        left = fillings(some, order, facts)
        if left is not None and len(left):
            yield f"a step does not follow from the rules and cells that it names: {step.text()}"
            return


def graded(case: Case) -> Iterator[str]:
    """Grade: as the explanation is."""
    found, steps = grade(case.puzzle), explain(case.puzzle)
    techniques = Counter(step.technique for step in steps.steps)
    if (found.status, found.level, found.techniques) != (case.status, steps.level, techniques):
        yield "the grade is not that of the explanation"


def improved(case: Case) -> Iterator[str]:
    """Find clues that can go, and clues that would leave one answer."""
    try:
        expect_clues(case.puzzle)
    except LitgridError:
        return
    found = improve(case.puzzle)
    if case.status == "unique":
        cells = range(case.puzzle.shape.size)
        clues = [law for law in case.laws.values() if law.rule.clue]
        without = set()
        for clue in clues:
            left = fillings([law for law in case.laws.values() if law is not clue], cells)
            if left is not None and len(left) == 1:
                without.add(clue.rule)
        if found.needless is None or set(found.needless) != without:
            yield f"improving says that {len(found.needless or ())} clues could go, and trying all that {len(without)}"
    for better in (found.lean, *found.unique):
        other = None if better is None else Case.of(better.puzzle)
        if other is not None and other.status != "unique":
            yield f"what improving makes has the answers {other.status!r}"
