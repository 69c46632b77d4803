"""Why something breaks: the rules and facts behind a conflict, and the fewest rules that refute a literal.

A conflict's ancestors along reasons are the rules that it takes, and the facts that it rests on. Of these rules those
are left out, one by one, without which something still breaks (deletion, J. Marques-Silva and I. Lynce, SAT 2011).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from litgrid.kernel import cython
from litgrid.kernel.memory import Memory
from litgrid.kernel.trail import Trail

if cython.compiled:
    import cython

FREE = cython.declare(cython.int, 0)
ASSUMED = cython.declare(cython.int, -1)
WIDEST = cython.declare(cython.int, 9)
"""Of more literals than have a bit in so many doublings of a word some share one."""


class Reasons:
    """Finds reasons on a trail, and leaves it as it was.

    Parameters
    ----------
    trail
        What is known.
    """

    def __init__(self, trail: Trail) -> None:
        size, rules = trail.rules.variables + 1, trail.rules.size
        self.trail, self.memory, self.variables = trail, (memory := Memory()), size - 1
        self.seen = memory.longs(np.zeros(size + rules, dtype=np.int64))
        self.needed = memory.longs(np.zeros(rules, dtype=np.int64))
        self.rules, self.facts, self.kept = memory.zeros(size + 1), memory.zeros(size + 1), memory.zeros(3 * size + 4)
        self.safe = memory.longs(np.zeros(2 * size, dtype=np.int64))
        self.words = 1 << min((size // 32).bit_length(), WIDEST)
        self.touched = memory.ulongs(np.zeros(self.words, dtype=np.uint64))
        self.ruling = self.resting = 0
        self.now = self.reached = 0

    # What Python asks

    @property
    def traced(self) -> list[int]:
        """The rules of what was traced last, the nearest first."""
        return [self.rules[index] for index in range(self.ruling)]

    @property
    def rested(self) -> list[int]:
        """The facts that it rests on."""
        return [self.facts[index] for index in range(self.resting)]

    def cost(self, literal: int, deepest: int, mode: int = 0) -> int:
        """Return how many rules it takes to break something if a literal were true, 0 where nothing breaks.

        Of several conflicts the one of the fewest rules is traced.
        """
        self.assume(literal, deepest, mode)
        return self.ruling

    def least(self, literal: int, deepest: int, most: int, mode: int = 0) -> int:
        """Return the same, without rules that are needless; where it takes more than ``most``, only more than that."""
        self.assume(literal, deepest, mode)
        if self.ruling > 2:
            self.shrink(literal, deepest, most)
        return self.ruling

    def light(self, literal: int, deepest: int, most: int) -> int:
        """Return the same, sought harder; 0 where it takes more."""
        self.lightest(literal, deepest, most)
        return self.ruling

    def breaking(self, literals: Sequence[int]) -> list[int]:
        """Return those of some literals that lead to a conflict, by however many rules."""
        self.renew()
        return [literal for literal in literals if not self.harmless(literal)]

    def depths(self, literals: Sequence[int], deepest: cython.int, mode: cython.longlong) -> list[int]:
        """Return how deep the first conflict is that each of some literals leads to in a mode, -1 for none."""
        return [self.depth(literal, deepest, mode) for literal in literals]

    def why(self, reason: int, variable: int = 0) -> tuple[list[int], list[int]]:
        """Return the rules and the facts behind a reason that broke, or that forced a variable."""
        self.trace(reason, variable)
        return self.traced, self.rested

    def resting_on(self, variables: Iterable[int]) -> list[int]:
        """Return those of some variables that what was traced last rests on."""
        return [variable for variable in variables if self.seen[variable] == self.trail.stamp]

    def links(self) -> list[tuple[int, int]]:
        """Return the literals that were traced last, in the order in which they followed, each with its rule.

        The trail was taken back since: what it held is still there.
        """
        place: cython.int
        found: list[tuple[int, int]] = []
        for place in range(self.trail.base + 1, self.variables):
            literal: cython.int = self.trail.trail[place]
            variable: cython.int = abs(literal)
            if self.seen[variable] == self.trail.stamp and self.trail.place[variable] == place:
                found.append((self.trail.rules.rule_of(self.trail.reason[variable]), literal))
        return found

    def leading(self, literal: int, rules: Sequence[int]) -> tuple[list[int], list[tuple[int, int]]]:
        """Return rules in the order in which they lead on from a literal until one breaks, and what follows on the way.

        Where they do not, one after another, they come as they are, and nothing follows.
        """
        self.assume(literal, self.variables, self.trail.allow(rules))
        return (self.traced, self.links()) if self.ruling == len(rules) else (list(rules), [])

    # The inside

    def touch(self, variable: cython.int, size: cython.int) -> cython.int:
        """Note, once, that a conflict rests on a known variable; return how many are to be traced."""
        if self.seen[variable] == self.trail.stamp:
            return size
        self.seen[variable] = self.trail.stamp
        if self.trail.place[variable] < self.trail.base:
            self.facts[self.resting] = (
                variable if self.trail.values[self.trail.variables + variable] == 1 else -variable
            )
            self.resting += 1
            return size
        self.facts[self.variables - size] = variable
        return size + 1

    def trace(self, reason: cython.int, forced: cython.int) -> cython.void:
        """Find all rules and facts behind a conflict (``forced`` is 0), or behind a variable that was forced."""
        size: cython.int = 0
        done: cython.int = 0
        self.trail.stamp += 1
        self.ruling = 0
        self.resting = 0
        while reason != ASSUMED:
            rule: cython.int = self.trail.rules.rule_of(reason)
            if self.seen[self.variables + 1 + rule] != self.trail.stamp:
                self.seen[self.variables + 1 + rule] = self.trail.stamp
                self.rules[self.ruling] = rule
                self.ruling += 1
            if reason >= self.trail.rules.counts:
                size = self.touch_lines(reason - self.trail.rules.counts, forced, size)
            else:
                size = self.touch_count(reason, forced, size)
            reason = ASSUMED
            while done < size and reason == ASSUMED:
                forced = self.facts[self.variables - done]
                reason = self.trail.reason[forced]
                done += 1

    def touch_lines(self, pair: cython.int, forced: cython.int, size: cython.int) -> cython.int:
        """Note what two lines rest on that forced a variable, or broke."""
        side: cython.int
        index: cython.int
        for side in range(2):
            line: cython.int = pair % self.trail.rules.width if side else pair // self.trail.rules.width
            for index in range(self.trail.rules.line_starts[line], self.trail.rules.line_starts[line + 1]):
                if self.trail.rules.lines[index] != forced:
                    size = self.touch(self.trail.rules.lines[index], size)
        return size

    def touch_count(  # noqa: C901 - which side, how many, and which of them
        self, count: cython.int, forced: cython.int, size: cython.int
    ) -> cython.int:
        """Note what a count rests on that forced a variable, or broke: of what was known before, as much as it takes.

        What came early is taken first, and so facts before all else; where all are needed, as they stand.
        """
        literals: cython.p_int = self.trail.rules.literals
        values: cython.p_int = self.trail.values
        places: cython.p_int = self.trail.place
        middle: cython.int = self.variables
        first: cython.int = self.trail.rules.starts[count]
        last: cython.int = self.trail.rules.starts[count + 1]
        before: cython.int = places[forced] if forced > 0 else self.trail.end
        true: cython.int = 0
        there: cython.int = 0
        wanted: cython.int = 0
        needed: cython.int
        index: cython.int
        literal: cython.int
        for index in range(first, last):
            literal = literals[index]
            if abs(literal) == forced:
                wanted = 1 - values[middle + literal]  # it became true because others are false
            elif values[middle + literal] >= 0 and places[abs(literal)] < before:
                there += 1
                true += values[middle + literal]
        if forced == 0:
            wanted = 1 if true > self.trail.high[count] else 0
        needed = self.trail.high[count] if wanted == 1 else last - first - self.trail.low[count]
        if forced == 0:
            needed += 1
        there = true if wanted == 1 else there - true
        reached: cython.int = -1
        index = first
        while needed > 0 and index < last:
            if there <= needed:
                literal = literals[index]
                index += 1
                if values[middle + literal] == wanted and places[abs(literal)] < before:
                    size = self.touch(abs(literal), size)
                continue
            variable: cython.int = 0
            earliest: cython.int = before
            place: cython.int
            for place in range(first, last):
                literal = literals[place]
                at: cython.int = places[abs(literal)]
                if values[middle + literal] == wanted and reached < at < earliest:
                    variable = abs(literal)
                    earliest = at
            reached = earliest
            needed -= 1
            size = self.touch(variable, size)
        return size

    def assume(self, literal: cython.int, deepest: cython.int, mode: cython.longlong) -> cython.void:
        """Trace why something breaks if a literal were true: no rules where nothing does."""
        base: cython.int = self.trail.end
        best: cython.int = -1
        fewest: cython.int = 0
        index: cython.int
        self.trail.push(literal, ASSUMED, 0)
        if mode != FREE and self.trail.loose:
            # What looked at a rule that forces something anyway may not be among the rules of the mode.
            self.trail.force_tight(mode)
        self.trail.spread(deepest, mode)
        self.ruling = 0
        self.resting = 0
        for index in range(self.trail.clashing):
            self.trace(self.trail.clashes[index], 0)
            if best < 0 or self.ruling < fewest:
                best = index
                fewest = self.ruling
        if best != self.trail.clashing - 1:
            self.trace(self.trail.clashes[best], 0)
        self.reached = self.trail.end
        for index in range(base, self.trail.end):
            self.set_bit(self.touched, self.trail.trail[index])
        self.trail.undo(base)

    def set_bit(self, bits: cython.p_ulonglong, literal: cython.int) -> cython.void:
        """Set the bit of a literal."""
        one: cython.ulonglong = 1
        bit: cython.int = 2 * abs(literal) + (literal < 0)
        bits[(bit >> 6) & (self.words - 1)] |= one << (bit & 63)

    def touch_nothing(self) -> cython.void:
        """Forget what assumptions touched."""
        word: cython.int
        for word in range(self.words):
            self.touched[word] = 0
        self.trail.compared = False

    def broken(self, literal: cython.int, deepest: cython.int, mode: cython.longlong) -> cython.bint:
        """Whether a literal leads to a conflict, by however many rules."""
        base: cython.int = self.trail.end
        self.trail.push(literal, ASSUMED, 0)
        self.trail.spread(deepest, mode)
        self.trail.undo(base)
        return self.trail.clashing > 0

    def depth(self, literal: cython.int, deepest: cython.int, mode: cython.longlong) -> cython.int:
        """How deep the first conflict is that a literal leads to, -1 for none: no deeper one is looked for."""
        base: cython.int = self.trail.end
        self.trail.push(literal, ASSUMED, 0)
        self.trail.spread(deepest, mode)
        found: cython.int = self.trail.depth[abs(self.trail.trail[self.trail.head - 1])] if self.trail.clashing else -1
        self.trail.undo(base)
        return found

    def renew(self) -> cython.void:
        """Forget what is harmless, as something changed."""
        self.trail.stamp += 1
        self.now = self.trail.stamp

    def harmless(self, literal: cython.int) -> cython.bint:
        """Whether nothing breaks if a literal were true, however far one looks: nor does it by what follows then."""
        base: cython.int = self.trail.end
        place: cython.int
        if self.safe[self.variables + literal] == self.now:
            return True
        self.trail.push(literal, ASSUMED, 0)
        self.trail.spread(self.variables, FREE)
        if self.trail.clashing == 0:
            for place in range(base, self.trail.end):
                self.safe[self.variables + self.trail.trail[place]] = self.now
        self.trail.undo(base)
        return self.trail.clashing == 0

    def decide(self, literal: cython.int) -> cython.void:
        """Take a literal for a fact, and what single rules force then."""
        self.trail.push(literal, ASSUMED, 0)
        self.trail.spread(self.variables, FREE)
        self.trail.base = self.trail.end

    def keep(self) -> cython.void:
        """Keep the rules of the last conflict."""
        index: cython.int
        for index in range(self.ruling):
            self.kept[index] = self.rules[index]

    def allow_kept(self, number: cython.int) -> cython.longlong:
        """Return a mode in which the rules that are kept may be used."""
        index: cython.int
        self.trail.stamp += 1
        for index in range(number):
            self.trail.allowed[self.kept[index]] = self.trail.stamp
        return self.trail.stamp

    def allow_all(self) -> cython.longlong:
        """Return a mode in which all rules may be used, but those that are taken out of it."""
        rule: cython.int
        self.trail.stamp += 1
        for rule in range(self.trail.rules.counting + self.trail.rules.width * self.trail.rules.width):
            self.trail.allowed[rule] = self.trail.stamp
        return self.trail.stamp

    def delete(
        self, literal: cython.int, deepest: cython.int, most: cython.int, needed: cython.longlong, number: cython.int
    ) -> cython.void:
        """Leave out rules of the last conflict of :meth:`assume` as :meth:`shrink` does.

        A ``number`` of them, which are stamped as ``needed``, are known not to be needless.
        """
        rules: cython.int = self.ruling
        at: cython.int = rules - 1
        self.keep()
        while at >= 0 and rules > 1:
            rule: cython.int = self.kept[at]
            at -= 1
            if self.needed[rule] == needed:
                continue
            mode: cython.longlong = self.allow_kept(rules)
            self.trail.allowed[rule] = FREE
            self.assume(literal, deepest, mode)
            if self.ruling == 0:
                self.needed[rule] = needed
                number += 1
                if number > most:
                    self.ruling = number
                    self.resting = 0
                    return
                continue
            self.keep()
            rules = self.ruling
            at = rules - 1
        self.assume(literal, deepest, self.allow_kept(rules))

    def shrink(self, literal: cython.int, deepest: cython.int, most: cython.int) -> cython.void:
        """Leave out rules of the last conflict of :meth:`assume`, the farthest first; trace what remains.

        None of these is needless. Where more than ``most`` are needed it stops there, with more than ``most``, and what
        is traced may be anything.
        """
        self.trail.stamp += 1
        self.delete(literal, deepest, most, self.trail.stamp, 0)

    def mark(self, last: cython.int, number: cython.int) -> cython.longlong:
        """Stamp so many rules of those that are kept, from the last one back, as needed; return the stamp."""
        index: cython.int
        self.trail.stamp += 1
        for index in range(number):
            self.needed[self.kept[last - index]] = self.trail.stamp
        return self.trail.stamp

    def lightest(self, literal: cython.int, deepest: cython.int, most: cython.int) -> cython.void:
        """Trace the rules, ``most`` at most, that refute a literal, sought harder; none where it takes more.

        Deletion ends at a conflict that lacks none of its rules, and the nearest one is not always of the fewest: any
        of fewer rules lacks one of these.
        """
        self.assume(literal, deepest, FREE)
        if self.ruling >= 3:
            self.lighten(literal, deepest, most)
        if self.ruling > most:
            self.ruling = 0

    def lighten(  # noqa: C901 - first those that are needed anyway, then each of the others
        self, literal: cython.int, deepest: cython.int, most: cython.int
    ) -> cython.void:
        """Seek fewer rules than those of the last conflict; with more than ``most``, there are none of so few."""
        last: cython.int = 3 * self.variables + 6
        rules: cython.int = self.ruling
        mode: cython.longlong = self.allow_all()
        number: cython.int = 0
        index: cython.int
        rule: cython.int
        for index in range(rules):
            self.kept[last - index] = self.rules[rules - 1 - index]
        # Those without which nothing breaks at all need not be left out for a try, nor may they be too many: the
        # farthest first, as little follows without them.
        for index in range(rules):
            rule = self.kept[last - index]
            self.trail.allowed[rule] = FREE
            if not self.broken(literal, deepest, mode):
                self.kept[last - number] = rule
                number += 1
                if number > most:
                    return
            self.trail.allowed[rule] = mode
        # What was traced is still there: nothing was since.
        self.delete(literal, deepest, rules, self.mark(last, number), number)
        if self.ruling <= most or number == most:
            return
        rules = self.ruling
        first: cython.int = last - number
        for index in range(rules):
            self.kept[first - index] = self.rules[index]
        for index in range(rules):
            stamp: cython.longlong = self.mark(last, number)
            rule = self.kept[first - index]
            if self.needed[rule] == stamp:
                continue
            mode = self.allow_all()
            self.trail.allowed[rule] = FREE
            self.assume(literal, deepest, mode)
            if self.ruling > 2:
                self.delete(literal, deepest, most, stamp, number)
            if 0 < self.ruling <= most:
                return
        self.ruling = most + 1
