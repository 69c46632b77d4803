"""A board on which puzzles are made: a state in which no clue holds yet, and what fills it by guessing."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from litgrid.core.characters import Grid
from litgrid.core.grid import BoolArray
from litgrid.explaining.laws import Book
from litgrid.kernel.filling import Filler

WRONG = 60
"""So many wrong guesses are made before a board is taken not to be soon filled."""
NONE = np.empty(0, dtype=np.int64)
CHANCES = 1 << 20
"""What the chances of :class:`litgrid.kernel.filling.Filler` are out of."""


class Bench:
    """Rules with all clues switched off, and what is known by them.

    Those that leave no choice force what is certain from the beginning: walls, and cells that nothing else lights.
    ``lines``: whether lines that must differ are looked at all the while, or only where they may matter.
    """

    def __init__(self, book: Book, *, lines: bool = False) -> None:
        self.book, self.cells = book, book.board
        off: BoolArray = np.zeros(book.counting, dtype=np.bool_)
        off[book.clues] = True  # or what follows from clues would be known already
        self.trail = book.trail(off)
        self.trail.look(lines=False)
        if (book.bounds.low <= book.bounds.lengths).all():
            self.trail.start(NONE)
        if not self.trail.know(()):
            self.trail.drop(0)  # no such board can be filled: whoever tries finds that out
        self.trail.look(lines)

    def filled(self, rng: np.random.Generator, known: Sequence[int] = ()) -> Grid | None:
        """Return an answer of these rules with some literals, its cells in order; ``None`` where none is soon found."""
        base = self.trail.base
        self.trail.know(known)
        done = Filler(self.trail).fill(rng.integers(0, CHANCES, 2 * (self.cells - len(known))), WRONG)
        values: Grid = self.trail.grid()
        self.trail.drop(base)
        return values if done == 1 else None
