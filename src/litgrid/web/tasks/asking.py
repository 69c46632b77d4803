"""The page's door to questions: their options as JSON, and the answer's one JSON form."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from litgrid.question import QUESTIONS
from litgrid.web.records import Question, entries_in, expect_only, language_in, record_in

SEVERAL = ("list", "sample")
"""Questions whose answer is many answers, and what is said of all."""
MOST = {"timeout": 60, "most": 1_000, "number": 1_000, "max_flips": 10**8, "executions": 1_000}
"""How many seconds, and answers in one JSON, can be asked for."""
OWN = ("puzzle", "entries", "language")
"""What every question says, beside options."""
USUAL = {"timeout": 10}
"""What is asked for where nothing is said, else the most."""


def asking(name: str) -> Callable[[Question], Any]:
    """Return what answers a question with :meth:`litgrid.answer.Answer.record`; many answers are part of one object."""
    asked = QUESTIONS[name]
    most = {option: high for option, high in MOST.items() if option in asked.options}
    defaults = {option: asked.options[option].default or USUAL.get(option, high) for option, high in most.items()}

    def answer(question: Question) -> Any:
        record, language = record_in(question), language_in(question)
        puzzle = record.puzzle
        expect_only(question, [*asked.options, *OWN])
        said = {name: value for name, value in asked.read(question, most).items() if value is not None}
        options = defaults | said  # null is no way around a limit
        entered = entries_in(question, puzzle)
        if asked.entries is not None:
            options[asked.entries] = record.filled if entered is None else entered
        elif entered is not None:
            puzzle = puzzle.with_givens(entered)
        found = asked.function(puzzle, **options)
        if name not in SEVERAL:
            return found.record(language)
        *answers, last = found.records(language)
        return {**last, "answers": answers}

    return answer
