"""WalkSAT once more, as its pseudocode reads: nothing is kept between two flips but the assignment, the counts of flips
and the list of false clauses. It draws the random numbers of :mod:`litgrid.sat.walksat`, written here again.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction

Clauses = list[list[int]]
MASK64 = 2**64 - 1
GOLDEN = 0x9E3779B97F4A7C15


def split_mix(word: int) -> int:
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 & MASK64
    word = (word ^ word >> 27) * 0x94D049BB133111EB & MASK64
    return word ^ word >> 31


class Words:
    """xoshiro128++, from SplitMix of the seed and the number of an execution."""

    def __init__(self, seed: int, execution: int) -> None:
        base = split_mix(seed + GOLDEN & MASK64) ^ split_mix(execution)
        base = split_mix(base)
        halves = [split_mix(base + k * GOLDEN & MASK64) for k in (1, 2)]
        self.state = [part for half in halves for part in (half % 2**32, half >> 32)]

    def word(self) -> int:
        s = self.state

        def turned(value: int, by: int) -> int:
            return (value << by | value >> 32 - by) % 2**32

        result = (turned((s[0] + s[3]) % 2**32, 7) + s[0]) % 2**32
        t = (s[1] << 9) % 2**32
        s[2] ^= s[0]
        s[3] ^= s[1]
        s[1] ^= s[2]
        s[0] ^= s[3]
        s[2] ^= t
        s[3] = turned(s[3], 11)
        return result

    def below(self, number: int) -> int:
        return self.word() * number // 2**32

    def happens(self, probability: float) -> bool:
        return self.word() < int(probability * 2**32)


@dataclass
class Walk:
    """One execution."""

    clauses: Clauses
    variables: int
    heuristic: str
    noise: float
    max_flips: int
    restarts: int
    words: Words
    flips: int = 0
    restarted: int = 0
    solved: bool = False
    trace: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        once = [list(dict.fromkeys(clause)) for clause in self.clauses]
        self.whole, self.clauses = self.clauses, self.kept(once)

    def kept(self, once: Clauses) -> Clauses:
        return [clause for clause in once if not any(-literal in clause for literal in clause)]

    def run(self) -> Walk:
        for number in range(self.restarts + 1):
            self.restarted = number
            self.value = dict(self.assignment())
            self.flipped = dict.fromkeys(self.value, 0)
            self.false = [clause for clause in range(len(self.clauses)) if not self.true(clause)]
            if number == 0:
                self.trace.append(len(self.false))
            done = 0
            while self.false and done < self.max_flips:
                self.flip(self.choose())
                done += 1
                self.trace.append(len(self.false))
            self.flips += done
            if not self.false:
                self.solved = True
                break
        return self

    def assignment(self) -> Iterator[tuple[int, bool]]:
        for first in range(0, self.variables, 32):
            word = self.words.word()
            for place in range(min(32, self.variables - first)):
                yield first + place + 1, bool(word >> place & 1)

    def holds(self, literal: int) -> bool:
        return self.value[abs(literal)] == (literal > 0)

    def true(self, clause: int) -> bool:
        return any(map(self.holds, self.clauses[clause]))

    def flip(self, variable: int) -> None:
        self.value[variable] = not self.value[variable]
        self.flipped[variable] += 1
        for clause in sorted(self.false):
            if self.true(clause):
                last = self.false.pop()
                if last != clause:
                    self.false[self.false.index(clause)] = last
        self.false += [
            clause for clause in range(len(self.clauses)) if clause not in self.false and not self.true(clause)
        ]

    def makes_and_breaks(self, variable: int) -> tuple[int, int]:
        before = [self.true(clause) for clause in range(len(self.clauses))]
        self.value[variable] = not self.value[variable]
        after = [self.true(clause) for clause in range(len(self.clauses))]
        self.value[variable] = not self.value[variable]
        pairs = list(zip(before, after, strict=True))
        return pairs.count((False, True)), pairs.count((True, False))

    def breaks(self, literal: int) -> int:
        return self.makes_and_breaks(abs(literal))[1]

    def choose(self) -> int:
        clause = self.clauses[self.false[self.words.below(len(self.false))]]
        if self.heuristic == "probsat":
            return abs(self.by_chance(clause))
        if self.heuristic == "skc":
            least = min(map(self.breaks, clause))
            if least > 0 and self.words.happens(self.noise):
                return abs(clause[self.words.below(len(clause))])
            ties = [literal for literal in clause if self.breaks(literal) == least]
            return abs(ties[self.words.below(len(ties))] if len(ties) > 1 else ties[0])
        if self.words.happens(self.noise):
            return abs(clause[self.words.below(len(clause))])
        merits = list(map(self.merit, clause))
        return abs(clause[merits.index(max(merits))])

    def merit(self, literal: int) -> Fraction:
        if self.heuristic == "score":
            makes, breaks = self.makes_and_breaks(abs(literal))
            return Fraction(makes - breaks)
        if self.heuristic == "least-modified":
            return Fraction(-self.flipped[abs(literal)])
        shortest = min(map(len, self.clauses))
        containing = [clause for clause in self.clauses if literal in clause]
        if self.heuristic == "moms":
            return Fraction(sum(len(clause) == shortest for clause in containing))
        return sum((Fraction(1, 2 ** len(clause)) for clause in containing), Fraction(0))

    def by_chance(self, clause: list[int]) -> int:
        longest = max(map(len, self.clauses))
        base = {4: 2.85, 5: 3.7, 6: 5.1}.get(longest, 5.4)

        def chance(literal: int) -> float:
            return (0.9 + self.breaks(literal)) ** -2.06 if longest <= 3 else base ** -self.breaks(literal)

        chances = list(map(chance, clause))
        left = self.words.word() / 2**32 * sum(chances)
        for literal, share in zip(clause, chances, strict=True):
            left -= share
            if left < 0:
                return literal
        return clause[-1]


@dataclass
class FirstWalk(Walk):
    """The first program's search, from its description: nothing here is a set, and what stands twice is met twice."""

    def kept(self, once: Clauses) -> Clauses:
        return [clause for clause in self.clauses if not any(-literal in clause for literal in clause)]

    def choose(self) -> int:
        clause = next(clause for number, clause in enumerate(self.clauses) if number in self.false)
        if self.words.happens(self.noise):
            return abs(clause[self.words.below(len(clause))])
        variables = [abs(literal) for literal in clause]
        if self.heuristic == "first-jw":
            return self.drawn(variables)
        best = variables[0]
        for variable in variables:
            if self.better(variable, best):
                best = variable
        return best

    def better(self, variable: int, best: int) -> bool:
        if self.heuristic == "first-modified":
            return self.flipped[variable] < self.flipped[best]
        weight = self.short if self.heuristic == "first-moms" else self.leaning
        return weight(variable) > weight(best)

    def drawn(self, variables: list[int]) -> int:
        shares = [1 / float(self.spread(variable)) for variable in variables]
        total = 0.0
        for share in shares:
            total += share
        left = self.words.word() / 2**32 * total
        for variable, share in zip(variables, shares, strict=True):
            left -= share
            if left < 0:
                return variable
        return variables[-1]

    def spread(self, variable: int) -> Fraction:
        total = Fraction(0)
        for clause in self.whole:
            here = [literal for literal in clause if abs(literal) == variable]
            for _ in here:
                total += Fraction(len(clause), len(here))
        return total

    def short(self, variable: int) -> int:
        return sum(abs(literal) == variable for clause in self.whole if len(clause) <= 2 for literal in clause)

    def leaning(self, variable: int) -> int:
        total = 0
        for clause in self.whole:
            here = [literal for literal in clause if abs(literal) == variable]
            if here:
                total += len(here) if here[0] > 0 else -len(here)
        return abs(total)
