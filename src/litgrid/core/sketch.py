"""What a kind's own way of making gives: see :attr:`litgrid.core.puzzle.Puzzle.sketcher`."""

from __future__ import annotations

from typing import NamedTuple

from litgrid.core.characters import Grid
from litgrid.core.grid import BoolArray
from litgrid.core.puzzle import Puzzle


class Sketch(NamedTuple):
    """A board that was made.

    Attributes
    ----------
    puzzle
        the puzzle
    answer
        its true cells, as a grid
    doubtful
        which of its clues may be needless, of all that the board can have in order
    single
        whether single rules are known to decide everything
    """

    puzzle: Puzzle
    answer: Grid
    doubtful: BoolArray
    single: bool
