"""What is known of a board, and what finds consequences of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property

from litgrid.core.characters import Grid
from litgrid.core.grid import BoolArray
from litgrid.core.limit import Limit
from litgrid.explaining.laws import Book
from litgrid.kernel.leaning import Lean
from litgrid.kernel.probing import Prober
from litgrid.kernel.reasons import Reasons

EVER = 1 << 30
"""As far as consequences go."""
GUESSES = 300
"""So many guesses are made about a few rules before they are taken not to decide."""
MORE_GUESSES = 3000
"""And so many before it is taken not to be known whether something is needless."""


class Board:
    """What is known of a board. Parameters are those of :class:`litgrid.explaining.reasoner.Reasoner`."""

    def __init__(self, book: Book, known: Grid, limit: Limit, off: BoolArray | None) -> None:
        self.book, self.limit, self._off = book, limit, off
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
        values = self.trail.grid().tolist()
        return [cell + 1 for cell in self.cells(rules) if values[cell] == -1]

    def cells(self, rules: Iterable[int]) -> list[int]:
        """Return the cells of some rules, ascending."""
        return sorted(set[int]().union(*map(self.book.cells, rules)))

    @cached_property
    def lean(self) -> Lean:
        """What finds out what is needless, with nothing known beforehand."""
        return Lean(Prober(Reasons(self.book.trail(self._off)), MORE_GUESSES))

    def facts_of(self, rules: Iterable[int], first: Sequence[int] = ()) -> list[int]:
        """Return what is known of the cells of some rules; those that are likely needed come first."""
        values, likely = self.trail.grid().tolist(), set(first)
        facts = [cell + 1 if values[cell] else -cell - 1 for cell in self.cells(rules) if values[cell] >= 0]
        return sorted(facts, key=lambda fact: fact not in likely)

    def needed(
        self, refuted: Sequence[int], rules: Sequence[int], facts: Sequence[int], *, thin: bool
    ) -> tuple[list[int], list[int]]:
        """Return rules and facts that refute literals, of which none can be left out; of the rules only if ``thin``."""
        variables = [cell + 1 for cell in self.cells(rules)]
        return self.lean.needed(refuted, rules, facts, variables, thin)
