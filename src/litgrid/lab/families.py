"""Instances that are drawn: an empty board with a share of its cells given, another puzzle for each execution.

A worker is sent the order and makes the puzzles itself: each is a function of the order, the seed and its number.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import count

from litgrid.core.errors import InputError, LitgridError
from litgrid.core.grid import Shape
from litgrid.core.limit import Limit
from litgrid.core.puzzle import Puzzle
from litgrid.encode.rest import Start, searched
from litgrid.generating.making import make
from litgrid.generating.order import Order
from litgrid.lab.experiment import MOST_CHUNK
from litgrid.lab.generate import MOST_SEED
from litgrid.sat.formula import Formula
from litgrid.sat.threesat import three_sat


@dataclass(frozen=True)
class Family:
    """Puzzles by number, as formulas; see :class:`litgrid.lab.experiment.Experiment` for what is said of these."""

    order: Order
    seed: int
    form: str
    encoding: str
    start: Start

    @classmethod
    def of(cls, name: str, givens: float, seed: int, form: str, encoding: str, start: Start) -> Family:
        """Return the family of ``"empty KIND SIZE"``, and nothing else, and a share of given cells."""
        word, *about = name.split()
        if word != "empty" or len(about) != 2:
            raise InputError(f'{name}: given cells are drawn on boards without any, "empty KIND SIZE"')
        try:
            return cls(Order(about[0], Shape.read(about[1]), givens=givens), seed, form, encoding, start)
        except LitgridError as error:
            raise InputError(f"{name}: {error}") from None

    def formula(self, number: int) -> Formula:
        """Return the formula of a puzzle; where nothing is left to search it has no clauses."""
        opened = searched(_puzzle(self.order, self.seed, number), self.start, self.encoding)
        return three_sat(opened.formula) if self.form == "3-sat" else opened.formula


@lru_cache(maxsize=MOST_CHUNK)
def _puzzle(order: Order, seed: int, number: int) -> Puzzle:
    """Return a puzzle; all of a chunk are kept, as other settings search the same, and making one may take longest."""
    tries = (make(order, seed, number + MOST_SEED * again, Limit(None)) for again in count())
    return next(found.puzzle for found in tries if found is not None)
