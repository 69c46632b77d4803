"""What is known and why: propagation over rules, undone in constant time a literal.

The *trail* holds the known literals in order. Of each count it is kept how many more of its literals may be true, and
how many false (what it has to *spare*), so that a known literal changes one number of each count that holds it, and
only a count that has nothing more to spare is looked at. Consequences are drawn breadth first, so that the first
conflict is one of the nearest; each literal keeps the *reason* that forced it, a count or two lines that differ, and
its *depth*, how far it is from what was assumed (the implication graph of J. Marques-Silva and K. Sakallah, GRASP,
1996). Guesses are *levels*: places of the trail to come back to, where the other side of a guess is tried.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from litgrid.kernel import cython
from litgrid.kernel.memory import Memory
from litgrid.kernel.rules import Numbers, Rules

if cython.compiled:
    import cython

EVER = cython.declare(cython.int, 1 << 30)
"""As far as consequences go."""
ASSUMED = cython.declare(cython.int, -1)
"""The reason of a literal that nothing forced."""
FREE = cython.declare(cython.int, 0)
"""The mode in which all rules may be used."""
MOST_CLASHES = cython.declare(cython.int, 16)
"""No more conflicts of one depth are compared."""
UNKNOWN = cython.declare(cython.int, -1)


class Trail:
    """What is known by some rules.

    Parameters
    ----------
    rules
        The rules.
    low, high
        Of each count, how many of its literals are true: they may be changed, see :meth:`bound`.

    Examples
    --------
    Exactly two of three, and the first is false:

    >>> import numpy as np
    >>> from litgrid.kernel.rules import Rules
    >>> none = np.empty(0, dtype=np.int32)
    >>> rules = Rules(3, np.array([1, 2, 3]), np.array([0, 3]), np.array([0]), 1, none, np.array([0]), none)
    >>> trail = Trail(rules, np.array([2]), np.array([2]))
    >>> trail.know([-1])
    True
    >>> trail.literals(0)
    [-1, 2, 3]
    """

    def __init__(self, rules: Rules, low: Numbers, high: Numbers) -> None:
        size, width = rules.variables + 1, rules.width
        values, self.ordered = np.zeros(2 * size, dtype=np.int32), np.zeros(size, dtype=np.int32)
        self.rules, self.known, self.memory = rules, values[size:-1], (memory := Memory())
        self.low, self.high, self.spare = memory.copy(low), memory.copy(high), memory.zeros(2 * low.size)
        self.values, self.trail, self.left = memory.ints(values), memory.ints(self.ordered), memory.zeros(width)
        self.place, self.reason, self.depth = memory.zeros(size), memory.zeros(size), memory.zeros(size)
        self.levels, self.turned, self.clashes = memory.zeros(size), memory.zeros(size), memory.zeros(MOST_CLASHES)
        self.allowed = memory.longs(np.zeros(rules.size, dtype=np.int64))
        self.variables, self.head, self.end, self.base, self.level = rules.variables, 0, 0, 0, 0
        self.clashing, self.stamp, self.loose, self.comparing = 0, 0, False, width > 0
        self.in_turn = self.compared = self.slicing = False
        self.tightened, self.age, self.told, self.told_age = memory.zeros(rules.size), 0, 0, -1
        self.begin()

    # What Python asks

    def value(self, literal: int) -> int:
        """Return 1 where a literal is true, 0 where it is false, -1 where it is unknown."""
        return self.values[self.variables + literal]

    def is_fact(self, variable: int) -> bool:
        """Return whether a known variable was so from the beginning."""
        return self.place[variable] < self.base

    def reason_of(self, variable: int) -> int:
        """Return what forced a known variable, -1 for nothing."""
        return self.reason[variable]

    def lacks(self, line: int) -> int:
        """Return how many cells of a line that differs are unknown."""
        return self.left[line]

    @property
    def clash_found(self) -> int:
        """The first reason that broke last."""
        return self.clashes[0]

    def grid(self) -> npt.NDArray[np.int8]:
        """Return the same of each variable."""
        return self.known.astype(np.int8)

    def literals(self, first: int) -> list[int]:
        """Return what is known, in order, from a place of the trail on."""
        return [self.trail[place] for place in range(first, self.end)]

    def know(self, literals: Iterable[int]) -> bool:
        """Take literals for facts, and what single rules force then; return whether nothing breaks."""
        literal: cython.int
        for literal in literals:
            if self.values[self.variables + literal] == UNKNOWN:
                self.push(literal, ASSUMED, 0)
        self.spread(EVER, FREE)
        self.base = self.end
        self.tight()
        return self.clashing == 0

    def start(self, literals: Numbers) -> None:
        """Take literals, and what single rules force as they stand; the consequences are still to be drawn."""
        array = np.ascontiguousarray(literals, dtype=np.int32)
        taken: cython.p_int = Memory().ints(array)
        place: cython.int
        for place in range(array.size):
            self.push(taken[place], ASSUMED, 0)
        self.force_tight(FREE)
        self.slicing = True

    def draw(self, deepest: cython.int) -> bool:
        """Draw consequences, no deeper than that; return whether there are no more, or something breaks."""
        with cython.nogil:
            self.spread(deepest, FREE)
        return self.head == self.end or self.clashing > 0

    def all_literals(self) -> npt.NDArray[np.int32]:
        """Return what is known, in order."""
        return self.ordered[: self.end]

    def take(self, literals: Iterable[int]) -> None:
        """Take literals for facts, and draw no consequences."""
        literal: cython.int
        for literal in literals:
            if self.values[self.variables + literal] == UNKNOWN:
                self.push(literal, ASSUMED, 0)
        self.stamp += 1
        self.spread(EVER, self.stamp)
        self.base, self.loose = self.end, True

    def assume(self, literal: int) -> bool:
        """Take a literal and what follows from it, no facts; return whether something breaks."""
        self.push(literal, ASSUMED, 0)
        self.spread(EVER, FREE)
        return self.clashing > 0

    def drop(self, place: int) -> None:
        """Know no more than what is on the trail before a place."""
        self.undo(place)
        if place < self.base:
            self.base = place
            self.age += 1

    def back(self, base: int) -> None:
        """Know no more facts than the first ones."""
        if base < self.base:
            self.age += 1
        self.undo(base)
        self.base, self.loose = base, True

    def allow(self, rules: Iterable[int]) -> int:
        """Return the mode in which these rules alone may be used, until it is asked for another."""
        rule: cython.int
        self.stamp += 1
        for rule in rules:
            self.allowed[rule] = self.stamp
        return self.stamp

    def tight(self) -> list[int]:
        """Return the reasons that force something as they stand; where there are none, facts are not loose."""
        one: cython.int
        other: cython.int
        width: cython.int = self.rules.width
        found: list[int] = [
            count
            for count in range(self.rules.counts)
            if self.opened(count) > 0 and min(self.spare[2 * count], self.spare[2 * count + 1]) <= 0
        ]
        for one in range(width):
            for other in range(width if self.left[one] == 0 else 0):
                if self.are_close(one, other):
                    before: cython.int = self.end
                    self.compare(one, other, 0, FREE)
                    if self.end > before:
                        self.undo(before)
                        found.append(self.rules.counts + min(one, other) * width + max(one, other))
        self.loose = len(found) > 0
        return found

    def tight_rules(self) -> dict[int, tuple[list[int], int]]:
        """Return the same by rule, and how many literals these reasons leave open; one where two lines differ.

        Of rules that changed since this was asked last; those that force nothing any more have no reasons.
        """
        place: cython.int
        index: cython.int
        rule: cython.int
        reason: cython.int
        rules = self.rules
        whole: cython.bint = self.age != self.told_age or self.base < self.told
        self.stamp += 1
        for place in range(self.told if not whole else self.end, self.end):
            variable: cython.int = abs(self.trail[place])
            for index in range(rules.occurs_starts[variable], rules.occurs_starts[variable + 1]):
                self.allowed[rules.rule[rules.occurs[index] >> 1]] = self.stamp
        self.told, self.told_age = self.base, self.age
        found: dict[int, tuple[list[int], int]] = {}
        for reason in self.tight():
            rule = rules.rule_of(reason)
            if whole or rule >= rules.counting or self.allowed[rule] == self.stamp:
                reasons, opened = found.get(rule, ([], 0))
                reasons.append(reason)
                found[rule] = reasons, opened + (self.opened(reason) if reason < rules.counts else 1)
        for rule in range(rules.size):
            if self.tightened[rule] and (whole or rule >= rules.counting or self.allowed[rule] == self.stamp):
                found.setdefault(rule, ([], 0))
                self.tightened[rule] = 0
        for rule in found:
            self.tightened[rule] = len(found[rule][0])
        return found

    def apply(self, reasons: Iterable[int], mode: int) -> None:
        """Take what some reasons force, and what follows from it in a mode, onto the trail."""
        reason: cython.int
        for reason in reasons:
            self.force(reason)
        self.spread(EVER, mode)

    def loosen(self) -> None:
        """Look at counts whichever way they are touched, as where facts may force something."""
        self.loose = True

    def look(self, lines: bool) -> None:
        """Look at lines that must differ all the while, or do not."""
        self.compare_lines(lines)

    def take_turns(self) -> None:
        """Compare lines not before the turn of their last cells has come: no depth hangs on the order of cells then."""
        self.in_turn = True

    def reach(self, literal: int) -> int:
        """Return how many literals follow from one."""
        before: cython.int = self.end
        self.push(literal, ASSUMED, 0)
        self.spread(EVER, FREE)
        found: cython.int = self.end - before
        self.undo(before)
        return found

    # The inside

    def begin(self) -> cython.void:
        """Know nothing."""
        at: cython.int
        for at in range(2 * self.variables + 1):
            self.values[at] = UNKNOWN
        for at in range(self.rules.counts):
            self.spare[2 * at] = self.high[at]
            self.spare[2 * at + 1] = self.rules.starts[at + 1] - self.rules.starts[at] - self.low[at]
        for at in range(self.rules.width):
            self.left[at] = self.rules.line_starts[at + 1] - self.rules.line_starts[at]
        self.head = 0
        self.end = 0
        self.base = 0

    def opened(self, count: cython.int) -> cython.int:
        """Return how many literals of a count are open, or their consequences not drawn yet."""
        return self.spare[2 * count] + self.spare[2 * count + 1] + self.low[count] - self.high[count]

    def bound(self, count: cython.int, low: cython.int, high: cython.int) -> cython.void:
        """Change the bounds of a count."""
        self.spare[2 * count] += high - self.high[count]
        self.spare[2 * count + 1] += self.low[count] - low
        self.low[count] = low
        self.high[count] = high

    def push(self, literal: cython.int, reason: cython.int, depth: cython.int) -> cython.void:
        """Put a literal at the end of the trail."""
        variable: cython.int = abs(literal)
        self.values[self.variables + literal] = 1
        self.values[self.variables - literal] = 0
        self.trail[self.end] = literal
        self.place[variable] = self.end
        self.reason[variable] = reason
        self.depth[variable] = depth
        self.end += 1

    def undo(self, base: cython.int) -> cython.void:
        """Take the trail back to a place."""
        occurs: cython.p_int = self.rules.occurs
        spare: cython.p_int = self.spare
        place: cython.int
        index: cython.int
        for place in range(base, self.end):
            literal: cython.int = self.trail[place]
            variable: cython.int = abs(literal)
            self.values[self.variables + literal] = UNKNOWN
            self.values[self.variables - literal] = UNKNOWN
            if place < self.head:
                flip: cython.int = 1 if literal < 0 else 0
                for index in range(self.rules.occurs_starts[variable], self.rules.occurs_starts[variable + 1]):
                    spare[occurs[index] ^ flip] += 1
                if self.comparing:
                    for index in range(self.rules.lines_of_starts[variable], self.rules.lines_of_starts[variable + 1]):
                        self.left[self.rules.lines_of[index]] += 1
        self.end = base
        self.head = min(self.head, base)

    def clash(self, reason: cython.int) -> cython.void:
        """Keep a conflict, once."""
        index: cython.int
        for index in range(self.clashing):
            if self.clashes[index] == reason:
                return
        if self.clashing < MOST_CLASHES:
            self.clashes[self.clashing] = reason
            self.clashing += 1

    def spread(  # noqa: C901 - the inmost loop: a call for a part of it would cost more than that does
        self, deepest: cython.int, mode: cython.longlong
    ) -> cython.void:
        """Draw the consequences of the trail, from where that was left on, and no deeper than that.

        Where it may go on from there later, in slices, what is one deeper is put on the trail. Conflicts of the least
        depth are kept. In a mode only the rules that it allows are used. Facts are *loose* where they may force
        something that is not known: then a count is looked at whichever way it is touched.
        """
        literals: cython.p_int = self.rules.literals
        starts: cython.p_int = self.rules.starts
        occurs: cython.p_int = self.rules.occurs
        occurs_starts: cython.p_int = self.rules.occurs_starts
        spare: cython.p_int = self.spare
        values: cython.p_int = self.values
        middle: cython.int = self.variables
        loose: cython.bint = self.loose
        comparing: cython.bint = self.comparing
        slicing: cython.bint = self.slicing
        index: cython.int
        place: cython.int
        self.clashing = 0
        while self.head < self.end:
            literal: cython.int = self.trail[self.head]
            variable: cython.int = abs(literal)
            depth: cython.int = self.depth[variable]
            if depth > deepest:
                break
            self.head += 1
            flip: cython.int = 1 if literal < 0 else 0
            if comparing:
                for index in range(self.rules.lines_of_starts[variable], self.rules.lines_of_starts[variable + 1]):
                    self.left[self.rules.lines_of[index]] -= 1
            for index in range(occurs_starts[variable], occurs_starts[variable + 1]):
                at: cython.int = occurs[index] ^ flip
                left: cython.int = spare[at] - 1
                spare[at] = left
                if left > 0:
                    if not loose or spare[at ^ 1] > 0:
                        continue
                    at ^= 1
                    left = spare[at]
                count: cython.int = at >> 1
                if mode != FREE and self.allowed[self.rules.rule[count]] != mode:
                    continue
                if left < 0:
                    self.clash(count)
                    deepest = min(deepest, depth)
                elif (depth < deepest or slicing) and spare[at ^ 1] > self.high[count] - self.low[count]:  # it is open
                    for place in range(starts[count], starts[count + 1]):
                        other: cython.int = literals[place]
                        if values[middle + other] == UNKNOWN:
                            self.push(other if at & 1 else -other, count, depth + 1)
            if comparing:
                self.compare_all(variable, depth, mode)
                if self.clashing > 0:
                    deepest = min(deepest, depth)

    def compare_all(self, variable: cython.int, depth: cython.int, mode: cython.longlong) -> cython.void:
        """Look at the lines that a variable is in, and at those that they differ from."""
        index: cython.int
        other: cython.int
        for index in range(self.rules.lines_of_starts[variable], self.rules.lines_of_starts[variable + 1]):
            line: cython.int = self.rules.lines_of[index]
            if self.left[line] > 1:
                continue
            self.compared = True
            for other in range(self.rules.width):
                if (
                    self.rules.table[other] == self.rules.table[line]
                    and other != line
                    and self.left[other] + self.left[line] < 2
                ):
                    self.compare(line, other, depth, mode)

    def are_close(self, one: cython.int, other: cython.int) -> cython.bint:
        """Whether a line is finished and another one that must differ lacks one cell."""
        return self.left[one] == 0 and self.left[other] == 1 and self.rules.table[one] == self.rules.table[other]

    def compare(self, one: cython.int, other: cython.int, depth: cython.int, mode: cython.longlong) -> cython.void:
        """Look at two lines that must differ, of which at most one has an unknown cell."""
        reason: cython.int = self.rules.counts + min(one, other) * self.rules.width + max(one, other)
        if mode != FREE and self.allowed[self.rules.rule_of(reason)] != mode:
            return
        forced: cython.int = 0
        index: cython.int
        for index in range(self.rules.line_starts[one + 1] - self.rules.line_starts[one]):
            a: cython.int = self.rules.lines[self.rules.line_starts[one] + index]
            b: cython.int = self.rules.lines[self.rules.line_starts[other] + index]
            first: cython.int = self.values[self.variables + a]
            second: cython.int = self.values[self.variables + b]
            if first == UNKNOWN and second == UNKNOWN:
                return
            if first == UNKNOWN:
                forced = -a if second == 1 else a
            elif second == UNKNOWN:
                forced = -b if first == 1 else b
            elif first != second:
                return
        if forced == 0:
            if not self.in_turn or self.left[one] + self.left[other] == 0:
                self.clash(reason)
        else:
            self.push(forced, reason, depth + 1)

    def force(self, reason: cython.int) -> cython.void:
        """Put onto the trail what a reason that is tight forces."""
        pair: cython.int = reason - self.rules.counts
        place: cython.int
        if pair >= 0:
            self.compare(pair // self.rules.width, pair % self.rules.width, 0, FREE)
            return
        for place in range(self.rules.starts[reason], self.rules.starts[reason + 1]):
            literal: cython.int = self.rules.literals[place]
            if self.values[self.variables + literal] == UNKNOWN:
                self.push(-literal if self.spare[2 * reason] <= 0 else literal, reason, 1)

    def force_tight(self, mode: cython.longlong) -> cython.void:
        """Put onto the trail what counts of a mode force as they stand."""
        count: cython.int
        for count in range(self.rules.counts):
            if mode != FREE and self.allowed[self.rules.rule[count]] != mode:
                continue
            if self.opened(count) > 0 and min(self.spare[2 * count], self.spare[2 * count + 1]) <= 0:
                self.force(count)

    def settle(self) -> cython.void:
        """Know what single rules force, facts that may be loose among what they force it from."""
        one: cython.int
        other: cython.int
        self.force_tight(FREE)
        if self.comparing:
            for one in range(self.rules.width):
                for other in range(self.rules.width):
                    if self.are_close(one, other):
                        self.compare(one, other, 0, FREE)
        self.spread(EVER, FREE)
        self.base, self.loose = self.end, False

    # Levels

    def guess(self, literal: cython.int) -> cython.void:
        """Take a literal on a new level."""
        self.levels[self.level] = self.end
        self.turned[self.level] = 0
        self.level += 1
        self.push(literal, ASSUMED, 0)

    def can_turn(self) -> cython.bint:
        """Forget the guesses of which both sides were tried; return whether another one is left."""
        while self.level > 0 and self.turned[self.level - 1]:
            self.level -= 1
        return self.level > 0

    def turn(self) -> cython.int:
        """Go back to the last guess and take its other side; return that."""
        at: cython.int = self.levels[self.level - 1]
        literal: cython.int = -self.trail[at]
        self.undo(at)
        self.turned[self.level - 1] = 1
        self.push(literal, ASSUMED, 0)
        return literal

    def compare_lines(self, comparing: cython.bint) -> cython.void:
        """Look at lines that must differ, or do not."""
        line: cython.int
        index: cython.int
        self.comparing = comparing and self.rules.width > 0
        if self.comparing:
            for line in range(self.rules.width):
                self.left[line] = 0
                for index in range(self.rules.line_starts[line], self.rules.line_starts[line + 1]):
                    if self.values[self.variables + self.rules.lines[index]] == UNKNOWN:
                        self.left[line] += 1
