"""A narrowed tree of counters: the totalizer, with only those outputs that the sums inside can take.

A totalizer (O. Bailleux, Y. Boufkhad, CP 2003) adds up the literals in a binary tree; each node has an output for every
sum it could have, in unary, and the clauses hold in both directions. Two things make it small here. A node's sum is
bounded by what the rest of the literals can still contribute to the whole. And where other counts about some of the
literals hold anyway (Binairo's "one or two of any three" inside "half of each line"), packing disjoint ones bounds the
sums further: at 50 x 50 this leaves a fifth of the clauses, and a solver that does not lose its way among them.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

Clauses = list[list[int]]
Inner = tuple[int, int, int, int]
"""A count that holds anyway: ``low`` to ``high`` of the literals at positions ``first`` to ``end - 1``."""

LEAF = 6
"""Halves are cut at multiples of this, so that equal pieces of different lines meet the same rules."""


def counter(length: int, low: int, high: int, inner: Sequence[Inner] = ()) -> Clauses:
    """Return clauses which say that ``low`` to ``high`` of the literals 1 to ``length`` are true.

    ``inner`` are counts that the formula enforces elsewhere. Auxiliary variables start at ``length + 1`` and are fully
    determined by the literals.
    """
    return _Counter(length, low, high, inner).clauses


class _Node:
    """A sum between ``low`` and ``high``; ``outputs[j]`` says that it is more than ``low + j``."""

    def __init__(self, low: int, high: int, outputs: list[int]) -> None:
        self.low, self.high, self.outputs = low, high, outputs


class _Counter:
    def __init__(self, length: int, low: int, high: int, inner: Sequence[Inner]) -> None:
        self.length, self.low, self.high = length, low, high
        self.clauses: Clauses = []
        self._top = length
        self._ending: list[list[tuple[int, int, int]]] = [[] for _ in range(length + 1)]
        for first, end, least, most in inner:
            self._ending[end].append((first, least, most))
        self._swept: dict[int, tuple[list[int], list[int]]] = {}
        if length:
            self._node(0, length, whole=True)
        elif not low <= 0 <= high:
            self.clauses.append([])

    def _node(self, first: int, end: int, *, whole: bool = False) -> _Node:
        """Make the sum of the literals at ``first`` to ``end - 1``; the ``whole`` needs no outputs, only its bounds."""
        low, high = self._range(first, end)
        if low > high:
            self.clauses.append([])
            return _Node(low, low, [])
        if end - first == 1:
            literal = first + 1
            if low == high:
                self.clauses.append([literal if low else -literal])
                return _Node(low, high, [])
            return _Node(0, 1, [literal])
        outputs = [] if whole else list(range(self._top + 1, self._top + 1 + high - low))
        self._top += len(outputs)
        self.clauses += [[-more, less] for less, more in pairwise(outputs)]
        total = _Node(low, high, outputs)
        cut = self._cut(first, end)
        self._merge(self._node(first, cut), self._node(cut, end), total, whole=whole)
        return total

    def _merge(self, left: _Node, right: _Node, total: _Node, *, whole: bool) -> None:
        """Say that ``total`` is the sum of two nodes."""
        if left.low + right.low > total.high or left.high + right.high < total.low:
            self.clauses.append([])
            return
        for i in range(left.low, left.high + 1):
            for j in range(right.low, right.high + 1):
                self._at_least(left, i, right, j, total, whole=whole)
                self._at_most(left, i, right, j, total, whole=whole)

    def _at_least(self, left: _Node, i: int, right: _Node, j: int, total: _Node, *, whole: bool) -> None:
        """``left >= i`` and ``right >= j`` make ``total >= i + j``."""
        sum_ = i + j
        if not total.low < sum_ <= total.high + 1 or (whole and sum_ <= total.high):
            return
        clause = [] if sum_ > total.high else [total.outputs[sum_ - total.low - 1]]
        if i > left.low:
            clause.append(-left.outputs[i - left.low - 1])
        if j > right.low:
            clause.append(-right.outputs[j - right.low - 1])
        self.clauses.append(clause)

    def _at_most(self, left: _Node, i: int, right: _Node, j: int, total: _Node, *, whole: bool) -> None:
        """``left <= i`` and ``right <= j`` make ``total <= i + j``."""
        above = i + j + 1
        if not total.low <= above <= total.high or (whole and above > total.low):
            return
        clause = [] if above == total.low else [-total.outputs[above - total.low - 1]]
        if i < left.high:
            clause.append(left.outputs[i - left.low])
        if j < right.high:
            clause.append(right.outputs[j - right.low])
        self.clauses.append(clause)

    def _range(self, first: int, end: int) -> tuple[int, int]:
        """Return the least and greatest sum of the literals at ``first`` to ``end - 1``."""
        least, most = self._sweep(first)
        before_least, before_most = self._sweep(0)
        after_least, after_most = self._sweep(end)
        length = self.length
        return (
            max(least[end], self.low - before_most[first] - after_most[length]),
            min(most[end], self.high - before_least[first] - after_least[length]),
        )

    def _sweep(self, first: int) -> tuple[list[int], list[int]]:
        """Return the bounds of the sums from ``first`` to each end, packing disjoint inner counts."""
        if first not in self._swept:
            least, most = [0] * (self.length + 1), [0] * (self.length + 1)
            for end in range(first + 1, self.length + 1):
                low, high = least[end - 1], most[end - 1] + 1
                for start, inner_low, inner_high in self._ending[end]:
                    if start >= first:
                        low = max(low, least[start] + inner_low)
                        high = min(high, most[start] + inner_high)
                least[end], most[end] = low, high
            self._swept[first] = least, most
        return self._swept[first]

    @staticmethod
    def _cut(first: int, end: int) -> int:
        if end - first <= LEAF:
            return (first + end) // 2
        return first + LEAF * ((-(-(end - first) // LEAF) + 1) // 2)
