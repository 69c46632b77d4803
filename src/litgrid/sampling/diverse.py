"""Answers that differ, from a solver that is sent off from random guesses. Not uniform: some never come up."""

from __future__ import annotations

import numpy as np

from litgrid.core.limit import Limit
from litgrid.engines import DEFAULT, engines
from litgrid.engines.base import Values
from litgrid.sampling.source import Asked, Source
from litgrid.search import Search


class Diverse(Source):
    """An engine, opened anew for each answer with another first guess."""

    method = "diverse"

    def __init__(self, asked: Asked, limit: Limit) -> None:
        self._asked = asked
        self.possible = self._answer(np.random.default_rng(0), limit) is not None

    def drawn(self, number: int, rng: np.random.Generator, limit: Limit) -> Values:
        found = [answer for _ in range(number) if (answer := self._answer(rng, limit)) is not None]
        return np.stack(found)

    def _answer(self, rng: np.random.Generator, limit: Limit) -> Values | None:
        asked = self._asked
        guess = rng.integers(2, size=asked.grid.shape, dtype=np.int8)
        with Search(
            engines.get(DEFAULT), asked.part, asked.grid, asked.differs, "auto", guess=guess, tick=limit.check
        ) as search:
            return search.answer if search.holds(limit) else None
