"""What is known of a board, and what finds consequences of it."""

from __future__ import annotations

from collections.abc import Iterable

from litgrid.core.characters import Grid
from litgrid.core.grid import BoolArray
from litgrid.core.limit import Limit
from litgrid.explaining.laws import Book
from litgrid.kernel.probing import Prober
from litgrid.kernel.reasons import Reasons

EVER = 1 << 30
"""As far as consequences go."""
GUESSES = 300
"""So many guesses are made about a few rules before they are taken not to decide."""


class Board:
    """What is known of a board. Parameters are those of :class:`litgrid.explaining.reasoner.Reasoner`."""

    def __init__(self, book: Book, known: Grid, limit: Limit, off: BoolArray | None) -> None:
        self.book, self.limit = book, limit
        self.trail = book.trail(off)
        self.reasons = Reasons(self.trail)
        self.prober = Prober(self.reasons, GUESSES)
        self.trail.take(
            [cell if value else -cell for cell, value in enumerate(known.ravel().tolist(), 1) if value >= 0]
        )

    @property
    def values(self) -> Grid:
        """What is known of each cell: 1, 0, or -1."""
        return self.trail.grid()

    def open_cells(self, rules: Iterable[int]) -> list[int]:
        """Return the cells of some rules that are not known, as variables."""
        return sorted(
            {cell + 1 for rule in rules for cell in self.book.cells(rule) if self.trail.value(cell + 1) == -1}
        )
