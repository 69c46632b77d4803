"""The page's door to questions: their options as JSON, and the answer's one JSON form."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from litgrid.question import QUESTIONS
from litgrid.web.records import Question, entries_in, language_in, puzzle_in, timeout_in, whole_in

TIMEOUT = 10.0
"""Seconds that a question may take, if it says nothing."""
SEVERAL = {"list": "most", "sample": "number"}
"""Questions whose answer is many answers and what is said of all, and their options that say how many are wanted."""
MOST_ANSWERS = 1_000
"""No more answers than these are made into one JSON."""


def asking(name: str) -> Callable[[Question], Any]:
    """Return what answers a question with :meth:`litgrid.answer.Answer.record`; many answers are part of one object.

    >>> asking("count")({"puzzle": {"kind": "lightup", "clues": ["1."]}})["count"]
    1
    """
    asked = QUESTIONS[name]

    def answer(question: Question) -> Any:
        puzzle, language = puzzle_in(question), language_in(question)
        options = asked.read(question)
        if "timeout" in asked.options:
            options["timeout"] = timeout_in(question, TIMEOUT)
        if (wanted := SEVERAL.get(name)) is not None:
            options[wanted] = whole_in(question, wanted, 0, MOST_ANSWERS, asked.options[wanted].default or MOST_ANSWERS)
        entered = entries_in(question, puzzle)
        if asked.entries is not None:
            options[asked.entries] = entered
        elif entered is not None:
            puzzle = puzzle.with_givens(entered)
        found = asked.function(puzzle, **options)
        if name not in SEVERAL:
            return found.record(language)
        *answers, last = found.records(language)
        return {**last, "answers": answers}

    return answer
