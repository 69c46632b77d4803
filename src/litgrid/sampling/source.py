"""What answers of a part are drawn from: of which kind the drawing is, and how many come at once."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from litgrid.core.characters import Grid
from litgrid.core.closing import Closing
from litgrid.core.deduce import OpenPart
from litgrid.core.limit import Limit
from litgrid.core.tables import Differ
from litgrid.engines.base import Values

Method = Literal["uniform", "almost uniform", "diverse"]


@dataclass(frozen=True, slots=True, eq=False)
class Asked:
    """A part of a puzzle to draw answers of: its cells, what is known of the board, lines that must differ."""

    part: OpenPart
    grid: Grid
    differs: Sequence[Differ]


class Source(Closing, ABC):
    """Answers of a part. Use it in a ``with`` statement."""

    method: Method = "uniform"  # how answers are drawn: all alike likely, nearly so, or only unlike each other
    possible: bool = True  # whether there is any answer; nothing can be drawn where there is none
    at_once: int = 1  # how many are best drawn at once

    @abstractmethod
    def drawn(self, number: int, rng: np.random.Generator, limit: Limit) -> Values:
        """Draw answers, each anew: a row for each, 1 true and 0 false, a column for each variable of the part."""
