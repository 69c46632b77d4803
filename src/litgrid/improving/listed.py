"""Rivals in a list: where a board has few answers, all of them are listed once, and looked through for each.

What takes an engine a call then is an array operation, and the rivals that differ in the fewest clues, which say most,
are known at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from litgrid.core.grid import BoolArray, IntArray
from litgrid.core.limit import Limit
from litgrid.improving.rivals import Rivals

Said = npt.NDArray[np.integer[Any]]
"""What each clue says of each answer, shaped ``(clues, answers)``; in few bytes where they are many."""
NEAR = 1000
"""About so many rivals, those that differ in the fewest clues, are looked at before the others."""


class ListedRivals(Rivals):
    """Rivals in a list, all but the answer at a place of it; ``said`` is what each clue says of each answer.

    >>> said = np.array([[0, 0, 1, 1], [1, 0, 1, 0], [1, 1, 1, 0]])
    >>> rivals = ListedRivals(said, 0, np.ones(3, dtype=np.int64), Limit(None))
    >>> rivals.shrunk([2, 1, 0]).tolist()
    [True, True, False]
    """

    def __init__(self, said: Said, place: int, weights: IntArray, limit: Limit) -> None:
        super().__init__(weights, limit)
        own = said[:, place, None]
        self._differ: BoolArray = np.empty((len(said), said.shape[1] - 1), dtype=np.bool_)
        np.not_equal(said[:, :place], own, out=self._differ[:, :place])
        np.not_equal(said[:, place + 1 :], own, out=self._differ[:, place:])
        self._near: tuple[BoolArray, BoolArray] | None = None

    def least(self, chosen: BoolArray, among: BoolArray) -> BoolArray | None:
        """Return in which clues that rival differs that the chosen clues leave and the fewest of ``among`` tell."""
        near = self._nearest(among)
        found = _of(near, self._missed(near, chosen))
        return self._least(chosen, among) if found is None else found

    def apart(self, chosen: BoolArray, among: BoolArray, most: int) -> Iterator[BoolArray]:
        """Yield sets in which rivals differ, those of the fewest clues; of all rivals only one where these are hit."""
        near = self._nearest(among)
        missed = near[:, ~near[chosen].any(axis=0)]
        for place in range(min(most, missed.shape[1])):
            yield missed[:, place] & among
        if not missed.shape[1] and (last := self._least(chosen, among)) is not None:
            yield last & among

    def _least(self, chosen: BoolArray, among: BoolArray) -> BoolArray | None:
        missed = np.flatnonzero(~self._differ[chosen].any(axis=0))
        if not missed.size:
            return None
        return _of(self._differ, int(missed[_sizes(self._differ[:, missed][among]).argmin()]))

    def shrunk(self, clues: Sequence[int]) -> BoolArray:
        """Count, for each rival, the clues in which it differs; what none needs as its last one can go."""
        self.limit.check()
        kept = np.isin(np.arange(self.weights.size), clues)
        left = _sizes(self._differ[kept])
        for one in reversed(clues):
            fewer = left - self._differ[one]
            if fewer.min(initial=1):
                kept[one], left = False, fewer
        return kept

    def _nearest(self, among: BoolArray) -> BoolArray:
        """Return those that differ in the fewest clues of some, these first."""
        if self._near is None or not np.array_equal(self._near[0], among):
            sizes, most = _sizes(self._differ[among]), 0
            while (near := np.flatnonzero(sizes <= most)).size < min(NEAR, sizes.size):
                most += 1
            self._near = among.copy(), self._differ[:, near[np.argsort(sizes[near], kind="stable")]]
        return self._near[1]

    @staticmethod
    def _missed(differ: BoolArray, chosen: BoolArray) -> int | None:
        """Return the first that differs in none of the chosen clues."""
        if not differ.shape[1]:
            return None
        hit = np.logical_or.reduce(differ[chosen], axis=0)
        first = int(hit.argmin())
        return None if hit[first] else first


def _of(differ: BoolArray, place: int | None) -> BoolArray | None:
    return None if place is None else differ[:, place]


def _sizes(differ: BoolArray) -> npt.NDArray[Any]:
    """Return how many clues each differs in, in as few bytes as will do: that is done often."""
    kind = np.uint8 if len(differ) <= np.iinfo(np.uint8).max else np.uint32
    sizes: npt.NDArray[Any] = np.add.reduce(differ.view(np.uint8), axis=0, dtype=kind)
    return sizes
