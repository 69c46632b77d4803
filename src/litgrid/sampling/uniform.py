"""Answers drawn exactly uniformly: from counting diagrams, by rejection where lines must differ, or from a list.

Whichever of these is possible is taken, the cheapest first. All are exact, so that which one it is does not show.

- The diagrams of a part's pieces, where no lines must differ.
- Where some must: the diagrams of the counts alone, and those answers thrown away in which lines are equal. What is
  left is uniform as well (J. von Neumann's rejection, 1951). On full boards of Binairo a third is left.
- Where next to nothing is left: diagrams that know which lines must differ.
- A list of all answers, where they are few.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from math import prod

import numpy as np

from litgrid.core.check import all_differ
from litgrid.core.errors import LitgridError, OutOfTimeError
from litgrid.core.grid import BoolArray, IntArray
from litgrid.core.limit import Limit
from litgrid.counting.diagram import Diagram, LargeDiagramError, diagram
from litgrid.counting.frontier import pieces, tried
from litgrid.counting.layers import Plan
from litgrid.counting.pairs import lines, pairs
from litgrid.counting.plan import TooManyStatesError
from litgrid.engines import lister
from litgrid.engines.base import Values
from litgrid.sampling.source import Asked, Source
from litgrid.search import Search

MOST_STATES = 150_000_000
"""The diagrams of a part have no more states than this: they take 2.4 GB."""
TRIAL = 3_000_000
"""So many states of a diagram are tried before other orders are looked for."""
WORTH_GOING_ON = 0.3
"""Where the trial does not come through this share of the layers, all the states will not suffice either."""
MOST_CELLS = 600
"""No plan is made for a piece of more open cells: it would take long, and would hardly ever do."""
MOST_LISTED = 100_000
"""No more answers of a part than this are listed in order to be drawn."""
TRIED, WORTH_KEEPING = 8192, 8
"""Of so many answers drawn from the counts alone so many must obey all rules, or another way is looked for."""
CELLS_AT_ONCE = 1 << 20
"""About so many cells are drawn at once."""
SHARE, PATIENCE = 0.5, 5.0
"""The share of the time left that each way may take, and the seconds that listing may."""


class TooWideError(LitgridError):
    """A part is too large for drawing uniformly from it."""


def uniform_source(asked: Asked, rng: np.random.Generator, limit: Limit, most_states: int = MOST_STATES) -> Source:
    """Return what answers of a part are drawn from uniformly.

    Raises
    ------
    TooWideError
        where that would take too many states, or too much of the time.
    OutOfTimeError
        when the limit is over.
    """
    counted = _diagrams(asked, limit.share(SHARE), most_states, bound=False)
    limit.check()
    own = list(lines(asked.differs, asked.part.variables, asked.known, limit))
    rejecting = None if counted is None else _Counted(asked, counted, own)
    if rejecting is not None:
        if not own or not rejecting.total:
            return rejecting
        if rejecting.total <= MOST_LISTED:
            return _Listed(rejecting.all())
        if rejecting.estimate(rng, limit) >= WORTH_KEEPING / TRIED:
            return rejecting
        counted = _diagrams(asked, limit.share(SHARE), most_states, bound=True)
        if counted is not None:
            return _Counted(asked, counted, [])
    listed = _list(asked, limit)
    if listed is not None:
        return _Listed(listed)
    if rejecting is not None and rejecting.share:
        return rejecting
    raise TooWideError("its answers are too many to be listed, and too intricate to be counted")


def _diagrams(asked: Asked, limit: Limit, most_states: int, *, bound: bool) -> list[Diagram] | None:
    """Return the diagrams of the pieces of a part; ``None`` where they are too wide.

    Where they are ``bound``, they know about the lines that must differ.
    """
    made: list[Diagram] = []
    try:
        known = pairs(asked.differs, asked.part.variables, asked.known, limit) if bound else ()
        for piece in pieces(asked.part.bounds, known, limit):
            if piece.variables.size > MOST_CELLS:
                return None
            left = most_states - sum(one.states for one in made)
            one = tried(piece, asked.shape, limit, TRIAL, left, _Attempt(limit))
            made.append(_nothing(piece.variables) if one is None else one)
    except (TooManyStatesError, OutOfTimeError):
        return None
    return made


class _Attempt:
    """Making a diagram of a plan; given up where the trial was hopeless."""

    def __init__(self, limit: Limit) -> None:
        self._limit, self._share = limit, 0.0

    def __call__(self, chosen: Plan, most: int) -> Diagram:
        if most > TRIAL and self._share < WORTH_GOING_ON:
            raise TooManyStatesError("a trial did not come far")
        try:
            return diagram(chosen, self._limit, most)
        except LargeDiagramError as error:
            if most == TRIAL:
                self._share = max(self._share, error.share)
            raise


def _nothing(variables: IntArray) -> Diagram:
    """Return the diagram of no answer."""
    links = tuple(np.full((2, int(not layer)), -1, dtype=np.int32) for layer in range(variables.size))
    ways = tuple(np.zeros((1, 1 + int(not layer)), dtype=np.uint64) for layer in range(variables.size + 1))
    return Diagram(variables, links, ways)


def _list(asked: Asked, limit: Limit) -> Values | None:
    """Return all answers; ``None`` where they are many."""
    engine, known = lister(), asked.known.reshape(asked.shape.rows, asked.shape.columns)
    patience = limit.share(SHARE, PATIENCE)
    try:
        with Search(engine, asked.part, known, asked.differs, "auto", tick=patience.check) as search:
            found = list(islice(search.answers(patience), MOST_LISTED + 1))
    except OutOfTimeError:
        limit.check()
        return None
    return None if len(found) > MOST_LISTED else _stacked(found, asked)


def _stacked(found: Sequence[Values], asked: Asked) -> Values:
    return np.stack(found) if found else np.empty((0, asked.part.variables.size), dtype=np.int8)


class _Listed(Source):
    """A list."""

    def __init__(self, values: Values) -> None:
        self._values = values
        self.possible = len(values) > 0
        self.at_once = max(1, CELLS_AT_ONCE // max(1, values.shape[1]))

    def drawn(self, number: int, rng: np.random.Generator, limit: Limit) -> Values:  # noqa: ARG002
        return self._values[rng.integers(len(self._values), size=number)]


class _Counted(Source):
    """Diagrams, one for each piece, and lines that must differ.

    ``share`` of what is drawn has no equal lines, as far as is known.
    """

    def __init__(self, asked: Asked, diagrams: Sequence[Diagram], own: Sequence[IntArray]) -> None:
        self._known, self._lines = asked.known, own
        variables = asked.part.variables.astype(np.int64)
        self._cells, self._diagrams = variables - 1, diagrams
        self._places = [np.searchsorted(variables, np.sort(one.order)) for one in diagrams]
        free: BoolArray = np.ones(variables.size, dtype=np.bool_)
        free[[place for places in self._places for place in places]] = False
        self._free = np.flatnonzero(free)  # nothing is said about these
        self.total = prod(one.total for one in diagrams) << self._free.size
        self.possible = self.total > 0
        self.at_once = max(1, CELLS_AT_ONCE // asked.known.size)
        self.share = 1.0

    def all(self) -> Values:
        """Return all answers."""
        number = np.arange(self.total)
        values = self._empty(self.total)
        for place in self._free:
            number, values.T[place] = np.divmod(number, 2)
        for one, places in zip(self._diagrams, self._places, strict=True):
            number, own = np.divmod(number, one.total)
            values.T[places] = one.numbered(own[None].astype(np.uint64)).T
        return values[self._differ(values)]

    def estimate(self, rng: np.random.Generator, limit: Limit) -> float:
        """Find out, and return, which share of what is drawn has no equal lines."""
        drawn = kept = 0
        while drawn < TRIED:
            limit.check()
            some = min(self.at_once, TRIED - drawn)
            kept += int(self._differ(self._some(some, rng)).sum())
            drawn += some
        self.share = kept / drawn
        return self.share

    def drawn(self, number: int, rng: np.random.Generator, limit: Limit) -> Values:
        if not self._lines:
            return self._some(number, rng)
        found: list[Values] = []
        missing = number
        while missing > 0:
            limit.check()
            some = self._some(min(self.at_once, int(missing / self.share) + 1), rng)
            found.append(some[self._differ(some)])
            missing -= len(found[-1])
        return np.concatenate([one.T for one in found], axis=1)[:, :number].T

    def _some(self, number: int, rng: np.random.Generator) -> Values:
        values = self._empty(number)
        values.T[self._free] = rng.integers(2, size=(self._free.size, number), dtype=np.int8)
        for one, places in zip(self._diagrams, self._places, strict=True):
            values.T[places] = one.drawn(number, rng).T
        return values

    def _empty(self, number: int) -> Values:
        """Return room for answers; those of a cell stand side by side, as all of them are looked at together."""
        return np.empty((self._cells.size, number), dtype=np.int8).T

    def _differ(self, values: Values) -> BoolArray:
        """Return which of some answers have no two equal lines."""
        right: BoolArray = np.ones(len(values), dtype=np.bool_)
        if self._lines:
            boards = np.repeat(self._known[:, None], len(values), axis=1)
            boards[self._cells] = values.T
            for own in self._lines:
                right &= all_differ(boards.T, own)
        return right
