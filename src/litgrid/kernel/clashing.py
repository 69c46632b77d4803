"""Whether some clues can all hold: most that cannot clash by single rules, and most that can hold near an answer.

Clues are counts that bind only while they are asked about. What they force is drawn; where something breaks, the clues
behind it are traced. Else an answer is looked for near the last one that was found: where clues are left out one by
one, that broke a single one.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from litgrid.kernel import cython
from litgrid.kernel.memory import Memory
from litgrid.kernel.reasons import Reasons
from litgrid.kernel.rivals import NearRivals
from litgrid.kernel.rules import Numbers

if cython.compiled:
    import cython

EVER = cython.declare(cython.int, 1 << 30)
FREE = cython.declare(cython.int, 0)
NONE = cython.declare(cython.int, -1)


class Clues:
    """Clues, each of them a rule, numbered from 1; what is none of a clue has the rule 0.

    Parameters
    ----------
    reasons
        On a trail whose rules do not bind the clues' counts.
    counts, starts
        The counts of each clue, and where those of each begin, and where the last end; none of 0.
    low, high
        Of all counts, how many of their literals are true.
    """

    def __init__(self, reasons: Reasons, counts: Numbers, starts: Numbers, low: Numbers, high: Numbers) -> None:
        self.trail, self.reasons, self.memory = reasons.trail, reasons, (memory := Memory())
        self.answer = np.zeros(self.trail.variables, dtype=np.int32)
        self.rivals, self.found, self.traced = NearRivals(self.trail, self.answer), False, False
        self.counts, self.starts = memory.copy(counts), memory.copy(starts)
        self.low, self.high = memory.copy(low), memory.copy(high)
        self.asked, self.held, self.clues = memory.zeros(starts.size), memory.zeros(starts.size), starts.size - 1
        self.rivals.suspected = memory.zeros(low.size)
        self.trail.settle()
        self.possible = self.trail.clashing == 0 and self.sound()
        self.behind: list[int] = []

    # What Python asks

    def hold(self, clues: list[int], most: int) -> int:
        """Return 1 where some clues can all hold, 0 where they cannot, -1 where that takes over ``most`` guesses.

        Where they cannot, ``behind`` are clues among them that cannot either.
        """
        clue: cython.int
        many: cython.int = 0
        guesses: cython.int = most
        found: cython.int
        self.behind = []
        if not self.possible:
            return 0
        for clue in clues:
            self.asked[many] = clue
            many += 1
        with cython.nogil:
            found = self.tried(many, guesses)
        if found == 0:
            self.behind = [rule for rule in self.reasons.traced if 0 < rule < self.clues] if self.traced else clues
        return found

    def learn(self, answer: npt.NDArray[np.int8], clues: list[int]) -> None:
        """Look near an answer from now on, in which some clues hold."""
        clue: cython.int
        many: cython.int = 0
        self.answer[:] = answer
        for clue in clues:
            self.asked[many] = clue
            many += 1
        self.note(many)

    # The inside

    def sound(self) -> cython.bint:
        """Whether no count is broken by facts."""
        count: cython.int
        for count in range(self.trail.rules.counts):
            if min(self.trail.spare[2 * count], self.trail.spare[2 * count + 1]) < 0:
                return False
        return True

    def tried(self, many: cython.int, most: cython.int) -> cython.int:
        """As :meth:`hold`, of the clues that are asked about."""
        begun: cython.int = self.trail.end
        variable: cython.int
        found: cython.int = 0
        broken: cython.int = self.bind(many)
        self.traced = broken != NONE
        if self.traced:
            self.reasons.trace(broken, 0)
        else:
            self.suspect(many)
            found = self.rivals.seek(begun, most)
        if found > 0:
            for variable in range(1, self.trail.variables + 1):
                self.rivals.answer[variable - 1] = self.rivals.taken(variable)
            self.note(many)
        self.trail.undo(begun)
        self.release(many)
        return found

    def bind(self, many: cython.int) -> cython.int:
        """Let the clues hold and draw the consequences; return a reason that breaks, or -1."""
        place: cython.int
        index: cython.int
        for place in range(many):
            clue: cython.int = self.asked[place]
            for index in range(self.starts[clue], self.starts[clue + 1]):
                count: cython.int = self.counts[index]
                self.trail.bound(count, self.low[count], self.high[count])
                spare: cython.int = min(self.trail.spare[2 * count], self.trail.spare[2 * count + 1])
                if spare < 0:
                    return count
                if spare == 0:
                    self.trail.force(count)
        self.trail.spread(EVER, FREE)
        return self.trail.clashes[0] if self.trail.clashing > 0 else NONE

    def release(self, many: cython.int) -> cython.void:
        """Let the clues hold no more."""
        place: cython.int
        index: cython.int
        for place in range(many):
            clue: cython.int = self.asked[place]
            for index in range(self.starts[clue], self.starts[clue + 1]):
                count: cython.int = self.counts[index]
                self.trail.bound(count, 0, self.trail.rules.starts[count + 1] - self.trail.rules.starts[count])

    def note(self, many: cython.int) -> cython.void:
        """Note which clues hold in the answer that is known."""
        clue: cython.int
        place: cython.int
        for clue in range(self.clues):
            self.held[clue] = 0
        for place in range(many):
            self.held[self.asked[place]] = 1
        self.found = True

    def suspect(self, many: cython.int) -> cython.void:
        """Name the counts that may not hold in the answer that is known: all, where it is none yet."""
        place: cython.int
        index: cython.int
        size: cython.int = 0
        if not self.found:
            for index in range(self.trail.rules.counts):
                self.rivals.suspected[index] = index
            size = self.trail.rules.counts
        for place in range(many):
            clue: cython.int = self.asked[place]
            if self.found and not self.held[clue]:
                for index in range(self.starts[clue], self.starts[clue + 1]):
                    self.rivals.suspected[size] = self.counts[index]
                    size += 1
        self.rivals.suspects = size
