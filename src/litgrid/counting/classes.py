"""The classes of a column: ways to begin it that can go on alike (J. Myhill, A. Nerode, 1957).

They are found from the legal fillings of the column alone, boundary by boundary from its end. Two halves of a column,
begun at its two ends, meet in the middle: which classes go together is a bipartite graph. Classes of different
components never do; within a component few do not, so that a component is a key to find partners by, and the rest
is a mark to look at.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from litgrid.core.grid import IntArray
from litgrid.core.split import components
from litgrid.counting.lines import reversed_fillings

DEAD = -1


@dataclass(frozen=True, slots=True, eq=False)
class Classes:
    """The classes of a column at each boundary, from 0 cells to all."""

    prefixes: tuple[IntArray, ...]  # by boundary, the ways to begin, ascending
    classes: tuple[IntArray, ...]  # the class of each
    firsts: tuple[IntArray, ...]  # of each class one way
    # shaped ``(classes, 2)``: the class at the next boundary after a false cell, and after a true one; or ``DEAD``
    moves: tuple[IntArray, ...]

    @classmethod
    def of(cls, column: IntArray, length: int) -> Classes:
        """Return the classes of a column, given its fillings, ascending.

        >>> classes = Classes.of(np.array([0b0011, 0b0101, 0b0110, 0b1001, 0b1010, 0b1100]), 4)
        >>> [first.size for first in classes.firsts]
        [1, 2, 3, 2, 1]
        """
        prefixes = [column]
        own = [np.zeros(column.size, dtype=np.int64)]
        firsts, moves = [column[:1]], []
        for boundary in range(length - 1, -1, -1):
            words = np.unique(column & ((1 << boundary) - 1))
            after = np.stack([words, words | (1 << boundary)])
            place = np.minimum(np.searchsorted(prefixes[-1], after), prefixes[-1].size - 1)
            move = np.where(prefixes[-1][place] == after, own[-1][place], DEAD)
            size = firsts[-1].size + 1
            _, first, number = np.unique((move[0] + 1) * size + move[1] + 1, return_index=True, return_inverse=True)
            moves.append(move[:, first].T)
            firsts.append(words[first])
            prefixes.append(words)
            own.append(number.ravel())
        return cls(*(tuple(reversed(one)) for one in (prefixes, own, firsts, moves)))

    def at(self, boundary: int, words: IntArray) -> IntArray:
        """Return the classes of ways to begin."""
        found: IntArray = self.classes[boundary][np.searchsorted(self.prefixes[boundary], words)]
        return found

    def image(self, boundary: int, other: Classes, inverted: bool) -> IntArray:
        """Return what the classes are in a column like this one, or like this one with true and false exchanged."""
        words = self.firsts[boundary]
        return other.at(boundary, (1 << boundary) - 1 - words if inverted else words)


@dataclass(frozen=True, slots=True, eq=False)
class Meeting:
    """Which classes of the upper half of a column go with which of the lower half, begun at the bottom."""

    keys: tuple[IntArray, IntArray]  # for each side by class: only equal keys go together
    marks: tuple[IntArray, IntArray]  # and only without a common bit
    bits: int  # how many these have

    @classmethod
    def of(cls, upper: Classes, lower: Classes, column: IntArray, middle: int, length: int) -> Meeting:
        """Return where the halves of a column meet, given its fillings and how many cells are above the middle."""
        first = upper.at(middle, column & ((1 << middle) - 1))
        second = lower.at(length - middle, reversed_fillings(column >> middle, length - middle))
        sizes = upper.firsts[middle].size, lower.firsts[length - middle].size
        together = np.zeros(sizes, dtype=np.bool_)
        together[first, second] = True
        pairs = np.argwhere(together)
        label = components(
            (pairs + np.array([0, sizes[0]])).ravel(), np.full(len(pairs), 2, dtype=np.int64), sum(sizes)
        )
        number = np.unique(label, return_inverse=True)[1].ravel()
        keys = number[: sizes[0]], number[sizes[0] :]
        marks = tuple(np.zeros(size, dtype=np.int64) for size in sizes)
        bits = 0
        for key in range(int(number.max()) + 1):
            above, below = (np.flatnonzero(side == key) for side in keys)
            apart = ~together[np.ix_(above, below)]
            if apart.any():
                if above.size > 62:
                    return cls(keys, (marks[0], marks[1]), above.size)
                bits = max(bits, above.size)
                marks[0][above] = 1 << np.arange(above.size)
                marks[1][below] = (1 << np.arange(above.size)) @ apart
        return cls(keys, (marks[0], marks[1]), bits)
