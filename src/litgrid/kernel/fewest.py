"""The fewest rules of two clues and what lies between them that refute something: a few are tried one by one."""

from __future__ import annotations

from litgrid.kernel import cython
from litgrid.kernel.members import Incidence, Members
from litgrid.kernel.rules import Numbers
from litgrid.kernel.trail import Trail

if cython.compiled:
    import cython

CLUE = cython.declare(cython.int, 1)
BITS = cython.declare(cython.int, 63)
"""Of more members nothing is kept that was met."""
FEW = cython.declare(cython.int, 3)
MET = cython.declare(cython.int, 64)
"""So many assignments are kept that show that some members do not refute something."""
TRIALS = cython.declare(cython.int, 2000)
"""Sets of ``FEW`` rules are tried one by one, and so many of more."""


class Fewest(Members):
    """Keeps, by variable, the fewest rules that refute its literal.

    Parameters are those of :class:`Members`, and how many rules are kept at most.
    """

    def __init__(self, trail: Trail, incidence: Incidence, wrong: Numbers, most: int) -> None:
        super().__init__(trail, incidence, wrong)
        size = trail.variables + 1
        self.most, self.trials, self.met = most, 0, 0
        self.cost, self.kept = self.memory.zeros(size), self.memory.zeros(size * most)
        self.told = self.memory.zeros(size)
        self.sure, self.broken = self.memory.zeros(2 * self.rules + 2), self.ulongs(MET)

    def shrink(self, variable: cython.int, clues: cython.int) -> cython.void:
        """Keep the fewest members that refute what is wrong, where these are few; else some."""
        index: cython.int
        least: cython.int = self.cost[variable]
        bit: cython.ulonglong = 1
        self.met = 0
        if self.ruling <= BITS:
            self.meet(self.wrong_false ^ (bit << self.place[variable]))  # the answer, but for what is asked
        for index in range(clues, self.ruling):
            self.on[index] = 0
        if self.refute(variable):
            self.store(variable)
        elif 0 < least <= FEW and clues == 2:
            pass
        elif self.try_more(variable, clues, 1) or (clues == 1 and self.try_more(variable, clues, 2)):
            self.store(variable)
        elif least == 0 or least > FEW + 1:
            for index in range(self.ruling):
                self.on[index] = self.there[index]
            number: cython.int = self.store(variable)
            if clues == 2 and number > FEW and not (self.on[0] and self.on[1]):
                self.seek(variable, self.most, True)
            else:
                self.seek(variable, min(number - 1, self.most), False)
        for index in range(self.ruling):
            self.on[index] = self.there[index]

    def try_more(self, variable: cython.int, clues: cython.int, more: cython.int) -> cython.bint:
        """Try so many members, one or two, beside the clues."""
        first: cython.int
        second: cython.int
        for first in range(clues, self.ruling):
            if not self.there[first]:
                continue
            self.on[first] = 1
            if more == 1:
                if self.refute(variable):
                    return True
            else:
                for second in range(first + 1, self.ruling):
                    self.on[second] = self.there[second]
                    if self.on[second] and self.refute(variable):
                        return True
                    self.on[second] = 0
            self.on[first] = 0
        return False

    def store(self, variable: cython.int) -> cython.int:
        """Keep the members that are on, without the needless ones, if these are few; return how many they are."""
        index: cython.int
        number: cython.int = 0
        for index in range(self.ruling - 1, -1, -1):
            if self.on[index]:
                self.on[index] = 0
                if not self.refute(variable):
                    self.on[index] = 1
                    number += 1
        # A clue alone and many rules are nothing that is seen at a glance: whatever two clues refute goes before.
        weight: cython.int = number
        if number > FEW and not (self.on[0] and self.on[1] and self.roles[self.members[1]] == CLUE):
            weight += self.most
        if number <= self.most and (self.cost[variable] == 0 or weight < self.cost[variable]):
            self.cost[variable] = weight
            self.told[variable] = 0
            number = 0
            for index in range(self.ruling):
                if self.on[index]:
                    self.kept[variable * self.most + number] = self.members[index]
                    number += 1
        return number

    def seek(self, variable: cython.int, most: cython.int, both: cython.bint) -> cython.void:
        """Keep so many members, or fewer, where others than deletion finds refute it; ``both`` clues among them."""
        index: cython.int
        size: cython.int
        number: cython.int = 0
        for index in range(self.ruling):
            self.on[index] = self.there[index]
        for index in range(self.ruling):
            self.sure[index] = 0
            if self.there[index]:
                self.on[index] = 0
                if (both and index < 2) or not self.refute(variable):
                    self.sure[index] = 1
                    number += 1
                self.on[index] = 1
        for index in range(self.ruling):
            self.on[index] = self.sure[index]
        self.trials = TRIALS // 10 if both else TRIALS
        for size in range(max(number, FEW) + 1, most + 1):
            if self.sought(variable, 0, size - number, both):
                self.store(variable)
                return

    def needs(self, variable: cython.int, clue: cython.int) -> cython.bint:
        """Whether the members that are on refute it no more without a clue."""
        self.on[clue] = 0
        needed: cython.bint = not self.refute(variable)
        self.on[clue] = 1
        return needed

    def sought(self, variable: cython.int, first: cython.int, more: cython.int, both: cython.bint) -> cython.bint:
        """Turn on so many more members, from the first place on, until they refute it."""
        index: cython.int
        for index in range(first, self.ruling):
            if self.sure[index] or not self.there[index]:
                continue
            self.on[index] = 1
            self.trials -= 1
            if self.refute(variable):
                if not both or (self.needs(variable, 0) and self.needs(variable, 1)):
                    return True
            elif more > 1 and self.sought(variable, index + 1, more - 1, both):
                return True
            self.on[index] = 0
            if self.trials < 0:
                return False
        return False

    def refute(self, variable: cython.int) -> cython.bint:
        """Whether the members that are on refute the wrong literal of a variable that has a bit."""
        index: cython.int
        one: cython.ulonglong = 1
        members: cython.ulonglong = 0
        if self.ruling > BITS:
            return self.possible(variable, False) == 0
        for index in range(self.ruling):
            if self.on[index]:
                members |= one << index
        for index in range(min(self.met, MET)):
            if self.broken[index] & members == 0:
                return False
        answer: cython.int = self.possible(variable, False)
        if answer > 0:
            self.meet(self.true | (self.wrong_false & ~self.false))
        return answer == 0

    def meet(self, true: cython.ulonglong) -> cython.void:
        """Keep which members an assignment of all bits breaks."""
        index: cython.int
        one: cython.ulonglong = 1
        broken: cython.ulonglong = 0
        for index in range(self.counting):
            plus: cython.ulonglong = self.plus[index]
            minus: cython.ulonglong = self.minus[index]
            if (
                self.ones(true & plus) + self.ones(~true & minus) > self.up[index]
                or self.ones(~true & plus) + self.ones(true & minus) > self.down[index]
            ):
                broken |= one << self.owner[index]
        self.broken[self.met % MET] = broken
        self.met += 1
