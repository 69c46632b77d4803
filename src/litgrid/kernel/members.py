"""What two clues are about, and the rules between them, copied into a few words of 64 bits: the *members*.

A bit is an open cell of one of the clues, or one that two of the rules between hold; a count of a member is the bits of
its literals, and how many more of these may be true, and false.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from litgrid.kernel import cython
from litgrid.kernel.completions import Completions
from litgrid.kernel.rules import Numbers
from litgrid.kernel.trail import Trail

if cython.compiled:
    import cython

UNKNOWN = cython.declare(cython.int, -1)
PLAIN = cython.declare(cython.int, 2)
"""The role of a rule between that holds at most one true cell: all other cells may be false."""
BITS = cython.declare(cython.int, 63)
"""Two clues of more cells are left alone; one bit is for the cell beside them that is asked about."""


class Incidence(NamedTuple):
    """Which rules and variables meet; but for roles, as numbers and where those of each begin."""

    roles: Numbers  # by rule: 1 a clue; 2 one between that holds at most one true cell, 3 another; 0 neither
    cells: tuple[Numbers, Numbers]  # the variables of each rule that has a role
    clues: tuple[Numbers, Numbers]  # the clues that hold each variable
    joins: tuple[Numbers, Numbers]  # the rules that do, and may lie between
    counts: tuple[Numbers, Numbers]  # the counts of each rule


class Members(Completions):
    """Two clues at a time, or one, and what lies between.

    Parameters
    ----------
    trail
        What is known; nothing must follow from single rules when it is asked.
    incidence
        Which rules and variables meet.
    wrong
        By variable: the literal that is to be refuted, 0 for none.
    """

    def __init__(self, trail: Trail, incidence: Incidence, wrong: Numbers) -> None:
        roles, cells, clues, joins, counts = incidence
        rules, size = roles.size, trail.variables + 1
        super().__init__(2 * rules + 2, 2 * counts[0].size + 1)
        memory = self.memory
        self.trail, self.rules = trail, rules
        self.roles, self.wrong = memory.copy(roles), memory.copy(wrong)
        self.cells, self.starts = memory.copy(cells[0]), memory.copy(cells[1])
        self.clues, self.clue_starts = memory.copy(clues[0]), memory.copy(clues[1])
        self.joins, self.join_starts = memory.copy(joins[0]), memory.copy(joins[1])
        self.counts, self.count_starts = memory.copy(counts[0]), memory.copy(counts[1])
        self.active, self.near, self.number = memory.zeros(rules), memory.zeros(rules), memory.zeros(rules)
        self.members, self.there = memory.zeros(2 * rules + 2), memory.zeros(2 * rules + 2)
        self.inner, self.place = memory.zeros(64), memory.zeros(size)
        self.numbered, self.within, self.posed = self.longs(rules), self.longs(size), self.longs(size)
        self.mask = self.ulongs(rules)
        # Rules are one count each there.
        self.plain = bool((roles[joins[0]] == PLAIN).all() and (np.diff(counts[1])[roles > 1] == 1).all())
        self.joining = int(np.diff(joins[1]).max(initial=0))
        self.bits = self.nearby = self.ruling = 0
        self.every = 0
        self.clock = 0

    def gather(self, one: cython.int, other: cython.int) -> cython.bint:
        """Make two clues, or one that is given twice, and what lies between members.

        Returns whether there is room for them, and they have anything to do with each other.
        """
        index: cython.int
        self.clock += 1
        self.bits = 0
        self.nearby = 0
        self.ruling = 0
        self.counting = 0
        self.filled = 0
        self.every = self.wrong_true = self.wrong_false = self.covered = 0
        self.tight = False
        if not self.take_clue(one) or (other != one and not self.take_clue(other)):
            return False
        if other != one and self.plain and (self.dangles(one, other) or self.dangles(other, one)):
            return False
        if not self.give_shared_bits():
            return False
        self.take_rule(one)
        if other != one:
            self.take_rule(other)
        for index in range(self.nearby):
            near: cython.int = self.near[index]
            if self.number[near] >= 2 and near != one and near != other:
                self.take_rule(near)
        return True

    def possible(self, variable: cython.int, keep: cython.bint) -> cython.int:
        """As :meth:`fill`, of the wrong literal of a variable that has a bit."""
        bit: cython.ulonglong = 1
        none: cython.ulonglong = 0
        bit <<= self.place[variable]
        return self.fill(bit, none, keep) if self.wrong[variable] > 0 else self.fill(none, bit, keep)

    def take_clue(self, rule: cython.int) -> cython.bint:
        """Take the cells of a clue, and the rules near them; return whether there are bits enough."""
        inside: cython.int
        index: cython.int
        for inside in range(self.starts[rule], self.starts[rule + 1]):
            variable: cython.int = self.cells[inside]
            bit: cython.ulonglong = 0
            if self.within[variable] == self.clock:
                continue
            self.within[variable] = self.clock
            self.place[variable] = -1
            if self.trail.values[self.trail.variables + variable] == UNKNOWN:
                if not self.give_bit(variable):
                    return False
                bit = 1
                bit <<= self.place[variable]
            for index in range(self.join_starts[variable], self.join_starts[variable + 1]):
                near: cython.int = self.joins[index]
                if not self.active[near]:
                    continue
                if self.numbered[near] != self.clock:
                    self.numbered[near] = self.clock
                    self.number[near] = 0
                    self.mask[near] = 0
                    self.near[self.nearby] = near
                    self.nearby += 1
                self.number[near] += 1
                self.mask[near] |= bit
        return True

    def give_bit(self, variable: cython.int) -> cython.bint:
        """Give an open variable a bit; return whether there was one left."""
        one: cython.ulonglong = 1
        if self.bits >= BITS:
            return False
        one <<= self.bits
        self.inner[self.bits] = variable
        self.place[variable] = self.bits
        self.bits += 1
        self.every |= one
        if self.wrong[variable] > 0:
            self.wrong_true |= one
        elif self.wrong[variable] < 0:
            self.wrong_false |= one
        return True

    def give_shared_bits(self) -> cython.bint:
        """Give bits to other cells of rules between that two of these hold; return whether there are bits enough."""
        index: cython.int
        inside: cython.int
        for index in range(self.nearby):
            rule: cython.int = self.near[index]
            if self.number[rule] < 2 or self.roles[rule] == PLAIN:
                continue
            for inside in range(self.starts[rule], self.starts[rule + 1]):
                far: cython.int = self.cells[inside]
                if self.within[far] == self.clock or self.trail.values[self.trail.variables + far] != UNKNOWN:
                    continue
                if self.posed[far] != -self.clock:
                    self.posed[far] = -self.clock  # met once
                    continue
                self.within[far] = self.clock
                if not self.give_bit(far):
                    return False
                self.mark(far, 1)
        return True

    def mark(self, variable: cython.int, bit: cython.ulonglong) -> cython.void:
        """Note the bit of a variable in the rules near the clues that hold it."""
        index: cython.int
        bit <<= self.place[variable]
        for index in range(self.join_starts[variable], self.join_starts[variable + 1]):
            if self.numbered[self.joins[index]] == self.clock:
                self.mask[self.joins[index]] |= bit

    def take_rule(self, rule: cython.int) -> cython.void:
        """Make a rule a member: its counts, in bits. What has no bit is in no other of them, and fits in somehow."""
        index: cython.int
        inside: cython.int
        one: cython.ulonglong = 1
        for index in range(self.count_starts[rule], self.count_starts[rule + 1]):
            count: cython.int = self.counts[index]
            plus: cython.ulonglong = 0
            minus: cython.ulonglong = 0
            for inside in range(self.trail.rules.starts[count], self.trail.rules.starts[count + 1]):
                literal: cython.int = self.trail.rules.literals[inside]
                variable: cython.int = abs(literal)
                if self.within[variable] == self.clock and self.place[variable] >= 0:
                    if literal > 0:
                        plus |= one << self.place[variable]
                    else:
                        minus |= one << self.place[variable]
            up: cython.int = self.trail.spare[2 * count]
            down: cython.int = self.trail.spare[2 * count + 1]
            if self.ones(plus | minus) > min(up, down):  # else it forbids nothing
                self.tight = self.tight or up <= 0 or down <= 0
                self.plus[self.counting] = plus
                self.minus[self.counting] = minus
                self.up[self.counting] = up
                self.down[self.counting] = down
                self.owner[self.counting] = self.ruling
                self.counting += 1
        self.members[self.ruling] = rule
        self.there[self.ruling] = self.on[self.ruling] = 1
        self.ruling += 1

    def dangles(self, clue: cython.int, other: cython.int) -> cython.bint:
        """Whether a clue that needs one cell has it, whatever is asked and whatever another clue takes.

        Some cells are no cells of the other, and no rule joins them to one; and what is asked leaves one of them.
        """
        index: cython.int
        inside: cython.int
        one: cython.ulonglong = 1
        count: cython.int = self.counts[self.count_starts[clue]]
        opened: cython.int = self.trail.opened(count)
        if (
            self.count_starts[clue + 1] > self.count_starts[clue] + 1
            or self.trail.spare[2 * count] < opened
            or self.trail.spare[2 * count + 1] != opened - 1
        ):
            return False
        own: cython.ulonglong = self.apart(count, other)
        number: cython.int = self.ones(own)
        for inside in range(self.trail.rules.starts[count], self.trail.rules.starts[count + 1]):
            variable: cython.int = abs(self.trail.rules.literals[inside])
            if self.place[variable] < 0 or own & (one << self.place[variable]) == 0:
                continue
            for index in range(self.join_starts[variable], self.join_starts[variable + 1]):
                rule: cython.int = self.joins[index]
                if (
                    self.active[rule]
                    and self.ones(self.mask[rule] & own) * self.joining >= number
                    and self.trail.opened(self.counts[self.count_starts[rule]]) > self.ones(self.mask[rule])
                ):
                    return False
        return number > 1

    def apart(self, count: cython.int, other: cython.int) -> cython.ulonglong:
        """Return the cells of a count that no rule joins to another clue, nor are its own; none if any is negated."""
        index: cython.int
        inside: cython.int
        one: cython.ulonglong = 1
        taken: cython.ulonglong = 0
        own: cython.ulonglong = 0
        for inside in range(self.starts[other], self.starts[other + 1]):
            if self.place[self.cells[inside]] >= 0:
                taken |= one << self.place[self.cells[inside]]
        for inside in range(self.trail.rules.starts[count], self.trail.rules.starts[count + 1]):
            variable: cython.int = self.trail.rules.literals[inside]
            if variable < 0:
                return 0
            if self.place[variable] >= 0:
                near: cython.ulonglong = one << self.place[variable]
                for index in range(self.join_starts[variable], self.join_starts[variable + 1]):
                    if self.active[self.joins[index]]:
                        near |= self.mask[self.joins[index]]
                if near & taken == 0:
                    own |= one << self.place[variable]
        return own
