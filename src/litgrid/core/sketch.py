"""What a kind's own way of making gives: see :attr:`litgrid.core.puzzle.Puzzle.sketcher`."""

from __future__ import annotations

from typing import Generic, NamedTuple, TypeVar

from litgrid.core.characters import Grid
from litgrid.core.grid import BoolArray
from litgrid.core.puzzle import Puzzle

P = TypeVar("P", bound=Puzzle)


class Sketch(NamedTuple, Generic[P]):
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

    puzzle: P
    answer: Grid
    doubtful: BoolArray
    single: bool
