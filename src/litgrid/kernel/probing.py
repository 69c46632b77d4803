"""Many assumptions, one after another: all that few rules refute, that chains refute, that completions of lines refute.

What takes long goes in slices: it stops after so many looks and goes on from there when it is called again.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from litgrid.kernel import cython
from litgrid.kernel.memory import Memory
from litgrid.kernel.reasons import Reasons
from litgrid.kernel.rules import Numbers

if cython.compiled:
    import cython

FREE = cython.declare(cython.int, 0)
UNKNOWN = cython.declare(cython.int, -1)


class Prober:
    """Assumes literals that an answer refutes.

    Parameters
    ----------
    reasons
        Finds why they break something.
    most
        So many guesses are made about a few rules before they are taken not to decide.
    """

    def __init__(self, reasons: Reasons, most: int) -> None:
        self.trail, self.reasons, self.memory = reasons.trail, reasons, Memory()
        size = 2 * reasons.trail.variables + 1
        self.literals, self.number, self.most = self.memory.zeros(size), 0, most
        self.possible = self.memory.longs(np.zeros(size, dtype=np.int64))
        self.at = self.changed = self.until = self.width = self.reached = 0
        self.harder = False

    # What Python asks

    def inside(self, *lines: Numbers) -> None:
        """Say which lines hold rules: of each the variables, the rules inside, those that it differs from others.

        Each of the three as numbers one line after another, and where those of each line begin.
        """
        memory = self.memory
        self.lines, self.line_starts = memory.copy(lines[0]), memory.copy(lines[1])
        self.rules, self.rule_starts = memory.copy(lines[2]), memory.copy(lines[3])
        self.pairs, self.pair_starts = memory.copy(lines[4]), memory.copy(lines[5])
        self.width = lines[1].size - 1

    def begin(self, literals: Iterable[int]) -> None:
        """Say which literals are to be refuted by what follows."""
        literal: cython.int
        self.number = 0
        for literal in literals:
            self.literals[self.number] = literal
            self.number += 1
        self.rewind()

    def begin_all(self) -> None:
        """Say the same of both sides of all that is unknown."""
        variable: cython.int
        self.number = 0
        for variable in range(1, self.trail.variables + 1):
            if self.trail.values[self.trail.variables + variable] == UNKNOWN:
                self.literals[self.number] = variable
                self.literals[self.number + 1] = -variable
                self.number += 2
        self.rewind()

    def literal(self, place: int) -> int:
        """Return the literal at a place of these."""
        return self.literals[place]

    def close(self, deepest: cython.int, few: cython.int, hard: cython.bint, steps: cython.longlong) -> bool:
        """Decide what single rules force, and with ``few`` of 2 or more what that many refute, until nothing follows.

        ``hard``: it is sought harder before nothing follows. Returns whether it is done; else, after a look at so many
        literals, it goes on from there.
        """
        done: cython.bint
        with cython.nogil:
            done = self.closed(deepest, few, hard, steps)
        return done

    def exhaust(self, steps: cython.longlong) -> bool:
        """Decide all that chains and the completions of lines do, by however many rules; return whether it is done.

        Else, after a look at so many literals and lines, it goes on from there.
        """
        done: cython.bint
        with cython.nogil:
            done = self.exhausted(steps)
        return done

    def failing(self, first: int) -> int:
        """Assume one literal after another, from ``first`` on and round, until one is refuted, which is traced.

        Returns where it is, -1 for none. Known literals are passed over.
        """
        turn: cython.int
        self.reasons.renew()
        for turn in range(self.number):
            place: cython.int = (first + turn) % self.number
            literal: cython.int = self.literals[place]
            if self.trail.values[self.trail.variables + literal] == UNKNOWN and not self.reasons.harmless(literal):
                self.reasons.assume(literal, self.trail.variables, FREE)
                return place
        return -1

    def impossible(self, literals: Iterable[int], variables: list[int], mode: int) -> list[int]:
        """Return those of some unknown literals that cannot hold with the rules of a mode: these are about variables.

        The mode is a new one, as what was found to be possible in it is kept.
        """
        asked = np.array(variables, dtype=np.int32)
        places: cython.p_int = Memory().ints(asked)
        index: cython.int
        last: cython.int = 0
        for index in range(asked.size):
            if self.trail.values[self.trail.variables + places[index]] == UNKNOWN:
                places[last] = places[index]
                last += 1
        value = self.trail.value
        return [one for one in literals if value(one) == UNKNOWN and self.outside(one, places, 0, last, mode)]

    def misfits(self, literals: Iterable[int], line: int) -> list[int]:
        """Return those of some literals that no completion of a line has."""
        mode: cython.longlong = self.allow(line)
        found: list[int] = []
        sides = {abs(literal): literal for literal in literals}
        place: cython.int
        for place in range(self.line_starts[line], self.line_starts[line + 1]):
            literal = sides.get(self.lines[place], 0)
            if literal and self.trail.value(literal) == UNKNOWN and self.beyond(literal, line, mode):
                found.append(literal)
        return found

    # The inside

    def rewind(self) -> cython.void:
        """Begin anew with the same literals."""
        self.at = 0
        self.changed = 0
        self.until = 0
        self.harder = False

    def closed(  # noqa: C901 - one round, that can be left anywhere
        self, deepest: cython.int, few: cython.int, hard: cython.bint, steps: cython.longlong
    ) -> cython.bint:
        """As :meth:`close`."""
        # ``changed`` is where the last literal of this round was decided, ``until`` where that of the one before was:
        # beyond that nothing has changed since.
        if self.at == 0:
            self.trail.settle()
            self.until = self.number
        if few < 2 or self.number == 0:
            return True
        while self.at < self.until or self.changed > 0 or self.harder != hard:
            if steps == 0:
                return False
            if self.at == self.number or (self.at >= self.until and self.changed == 0):
                self.until = self.changed if self.changed > 0 else self.number
                self.harder = self.changed == 0
                self.at = 0
                self.changed = 0
            steps -= 1
            literal: cython.int = self.literals[self.at]
            self.at += 1
            if self.trail.values[self.trail.variables + literal] != UNKNOWN:
                continue
            if self.harder:
                self.reasons.lightest(literal, deepest, few)
            else:
                self.reasons.assume(literal, deepest, FREE)
                if self.reasons.ruling > few:
                    self.reasons.shrink(literal, deepest, few)
            if 0 < self.reasons.ruling <= few:
                if self.harder:
                    self.at = self.number
                self.changed = self.at
                self.reasons.decide(-literal)
        return True

    def fits(
        self,
        literal: cython.int,
        variables: cython.p_int,
        first: cython.int,
        last: cython.int,
        mode: cython.longlong,
    ) -> cython.int:
        """Whether a literal and the rules of a mode can hold: 1 yes, 0 no, -1 where that takes too many guesses.

        All of the rules' variables, from the first place to the last, are asked.
        """
        base: cython.int = self.trail.end
        guesses: cython.int = 0
        answer: cython.int = 1
        index: cython.int
        self.trail.level = 0
        self.trail.push(literal, -1, 0)
        self.trail.spread(self.trail.variables, mode)
        while True:
            if self.trail.clashing > 0:
                if not self.trail.can_turn():
                    answer = 0
                    break
                self.trail.turn()
            else:
                variable: cython.int = 0
                for index in range(first, last):
                    if self.trail.values[self.trail.variables + variables[index]] == UNKNOWN:
                        variable = variables[index]
                        break
                if variable == 0:
                    break
                if guesses == self.most:
                    answer = -1
                    break
                guesses += 1
                self.trail.guess(variable)
            self.trail.spread(self.trail.variables, mode)
        self.reached = self.trail.end
        self.trail.undo(base)
        return answer

    def allow(self, line: cython.int) -> cython.longlong:
        """Return a mode in which the rules of a line may be used, and that it differs from lines that are finished."""
        index: cython.int
        width: cython.int = self.trail.rules.width
        self.trail.stamp += 1
        for index in range(self.rule_starts[line], self.rule_starts[line + 1]):
            self.trail.allowed[self.rules[index]] = self.trail.stamp
        for index in range(self.pair_starts[line], self.pair_starts[line + 1]):
            pair: cython.int = self.pairs[index] - self.trail.rules.counting
            if self.trail.left[pair // width] == 0 or self.trail.left[pair % width] == 0:
                self.trail.allowed[self.pairs[index]] = self.trail.stamp
        return self.trail.stamp

    def beyond(self, literal: cython.int, line: cython.int, mode: cython.longlong) -> cython.bint:
        """Whether no completion of a line has a literal."""
        return self.outside(literal, self.lines, self.line_starts[line], self.line_starts[line + 1], mode)

    def outside(
        self,
        literal: cython.int,
        variables: cython.p_int,
        first: cython.int,
        last: cython.int,
        mode: cython.longlong,
    ) -> cython.bint:
        """Whether :meth:`fits` finds nothing: what it does find shows of all cells what is possible."""
        place: cython.int
        if self.possible[self.trail.variables + literal] == mode:
            return False
        answer: cython.int = self.fits(literal, variables, first, last, mode)
        if answer > 0:
            for place in range(self.trail.end, self.reached):
                self.possible[self.trail.variables + self.trail.trail[place]] = mode
        return answer == 0

    def complete(self, line: cython.int) -> cython.bint:
        """Decide what all completions of a line have in common; return whether that is anything."""
        mode: cython.longlong = self.allow(line)
        base: cython.int = self.trail.base
        place: cython.int
        index: cython.int
        for place in range(self.line_starts[line], self.line_starts[line + 1]):
            variable: cython.int = self.lines[place]
            for index in range(self.number):
                literal: cython.int = self.literals[index]
                if abs(literal) != variable or self.trail.values[self.trail.variables + literal] != UNKNOWN:
                    continue
                if self.beyond(literal, line, mode):
                    self.reasons.decide(-literal)
                    mode = self.allow(line)
        return self.trail.base > base

    def exhausted(self, steps: cython.longlong) -> cython.bint:
        """As :meth:`exhaust`."""
        while self.at < self.number + self.width or self.changed:
            if steps == 0:
                return False
            steps -= 1
            if self.at >= self.number and self.changed:
                self.at = 0  # chains are drawn sooner than lines are completed
                self.changed = 0
            if self.at < self.number:
                literal: cython.int = self.literals[self.at]
                if self.trail.values[self.trail.variables + literal] == UNKNOWN and self.reasons.broken(
                    literal, self.trail.variables, FREE
                ):
                    self.reasons.decide(-literal)
                    self.changed = 1
            elif self.complete(self.at - self.number):
                self.changed = 1
            self.at += 1
        return True
