"""How many answers a puzzle has, said as they are found: at least so many, until it is known how many there are."""

from __future__ import annotations

from collections.abc import Iterator
from time import perf_counter
from typing import Any

from litgrid.core.errors import OutOfTimeError
from litgrid.counting import count
from litgrid.listing import answers
from litgrid.web.records import Question, puzzle_in, timeout_in

FIRST, OFTEN = 0.5, 0.2
"""Seconds after which they are counted in a better way than one by one; and between two numbers that are told."""
SHARE = 0.4
"""Of the time, for that better way."""


def number(question: Question) -> Iterator[dict[str, Any]]:
    """Yield how many answers are known, each time with whether that is all of them.

    >>> list(number({"puzzle": {"kind": "lightup", "clues": ["..", ".."]}}))
    [{'number': 2, 'exact': True}]
    """
    puzzle, timeout = puzzle_in(question), timeout_in(question, 60.0)
    begin = told = perf_counter()
    found, counted = 0, False
    try:
        for _ in answers(puzzle, timeout=timeout):
            found += 1
            now = perf_counter()
            if now - told < OFTEN:
                continue
            yield {"number": found, "exact": False}
            told = now
            if not counted and now - begin > FIRST:
                counted = True
                number = count(puzzle, timeout=SHARE * timeout).count
                if number is not None:
                    yield {"number": number, "exact": True}
                    return
        yield {"number": found, "exact": True}
    except OutOfTimeError:
        yield {"number": found, "exact": False}
