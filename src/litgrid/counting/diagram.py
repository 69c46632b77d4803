"""The counting diagram: every answer of counts as a path through the states of a plan, numbered in order.

A frontier programme forgets its layers; here they are kept, each state with the two that follow it and with the number
of ways from it to the end. So answer k, from 0, is found by walking down, without those before it: where no more than k
ways lead on with a 0, the cell is a 1, and these ways are taken off k. A number drawn uniformly is an answer drawn
uniformly, with integers only and nothing to round. (H. Wilf, "A unified setting for sequencing, ranking, and selection
algorithms", 1977; D. Knuth, TAOCP 7.1.4.) Many walk at once, layer after layer.

Numbers of ways have any size: limbs of 63 bits, the lowest first, as many as the states of a layer need.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

import numpy as np
import numpy.typing as npt

from litgrid.core.grid import IntArray
from litgrid.core.limit import Limit
from litgrid.counting.states import Links, Words
from litgrid.engines.base import Values

LIMB = 63
MASK = np.uint64((1 << LIMB) - 1)


@dataclass(frozen=True, slots=True, eq=False)
class Diagram:
    """Answers as paths."""

    order: IntArray  # the variable of each layer
    links: tuple[Links, ...]  # for each layer, what follows its states; the first layer has one state
    # for each layer, and after the last, how many ways lead from each state to the end: shaped ``(limbs, states + 1)``,
    # the last column 0, so that -1 is a state without any
    ways: tuple[Words, ...]

    @classmethod
    def of(cls, order: IntArray, links: Sequence[Links], limit: Limit) -> Diagram:
        """Return the diagram of layers."""
        end = int(links[-1].max(initial=-1)) + 1 if links else 1
        ways = [_closed(np.ones((1, end), dtype=np.uint64))]
        for after in reversed(links):
            limit.check()
            ways.append(_closed(_sum(ways[-1][:, after[0]], ways[-1][:, after[1]])))
        return cls(order, tuple(links), tuple(reversed(ways)))

    @property
    def total(self) -> int:
        """How many answers there are."""
        return sum(int(limb) << (LIMB * place) for place, limb in enumerate(self.ways[0][:, 0]))

    def drawn(self, number: int, rng: np.random.Generator) -> Values:
        """Draw answers uniformly, each anew, from a diagram that has any; the first are always the same."""
        return self.numbered(below(self.total, number, rng))

    def numbered(self, left: Words) -> Values:
        """Return the answers of these numbers, from 0, in limbs.

        They are shaped ``(answers, layers)``, 1 true and 0 false, the variables ascending; and sorted where the order
        is ascending and the numbers are.
        """
        values = np.empty((len(self.links), left.shape[1]), dtype=np.int8)
        rows = self._rows()
        state = np.zeros(left.shape[1], dtype=np.int32)
        for layer, links in enumerate(self.links):
            ways = self.ways[layer + 1]
            without = links[0][state]
            rest, less = taken_off(left, ways[:, without])
            values[rows[layer]] = ~less
            left = np.where(less, left, rest)[: len(ways)]
            state = np.where(less, without, links[1][state])
        return values.T

    def between(self, first: int, until: int) -> Values:
        """Return the answers whose numbers are from ``first`` on and below ``until``, no more than 2^62, in order.

        As :meth:`numbered`, but what answers have in common at their beginning is gone through once.
        """
        until = min(until, self.total)
        state = np.zeros(1, dtype=np.int32)
        low, high = np.full(1, first, dtype=np.uint64), np.full(1, max(first, until), dtype=np.uint64)
        steps = []
        for layer, links in enumerate(self.links):
            after = links[:, state]
            without = self._lowest(layer + 1, after[0])
            # Both values of each state by turns: those below ``without`` are a 0.
            lows = np.stack([low, np.maximum(low, without) - without], axis=1)
            highs = np.stack([np.minimum(high, without), np.maximum(high, without) - without], axis=1)
            at = np.flatnonzero(lows < highs)
            state, low, high = after.T.ravel()[at], lows.ravel()[at], highs.ravel()[at]
            steps.append(at)
        values = np.empty((len(self.links), state.size), dtype=np.int8)
        rows = self._rows()
        place = np.arange(state.size)
        for layer in reversed(range(len(steps))):
            at = steps[layer][place]
            values[rows[layer]] = at & 1
            place = at >> 1
        return values.T

    def _lowest(self, layer: int, states: Links) -> npt.NDArray[np.uint64]:
        """Return how many ways lead from states of a layer to the end, no more than a limb holds."""
        ways = self.ways[layer][:, states]
        return np.where(ways[1:].any(axis=0), MASK, ways[0])

    def _rows(self) -> IntArray:
        """Return which of the ascending variables each layer decides."""
        return np.argsort(np.argsort(self.order))


def below(total: int, number: int, rng: np.random.Generator) -> Words:
    """Draw numbers uniformly from 0 to ``total - 1``, in limbs; the first ones are the same whatever their number."""
    limbs = ceil(total.bit_length() / LIMB)
    if limbs == 1:
        return rng.integers(total, size=(1, number), dtype=np.uint64)
    top = total.bit_length() - LIMB * (limbs - 1)
    size = np.array([1 << LIMB] * (limbs - 1) + [1 << top], dtype=np.uint64)
    most = np.array([total >> (LIMB * place) & int(MASK) for place in range(limbs)], dtype=np.uint64)[:, None]
    found = np.empty((limbs, 0), dtype=np.uint64)
    while found.shape[1] < number:
        # Numbers of as many bits as the total; those that are too large are drawn again.
        more = rng.integers(size, size=(number - found.shape[1], limbs), dtype=np.uint64).T
        _, less = taken_off(more, np.broadcast_to(most, more.shape))
        found = np.append(found, more[:, less], axis=1)
    return found


def taken_off(numbers: Words, others: Words) -> tuple[Words, npt.NDArray[np.bool_]]:
    """Return numbers less others, which may have fewer limbs; and where a number is less than the other."""
    rest = numbers.copy()
    borrow = np.zeros(numbers.shape[1], dtype=np.uint64)
    for place, limb in enumerate(rest):
        limb -= borrow
        if place < len(others):
            limb -= others[place]
        borrow = limb >> np.uint64(LIMB)
        limb &= MASK
    return rest, borrow.astype(np.bool_)


def _closed(ways: Words) -> Words:
    """Return numbers of ways with one more, of the state that is none."""
    return np.append(ways, np.zeros((len(ways), 1), dtype=np.uint64), axis=1)


def _sum(one: Words, other: Words) -> Words:
    """Return the sums of numbers, in one limb more where they need it."""
    total = one + other
    for place in range(len(total) - 1):
        total[place + 1] += total[place] >> np.uint64(LIMB)
    carried = total[-1:] >> np.uint64(LIMB)
    total &= MASK
    return np.append(total, carried, axis=0) if carried.any() else total
