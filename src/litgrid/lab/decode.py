"""What another solver answered, as grids that are checked: its word is not believed, neither yes nor no."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, islice
from typing import Any

import numpy as np

from litgrid.answer import Answer, Outcome, Telling
from litgrid.core.characters import Grid
from litgrid.core.check import violations
from litgrid.core.errors import InputError
from litgrid.core.options import Seconds
from litgrid.core.puzzle import Puzzle
from litgrid.core.rulewords import RuleWords
from litgrid.core.words import OWN
from litgrid.question import checked
from litgrid.sat.results import Result
from litgrid.solving import Verdict, solve

MOST_RULES = 3
"""So many of the rules that a grid breaks are named."""
ENGINE = "decoded"
"""What stands in place of the engine: who solved is not known."""
SECONDS = 10.0
"""So long it is looked whether there is an answer, where the solver says that there is none."""


@dataclass(eq=False)
class Decoded(Answer):
    """What a solver's result comes to."""

    passing = True
    puzzle: Puzzle
    grids: Iterator[Grid]  # the answers, each checked against all rules, to be gone through once
    several: bool  # whether there is more than one
    # where the solver says that there is none: what litgrid found; ``None`` where it does not say so
    verdict: Verdict | None = None
    number: int = 0

    def __getstate__(self) -> dict[str, Any]:
        self.grids = iter([*self.grids])  # what is read bit by bit cannot be copied
        return vars(self)

    @property
    def refuted(self) -> bool:
        """Whether the solver says that there is no answer, and there is one."""
        return self.verdict is not None and bool(self.verdict.solutions)

    @property
    def outcome(self) -> Outcome:
        """Yes where there is an answer; no where litgrid has proved that there is none."""
        if self.verdict is not None:
            return "no" if self.verdict.status == "none" else "unknown"
        return "yes" if self.number else "unknown"

    def records(self, language: str = OWN) -> Iterator[dict[str, Any]]:
        """Return a line of JSON for each of several answers, and one about all; of one answer that of a verdict."""
        if self.verdict is not None:
            yield self.verdict.record(language)
        elif self.several:
            telling = Telling(self, language)
            for grid in self._counted():
                yield telling.numbered(self.number, grid)
            yield self.record(language)
        else:
            yield Verdict(self.puzzle, "unknown", tuple(self._counted()), engine=ENGINE).record(language)

    def values(self, _: Telling) -> dict[str, Any]:
        return {"status": "some", "count": self.number, "engine": ENGINE}

    def lines(self, telling: Telling) -> Iterator[str]:
        if self.verdict is not None:
            yield from self._doubted(self.verdict, telling)
            return
        for grid in self._counted():
            yield telling.numbered_picture(self.number, grid) if self.several else telling.draw(grid)
        yield telling.say(
            "decode.several" if self.several else "decode.one" if self.number else "decode.none", self.number
        )

    def _doubted(self, verdict: Verdict, telling: Telling) -> Iterator[str]:
        if verdict.solutions:
            yield telling.draw(verdict.solutions[0])
        elif verdict.status == "none":
            yield from verdict.lines(telling)
            yield telling.say("decode.proved")
        else:
            yield telling.say("decode.unproved", seconds=verdict.timeout)

    def _counted(self) -> Iterator[Grid]:
        for grid in self.grids:
            self.number += 1
            yield grid


@checked
def decode(puzzle: Puzzle, results: Iterable[Result], *, source: str, timeout: Seconds = None) -> Decoded:
    """Turn a solver's results for an encoded puzzle into grids; ``source`` is what they came from, in messages.

    ``timeout`` is how many seconds an answer is looked for where the solver says that there is none, by default
    :data:`SECONDS`. Raises :class:`InputError` where a result is cut off, or no answer to this puzzle.
    """
    status = "unknown"

    def answers() -> Iterator[Grid]:
        nonlocal status
        for result in results:
            status = result.status
            if status == "sat":
                yield _checked(puzzle, result, source)

    found = answers()
    first = list(islice(found, 2))
    verdict = solve(puzzle, timeout=SECONDS if timeout is None else timeout) if status == "unsat" else None
    return Decoded(puzzle, chain(first, found), len(first) > 1, verdict)


def _checked(puzzle: Puzzle, result: Result, source: str) -> Grid:
    telling = Telling(Verdict(puzzle, "unknown"))
    values = result.values(puzzle.shape.size)
    missing = np.flatnonzero(values < 0).tolist()
    if missing and not result.ended:
        raise InputError(
            f"expected the value of every cell, but {telling.listed(missing)} "
            f"{'is' if len(missing) == 1 else 'are'} missing, and nothing ends the model, as a 0 or "
            "the last parenthesis: is the file cut off?",
            source=source,
        )
    # A solver may leave out what does not matter: either value is right then, or the check says so.
    grid = np.maximum(values, 0).reshape(puzzle.shape.rows, puzzle.shape.columns)
    broken = violations(puzzle.tables(), grid)
    if broken:
        rules = "; ".join(
            f"{RuleWords(puzzle).of(rule)} ({rule.kind}: {telling.listed(rule.cells)})" for rule in broken[:MOST_RULES]
        )
        more = f"; and {len(broken) - MOST_RULES:,} more" if len(broken) > MOST_RULES else ""
        raise InputError(
            f"expected an answer to this puzzle, but it breaks {len(broken):,} rule{'s' * (len(broken) > 1)}: "
            f"{rules}{more}. Is it the result of this puzzle's formula?",
            source=source,
        )
    return grid
