"""A solver step by step, and formulas judged, for the page."""

from __future__ import annotations

from typing import Any

from litgrid.core.errors import InputError, LitgridError
from litgrid.question import QUESTIONS
from litgrid.teaching.judge import judge as judged
from litgrid.teaching.trace import Trace, trace
from litgrid.web.records import Question, flag_in, language_in, puzzle_in, text_in, whole_in

MOST_EVENTS = 3_000
"""So many steps are looked at, one by one."""
SECONDS = 20


def solver(question: Question) -> dict[str, Any]:
    """Return what a solver does on a puzzle, event by event, each with its sentence.

    Where watched literals are shown, the clauses come along, each of which watches its first two literals at first.
    """
    found, language = _traced(question), language_in(question)
    said = found.sentences(language)
    return {
        "known": found.opened.known.ravel().tolist(),
        "board": found.opened.cells.tolist(),
        "status": found.status,
        "stopped": found.stopped,
        "dropped": list(found.dropped),
        "variables": found.formula.variables,
        "clauses": len(found.formula),
        "formula": list(found.formula.clauses()) if found.detail == "watches" else None,
        "events": [event.record() | {"said": said.events([event])} for event in found.told],
    }


def conflict(question: Question) -> dict[str, Any]:
    """Return the implication graph of a conflict, by its number from 1, as SVG."""
    found, language = _traced(question), language_in(question)
    places = [place for place, event in enumerate(found.events) if event.event == "conflict"]
    number = whole_in(question, "conflict", 1, max(len(places), 1), 1)
    return {"svg": found.conflict(places[number - 1], "svg", language) if places else None}


def _traced(question: Question) -> Trace:
    said = QUESTIONS["trace"].read(question, {"most": MOST_EVENTS, "timeout": SECONDS})
    return trace(puzzle_in(question), **({"most": MOST_EVENTS, "timeout": SECONDS} | said))


def judge(question: Question) -> dict[str, Any]:
    """Return what somebody's formula of a puzzle is worth, and what is said of it."""
    puzzle, language = puzzle_in(question), language_in(question)
    formula, called = text_in(question, "formula"), text_in(question, "called", "")
    try:
        found = judged(puzzle, formula, called=called, needless=flag_in(question, "needless"), timeout=SECONDS / 2)
    except InputError as error:  # with its place, as the text is before whoever asks
        raise LitgridError(str(error)) from None
    said = [line for line in found.pieces(language) if "\n" not in line]
    return found.record(language) | {"said": said}
