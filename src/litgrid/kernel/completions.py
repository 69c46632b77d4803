"""Completions of counts of up to 64 variables, each a bit: one that is found shows for all bits what is possible.

Counts belong to *members*, which are on or off. A count is the bits of its literals, and how many more of these may be
true, and false.
"""

from __future__ import annotations

import numpy as np

from litgrid.kernel import cython
from litgrid.kernel.memory import Memory

if cython.compiled:
    import cython

GUESSES = cython.declare(cython.int, 500)
"""So many guesses are made before something is taken to be possible."""
FILLINGS = cython.declare(cython.int, 16)
"""So many completions of two clues are kept."""
PAIRWISE = cython.declare(cython.ulonglong, 0x5555555555555555)
BY_FOURS = cython.declare(cython.ulonglong, 0x3333333333333333)
BY_EIGHTS = cython.declare(cython.ulonglong, 0x0F0F0F0F0F0F0F0F)
EACH = cython.declare(cython.ulonglong, 0x0101010101010101)


class Completions:
    """What fits in with the members that are on; so many members, and counts of theirs, at most."""

    def __init__(self, members: int, counts: int) -> None:
        self.memory = memory = Memory()
        self.on, self.owner = memory.zeros(members), memory.zeros(counts)
        self.up, self.down = memory.zeros(counts), memory.zeros(counts)
        self.up_on, self.down_on = memory.zeros(counts), memory.zeros(counts)
        self.plus, self.minus = self.ulongs(counts), self.ulongs(counts)
        self.plus_on, self.minus_on = self.ulongs(counts), self.ulongs(counts)
        self.guessed, self.true_then, self.false_then = self.ulongs(65), self.ulongs(65), self.ulongs(65)
        self.fillings = self.ulongs(FILLINGS)
        self.counting = self.counting_on = self.filled = 0
        self.true = self.false = self.wrong_true = self.wrong_false = self.covered = 0
        self.tight = False

    def ones(self, bits: cython.ulonglong) -> cython.int:
        """Return how many bits are set."""
        bits -= (bits >> 1) & PAIRWISE
        bits = (bits & BY_FOURS) + ((bits >> 2) & BY_FOURS)
        return cython.cast(cython.int, (((bits + (bits >> 4)) & BY_EIGHTS) * EACH >> 56) & 127)

    def longs(self, size: cython.int) -> cython.p_longlong:
        """Return so many zeros of 64 bits."""
        return self.memory.longs(np.zeros(size, dtype=np.int64))

    def ulongs(self, size: cython.int) -> cython.p_ulonglong:
        """Return the same, without signs."""
        return self.memory.ulongs(np.zeros(size, dtype=np.uint64))

    def fill(self, true: cython.ulonglong, false: cython.ulonglong, keep: cython.bint) -> cython.int:
        """Whether members that are on can hold with some bits: 1 yes, 0 no, -1 where that takes too many guesses.

        What is wrong in no completion yet is tried first; ``keep``: the completion counts.
        """
        depth: cython.int = 0
        guesses: cython.int = 0
        every: cython.ulonglong = self.turn_on()  # what no member that is on holds need not be guessed
        bit: cython.ulonglong = every if self.tight else true | false
        self.true = true
        self.false = false
        while True:
            if not self.consistent(bit):
                if depth == 0:
                    return 0
                depth -= 1
                bit = self.guessed[depth]
                self.true = self.true_then[depth]
                self.false = self.false_then[depth]
                continue
            free: cython.ulonglong = every & ~(self.true | self.false)
            if free == 0:
                if keep:
                    self.covered |= (self.true & self.wrong_true) | (self.false & self.wrong_false)
                    if self.filled < FILLINGS:
                        self.fillings[self.filled] = self.true
                        self.filled += 1
                return 1
            if guesses == GUESSES:
                return -1
            guesses += 1
            bit = free & (~free + 1)
            wanted: cython.bint = (self.wrong_true & bit) != 0
            if self.covered & bit:
                wanted = (self.wrong_false & bit) != 0
            self.guessed[depth] = bit
            self.true_then[depth] = self.true if wanted else self.true | bit
            self.false_then[depth] = self.false | bit if wanted else self.false
            depth += 1
            if wanted:
                self.true |= bit
            else:
                self.false |= bit

    def turn_on(self) -> cython.ulonglong:
        """Gather the counts of the members that are on; return the bits that they hold."""
        index: cython.int
        number: cython.int = 0
        every: cython.ulonglong = 0
        for index in range(self.counting):
            if self.on[self.owner[index]]:
                self.plus_on[number] = self.plus[index]
                self.minus_on[number] = self.minus[index]
                self.up_on[number] = self.up[index]
                self.down_on[number] = self.down[index]
                every |= self.plus[index] | self.minus[index]
                number += 1
        self.counting_on = number
        return every

    def consistent(self, fresh: cython.ulonglong) -> cython.int:
        """Draw consequences of what is true and false, of which some bits are new; return whether nothing breaks."""
        index: cython.int
        pluses: cython.p_ulonglong = self.plus_on
        minuses: cython.p_ulonglong = self.minus_on
        true: cython.ulonglong = self.true
        false: cython.ulonglong = self.false
        found: cython.ulonglong = fresh
        while found != 0:
            fresh = found
            found = 0
            for index in range(self.counting_on):
                plus: cython.ulonglong = pluses[index]
                minus: cython.ulonglong = minuses[index]
                if (plus | minus) & (fresh | found) == 0:
                    continue
                up: cython.int = self.up_on[index]
                down: cython.int = self.down_on[index]
                bits: cython.ulonglong = (true & plus) | (false & minus)
                while bits != 0:  # few: sooner than to add up all
                    bits &= bits - 1
                    up -= 1
                bits = (false & plus) | (true & minus)
                while bits != 0:
                    bits &= bits - 1
                    down -= 1
                if up < 0 or down < 0:
                    return 0
                free: cython.ulonglong = (plus | minus) & ~(true | false)
                if free == 0 or (up > 0 and down > 0):
                    continue
                found |= free
                if up == 0:
                    false |= plus & free
                    true |= minus & free
                else:
                    true |= plus & free
                    false |= minus & free
        self.true = true
        self.false = false
        return 1

    def fits_known(self, killed: cython.ulonglong) -> cython.bint:
        """Whether a completion that is kept has some bits false."""
        index: cython.int
        for index in range(self.filled):
            if self.fillings[index] & killed == 0:
                return True
        return False
