"""The states of a layer and how many ways lead to each, and how deciding a cell changes them, in NumPy.

All states of a layer are handled at once: what they become is looked up in small tables, and equal ones are put
together by sorting. Numbers of ways have any size: they are kept in limbs of 32 bits, of which the last holds 64.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from litgrid.core.grid import IntArray
from litgrid.core.limit import Limit
from litgrid.counting.layers import Layer

Words = npt.NDArray[np.uint64]
"""Shaped ``(words, states)``, or ``(limbs, states)``."""
Links = npt.NDArray[np.int32]
"""Shaped ``(2, states)``: which new state a state becomes when the cell is 0, and when it is 1; -1 for none."""

LIMB = 32
CHUNK = 500_000
"""So many states are decided between two looks at the clock."""


@dataclass(frozen=True, slots=True)
class States:
    """The states of a layer, all different, and how many ways lead to each."""

    rows: Words  # shaped ``(states, words + limbs)``, without gaps
    size: int  # how many words a state has

    @classmethod
    def of(cls, words: Words, ways: Words) -> States:
        """Return these states."""
        return cls(np.concatenate([words, ways]).T.copy(), len(words))

    @classmethod
    def first(cls, words: int, limbs: int = 1) -> States:
        """Return the only state before the first layer, with one way to it; without limbs ways are not counted."""
        return cls.of(np.zeros((words, 1), dtype=np.uint64), np.eye(limbs, 1, dtype=np.uint64))

    def __len__(self) -> int:
        return len(self.rows)

    @property
    def words(self) -> Words:
        """The words alone."""
        return self.rows[:, : self.size].T

    @property
    def ways(self) -> Words:
        """The limbs alone."""
        return self.rows[:, self.size :].T

    @property
    def total(self) -> int:
        """How many ways there are in all."""
        return sum(_whole_sum(limb) << (LIMB * number) for number, limb in enumerate(self.ways))


def room(limbs: int) -> int:
    """Return how many bits a number of so many limbs has."""
    return LIMB * (limbs - 1) + 64


def longer(states: States) -> States:
    """Return the same numbers in one limb more."""
    return States.of(states.words, _carried(np.concatenate([states.ways, np.zeros_like(states.ways[:1])])))


def advance(states: States, layer: Layer, limit: Limit, *, link: bool = False) -> tuple[States, Links]:
    """Decide one cell: both values for every state, those that cannot go on dropped, equal ones put together."""
    made: list[Words] = []
    came: list[list[IntArray]] = [[], []]  # by value, in the order in which they are made
    for value in (0, 1):
        for first in range(0, max(len(states), 1), CHUNK):
            limit.check()
            new, alive = decided(states.words[:, first : first + CHUNK], layer, value)
            made.append(new)
            came[value].append(alive + first)
    zero, one = (np.concatenate(part) for part in came)
    words = np.concatenate(made, axis=1)
    order, starts = grouped(words)
    ways = states.ways[:, np.concatenate([zero, one])[order]]
    links = np.full((2, len(states) if link else 0), -1, dtype=np.int32)
    if link:
        number = numbered(order, starts)
        links[0, zero], links[1, one] = number[: zero.size], number[zero.size :]
    return States.of(words[:, order[starts]], _carried(np.add.reduceat(ways, starts, axis=1))), links


def decided(words: Words, layer: Layer, value: int) -> tuple[Words, IntArray]:
    """Return what becomes of the states that can go on with a value, and which these are."""
    new = words & np.array(layer.keep, dtype=np.uint64)[:, None]
    going = np.arange(words.shape[1])
    for chain in layer.chains:
        if chain.first[value] < 0:
            return words[:, :0], going[:0]
        code = np.full(words.shape[1], chain.first[value])
        for step in chain.steps:
            at = words[step.place.word] >> np.uint64(step.place.shift) & np.uint64((1 << step.place.bits) - 1)
            code = step.table[value][code * step.size + at.astype(np.int64)]
            alive = code >= 0
            if not alive.all():
                words, new, code, going = words[:, alive], new[:, alive], code[alive], going[alive]
        if chain.place.bits:
            new[chain.place.word] |= code.astype(np.uint64) << np.uint64(chain.place.shift)
    return new, going


def grouped(words: Words) -> tuple[IntArray, IntArray]:
    """Return an order that brings equal states together, and where in it each begins."""
    order = np.argsort(words[0]) if len(words) == 1 else np.lexsort(words)
    words = words[:, order]
    first = np.ones(words.shape[1], dtype=np.bool_)
    np.any(words[:, 1:] != words[:, :-1], axis=0, out=first[1:])
    return order, np.flatnonzero(first)


def numbered(order: IntArray, starts: IntArray) -> IntArray:
    """Return for each state, which of the different ones it is."""
    number = np.empty(order.size, dtype=np.int64)
    number[order] = np.repeat(np.arange(starts.size), np.diff(starts, append=order.size))
    return number


def _carried(ways: Words) -> Words:
    """Let each limb but the last hold 32 bits again."""
    for number in range(len(ways) - 1):
        ways[number + 1] += ways[number] >> np.uint64(LIMB)
        ways[number] &= np.uint64((1 << LIMB) - 1)
    return ways


def _whole_sum(limb: npt.NDArray[np.uint64]) -> int:
    """Return the sum of a limb, which may need more than 64 bits."""
    low, high = limb & np.uint64((1 << LIMB) - 1), limb >> np.uint64(LIMB)
    return int(low.sum()) + (int(high.sum()) << LIMB)
