"""How many answers a puzzle has: exactly, or about so many with a guarantee.

The way: deduce what single counts force, split what is left into independent parts, count each, and multiply. An
engine is asked first whether a part has few answers, as it soon knows for a puzzle that somebody made. Else a part with
lines that must still come to differ is counted at a seam (:mod:`litgrid.counting.seam`) where that can be done,
else by going through the answers in which they need not (:mod:`litgrid.counting.walk`) where these are not too many, a
larger one without such lines by whole rows (:mod:`litgrid.counting.rows`), any other cell by cell, by a frontier
programme (:mod:`litgrid.counting.frontier`); where its frontier is too wide, its answers are listed by an engine, which
is exact as long as there are few; and then a model counter is asked, if one is installed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from time import perf_counter
from typing import Annotated, Literal

import numpy as np

from litgrid.core.bounds import join
from litgrid.core.deduce import Deduction, OpenPart, deduce
from litgrid.core.errors import OutOfTimeError
from litgrid.core.limit import Limit
from litgrid.core.options import Between, Seconds
from litgrid.core.puzzle import Puzzle, expect_puzzle
from litgrid.core.system import System
from litgrid.counting.counted import Counted as Counted
from litgrid.counting.counted import Guarantee
from litgrid.counting.frontier import MOST_STATES
from litgrid.counting.methods import METHODS, Asked, Found, Method, about
from litgrid.counting.models import ASKED, FEW_ANSWERS, FEW_LISTED, INSTANT, MOST_LISTED, about_models, count_models
from litgrid.counting.packages import APPROXMC, GANAK
from litgrid.counting.plan import fitting
from litgrid.question import checked
from litgrid.sat.formula import Formula
from litgrid.solving import blame

MOST_PARTS = 200
"""Small parts are bundled until there are about so many."""
LISTING: Method = "listing"
FEW_CELLS = 30
"""A part of fewer cells is counted by the frontier programme before an engine is asked, or tables are made of rows."""
SHARE = 0.8
"""This share of the time left is for the frontier programme."""
PATIENCE = 10.0
"""So many seconds answers are gone through before the frontier programme is tried, and after it for longer."""


@checked
def count(
    puzzle: Puzzle | Formula, *, method: Method | None = None, timeout: Seconds = None, most_states: int = MOST_STATES
) -> Counted:
    r"""Count the answers of a puzzle, or the models of a formula, on the variables of its projection.

    Parameters
    ----------
    puzzle
        What to count the answers of.
    method
        How; by default whatever gets there. For a formula, ganak or listing.
    timeout
        Seconds for each puzzle, after which its count is unknown.
    most_states
        How many states the frontier programme may hold at once: forty million take about two gigabytes. A programme
        over whole rows may hold four times as many.

    Raises
    ------
    UnknownNameError
        for a method that does not exist.
    MissingPackageError
        where a method was asked for whose package is not installed.
    EngineError
        where an engine or a counter fails.
    LitgridError
        for a time limit below 0.

    Examples
    --------
    >>> import litgrid
    >>> puzzle = litgrid.kinds.get("binairo").from_clues(["...."] * 4, unique_lines=False)
    >>> litgrid.count(puzzle).count
    90
    """
    if isinstance(puzzle, Formula):
        return count_models(puzzle, method, timeout)
    if method is not None:
        ways = [Way(method)]
    else:
        ways = [Way("seam", SHARE), Way("rows", SHARE, fewest=FEW_CELLS)]
        ways += [Way("diagram", 0.5, most=PATIENCE), Way("frontier", SHARE), Way("diagram", 0.5)]
        ways += [Way("listing", 0.5), Way("ganak")] if GANAK.installed else [Way("listing")]
    most_listed = MOST_LISTED if method is None and timeout is None else None
    return _Counting(puzzle, timeout, ways, most_states=most_states, most_listed=most_listed).run()


@checked
def approximate(
    puzzle: Puzzle | Formula,
    *,
    epsilon: Annotated[float, Between(0, above=True)] = 0.8,
    delta: Annotated[float, Between(0, 1, above=True, below=True)] = 0.2,
    seed: Annotated[int, Between(0, (1 << 31) - 1)] = 0,
    timeout: Seconds = None,
) -> Counted:
    r"""Count about how many answers a puzzle or a formula has, by ApproxMC; exactly where that is done in a moment.

    Parameters
    ----------
    puzzle
        What to count the answers of.
    epsilon
        How near: the count is within a factor of 1 + epsilon of the true one.
    delta
        How sure: so it is with a probability of 1 - delta at least.
    seed
        For what is random.
    timeout
        Seconds for each puzzle, after which its count is unknown.

    Raises
    ------
    MissingPackageError
        where pyapproxmc is needed and not installed.
    EngineError
        where an engine or the counter fails.
    LitgridError
        for an ``epsilon`` that is not above 0, a ``delta`` that is not between 0 and 1, a time limit below 0.

    Examples
    --------
    >>> import litgrid
    >>> litgrid.approximate(litgrid.kinds.get("binairo").from_clues(["...."] * 4)).status
    'exact'
    """
    guarantee = Guarantee(epsilon, delta, seed)
    if isinstance(puzzle, Formula):
        return about_models(puzzle, guarantee, timeout)
    ways = [Way(method, most=INSTANT) for method in ("seam", "frontier", "listing")]
    counting = _Counting(puzzle, timeout, ways, most_states=MOST_STATES, most_listed=FEW_LISTED)
    return counting.run(guarantee)


@dataclass(frozen=True, slots=True)
class Way:
    """A method, the share of the time left that it may take for a part, the most seconds, and the fewest cells."""

    method: Method
    share: float = 1.0
    most: float | None = None
    fewest: int = 0


class _Counting:
    """One question."""

    def __init__(
        self, puzzle: Puzzle, timeout: float | None, ways: Sequence[Way], *, most_states: int, most_listed: int | None
    ) -> None:
        expect_puzzle(puzzle)
        self._puzzle, self._limit, self._ways = puzzle, Limit(timeout), ways
        self._most_states, self._most_listed = fitting(most_states), most_listed
        self._used: set[str] = set()
        self._asks, self._asking = len(ways) > 1, 0.0
        self._seam = False

    def run(self, guarantee: Guarantee | None = None) -> Counted:
        """Count part by part; with a guarantee, the parts that this leaves open together, approximately."""
        system = System.of(self._puzzle.tables())
        try:
            deduction = deduce(system, self._puzzle.shape, self._limit, MOST_PARTS)
            # The small ones first: what they leave of their share of the time is for the others.
            parts = [
                self._asked(part, deduction, system)
                for part in sorted(deduction.parts, key=lambda part: part.variables.size)
            ]
        except OutOfTimeError:
            return self._counted("unknown", None, 0)
        known, least = int(deduction.possible), 1
        opened, listed = [], set()
        for number, asked in enumerate(parts):
            found, name = self._part(asked, self._limit.share(1 / (len(parts) - number)))
            if found.exact:
                known *= found.number
                self._used.add(name)
            else:
                least *= found.number
                opened.append(asked.part)
                listed |= {name} if found.number else set()
            if not known:
                break
        if not known or not opened:
            return self._counted("exact", known, known)
        if guarantee is not None and guarantee.can_build_on(least):
            # One formula for all that is left: a product of several counts would have to be made of better ones.
            rest = self._asked(_joined(opened), deduction, system)
            nearly = about(rest, least, self._limit, **asdict(guarantee))
            if nearly is not None:
                self._used.add(APPROXMC.name)
                return self._counted("approximate", known * nearly, known * least, guarantee)
        self._used |= listed
        return self._counted("unknown", None, known * least)

    def _asked(self, part: OpenPart, deduction: Deduction, system: System) -> Asked:
        how = {"most_states": self._most_states, "most_listed": self._most_listed}
        return Asked.of(part, deduction.grid, system, self._limit, **how)

    def _part(self, asked: Asked, limit: Limit) -> tuple[Found, str]:
        """Count a part, one way after the other until one gets there; return what was found, and by which, if any."""
        best, used = self._few(asked, limit), LISTING
        if best.exact:
            return best, used
        for way in self._ways:
            if asked.part.variables.size < way.fewest or limit.left() == 0:
                continue
            found = METHODS[way.method](asked, limit.share(way.share, way.most))
            self._seam |= found.seam
            if found.exact or found.number > best.number:
                best, used = found, way.method
            if found.exact:
                break
        return best, used

    def _few(self, asked: Asked, limit: Limit) -> Found:
        """List the answers of a part, if these are few and come at once."""
        if not self._asks or asked.part.variables.size < FEW_CELLS or self._asking >= ASKED:
            return Found(0, False)
        begin = perf_counter()
        found = METHODS[LISTING](replace(asked, most_listed=FEW_ANSWERS), limit.share(SHARE, ASKED - self._asking))
        self._asking += perf_counter() - begin
        return found

    def _counted(
        self,
        status: Literal["exact", "approximate", "unknown"],
        number: int | None,
        least: int,
        guarantee: Guarantee | None = None,
    ) -> Counted:
        asked = "" if self._asks or status != "unknown" else self._ways[0].method
        method = " and ".join(sorted(self._used)) or asked or "deduction"
        return Counted(
            self._puzzle,
            status,
            number,
            least,
            method,
            self._limit.spent(),
            None if guarantee is None else guarantee.epsilon,
            None if guarantee is None else guarantee.delta,
            in_pieces=status == "unknown" and self._seam,
            unfit=bool(asked) and self._limit.left() != 0,
            without=blame(self._puzzle, self._limit) if number == 0 else {},
        )


def _joined(parts: Sequence[OpenPart]) -> OpenPart:
    return OpenPart(np.sort(np.concatenate([part.variables for part in parts])), join(part.bounds for part in parts))
