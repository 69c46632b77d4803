"""In which order to decide cells, so that little has to be remembered at a time.

A board that is open from side to side is best swept: by rows, by columns, or aslant. One that walls and known cells
have cut into corridors is better eaten greedily: next comes the cell that opens the fewest counts and finishes the
most, and of equal ones the one that has waited longest (in the way of E. Cuthill and J. McKee, 1969). Which is best on
a board, its plans say.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from litgrid.core.bounds import Bounds, Touching
from litgrid.core.grid import IntArray, Shape
from litgrid.core.limit import Limit

SMALL = 12
"""For so few cells one order is as good as another."""


def swept(variables: IntArray, shape: Shape) -> list[IntArray]:
    """Return the variables (cell + 1, ascending) by rows; where there are some, by columns and aslant, too."""
    if variables.size <= SMALL:
        return [variables]
    row, column = np.divmod(variables - 1, shape.columns)
    ways = np.lexsort((row, column)), np.lexsort((row, row + column)), np.lexsort((row, row - column))
    return [variables, *(variables[way] for way in ways)]


def eaten(bounds: Bounds, variables: IntArray, shape: Shape, limit: Limit) -> Iterator[IntArray]:
    """Yield greedy orders of the variables that ``bounds`` is about, from several corners."""
    if not len(bounds):
        return
    starts = sorted({int(np.searchsorted(variables, sweep[0])) for sweep in swept(variables, shape)})
    for some in (bounds, bounds.take(_least(bounds))):
        local = Bounds(
            (np.searchsorted(variables, np.abs(some.literals)) + 1).astype(np.int32), some.starts, some.low, some.high
        )
        for start in starts:
            yield variables[greedy(local, variables.size, start, limit)]


def greedy(bounds: Bounds, size: int, start: int, limit: Limit) -> IntArray:
    """Return an order of the cells 0 to ``size - 1``, the first one given; ``bounds`` is about cell + 1, unsigned.

    >>> from litgrid.core.bounds import from_matrix
    >>> greedy(from_matrix(np.array([[1, 4], [4, 2], [2, 3]]), 1, 1), 4, 0, Limit(None)).tolist()
    [0, 3, 1, 2]
    """
    touching = Touching(bounds)
    score = np.bincount(bounds.literals, minlength=size + 1)[1:].astype(np.float64)
    left, opened = bounds.lengths.copy(), np.zeros(len(bounds), dtype=np.bool_)
    waiting = np.full(size, 1.0)  # part of a point: the sooner a cell is reached, the sooner it is taken
    done = np.zeros(size, dtype=np.bool_)
    order = np.empty(size, dtype=np.int64)
    cell = start
    for place in range(size):
        limit.check()
        if place:
            cell = int(np.argmin(score + waiting))
        order[place] = cell
        done[cell] = True
        score[cell] = np.inf
        for count in touching.counts(np.array([cell + 1], dtype=np.int32)).tolist():
            cells = bounds.of(count) - 1
            left[count] -= 1
            if not opened[count]:
                opened[count] = True
                score[cells] -= 1
                waiting[cells] = np.minimum(waiting[cells], (place + 1) / (size + 1))
            if left[count] == 1:
                score[cells[~done[cells]]] -= 1
    return order


def _least(bounds: Bounds) -> IntArray:
    """Return the counts that hold no other count's cells: what is left out hardly matters to the order."""
    sets = [frozenset(np.abs(bounds.of(index)).tolist()) for index in range(len(bounds))]
    at: dict[int, list[frozenset[int]]] = {}
    for one in sets:
        at.setdefault(min(one), []).append(one)
    return np.array(
        [i for i, one in enumerate(sets) if not any(other < one for cell in one for other in at.get(cell, ()))]
    )
