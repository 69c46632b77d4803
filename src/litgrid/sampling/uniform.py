"""Answers drawn exactly uniformly: from a counting diagram, by rejection where lines must differ, or from a list.

Whichever of these is possible is taken, the cheapest first. All are exact, so that which one it is does not show.

- The diagram of a part, where no lines must differ.
- Where some must: the diagram of the counts alone, and those answers thrown away in which lines are equal. What is
  left is uniform as well (J. von Neumann's rejection, 1951). On full boards of Binairo a third is left.
- A list of all answers, where they are few.
"""

from __future__ import annotations

from itertools import islice
from math import ceil

import numpy as np

from litgrid.core.errors import LitgridError, OutOfTimeError
from litgrid.core.grid import IntArray
from litgrid.core.limit import Limit
from litgrid.counting.walk import Walk, walk
from litgrid.engines import lister
from litgrid.engines.base import Values
from litgrid.sampling.source import Asked, Source
from litgrid.search import Search

MOST_STATES = 150_000_000
"""The diagram of a part has no more states than this: they take 2.4 GB."""
MOST_LISTED = 100_000
"""No more answers of a part than this are listed in order to be drawn."""
WORTH_KEEPING = 0.001
"""Of the answers of the counts alone this share must obey all rules, or another way is looked for."""
SHARE, PATIENCE = 0.5, 5.0
"""The share of the time left that each way may take, and the seconds that listing may."""


class TooWideError(LitgridError):
    """A part is too large for drawing uniformly from it."""


def uniform_source(asked: Asked, limit: Limit, most_states: int = MOST_STATES) -> Source:
    """Return what answers of a part are drawn from uniformly; raise :class:`TooWideError` where that takes too much."""
    cells = asked.part.variables.astype(np.int64) - 1
    walked = walk([asked.part], asked.grid, asked.differs, limit.share(SHARE), most_states=most_states, worth=0)
    limit.check()
    if walked is not None:
        if walked.lines and walked.most <= MOST_LISTED:
            return _Listed([board[cells] for boards in walked.batches(limit) for board in boards], cells.size)
        if walked.share >= WORTH_KEEPING:
            return _Walked(walked, cells)
    listed = _list(asked, limit)
    if listed is not None:
        return _Listed(listed, cells.size)
    if walked is not None and walked.share:
        return _Walked(walked, cells)
    raise TooWideError("its answers are too many to be listed, and too intricate to be counted")


def _list(asked: Asked, limit: Limit) -> list[Values] | None:
    patience = limit.share(SHARE, PATIENCE)
    try:
        with Search(lister(), asked.part, asked.grid, asked.differs, "auto", tick=patience.check) as search:
            found = list(islice(search.answers(patience), MOST_LISTED + 1))
    except OutOfTimeError:
        limit.check()
        return None
    return None if len(found) > MOST_LISTED else found


class _Listed(Source):
    """A list of answers of so many cells."""

    def __init__(self, answers: list[Values], cells: int) -> None:
        self._values = np.array(answers, dtype=np.int8).reshape(-1, cells)
        self.possible = bool(answers)
        self.at_once = MOST_LISTED

    def drawn(self, number: int, rng: np.random.Generator, limit: Limit) -> Values:  # noqa: ARG002
        return self._values[rng.integers(len(self._values), size=number)]


class _Walked(Source):
    """A diagram; answers with equal lines are thrown away."""

    def __init__(self, walked: Walk, cells: IntArray) -> None:
        self._walked, self._cells = walked, cells
        self.possible, self.at_once = walked.most > 0, walked.at_once

    def drawn(self, number: int, rng: np.random.Generator, limit: Limit) -> Values:
        found: list[Values] = []
        missing = number
        while missing > 0:
            limit.check()
            some = self._walked.drawn(min(self.at_once, ceil(missing / self._walked.share)), rng)
            found.append(some.T[self._cells])
            missing -= len(some)
        return np.concatenate(found, axis=1)[:, :number].T
