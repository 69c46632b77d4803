"""Counting the answers of counts, exactly, cell by cell: the states of a plan and how many ways lead to each.

Numbers of ways have any size: there are as many limbs as the sum of all needs. Where one state is left, what was
counted goes into a Python integer and counting starts again from one: independent pieces of a board multiply by
themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import inf
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from litgrid.core.bounds import Bounds, offsets
from litgrid.core.grid import IntArray, Shape
from litgrid.core.limit import Limit
from litgrid.core.split import components
from litgrid.counting.layers import Plan
from litgrid.counting.orders import eaten, swept
from litgrid.counting.plan import Places, TooManyStatesError, plan
from litgrid.counting.states import Links, States, advance, longer, room
from litgrid.counting.streams import Stream
from litgrid.kernel import is_compiled

Used = TypeVar("Used")

MOST_STATES = 40_000_000
"""No layer may have more states than this: they take about two gigabytes."""
TRIAL = 20_000
"""So many states are tried before other orders are looked for."""
NARROW = 12.0
"""A plan of fewer bits is good enough: it has a few thousand states at most."""
HOPELESS, BEGINNING = 3_000_000, 0.3
"""Where a diagram has so many states within this share of its layers, no memory will suffice."""
WIDE = 20_000
"""Layers of more states are streamed, where the kernels are compiled; fewer are sorted in NumPy."""


def count_bounds(
    bounds: Bounds,
    variables: npt.NDArray[np.integer],
    shape: Shape,
    limit: Limit,
    *,
    pairs: Sequence[Places] = (),
    most_states: int = MOST_STATES,
) -> int:
    """Return how many assignments of the variables (cell + 1, ascending) obey counts over them.

    Of each of ``pairs``, at least one place must differ. Raises :class:`TooManyStatesError` where a layer gets more
    than ``most_states`` states, of two words with their number; fewer of longer ones.
    """
    if (np.minimum(bounds.high, bounds.lengths) < np.maximum(bounds.low, 0)).any():
        return 0

    def use(chosen: Plan, most: int) -> int:
        return count_plan(chosen, limit, most)

    left = variables.size
    total = 1
    for piece in pieces(bounds, pairs, limit):
        limit.check()
        left -= piece.variables.size
        total *= tried(piece, shape, limit, TRIAL, most_states, use) or 0
        if not total:
            return 0
    return total << left  # nothing is said about the others


@dataclass(frozen=True, slots=True, eq=False)
class Piece:
    """Some variables, ascending, and all that is said about any of them."""

    variables: IntArray
    bounds: Bounds
    pairs: list[Places]


def pieces(bounds: Bounds, pairs: Sequence[Places], limit: Limit) -> Iterator[Piece]:
    """Yield the independent pieces of what is said."""
    filled = np.flatnonzero(bounds.lengths)
    bounds = bounds.take(filled)
    linked = [np.array([abs(one) for place in places for one in place if one], dtype=np.int64) for places in pairs]
    cells = np.concatenate([np.abs(bounds.literals).astype(np.int64), *linked])
    number = np.zeros(int(cells.max(initial=0)) + 1, dtype=np.int64)
    number[cells] = 1
    about = np.flatnonzero(number)
    if not about.size:
        return
    number[about] = np.arange(about.size)
    member = number[cells]
    limit.check()
    lengths = np.concatenate([bounds.lengths, np.array([link.size for link in linked], dtype=np.int64)])
    label = components(member, lengths, about.size, limit.check)
    said_label = label[member[offsets(lengths)[:-1]]]
    cell_order, said_order = np.argsort(label, kind="stable"), np.argsort(said_label, kind="stable")
    roots = np.unique(label)
    cell_cuts = np.searchsorted(label[cell_order], roots)[1:]
    said_cuts = np.searchsorted(said_label[said_order], roots)[1:]
    for own, said in zip(np.split(cell_order, cell_cuts), np.split(said_order, said_cuts), strict=True):
        limit.check()
        counts = len(bounds)
        yield Piece(about[own], bounds.take(said[said < counts]), [pairs[one - counts] for one in said[said >= counts]])


def tried(
    piece: Piece, shape: Shape, limit: Limit, few: int, most: int, use: Callable[[Plan, int], Used]
) -> Used | None:
    """Use the narrowest sweep over a piece, or, where that takes many states, a greedy order if one is narrower.

    Returns what ``use`` makes of a plan and the number of states that it may take, which are few at first; ``None``
    where nothing is possible. Raises :class:`TooManyStatesError` as ``use`` does with ``most`` states.
    """
    chosen = _narrowest(
        piece, swept(piece.variables, shape), limit, TooManyStatesError("there is no order to count in")
    )

    def used(states: int) -> Used | None:
        if isinstance(chosen, TooManyStatesError):
            raise chosen
        return None if chosen is None else use(chosen, states)

    if most > few:
        try:
            return used(few)
        except TooManyStatesError:
            chosen = _narrowest(piece, eaten(piece.bounds, piece.variables, shape, limit), limit, chosen)
    return used(most)


def _narrowest(
    piece: Piece, orders: Iterable[IntArray], limit: Limit, best: Plan | TooManyStatesError | None
) -> Plan | TooManyStatesError | None:
    """Return the narrowest plan, be it the best so far; ``None`` where nothing is possible; an error for no plan."""
    for order in orders:
        width = best.width if isinstance(best, Plan) else inf
        if width < NARROW:
            break
        try:
            best = plan(piece.bounds, order, piece.pairs, limit=limit, narrower_than=width)
        except TooManyStatesError as error:
            best = best if isinstance(best, Plan) else error
        if best is None:
            break
    return best


def count_plan(chosen: Plan, limit: Limit, most_states: int = MOST_STATES) -> int:
    """Return how many ways lead through all layers of a plan."""
    total, states, bits = 1, States.first(chosen.words), 1
    walk = _Walk(chosen, limit)
    for number in range(len(chosen.layers)):
        limit.check()
        bits += 1  # each state has two ways on, so that the sum at most doubles
        if bits > room(len(states.ways)):
            bits = states.total.bit_length() + 1
            while bits > room(len(states.ways)):
                states = longer(states)
        states, _ = walk.advance(states, number)
        if states.rows.size > 2 * most_states:
            raise TooManyStatesError(f"counting needs more than {most_states:,} states at once")
        if not len(states):
            return 0
        if len(states) == 1:
            total *= states.total
            states, bits = States.of(states.words, States.first(chosen.words).ways), 1
    return total * states.total


def layers(chosen: Plan, limit: Limit, most_states: int = MOST_STATES) -> Iterator[Links]:
    """Yield, for each layer, which state of the next one each state becomes: the diagram of all answers.

    Row 0 is for deciding the cell 0, row 1 for 1; -1 says that it cannot be. Before the first layer there is one state,
    and after the last one, or none. Some states may lead nowhere. Raises :class:`TooManyStatesError` where all layers
    together get more than ``most_states`` states, or surely would.
    """
    states, held = States.first(chosen.words, limbs=0), 0
    walk = _Walk(chosen, limit)
    for number in range(len(chosen.layers)):
        limit.check()
        states, links = walk.advance(states, number, link=True)
        held += len(states)
        most = HOPELESS if number < BEGINNING * len(chosen.layers) else most_states
        if held > min(most, most_states):
            raise TooManyStatesError(f"the diagram needs more than {most_states:,} states")
        yield links


class _Walk:
    """The layers of a plan, one after another: those with few states in NumPy, wide ones streamed."""

    def __init__(self, chosen: Plan, limit: Limit) -> None:
        self._plan, self._limit = chosen, limit
        self._stream: Stream | None = None
        self._flowing = False

    def advance(self, states: States, number: int, *, link: bool = False) -> tuple[States, Links]:
        """Decide the cell of a layer; links are empty where they are not asked for."""
        if self._flowing and self._stream is not None:
            states, links = self._stream.advance(states, number, link=link)
        else:
            states, links = advance(states, self._plan.layers[number], self._limit, link=link)
        flow = is_compiled() and len(states) > WIDE
        if flow and not self._flowing:
            if self._stream is None:
                self._stream = Stream(self._plan, self._limit)
            states, moved = self._stream.ordered(states, number + 1)
            links = moved[links]
        self._flowing = flow
        return states, links
