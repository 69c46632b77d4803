"""How hard a puzzle is as a number: its level, and behind the point how far one must look.

What is measured is the board and its rules, not the steps that tell them: the number hangs neither on how steps are
bundled nor on their order, and is the same for a puzzle that is turned. It is the longest look that cannot be done
without: the least length such that looks no longer than it decide all cells. How long a look is:

- where a rule forces a cell: as many known cells as it takes to force it (two alike for a triple, half a line of
  Binairo, all of two lines but one cell);
- where an assumption is refuted: the most known cells that a rule needs on the way, times the links to what breaks
  and one more (the refutation of R. Pelánek, Difficulty rating of sudoku puzzles, 2014);
- where nothing of this decides any cell: all open cells.

Looks of some length are much alike: both factors are rounded up to 1, 2, 3, 4, 6, 8, 12 and so on. What is known makes
no look longer, so the longest is the same whichever is taken first. Each level of :mod:`litgrid.explaining.grading`
takes looks about three times as long as the one before.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from litgrid.core.bounds import Bounds, distinct, join, literals
from litgrid.core.characters import Grid
from litgrid.core.errors import LitgridError
from litgrid.core.grid import IntArray
from litgrid.core.limit import Limit
from litgrid.core.propagate import lines_of
from litgrid.core.puzzle import Puzzle
from litgrid.core.turning import TURNS
from litgrid.explaining.laws import Book
from litgrid.formats.record import known_of
from litgrid.kernel.reasons import Reasons
from litgrid.kernel.rules import Rules
from litgrid.kernel.trail import Trail

RATIO = 3
"""How many times as long as those of a level the looks of the next one are, about."""
NEVER = 1 << 30


def score_of(level: int, look: int) -> float:
    """Return the level with tenths: how the longest look is to those that such a level takes.

    >>> score_of(1, 2), score_of(1, 40), score_of(2, 16), score_of(2, 1000), score_of(3, 0)
    (1.4, 1.9, 2.6, 2.9, 3.0)
    """
    return round(level + int(10 * look / (look + RATIO**level)) / 10, 1)


class Looks:
    """What is decided by looks of some length, of a puzzle whose only answer is known."""

    def __init__(self, puzzle: Puzzle, answer: Grid, limit: Limit) -> None:
        book = Book.of(puzzle)
        bounds = join([book.bounds, *_turned(puzzle, book)])
        # A count forces cells in two ways, at its most and at its least: each is a rule of its own here.
        ways = np.flatnonzero(bounds.high < bounds.lengths), np.flatnonzero(bounds.low > 0)
        most, least = map(bounds.take, ways)
        sides = join([replace(most, low=np.zeros_like(most.low)), replace(least, high=least.lengths)])
        numbers = np.arange(len(sides))
        rules = Rules(book.board, sides.literals, sides.starts, numbers, len(sides), *lines_of(book.differs))
        self._trail = Trail(rules, sides.low, sides.high)
        self._trail.take_turns()
        self._reasons, self._limit = Reasons(self._trail), limit
        long = np.array([len(line) for line in book.line_cells], dtype=np.int64)
        needs = np.concatenate([most.high, least.lengths - least.low, np.add.outer(long, long).ravel() - 1])
        self._scale = _scale(max(int(needs.max(initial=1)), book.board))
        self._needs = self._rounded(needs)
        # How many known cells a rule may need, ascending, and the rules that need no more.
        self._ways = [(need, np.flatnonzero(self._needs <= need).tolist()) for need in distinct(self._needs).tolist()]
        # By how deep a conflict is: how many links there are to what breaks, and one more.
        self._links = self._rounded(np.maximum(np.arange(self._scale[-1]) + 1, 2)).tolist()
        given, self._right = (literals(grid) for grid in (known_of(puzzle), answer))
        self._trail.take(given.tolist())

    def longest(self) -> int:
        """Return the length of the longest look that cannot be done without; 0 where all is known."""
        longest = 0
        while left := self._right[self._trail.grid()[np.abs(self._right) - 1] == -1].tolist():
            self._limit.check()
            longest, found = self._shortest(left, longest)
            self._trail.take(found)
        return longest

    def _shortest(self, left: list[int], short: int) -> tuple[int, list[int]]:
        """Return the shortest look that decides any of what is left, and what it decides.

        All that are no longer than ``short`` are alike.
        """
        single, found = self._forced(short)
        looks, least = {single: found}, self._ways[0][0] if self._ways else NEVER
        able = self._reasons.breaking([-literal for literal in left]) if single > max(2 * least, short) else []
        for need, rules in self._ways if able else ():
            self._limit.check()
            most = int(self._scale[np.searchsorted(self._scale, (min(looks) - 1) // need, "right") - 1])
            if most < 2 or min(looks) <= short:
                break
            depths = self._reasons.depths(able, most - 1, self._trail.allow(rules))
            for literal, depth in zip(able, depths, strict=True):
                if depth >= 0:
                    looks.setdefault(max(need * self._links[depth], short), []).append(-literal)
        shortest, found = min(looks.items())
        return (shortest, found) if found else (max(len(left), short), left)

    def _forced(self, short: int) -> tuple[int, list[int]]:
        """Return the fewest known cells from which a rule forces something, ``short`` at least; and all they force."""
        trail, base = self._trail, self._trail.base
        tight = np.array(trail.tight(), dtype=np.int64)
        if not tight.size:
            return NEVER, []
        needs = self._needs[tight]  # here each reason is a rule of its own
        fewest = max(int(needs.min()), short)
        trail.apply(tight[needs <= fewest].tolist(), trail.allow(np.flatnonzero(self._needs <= fewest).tolist()))
        found = trail.literals(base)
        trail.drop(base)
        return fewest, found

    def _rounded(self, lengths: IntArray) -> IntArray:
        """Return lengths, each as the next one of the scale."""
        found: IntArray = self._scale[np.searchsorted(self._scale, lengths)]
        return found


def _turned(puzzle: Puzzle, book: Book) -> list[Bounds]:
    """Return the counts of rules that are several, as they are written where the board is turned by half."""
    if not (np.bincount(book.rule) > 1).any():
        return []
    try:
        other = Book.of(puzzle.rearranged(TURNS["half"](puzzle.shape.cells)))
    except LitgridError:  # of this kind nothing can be turned
        return []
    bounds = other.bounds.take(np.flatnonzero(np.bincount(other.rule)[other.rule] > 1))
    variables = np.abs(bounds.literals)
    return [replace(bounds, literals=np.sign(bounds.literals) * (puzzle.shape.size + 1 - variables))]


def _scale(most: int) -> IntArray:
    """Return 1, 2, 3, 4, 6, 8, 12 and so on, as far as that is not less.

    >>> _scale(20).tolist()
    [1, 2, 3, 4, 6, 8, 12, 16, 24]
    """
    found = [1, 2, 3]
    while found[-1] < most:
        found.append(2 * found[-2])
    return np.array(found)
