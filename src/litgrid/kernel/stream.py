"""The inside of streaming: passes over the states of a layer in their order (:mod:`litgrid.counting.streams`).

States are shaped ``(states, words + limbs)``: the words of each, and the number of ways that lead to it.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from litgrid.kernel import cython
from litgrid.kernel.memory import Memory

if cython.compiled:
    import cython

Words = npt.NDArray[np.uint64]
Numbers = npt.NDArray[np.uint32]
Links = npt.NDArray[np.int32]

NONE = cython.declare(cython.uint, 0xFFFFFFFF)
"""No number."""
LOW = cython.declare(cython.ulonglong, 0xFFFFFFFF)
ALL = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
SPREAD = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)
"""Multiplying by it spreads numbers (D. Knuth, TAOCP 6.4)."""


def agree(
    states: cython.p_ulonglong, one: cython.size_t, other: cython.size_t, mask: cython.p_ulonglong, words: cython.size_t
) -> cython.bint:
    """Return whether two states, which begin at these places, agree in all that a mask takes of their words."""
    word: cython.size_t
    for word in range(words):
        if (states[one + word] ^ states[other + word]) & mask[word]:
            return False
    return True


class Collecting:
    """Numbers the keys of states, as they come: a key is what a mask takes of the words of a state.

    Parameters
    ----------
    states, mask
        What is read.
    numbers
        What is written: the number of each state's key.
    room
        For so many keys at first, a power of two.
    """

    def __init__(self, states: Words, mask: Words, numbers: Numbers, room: int) -> None:
        self.memory = memory = Memory()
        self.states, self.mask, self.numbers = memory.ulongs(states), memory.ulongs(mask), memory.uints(numbers)
        self.found = np.empty((0, len(mask)), dtype=np.uint64)
        self.words, self.width, self.size, self.at, self.known = len(mask), states.shape[1], len(states), 0, 0
        self.grow(room)

    def done(self) -> Words:
        """Return all keys, by number."""
        return self.found[: self.known]

    def go_on(self, count: cython.size_t) -> bool:
        """Go on with so many states; return whether there are no more."""
        last: cython.size_t = min(self.at + count, self.size)
        full: cython.bint = True
        while full:
            with cython.nogil:
                full = self.collect(last, 1) if self.words == 1 else self.collect(last, self.words)
            if full:
                self.grow(2 * self.room)
        return self.at == self.size

    def grow(self, room: int) -> None:
        """Make room for so many keys."""
        number: cython.size_t
        found = np.empty((room, self.words), dtype=np.uint64)
        found[: self.known] = self.found[: self.known]
        slots = np.full(8 * room, (1 << 32) - 1, dtype=np.uint32)
        self.table = table = Memory()
        self.found, self.keys, self.slots = found, table.ulongs(found), table.uints(slots)
        self.end, self.room = len(slots) - 1, room
        for number in range(self.known):
            self.slots[self.slot(self.keys, number * self.words, self.words)] = number

    def slot(self, states: cython.p_ulonglong, begin: cython.size_t, words: cython.size_t) -> cython.ulonglong:
        """Return where the number of the key of a state, which begins there, is in the hash table, or belongs."""
        mixed: cython.ulonglong = 0
        slot: cython.ulonglong
        word: cython.size_t
        for word in range(words):
            mixed = ((mixed ^ (states[begin + word] & self.mask[word])) * SPREAD) & ALL
            mixed ^= mixed >> 32
        slot = mixed & self.end
        while self.slots[slot] != NONE and not self.same(states, begin, self.slots[slot] * words, words):
            slot = (slot + 1) & self.end
        return slot

    def same(
        self, states: cython.p_ulonglong, begin: cython.size_t, key: cython.size_t, words: cython.size_t
    ) -> cython.bint:
        """Return whether this is the key of a state."""
        word: cython.size_t
        for word in range(words):
            if self.keys[key + word] != states[begin + word] & self.mask[word]:
                return False
        return True

    def collect(self, last: cython.size_t, words: cython.size_t) -> cython.bint:
        """Go on up to a state; return whether a new key found no room before."""
        slot: cython.ulonglong
        begin: cython.size_t
        word: cython.size_t
        while self.at < last:
            begin = self.at * self.width
            slot = self.slot(self.states, begin, words)
            if self.slots[slot] == NONE:
                if self.known == self.room:
                    return True
                self.slots[slot] = self.known
                for word in range(words):
                    self.keys[self.known * words + word] = self.states[begin + word] & self.mask[word]
                self.known += 1
            self.numbers[self.at] = self.slots[slot]
            self.at += 1
        return False


class Deciding:
    """Decides one cell for states, group by group: a group are the states that agree in all that is kept.

    Parameters
    ----------
    states, keep
        What is read; ``keep`` are the bits of each word that stay.
    numbers
        Of the states' keys.
    after, added
        ``after[2 * key + value]`` says what takes the place of a key: a number, whose bits are ``added[number]``, or
        the first number that has none.
    new
        The states that are written.
    links
        ``links[value, state]`` becomes the place of the new state, or -1; it may be empty.
    """

    def __init__(
        self, states: Words, keep: Words, numbers: Numbers, after: Numbers, added: Words, new: Words, links: Links
    ) -> None:
        self.memory = memory = Memory()
        self.states, self.keep, self.new = memory.ulongs(states), memory.ulongs(keep), memory.ulongs(new)
        self.numbers, self.after, self.added = memory.uints(numbers), memory.uints(after), memory.ulongs(added)
        self.places = memory.ulongs(np.full(len(added), -1, dtype=np.int64).view(np.uint64))
        self.links, self.linked, self.dead = memory.ints(links), links.size > 0, len(added)
        self.words, self.width, self.size, self.at, self.filled = len(keep), states.shape[1], len(states), 0, 0

    def done(self) -> int:
        """Return how many new states there are."""
        return self.filled

    def go_on(self, count: cython.size_t) -> bool:
        """Go on with so many states, to the end of a group; return whether there are no more."""
        last: cython.size_t = min(self.at + count, self.size)
        with cython.nogil:
            # Loops over a number that the compiler knows are none: mostly there are one word or two, and one limb.
            while self.at < last:
                if self.words == 1 and self.width == 2:
                    self.group(1, 2)
                elif self.words == 2 and self.width == 3:
                    self.group(2, 3)
                else:
                    self.group(self.words, self.width)
        return self.at == self.size

    def group(self, words: cython.size_t, width: cython.size_t) -> cython.void:
        """Decide the cell for one group."""
        leader: cython.size_t = self.at
        at: cython.size_t = leader
        begin: cython.size_t = self.filled
        filled: cython.size_t = begin
        limb: cython.size_t
        place: cython.size_t
        while at < self.size and agree(self.states, at * width, leader * width, self.keep, words):
            filled = self.decide(at, 0, begin, filled, words, width)
            filled = self.decide(at, 1, begin, filled, words, width)
            at += 1
        for limb in range(words + 1, width):
            for place in range(begin, filled):
                self.new[place * width + limb] += self.new[place * width + limb - 1] >> 32
                self.new[place * width + limb - 1] &= LOW
        self.at, self.filled = at, filled

    def decide(
        self,
        at: cython.size_t,
        value: cython.size_t,
        begin: cython.size_t,
        filled: cython.size_t,
        words: cython.size_t,
        width: cython.size_t,
    ) -> cython.size_t:
        """Decide the cell for a state; return where the group's new states end, from ``begin`` to ``filled`` before."""
        now: cython.uint = self.after[2 * self.numbers[at] + value]
        word: cython.size_t
        place: cython.size_t
        if now == self.dead:
            if self.linked:
                self.links[value * self.size + at] = -1
            return filled
        place = self.places[now]
        if place < begin or place >= filled:  # it is from an earlier group
            place = filled
            filled += 1
            self.places[now] = place
            for word in range(words):
                self.new[place * width + word] = (
                    self.states[at * width + word] & self.keep[word] | self.added[now * words + word]
                )
            for word in range(words, width):
                self.new[place * width + word] = self.states[at * width + word]
        else:
            for word in range(words, width):
                self.new[place * width + word] += self.states[at * width + word]
        if self.linked:
            self.links[value * self.size + at] = place
        return filled


class Distributing:
    """Brings the states together that have the same code, within each group of those that agree ``above`` it.

    Codes come as they first appear, and states of one code in their order.

    Parameters
    ----------
    states, above
        What is read.
    word, shift, bits
        Where the code is.
    new, moved
        What is written; ``moved[state]`` becomes the new place of a state; it may be empty.
    """

    def __init__(self, states: Words, above: Words, word: int, shift: int, bits: int, new: Words, moved: Links) -> None:
        self.memory = memory = Memory()
        self.states, self.above, self.new = memory.ulongs(states), memory.ulongs(above), memory.ulongs(new)
        room = np.zeros((2, 1 << bits), dtype=np.uint64)
        self.counts, self.codes = memory.ulongs(room[0]), memory.ulongs(room[1])
        self.moved, self.linked = memory.ints(moved), moved.size > 0
        self.word, self.shift, self.mask = word, shift, (1 << bits) - 1
        self.words, self.width, self.size, self.at = len(above), states.shape[1], len(states), 0

    def go_on(self, count: cython.size_t) -> bool:
        """Go on with so many states, to the end of a group; return whether there are no more."""
        last: cython.size_t = min(self.at + count, self.size)
        with cython.nogil:
            while self.at < last:
                if self.words == 1 and self.width == 2:
                    self.group(1, 2)
                elif self.words == 2 and self.width == 3:
                    self.group(2, 3)
                else:
                    self.group(self.words, self.width)
        return self.at == self.size

    def group(self, words: cython.size_t, width: cython.size_t) -> cython.void:
        """Distribute one group."""
        leader: cython.size_t = self.at
        begin: cython.size_t = leader
        seen: cython.size_t = 0
        code: cython.ulonglong
        count: cython.ulonglong
        index: cython.size_t
        old: cython.size_t
        word: cython.size_t
        while self.at < self.size and agree(self.states, self.at * width, leader * width, self.above, words):
            code = self.code(self.at * width)
            if self.counts[code] == 0:
                self.codes[seen] = code
                seen += 1
            self.counts[code] += 1
            self.at += 1
        for index in range(seen):
            code = self.codes[index]
            count = self.counts[code]
            self.counts[code] = begin
            begin += count
        for old in range(leader, self.at):
            code = self.code(old * width)
            for word in range(width):
                self.new[self.counts[code] * width + word] = self.states[old * width + word]
            if self.linked:
                self.moved[old] = self.counts[code]
            self.counts[code] += 1
        for index in range(seen):
            self.counts[self.codes[index]] = 0

    def code(self, begin: cython.size_t) -> cython.ulonglong:
        """Return the code of the state that begins there."""
        return (self.states[begin + self.word] >> self.shift) & self.mask
