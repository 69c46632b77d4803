"""Leaving clues out while the others still suffice.

Clues are tested one by one, in an order: each goes if those before it that stayed, and all after it, suffice.
As in QuickXplain (U. Junker, AAAI 2004) the clues are halved again and again, and what the clues outside of a half
imply is known all the while it is sifted: to the others of its half only one clue at a time is added. So the work is a
few boards for each doubling of the number of clues, and not a board for each clue.

A clue that is off is a rule that may be any number: it is never tight and never broken.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from litgrid.kernel import cython
from litgrid.kernel.memory import Memory
from litgrid.kernel.probing import Prober
from litgrid.kernel.rivals import NearRivals
from litgrid.kernel.rules import Numbers

if cython.compiled:
    import cython

EVER = cython.declare(cython.int, 1 << 30)
ASSUMED = cython.declare(cython.int, -1)
FREE = cython.declare(cython.int, 0)
UNKNOWN = cython.declare(cython.int, -1)
NEAR = cython.declare(cython.int, 2)
"""As deep as the reasoner looks for what is seen at a glance."""
ANY = cython.declare(cython.int, 0)
"""In place of how many rules at a time: whatever shows that there is no other answer."""
OUT = cython.declare(cython.int, 0)
IN = cython.declare(cython.int, 1)
DOUBTFUL = cython.declare(cython.int, 2)
DEPTH = cython.declare(cython.int, 64)
"""No list is halved so often."""


class Sieve:
    """Items that are in or out: a clue, or several, as those that a symmetry turns into each other.

    Parameters
    ----------
    rivals
        Looks for other answers than that of all items together, on a trail whose rules do not bind the items' counts.
    prober
        Finds what few rules decide; ``None`` where two or more at a time are never asked for.
    literals, literal_starts
        Of each item, those that it is about, as the answer has them.
    given
        Whether it gives these.
    counts, count_starts, low, high
        Of each item, the counts of its rules, and their bounds.
    """

    def __init__(
        self,
        rivals: NearRivals,
        prober: Prober | None,
        literals: Numbers,
        literal_starts: Numbers,
        given: Numbers,
        counts: Numbers,
        count_starts: Numbers,
        low: Numbers,
        high: Numbers,
    ) -> None:
        self.trail, self.prober, self.rivals = rivals.trail, prober, rivals
        self.memory, self.items, self.fate = (memory := Memory()), given.size, np.zeros(given.size, dtype=np.int32)
        self.literals, self.literal_starts = memory.copy(literals), memory.copy(literal_starts)
        self.counts, self.count_starts = memory.copy(counts), memory.copy(count_starts)
        self.given, self.low, self.high = memory.copy(given), memory.copy(low), memory.copy(high)
        self.queue, self.stack = memory.zeros(given.size + 1), memory.zeros(4 * DEPTH)
        self.kept = memory.ints(self.fate)
        self.level = self.last = self.behind = self.begun = self.base = 0
        self.enough = True

    # What Python asks

    def lay(self, order: list[int], others: list[int]) -> None:
        """Say which items there are: those that are tested, in this order, and those that stay in any case."""
        item: cython.int
        place: cython.int = 1
        for item in range(self.items):
            self.kept[item] = OUT
        for item in order:
            self.queue[place] = item
            self.kept[item] = IN
            place += 1
        self.last = place
        for item in others:
            self.queue[place] = item
            self.kept[item] = IN
            place += 1
        self.behind = place
        self.level = -1

    def sift(self, few: cython.int, most: cython.int, steps: cython.longlong) -> bool:
        """Leave items out while those that stay suffice, by ``few`` rules at a time or 0 for any; return whether done.

        Lines that must differ are looked at where they may matter. ``most`` wrong guesses are made about an item.
        After so many ``steps``, an item or two halves each, it goes on from there when it is called again.
        """
        done: cython.bint
        with cython.nogil:
            done = self.sifted(few, most, steps)
        return done

    def fates(self) -> npt.NDArray[np.int32] | None:
        """Return what becomes of each item: 0 out, 1 in, 2 doubtful; ``None`` where one rule at a time is not enough.

        Without a doubtful one no other answer was found, nor that there is none. All items must suffice.
        """
        return self.fate.copy() if self.enough else None

    def suffice(self, few: cython.int) -> int:
        """Return how many rules at a time decide all with the items there are, 1 or ``few``, or 0 for neither."""
        found: cython.int
        with cython.nogil:
            found = self.sufficient(few)
        return found

    def rival(self, most: cython.int) -> npt.NDArray[np.int8] | None:
        """Return another answer that the items there are leave, nothing where they leave none.

        ``None`` where it takes more than ``most`` guesses.
        """
        base: cython.int = self.trail.end
        variable: cython.int
        found: cython.int = 0
        answer: npt.NDArray[np.int8] | None = None
        with cython.nogil:
            self.add(1, self.last)
            variable = 1
            while variable <= self.trail.variables and found == 0:
                found = self.contest(variable, most)
                variable += 1
        if found > 0:
            answer = np.array([self.rivals.taken(one) for one in range(1, self.trail.variables + 1)], dtype=np.int8)
        with cython.nogil:
            self.trail.undo(base)
            self.drop(1, self.last)
        return np.empty(0, dtype=np.int8) if found == 0 else answer

    # The inside

    def add(self, first: cython.int, last: cython.int) -> cython.void:
        """Let those of a part of the queue hold that are not out, and draw the consequences."""
        place: cython.int
        index: cython.int
        for place in range(first, last):
            item: cython.int = self.queue[place]
            if self.kept[item] == OUT:
                continue
            if self.given[item]:
                for index in range(self.literal_starts[item], self.literal_starts[item + 1]):
                    if self.trail.values[self.trail.variables + self.literals[index]] == UNKNOWN:
                        self.trail.push(self.literals[index], ASSUMED, 0)
            for index in range(self.count_starts[item], self.count_starts[item + 1]):
                count: cython.int = self.counts[index]
                self.trail.bound(count, self.low[index], self.high[index])
                if min(self.trail.spare[2 * count], self.trail.spare[2 * count + 1]) <= 0:
                    self.trail.force(count)
        self.trail.spread(EVER, FREE)

    def drop(self, first: cython.int, last: cython.int) -> cython.void:
        """Let those of a part of the queue hold no more; what followed from them is undone elsewhere."""
        place: cython.int
        index: cython.int
        for place in range(first, last):
            item: cython.int = self.queue[place]
            for index in range(self.count_starts[item], self.count_starts[item + 1]):
                count: cython.int = self.counts[index]
                self.trail.bound(count, 0, self.trail.rules.starts[count + 1] - self.trail.rules.starts[count])

    def contest(self, variable: cython.int, most: cython.int) -> cython.int:
        """Whether another answer differs in a variable: 1 yes, 0 no, -1 where that takes too many guesses.

        What was found, or that it is as in the answer, is known then.
        """
        found: cython.int = 0
        if self.trail.values[self.trail.variables + variable] == UNKNOWN:
            found = self.rivals.differ(variable, most)
            if found == 0:
                self.rivals.settle(variable)
        return found

    def decided(self, few: cython.int, deepest: cython.int) -> cython.bint:
        """Whether ``few`` rules at a time, lines that must differ among them, decide all from what is known.

        All that is found at a less depth, from ``deepest`` on, is taken first: it is found sooner.
        """
        if self.prober is None:
            return False
        facts: cython.int = self.trail.end
        base: cython.int = self.trail.base
        comparing: cython.bint = self.trail.comparing
        depth: cython.int
        variable: cython.int
        self.trail.base = facts
        self.trail.compare_lines(True)
        self.prober.number = self.trail.variables
        for variable in range(self.trail.variables):
            self.prober.literals[variable] = -variable - 1 if self.rivals.answer[variable] else variable + 1
        for depth in range(deepest, NEAR + 1):
            self.prober.rewind()
            self.prober.closed(depth, few, False, EVER)
        found: cython.bint = self.trail.end == self.trail.variables
        self.trail.undo(facts)
        self.trail.base = base
        self.trail.comparing = comparing
        return found

    def sufficient(self, few: cython.int) -> cython.int:
        """As :meth:`suffice`."""
        base: cython.int = self.trail.end
        enough: cython.int = 0
        self.add(1, self.last)
        if self.trail.end == self.trail.variables:
            enough = 1
        elif few > 1 and self.decided(few, NEAR):  # as the grader does
            enough = few
        self.trail.undo(base)
        self.drop(1, self.last)
        return enough

    def implied(self, item: cython.int) -> cython.bint:
        """Whether all that an item gives is known."""
        index: cython.int
        if not self.given[item]:
            return False
        for index in range(self.literal_starts[item], self.literal_starts[item + 1]):
            if self.trail.values[self.trail.variables + self.literals[index]] == UNKNOWN:
                return False
        return True

    def start(self, few: cython.int) -> cython.void:
        """Put the whole queue on the stack; what those after it imply at once goes first, without a test."""
        first: cython.int = 1
        index: cython.int
        self.begun = self.trail.end
        self.add(self.last, self.behind)
        self.base = self.trail.end
        self.enough = True
        if few == 1:
            first = self.last
            for index in range(self.last - 1, 0, -1):
                item: cython.int = self.queue[index]
                if self.implied(item):
                    self.kept[item] = OUT
                else:
                    first -= 1
                    self.queue[first] = item
                    self.add(first, first + 1)
            self.enough = self.trail.end == self.trail.variables
            self.trail.undo(self.base)
            self.drop(first, self.last)
        self.level = 1 if self.enough else 0
        self.put(0, first, self.last)

    def put(self, level: cython.int, first: cython.int, last: cython.int) -> cython.void:
        """Put a part of the queue on the stack."""
        self.stack[4 * level] = first
        self.stack[4 * level + 1] = last
        self.stack[4 * level + 2] = 0
        self.stack[4 * level + 3] = self.trail.end

    def sifted(self, few: cython.int, most: cython.int, steps: cython.longlong) -> cython.bint:
        """As :meth:`sift`; return whether it is done."""
        index: cython.int
        if self.level < 0:
            self.start(few)
        while self.level > 0:
            if steps == 0:
                return False
            steps -= 1
            at: cython.int = 4 * self.level - 4
            first: cython.int = self.stack[at]
            last: cython.int = self.stack[at + 1]
            phase: cython.int = self.stack[at + 2]
            middle: cython.int = (first + last) // 2
            if phase > 0:
                self.trail.undo(self.stack[at + 3])
            if phase == 2 or first == last:
                self.drop(first, middle)
                self.level -= 1
            elif phase == 0 and self.trail.end == self.trail.variables:
                for index in range(first, last):
                    self.kept[self.queue[index]] = OUT
                self.level -= 1
            elif last - first == 1:
                self.test(self.queue[first], few, most)
                self.level -= 1
            else:
                # First one half is tested beside the other, then the other beside what stayed of it.
                self.stack[at + 2] = phase + 1
                if phase == 0:
                    self.add(middle, last)
                    self.put(self.level, first, middle)
                else:
                    self.drop(middle, last)
                    self.add(first, middle)
                    self.put(self.level, middle, last)
                self.level += 1
        self.trail.undo(self.begun)
        self.drop(self.last, self.behind)
        return True

    def test(self, item: cython.int, few: cython.int, most: cython.int) -> cython.void:
        """Say what becomes of an item beside which the others do not decide all, one rule at a time."""
        if few != 1:
            base: cython.int = self.trail.base
            self.trail.base = self.trail.end
            found: cython.int = 0
            index: cython.int = self.literal_starts[item]
            while found == 0 and index < self.literal_starts[item + 1]:
                found = self.contest(abs(self.literals[index]), most)
                index += 1
            self.trail.undo(self.trail.base)
            if found < 1 and few != ANY:
                found = 0 if self.decided(few, NEAR - 1) else 1
            self.kept[item] = DOUBTFUL if found < 0 else IN if found == 1 else OUT
            self.trail.base = base
