"""Better clues, for setters: those that can go, those that would leave one answer, the fewest of an answer."""

from __future__ import annotations

from typing import Any

from litgrid.improving import Better
from litgrid.improving import improve as find
from litgrid.web.records import Question, as_record, language_in, puzzle_in, text_in
from litgrid.web.sentences import Telling
from litgrid.web.tasks.solving import timeout_in

NEEDLESS, UNIQUE, FEWEST = WANTED = ("needless", "unique", "fewest")


def improve(question: Question) -> dict[str, Any]:
    """Return puzzles that are better than one, and how their clues differ from its own.

    ``what`` says better in which way: without clues that are not needed, with clues that leave one answer (each puzzle
    is another way to do that), or with the fewest clues of the same answer. None where that is not possible, or took
    too long.
    """
    puzzle, language, what = puzzle_in(question), language_in(question), text_in(question, "what", choices=WANTED)
    telling = Telling(puzzle, language)
    wanted = {name: name == what for name in WANTED}
    found = find(puzzle, timeout=timeout_in(question), **wanted)
    better = {NEEDLESS: (found.lean,), UNIQUE: found.unique, FEWEST: (found.fewest,)}[what]
    return {
        "status": found.status,
        "needless": None if found.needless is None else list(map(telling.clue, found.needless)),
        "better": [_better(telling, one) for one in better if one is not None],
        "seconds": round(found.seconds, 6),
    }


def _better(telling: Telling, better: Better) -> dict[str, Any]:
    return {
        "record": as_record(better.puzzle),
        "removed": list(map(telling.clue, better.removed)),
        "added": list(map(Telling(better.puzzle, telling.language).clue, better.added)),
        "clues": better.clues,
        "least": better.least,
        "exact": better.exact,
    }
