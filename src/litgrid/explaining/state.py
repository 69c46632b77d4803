"""What is known of a board, and why: the trail with its reasons, and what each shape of a step asks of it."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Callable, Iterable, Sequence
from functools import cache, cached_property

import numpy as np

from litgrid.core.bounds import literals
from litgrid.core.characters import Grid
from litgrid.core.grid import BoolArray
from litgrid.core.limit import Limit
from litgrid.core.puzzle import Puzzle
from litgrid.explaining.findings import Refuted
from litgrid.explaining.laws import Book
from litgrid.formats.record import known_of
from litgrid.kernel.costs import Costs
from litgrid.kernel.leaning import Lean
from litgrid.kernel.probing import Prober
from litgrid.kernel.reasons import Reasons
from litgrid.kernel.trail import Trail

EVER = 1 << 30
"""As far as consequences go."""
GUESSES = 300
"""So many guesses are made about a few rules before they are taken not to decide."""
MORE_GUESSES = 3000
"""And so many before it is taken not to be known whether something is needless."""
MOST = 6
"""No named technique takes more rules."""
PIECE = 200
"""So many literals are assumed, one after another, before a first look at the clock."""


class Tight:
    """The rules of a book that force something on a trail, and which of them come first: kept from step to step.

    Attributes
    ----------
    reasons
        by rule, what forces it
    ranks, order
        by rule, how much it is preferred; and all, the ones preferred first
    apart
        those of them that say that two lines differ
    """

    def __init__(self, book: Book, trail: Trail) -> None:
        self._book, self._trail = book, trail
        self.reasons: dict[int, list[int]] = {}
        self.ranks: dict[int, tuple[int, int]] = {}
        self.order: list[tuple[int, int]] = []
        self.apart = frozenset[int]()

    def renew(self) -> None:
        """Look at what changed since."""
        changed = self._trail.tight_rules()
        for rule, (reasons, opened) in changed.items():
            if rule in self.ranks:
                del self.order[bisect_left(self.order, self.ranks.pop(rule))]
            self.reasons[rule] = reasons
            if reasons:
                self.ranks[rule] = rank = self._book.rank(rule, opened), rule
                insort(self.order, rank)
        # Of these all are told each time.
        self.apart = frozenset(rule for rule in changed if rule >= self._book.counting and rule in self.ranks)


class State:
    """What is known of a board by the rules of a book, within a limit.

    ``known`` is what is known beforehand, ``answer`` the cells that are to be decided, both shaped as the board: 1, 0,
    or -1 for the rest. ``off`` says of each rule that counts whether it is switched off.
    """

    def __init__(self, book: Book, known: Grid, answer: Grid, limit: Limit, off: BoolArray | None = None) -> None:
        self.book, self.limit, self.off, self.shape, self.size = book, limit, off, known.shape, known.size
        self.trail = book.trail(off)
        self.reasons, self.tight = Reasons(self.trail), Tight(book, self.trail)
        self.prober = Prober(self.reasons, GUESSES)
        self.refutable = -literals(answer)
        self._places = np.abs(self.refutable) - 1
        self._refutable = dict(zip(self._places.tolist(), self.refutable.tolist(), strict=True))
        self._costs = cache(lambda deepest: (Costs(self.reasons, deepest, MOST), dict[int, Refuted]()))
        self.trail.take(literals(known).tolist())

    @classmethod
    def of(cls, puzzle: Puzzle, answer: Grid, limit: Limit) -> State:
        """Return what is known of a puzzle from the beginning, whose answer this is (-1: open)."""
        return cls(Book.of(puzzle), known_of(puzzle), answer, limit)

    @property
    def known(self) -> int:
        """How many cells are known."""
        return self.trail.base

    @property
    def values(self) -> Grid:
        """What is known of each cell: 1, 0, or -1."""
        return self.trail.grid()

    def wrong(self) -> list[int]:
        """Return the literals that the answer refutes, of cells that are not decided yet."""
        found: list[int] = self.refutable[self.values[self._places] == -1].tolist()
        return found

    def wrong_of(self, cells: Iterable[int]) -> list[int]:
        """Return those of some cells."""
        asked = self._refutable
        return [asked[cell] for cell in cells if cell in asked and self.trail.value(cell + 1) < 0]

    def in_slices(self, go_on: Callable[[int], bool]) -> None:
        """Go on until it is done, looking at the time every so many steps."""
        self.limit.in_slices(PIECE, go_on)

    # What some rules say

    def refute(self, rules: Sequence[int], wrong: Iterable[int]) -> list[int]:
        """Return those of some literals that rules alone refute with what is known, in whatever way."""
        self.limit.check()
        variables = [cell + 1 for cell in self.book.cells(*rules)]
        near = set(variables)
        return self.prober.impossible([one for one in wrong if abs(one) in near], variables, self.trail.allow(rules))

    def refuted(self, literals: Iterable[int], deepest: int, most: int) -> list[Refuted]:
        """Return all literals that are refuted by as few rules as any, or by ``most``; some others as well."""
        costs, kept = self._costs(deepest)
        costs.begin(literals)
        self.in_slices(lambda steps: costs.sweep(most, steps))
        left, new = costs.found()
        for cost, literal, rules in new:
            technique = self.book.named(rules, -literal) if rules else None
            number = len(self.book.techniques) if technique is None else technique
            kept[literal] = Refuted(cost, number, abs(literal), literal, rules)
        return [kept[literal] for literal in left]

    @cached_property
    def lean(self) -> Lean:
        """What finds out what is needless, with nothing known beforehand."""
        return Lean(Prober(Reasons(self.book.trail(self.off)), MORE_GUESSES))

    def facts(self, cells: Iterable[int], first: Sequence[int] = ()) -> list[int]:
        """Return what is known of some cells; those that are likely needed come first."""
        value, likely = self.trail.value, set(first)
        facts = [cell + 1 if known else -cell - 1 for cell in cells if (known := value(cell + 1)) >= 0]
        return [fact for fact in facts if fact in likely] + [fact for fact in facts if fact not in likely]
