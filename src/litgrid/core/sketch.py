"""What a kind's own way of making gives: see :attr:`litgrid.core.puzzle.Puzzle.sketcher`."""

from __future__ import annotations

from typing import NamedTuple

from litgrid.core.characters import Grid
from litgrid.core.grid import BoolArray
from litgrid.core.puzzle import Puzzle


class Sketch(NamedTuple):
    """A board that was made."""

    puzzle: Puzzle  # the puzzle
    answer: Grid  # its true cells, as a grid
    doubtful: BoolArray  # which of its clues may be needless, of all that the board can have in order
    single: bool  # whether single rules are known to decide everything
