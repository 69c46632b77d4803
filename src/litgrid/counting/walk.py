"""All answers from the counting diagram, in order, many at a time, in memory that does not grow with their number.

A diagram knows how many answers lie behind each state, so that any stretch of them can be had without those before it.
Where lines must differ, those answers are left out in which some do not; where these would be nearly all, the diagram
knows about the lines.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from litgrid.core.bounds import join
from litgrid.core.characters import Grid
from litgrid.core.check import all_differ
from litgrid.core.deduce import OpenPart
from litgrid.core.errors import OutOfTimeError
from litgrid.core.grid import IntArray
from litgrid.core.limit import Limit
from litgrid.core.tables import Differ
from litgrid.counting.diagram import Diagram, diagram
from litgrid.counting.frontier import pieces
from litgrid.counting.pairs import lines, pairs
from litgrid.counting.plan import TooManyStatesError, plan
from litgrid.engines.base import Values

MOST_STATES = 3_000_000
"""A diagram of more states takes half a second and more before it tells the first answer."""
MOST_CELLS = 2_000
"""No plan is made for more open cells: that takes time, too."""
SHARE = 0.2
"""The share of the time left that making the diagram may take."""
TRIED, WORTH_KEEPING = 4096, 40
"""Of so many answers of the counts alone so many must have no equal lines."""
FIRST, CELLS_AT_ONCE = 64, 1 << 20
"""So many answers come at first, and then twice as many each time, up to about so many cells."""


def walk(
    parts: Sequence[OpenPart],
    grid: Grid,
    differs: Sequence[Differ],
    limit: Limit,
    *,
    in_order: bool,
    most_states: int = MOST_STATES,
) -> Walk | None:
    """Return all answers of some parts, of which ``grid`` knows the rest; ``None`` where a diagram is too large.

    With ``in_order`` they are sorted, row by row, 0 before 1.
    """
    try:
        return Walk(parts, grid.ravel(), differs, limit.share(SHARE), in_order=in_order, most_states=most_states)
    except (TooManyStatesError, OutOfTimeError):
        return None


class Walk:
    """A diagram, and the lines that must still differ."""

    def __init__(
        self,
        parts: Sequence[OpenPart],
        known: Grid,
        differs: Sequence[Differ],
        limit: Limit,
        *,
        in_order: bool,
        most_states: int,
    ) -> None:
        variables = np.sort(np.concatenate([part.variables for part in parts]))
        if variables.size > MOST_CELLS:
            raise TooManyStatesError(f"there are more than {MOST_CELLS:,} open cells")
        self._known, self._cells = known, variables - 1
        self._bounds = join(part.bounds for part in parts)
        self._limit, self._most_states = limit, most_states
        self._order = variables if in_order else self._piecewise(variables)
        self._lines = list(lines(differs, variables, known, limit))
        self._diagram = self._made([])
        if self._diagram is not None and self._lines and self._diagram.total > TRIED:
            tried = self._diagram.drawn(TRIED, np.random.default_rng(0))
            if len(self._kept(tried)) < WORTH_KEEPING:
                self._diagram = self._made(pairs(differs, variables, known, self._limit))
                self._lines = []

    @property
    def most(self) -> int:
        """How many answers there are at most: so many are gone through."""
        return 0 if self._diagram is None else self._diagram.total

    def _piecewise(self, variables: IntArray) -> IntArray:
        """Return the variables one independent piece after another, so that no state is about two of them."""
        orders = [piece.variables for piece in pieces(self._bounds, [], self._limit)]
        return np.concatenate([*orders, np.setdiff1d(variables, np.concatenate([[0], *orders]))])

    def _made(self, known: Sequence[Sequence[tuple[int, int]]]) -> Diagram | None:
        chosen = plan(self._bounds, self._order, known, limit=self._limit)
        return None if chosen is None else diagram(chosen, self._limit, self._most_states)

    def batches(self, limit: Limit) -> Iterator[Values]:
        """Yield the answers as flat boards, shaped ``(number, cells)``.

        Raises
        ------
        OutOfTimeError
            when the limit is over.
        """
        if self._diagram is None:
            return
        first, size = 0, FIRST
        most = max(FIRST, CELLS_AT_ONCE // self._known.size)
        while first < self._diagram.total:
            limit.check()
            some = self._kept(self._diagram.between(first, first + size))
            if len(some):
                yield some
            first += size
            size = min(2 * size, most)

    def _kept(self, values: Values) -> Values:
        """Return the boards on which no two lines are equal that must differ."""
        boards = np.repeat(self._known[:, None], len(values), axis=1)
        boards[self._cells] = values.T
        for own in self._lines:
            boards = boards[:, all_differ(boards.T, own)]
        return boards.T
