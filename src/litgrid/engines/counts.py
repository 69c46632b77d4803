"""Counts for engines that take them: each as up to two statements that at most so many of some literals are true."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from litgrid.core import memory
from litgrid.core.bounds import Bounds
from litgrid.engines.base import Takes

AT_ONCE = 50_000
"""So many counts are turned into lists between two looks at the clock."""


def check_memory(bounds: Bounds, takes: Takes) -> None:
    """Raise :class:`~litgrid.core.errors.TooLargeError` where an engine with these counts would not fit.

    Beforehand, as an engine that gets no more memory may end the whole process.
    """
    memory.need(
        takes.itself + takes.literal * bounds.literals.size + takes.each * len(bounds),
        f"an engine with {len(bounds):,} counts",
        "choose a smaller board",
    )


def at_most(bounds: Bounds, tick: Callable[[], None] = lambda: None) -> Iterator[tuple[list[int], int]]:
    """Yield literals, and how many of them are true at most: below their number, and below 0 where none will do.

    A count of at least so many literals is one of at most so many of their negations; where a statement allows all
    literals but one, it is the clause of their negations.

    >>> from litgrid.core.bounds import from_matrix
    >>> list(at_most(from_matrix(np.array([[1, -2, 3]]), 1, 2)))
    [([1, -2, 3], 2), ([-1, 2, -3], 2)]
    """
    for first in range(0, len(bounds), AT_ONCE):
        tick()
        some = bounds.take(np.arange(first, min(first + AT_ONCE, len(bounds))))
        edges = zip(some.starts[:-1].tolist(), some.starts[1:].tolist(), strict=True)
        literals, negated = some.literals.tolist(), (-some.literals).tolist()
        for (start, end), low, high in zip(edges, some.low.tolist(), some.high.tolist(), strict=True):
            if high < end - start:
                yield literals[start:end], high
            if low > 0:
                yield negated[start:end], end - start - low
