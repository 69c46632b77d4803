"""Which technique some rules are that decide a cell: the first of the kind's list that fits them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from litgrid.core.technique import Technique
from litgrid.explaining.laws import Book


class Names:
    """The techniques of a puzzle, by their numbers; the number of all is that of what has no name."""

    def __init__(self, book: Book, techniques: Sequence[Technique]) -> None:
        self.techniques = techniques
        self._book = book
        self._kind = cache(book.kind)
        self._fits, self._ranks, self.rank = cache(self._fitting), cache(self._ranked), cache(self._ranking)

    def named(self, rules: Sequence[int], literal: int, cells: int = 1, *, joint: bool = False) -> int | None:
        """Return the first technique that some rules are which decide a literal, among so many cells.

        ``joint``: together, and not one after another until one breaks.
        """
        for number in self._fits(tuple(map(self._kind, rules)), literal > 0, cells, joint):
            direct = self.techniques[number].direct
            if not direct or all(abs(literal) - 1 in self._book.cells(rule) for rule in rules[1:]):
                return number
        return None

    def _fitting(self, kinds: tuple[str, ...], value: bool, cells: int, joint: bool) -> list[int]:
        there = {*kinds}
        return [
            number
            for number, technique in enumerate(self.techniques)
            if not there.isdisjoint(technique.kinds)
            and not (joint and (technique.broken is not None or technique.direct))
            and technique.fits(kinds, value, cells)
        ]

    def _ranking(self, rule: int, opened: int) -> int:
        """Return the number of the first technique that a single rule may be which has so many open cells."""
        return self._ranks(self._kind(rule), opened)

    def _ranked(self, kind: str, opened: int) -> int:
        fitting = (n for n, t in enumerate(self.techniques) if t.kinds == (kind,) and t.fits((kind,), t.value, opened))
        return next(fitting, len(self.techniques))

    def thought(self, number: int | None) -> str:
        """Return what a technique is a part of: see :class:`litgrid.core.technique.Technique`; ``""`` for no name."""
        return "" if number is None else self.techniques[number].thought or self.techniques[number].name
