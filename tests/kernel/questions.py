"""What is asked of the kernels of propagation, by a seed, and all that they say: ``python questions.py SEEDS``.

It needs nothing else of the tests, so that a program that finds no compiled kernels can run it.
"""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from litgrid.kernel.costs import Costs
from litgrid.kernel.filling import Filler
from litgrid.kernel.guessing import Guesses
from litgrid.kernel.holding import Counts
from litgrid.kernel.probing import Prober
from litgrid.kernel.reasons import Reasons
from litgrid.kernel.rivals import NearRivals
from litgrid.kernel.rules import Rules
from litgrid.kernel.sifting import Sieve
from litgrid.kernel.trail import Trail

Numbers = npt.NDArray[np.int64]
VARIABLES, LENGTH = 12, 3


@dataclass(frozen=True)
class Made:
    """Rules at random that an answer keeps: counts, each a rule or two a rule, and lines that must differ."""

    answer: Numbers  # by variable, 1 or 0
    counts: list[tuple[list[int], int, int]]
    rule: list[int]
    lines: list[list[int]]

    @classmethod
    def at_random(cls, seed: int) -> Made:
        rng = np.random.default_rng(seed)
        answer = rng.integers(0, 2, VARIABLES)
        counts: list[tuple[list[int], int, int]] = []
        rule: list[int] = []
        for _ in range(int(rng.integers(4, 14))):
            variables = rng.permutation(VARIABLES)[: int(rng.integers(1, 6))] + 1
            literals = np.where(rng.random(variables.size) < 0.3, -variables, variables)
            true = int((answer[variables - 1] == (literals > 0)).sum())
            low, high = true - int(rng.integers(0, 2)), true + int(rng.integers(0, 2))
            counts.append((literals.tolist(), low, high))
            rule.append(rule[-1] if rule and rng.random() < 0.3 else len(set(rule)))
        lines = (rng.permutation(VARIABLES).reshape(-1, LENGTH) + 1).tolist()[: 4 if seed % 2 else 0]
        equal = [
            one
            for place, one in enumerate(lines)
            if cls._of(answer, one) in [cls._of(answer, a) for a in lines[:place]]
        ]
        return cls(answer, counts, rule, [line for line in lines if line not in equal])

    @staticmethod
    def _of(answer: Numbers, line: list[int]) -> list[int]:
        found: list[int] = answer[np.array(line) - 1].tolist()
        return found

    @property
    def counting(self) -> int:
        """How many rules count."""
        return max(self.rule) + 1

    def guesses(self, boards: int = 1) -> Guesses:
        """Return what guesses so many boards of these rules; of several without lines that must differ."""
        lines = self.lines if boards == 1 else []
        size = len(self.counts)
        first = np.cumsum([0, *(len(literals) for literals, _, _ in self.counts * boards)])
        own = np.concatenate([np.array(literals) for literals, _, _ in self.counts])
        rules = Rules(
            VARIABLES * boards,
            np.concatenate([own + np.sign(own) * VARIABLES * board for board in range(boards)]),
            first,
            np.arange(size * boards),
            size * boards,
            np.array(lines, dtype=np.int64).ravel(),
            np.arange(len(lines) + 1) * LENGTH,
            np.zeros(len(lines), dtype=np.int64),
        )
        trail = Trail(rules, *(np.array([count[bound] for count in self.counts * boards]) for bound in (1, 2)))
        return Guesses(trail, np.arange(boards + 1) * VARIABLES, np.arange(boards + 1) * size)

    def rules(self) -> Rules:
        starts = np.cumsum([0, *(len(literals) for literals, _, _ in self.counts)])
        return Rules(
            VARIABLES,
            np.concatenate([np.array(literals) for literals, _, _ in self.counts]),
            starts,
            np.array(self.rule),
            self.counting,
            np.array(self.lines, dtype=np.int64).ravel(),
            np.arange(len(self.lines) + 1) * LENGTH,
            np.zeros(len(self.lines), dtype=np.int64),
        )

    def trail(self, *, off: bool = False) -> Trail:
        low, high = (np.array([count[bound] for count in self.counts]) for bound in (1, 2))
        if off:
            low, high = np.zeros_like(low), np.array([len(literals) for literals, _, _ in self.counts])
        return Trail(self.rules(), low, high)

    def sieve(self) -> tuple[Sieve, int]:
        """Return all counts as items, then half of the variables as given ones; and how many items these are."""
        trail, right = self.trail(off=True), np.array(self.right())
        given = list(range(0, VARIABLES, 2))
        about = [[abs(literal) - 1 for literal in literals] for literals, _, _ in self.counts]
        about += [[variable] for variable in given]
        items, counts = len(about), np.arange(len(self.counts))
        sieve = Sieve(
            NearRivals(trail, self.answer.astype(np.int32)),
            Prober(Reasons(trail), 50),
            right[np.concatenate(about)],
            np.cumsum([0, *map(len, about)]),
            (np.arange(items) >= counts.size).astype(np.int64),
            counts,
            np.minimum(np.arange(items + 1), counts.size),
            *(np.array([count[at] for count in self.counts]) for at in (1, 2)),
        )
        return sieve, items

    def right(self) -> list[int]:
        """Return the literals that the answer makes true."""
        return [variable if value else -variable for variable, value in enumerate(self.answer.tolist(), 1)]


def guessed(made: Made) -> list[Any]:
    """Return all that guesses say of some rules."""
    told: list[Any] = []
    for boards in (1, 3):
        guesses = made.guesses(boards)
        for most, tries in ((0, 0), (3, 5), (1000, 1000)):
            found = [guesses.answers(board, most, tries) for board in range(boards)]
            told.append([one if one is None else [answer.tolist() for answer in one] for one in found])
    return told


def kept(costs: Costs, trail: Trail, right: list[int]) -> list[Any]:
    """Return what is kept of literals while a few become known."""
    told = []
    for literal in [one for one in right if trail.value(one) < 0][:4]:
        costs.begin([-one for one in right if trail.value(one) < 0])
        while not costs.sweep(2, 5):
            pass
        told.append([*costs.found(), [costs.knows(-one) for one in right]])
        trail.take([literal])
    return told


def said(seed: int) -> list[Any]:
    """Return all that the kernels say of some rules."""
    made, rng = Made.at_random(seed), np.random.default_rng(seed)
    right = made.right()
    wrong = [-literal for literal in right]
    trail = made.trail()
    reasons = Reasons(trail)
    prober = Prober(reasons, 50)
    told: list[Any] = [trail.tight()]
    trail.take([literal for literal in right if rng.random() < 0.25])
    told += [trail.literals(0), trail.tight(), [trail.reach(literal) for literal in wrong if trail.value(literal) < 0]]
    base = trail.base
    for literal in wrong:
        if trail.value(literal) < 0:
            told.append([literal, reasons.cost(literal, VARIABLES), reasons.traced, reasons.rested, reasons.links()])
            told.append([reasons.least(literal, VARIABLES, 9), reasons.traced, reasons.rested])
            told.append(
                [
                    reasons.light(literal, VARIABLES, 4),
                    reasons.traced,
                    reasons.depths([literal], 1, 0),
                    reasons.breaking([literal]),
                ]
            )
            told.append(prober.impossible([literal], list(range(1, VARIABLES + 1)), trail.allow(range(made.counting))))
    told += kept(Costs(reasons, VARIABLES, 3), trail, right)
    trail.back(base)
    lines = (
        np.arange(1, VARIABLES + 1),
        np.array([0, VARIABLES]),
        np.arange(made.counting),
        np.array([0, made.counting]),
    )
    prober.inside(*lines, np.empty(0, dtype=np.int64), np.array([0, 0]))
    told.append(prober.misfits([literal for literal in wrong if trail.value(literal) < 0], 0))
    for steps in (1, 1000):
        base = trail.base
        prober.begin(wrong)
        while not prober.close(VARIABLES, 2, True, steps):
            pass
        told.append(trail.literals(0))
        prober.begin(wrong)
        while not prober.exhaust(steps):
            pass
        told.append(trail.literals(0))
        trail.back(base)
    sieve, items = made.sieve()
    order = rng.permutation(items).tolist()
    for few in (0, 1, 2):
        for steps in (1, 1000):
            sieve.lay(order[1:], order[:1])
            while not sieve.sift(few, 20, steps):
                pass
            fates = sieve.fates()
            told.append([few, None if fates is None else fates.tolist()])
        sieve.lay(order[::2], [])
        other = sieve.rival(20)
        told.append([sieve.suffice(2), None if other is None else other.tolist()])
    told.append(sieve.trail.literals(0))
    filler = Filler(made.trail())
    literals, low, high = zip(*made.counts, strict=True)
    counts = (
        np.concatenate(literals).astype(np.int32),
        np.cumsum([0, *map(len, literals)]),
        np.array(low),
        np.array(high),
    )
    told.append([Counts(*counts).can_hold(rng.integers(0, 3, VARIABLES).astype(np.uint8)) for _ in range(5)])
    told += guessed(made)
    told.append([filler.fill(rng.integers(0, 1 << 20, 30), 40), filler.trail.grid().tolist()])
    return told


if __name__ == "__main__":
    sys.stdout.write(json.dumps([said(seed) for seed in range(int(sys.argv[1]))]))
