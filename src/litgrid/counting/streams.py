"""The frontier programme for wide frontiers: states are kept in an order in which equal ones meet without sorting.

The plan knows which layer reads a field of a state last. States are kept in the order of their fields, the one that
stays longest before all others: not by its numbers, only so that the states are together that agree in it, among these
those that agree in the next, and so on. What a layer reads are then the last fields, and states that agree in all the
others, which become equal or stay different for ever, stand together: one pass decides them and adds up equal ones. A
new field is brought to its place among the others by distributing states to as many piles as it has codes, within the
states that agree in all that stays longer than it (a pass of radix sorting, H. Seward, 1954).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from litgrid.core.limit import Limit
from litgrid.counting.layers import WORD, Layer, Place, Plan
from litgrid.counting.states import Links, States, Words, decided, grouped, numbered
from litgrid.kernel.stream import Collecting, Deciding, Distributing

CHUNK = 4_000_000
"""So many states go through a pass between two looks at the clock: a tenth of a second at most."""
KEYS = 1 << 10
"""Room for so many different keys at first: what states have in the fields that a layer reads."""


@dataclass(frozen=True, slots=True, order=True)
class _Field:
    """What one layer makes and another reads; in the order of ``rank`` the ones that stay longest come first."""

    rank: tuple[int, int, int]
    place: Place = field(compare=False)
    born: int = field(compare=False)
    end: int = field(compare=False)


class Stream:
    """The compiled layers of a plan. States that are given must be in order: fresh from here, or by ``ordered``."""

    def __init__(self, chosen: Plan, limit: Limit) -> None:
        self._layers, self._limit = chosen.layers, limit
        self._living = _living(chosen.layers)
        self._buffers = [np.empty((0, 0), dtype=np.uint64)] * 2
        self._numbers = np.empty(0, dtype=np.uint32)

    def ordered(self, states: States, number: int) -> tuple[States, Links]:
        """Return states in order before a layer, and the new place of each; the last entry, -1, is for no state."""
        packed = _packed(states.words, [one.place for one in self._living[number]])
        order = np.lexsort(packed[::-1])
        moved = np.full(order.size + 1, -1, dtype=np.int32)
        moved[order] = np.arange(order.size)
        return States(states.rows[order], states.size), moved

    def advance(self, states: States, number: int, *, link: bool = False) -> tuple[States, Links]:
        """Decide the cell of a layer, over what was returned before; links are empty where they are not asked for."""
        rows, links = self._decided(states, self._layers[number], link=link)
        for place, above in reversed(self._moves(number, states.size)):
            new = self._buffer(rows, len(rows))
            moved = np.full(len(rows) + 1 if link else 0, -1, dtype=np.int32)  # the last place is for no state
            self._do(Distributing(rows, above, place.word, place.shift, place.bits, new, moved))
            rows, links = new, moved[links] if link else links
        return States(rows, states.size), links

    def _moves(self, number: int, words: int) -> list[tuple[Place, Words]]:
        """Return the new fields that stay longer than the next layer, and the bits of all that stay longer still."""
        moves, above = [], np.zeros(words, dtype=np.uint64)
        for one in self._living[number + 1]:
            if one.born == number and one.end > number + 1:
                moves.append((one.place, above.copy()))
            above[one.place.word] |= np.uint64(one.place.mask)
        return moves

    def _decided(self, states: States, layer: Layer, *, link: bool) -> tuple[Words, Links]:
        if self._numbers.size < len(states):
            self._numbers = np.empty(2 * len(states), dtype=np.uint32)
        numbers = self._numbers[: len(states)]
        keys = Collecting(states.rows, _read(layer), numbers, KEYS)
        self._do(keys)
        after, added = _table(layer, keys.done())
        new = self._buffer(states.rows, 2 * len(states))
        links = np.empty((2, len(states) if link else 0), dtype=np.int32)
        work = Deciding(states.rows, np.array(layer.keep, dtype=np.uint64), numbers, after, added, new, links)
        self._do(work)
        return new[: work.done()], links

    def _do(self, work: Collecting | Deciding | Distributing) -> None:
        """Go through all states, and look at the clock between."""
        done = False
        while not done:
            self._limit.check()
            done = work.go_on(CHUNK)

    def _buffer(self, rows: Words, size: int) -> Words:
        """Return room for so many states that does not overlap with that of the given ones."""
        index = int(rows.base is self._buffers[0])
        if len(self._buffers[index]) < size or self._buffers[index].shape[1] != rows.shape[1]:
            self._buffers[index] = np.empty((0, 0), dtype=np.uint64)  # so that its memory can be had again
            self._buffers[index] = np.empty((2 * size, rows.shape[1]), dtype=np.uint64)
        return self._buffers[index][:size]


def _living(layers: tuple[Layer, ...]) -> list[list[_Field]]:
    """Return, for before each layer and after the last, the fields that states have then, in order."""
    born: dict[Place, tuple[int, int]] = {}  # of the fields that are there now
    fields: list[_Field] = []
    for number, layer in enumerate(layers):
        for place in [place for place in born if place.mask & ~layer.keep[place.word]]:
            made, index = born.pop(place)
            fields.append(_Field((-number, made, index), place, made, number))
        for index, chain in enumerate(layer.chains):
            if chain.place.bits:
                born[chain.place] = number, index
    living: list[list[_Field]] = [[] for _ in range(len(layers) + 1)]
    for one in sorted(fields):
        for number in range(one.born + 1, one.end + 1):
            living[number].append(one)
    return living


def _read(layer: Layer) -> Words:
    """Return the bits of a state that a layer reads or drops."""
    read = [((1 << WORD) - 1) & ~keep for keep in layer.keep]
    for chain in layer.chains:
        for step in chain.steps:
            read[step.place.word] |= step.place.mask
    return np.array(read, dtype=np.uint64)


def _packed(words: Words, places: Sequence[Place]) -> list[Words]:
    """Return words in which the codes at these places stand one after another, the first in the highest bits."""
    packed = [np.zeros(words.shape[1], dtype=np.uint64)]
    free = WORD
    for place in places:
        if place.bits > free:
            packed.append(np.zeros(words.shape[1], dtype=np.uint64))
            free = WORD
        free -= place.bits
        code = words[place.word] >> np.uint64(place.shift) & np.uint64((1 << place.bits) - 1)
        packed[-1] |= code << np.uint64(free)
    return packed


def _table(layer: Layer, keys: Words) -> tuple[npt.NDArray[np.uint32], Words]:
    """Return what takes the place of each key for either value, as a number, and the bits of each number.

    The first number that has no bits says that nothing does.
    """
    (zero, to_zero), (one, to_one) = (decided(keys.T, layer, value) for value in (0, 1))
    words = np.concatenate([zero, one], axis=1)
    order, starts = grouped(words)
    number = numbered(order, starts)
    after = np.full((len(keys), 2), starts.size, dtype=np.uint32)
    after[to_zero, 0], after[to_one, 1] = number[: to_zero.size], number[to_zero.size :]
    return after.ravel(), np.ascontiguousarray(words[:, order[starts]].T)
