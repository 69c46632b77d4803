"""The inside of counting at a seam: filling half a board row by row, and joining two halves.

See :mod:`litgrid.counting.halves`.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from litgrid.kernel import cython
from litgrid.kernel.memory import Memory

if cython.compiled:
    import cython

Longs: TypeAlias = npt.NDArray[np.int64]

WORD = cython.declare(cython.longlong, 63)
"""Bits of a word of marks."""
FULL = cython.declare(cython.longlong, (1 << 63) - 1)
ONE = cython.declare(cython.longlong, 1)
EMPTY = cython.declare(cython.longlong, -1)
"""A place of a hash table that holds nothing; a key that is not possible; no group."""
SPREAD = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)
"""Multiplying by it spreads numbers (D. Knuth, TAOCP 6.4)."""
ALL = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
PAIRS = cython.declare(cython.longlong, 0x5555555555555555)
FOURS = cython.declare(cython.longlong, 0x3333333333333333)
EIGHTS = cython.declare(cython.longlong, 0x0F0F0F0F0F0F0F0F)


class Entries(NamedTuple):
    """What half a board can be: what it asks of the other half, and by how many orders of its rows."""

    codes: Longs  # its rows, as a set; or what else sets it apart
    keys: Longs  # what it asks of the other half
    equal: Longs  # which columns are still equal, a bit for each pair
    ways: Longs


class Groups(NamedTuple):
    """Entries of one side in the order of what they ask for."""

    starts: Longs  # where each group begins, and where the last ends
    codes: Longs
    equal: Longs
    ways: Longs


def slot_of(code: cython.ulonglong, key: cython.ulonglong, mask: cython.longlong) -> cython.longlong:
    """Return where two numbers belong in a hash table."""
    mixed: cython.ulonglong = (code * SPREAD) & ALL
    mixed = (((mixed ^ (mixed >> 32) ^ key) & ALL) * SPREAD) & ALL
    return (mixed >> 24) & mask


class Half:
    """Fills one side of a seam, outwards, in all ways.

    Parameters
    ----------
    shifts, tables, starts, items, words
        See :class:`litgrid.counting.seam.Side`.
    fillings
        How many there are.
    distinct
        Whether no two rows may be equal.
    """

    def __init__(
        self, shifts: Longs, tables: Longs, starts: Longs, items: Longs, words: Longs, fillings: int, distinct: bool
    ) -> None:
        self.steps, self.chunks, self.fillings = len(shifts), len(words), fillings
        self.distinct, self.bits = distinct, fillings.bit_length()
        self.memory = memory = Memory()
        self.shifts, self.tables, self.starts = memory.longs(shifts), memory.longs(tables), memory.longs(starts)
        self.items, self.words = memory.longs(items), memory.longs(words)
        self.stack = memory.longs(np.zeros((self.steps + 1) * (3 + self.chunks), dtype=np.int64))
        self.chosen = memory.longs(np.zeros(self.steps + 2, dtype=np.int64))
        self.found = Entries(*np.zeros((4, 0), dtype=np.int64))
        self.made = self.room = 0
        self.grow()

    def grow(self) -> None:
        """Make room for twice as many entries."""
        entry: cython.longlong
        self.room = max(2 * self.room, 64)
        found = Entries(*np.zeros((4, self.room), dtype=np.int64))
        for new, old in zip(found, self.found, strict=True):
            new[: self.made] = old[: self.made]
        self.found = found
        self.table = table = Memory()
        self.codes, self.keys = table.longs(found.codes), table.longs(found.keys)
        self.equal, self.ways = table.longs(found.equal), table.longs(found.ways)
        self.slots, self.mask = table.longs(np.full(2 * self.room, -1, dtype=np.int64)), 2 * self.room - 1
        for entry in range(self.made):
            self.slots[self.slot(self.codes[entry], self.keys[entry])] = entry

    def fill(self, far: cython.longlong, near: cython.longlong, equal: Longs, keys: Longs) -> Entries:
        """Return all entries between two rows of a seam.

        Parameters
        ----------
        equal
            For each filling which pairs of columns it leaves equal.
        keys
            Shaped ``(chunks, words)``: what the words of a chunk's columns ask of the other side.
        """
        full: cython.bint = True
        slot: cython.longlong
        chunk: cython.longlong
        self.task = task = Memory()
        self.leaves, self.keys_of, self.key_size = task.longs(equal), task.longs(keys), keys.shape[1]
        for slot in range(self.mask + 1):
            self.slots[slot] = EMPTY
        self.made = self.depth = 0
        self.chosen[0], self.chosen[1] = far, near
        self.stack[2] = self.leaves[far] & self.leaves[near]
        for chunk in range(self.chunks):
            self.stack[3 + chunk] = 0
        if self.steps > 0:
            self.follow()
        while full:
            with cython.nogil:
                full = self.walk()
            if full:
                self.grow()
        return Entries(*(array[: self.made] for array in self.found))

    def follow(self) -> cython.void:
        """Look up what may follow the last two rows."""
        at: cython.longlong = self.chosen[self.depth] * self.fillings + self.chosen[self.depth + 1]
        starts: cython.longlong = self.tables[self.depth] * (self.fillings * self.fillings + 1) + at
        self.stack[self.depth * (3 + self.chunks)] = self.starts[starts]
        self.stack[self.depth * (3 + self.chunks) + 1] = self.starts[starts + 1]

    def walk(self) -> cython.bint:
        """Go on filling; return whether an entry found no room before."""
        here: cython.longlong
        after: cython.longlong
        filling: cython.longlong
        chunk: cython.longlong
        width: cython.longlong = 3 + self.chunks
        while self.depth >= 0:
            here = self.depth * width
            if self.depth == self.steps:
                if not self.enter(here):
                    return True
                self.depth -= 1
            elif self.stack[here] == self.stack[here + 1]:
                self.depth -= 1
            else:
                filling = self.items[self.stack[here]]
                self.stack[here] += 1
                if self.distinct and self.is_used(filling):
                    continue
                after = here + width
                self.chosen[self.depth + 2] = filling
                self.stack[after + 2] = self.stack[here + 2] & self.leaves[filling]
                for chunk in range(self.chunks):
                    self.stack[after + 3 + chunk] = (
                        self.stack[here + 3 + chunk]
                        | self.words[chunk * self.fillings + filling] << self.shifts[self.depth]
                    )
                self.depth += 1
                if self.depth < self.steps:
                    self.follow()
        return False

    def is_used(self, filling: cython.longlong) -> cython.bint:
        """Return whether a row is like one before it."""
        earlier: cython.longlong
        for earlier in range(self.depth + 2):
            if self.chosen[earlier] == filling:
                return True
        return False

    def enter(self, here: cython.longlong) -> cython.bint:
        """Count a half that is filled, where it is possible; return whether there was room."""
        key: cython.longlong = 0
        code: cython.longlong = self.stack[here + 2]
        part: cython.longlong
        slot: cython.longlong
        entry: cython.longlong
        chunk: cython.longlong
        for chunk in range(self.chunks):
            part = self.keys_of[chunk * self.key_size + self.stack[here + 3 + chunk]]
            if part < 0:
                return True
            key |= part
        if self.distinct:
            code = self.rows()
        slot = self.slot(code, key)
        entry = self.slots[slot]
        if entry != EMPTY:
            self.ways[entry] += 1
            return True
        if self.made == self.room:
            return False
        entry = self.slots[slot] = self.made
        self.made += 1
        self.codes[entry], self.keys[entry], self.equal[entry] = code, key, self.stack[here + 2]
        self.ways[entry] = 1
        return True

    def rows(self) -> cython.longlong:
        """Return the rows that were chosen, as a number that does not depend on their order."""
        code: cython.longlong = 0
        one: cython.longlong
        other: cython.longlong
        rank: cython.longlong
        for one in range(2, self.steps + 2):
            rank = 0
            for other in range(2, self.steps + 2):
                rank += self.chosen[other] < self.chosen[one]
            code |= self.chosen[one] << self.bits * rank
        return code

    def slot(self, code: cython.longlong, key: cython.longlong) -> cython.longlong:
        """Return where an entry is in the hash table, or belongs."""
        slot: cython.longlong = slot_of(code, key, self.mask)
        entry: cython.longlong = self.slots[slot]
        while entry != EMPTY and (self.codes[entry] != code or self.keys[entry] != key):
            slot = (slot + 1) & self.mask
            entry = self.slots[slot]
        return slot


class Joining:
    """Joins two sides of a seam group by group: entries of one group that share nothing fit together.

    Entries of the second side are marked, a bit each, in words: for each row that a code holds and each pair of equal
    columns there is a line of words. In each word all entries have equally many ways, as they come by these.

    Parameters
    ----------
    first, second
        The entries of both sides.
    rows
        How many rows a code holds on either side; 0 where codes hold none.
    fillings, pairs
        How many there are, and pairs of columns.
    """

    def __init__(self, first: Groups, second: Groups, rows: tuple[int, int], fillings: int, pairs: int) -> None:
        longest = int(np.diff(second.starts).max(initial=0))
        self.width = longest // 63 + len(np.unique(second.ways)) + 1
        self.memory = memory = Memory()
        self.starts, self.codes = memory.longs(first.starts), memory.longs(first.codes)
        self.equal, self.ways = memory.longs(first.equal), memory.longs(first.ways)
        self.second_starts, self.second_codes = memory.longs(second.starts), memory.longs(second.codes)
        self.second_equal, self.second_ways = memory.longs(second.equal), memory.longs(second.ways)
        self.marked = memory.longs(np.zeros((fillings + pairs) * self.width, dtype=np.int64))
        room = np.zeros((3, self.width), dtype=np.int64)
        self.unused, self.weights, self.hits = memory.longs(room[0]), memory.longs(room[1]), memory.longs(room[2])
        self.rows, self.second_rows = rows
        self.bits, self.pairs, self.words = fillings.bit_length(), fillings, 0

    def join(self, begin: cython.longlong, end: cython.longlong) -> int:
        """Return in how many ways the groups from ``begin`` to ``end`` fit together."""
        total: cython.longlong = 0
        group: cython.longlong
        entry: cython.longlong
        with cython.nogil:
            for group in range(begin, end):
                self.mark(group)
                for entry in range(self.starts[group], self.starts[group + 1]):
                    total += self.fitting(entry) * self.ways[entry]
                self.clear(group)
        return total

    def mark(self, group: cython.longlong) -> cython.void:
        """Mark what the entries of the second side have."""
        used: cython.longlong = WORD
        entry: cython.longlong
        self.words = 0
        for entry in range(self.second_starts[group], self.second_starts[group + 1]):
            if used == WORD or self.second_ways[entry] != self.weights[self.words - 1]:
                self.weights[self.words], self.unused[self.words] = self.second_ways[entry], FULL
                self.words += 1
                used = 0
            self.unused[self.words - 1] ^= ONE << used
            self.put(entry, self.words - 1, ONE << used)
            used += 1

    def put(self, entry: cython.longlong, word: cython.longlong, bit: cython.longlong) -> cython.void:
        """Set a bit of a word in each line of an entry; no bit clears the words."""
        row: cython.longlong = (ONE << self.bits) - 1
        code: cython.longlong = self.second_codes[entry]
        equal: cython.longlong = self.second_equal[entry]
        line: cython.longlong = self.pairs
        _: cython.longlong
        at: cython.longlong
        for _ in range(self.second_rows):
            at = (code & row) * self.width + word
            self.marked[at] = self.marked[at] | bit if bit else 0
            code >>= self.bits
        while equal:
            if equal & 1:
                at = line * self.width + word
                self.marked[at] = self.marked[at] | bit if bit else 0
            equal >>= 1
            line += 1

    def clear(self, group: cython.longlong) -> cython.void:
        """Take the marks away."""
        used: cython.longlong = WORD
        word: cython.longlong = -1
        entry: cython.longlong
        for entry in range(self.second_starts[group], self.second_starts[group + 1]):
            if used == WORD or self.second_ways[entry] != self.weights[word]:
                word += 1
                used = 0
            used += 1
            self.put(entry, word, 0)

    def fitting(self, entry: cython.longlong) -> cython.longlong:
        """Return with how many ways of the second side an entry of the first fits."""
        row: cython.longlong = (ONE << self.bits) - 1
        code: cython.longlong = self.codes[entry]
        equal: cython.longlong = self.equal[entry]
        line: cython.longlong = self.pairs
        ways: cython.longlong = 0
        _: cython.longlong
        word: cython.longlong
        for word in range(self.words):
            self.hits[word] = self.unused[word]
        for _ in range(self.rows):
            self.hit(code & row)
            code >>= self.bits
        while equal:
            if equal & 1:
                self.hit(line)
            equal >>= 1
            line += 1
        for word in range(self.words):
            ways += self.weights[word] * ones(self.hits[word] ^ FULL)
        return ways

    def hit(self, line: cython.longlong) -> cython.void:
        """Note the entries that have what a line is about."""
        word: cython.longlong
        for word in range(self.words):
            self.hits[word] |= self.marked[line * self.width + word]


def ones(word: cython.longlong) -> cython.longlong:
    """Return how many bits are set, added up in pairs, fours and eights (TAOCP 7.1.3)."""
    word -= word >> 1 & PAIRS
    word = (word & FOURS) + (word >> 2 & FOURS)
    word = word + (word >> 4) & EIGHTS
    return word % 255
