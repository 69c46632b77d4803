"""The inside of WalkSAT: flips over flat arrays.

A literal is held as a *code*, ``2 * variable + (1 if negated)``, with variables from 0. Of each clause one word is
kept: ``ONE`` times the number of its true literals, plus the exclusive or of their variables. Where one literal is true
the rest of the word *is* the critical variable, the one whose flip breaks the clause, so that break counts are kept up
to date without looking at any clause.

Random words come from xoshiro128++ (D. Blackman, S. Vigna 2019): 32 bits in 64 and a mask.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from litgrid.kernel import cython
from litgrid.kernel.memory import Memory

if cython.compiled:
    import cython

Numbers: TypeAlias = npt.NDArray[np.uint32]

# Heuristics by number, that have no weights.
SCORE = cython.declare(cython.int, 2)
LEAST_MODIFIED = cython.declare(cython.int, 3)
SKC = cython.declare(cython.int, 4)
PROBSAT = cython.declare(cython.int, 5)
# From here on the first program's, which take the first false clause.
FIRST_JW = cython.declare(cython.int, 6)
FIRST_MODIFIED = cython.declare(cython.int, 9)

ONE = cython.declare(cython.longlong, 1 << 32)
MASK = cython.declare(cython.longlong, (1 << 32) - 1)


class Problem(NamedTuple):
    """What does not change."""

    literals: Numbers  # the codes of all clauses, one after another, to choose from: a clause may repeat one
    starts: Numbers  # where each clause begins, and where the last ends
    occurrences: Numbers  # the clauses of each literal, one literal after another, each clause once
    occurrence_starts: Numbers  # by code
    weights: npt.NDArray[np.float64]  # by code: of jw, moms, and their like; of first-jw chances
    chances: npt.NDArray[np.float64]  # by break count: of probsat


class Results(NamedTuple):
    """What comes out, an entry for each execution; and the model of the first that has one."""

    solved: npt.NDArray[np.uint8]
    flips: npt.NDArray[np.int64]
    restarts: npt.NDArray[np.int64]
    model: npt.NDArray[np.uint8]  # by variable


class Walk:
    """All executions over one formula; a search goes on from where it is.

    Parameters
    ----------
    problem, results
        What is read, and what is written.
    seeds
        Four words for each execution.
    heuristic
        Its number.
    noise
        The probability of a random variable.
    max_flips, tries
        How many flips a try may take, and how many tries an execution.
    """

    def __init__(
        self,
        problem: Problem,
        results: Results,
        seeds: npt.NDArray[np.int64],
        heuristic: int,
        noise: float,
        max_flips: int,
        tries: int,
        trace_every: int,
    ) -> None:
        self.variables, self.clauses = results.model.size, problem.starts.size - 1
        longest = int(np.diff(problem.starts).max(initial=0))
        self.now = np.zeros(self.variables, dtype=np.uint8), np.zeros(self.variables, dtype=np.int64)
        self.memory = memory = Memory()
        self.literals, self.starts = memory.uints(problem.literals), memory.uints(problem.starts)
        self.occurrences = memory.uints(problem.occurrences)
        self.occurrence_starts = memory.uints(problem.occurrence_starts)
        self.weights, self.chances = memory.doubles(problem.weights), memory.doubles(problem.chances)
        self.solved, self.model = memory.uchars(results.solved), memory.uchars(results.model)
        self.all_flips, self.restarts = memory.longs(results.flips), memory.longs(results.restarts)
        self.seeds, self.random = memory.longs(seeds), memory.longs(np.zeros(4, dtype=np.int64))
        self.values, self.flipped = memory.uchars(self.now[0]), memory.longs(self.now[1])
        self.words, self.trace = memory.longs(np.zeros(self.clauses, dtype=np.int64)), self.random
        self.breaks = memory.uints(np.zeros(1 << self.variables.bit_length(), dtype=np.uint32))
        self.false = memory.uints(np.zeros(self.clauses, dtype=np.uint32))
        self.places = memory.uints(np.zeros(self.clauses, dtype=np.uint32))
        self.tied = memory.uints(np.zeros(longest + 1, dtype=np.uint32))
        self.executions, self.heuristic, self.noise = results.solved.size, heuristic, int(noise * 2**32)
        self.max_flips, self.tries, self.every = max_flips, tries, trace_every
        self.execution = self.tried = self.flips = self.left = self.traced = self.until_trace = 0
        self.started = self.found = False

    @property
    def is_done(self) -> bool:
        """Whether no execution is left."""
        return self.execution == self.executions

    def standing(self) -> tuple[int, npt.NDArray[np.uint8], npt.NDArray[np.int64]]:
        """Return how many clauses are false, the values of the variables, and how often each was flipped, now."""
        return self.left, self.now[0].copy(), self.now[1].copy()

    def search(self, budget: cython.longlong) -> npt.NDArray[np.int64]:
        """Go on until all executions are done or ``budget`` flips are spent; return what the trace has more.

        That are the numbers of false clauses of the first execution. Beginning a try costs as many flips of the budget
        as there are clauses and variables, over 16.
        """
        trace = np.zeros(budget // self.every + 3 if self.every else 0, dtype=np.int64)
        self.trace, self.traced = Memory().longs(trace), 0
        with cython.nogil:
            self.go_on(budget)
        return trace[: self.traced]

    def go_on(self, budget: cython.longlong) -> cython.void:
        """Spend flips."""
        done: cython.longlong
        left: cython.longlong
        word: cython.int
        while self.execution < self.executions and budget > 0:
            if not self.started:
                if self.tried == 0:
                    for word in range(4):
                        self.random[word] = self.seeds[4 * self.execution + word]
                self.begin()
                budget -= (self.clauses + self.variables) // 16
            left = self.max_flips - self.flips
            done = self.walk(min(left, max(budget, 1)))
            budget -= done
            self.all_flips[self.execution] += done
            if self.left == 0 or self.flips == self.max_flips:
                self.end()

    def next_word(self) -> cython.longlong:
        """Return 32 random bits."""
        random: cython.p_longlong = self.random
        a: cython.longlong = random[0]
        b: cython.longlong = random[1]
        c: cython.longlong = random[2]
        d: cython.longlong = random[3]
        total: cython.longlong = (a + d) & MASK
        c ^= a
        d ^= b
        random[0] = a ^ d
        random[1] = b ^ c
        random[2] = c ^ ((b << 9) & MASK)
        random[3] = ((d << 11) | (d >> 21)) & MASK
        return ((((total << 7) | (total >> 25)) & MASK) + a) & MASK

    def below(self, number: cython.longlong) -> cython.longlong:
        """Return a random whole number from 0 to ``number - 1``: the upper half of a product (D. Lemire 2019)."""
        return (self.next_word() * number) >> 32

    def begin(self) -> cython.void:
        """Begin a try: draw an assignment, count all clauses."""
        bits: cython.longlong = 0
        word: cython.longlong
        variable: cython.longlong
        clause: cython.longlong
        place: cython.uint
        literal: cython.longlong
        for clause in range(self.clauses):
            self.words[clause] = 0
        for variable in range(self.variables):
            if variable & 31 == 0:
                bits = self.next_word()
            self.values[variable] = bits & 1
            bits >>= 1
            self.breaks[variable] = 0
            self.flipped[variable] = 0
            literal = 2 * variable + 1 - self.values[variable]
            for place in range(self.occurrence_starts[literal], self.occurrence_starts[literal + 1]):
                self.words[self.occurrences[place]] = (self.words[self.occurrences[place]] + ONE) ^ variable
        self.left = 0
        for clause in range(self.clauses):
            word = self.words[clause]
            if word < ONE:
                self.false[self.left] = clause
                self.places[clause] = self.left
                self.left += 1
            elif word < 2 * ONE:
                self.breaks[word - ONE] += 1
        self.flips, self.started = 0, True
        if self.every > 0 and self.execution == 0 and self.tried == 0:
            self.trace[0], self.traced, self.until_trace = self.left, 1, self.every

    def end(self) -> cython.void:
        """Note how a try ended, and go on to the next, or to the next execution."""
        variable: cython.longlong
        self.started = False
        if self.left == 0:
            self.solved[self.execution] = 1
            if not self.found:
                for variable in range(self.variables):
                    self.model[variable] = self.values[variable]
            self.found = True
        if self.left == 0 or self.tried + 1 == self.tries:
            self.tried = 0
            self.execution += 1
        else:
            self.tried += 1
            self.restarts[self.execution] += 1

    def walk(self, flips: cython.longlong) -> cython.longlong:
        """Flip until no clause is false, but no more than ``flips`` times; return how often."""
        done: cython.longlong = 0
        every: cython.longlong = self.every if self.execution == 0 else 0
        first: cython.uint
        end: cython.uint
        variable: cython.uint
        clause: cython.uint
        while done < flips and self.left > 0:
            clause = self.first_false() if self.heuristic >= FIRST_JW else self.false[self.below(self.left)]
            first, end = self.starts[clause], self.starts[clause + 1]
            if self.heuristic == SKC:
                variable = self.least_break(first, end)
            elif self.heuristic == PROBSAT:
                variable = self.by_chance(first, end)
            elif self.next_word() < self.noise:
                variable = self.literals[first + self.below(end - first)] >> 1
            elif self.heuristic == FIRST_JW:
                variable = self.by_chance(first, end)
            elif self.heuristic == LEAST_MODIFIED or self.heuristic == FIRST_MODIFIED:
                variable = self.least_modified(first, end)
            elif self.heuristic == SCORE:
                variable = self.best_score(first, end)
            else:
                variable = self.heaviest(first, end)
            self.flipped[variable] += 1
            self.flip(variable)
            done += 1
            if every > 0:
                self.until_trace -= 1
                if self.until_trace == 0:
                    self.until_trace = every
                    self.trace[self.traced] = self.left
                    self.traced += 1
        self.flips += done
        return done

    def flip(self, variable: cython.uint) -> cython.void:
        """Flip a variable, and keep up all that is counted."""
        words: cython.p_longlong = self.words
        breaks: cython.p_uint = self.breaks
        false: cython.p_uint = self.false
        places: cython.p_uint = self.places
        occurrences: cython.p_uint = self.occurrences
        left: cython.uint = self.left
        before: cython.uint = self.values[variable]
        made: cython.uint = 2 * variable + before
        broken: cython.uint = made ^ 1
        alone: cython.uint = 0
        clause: cython.uint
        last: cython.uint
        hole: cython.uint
        place: cython.uint
        word: cython.longlong
        self.values[variable] = 1 - before
        for place in range(self.occurrence_starts[made], self.occurrence_starts[made + 1]):
            clause = occurrences[place]
            word = words[clause]
            words[clause] = (word + ONE) ^ variable
            if word < ONE:
                left -= 1
                last, hole = false[left], places[clause]
                false[hole] = last
                places[last] = hole
                alone += 1
            else:
                # No jump, which would be guessed wrong too often: what is not one variable has nothing taken off.
                breaks[word & MASK] -= word < 2 * ONE
        for place in range(self.occurrence_starts[broken], self.occurrence_starts[broken + 1]):
            clause = occurrences[place]
            word = (words[clause] - ONE) ^ variable
            words[clause] = word
            if word < ONE:
                false[left] = clause
                places[clause] = left
                left += 1
            else:
                breaks[word & MASK] += word < 2 * ONE
        breaks[variable] = alone
        self.left = left

    def first_false(self) -> cython.uint:
        """Return the false clause that comes first in the formula."""
        false: cython.p_uint = self.false
        first: cython.uint = false[0]
        place: cython.longlong
        for place in range(1, self.left):
            first = min(first, false[place])
        return first

    def least_break(self, first: cython.uint, end: cython.uint) -> cython.uint:
        """Choose as WalkSAT/SKC does; ``tied`` takes the best variables."""
        literals: cython.p_uint = self.literals
        breaks: cython.p_uint = self.breaks
        tied: cython.p_uint = self.tied
        least: cython.uint = breaks[literals[first] >> 1]
        ties: cython.uint = 0
        variable: cython.uint
        value: cython.uint
        place: cython.uint
        for place in range(first, end):
            variable = literals[place] >> 1
            value = breaks[variable]
            # Without a jump, which would be guessed wrong as often as not: each is written, and not always kept.
            ties = 0 if value < least else ties
            least = value if value < least else least
            tied[ties] = variable
            ties += value == least
        if least > 0 and self.next_word() < self.noise:
            return literals[first + self.below(end - first)] >> 1
        return tied[self.below(ties) if ties > 1 else 0]

    def by_chance(self, first: cython.uint, end: cython.uint) -> cython.uint:
        """Choose by chance, each literal with its own."""
        total: cython.double = 0.0
        place: cython.uint
        chosen: cython.uint = first
        for place in range(first, end):
            total += self.chance(self.literals[place])
        left: cython.double = cython.cast(cython.double, self.next_word()) / 4294967296.0 * total
        for place in range(first, end):
            chosen = place
            left -= self.chance(self.literals[place])
            if left < 0:
                break
        return self.literals[chosen] >> 1

    def chance(self, literal: cython.uint) -> cython.double:
        """Return the chance of a literal: for probSAT a function of its variable's break count, else its weight."""
        return self.chances[self.breaks[literal >> 1]] if self.heuristic == PROBSAT else self.weights[literal]

    def heaviest(self, first: cython.uint, end: cython.uint) -> cython.uint:
        """Choose the literal of largest weight, the first of equal ones."""
        chosen: cython.uint = self.literals[first]
        place: cython.uint
        for place in range(first + 1, end):
            if self.weights[self.literals[place]] > self.weights[chosen]:
                chosen = self.literals[place]
        return chosen >> 1

    def least_modified(self, first: cython.uint, end: cython.uint) -> cython.uint:
        """Choose the variable that was flipped least, the first of equal ones."""
        chosen: cython.uint = self.literals[first] >> 1
        place: cython.uint
        for place in range(first + 1, end):
            if self.flipped[self.literals[place] >> 1] < self.flipped[chosen]:
                chosen = self.literals[place] >> 1
        return chosen

    def best_score(self, first: cython.uint, end: cython.uint) -> cython.uint:
        """Choose the variable of the best score, the first of equal ones."""
        chosen: cython.uint = self.literals[first]
        most: cython.longlong = self.score(chosen)
        value: cython.longlong
        place: cython.uint
        for place in range(first + 1, end):
            value = self.score(self.literals[place])
            if value > most:
                chosen, most = self.literals[place], value
        return chosen >> 1

    def score(self, literal: cython.uint) -> cython.longlong:
        """Return how many clauses become true where a false literal becomes true, less those that become false."""
        makes: cython.longlong = 0
        place: cython.uint
        for place in range(self.occurrence_starts[literal], self.occurrence_starts[literal + 1]):
            makes += self.words[self.occurrences[place]] < ONE
        return makes - self.breaks[literal >> 1]
