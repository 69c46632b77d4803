"""How large a set of clauses is, known before any of them is made.

A textbook encoding has 10^30 clauses before one knows it, so all numbers are Python's own, which never overflow.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple, Self

import numpy as np
import numpy.typing as npt


class Size(NamedTuple):
    """How many clauses there are of each length, and how many variables are made for them.

    >>> size = Size({2: 3, 3: 1}, 1).times(2).plus(Size({0: 1}))
    >>> size.clauses, size.literals, size.auxiliaries, size.lengths
    (9, 18, 2, {2: 6, 3: 2, 0: 1})
    """

    lengths: Mapping[int, int] = {}
    auxiliaries: int = 0

    @classmethod
    def of(cls, lengths: npt.NDArray[np.integer], auxiliaries: int = 0) -> Self:
        """Return the size of clauses of these lengths."""
        values, numbers = np.unique(lengths, return_counts=True)
        return cls(dict(zip(values.tolist(), numbers.tolist(), strict=True)), auxiliaries)

    @property
    def clauses(self) -> int:
        """The number of clauses."""
        return sum(self.lengths.values())

    @property
    def literals(self) -> int:
        """The number of literals in all clauses."""
        return sum(length * number for length, number in self.lengths.items())

    def times(self, number: int) -> Size:
        """Return the size of so many copies."""
        return Size({length: each * number for length, each in self.lengths.items()}, self.auxiliaries * number)

    def plus(self, other: Size) -> Size:
        """Return the size of both."""
        return total([self, other])


def total(sizes: Iterable[Size]) -> Size:
    """Return the size of all together."""
    lengths: Counter[int] = Counter()
    auxiliaries = 0
    for size in sizes:
        lengths.update(size.lengths)
        auxiliaries += size.auxiliaries
    return Size(dict(lengths), auxiliaries)
