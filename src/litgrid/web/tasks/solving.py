"""Answers of a puzzle that respect what is on the board, and what is wrong with a board."""

from __future__ import annotations

from typing import Any

import numpy as np

from litgrid.core.characters import Grid
from litgrid.core.check import violations
from litgrid.core.errors import OutOfTimeError
from litgrid.core.limit import Limit
from litgrid.core.puzzle import Puzzle
from litgrid.counting import count as count_answers
from litgrid.listing import answers
from litgrid.solving import Verdict
from litgrid.solving import solve as find
from litgrid.web.records import (
    Question,
    flag_in,
    flat,
    grid_in,
    grids_in,
    language_in,
    number_in,
    puzzle_in,
)
from litgrid.web.sentences import Telling

MOST_SECONDS = 60.0
MOST_SAID = 50
"""No more broken rules than this are said."""


def timeout_in(question: Question, default: float = 10.0) -> float:
    """Return how many seconds a question may take."""
    return number_in(question, "timeout", 0, MOST_SECONDS, default)


def solve(question: Question) -> dict[str, Any]:
    """Return whether a puzzle has one answer, with ``values`` entered; another answer than those to ``avoid``."""
    puzzle, timeout = puzzle_in(question), timeout_in(question)
    values, avoid = grid_in(question, puzzle), grids_in(question, "avoid", puzzle)
    limit = Limit(timeout)
    begun = puzzle.with_givens(values)
    telling = Telling(begun, language_in(question))
    verdict = find(begun, timeout=limit.left())
    found: dict[str, Any] = {
        "status": verdict.status,
        "solutions": [flat(grid) for grid in verdict.solutions],
        "differ": verdict.differences,
        "conflict": list(map(telling.rule, verdict.conflict)),
        "seconds": round(verdict.seconds, 6),
    }
    if verdict.status == "none":
        found["blame"] = _blame(puzzle, values, limit)
    if avoid and verdict.solutions:
        found |= _another(begun, verdict, avoid, limit)
    if flag_in(question, "forced"):
        from litgrid.backbone import forced

        found["forced"] = flat(forced(begun, timeout=limit.left()).grid)
    return found


def _blame(puzzle: Puzzle, values: Grid, limit: Limit) -> str:
    """Return what is at fault where there is no answer: ``entries`` or ``puzzle``, or ``unknown``."""
    if not (values >= 0).any():
        return "puzzle"
    status = find(puzzle, timeout=limit.left()).status
    return {"none": "puzzle", "unknown": "unknown"}.get(status, "entries")


def _another(puzzle: Puzzle, verdict: Verdict, avoid: list[Grid], limit: Limit) -> dict[str, Any]:
    """Return an answer that is not among those to avoid, and whether all have been seen (they then begin again)."""
    seen = {grid.tobytes() for grid in avoid}
    fresh = [grid for grid in verdict.solutions if grid.tobytes() not in seen]
    exhausted = False
    if not fresh and verdict.status != "unique":
        try:
            # Among one more than there are to avoid, one is new.
            listed = answers(puzzle, limit=limit, most=len(seen) + 1)
            fresh = [grid for grid in listed if grid.tobytes() not in seen][:1]
            exhausted = not fresh
        except OutOfTimeError:
            pass
    elif not fresh:
        exhausted = True
    return {"solutions": [flat(grid) for grid in fresh or verdict.solutions], "exhausted": exhausted}


def check(question: Question) -> dict[str, Any]:
    """Return the rules that a board breaks, whether it is finished, and whether it can still be finished."""
    puzzle = puzzle_in(question)
    values = grid_in(question, puzzle)
    values = np.where(puzzle.givens >= 0, puzzle.givens, values).astype(np.int8)
    tables = puzzle.tables()
    broken = violations(tables, values)
    filled = np.where((values < 0) & (puzzle.play.blank | puzzle.fixed.reshape(values.shape)), 0, values)
    complete = not broken and bool((filled >= 0).all()) and not violations(tables, filled.astype(np.int8))
    solvable: bool | None = complete
    if not complete:
        status = "none" if broken else find(puzzle.with_givens(values), timeout=timeout_in(question, 5.0)).status
        solvable = None if status == "unknown" else status != "none"
    return {
        "violations": list(map(Telling(puzzle, language_in(question)).rule, broken[:MOST_SAID])),
        "broken": len(broken),
        "complete": complete,
        "solvable": solvable,
    }


def count(question: Question) -> dict[str, Any]:
    """Return how many answers there are, as text: the number can be of any size."""
    puzzle = puzzle_in(question)
    begun = puzzle.with_givens(grid_in(question, puzzle))
    found = count_answers(begun, timeout=timeout_in(question), most_states=2_000_000)
    return {
        "count": None if found.count is None else str(found.count),
        "at_least": str(found.at_least),
        "exact": found.status == "exact",
        "method": found.method,
        "seconds": round(found.seconds, 6),
    }
