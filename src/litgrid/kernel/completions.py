"""Completions of two clues and the rules between them, and the fewest of these that leave none.

What two clues are about is copied into a few words of 64 bits, where each completion that is found shows for all cells
what is possible. Of the rules that refute something the fewest are sought, a few one by one.
"""

from __future__ import annotations

import numpy as np

from litgrid.kernel import cython
from litgrid.kernel.memory import Memory
from litgrid.kernel.rules import Numbers
from litgrid.kernel.trail import Trail

if cython.compiled:
    import cython

UNKNOWN = cython.declare(cython.int, -1)
CLUE = cython.declare(cython.int, 1)
PLAIN = cython.declare(cython.int, 2)
"""The role of a rule between that holds at most one true cell: all other cells may be false."""
GUESSES = cython.declare(cython.int, 500)
"""So many guesses are made before something is taken to be possible."""
FILLINGS = cython.declare(cython.int, 16)
"""So many completions of two clues are kept."""
BITS = cython.declare(cython.int, 63)
"""Two clues of more cells are left alone; one bit is for the cell beside them that is asked about."""
FEW = cython.declare(cython.int, 3)
MET = cython.declare(cython.int, 64)
"""So many assignments are kept that show that some members do not refute something."""
TRIALS = cython.declare(cython.int, 2000)
"""Sets of ``FEW`` rules are tried one by one, and so many of more."""
PAIRWISE = cython.declare(cython.ulonglong, 0x5555555555555555)
BY_FOURS = cython.declare(cython.ulonglong, 0x3333333333333333)
BY_EIGHTS = cython.declare(cython.ulonglong, 0x0F0F0F0F0F0F0F0F)
EACH = cython.declare(cython.ulonglong, 0x0101010101010101)


def ones(bits: cython.ulonglong) -> cython.int:
    """Return how many bits are set."""
    bits -= (bits >> 1) & PAIRWISE
    bits = (bits & BY_FOURS) + ((bits >> 2) & BY_FOURS)
    return cython.cast(cython.int, (((bits + (bits >> 4)) & BY_EIGHTS) * EACH >> 56) & 127)


class Completions:
    """Two clues at a time, and what was found of all.

    Parameters
    ----------
    trail
        What is known; nothing must follow from single rules when it is asked.
    roles
        Of each rule that counts: 1 for a clue, 2 for what may lie between and holds at most one true cell, 3 for
        others that may lie between, 0 for the rest.
    cells, clues, joins, counts
        Each as numbers one after another, and where they begin: the variables of each rule; the clues that hold each
        variable; the other rules that do; the counts of each rule.
    wrong
        By variable: the literal that is to be refuted, 0 for none.
    most
        No more rules than this are kept.
    """

    def __init__(
        self,
        trail: Trail,
        roles: Numbers,
        cells: tuple[Numbers, Numbers],
        clues: tuple[Numbers, Numbers],
        joins: tuple[Numbers, Numbers],
        counts: tuple[Numbers, Numbers],
        wrong: Numbers,
        most: int,
    ) -> None:
        memory, rules, size = Memory(), roles.size, trail.variables + 1
        self.trail, self.memory, self.rules, self.most = trail, memory, rules, most
        self.roles, self.wrong = memory.copy(roles), memory.copy(wrong)
        self.cells, self.starts = memory.copy(cells[0]), memory.copy(cells[1])
        self.clues, self.clue_starts = memory.copy(clues[0]), memory.copy(clues[1])
        self.joins, self.join_starts = memory.copy(joins[0]), memory.copy(joins[1])
        self.counts, self.count_starts = memory.copy(counts[0]), memory.copy(counts[1])
        self.active, self.near, self.number = memory.zeros(rules), memory.zeros(rules), memory.zeros(rules)
        self.members = memory.zeros(2 * rules + 2)
        self.there, self.on = memory.zeros(2 * rules + 2), memory.zeros(2 * rules + 2)
        self.sure, self.trials = memory.zeros(2 * rules + 2), 0
        number = 2 * counts[0].size + 1
        self.owner, self.up, self.down = memory.zeros(number), memory.zeros(number), memory.zeros(number)
        self.up_on, self.down_on = memory.zeros(number), memory.zeros(number)
        self.plus, self.minus = self.ulongs(number), self.ulongs(number)
        self.plus_on, self.minus_on = self.ulongs(number), self.ulongs(number)
        self.inner, self.place = memory.zeros(64), memory.zeros(size)
        self.cost, self.kept = memory.zeros(size), memory.zeros(size * most)
        self.numbered, self.within, self.posed = self.longs(rules), self.longs(size), self.longs(size)
        self.fillings, self.mask, self.broken = self.ulongs(FILLINGS), self.ulongs(rules), self.ulongs(MET)
        self.guessed, self.true_then, self.false_then = self.ulongs(65), self.ulongs(65), self.ulongs(65)
        # Rules are one count each there.
        self.plain = bool((roles < 3).all() and (np.diff(counts[1])[roles > 1] == 1).all())
        self.joining = int(np.diff(joins[1]).max(initial=0))
        self.size = self.bits = self.nearby = self.ruling = self.counting = self.filled = 0
        self.counting_on = self.met = 0
        self.tight = False
        self.true = self.false = self.every = self.wrong_true = self.wrong_false = self.covered = 0
        self.clock = 0

    def longs(self, size: cython.int) -> cython.p_longlong:
        """Return so many zeros of 64 bits."""
        return self.memory.longs(np.zeros(size, dtype=np.int64))

    def ulongs(self, size: cython.int) -> cython.p_ulonglong:
        """Return the same, without signs."""
        return self.memory.ulongs(np.zeros(size, dtype=np.uint64))

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
                up: cython.int = self.up_on[index] - ones(true & plus)
                down: cython.int = self.down_on[index] - ones(false & plus)
                if minus != 0:
                    up -= ones(false & minus)
                    down -= ones(true & minus)
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

    def possible(self, variable: cython.int, keep: cython.bint) -> cython.int:
        """As :meth:`fill`, of the wrong literal of a variable that has a bit."""
        bit: cython.ulonglong = 1
        none: cython.ulonglong = 0
        bit <<= self.place[variable]
        return self.fill(bit, none, keep) if self.wrong[variable] > 0 else self.fill(none, bit, keep)

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
            if ones(plus | minus) > min(up, down):  # else it forbids nothing
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
        self.size = self.bits
        if not self.give_shared_bits():
            return False
        self.take_rule(one)
        if other != one:
            self.take_rule(other)
        for index in range(self.nearby):
            if self.number[self.near[index]] >= 2:
                self.take_rule(self.near[index])
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
        number: cython.int = ones(own)
        for inside in range(self.trail.rules.starts[count], self.trail.rules.starts[count + 1]):
            variable: cython.int = abs(self.trail.rules.literals[inside])
            if self.place[variable] < 0 or own & (one << self.place[variable]) == 0:
                continue
            for index in range(self.join_starts[variable], self.join_starts[variable + 1]):
                rule: cython.int = self.joins[index]
                if (
                    self.active[rule]
                    and ones(self.mask[rule] & own) * self.joining >= number
                    and self.trail.opened(self.counts[self.count_starts[rule]]) > ones(self.mask[rule])
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

    def fits_known(self, killed: cython.ulonglong) -> cython.bint:
        """Whether a completion that is kept has some bits false."""
        index: cython.int
        for index in range(self.filled):
            if self.fillings[index] & killed == 0:
                return True
        return False

    # The fewest rules

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
                ones(true & plus) + ones(~true & minus) > self.up[index]
                or ones(~true & plus) + ones(true & minus) > self.down[index]
            ):
                broken |= one << self.owner[index]
        self.broken[self.met % MET] = broken
        self.met += 1

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
