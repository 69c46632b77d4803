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
"""A place of a hash table that holds nothing; a key that is not possible; no place."""
SPREAD = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)
"""Multiplying by it spreads numbers (D. Knuth, TAOCP 6.4)."""
ALL = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
PAIRS = cython.declare(cython.longlong, 0x5555555555555555)
FOURS = cython.declare(cython.longlong, 0x3333333333333333)
EIGHTS = cython.declare(cython.longlong, 0x0F0F0F0F0F0F0F0F)
BYTES = cython.declare(cython.longlong, 0x00FF00FF00FF00FF)
SUMS = cython.declare(cython.longlong, 15)
"""So many numbers of eight bits, of eight at most, add up to less than 128: bytes stay apart, and the sign clear."""


class Groups(NamedTuple):
    """What half a board can be, a group for each thing that it can ask of the other half."""

    starts: Longs  # where each group begins, and where the last ends
    codes: Longs  # the rows of a half, as a set
    ways: Longs  # in how many orders they can be


def slot_of(number: cython.ulonglong, mask: cython.longlong) -> cython.longlong:
    """Return where a number belongs in a hash table."""
    return ((number * SPREAD & ALL) >> 24) & mask


class Half:
    """Fills one side of a seam, outwards, in all ways: once to know what they ask for, once to write them down.

    Parameters
    ----------
    fillings, chunk
        What rows may be, and how many columns are looked up together.
    shifts, tables, starts, items
        See :class:`litgrid.counting.seam.Side`.
    distinct
        Whether no two rows may be equal.
    """

    def __init__(
        self, fillings: Longs, chunk: int, shifts: Longs, tables: Longs, starts: Longs, items: Longs, distinct: bool
    ) -> None:
        self.steps, self.size, self.chunk = len(shifts), len(fillings), chunk
        self.chunks = self.asked = 0
        self.distinct, self.bits = distinct, len(fillings).bit_length()
        self.memory = memory = Memory()
        self.fillings, self.shifts, self.tables = memory.longs(fillings), memory.longs(shifts), memory.longs(tables)
        self.starts, self.items = memory.longs(starts), memory.longs(items)
        self.chosen = memory.longs(np.zeros(self.steps + 2, dtype=np.int64))
        self.used = memory.longs(np.zeros(self.size, dtype=np.int64))
        cells: Longs = np.arange(1 << chunk)[:, None] >> np.arange(chunk) & 1
        self.spread = memory.longs(cells @ (1 << (self.steps * np.arange(chunk))))
        self.found = np.empty((2, 0), dtype=np.int64)
        self.room(1 << 10)

    def room(self, size: int) -> None:
        """Make room for keys."""
        self.table = table = Memory()
        self.known, self.numbers = np.zeros((2, size), dtype=np.int64)
        self.mask = size - 1
        self.keys, self.places = table.longs(self.known), table.longs(self.numbers)

    def fill(self, far: cython.longlong, near: cython.longlong, asks: Longs) -> Longs:
        """Fill between two rows of a seam; return what the halves ask of the other side, ascending.

        ``asks``, shaped ``(chunks, words)``, is what the words of a chunk's columns ask of the other side.
        """
        self.task = task = Memory()
        self.chunks, self.asked = asks.shape
        self.asks = task.longs(asks)
        self.words = task.longs(np.zeros((self.steps + 1) * self.chunks, dtype=np.int64))
        self.parts = task.longs(np.zeros(self.chunks << self.chunk, dtype=np.int64))
        self.chosen[0], self.chosen[1] = far, near
        self.writing = False
        while True:
            self.known[:], self.numbers[:] = -1, 0
            self.free = self.mask // 2
            self.go()
            if self.free:
                return np.sort(self.known[self.numbers > 0])
            self.room(2 * len(self.known))

    def write(self, wanted: Longs) -> Groups:
        """Return the halves that ask for any of these keys, in groups by them, until others are written."""
        at = np.flatnonzero(np.isin(self.known, wanted) & (self.numbers > 0))
        at = at[np.argsort(self.known[at])]
        starts = np.zeros(len(at) + 1, dtype=np.int64)
        np.cumsum(self.numbers[at], out=starts[1:])
        self.numbers[:] = -1
        self.numbers[at] = starts[:-1]
        if starts[-1] > self.found.shape[1]:  # fresh memory has to be cleared, which takes longer than to use it
            self.found = np.empty((2, 0), dtype=np.int64)  # what it had is given back first
            self.found = np.empty((2, starts[-1]), dtype=np.int64)
        self.codes, self.ways = self.task.longs(self.found[0]), self.task.longs(self.found[1])
        self.writing = True
        self.go()
        return self.merge(starts)

    def merge(self, starts: Longs) -> Groups:
        """Put equal halves of a group together."""
        longest = int(np.diff(starts).max(initial=0))
        slots: cython.p_longlong = self.task.longs(np.empty(1 << (2 * longest).bit_length(), dtype=np.int64))
        merged = np.zeros_like(starts)
        ends: cython.p_longlong = self.task.longs(merged)
        start: cython.p_longlong = self.task.longs(starts)
        codes: cython.p_longlong = self.codes
        ways: cython.p_longlong = self.ways
        groups: cython.longlong = len(starts) - 1
        count: cython.longlong = 0
        group: cython.longlong
        mask: cython.longlong
        slot: cython.longlong
        at: cython.longlong
        with cython.nogil:
            for group in range(groups):
                mask = 1
                while mask < 2 * (start[group + 1] - start[group]):
                    mask *= 2
                mask -= 1
                for slot in range(mask + 1):
                    slots[slot] = EMPTY
                for at in range(start[group], start[group + 1]):
                    slot = slot_of(codes[at], mask)
                    while slots[slot] != EMPTY and codes[slots[slot]] != codes[at]:
                        slot = (slot + 1) & mask
                    if slots[slot] == EMPTY:
                        slots[slot] = count
                        codes[count], ways[count] = codes[at], 0
                        count += 1
                    ways[slots[slot]] += 1
                ends[group + 1] = count
        return Groups(merged, self.found[0, :count], self.found[1, :count])

    def go(self) -> None:
        """Fill in all ways."""
        far: cython.longlong = self.chosen[0]
        near: cython.longlong = self.chosen[1]
        self.used[far] = self.used[near] = self.distinct
        with cython.nogil:
            self.follow(0, 0)
        self.used[far] = self.used[near] = False

    def follow(self, depth: cython.longlong, code: cython.longlong) -> cython.void:
        """Fill from a step on; ``code`` are the rows before it."""
        size: cython.longlong = self.size
        at: cython.longlong
        item: cython.longlong
        last: cython.longlong
        filling: cython.longlong
        bits: cython.longlong
        chunk: cython.longlong
        if depth == self.steps:  # there are none on this side
            self.parts_of(depth, 0)
            self.enter(self.key(0), code)
            return
        at = self.tables[depth] * (size * size + 1) + self.chosen[depth] * size + self.chosen[depth + 1]
        item, last = self.starts[at], self.starts[at + 1]
        if depth == self.steps - 1:
            self.parts_of(depth, self.shifts[depth])
            for at in range(item, last):
                filling = self.items[at]
                if not self.used[filling]:
                    self.enter(self.key(self.fillings[filling]), self.joined(depth, code, filling))
            return
        for at in range(item, last):
            filling = self.items[at]
            if self.used[filling] or not self.free:
                continue
            self.used[filling] = self.distinct
            self.chosen[depth + 2] = filling
            bits = self.fillings[filling]
            for chunk in range(self.chunks):
                self.words[(depth + 1) * self.chunks + chunk] = (
                    self.words[depth * self.chunks + chunk]
                    | self.spread[bits & ((ONE << self.chunk) - 1)] << self.shifts[depth]
                )
                bits >>= self.chunk
            self.follow(depth + 1, self.joined(depth, code, filling))
            self.used[filling] = False

    def parts_of(self, depth: cython.longlong, shift: cython.longlong) -> cython.void:
        """Look up what the columns ask for, by their cells in the last row."""
        chunk: cython.longlong
        cells: cython.longlong
        for chunk in range(self.chunks):
            for cells in range(ONE << self.chunk):
                self.parts[(chunk << self.chunk) + cells] = self.asks[
                    chunk * self.asked
                    + ((self.words[depth * self.chunks + chunk] | self.spread[cells] << shift) & (self.asked - 1))
                ]

    def key(self, bits: cython.longlong) -> cython.longlong:
        """Return what a half with these cells in its last row asks for, below 0 if it is not possible."""
        key: cython.longlong = 0
        chunk: cython.longlong
        for chunk in range(self.chunks):
            key |= self.parts[(chunk << self.chunk) + (bits & ((ONE << self.chunk) - 1))]
            bits >>= self.chunk
        return key

    def joined(self, count: cython.longlong, code: cython.longlong, filling: cython.longlong) -> cython.longlong:
        """Return so many rows and one more, as a number for any order of theirs: each counts from 1, as 0 ends them."""
        at: cython.longlong = 0
        place: cython.longlong
        if not self.writing:
            return code
        for place in range(count):
            at += (code >> place * self.bits & ((ONE << self.bits) - 1)) <= filling
        at *= self.bits
        return code & ((ONE << at) - 1) | (filling + 1) << at | code >> at << at + self.bits

    def enter(self, key: cython.longlong, code: cython.longlong) -> cython.void:
        """Count a half that is filled, or write it, where it is possible."""
        slot: cython.longlong
        if key < 0:
            return
        slot = slot_of(key, self.mask)
        while self.keys[slot] != key and self.keys[slot] != EMPTY:
            slot = (slot + 1) & self.mask
        if not self.writing:
            if self.keys[slot] == EMPTY:
                if not self.free:
                    return
                self.keys[slot] = key
                self.free -= 1
            self.places[slot] += 1
        elif self.places[slot] != EMPTY:
            self.codes[self.places[slot]] = code
            self.places[slot] += 1


class Joining:
    """Joins two sides of a seam group by group: halves of one group that share nothing fit together.

    What two could share has a number each, a *line*: the rows come first, and then the pairs of equal columns.

    Parameters
    ----------
    leaves, pairs
        Which pairs of columns each filling leaves equal, of those that are equal in the seam; and how many these are.
    distinct
        Whether no two rows may be equal.
    """

    def __init__(self, leaves: Longs, pairs: int, distinct: bool) -> None:
        self.memory = memory = Memory()
        self.distinct, self.bits = distinct, len(leaves).bit_length()
        self.leaves, self.equal, self.count = memory.longs(leaves), (1 << pairs) - 1, len(leaves) + pairs
        line_of = np.zeros(67, dtype=np.int64)
        line_of[[(1 << pair) % 67 for pair in range(pairs)]] = len(leaves) + np.arange(pairs)
        self.line_of, self.own = memory.longs(line_of), memory.longs(np.zeros(self.count + 4, dtype=np.int64))
        self.width = self.words = self.most = 0

    def join(self, first: Groups, second: Groups, begin: cython.longlong, end: cython.longlong) -> int:
        """Return in how many ways the groups from ``begin`` to ``end`` fit together."""
        self.task = task = Memory()
        longest = int(np.diff(second.starts[begin : end + 1]).max()) // 63
        longest += int(second.ways[second.starts[begin] : second.starts[end]].max())
        self.marked = task.longs(np.zeros((self.count + 1) * (longest + 1), dtype=np.int64))
        self.hits = task.longs(np.zeros(longest + 1, dtype=np.int64))
        self.ends = task.longs(np.zeros(longest + 1, dtype=np.int64))
        starts: cython.p_longlong = task.longs(first.starts)
        codes: cython.p_longlong = task.longs(first.codes)
        ways: cython.p_longlong = task.longs(first.ways)
        second_starts: cython.p_longlong = task.longs(second.starts)
        second_codes: cython.p_longlong = task.longs(second.codes)
        second_ways: cython.p_longlong = task.longs(second.ways)
        total: cython.longlong = 0
        group: cython.longlong
        at: cython.longlong
        with cython.nogil:
            for group in range(begin, end):
                self.mark(second_codes, second_ways, second_starts[group], second_starts[group + 1])
                for at in range(starts[group], starts[group + 1]):
                    total += self.fitting(codes[at]) * ways[at]
                for at in range((self.count + 1) * self.width):
                    self.marked[at] = 0
        return total

    def mark(
        self, codes: cython.p_longlong, ways: cython.p_longlong, begin: cython.longlong, end: cython.longlong
    ) -> cython.void:
        """Mark what the halves of the second side have."""
        used: cython.longlong
        most: cython.longlong
        at: cython.longlong
        line: cython.longlong
        self.words = self.most = 0
        for at in range(begin, end):
            self.most = max(self.most, ways[at])
        self.width = (end - begin) // WORD + self.most
        for most in range(1, self.most + 1):
            used = WORD
            for at in range(begin, end):
                if ways[at] != most:
                    continue
                if used == WORD:
                    self.marked[self.count * self.width + self.words] = FULL
                    self.words += 1
                    used = 0
                self.marked[self.count * self.width + self.words - 1] ^= ONE << used
                for line in range(self.lines(codes[at])):
                    self.marked[self.own[line] * self.width + self.words - 1] |= ONE << used
                used += 1
            self.ends[most] = self.words

    def lines(self, code: cython.longlong) -> cython.longlong:
        """List the lines of a half, and after them the last, four times; return how many it has."""
        equal: cython.longlong = self.equal
        count: cython.longlong = 0
        row: cython.longlong
        while code:
            row = (code & ((ONE << self.bits) - 1)) - 1
            code >>= self.bits
            equal &= self.leaves[row]
            self.own[count] = row
            count += self.distinct
        while equal:
            self.own[count] = self.line_of[(equal & -equal) % 67]
            equal &= equal - 1
            count += 1
        for row in range(4):
            self.own[count + row] = self.count
        return count

    def fitting(self, code: cython.longlong) -> cython.longlong:
        """Return with how many ways of the second side a half of the first fits."""
        hits: cython.p_longlong = self.hits
        marked: cython.p_longlong = self.marked
        words: cython.longlong = self.words
        width: cython.longlong = self.width
        found: cython.longlong = 0
        first: cython.longlong
        second: cython.longlong
        third: cython.longlong
        fourth: cython.longlong
        line: cython.longlong
        word: cython.longlong
        ways: cython.longlong
        for word in range(words):
            hits[word] = 0
        for line in range(0, self.lines(code) + 1, 4):
            first, second = self.own[line] * width, self.own[line + 1] * width
            third, fourth = self.own[line + 2] * width, self.own[line + 3] * width
            for word in range(words):
                hits[word] |= (
                    marked[first + word] | marked[second + word] | marked[third + word] | marked[fourth + word]
                )
        for ways in range(1, self.most + 1):
            found += ways * free(hits, self.ends[ways - 1], self.ends[ways])
        return found


def free(words: cython.p_longlong, begin: cython.longlong, end: cython.longlong) -> cython.longlong:
    """Return how many bits are not set, added up in pairs, fours and eights (TAOCP 7.1.3), these word by word."""
    count: cython.longlong = 0
    at: cython.longlong
    sums: cython.longlong
    bits: cython.ulonglong
    while begin < end:
        sums = 0
        for at in range(begin, min(begin + SUMS, end)):
            bits = words[at] ^ FULL
            bits -= bits >> 1 & PAIRS
            bits = (bits & FOURS) + (bits >> 2 & FOURS)
            sums += bits + (bits >> 4) & EIGHTS
        sums = (sums & BYTES) + (sums >> 8 & BYTES)
        count += sums % 65535
        begin += SUMS
    return count
