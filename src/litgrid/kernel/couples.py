"""Two clues, and the rules between them: what they refute together, exactly.

A rule lies *between* two clues if it holds two of their cells; and for a cell that is asked about, if it holds this and
one of theirs. Completions of the clues with a literal are sought, on a copy of what they are about in a few words of 64
bits; each that is found shows for all cells what is possible. What two clues refute stays refuted as more is known, and
what they do not is asked again only where something near one of them has changed.
"""

from __future__ import annotations

from litgrid.kernel import cython
from litgrid.kernel.fewest import Fewest
from litgrid.kernel.members import Incidence
from litgrid.kernel.rules import Numbers
from litgrid.kernel.trail import Trail

if cython.compiled:
    import cython

UNKNOWN = cython.declare(cython.int, -1)
CLUE = cython.declare(cython.int, 1)
PLAIN = cython.declare(cython.int, 2)
"""The role of a rule between that holds at most one true cell: all other cells may be false."""
WIDEST = cython.declare(cython.int, 9)
"""Clues of more open cells than this are left alone: something nearly always fits."""


class Couples(Fewest):
    """Finds what couples of clues refute, and keeps it. Parameters are those of :class:`Fewest`."""

    def __init__(self, trail: Trail, incidence: Incidence, wrong: Numbers, most: int) -> None:
        super().__init__(trail, incidence, wrong, most)
        self.others = self.memory.zeros(self.rules)
        self.touched, self.seen = self.longs(self.rules), self.longs(self.rules)
        self.done = self.at = 0
        self.time = 0
        self.reset()

    # What Python asks

    def sweep(self, steps: cython.longlong) -> bool:
        """Ask what was not asked yet, or changed since; return whether that is done.

        Else, after so many couples, it goes on from there.
        """
        done: cython.bint
        with cython.nogil:
            done = self.swept(steps)
        return done

    def found(self) -> tuple[list[int], list[tuple[int, list[int]]]]:
        """Return what is refuted of what is not known; and those that this is new of, with the rules."""
        variable: cython.int
        literals: list[int] = []
        new: list[tuple[int, list[int]]] = []
        for variable in range(1, self.trail.variables + 1):
            if self.cost[variable] > 0 and self.trail.values[self.trail.variables + variable] == UNKNOWN:
                literals.append(self.wrong[variable])
                if not self.told[variable]:
                    cost: cython.int = (self.cost[variable] - 1) % self.most + 1
                    new.append((literals[-1], [self.kept[variable * self.most + index] for index in range(cost)]))
                    self.told[variable] = 1
        return literals, new

    # What changed

    def reset(self) -> cython.void:
        """Forget all."""
        index: cython.int
        self.done = 0
        self.at = 0
        self.time += 1
        for index in range(self.trail.variables + 1):
            self.cost[index] = 0
        for index in range(self.rules):
            self.touched[index] = self.time

    def touch(self, variable: cython.int) -> cython.void:
        """Note that something near the clues of a variable changed."""
        index: cython.int
        for index in range(self.clue_starts[variable], self.clue_starts[variable + 1]):
            self.touched[self.clues[index]] = self.time

    def forbids(self, rule: cython.int) -> cython.bint:
        """Whether a rule still forbids anything, and is tight enough to be asked."""
        index: cython.int
        opened: cython.int
        active: cython.bint = False
        for index in range(self.count_starts[rule], self.count_starts[rule + 1]):
            count: cython.int = self.counts[index]
            opened = self.trail.opened(count)
            less: cython.bint = opened > self.trail.spare[2 * count]
            more: cython.bint = opened > self.trail.spare[2 * count + 1]
            if self.roles[rule] == CLUE and opened > WIDEST:
                return False
            active = active or less or more
        return active

    def note(self) -> cython.void:
        """Note what changed since the last time."""
        rule: cython.int
        index: cython.int
        inside: cython.int
        if self.trail.base < self.done:
            self.reset()
        for rule in range(self.rules):
            self.active[rule] = self.roles[rule] > 0 and self.forbids(rule)
        if self.done > 0:
            self.time += 1
            while self.done < self.trail.base:
                variable: cython.int = abs(self.trail.trail[self.done])
                self.done += 1
                self.touch(variable)
                for index in range(self.join_starts[variable], self.join_starts[variable + 1]):
                    rule = self.joins[index]
                    if self.roles[rule] == PLAIN or not self.active[rule]:
                        continue  # a false cell changes nothing in a plain one, a true one makes the others false
                    for inside in range(self.starts[rule], self.starts[rule + 1]):
                        self.touch(self.cells[inside])
        self.done = self.trail.base

    # Which couples there are

    def swept(self, steps: cython.longlong) -> cython.bint:
        """As :meth:`sweep`."""
        index: cython.int
        if self.at == 0:
            self.note()
        while self.at < self.rules:
            if steps <= 0:
                return False
            clue: cython.int = self.at
            self.at += 1
            if self.roles[clue] != CLUE or not self.active[clue] or self.touched[clue] != self.time:
                continue
            self.check(clue, clue)
            number: cython.int = self.neighbours(clue)
            for index in range(number):
                other: cython.int = self.others[index]
                if other > clue or self.touched[other] != self.time:
                    self.check(clue, other)
            steps -= number + 1
        self.at = 0
        return True

    def neighbours(self, clue: cython.int) -> cython.int:  # noqa: C901 - one way, or over a rule between
        """Gather the clues that share an open cell with a clue, or a rule between; return how many."""
        inside: cython.int
        index: cython.int
        beyond: cython.int
        beside: cython.int
        number: cython.int = 0
        self.clock += 1
        self.seen[clue] = self.clock
        for inside in range(self.starts[clue], self.starts[clue + 1]):
            variable: cython.int = self.cells[inside]
            if self.trail.values[self.trail.variables + variable] != UNKNOWN:
                continue
            for index in range(self.clue_starts[variable], self.clue_starts[variable + 1]):
                other: cython.int = self.clues[index]
                if self.active[other] and self.seen[other] != self.clock:
                    self.seen[other] = self.clock
                    self.others[number] = other
                    number += 1
            for index in range(self.join_starts[variable], self.join_starts[variable + 1]):
                rule: cython.int = self.joins[index]
                if self.seen[rule] == self.clock or not self.active[rule]:
                    continue
                self.seen[rule] = self.clock
                for beyond in range(self.starts[rule], self.starts[rule + 1]):
                    far: cython.int = self.cells[beyond]
                    if self.trail.values[self.trail.variables + far] != UNKNOWN:
                        continue
                    for beside in range(self.clue_starts[far], self.clue_starts[far + 1]):
                        other = self.clues[beside]
                        if self.active[other] and self.seen[other] != self.clock:
                            self.seen[other] = self.clock
                            self.others[number] = other
                            number += 1
        return number

    def check(self, one: cython.int, other: cython.int) -> cython.void:
        """Refute what two clues and the rules between them refute; or a clue alone, given twice."""
        index: cython.int
        inside: cython.int
        bit: cython.ulonglong = 1
        clues: cython.int = 2 if other != one else 1
        if not self.gather(one, other):
            return
        for index in range(self.bits):
            variable: cython.int = self.inner[index]
            if self.wrong[variable] == 0 or self.covered & bit or 0 < self.cost[variable] <= 2:
                pass
            elif self.possible(variable, True) == 0:
                self.shrink(variable, clues)
            bit <<= 1
        for index in range(self.nearby):
            rule: cython.int = self.near[index]
            for inside in range(self.starts[rule], self.starts[rule + 1]):
                variable = self.cells[inside]
                if (
                    self.wrong[variable] != 0
                    and self.within[variable] != self.clock
                    and self.posed[variable] != self.clock
                    and self.trail.values[self.trail.variables + variable] == UNKNOWN
                    and not 0 < self.cost[variable] <= 2
                ):
                    self.posed[variable] = self.clock
                    self.ask_beside(variable, clues)

    def ask_beside(self, variable: cython.int, clues: cython.int) -> cython.void:
        """Ask for a cell beside two clues that rules join to them."""
        index: cython.int
        inside: cython.int
        killed: cython.ulonglong = 0
        plain: cython.bint = True
        ruling: cython.int = self.ruling
        counting: cython.int = self.counting
        bits: cython.int = self.bits
        every: cython.ulonglong = self.every
        for index in range(self.join_starts[variable], self.join_starts[variable + 1]):
            rule: cython.int = self.joins[index]
            if self.numbered[rule] == self.clock:
                plain = plain and self.roles[rule] == PLAIN
                killed |= self.mask[rule]
        if plain and (self.wrong[variable] < 0 or self.fits_known(killed)):
            return
        self.within[variable] = self.clock
        self.give_bit(variable)
        # Members that hold it were read without it: they are read anew.
        for index in range(self.join_starts[variable], self.join_starts[variable + 1]):
            rule = self.joins[index]
            if self.numbered[rule] == self.clock:
                for inside in range(ruling):
                    if self.members[inside] == rule:
                        self.there[inside] = self.on[inside] = 0
                self.take_rule(rule)
        if self.possible(variable, True) == 0:
            self.shrink(variable, clues)
        self.ruling = ruling
        self.counting = counting
        self.bits = bits
        self.every = every
        self.wrong_true &= every
        self.wrong_false &= every
        self.covered &= every
        self.within[variable] = 0
        for index in range(ruling):
            self.there[index] = self.on[index] = 1
