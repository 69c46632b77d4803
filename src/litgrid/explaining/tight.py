"""Which rules force something as they stand, and which of them come first: kept from step to step."""

from __future__ import annotations

from bisect import bisect_left, insort

from litgrid.explaining.laws import Book
from litgrid.kernel.trail import Trail


class Tight:
    """The rules of a book that force something on a trail.

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
