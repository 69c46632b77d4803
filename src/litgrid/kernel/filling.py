"""Filling a board at random: through the variables in order, and back from what breaks (depth first)."""

from __future__ import annotations

import numpy as np

from litgrid.kernel import cython
from litgrid.kernel.memory import Memory
from litgrid.kernel.rules import Numbers
from litgrid.kernel.trail import Trail

if cython.compiled:
    import cython

EVER = cython.declare(cython.int, 1 << 30)
FREE = cython.declare(cython.int, 0)
UNKNOWN = cython.declare(cython.int, -1)
EVEN = cython.declare(cython.int, 19)
"""Chances are out of twice this power of two."""


class Filler:
    """Fills a board by guessing.

    Parameters
    ----------
    trail
        What is known. What follows from guesses stays on it: take it back.
    """

    def __init__(self, trail: Trail) -> None:
        self.trail, self.drawable = trail, 0

    def fill(self, chances: Numbers, most: cython.int) -> int:
        """Fill the board by chances, below 2 ** 20, guessing at most ``most`` times wrongly.

        Returns 1, 0 where there is no way, -1 where it gave up.
        """
        array = np.ascontiguousarray(chances, dtype=np.int32)
        self.chances, self.drawable = Memory().ints(array), array.size
        found: cython.int
        with cython.nogil:
            found = self.filled(most)
        return found

    def filled(self, most: cython.int) -> cython.int:
        """As :meth:`fill`."""
        wrong: cython.int = 0
        drawn: cython.int = 0
        variable: cython.int = 1
        self.trail.level = 0
        self.trail.spread(EVER, FREE)
        while True:
            while variable <= self.trail.variables and (self.trail.values[self.trail.variables + variable] != UNKNOWN):
                variable += 1
            if self.trail.clashing > 0 or (variable > self.trail.variables and self.equal()):
                wrong += 1
                if not self.trail.can_turn():
                    return 0
                if wrong > most:
                    return -1
                variable = abs(self.trail.turn())
            elif variable > self.trail.variables:
                return 1
            else:
                self.trail.guess(self.draw(variable, self.chances[drawn % self.drawable]))
                drawn += 1
            self.trail.spread(EVER, FREE)

    def draw(self, variable: cython.int, chance: cython.int) -> cython.int:
        """Return a literal, true as likely as the counts of exactly so many around it want, on average."""
        wanted: cython.double = 0.0
        number: cython.int = 0
        index: cython.int
        true: cython.bint
        for index in range(self.trail.rules.occurs_starts[variable], self.trail.rules.occurs_starts[variable + 1]):
            at: cython.int = self.trail.rules.occurs[index]
            if at & 1 == 0 and self.trail.low[at >> 1] == self.trail.high[at >> 1]:
                wanted += 1.0 * self.trail.spare[at] / self.trail.opened(at >> 1)
                number += 1
        true = chance < 1 << EVEN if number == 0 else chance * number < wanted * (1 << EVEN + 1)
        return variable if true else -variable

    def equal(self) -> cython.bint:
        """Whether two lines of a full board are equal that must differ."""
        one: cython.int
        other: cython.int
        for one in range(self.trail.rules.width):
            first: cython.int = self.trail.rules.line_starts[one]
            length: cython.int = self.trail.rules.line_starts[one + 1] - first
            for other in range(one):
                if self.trail.rules.table[one] == self.trail.rules.table[other]:
                    at: cython.int = self.trail.rules.line_starts[other]
                    index: cython.int = 0
                    while (
                        index < length
                        and self.trail.values[self.trail.variables + self.trail.rules.lines[first + index]]
                        == self.trail.values[self.trail.variables + self.trail.rules.lines[at + index]]
                    ):
                        index += 1
                    if index == length:
                        return True
        return False
