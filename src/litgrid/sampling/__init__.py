"""Answers drawn at random: uniformly where that is possible, and said to be otherwise where it is not.

The way: deduce what single counts force, split what is left into independent parts, find for each what it can be drawn
from (:mod:`litgrid.sampling.uniform`, else ``almost`` or ``diverse``), and draw from all of them. The whole is as
uniform as its least uniform part. Each answer is checked against the tables.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal, get_args

import numpy as np

from litgrid.answer import Answer, Outcome, Telling
from litgrid.core.bounds import Literals
from litgrid.core.characters import Grid
from litgrid.core.check import confirm_all
from litgrid.core.deduce import deduce
from litgrid.core.errors import EngineError, LitgridError, OutOfTimeError
from litgrid.core.limit import Limit
from litgrid.core.memory import need
from litgrid.core.options import Between, Seconds
from litgrid.core.puzzle import Puzzle, expect_puzzle
from litgrid.core.system import System
from litgrid.core.words import OWN
from litgrid.counting.packages import UNIGEN
from litgrid.counting.plan import fitting
from litgrid.engines.base import Values
from litgrid.outlook import Answers
from litgrid.question import checked
from litgrid.sampling.almost import AlmostUniform
from litgrid.sampling.diverse import Diverse
from litgrid.sampling.source import Asked, Method, Source
from litgrid.sampling.uniform import MOST_STATES, TooWideError, uniform_source
from litgrid.solving import blame

Status = Literal["drawn", "none", "unknown"]
METHODS: tuple[Method, ...] = get_args(Method)
"""The best first."""

MOST_PARTS = 200
"""Small parts are bundled until there are about so many."""
FIRST, MOST_AT_ONCE = 16, 4096
"""So many answers are drawn at once at first, and then twice as many each time, up to so many."""
SHARE = 0.5
"""The share of the time left that looking for one method may take before the next is tried."""
MOST_CELLS = 2_000
"""UniGen is only asked about parts of so many cells, where it was not asked for."""
PATIENCE = 10.0
"""Seconds that UniGen may take for a first answer where it was not asked for, and no time limit is set."""


@dataclass(frozen=True, eq=False)
class Sampled(Answer):
    """What was drawn: a sequence of answers.

    Attributes
    ----------
    status
        ``"drawn"``; ``"none"`` where the puzzle has no answer; ``"unknown"`` where the time ran out before all were
        drawn
    method
        how: ``"uniform"``, every answer exactly as likely as any other, whatever was drawn before; ``"almost
        uniform"``, as UniGen understands it; ``"diverse"``, by chance, and in no way that is known
    grids
        the answers, int8, 1 true and 0 false, shaped ``(number, rows, columns)`` and not to be changed, each checked
        against all rules; the same may come twice
    seconds
        how long it took
    number
        how many were asked for
    seed
        the seed, if it was a number
    timeout
        the time limit that there was
    without
        with ``"none"``: as in :class:`litgrid.Verdict`
    """

    puzzle: Puzzle
    status: Status
    method: Method
    grids: Grid
    seconds: float = 0.0
    number: int = 0
    seed: int | None = None
    timeout: float | None = None
    without: Mapping[str, Answers] = field(default_factory=dict)

    @property
    def outcome(self) -> Outcome:
        """Yes where all that were asked for are drawn."""
        outcomes: dict[Status, Outcome] = {"drawn": "yes", "none": "no", "unknown": "unknown"}
        return outcomes[self.status]

    def records(self, language: str = OWN) -> Iterator[dict[str, Any]]:
        """Return a line of JSON for each answer, and one that says how they were drawn."""
        telling = Telling(self, language)
        for number, grid in enumerate(self.grids, 1):
            yield telling.numbered(number, grid) | {"method": self.method}
        yield self.record(language)

    def values(self, _: Telling) -> dict[str, Any]:
        return {"status": self.status, "count": len(self.grids), **self.fields("method", "seed", "seconds")}

    def lines(self, telling: Telling) -> Iterator[str]:
        for number, grid in enumerate(self.grids, 1):
            yield telling.numbered_picture(number, grid)
        if self.status == "none":
            yield from telling.none("all.none")
            return
        found = telling.say("all.answers", len(self.grids))
        drawn = telling.say(f"sample.{self.method.replace(' ', '-')}")
        seed = "" if self.seed is None else telling.say("sample.seed", seed=str(self.seed))
        if self.status == "drawn":
            yield f"{found}, {drawn}{seed}."
        else:
            of = telling.say("sample.of", found=found, wanted=self.number)
            yield f"{telling.gave_up(self.timeout)}: {of}{f', {drawn}{seed}' if len(self.grids) else ''}."

    @property
    def shown(self) -> tuple[Grid | None, Collection[int]]:
        """The first answer."""
        return (self.grids[0] if len(self.grids) else None), ()

    def __len__(self) -> int:
        return len(self.grids)

    def __iter__(self) -> Iterator[Grid]:
        return iter(self.grids)

    def __getitem__(self, place: int) -> Grid:
        grid: Grid = self.grids[place]
        return grid


@checked
def sample(
    puzzle: Puzzle,
    number: Annotated[int, Between(1, 10**12)] = 1,
    *,
    seed: Annotated[int, Between(0)] | np.random.Generator = 0,
    timeout: Seconds = None,
    method: Method | None = None,
    most_states: int = MOST_STATES,
) -> Sampled:
    r"""Draw answers of a puzzle at random; from a seed, or from a generator.

    Parameters
    ----------
    puzzle
        What to draw answers of.
    number
        How many answers.
    seed
        The same seed gives the same answers by the same method, and the first ones are the same whatever their number.
    timeout
        Seconds for each puzzle, after which no more is drawn.
    method
        How to draw; by default the best that is possible, in this order.
    most_states
        How many states the counting diagrams of a part may have: 16 bytes each, where numbers are small.

    Raises
    ------
    LitgridError
        where the method asked for is not possible here, and for a bad number, seed or time limit.
    MissingPackageError
        where the method asked for needs a package that is not installed.

    Examples
    --------
    >>> import litgrid
    >>> sampled = litgrid.sample(litgrid.kinds.get("binairo").from_clues(["...."] * 4), 1000, seed=1)
    >>> sampled.method, sampled.grids.shape, len({grid.tobytes() for grid in sampled.grids})
    ('uniform', (1000, 4, 4), 72)
    """
    expect_puzzle(puzzle)
    if timeout is None:  # else what is drawn in the time is kept
        need(2 * number * puzzle.shape.size, f"{number:,} answers", "ask for fewer")
    limit = Limit(timeout)
    sampling = _Sampling(puzzle, method, np.random.default_rng(seed), limit, most_states)
    status = sampling.run(number)
    grids = sampling.grids()[:number].reshape(-1, puzzle.shape.rows, puzzle.shape.columns)
    grids.setflags(write=False)
    told = seed if isinstance(seed, int) else None
    without = blame(puzzle, limit) if status == "none" else {}
    return Sampled(puzzle, status, sampling.method, grids, limit.spent(), number, told, timeout, without)


class _Sampling:
    """One question. What was drawn so far is kept, so that it is there when the time runs out."""

    def __init__(
        self, puzzle: Puzzle, method: Method | None, rng: np.random.Generator, limit: Limit, most_states: int
    ) -> None:
        self._puzzle, self._asked, self._rng, self._limit = puzzle, method, rng, limit
        self._most_states = fitting(most_states)
        self._system = System.of(puzzle.tables())
        self._found: list[Values] = []
        self._uniform = True
        self.method: Method = "uniform"

    def grids(self) -> Values:
        return np.concatenate([np.empty((0, self._puzzle.shape.size), dtype=np.int8), *self._found])

    def run(self, number: int) -> Status:
        try:
            deduction = deduce(self._system, self._puzzle.shape, self._limit, MOST_PARTS)
            if not deduction.possible:
                return "none"
            with ExitStack() as stack:
                sources = []
                for part in sorted(deduction.parts, key=lambda part: -part.variables.size):
                    asked = Asked(part, deduction.grid, self._system.differs)
                    source = stack.enter_context(self._source(asked))
                    if not source.possible:
                        return "none"
                    sources.append((part.variables - 1, source))
                self.method = max((source.method for _, source in sources), key=METHODS.index, default="uniform")
                self._draw(number, deduction.grid.ravel(), sources)
        except OutOfTimeError:
            return "unknown"
        return "drawn"

    def _draw(self, number: int, known: Grid, sources: Sequence[tuple[Literals, Source]]) -> None:
        """Draw as many at once as the slowest source is best asked for; that does not depend on how many are wanted."""
        most = min([MOST_AT_ONCE, *(source.at_once for _, source in sources)])
        missing, at_once = number, min(FIRST, most)
        while missing > 0:
            self._limit.check()
            boards = np.repeat(known[:, None], at_once, axis=1)
            for cells, source in sources:
                boards[cells] = source.drawn(at_once, self._rng, self._limit).T
            confirm_all(self._system, boards.T, f"that draws ({self.method})")
            self._found.append(boards.T)
            missing -= at_once
            at_once = min(2 * at_once, most)

    def _source(self, asked: Asked) -> Source:
        """Return the best source that is possible, or that of the method asked for."""
        limit = self._limit
        if self._asked == "almost uniform":
            UNIGEN.expect()
            found = Diverse(asked, limit)  # UniGen is of no use where there is no answer
            return _first(AlmostUniform(asked, limit), limit) if found.possible else found
        if self._asked == "diverse":
            return Diverse(asked, limit)
        if self._uniform:
            try:
                share = limit if self._asked is not None else limit.share(SHARE)
                return uniform_source(asked, share, self._most_states)
            except (TooWideError, OutOfTimeError) as error:
                limit.check()
                if self._asked is not None:
                    raise LitgridError(
                        f"this puzzle cannot be drawn from uniformly: {error}; ask for almost uniform or diverse ones"
                    ) from None
        self._uniform = False  # nor does it help then if another part can be
        found = Diverse(asked, limit)
        if found.possible and UNIGEN.installed and asked.part.variables.size <= MOST_CELLS:
            with suppress(OutOfTimeError, EngineError):
                patience = limit.share(SHARE, PATIENCE)
                return _first(AlmostUniform(asked, patience), patience)
        return found


def _first(source: AlmostUniform, limit: Limit) -> AlmostUniform:
    """Return a source once it has given a first answer, which takes the longest."""
    try:
        source.drawn(1, np.random.default_rng(0), limit)
    except BaseException:
        source.close()
        raise
    return source
