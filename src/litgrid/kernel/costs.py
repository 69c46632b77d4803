"""How many rules refute each literal, kept from step to step.

What was assigned until the first conflict, a bit a literal, was *touched* on the way to it. The conflict holds as long
as the opposite of nothing of this becomes known, and no count that changes can become tight by it, nor a line be nearly
finished. What its rules, and they alone, were shrunk to holds likewise, and if another way leads to the same rules.

All this is so of facts that force nothing more. Where some do, what follows hangs on which counts a way happens to
touch, and one that becomes a fact touches none any more: what was found among *loose* facts is not kept beyond them.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from litgrid.kernel import cython
from litgrid.kernel.memory import Memory
from litgrid.kernel.reasons import Reasons

if cython.compiled:
    import cython

FREE = cython.declare(cython.int, 0)
NEW = cython.declare(cython.int, -1)
"""What is kept of a literal that nothing is known of."""
LONGEST = cython.declare(cython.int, 32)
"""The rules of no longer conflict are kept."""


class Costs:
    """Assumes literals, no deeper than that, and keeps what refutes them.

    Parameters
    ----------
    reasons
        Finds why they break something.
    deepest
        How far consequences are drawn.
    most
        The rules of no larger refutation are kept.
    """

    def __init__(self, reasons: Reasons, deepest: int, most: int) -> None:
        self.every = size = 2 * reasons.trail.variables + 1
        self.trail, self.reasons, self.memory = reasons.trail, reasons, (memory := Memory())
        self.deepest, self.most, self.words, self.middle = deepest, most, reasons.words, reasons.trail.variables
        self.literals, self.number = memory.zeros(size), 0
        self.first, self.least, self.over = memory.zeros(size), memory.zeros(size), memory.zeros(size)
        self.rules, self.broken = memory.zeros(size * most), memory.zeros(size * LONGEST)
        self.shrunk, self.length, self.told = memory.zeros(size), memory.zeros(size), memory.zeros(size)
        self.compared = memory.zeros(2 * size)
        self.touched = memory.ulongs(np.zeros(2 * size * self.words, dtype=np.uint64))
        self.changed = memory.ulongs(np.zeros(self.words, dtype=np.uint64))
        self.at = self.size = self.fewest = self.largest = 0
        self.places, self.near = memory.zeros(self.words), 0
        sides = 2 * reasons.trail.rules.counts
        self.met, self.left, self.clock = memory.zeros(sides), memory.zeros(sides), 0
        self.seen, self.stamp = memory.longs(np.zeros(sides, dtype=np.int64)), 0
        self.done, self.age, self.loose = 0, -1, False

    # What Python asks

    def begin(self, literals: Iterable[int] = ()) -> None:
        """Forget what changed, and say which literals are asked about."""
        literal: cython.int
        self.note()
        self.number = 0
        for literal in literals:
            self.literals[self.number] = literal
            self.number += 1
        self.at = self.size = self.fewest = self.largest = 0

    def sweep(self, most: cython.int, steps: cython.longlong) -> bool:
        """Find by how few rules they are refuted, exactly where these are the fewest of all, or ``most``.

        Returns whether it is done; else, after so many assumptions, it goes on from there.
        """
        done: cython.bint
        with cython.nogil:
            done = self.swept(most, steps)
        return done

    def found(self) -> tuple[list[int], list[tuple[int, int, tuple[int, ...]]]]:
        """Return of which literals it is known exactly how many rules refute them; and those that this is new of.

        Of these how many rules, the literal, and the rules if they are few.
        """
        place: cython.int
        literals: list[int] = []
        new: list[tuple[int, int, tuple[int, ...]]] = []
        for place in range(self.number):
            literal: cython.int = self.literals[place]
            at: cython.int = self.middle + literal
            cost: cython.int = self.least[at]
            if cost > 0:
                literals.append(literal)
                if not self.told[at]:
                    first: cython.int = at * self.most
                    rules = [self.rules[first + index] for index in range(cost if cost <= self.most else 0)]
                    new.append((cost, literal, tuple(rules)))
                    self.told[at] = 1
        return literals, new

    def knows(self, literal: int) -> bool:
        """Return whether what was found of a literal still holds."""
        return self.first[self.middle + literal] != NEW

    def cost(self, literal: int, mode: int) -> int:
        """Return how many rules of a mode it takes to refute a literal: the first conflict is traced."""
        self.look(literal, mode)
        return self.reasons.ruling

    # What changed

    def note(self) -> cython.void:
        """Forget what may have changed since the last time."""
        at: cython.int
        lines: cython.bint = False
        more: cython.bint = self.trail.base > self.done
        if self.trail.age != self.age or self.trail.base < self.done or (more and (self.loose or self.trail.loose)):
            for at in range(self.every):
                self.first[at] = NEW
                self.forget(at)
            self.age = self.trail.age
            self.done = self.trail.base
        self.loose = self.trail.loose
        if self.done == self.trail.base:
            return
        self.clock += 1
        for at in range(self.words):
            self.changed[at] = 0
        for at in range(self.done, self.trail.base):
            lines = self.change(self.trail.trail[at]) or lines
        self.near = 0
        for at in range(self.words):
            if self.changed[at] != 0:
                self.places[self.near] = at
                self.near += 1
        self.forget_affected(lines)
        self.done = self.trail.base

    def forget_affected(self, lines: cython.bint) -> cython.void:
        """Forget what it may bear on; ``lines`` where one is nearly finished."""
        at: cython.int
        for at in range(self.every):
            if self.first[at] != NEW and ((lines and self.compared[at]) or self.affected(at, FREE)):
                self.first[at] = NEW
            if self.shrunk[at] and (
                (lines and self.compared[self.every + at]) or self.affected(self.every + at, self.mode(at))
            ):
                self.forget(at)

    def change(self, literal: cython.int) -> cython.bint:
        """Note which sides of counts a literal changes, and their variables; return whether a line is nearly finished.

        Not those that have as much to spare as is open: they force nothing any more.
        """
        index: cython.int
        place: cython.int
        variable: cython.int = abs(literal)
        lines: cython.bint = False
        self.change_bits(variable)
        for index in range(self.trail.rules.occurs_starts[variable], self.trail.rules.occurs_starts[variable + 1]):
            at: cython.int = self.trail.rules.occurs[index] ^ (literal < 0)
            count: cython.int = at >> 1
            if self.met[at] != self.clock and self.trail.spare[at] < self.trail.opened(count):
                self.met[at] = self.clock
                for place in range(self.trail.rules.starts[count], self.trail.rules.starts[count + 1]):
                    self.change_bits(abs(self.trail.rules.literals[place]))
        for index in range(self.trail.rules.lines_of_starts[variable], self.trail.rules.lines_of_starts[variable + 1]):
            line: cython.int = self.trail.rules.lines_of[index]
            lines = lines or self.trail.left[line] < 2
            for place in range(self.trail.rules.line_starts[line], self.trail.rules.line_starts[line + 1]):
                self.change_bits(self.trail.rules.lines[place])
        return lines

    def change_bits(self, variable: cython.int) -> cython.void:
        """Note that something changed near a variable."""
        self.reasons.set_bit(self.changed, variable)
        self.reasons.set_bit(self.changed, -variable)

    def has(self, first: cython.int, literal: cython.int) -> cython.int:
        """Return 1 if a literal is among those that were touched, a bit each from a word on, else 0."""
        bit: cython.int = 2 * abs(literal) + (literal < 0)
        return cython.cast(cython.int, self.touched[first + ((bit >> 6) & (self.words - 1))] >> (bit & 63) & 1)

    def mode(self, at: cython.int) -> cython.longlong:
        """Return a mode in which the rules that are kept of a literal's first conflict may be used, all for none."""
        index: cython.int
        if self.length[at] == 0:
            return FREE
        self.trail.stamp += 1
        for index in range(self.length[at]):
            self.trail.allowed[self.broken[at * LONGEST + index]] = self.trail.stamp
        return self.trail.stamp

    def affected(self, way: cython.int, mode: cython.longlong) -> cython.bint:
        """Whether what changed may bear by rules of a mode on what was touched on a way.

        What became known and was touched anyway does not, where no count that it changes can become tight.
        """
        first: cython.int = way * self.words
        index: cython.int
        place: cython.int
        variable: cython.int
        near: cython.bint = False
        self.stamp += 1
        for index in range(self.near):
            bits: cython.ulonglong = self.touched[first + self.places[index]] & self.changed[self.places[index]]
            place = 32 * self.places[index]
            near = near or bits != 0
            while bits != 0:
                variable = place if bits & 3 else self.middle + 1
                while variable <= self.middle:
                    if self.tightens(variable, (bits & 1) != 0, (bits & 2) != 0, mode):
                        return True
                    variable += 32 * self.words  # it shares the bits
                bits >>= 2
                place += 1
        if not near:
            return False
        for place in range(self.done, self.trail.base):
            if self.has(first, -self.trail.trail[place]):
                return True
            variable = abs(self.trail.trail[place])
            for index in range(
                self.trail.rules.lines_of_starts[variable], self.trail.rules.lines_of_starts[variable + 1]
            ):
                if self.finishes(first, self.trail.rules.lines_of[index]):
                    return True
        return False

    def tightens(
        self, variable: cython.int, true: cython.bint, false: cython.bint, mode: cython.longlong
    ) -> cython.bint:
        """Whether a count that changed has nothing more to spare if an open variable is true, or false, as well."""
        index: cython.int
        if self.trail.values[self.middle + variable] >= 0:
            return False
        for index in range(self.trail.rules.occurs_starts[variable], self.trail.rules.occurs_starts[variable + 1]):
            at: cython.int = self.trail.rules.occurs[index]
            if mode != FREE and self.trail.allowed[self.trail.rules.rule[at >> 1]] != mode:
                continue
            if (true and self.spends(at)) or (false and self.spends(at ^ 1)):
                return True
        return False

    def spends(self, at: cython.int) -> cython.bint:
        """Whether a side of a count, as one more literal touches it, or the other side has nothing more to spare."""
        if self.met[at] == self.clock:
            if self.seen[at] != self.stamp:
                self.seen[at] = self.stamp
                self.left[at] = self.trail.spare[at]
            self.left[at] -= 1
            if self.left[at] <= 0:
                return True
        return self.met[at ^ 1] == self.clock and self.trail.spare[at ^ 1] <= 0

    def finishes(self, first: cython.int, line: cython.int) -> cython.bint:
        """Whether what was touched leaves no more than one cell of a line that it touches."""
        place: cython.int
        met: cython.int = 0
        for place in range(self.trail.rules.line_starts[line], self.trail.rules.line_starts[line + 1]):
            variable: cython.int = self.trail.rules.lines[place]
            met += self.has(first, variable) + self.has(first, -variable)
        return met > 0 and self.trail.left[line] - met < 2

    # What refutes them

    def look(self, literal: cython.int, mode: cython.longlong) -> cython.void:
        """Assume a literal for the first time since something changed."""
        at: cython.int = self.middle + literal
        place: cython.int
        self.reasons.touch_nothing()
        self.reasons.assume(literal, self.deepest, mode)
        if not (self.shrunk[at] and self.is_kept(at)):
            self.forget(at)
            self.length[at] = self.reasons.ruling if self.reasons.ruling <= LONGEST else 0
            for place in range(self.length[at]):
                self.broken[at * LONGEST + place] = self.reasons.rules[place]
        self.keep_touched(at, False)
        self.first[at] = self.reasons.ruling
        if self.reasons.ruling == 0 and mode == FREE and self.deepest >= self.middle:
            # What follows from what breaks nothing breaks nothing either.
            for place in range(self.trail.end + 1, self.reasons.reached):
                at = self.middle + self.trail.trail[place]
                self.forget(at)
                self.keep_touched(at, False)
                self.first[at] = 0

    def forget(self, at: cython.int) -> cython.void:
        """Forget what the rules of a literal were shrunk to."""
        self.shrunk[at] = 0
        self.least[at] = 0
        self.over[at] = 0

    def is_kept(self, at: cython.int) -> cython.bint:
        """Whether the rules that were traced are those that are kept of a literal."""
        index: cython.int
        if self.length[at] != self.reasons.ruling:
            return False
        for index in range(self.length[at]):
            if self.broken[at * LONGEST + index] != self.reasons.rules[index]:
                return False
        return self.length[at] > 0

    def keep_touched(self, way: cython.int, more: cython.bint) -> cython.void:
        """Keep what was touched, beside what was kept before if it is ``more``."""
        word: cython.int
        for word in range(self.words):
            kept: cython.ulonglong = self.touched[way * self.words + word] if more else 0
            self.touched[way * self.words + word] = kept | self.reasons.touched[word]
        self.compared[way] = self.trail.compared or (more and self.compared[way])

    def shrink(self, literal: cython.int, matters: cython.int) -> cython.void:
        """Leave out rules of the first conflict of a literal, as far as it matters."""
        at: cython.int = self.middle + literal
        index: cython.int
        self.reasons.touch_nothing()
        if self.length[at] == 0:
            self.reasons.assume(literal, self.deepest, FREE)
        else:
            self.reasons.ruling = self.length[at]
            for index in range(self.length[at]):
                self.reasons.rules[index] = self.broken[at * LONGEST + index]
        self.reasons.shrink(literal, self.deepest, matters)
        self.keep_touched(self.every + at, self.shrunk[at] != 0)
        self.shrunk[at] = 1
        if self.reasons.ruling <= matters:
            self.settle(at)
            self.better(self.least[at])
        else:
            self.over[at] = matters

    def settle(self, at: cython.int) -> cython.void:
        """Keep the rules that were traced: there are no fewer."""
        index: cython.int
        self.least[at] = self.reasons.ruling
        self.told[at] = 0
        for index in range(self.reasons.ruling if self.reasons.ruling <= self.most else 0):
            self.rules[at * self.most + index] = self.reasons.rules[index]

    def swept(self, most: cython.int, steps: cython.longlong) -> cython.bint:
        """As :meth:`sweep`."""
        at: cython.int
        while self.size == 0:
            if self.at == self.number:
                self.size = 1
                self.at = 0
                break
            if steps == 0:
                return False
            at = self.middle + self.literals[self.at]
            if self.first[at] == NEW:
                steps -= 1
                self.look(self.literals[self.at], FREE)
                if 0 < self.first[at] <= 2:
                    self.settle(at)
            self.largest = max(self.largest, self.first[at])
            self.better(self.least[at])
            self.at += 1
        # Those that few rules refute come first: what is no better is given up early.
        while self.size <= self.largest:
            if self.at == self.number:
                self.size += 1
                self.at = 0
                continue
            at = self.middle + self.literals[self.at]
            matters: cython.int = max(self.fewest, most) if self.fewest > 0 else self.size
            if self.first[at] == self.size and self.least[at] == 0 and self.over[at] < matters:
                if steps == 0:
                    return False
                steps -= 1
                self.shrink(self.literals[self.at], matters)
            self.at += 1
        return True

    def better(self, cost: cython.int) -> cython.void:
        """Keep the fewest rules of all."""
        if cost > 0 and (self.fewest == 0 or cost < self.fewest):
            self.fewest = cost
