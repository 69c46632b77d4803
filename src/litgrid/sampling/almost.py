"""Answers drawn almost uniformly, by UniGen: see :mod:`litgrid.counting.packages`."""

from __future__ import annotations

import numpy as np

from litgrid.core.errors import EngineError, OutOfTimeError
from litgrid.core.limit import Limit
from litgrid.counting.packages import UNIGEN, Asking
from litgrid.encode.part import of_part
from litgrid.engines.base import Values
from litgrid.sampling.source import Asked, Source

MOST_SEED = 1 << 31


class AlmostUniform(Source):
    """UniGen, in a process of its own. Requires that there is an answer: it ends the process where there is none.

    Raises :class:`MissingPackageError` where it is not installed, :class:`OutOfTimeError` when the limit is over before
    it is told.
    """

    method = "almost uniform"

    def __init__(self, asked: Asked, limit: Limit) -> None:
        self._size = asked.part.variables.size
        self._asking = Asking(UNIGEN, of_part(asked.part, asked.grid, asked.differs, limit=limit), self._size)
        self._known: list[int] = []  # how many models there are, once UniGen has told

    def drawn(self, number: int, rng: np.random.Generator, limit: Limit) -> Values:
        return np.stack([self._one(int(rng.integers(MOST_SEED)), limit) for _ in range(number)])

    def _one(self, seed: int, limit: Limit) -> Values:
        said = self._asking.ask(limit, seed=seed, known=self._known)
        if said is None:
            raise OutOfTimeError("the time limit ran out before an answer was drawn")
        self._known, literals = said["known"], np.array(said["model"])
        if sorted(np.abs(literals).tolist()) != list(range(1, self._size + 1)):
            raise EngineError(f"{UNIGEN.package} gave what is no model on the cells")
        values = np.empty(self._size, dtype=np.int8)
        values[np.abs(literals) - 1] = literals > 0
        return values

    def close(self) -> None:
        self._asking.close()
