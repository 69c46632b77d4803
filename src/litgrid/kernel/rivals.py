"""Another answer, looked for near one that is known.

What is open is taken as the answer has it: where that breaks nothing it is another answer, and if it breaks something,
one of what is open there must be otherwise: these are the only guesses. So the search stays near where it began,
however large the board is, and it is complete. (Local changes to a known model: the idea of minimal perturbation.)
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from litgrid.kernel import cython
from litgrid.kernel.memory import Memory
from litgrid.kernel.trail import Trail

if cython.compiled:
    import cython

EVER = cython.declare(cython.int, 1 << 30)
ASSUMED = cython.declare(cython.int, -1)
FREE = cython.declare(cython.int, 0)
UNKNOWN = cython.declare(cython.int, -1)


class NearRivals:
    """Looks for other answers than one.

    Parameters
    ----------
    trail
        What is known, all of it as in the answer.
    answer
        Of each variable, 1 where it is true; it may be changed.

    Who knows counts that the answer may break has them ``suspected``.
    """

    def __init__(self, trail: Trail, answer: npt.NDArray[np.int32]) -> None:
        self.trail, self.memory = trail, Memory()
        self.answer, self.suspected, self.suspects = self.memory.ints(answer), self.memory.zeros(0), 0
        self.tries = 0

    def wish(self, literal: cython.int) -> cython.int:
        """Return 1 where a literal is true in the answer, 0 where it is false."""
        return self.answer[literal - 1] if literal > 0 else 1 - self.answer[-literal - 1]

    def taken(self, literal: cython.int) -> cython.int:
        """Return the same where what is known goes before the answer."""
        known: cython.int = self.trail.values[self.trail.variables + literal]
        return self.wish(literal) if known == UNKNOWN else known

    def settle(self, variable: cython.int) -> cython.void:
        """Know a variable as in the answer, and what follows."""
        self.trail.push(variable if self.answer[variable - 1] else -variable, ASSUMED, 0)
        self.trail.spread(EVER, FREE)

    def differ(self, variable: cython.int, most: cython.int) -> cython.int:
        """Look for an answer with another value of an unknown variable: 1 found, 0 none, -1 over ``most`` guesses.

        What was found stays on the trail, with what is open as in the answer.
        """
        begun: cython.int = self.trail.end
        self.trail.push(-variable if self.answer[variable - 1] else variable, ASSUMED, 0)
        self.trail.spread(EVER, FREE)
        return self.seek(begun, most)

    def seek(self, begun: cython.int, most: cython.int) -> cython.int:
        """Look for an answer with what is known, as :meth:`differ` does; what is not as in the answer is known since.

        ``begun`` is where the trail was then, and is taken back to where there is none.
        """
        self.tries = self.trail.level = 0
        while True:
            guess: cython.int = 0
            if self.trail.clashing == 0:
                guess = self.doubt(begun)
            if self.trail.clashing > 0:
                if not self.trail.can_turn():
                    self.trail.undo(begun)
                    return 0
                self.trail.turn()
            elif guess == 0:
                return 1
            elif self.tries == most:
                self.trail.undo(begun)
                return -1
            else:
                self.tries += 1
                self.trail.guess(guess)
            self.trail.spread(EVER, FREE)

    def doubt(self, begun: cython.int) -> cython.int:
        """Return an open literal to guess, of what breaks if all that is open is as in the answer; 0 if nothing does.

        Only what is near literals that are not as in the answer can break, which come from ``begun`` on in the trail,
        and what is suspected. Of what breaks, that with the fewest open literals, of which there are two at least.
        """
        occurs: cython.p_int = self.trail.rules.occurs
        starts: cython.p_int = self.trail.rules.occurs_starts
        fewest: cython.int = EVER
        best: cython.int = 0
        place: cython.int
        index: cython.int
        guess: cython.int
        opened: cython.int
        for place in range(self.suspects):
            opened = self.trail.opened(self.suspected[place])
            if 0 < opened < fewest:
                guess = self.missed(self.suspected[place])
                if guess != 0:
                    fewest = opened
                    best = guess
        for place in range(begun, self.trail.end):
            literal: cython.int = self.trail.trail[place]
            if self.wish(literal) == 1:
                continue
            variable: cython.int = abs(literal)
            for index in range(starts[variable], starts[variable + 1]):
                count: cython.int = occurs[index] >> 1
                opened = self.trail.opened(count)
                if 0 < opened < fewest:
                    guess = self.missed(count)
                    if guess != 0:
                        fewest = opened
                        best = guess
            if fewest == 2:
                return best
        return self.twin() if best == 0 and self.trail.rules.width > 0 else best

    def missed(self, count: cython.int) -> cython.int:
        """Return an open literal that would have to be otherwise for a count to hold; 0 where it holds as it is."""
        literals: cython.p_int = self.trail.rules.literals
        values: cython.p_int = self.trail.values
        answer: cython.p_int = self.answer
        middle: cython.int = self.trail.variables
        true: cython.int = 0
        up: cython.int = 0  # an open literal that is false in the answer
        down: cython.int = 0  # and one that is true
        place: cython.int
        for place in range(self.trail.rules.starts[count], self.trail.rules.starts[count + 1]):
            literal: cython.int = literals[place]
            if values[middle + literal] != UNKNOWN:
                true += values[middle + literal]
            elif (answer[abs(literal) - 1] == 1) == (literal > 0):
                true += 1
                down = literal
            else:
                up = literal
        if true > self.trail.high[count]:
            return -down
        return up if true < self.trail.low[count] else 0

    def twin(self) -> cython.int:
        """Return an open literal of two lines that would be equal and must differ; 0 for none.

        Where nothing is open in them, they clash.
        """
        one: cython.int
        other: cython.int
        index: cython.int
        for one in range(self.trail.rules.width):
            first: cython.int = self.trail.rules.line_starts[one]
            length: cython.int = self.trail.rules.line_starts[one + 1] - first
            for other in range(one):
                second: cython.int = self.trail.rules.line_starts[other]
                if self.trail.rules.table[one] != self.trail.rules.table[other]:
                    continue
                index = 0
                while index < length and (
                    self.taken(self.trail.rules.lines[first + index])
                    == self.taken(self.trail.rules.lines[second + index])
                ):
                    index += 1
                if index < length:
                    continue
                for index in range(length):
                    variable: cython.int = self.trail.rules.lines[first + index]
                    if self.trail.values[self.trail.variables + variable] != UNKNOWN:
                        variable = self.trail.rules.lines[second + index]
                    if self.trail.values[self.trail.variables + variable] == UNKNOWN:
                        return -variable if self.answer[variable - 1] else variable
                self.trail.clash(self.trail.rules.counts + other * self.trail.rules.width + one)
                return 0
        return 0
