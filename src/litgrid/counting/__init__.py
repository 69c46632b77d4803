"""How many answers a puzzle has, exactly.

The way: deduce what single counts force, split what is left into independent parts, count each, and multiply. A part
with lines that must still come to differ is counted at a seam (:mod:`litgrid.counting.seam`) where that can be done,
any other by a frontier programme (:mod:`litgrid.counting.frontier`); where its frontier is too wide, its answers are
listed by an engine, which is exact as long as there are few.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from time import perf_counter
from typing import Literal

from litgrid.core.deduce import Deduction, OpenPart, deduce
from litgrid.core.errors import OutOfTimeError
from litgrid.core.limit import Limit, share_of
from litgrid.core.puzzle import Puzzle
from litgrid.core.system import System
from litgrid.counting.frontier import MOST_STATES, count_bounds
from litgrid.counting.halves import count_seams
from litgrid.counting.pairs import pairs
from litgrid.counting.plan import TooManyStatesError
from litgrid.counting.seam import Seam, best_seam
from litgrid.engines import DEFAULT, engines
from litgrid.search import Search
from litgrid.solving import check_question

MOST_LISTED = 10_000
"""Without a time limit no more answers of a part than this are listed one by one."""
MOST_HALVES = 1_000_000_000
"""A seam with so many halves takes minutes: `litgrid lab count` does larger ones."""
SHARE = 0.8
"""This share of the time left is for the frontier programme."""


@dataclass(frozen=True)
class Counted:
    """What counting found out.

    Attributes
    ----------
    status
        ``"exact"``, or ``"unknown"`` where time or memory ran out
    count
        how many answers there are, of any size; ``None`` where that is unknown
    at_least
        so many there are for sure
    method
        how it was counted: ``"deduction"`` where nothing was left to count, else ``"frontier"``, ``"seam"``,
        ``"listing"``, or several of them with ``" and "`` between
    seconds
        how long it took
    """

    puzzle: Puzzle
    status: Literal["exact", "unknown"]
    count: int | None
    at_least: int
    method: str
    seconds: float = 0.0


def count(puzzle: Puzzle, *, timeout: float | None = None, most_states: int = MOST_STATES) -> Counted:
    r"""Count the answers of a puzzle.

    Parameters
    ----------
    puzzle
        What to count the answers of.
    timeout
        Seconds after which the status is ``"unknown"``; ``None`` for no limit.
    most_states
        How many states the frontier programme may hold at once: forty million take about two gigabytes.

    Raises
    ------
    LitgridError
        for a time limit below 0.

    Examples
    --------
    >>> import litgrid
    >>> puzzle = litgrid.kinds.get("binairo").from_clues(["...."] * 4, unique_lines=False)
    >>> litgrid.count(puzzle).count
    90
    """
    check_question(puzzle, timeout)
    begin = perf_counter()
    counting = _Counting(puzzle, Limit(timeout), None if timeout is not None else MOST_LISTED, most_states)
    known = counting.run()
    return Counted(
        puzzle,
        "exact" if known else "unknown",
        counting.product if known else None,
        counting.product,
        counting.method,
        perf_counter() - begin,
    )


class _Counting:
    """One question: ``product`` is how many answers there are, or that there are so many at least."""

    def __init__(self, puzzle: Puzzle, limit: Limit, most_listed: int | None, most_states: int) -> None:
        self._puzzle, self._limit = puzzle, limit
        self._most_listed, self._most_states = most_listed, most_states
        self._system = System.of(puzzle.tables())
        self._used: set[str] = set()
        self.product = 0

    @property
    def method(self) -> str:
        return " and ".join(sorted(self._used)) or "deduction"

    def run(self) -> bool:
        """Count; return whether the product is exact."""
        try:
            deduction = deduce(self._system, self._puzzle.shape, self._limit)
        except OutOfTimeError:
            return False
        if not deduction.possible:
            return True
        product, exact = 1, True
        for part in deduction.parts:
            number, known = self._part(part, deduction)
            product *= number
            if known and not number:
                self.product = 0
                return True
            exact &= known
        self.product = product
        return exact

    def _part(self, part: OpenPart, deduction: Deduction) -> tuple[int, bool]:
        """Return how many answers a part has, and whether that is all."""
        differ = pairs(self._system.differs, part.variables, deduction.grid.ravel())
        if differ:
            with suppress(TooManyStatesError, OutOfTimeError):
                differs = self._system.differs
                seam = best_seam(part.bounds, deduction.grid, part.variables - 1, differs, self._limit)
                if seam is not None and seam.halves < MOST_HALVES:
                    return self._at_seam(seam)
        self._used.add("frontier")
        try:
            number = count_bounds(
                part.bounds,
                part.variables,
                self._puzzle.shape,
                share_of(self._limit, SHARE),
                pairs=differ,
                most_states=self._most_states,
            )
            return number, True
        except (TooManyStatesError, OutOfTimeError):
            self._used.add("listing")
            return self._listed(part, deduction)

    def _at_seam(self, seam: Seam) -> tuple[int, bool]:
        self._used.add("seam")
        number = 0
        try:
            for ways in count_seams(seam, self._limit):
                number += ways
        except OutOfTimeError:
            return number, False
        return number, True

    def _listed(self, part: OpenPart, deduction: Deduction) -> tuple[int, bool]:
        number = 0
        try:
            with Search(
                engines.get(DEFAULT), part, deduction.grid, self._system.differs, "auto", tick=self._limit.check
            ) as search:
                for number, _ in enumerate(search.answers(self._limit), 1):
                    if number == self._most_listed:
                        return number, False
        except OutOfTimeError:
            return number, False
        return number, True
