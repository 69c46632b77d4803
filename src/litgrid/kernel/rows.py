"""The inside of counting by rows where layers are large: see :mod:`litgrid.counting.meeting`.

States come as ``(states, 2)`` numbers: a word, and the ways that lead to it, 0 where there is none.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from litgrid.kernel import cython
from litgrid.kernel.memory import Memory

if cython.compiled:
    import cython

Longs = npt.NDArray[np.int64]

ONE = cython.declare(cython.longlong, 1)
EMPTY = cython.declare(cython.longlong, -1)
"""A place of a hash table that holds nothing."""
SPREAD = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)
"""Multiplying by it spreads numbers (D. Knuth, TAOCP 6.4)."""
ALL = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)


def slot_of(number: cython.ulonglong, mask: cython.longlong) -> cython.longlong:
    """Return where a number belongs in a hash table."""
    return ((number * SPREAD & ALL) >> 24) & mask


class Row:
    """What states become by one row.

    Parameters
    ----------
    bits
        Of a chunk of a word.
    wrong, after, fillings, picks
        See :class:`litgrid.counting.rows.Step`.
    """

    def __init__(self, bits: int, wrong: Longs, after: Longs, fillings: Longs, picks: Longs) -> None:
        self.memory = memory = Memory()
        self.wrong, self.after, self.fillings = memory.longs(wrong), memory.longs(after), memory.longs(fillings)
        self.picks, self.pair = memory.longs(picks), memory.longs(np.zeros(2 * len(picks), dtype=np.int64))
        self.bits, self.chunks, self.values = bits, wrong.shape[1], wrong.shape[2]
        self.views, self.count = picks.shape[0], picks.shape[1]

    def spread(
        self, words: Longs, ways: Longs, begin: cython.longlong, end: cython.longlong, made: Longs
    ) -> tuple[int, int]:
        """Write into ``made`` what states become, until there is no room for another.

        Return the first state that is not done, and how many are written.
        """
        room: cython.longlong = len(made) - self.count
        number: cython.longlong = 0
        memory: Memory = Memory()
        word: cython.p_longlong = memory.longs(words)
        way: cython.p_longlong = memory.longs(ways)
        into: cython.p_longlong = memory.longs(made)
        with cython.nogil:
            while begin < end and number <= room:
                number = self.become(word[begin], way[begin], number, into)
                begin += 1
        return begin, number

    def become(
        self, word: cython.longlong, ways: cython.longlong, number: cython.longlong, made: cython.p_longlong
    ) -> cython.longlong:
        """Write what one state becomes after the first ``number`` entries; return how many there are then."""
        pair: cython.p_longlong = self.pair
        picks: cython.p_longlong = self.picks
        mask: cython.longlong = (ONE << self.bits) - 1
        false: cython.longlong = 0
        true: cython.longlong = 0
        size: cython.longlong = self.chunks * self.values
        at: cython.longlong
        image: cython.longlong
        least: cython.longlong
        filling: cython.longlong
        chunk: cython.longlong
        view: cython.longlong
        place: cython.longlong
        for view in range(2 * self.views):
            pair[view] = 0
        for chunk in range(self.chunks):
            at = chunk * self.values + (word & mask)
            word >>= self.bits
            false |= self.wrong[at]
            true |= self.wrong[size + at]
            for view in range(2 * self.views):
                pair[view] |= self.after[view * size + at]
        for view in range(self.views):
            pair[2 * view + 1] ^= pair[2 * view]
        for place in range(self.count):
            filling = self.fillings[place]
            if (false & ~filling) | (true & filling):
                continue
            least = pair[0] ^ (pair[1] & picks[place])
            for view in range(1, self.views):
                image = pair[2 * view] ^ (pair[2 * view + 1] & picks[view * self.count + place])
                least = image if image < least else least
            made[2 * number] = least
            made[2 * number + 1] = ways
            number += 1
        return number


def put(states: Longs, table: Longs) -> int:
    """Add states to a hash table that has room for all; return how many were not there yet."""
    memory: Memory = Memory()
    state: cython.p_longlong = memory.longs(states)
    slots: cython.p_longlong = memory.longs(table)
    size: cython.longlong = len(states)
    mask: cython.longlong = len(table) - 1
    fresh: cython.longlong = 0
    at: cython.longlong
    slot: cython.longlong
    with cython.nogil:
        for at in range(size):
            if state[2 * at + 1] == 0:
                continue
            slot = slot_of(state[2 * at], mask)
            while slots[2 * slot + 1] != 0 and slots[2 * slot] != state[2 * at]:
                slot = (slot + 1) & mask
            fresh += slots[2 * slot + 1] == 0
            slots[2 * slot] = state[2 * at]
            slots[2 * slot + 1] += state[2 * at + 1]
    return fresh


class Meeting:
    """Where two halves meet: in how many ways each upper entry can be completed by lower ones of its key.

    Entries are marks and ways; two fit that have no mark in common. Marks are looked at in two parts, the first of
    ``split`` bits: for upper entries of one first part, the ways of lower entries are added up once, by their second
    parts. So large keys are to have their entries ascending by the first part.

    Parameters
    ----------
    keys
        For each key where its upper entries begin and end, and where its lower ones do.
    upper
        The marks of the upper entries.
    lower
        The marks of the lower entries, and their ways.
    fits
        What is written, by upper entry.
    """

    def __init__(self, keys: Longs, upper: Longs, lower: tuple[Longs, Longs], split: int, fits: Longs) -> None:
        most = int((keys[:, 3] - keys[:, 2]).max(initial=1))
        self.memory = memory = Memory()
        self.keys, self.upper, self.fits = memory.longs(keys), memory.longs(upper), memory.longs(fits)
        self.lower, self.ways = memory.longs(lower[0]), memory.longs(lower[1])
        self.slots = memory.longs(np.zeros(1 << (2 * most - 1).bit_length(), dtype=np.int64))
        room = np.zeros((4, most), dtype=np.int64)
        self.seconds, self.parts = memory.longs(room[0]), memory.longs(room[1])
        self.sums, self.after = memory.longs(room[2]), memory.longs(room[3])
        self.split, self.size, self.key, self.entry = split, len(keys), 0, -1
        self.known = self.first = self.count = self.different = 0

    def go_on(self, budget: cython.longlong) -> bool:
        """Go on for about so many pairs of entries; return whether all is done."""
        with cython.nogil:
            while self.key < self.size and budget > 0:
                budget -= self.some(budget)
        return self.key == self.size

    def some(self, budget: cython.longlong) -> cython.longlong:
        """Complete upper entries of the key under way; return how much that was."""
        low: cython.longlong = (ONE << self.split) - 1
        last: cython.longlong = self.keys[4 * self.key + 1]
        spent: cython.longlong = 0
        mark: cython.longlong
        found: cython.longlong
        number: cython.longlong
        if self.entry < 0:
            self.begin()
            spent = self.count
        while self.entry < last and spent < budget:
            mark = self.upper[self.entry]
            if mark & low != self.known:
                self.known = mark & low
                self.add_up()
                spent += self.count
            mark >>= self.split
            found = 0
            for number in range(self.different):
                if self.parts[number] & mark == 0:
                    found += self.sums[number]
            self.fits[self.entry] = found
            self.entry += 1
            spent += self.different
        if self.entry == last:
            self.key += 1
            self.entry = -1
        return spent

    def begin(self) -> cython.void:
        """Begin a key: number the second parts of its lower entries, and find where first parts end."""
        low: cython.longlong = (ONE << self.split) - 1
        mask: cython.longlong = 2
        part: cython.longlong
        slot: cython.longlong
        number: cython.longlong
        self.entry, self.known = self.keys[4 * self.key], EMPTY
        self.first = self.keys[4 * self.key + 2]
        self.count = self.keys[4 * self.key + 3] - self.first
        self.different = 0
        while mask < 2 * self.count:
            mask *= 2
        mask -= 1
        for slot in range(mask + 1):
            self.slots[slot] = EMPTY
        for number in range(self.count - 1, -1, -1):
            part = self.lower[self.first + number]
            if number + 1 < self.count and (self.lower[self.first + number + 1] ^ part) & low == 0:
                self.after[number] = self.after[number + 1]
            else:
                self.after[number] = number + 1
            part >>= self.split
            slot = slot_of(part, mask)
            while self.slots[slot] != EMPTY and self.parts[self.slots[slot]] != part:
                slot = (slot + 1) & mask
            if self.slots[slot] == EMPTY:
                self.slots[slot] = self.different
                self.parts[self.different] = part
                self.different += 1
            self.seconds[number] = self.slots[slot]

    def add_up(self) -> cython.void:
        """Add up the ways of the lower entries that go with the first part."""
        entry: cython.longlong = 0
        number: cython.longlong
        for number in range(self.different):
            self.sums[number] = 0
        while entry < self.count:
            if self.lower[self.first + entry] & self.known:
                entry = self.after[entry]
            else:
                self.sums[self.seconds[entry]] += self.ways[self.first + entry]
                entry += 1
