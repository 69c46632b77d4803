"""What cells that may be fractions tell: that there is no answer, or where one is, where a search would be long.

Each cell may be any number from 0 to 1. Where even that meets no counts, some of these, each taken so many times, add
up to what no cells can be (J. Farkas, 1902). Where it does, a few cells that are fractions become 1, with all that
follows, and numbers are found for the others, until all are whole; of what then meets no counts half is taken back.
Numbers are rounded: how many times counts are taken becomes whole, and then that, as an answer, is checked exactly.

Whoever asks which counts cannot hold together is told soon, by a few cells that are fractions, each 1 and then 0
(branch and bound, A. H. Land and A. G. Doig, 1960): the counts that are taken, and the ends of cells that they rest on.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from litgrid.core.bounds import Bounds, Literals
from litgrid.core.characters import Grid
from litgrid.core.grid import BoolArray, IntArray
from litgrid.core.limit import Limit
from litgrid.core.propagate import rules_of
from litgrid.kernel import is_compiled
from litgrid.kernel.simplex import Simplex
from litgrid.kernel.trail import Trail

MOST_ENTRIES, MOST_STEPS, MOST_TRIES = 1_000_000, 8_000, 12
"""So many cells times counts are looked at, so many steps are made, and so often is something taken back."""
MOST_BRANCHES, BRANCH_STEPS = 16, 1_000
"""So many cells that are fractions are 1, and then 0, in so many steps, before it is not known whether they can be."""
SLICE = 200
"""Steps between two looks at the clock."""
AT_ONCE, NEAR = 3, 6
"""So many cells become 1 at once, drawn by this power of what they are: as measured, half of the steps are needed."""
WHOLE = 1e-5
"""A number is a fraction from so far from 0 and 1 on."""
FINE = 1_000_000
"""The most that a count is taken times."""


class Relaxed(NamedTuple):
    """Whether there is an answer, ``None`` where fractions do not tell that soon; one, or counts that leave none."""

    found: bool | None
    answer: Grid = np.empty(0, dtype=np.int8)
    clashing: IntArray = np.empty(0, dtype=np.int64)


def dive(bounds: Bounds, variables: int, limit: Limit) -> Relaxed:
    """Return whether there is an answer: what fractions, and fractions that are rounded, tell.

    Two of three cells, and no two of them; then the first and the last may be:

    >>> from litgrid.core.bounds import from_lists
    >>> counts = from_lists([[1, 2, 3], [1, 2], [2, 3], [1, 3]], np.array([2, 0, 0, 0]), np.array([3, 1, 1, 1]))
    >>> dive(counts, 3, Limit(None)).clashing.tolist()
    [0, 1, 2, 3]
    >>> dive(counts.between(0, 3), 3, Limit(None)).answer.tolist()
    [1, 0, 1]
    """
    if _is_large(bounds, variables):
        return Relaxed(None)
    dived = _Dive(bounds, variables)
    while dived.simplex.steps < MOST_STEPS and dived.tries < MOST_TRIES:
        limit.check()
        met = dived.simplex.relax(SLICE)
        if met == 0 and not dived.levels:
            proof = dived.proof()
            return Relaxed(None) if proof is None else Relaxed(False, clashing=np.flatnonzero(proof[0]))
        if met > 0 and not dived.is_fraction().any():
            return _rounded(dived.values, bounds)
        if met < 0 or (met > 0 and dived.guess()):
            continue
        if not dived.levels:
            break
        dived.back()
    return Relaxed(None)


def branch(bounds: Bounds, variables: int, limit: Limit) -> Relaxed:
    """Return whether there is an answer: what fractions tell where a few cells are 1, and then 0.

    Two of three cells that do not touch, and the first of them; then the last two as well:

    >>> from litgrid.core.bounds import from_lists, join
    >>> counts = from_lists([[1, 2], [2, 3], [1, 3], [1]], np.array([0, 0, 2, 1]), np.array([1, 1, 2, 1]))
    >>> branch(counts, 3, Limit(None)).answer.tolist()
    [1, 0, 1]
    >>> branch(join([counts, from_lists([[2, 3]], 2, 2)]), 3, Limit(None)).clashing.tolist()
    [1, 4]
    """
    if _is_large(bounds, variables):
        return Relaxed(None)
    alone = (bounds.lengths == 1) & (bounds.low == 1)  # what says what a cell is needs no row in a table
    literals = bounds.literals[bounds.starts[:-1][alone]]
    branched = _Branch(bounds.take(np.flatnonzero(~alone)), literals, variables, limit)
    if not branched.breaks():
        return _rounded(branched.values, bounds)
    needed = np.zeros(len(bounds), dtype=np.bool_)
    needed[~alone], needed[alone] = branched.needed, branched.ended[np.abs(literals) - 1]
    return Relaxed(False, clashing=np.flatnonzero(needed))


def _is_large(bounds: Bounds, variables: int) -> bool:
    return len(bounds) * variables > (MOST_ENTRIES if is_compiled() else MOST_ENTRIES // 1_000)


def _rounded(values: npt.NDArray[np.float64], bounds: Bounds) -> Relaxed:
    answer = np.rint(values).astype(np.int8)
    return Relaxed(True, answer) if bounds.can_hold(answer) else Relaxed(None)


class _Fractions:
    """Numbers that meet counts."""

    def __init__(self, bounds: Bounds, variables: int) -> None:
        self.bounds = bounds
        less = np.bincount(np.arange(len(bounds)).repeat(bounds.lengths)[bounds.literals < 0], minlength=len(bounds))
        self.low, self.high = np.maximum(bounds.low, 0) - less, np.minimum(bounds.high, bounds.lengths) - less
        self.simplex = Simplex(variables, bounds.literals, bounds.starts, self.low, self.high)
        self.values = self.simplex.values[:variables]
        self.ends = np.stack([np.zeros(variables, dtype=np.int64), np.ones(variables, dtype=np.int64)])

    def is_fraction(self) -> BoolArray:
        """Return which numbers are fractions."""
        found: BoolArray = (self.values > WHOLE) & (self.values < 1 - WHOLE)
        return found

    def proof(self) -> tuple[IntArray, IntArray] | None:
        """Return how many times counts are taken to come to more than cells can, and each cell in them; or ``None``."""
        bounds, times = self.bounds, np.array(self.simplex.times())
        whole = np.rint(times * (FINE / max(np.abs(times).max(initial=0), 1 / FINE))).astype(np.int64)
        sums = np.zeros(self.values.size, dtype=np.int64)
        np.add.at(sums, np.abs(bounds.literals) - 1, np.sign(bounds.literals) * whole.repeat(bounds.lengths))
        ends = np.sort(whole * np.stack([self.low, self.high]), axis=0).sum(axis=1)
        least, most = np.sort(sums * self.ends, axis=0).sum(axis=1)
        if ends[0] <= most and ends[1] >= least:
            return None
        return (whole, sums) if ends[0] > most else (-whole, -sums)


class _Branch(_Fractions):
    """Numbers that meet counts, where cells are 1, and then 0; which counts and which ends of cells forbid that."""

    def __init__(self, bounds: Bounds, literals: Literals, variables: int, limit: Limit) -> None:
        super().__init__(bounds, variables)
        self.limit, self.left, self.needed = limit, MOST_BRANCHES, np.zeros(len(bounds), dtype=np.bool_)
        self.often = np.bincount(np.abs(bounds.literals) - 1, minlength=variables)
        self.ended = np.zeros(variables, dtype=np.bool_)
        for literal in literals.tolist():
            self.end(abs(literal) - 1, literal > 0, literal > 0)

    def breaks(self) -> bool:
        """Return whether nothing whole meets all counts, as the ends of the cells are; else numbers are what may do."""
        while (met := self.simplex.relax(SLICE)) < 0 and self.simplex.steps < BRANCH_STEPS:
            self.limit.check()
        if met == 0 and (proof := self.proof()) is not None:
            times, sums = proof
            self.needed |= times != 0
            self.ended |= (sums > 0) & (self.ends[1] == 0) | (sums < 0) & (self.ends[0] == 1)
            return True
        self.left -= 1
        fraction = self.is_fraction()
        if met < 1 or self.left < 0 or not fraction.any():
            return False
        cell = int(np.where(fraction, self.often, -1).argmax())
        for value in (1, 0):
            self.end(cell, value, value)
            broken = self.breaks()
            self.end(cell, 0, 1)
            if not broken:
                return False
        return True

    def end(self, cell: int, low: int, high: int) -> None:
        """Say between what a cell is."""
        self.ends[:, cell] = low, high
        self.simplex.bound(cell, low, high)


class _Dive(_Fractions):
    """Numbers that meet counts, and which cells were said to be what."""

    def __init__(self, bounds: Bounds, variables: int) -> None:
        super().__init__(bounds, variables)
        self.tries, self.levels = 0, list[int]()
        self.trail = Trail(rules_of(bounds, variables), bounds.low, bounds.high)
        self.rng = np.random.default_rng(0)

    def guess(self) -> bool:
        """Let cells that are fractions be 1, or 0 where that breaks something.

        Return whether that breaks nothing, and tells something new: by rounding all may be known.
        """
        begin = self.trail.end
        chances = np.where(self.is_fraction(), self.values, 0) ** NEAR
        for _ in range(AT_ONCE):
            chances *= self.trail.grid() < 0
            if not chances.any():
                break
            literal, end = 1 + int(self.rng.choice(chances.size, p=chances / chances.sum())), self.trail.end
            self.levels.append(end)
            if self.trail.assume(literal):
                self.trail.drop(end)
                if self.trail.assume(-literal):
                    return False
            for known in self.trail.literals(end):
                self.simplex.bound(abs(known) - 1, known > 0, known > 0)
        return bool(self.trail.end > begin)

    def back(self) -> None:
        """Take half of the guesses back."""
        self.tries += 1
        half = len(self.levels) // 2
        for known in self.trail.literals(self.levels[half]):
            self.simplex.bound(abs(known) - 1, 0, 1)
        self.trail.drop(self.levels[half])
        del self.levels[half:]
