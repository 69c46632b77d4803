"""Counting the answers of counts, exactly, cell by cell: the states of a plan and how many ways lead to each.

All states of a layer are handled at once: what they become is looked up in small tables, and equal ones are put
together by sorting. Numbers of ways have any size: they are kept in limbs of 32 bits, of which the last holds 64, and
there are as many as the sum of all needs. Where one state is left, what was counted goes into a Python integer and
counting starts again from one: independent pieces of a board multiply by themselves.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import inf

import numpy as np
import numpy.typing as npt

from litgrid.core.bounds import Bounds, offsets
from litgrid.core.grid import IntArray, Shape
from litgrid.core.limit import Limit
from litgrid.core.split import components
from litgrid.counting.orders import eaten, swept
from litgrid.counting.plan import Layer, Places, Plan, TooManyStatesError, plan

Words = npt.NDArray[np.uint64]
"""Shaped ``(words, states)``, or ``(limbs, states)``."""

LIMB = 32
MOST_STATES = 20_000_000
"""No layer may have more states than this: they take some gigabytes."""
TRIAL = 20_000
"""So many states are tried before other orders are looked for."""
NARROW = 12.0
"""A plan of fewer bits is good enough: it has a few thousand states at most."""
CHUNK = 500_000
"""So many states are decided between two looks at the clock."""


@dataclass(frozen=True, slots=True)
class States:
    """The states of a layer, all different, and how many ways lead to each, in limbs."""

    words: Words
    ways: Words

    @property
    def total(self) -> int:
        """How many ways there are in all."""
        return sum(_whole_sum(limb) << (LIMB * number) for number, limb in enumerate(self.ways))


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

    Of each of ``pairs``, at least one place must differ.

    Raises
    ------
    OutOfTimeError
        when the limit is over.
    TooManyStatesError
        where a layer gets more than ``most_states`` states, of two words with their number; fewer of longer ones.
    """
    if (np.minimum(bounds.high, bounds.lengths) < np.maximum(bounds.low, 0)).any():
        return 0
    left = variables.size
    total = 1
    for piece in _pieces(bounds, pairs):
        limit.check()
        left -= piece.variables.size
        total *= _count_piece(piece, shape, limit, most_states)
        if not total:
            return 0
    return total << left  # nothing is said about the others


@dataclass(frozen=True, slots=True)
class _Piece:
    """Some variables, ascending, and all that is said about any of them."""

    variables: IntArray
    bounds: Bounds
    pairs: list[Places]


def _pieces(bounds: Bounds, pairs: Sequence[Places]) -> Iterator[_Piece]:
    """Yield the independent pieces of what is said."""
    filled = np.flatnonzero(bounds.lengths)
    bounds = bounds.take(filled)
    linked = [np.array([abs(one) for place in places for one in place if one], dtype=np.int64) for places in pairs]
    cells = np.concatenate([np.abs(bounds.literals).astype(np.int64), *linked])
    about = np.unique(cells)
    if not about.size:
        return
    member = np.searchsorted(about, cells)
    lengths = np.concatenate([bounds.lengths, np.array([link.size for link in linked], dtype=np.int64)])
    label = components(member, lengths, about.size)
    said_label = label[member[offsets(lengths)[:-1]]]
    cell_order, said_order = np.argsort(label, kind="stable"), np.argsort(said_label, kind="stable")
    roots = np.unique(label)
    cell_cuts = np.searchsorted(label[cell_order], roots)[1:]
    said_cuts = np.searchsorted(said_label[said_order], roots)[1:]
    for own, said in zip(np.split(cell_order, cell_cuts), np.split(said_order, said_cuts), strict=True):
        number = len(bounds)
        yield _Piece(
            about[own], bounds.take(said[said < number]), [pairs[one - number] for one in said[said >= number]]
        )


def _count_piece(piece: _Piece, shape: Shape, limit: Limit, most_states: int) -> int:
    """Count a piece by the best sweep and, where that takes many states, by the best greedy order if it gets further.

    A plan's width bounds its states from above only; how far a plan comes with few states tells more.
    """
    plans = [_best(piece, swept(piece.variables, shape), limit)]
    shares = [0.0]
    for few in (TRIAL, 16 * TRIAL):
        if few >= most_states:
            break
        for number, made in enumerate(plans):
            try:
                return _ways(made, limit, few)
            except TooManyStatesError as error:
                shares[number] = error.share
        if len(plans) == 1:
            plans.append(_best(piece, eaten(piece.bounds, piece.variables, shape), limit))
            shares.append(0.0)
    return _ways(plans[int(np.argmax(shares))], limit, most_states)


def _ways(made: Plan | TooManyStatesError | None, limit: Limit, most_states: int) -> int:
    if isinstance(made, TooManyStatesError):
        raise made
    return 0 if made is None else count_plan(made, limit, most_states)


def _best(piece: _Piece, orders: Iterable[IntArray], limit: Limit) -> Plan | TooManyStatesError | None:
    """Return the narrowest plan; ``None`` where nothing is possible; an error where there is no plan."""
    best: Plan | None = None
    wide = TooManyStatesError("there is no order to count in")
    for order in orders:
        limit.check()
        width = inf if best is None else best.width
        if width < NARROW:
            break
        try:
            best = plan(piece.bounds, order, piece.pairs, narrower_than=width)
        except TooManyStatesError as error:
            wide = error
        else:
            if best is None:
                return None
    return wide if best is None else best


def count_plan(chosen: Plan, limit: Limit, most_states: int = MOST_STATES) -> int:
    """Return how many ways lead through all layers of a plan."""
    total = 1
    one = States(np.zeros((chosen.words, 1), dtype=np.uint64), np.ones((1, 1), dtype=np.uint64))
    states, bits = one, 1
    for number, layer in enumerate(chosen.layers):
        limit.check()
        bits += 1  # each state has two ways on, so that the sum at most doubles
        if bits > LIMB * (len(states.ways) - 1) + 64:
            bits = states.total.bit_length() + 1
            while bits > LIMB * (len(states.ways) - 1) + 64:
                states = States(states.words, _longer(states.ways))
        states = advance(states, layer, limit)
        size = states.words.shape[1]
        if size * (len(states.words) + len(states.ways)) > 2 * most_states:
            share = number / len(chosen.layers)
            raise TooManyStatesError(f"counting needs more than {most_states:,} states at once", share)
        if size == 0:
            return 0
        if size == 1:
            total *= states.total
            states, bits = States(states.words, one.ways), 1
    return total * states.total


def advance(states: States, layer: Layer, limit: Limit) -> States:
    """Decide one cell: both values for every state, those that cannot go on dropped, equal ones put together."""
    made = []
    for first in range(0, states.words.shape[1], CHUNK):
        limit.check()
        some = States(states.words[:, first : first + CHUNK], states.ways[:, first : first + CHUNK])
        made += [_decided(some, layer, value) for value in (0, 1)]
    return _merged(*(np.concatenate(part, axis=1) for part in zip(*made, strict=True)))


def _decided(states: States, layer: Layer, value: int) -> tuple[Words, Words]:
    words, ways = states.words, states.ways
    new = words & np.array(layer.keep, dtype=np.uint64)[:, None]
    for chain in layer.chains:
        if chain.first[value] < 0:
            return words[:, :0], ways[:, :0]
        code = np.full(words.shape[1], chain.first[value])
        for step in chain.steps:
            at = words[step.place.word] >> np.uint64(step.place.shift) & np.uint64((1 << step.place.bits) - 1)
            code = step.table[value][code * step.size + at.astype(np.int64)]
            alive = code >= 0
            if not alive.all():
                words, ways, new, code = words[:, alive], ways[:, alive], new[:, alive], code[alive]
        if chain.place.bits:
            new[chain.place.word] |= code.astype(np.uint64) << np.uint64(chain.place.shift)
    return new, ways


def _merged(words: Words, ways: Words) -> States:
    """Put equal states together."""
    if words.shape[1] < 2:
        return States(words, ways)
    order = np.argsort(words[0]) if len(words) == 1 else np.lexsort(words)
    words = words[:, order]
    first = np.empty(words.shape[1], dtype=np.bool_)
    first[0] = True
    np.any(words[:, 1:] != words[:, :-1], axis=0, out=first[1:])
    return States(words[:, first], _carried(np.add.reduceat(ways[:, order], np.flatnonzero(first), axis=1)))


def _carried(ways: Words) -> Words:
    """Let each limb but the last hold 32 bits again."""
    for number in range(len(ways) - 1):
        ways[number + 1] += ways[number] >> np.uint64(LIMB)
        ways[number] &= np.uint64((1 << LIMB) - 1)
    return ways


def _longer(ways: Words) -> Words:
    """Return the same numbers in one limb more."""
    return _carried(np.concatenate([ways, np.zeros_like(ways[:1])]))


def _whole_sum(limb: npt.NDArray[np.uint64]) -> int:
    """Return the sum of a limb, which may need more than 64 bits."""
    low, high = limb & np.uint64((1 << LIMB) - 1), limb >> np.uint64(LIMB)
    return int(low.sum()) + (int(high.sum()) << LIMB)
