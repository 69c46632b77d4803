"""Counts for engines that take them: each as up to two statements that at most so many of some literals are true."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from litgrid.core import memory
from litgrid.core.bounds import Bounds, from_matrix, join, offsets, ranges
from litgrid.core.grid import IntArray
from litgrid.engines.base import AT_ONCE, Takes


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


def guarded(bounds: Bounds, guards: IntArray, top: int) -> tuple[Bounds, int]:
    """Return counts that need hold only where their guards are true, and the new top variable; 0 is no guard.

    A guard counts among the literals as often as some of them may not be true, by new variables that it makes true.

    >>> made, top = guarded(from_matrix(np.array([[1, 2, 3]]), 0, 1), np.array([4]), 4)
    >>> list(at_most(made)), top
    ([([1, 2, 3, 4, 5], 3), ([4, -5], 1)], 5)
    """
    above, below = (bounds.high < bounds.lengths).nonzero()[0], (bounds.low > 0).nonzero()[0]
    chosen, guard = bounds.take(np.append(above, below)), guards[np.append(above, below)]
    literals = chosen.literals
    literals[chosen.starts[above.size] :] *= -1
    false = np.append((bounds.lengths - bounds.high)[above], bounds.low[below])  # so many literals at least
    times = np.where(guard > 0, false, 0)
    more = np.zeros(int(guards.max(initial=0)) + 1, dtype=np.int64)
    np.maximum.at(more, guard, times - 1)
    owner, place = guard.repeat(times), ranges(np.zeros_like(times), times)
    copies = np.where(place == 0, owner, (top + offsets(more))[owner] + place)
    literals = np.insert(literals, chosen.starts[1:].repeat(times), copies)
    none = np.zeros_like(times)
    counts = Bounds(literals, offsets(chosen.lengths + times), none, chosen.lengths - false + times)
    made = np.arange(top + 1, top + 1 + more.sum())
    follows = from_matrix(np.stack([-np.arange(more.size).repeat(more), made], axis=1), 1, 2)
    return join([counts, follows]), top + made.size
