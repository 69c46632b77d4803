"""What cells that may be fractions tell: that there is no answer, or where one is, where a search would be long.

Each cell may be any number from 0 to 1. Where even that meets no counts, some of these, each taken so many times, add
up to what no cells can be (J. Farkas, 1902). Where it does, a few cells that are fractions become 1, with all that
follows, and numbers are found for the others, until all are whole; of what then meets no counts half is taken back.
Numbers are rounded: how many times counts are taken becomes whole, and then that, as an answer, is checked exactly.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from litgrid.core.bounds import Bounds
from litgrid.core.characters import Grid
from litgrid.core.grid import IntArray
from litgrid.core.limit import Limit
from litgrid.core.propagate import rules_of
from litgrid.kernel import is_compiled
from litgrid.kernel.simplex import Simplex
from litgrid.kernel.trail import Trail

MOST_ENTRIES, MOST_STEPS, MOST_TRIES = 1_000_000, 8_000, 12
"""So many cells times counts are looked at, so many steps are made, and so often is something taken back."""
SLICE = 200
"""Steps between two looks at the clock."""
AT_ONCE, NEAR = 3, 6
"""So many cells become 1 at once, drawn by this power of what they are: as measured, half of the steps are needed."""
WHOLE = 1e-5
"""A number is a fraction from so far from 0 and 1 on."""
FINE = 1_000_000
"""The most that a count is taken times."""


class Dived(NamedTuple):
    """Whether there is an answer, ``None`` where fractions do not tell; one, or the counts that leave none."""

    found: bool | None
    answer: Grid = np.empty(0, dtype=np.int8)
    clashing: IntArray = np.empty(0, dtype=np.int64)


def dive(bounds: Bounds, variables: int, limit: Limit) -> Dived:
    """Return whether there is an answer, as far as fractions tell that soon.

    Two of three cells, and no two of them; then the first and the last may be:

    >>> from litgrid.core.bounds import from_lists
    >>> counts = from_lists([[1, 2, 3], [1, 2], [2, 3], [1, 3]], np.array([2, 0, 0, 0]), np.array([3, 1, 1, 1]))
    >>> dived = dive(counts, 3, Limit(None))
    >>> dived.found, dived.clashing.tolist()
    (False, [0, 1, 2, 3])
    >>> dived = dive(counts.between(0, 3), 3, Limit(None))
    >>> dived.found, dived.answer.tolist()
    (True, [1, 0, 1])
    """
    if len(bounds) * variables > (MOST_ENTRIES if is_compiled() else MOST_ENTRIES // 1_000):
        return Dived(None)
    dived = _Dive(bounds, variables)
    while dived.simplex.steps < MOST_STEPS and dived.tries < MOST_TRIES:
        limit.check()
        met = dived.simplex.relax(SLICE)
        if met == 0 and not dived.levels:
            clashing = dived.clashing()
            return Dived(False if clashing.size else None, clashing=clashing)
        if met > 0 and dived.is_whole():
            answer = np.rint(dived.values).astype(np.int8)
            return Dived(True, answer) if bounds.can_hold(answer) else Dived(None)
        if met < 0 or (met > 0 and dived.guess()):
            continue
        if not dived.levels:
            break
        dived.back()
    return Dived(None)


class _Dive:
    """Numbers that meet counts, and which cells were said to be what."""

    def __init__(self, bounds: Bounds, variables: int) -> None:
        self.bounds, self.tries, self.levels = bounds, 0, list[int]()
        less = np.bincount(np.arange(len(bounds)).repeat(bounds.lengths)[bounds.literals < 0], minlength=len(bounds))
        self.low, self.high = np.maximum(bounds.low, 0) - less, np.minimum(bounds.high, bounds.lengths) - less
        self.simplex = Simplex(variables, bounds.literals, bounds.starts, self.low, self.high)
        self.values = self.simplex.values[:variables]
        self.trail = Trail(rules_of(bounds, variables), bounds.low, bounds.high)
        self.rng = np.random.default_rng(0)

    def is_whole(self) -> bool:
        """Return whether no number is a fraction."""
        return not ((self.values > WHOLE) & (self.values < 1 - WHOLE)).any()

    def guess(self) -> bool:
        """Let cells that are fractions be 1, or 0 where that breaks something.

        Return whether that breaks nothing, and tells something new: by rounding all may be known.
        """
        begin = self.trail.end
        chances = np.where((self.values > WHOLE) & (self.values < 1 - WHOLE), self.values, 0) ** NEAR
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

    def clashing(self) -> IntArray:
        """Return the counts of what is broken, if so many times each they add up to what no cells can be; else none."""
        bounds, times = self.bounds, np.array(self.simplex.times())
        whole = np.rint(times * (FINE / max(np.abs(times).max(initial=0), 1 / FINE))).astype(np.int64)
        sums = np.zeros(self.values.size, dtype=np.int64)
        np.add.at(sums, np.abs(bounds.literals) - 1, np.sign(bounds.literals) * whole.repeat(bounds.lengths))
        ends = np.sort(whole * np.stack([self.low, self.high]), axis=0).sum(axis=1)
        broken = ends[0] > sums[sums > 0].sum() or ends[1] < sums[sums < 0].sum()
        return whole.nonzero()[0] if broken else np.empty(0, dtype=np.int64)
