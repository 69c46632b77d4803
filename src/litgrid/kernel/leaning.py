"""What a step needs: rules and facts of which none can be left out, whatever the way that led to them.

Nothing is known on the trail: facts are assumed one by one, and what is asked is whether some rules refute literals
with them. That is left out without which they still do (deletion, J. Marques-Silva and I. Lynce, SAT 2011).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from litgrid.kernel import cython
from litgrid.kernel.memory import Memory
from litgrid.kernel.probing import Prober

if cython.compiled:
    import cython

UNKNOWN = cython.declare(cython.int, -1)


class Lean:
    """Leaves out what is needless.

    Parameters
    ----------
    prober
        Guesses, on a trail on which nothing is known.

    Attributes
    ----------
    unsure
        whether it took too many guesses to know of something that it is needless, which was kept
    """

    def __init__(self, prober: Prober) -> None:
        self.prober, self.reasons, self.trail, self.memory = prober, prober.reasons, prober.trail, (memory := Memory())
        size, rules = self.trail.variables + 1, self.trail.rules.size
        self.literals, self.facts, self.variables = memory.zeros(size), memory.zeros(size), memory.zeros(size)
        self.rules, self.left = memory.zeros(rules), memory.zeros(size)
        self.used = memory.longs(np.zeros(size + rules, dtype=np.int64))
        self.sure = memory.longs(np.zeros(size, dtype=np.int64))
        self.refuting = self.ruling = self.resting = self.asking = self.reached = 0
        self.proof = self.begun = 0
        self.unsure = False
        self.trail.know(())
        self.trail.loosen()

    def needed(
        self,
        literals: Sequence[int],
        rules: Sequence[int],
        facts: Sequence[int],
        variables: Sequence[int],
        thin: bool,
        rest: bool,
    ) -> tuple[list[int], list[int]]:
        """Return as many of some rules, and of some facts, as it takes to refute literals; the first are kept rather.

        ``variables`` are all that the rules are about; ``thin``: rules may be left out; ``rest``: facts may.
        """
        index: cython.int
        self.refuting, self.ruling, self.resting, self.asking = map(len, (literals, rules, facts, variables))
        for index in range(self.refuting):
            self.literals[index] = literals[index]
        for index in range(self.ruling):
            self.rules[index] = rules[index]
        for index in range(self.resting):
            self.facts[index] = facts[index]
        for index in range(self.asking):
            self.variables[index] = variables[index]
        wanted: cython.bint = thin
        resting: cython.bint = rest
        self.unsure = False
        self.trail.stamp += 1
        self.begun = self.trail.stamp
        self.proof = 0
        with cython.nogil:
            if wanted:
                self.thin_rules()
            if resting:
                self.thin_facts()
        return [self.rules[index] for index in range(self.ruling)], [self.facts[index] for index in range(self.resting)]

    def leading(
        self, literal: int, rules: Sequence[int], facts: Sequence[int]
    ) -> tuple[list[int], list[tuple[int, int]]]:
        """Return the same as :meth:`Reasons.leading`, from facts alone."""
        self.trail.take(facts)
        found = self.reasons.leading(literal, rules)
        self.trail.back(0)
        return found

    # The inside

    def refutes(self) -> cython.bint:
        """Whether the rules and facts that there are refute all literals."""
        index: cython.int
        base: cython.int = self.trail.end
        holds: cython.bint = True
        self.trail.stamp += 1
        mode: cython.longlong = self.trail.stamp
        proof: cython.longlong = mode
        for index in range(self.ruling):
            self.trail.allowed[self.rules[index]] = mode
        for index in range(self.resting):
            self.trail.push(self.facts[index], -1, 0)
        self.trail.spread(self.trail.variables, mode)
        if self.trail.clashing > 0:
            self.use(self.trail.clashes[0], 0, mode)
        else:
            for index in range(self.refuting):
                literal: cython.int = self.literals[index]
                value: cython.int = self.trail.values[self.trail.variables + literal]
                if value == 0:
                    self.use(self.trail.reason[abs(literal)], abs(literal), mode)
                    continue
                answer: cython.int = 1
                if value == UNKNOWN:
                    end: cython.int = self.trail.end
                    self.trail.push(literal, -1, 0)
                    self.trail.spread(self.trail.variables, mode)
                    if self.trail.clashing > 0:
                        self.use(self.trail.clashes[0], 0, mode)
                        self.trail.undo(end)
                        continue
                    self.trail.undo(end)
                    proof = 0  # it takes guesses, and which facts these rest on is not known
                    answer = self.prober.fits(literal, self.variables, 0, self.asking, mode)
                if answer != 0:
                    holds = False
                    self.unsure = self.unsure or answer < 0
                    self.reached = self.prober.reached if answer > 0 and value == UNKNOWN else 0
                    break
        self.trail.undo(base)
        if holds:
            self.proof = proof
        return holds

    def use(self, reason: cython.int, forced: cython.int, proof: cython.longlong) -> cython.void:
        """Note the rules and facts behind what broke, or behind a variable that was forced, as those of a proof."""
        index: cython.int
        if reason < 0:  # it is a fact itself
            self.used[forced] = proof
            return
        self.reasons.trace(reason, forced)
        for index in range(self.reasons.ruling):
            self.used[self.trail.variables + 1 + self.reasons.rules[index]] = proof
        for index in range(self.resting):
            if self.reasons.seen[abs(self.facts[index])] == self.trail.stamp:
                self.used[abs(self.facts[index])] = proof

    def rest(self, leaving: cython.int) -> cython.bint:
        """Whether facts do without those that are left out: a proof, or what fits in, may have shown it."""
        index: cython.int
        missed: cython.int = 0
        fact: cython.int = 0
        proved: cython.bint = self.proof > 0
        for index in range(leaving):
            fact = abs(self.left[index])
            if self.sure[fact] == self.begun:
                return False
            proved = proved and self.used[fact] < self.proof
        if proved:
            return True
        self.reached = 0
        if self.refutes():
            return True
        # What fits in, and has all facts but one of them, does without no other.
        for index in range(leaving if self.reached > 0 else 0):
            place: cython.int = self.trail.place[abs(self.left[index])]
            if place >= self.reached or self.trail.trail[place] != self.left[index]:
                missed += 1
                fact = abs(self.left[index])
        if missed == 1:
            self.sure[fact] = self.begun
        return False

    def thin_rules(self) -> cython.void:
        """Leave rules out, the last ones first."""
        place: cython.int
        index: cython.int
        at: cython.int = self.ruling - 1
        while at >= 0 and self.ruling > 1:
            rule: cython.int = self.rules[at]
            self.ruling -= 1
            for place in range(at, self.ruling):
                self.rules[place] = self.rules[place + 1]
            unused: cython.bint = self.proof > 0 and self.used[self.trail.variables + 1 + rule] < self.proof
            if not unused and not self.refutes():
                for index in range(self.ruling - at):
                    self.rules[self.ruling - index] = self.rules[self.ruling - index - 1]
                self.rules[at] = rule
                self.ruling += 1
            at -= 1

    def thin_facts(self) -> cython.void:
        """Leave facts out, the last ones first, many at once as long as these are needless."""
        index: cython.int
        end: cython.int
        size: cython.int = max(self.resting // 4, 1)
        while size > 0:
            end = self.resting
            while end > 0:
                first: cython.int = max(end - size, 0)
                number: cython.int = end - first
                for index in range(number):
                    self.left[index] = self.facts[first + index]
                self.resting -= number
                for index in range(first, self.resting):
                    self.facts[index] = self.facts[index + number]
                if not self.rest(number):
                    for index in range(self.resting - first):
                        place: cython.int = self.resting - 1 - index
                        self.facts[place + number] = self.facts[place]
                    for index in range(number):
                        self.facts[first + index] = self.left[index]
                    self.resting += number
                end = first
            size //= 2
