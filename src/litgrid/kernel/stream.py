"""The inside of streaming: passes over the states of a layer in their order (:mod:`litgrid.counting.streams`).

States and ways are shaped ``(states, words)`` and ``(states, limbs)``: a state is read and written in one place.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from litgrid.kernel import cython
from litgrid.kernel.memory import held

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


@cython.cfunc
def words_of(array: Words) -> cython.p_ulonglong:
    """Return where the numbers of an array are."""
    return cython.cast(cython.p_ulonglong, cython.cast(cython.size_t, held(array, np.uint64, cython.compiled)))


@cython.cfunc
def numbers_of(array: Numbers) -> cython.p_uint:
    """Return where the numbers of an array are."""
    return cython.cast(cython.p_uint, cython.cast(cython.size_t, held(array, np.uint32, cython.compiled)))


@cython.cfunc
def links_of(array: Links) -> cython.p_int:
    """Return where the numbers of an array are."""
    return cython.cast(cython.p_int, cython.cast(cython.size_t, held(array, np.int32, cython.compiled)))


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def agree(
    states: cython.p_ulonglong, one: cython.size_t, other: cython.size_t, mask: cython.p_ulonglong, size: cython.size_t
) -> cython.bint:
    """Return whether two states of ``size`` words agree in all that a mask takes of them."""
    word: cython.size_t
    for word in range(size):
        if (states[one * size + word] ^ states[other * size + word]) & mask[word]:
            return False
    return True


@cython.final
@cython.cclass
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

    arrays: tuple[object, ...]  # which live as long as this
    found: Words  # the keys
    states: cython.p_ulonglong
    mask: cython.p_ulonglong
    numbers: cython.p_uint
    keys: cython.p_ulonglong
    slots: cython.p_uint  # a hash table of the keys' numbers
    end: cython.ulonglong  # its last place
    words: cython.size_t
    size: cython.size_t
    at: cython.size_t
    known: cython.size_t  # so many keys
    room: cython.size_t

    def __init__(self, states: Words, mask: Words, numbers: Numbers, room: int) -> None:
        self.found = np.empty((0, len(mask)), dtype=np.uint64)
        self.arrays = states, mask, numbers
        self.states, self.mask, self.numbers = words_of(states), words_of(mask), numbers_of(numbers)
        self.words, self.size, self.at, self.known = len(mask), len(states), 0, 0
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
        self.found, self.arrays = found, (*self.arrays[:3], slots)
        self.keys, self.slots, self.end, self.room = words_of(found), numbers_of(slots), len(slots) - 1, room
        for number in range(self.known):
            self.slots[self.slot(self.keys, number, self.words)] = number

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def slot(self, states: cython.p_ulonglong, at: cython.size_t, words: cython.size_t) -> cython.ulonglong:
        """Return where the number of a state's key is in the hash table, or belongs."""
        mixed: cython.ulonglong = 0
        slot: cython.ulonglong
        word: cython.size_t
        for word in range(words):
            mixed = ((mixed ^ (states[at * words + word] & self.mask[word])) * SPREAD) & ALL
            mixed ^= mixed >> 32
        slot = mixed & self.end
        while self.slots[slot] != NONE and not self.same(states, at, self.slots[slot], words):
            slot = (slot + 1) & self.end
        return slot

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def same(
        self, states: cython.p_ulonglong, at: cython.size_t, key: cython.size_t, words: cython.size_t
    ) -> cython.bint:
        """Return whether this is the key of a state."""
        word: cython.size_t
        for word in range(words):
            if self.keys[key * words + word] != states[at * words + word] & self.mask[word]:
                return False
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def collect(self, last: cython.size_t, words: cython.size_t) -> cython.bint:
        """Go on up to a state; return whether a new key found no room before."""
        slot: cython.ulonglong
        word: cython.size_t
        while self.at < last:
            slot = self.slot(self.states, self.at, words)
            if self.slots[slot] == NONE:
                if self.known == self.room:
                    return True
                self.slots[slot] = self.known
                for word in range(words):
                    self.keys[self.known * words + word] = self.states[self.at * words + word] & self.mask[word]
                self.known += 1
            self.numbers[self.at] = self.slots[slot]
            self.at += 1
        return False


@cython.final
@cython.cclass
class Deciding:
    """Decides one cell for states, group by group: a group are the states that agree in all that is kept.

    Parameters
    ----------
    states, ways, keep
        What is read; ``keep`` are the bits of each word that stay.
    numbers
        Of the states' keys.
    after, added
        ``after[2 * key + value]`` says what takes the place of a key: a number, whose bits are ``added[number]``, or
        the first number that has none.
    new_states, new_ways
        What is written.
    links
        ``links[value, state]`` becomes the place of the new state, or -1; it may be empty.
    """

    arrays: tuple[object, ...]
    states: cython.p_ulonglong
    ways: cython.p_ulonglong
    keep: cython.p_ulonglong
    numbers: cython.p_uint
    after: cython.p_uint
    added: cython.p_ulonglong
    dead: cython.uint
    places: cython.p_ulonglong  # by number: where it was put last
    new_states: cython.p_ulonglong
    new_ways: cython.p_ulonglong
    links: cython.p_int
    linked: cython.bint
    words: cython.size_t
    limbs: cython.size_t
    size: cython.size_t
    at: cython.size_t
    filled: cython.size_t  # so many new states

    def __init__(
        self,
        states: tuple[Words, Words],
        keep: Words,
        numbers: Numbers,
        after: Numbers,
        added: Words,
        new: tuple[Words, Words],
        links: Links,
    ) -> None:
        places = np.full(len(added), -1, dtype=np.int64).view(np.uint64)
        self.arrays = states, keep, numbers, after, added, new, links, places
        self.states, self.ways, self.keep = words_of(states[0]), words_of(states[1]), words_of(keep)
        self.numbers, self.after, self.added = numbers_of(numbers), numbers_of(after), words_of(added)
        self.new_states, self.new_ways = words_of(new[0]), words_of(new[1])
        self.places, self.links, self.linked = words_of(places), links_of(links), links.size > 0
        self.dead, self.words, self.limbs, self.size = len(added), len(keep), states[1].shape[1], len(states[0])
        self.at, self.filled = 0, 0

    def done(self) -> int:
        """Return how many new states there are."""
        return self.filled

    def go_on(self, count: cython.size_t) -> bool:
        """Go on with so many states, to the end of a group; return whether there are no more."""
        last: cython.size_t = min(self.at + count, self.size)
        with cython.nogil:
            # Loops over a number that the compiler knows are none: mostly there are one word or two, and one limb.
            if self.words == 1 and self.limbs == 1:
                while self.at < last:
                    self.group(1, 1)
            elif self.words == 2 and self.limbs == 1:
                while self.at < last:
                    self.group(2, 1)
            else:
                while self.at < last:
                    self.group(self.words, self.limbs)
        return self.at == self.size

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def group(self, words: cython.size_t, limbs: cython.size_t) -> cython.void:
        """Decide the cell for one group."""
        leader: cython.size_t = self.at
        at: cython.size_t = leader
        begin: cython.size_t = self.filled
        filled: cython.size_t = begin
        limb: cython.size_t
        place: cython.size_t
        while at < self.size and agree(self.states, at, leader, self.keep, words):
            filled = self.decide(at, 0, begin, filled, words, limbs)
            filled = self.decide(at, 1, begin, filled, words, limbs)
            at += 1
        for limb in range(1, limbs):
            for place in range(begin, filled):
                self.new_ways[place * limbs + limb] += self.new_ways[place * limbs + limb - 1] >> 32
                self.new_ways[place * limbs + limb - 1] &= LOW
        self.at, self.filled = at, filled

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def decide(
        self,
        at: cython.size_t,
        value: cython.size_t,
        begin: cython.size_t,
        filled: cython.size_t,
        words: cython.size_t,
        limbs: cython.size_t,
    ) -> cython.size_t:
        """Decide the cell for a state; return where the group's new states end, from ``begin`` to ``filled`` before."""
        now: cython.uint = self.after[2 * self.numbers[at] + value]
        word: cython.size_t
        limb: cython.size_t
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
                self.new_states[place * words + word] = (
                    self.states[at * words + word] & self.keep[word] | self.added[now * words + word]
                )
            for limb in range(limbs):
                self.new_ways[place * limbs + limb] = self.ways[at * limbs + limb]
        else:
            for limb in range(limbs):
                self.new_ways[place * limbs + limb] += self.ways[at * limbs + limb]
        if self.linked:
            self.links[value * self.size + at] = place
        return filled


@cython.final
@cython.cclass
class Distributing:
    """Brings the states together that have the same code, within each group of those that agree ``above`` it.

    Codes come as they first appear, and states of one code in their order.

    Parameters
    ----------
    states, ways, above
        What is read.
    word, shift, bits
        Where the code is.
    new_states, new_ways, moved
        What is written; ``moved[state]`` becomes the new place of a state; it may be empty.
    """

    arrays: tuple[object, ...]
    states: cython.p_ulonglong
    ways: cython.p_ulonglong
    above: cython.p_ulonglong
    word: cython.size_t
    shift: cython.uint
    mask: cython.ulonglong
    counts: cython.p_ulonglong  # by code; 0 between groups
    codes: cython.p_ulonglong
    new_states: cython.p_ulonglong
    new_ways: cython.p_ulonglong
    moved: cython.p_int
    linked: cython.bint
    words: cython.size_t
    limbs: cython.size_t
    size: cython.size_t
    at: cython.size_t

    def __init__(
        self,
        states: tuple[Words, Words],
        above: Words,
        word: int,
        shift: int,
        bits: int,
        new: tuple[Words, Words],
        moved: Links,
    ) -> None:
        counts, codes = np.zeros((2, 1 << bits), dtype=np.uint64)
        self.arrays = states, above, new, moved, counts, codes
        self.states, self.ways, self.above = words_of(states[0]), words_of(states[1]), words_of(above)
        self.new_states, self.new_ways = words_of(new[0]), words_of(new[1])
        self.moved, self.linked, self.counts, self.codes = (
            links_of(moved),
            moved.size > 0,
            words_of(counts),
            words_of(codes),
        )
        self.word, self.shift, self.mask = word, shift, (1 << bits) - 1
        self.words, self.limbs, self.size, self.at = len(above), states[1].shape[1], len(states[0]), 0

    def go_on(self, count: cython.size_t) -> bool:
        """Go on with so many states, to the end of a group; return whether there are no more."""
        last: cython.size_t = min(self.at + count, self.size)
        with cython.nogil:
            if self.words == 1 and self.limbs == 1:
                while self.at < last:
                    self.group(1, 1)
            elif self.words == 2 and self.limbs == 1:
                while self.at < last:
                    self.group(2, 1)
            else:
                while self.at < last:
                    self.group(self.words, self.limbs)
        return self.at == self.size

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def code(self, state: cython.size_t, words: cython.size_t) -> cython.ulonglong:
        """Return the code of a state."""
        return (self.states[state * words + self.word] >> self.shift) & self.mask

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def group(self, words: cython.size_t, limbs: cython.size_t) -> cython.void:
        """Distribute one group."""
        leader: cython.size_t = self.at
        begin: cython.size_t = leader
        seen: cython.size_t = 0
        code: cython.ulonglong
        count: cython.ulonglong
        index: cython.size_t
        old: cython.size_t
        while self.at < self.size and agree(self.states, self.at, leader, self.above, words):
            code = self.code(self.at, words)
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
            code = self.code(old, words)
            self.move(old, self.counts[code], words, limbs)
            self.counts[code] += 1
        for index in range(seen):
            self.counts[self.codes[index]] = 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def move(self, old: cython.size_t, new: cython.size_t, words: cython.size_t, limbs: cython.size_t) -> cython.void:
        """Put a state to its new place."""
        word: cython.size_t
        limb: cython.size_t
        for word in range(words):
            self.new_states[new * words + word] = self.states[old * words + word]
        for limb in range(limbs):
            self.new_ways[new * limbs + limb] = self.ways[old * limbs + limb]
        if self.linked:
            self.moved[old] = new
