"""All answers from the counting diagram: any stretch of them, or drawn, in memory that does not grow with their number.

A diagram knows how many answers lie behind each state, so that any stretch of them can be had without those before it.
It does not know about lines that must differ, which would make it large: answers in which some do not are left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from litgrid.core.bounds import join
from litgrid.core.characters import Grid
from litgrid.core.check import all_differ
from litgrid.core.deduce import OpenPart
from litgrid.core.errors import OutOfTimeError
from litgrid.core.grid import Shape
from litgrid.core.limit import Limit
from litgrid.core.tables import Differ
from litgrid.counting.diagram import Diagram
from litgrid.counting.frontier import layers, pieces, tried
from litgrid.counting.layers import Plan
from litgrid.counting.pairs import lines
from litgrid.counting.plan import TooManyStatesError, plan
from litgrid.counting.states import Links
from litgrid.engines.base import Values

MOST_STATES = 3_000_000
"""A diagram of more states takes half a second and more before it tells the first answer."""
MOST_CELLS = 2_000
"""No plan is made for more open cells: that takes time, too."""
TRIED, WORTH_KEEPING = 4096, 0.01
"""So many answers are drawn to see in which share no lines are equal, and this one is worth going through."""
FIRST, CELLS_AT_ONCE = 64, 1 << 20
"""So many answers come at first, and then twice as many each time, up to about so many cells."""


def walk(
    parts: Sequence[OpenPart],
    grid: Grid,
    differs: Sequence[Differ],
    limit: Limit,
    *,
    in_order: bool = False,
    most_states: int = MOST_STATES,
    worth: float = WORTH_KEEPING,
) -> Walk | None:
    """Return all answers of some parts, of which ``grid`` knows the rest; ``None`` where a diagram is too large.

    And where less than the share ``worth`` of its answers has no equal lines. With ``in_order`` they are sorted, row by
    row, 0 before 1. ``limit`` is for making the diagram.
    """
    try:
        walked = Walk(parts, grid, differs, limit, in_order=in_order, most_states=most_states)
    except (TooManyStatesError, OutOfTimeError):
        return None
    return walked if walked.share >= worth else None


class Walk:
    """A diagram, and the lines that must differ.

    At most ``most`` answers are gone through, best ``at_once`` together; in about a ``share`` of them all lines differ.
    ``lines`` are the cells of those that may be equal in an answer of the diagram, table by table.
    """

    def __init__(
        self,
        parts: Sequence[OpenPart],
        grid: Grid,
        differs: Sequence[Differ],
        limit: Limit,
        *,
        in_order: bool,
        most_states: int,
    ) -> None:
        variables = np.sort(np.concatenate([part.variables for part in parts]))
        if variables.size > MOST_CELLS:
            raise TooManyStatesError(f"there are more than {MOST_CELLS:,} open cells")
        self._known, self._cells = grid.ravel(), variables - 1
        self.lines = list(lines(differs, variables, self._known, limit))
        self.at_once = max(FIRST, CELLS_AT_ONCE // grid.size)
        bounds, shape = join(part.bounds for part in parts), Shape(*grid.shape)
        orders, links = [variables[:0]], list[Links]()

        def use(chosen: Plan, most: int) -> bool:
            made = list(layers(chosen, limit, most - sum(one.shape[1] for one in links)))
            orders.append(chosen.order)
            links.extend(made)
            return True

        if in_order:
            chosen = plan(bounds, variables, limit=limit)
            possible = chosen is not None and use(chosen, most_states)
        else:
            # One independent piece after another, so that no state is about two of them.
            own = pieces(bounds, [], limit)
            possible = all(tried(piece, shape, limit, MOST_STATES, most_states, use) for piece in own)
            free = np.setdiff1d(variables, np.concatenate(orders))
            orders.append(free)
            links += [np.zeros((2, 1), dtype=np.int32)] * free.size
        self._diagram = Diagram.of(np.concatenate(orders), links, limit) if possible else None
        self.most = 0 if self._diagram is None else self._diagram.total
        self.share = 1.0
        if self.lines and self.most > TRIED:
            self.share = len(self.drawn(TRIED, np.random.default_rng(0))) / TRIED

    def batches(self, limit: Limit) -> Iterator[Values]:
        """Yield the answers as flat boards, shaped ``(number, cells)``."""
        first, size = 0, FIRST
        while self._diagram is not None and first < self.most:
            limit.check()
            some = self._right(self._diagram.between(first, first + size))
            if len(some):
                yield some
            first += size
            size = min(2 * size, self.at_once)

    def drawn(self, number: int, rng: np.random.Generator) -> Values:
        """Draw so many answers of the diagram uniformly, each anew; return the boards of which all lines differ.

        There must be an answer. The first ones are the same whatever their number.
        """
        if self._diagram is None:
            raise ValueError("there is nothing to draw from")
        return self._right(self._diagram.drawn(number, rng))

    def _right(self, values: Values) -> Values:
        """Return the boards on which no two lines are equal that must differ."""
        boards = np.repeat(self._known[:, None], len(values), axis=1)
        boards[self._cells] = values.T
        for own in self.lines:
            boards = boards[:, all_differ(boards.T, own)]
        return boards.T
