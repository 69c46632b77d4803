"""Propagation: what the counts, one at a time, force until nothing more follows.

A count that already has its ``high`` true literals makes the others false; one that needs every unknown literal to
reach its ``low`` makes them true. :func:`propagate` sweeps over the counts until a sweep brings nothing. While much
changes it sweeps over all counts that are left; once little does, only over those that touch a newly decided cell, so
that a long chain on a large board costs what it changes and not a sweep a link.

The fixed point does not depend on the order: each sweep is monotone (K. R. Apt, "The essence of constraint
propagation", 1999).
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from litgrid.core.bounds import FALSE, UNKNOWN, Bounds, Literals, Touching, assign, ranges, rest, sums
from litgrid.core.grid import IntArray

WORTH_AN_INDEX = 50_000
"""Below this many literals a sweep over everything is cheaper than finding out what to sweep."""


def propagate(bounds: Bounds, values: IntArray, tick: Callable[[], None] = lambda: None) -> int | None:
    """Decide in place all that follows; return a count that cannot hold any more, or ``None``.

    Parameters
    ----------
    bounds
        The counts.
    values
        An assignment (see :mod:`litgrid.core.bounds`), completed in place. After a conflict it is partly completed.
    tick
        Called before each sweep; raises to stop the work (a time limit).

    Examples
    --------
    Exactly two of three, and the first is false:

    >>> from litgrid.core.bounds import from_matrix, unassigned
    >>> values = unassigned(3)
    >>> assign(values, np.array([-1]))
    >>> propagate(from_matrix(np.array([[1, 2, 3]]), 2, 2), values)
    >>> values[[1, 2, 3]].tolist()
    [0, 1, 1]
    """
    left, origin = bounds, np.arange(len(bounds))
    touching: Touching | None = None
    active, index = left, origin
    while True:
        tick()
        conflict, found = _sweep(active, values)
        if conflict is not None:
            return int(index[conflict])
        if not found.size:
            return None
        assign(values, found)
        if not values[found].all():
            # Forced both ways: it stays one way, and the next sweep names a count that this breaks.
            assign(values, found[values[found] == FALSE][:1])
        if bounds.literals.size < WORTH_AN_INDEX:
            continue
        if touching is None:
            reduced = rest(left, values)
            left, origin = reduced.bounds, origin[reduced.index]
            active, index = left, origin
            if found.size * 64 < left.literals.size:
                touching = Touching(left)
            continue
        touched = touching.counts(np.abs(found))
        active, index = left.take(touched), origin[touched]


def _sweep(bounds: Bounds, values: IntArray) -> tuple[int | None, Literals]:
    """Return a broken count, or the literals that single counts force now."""
    true, unknown = sums(bounds, values)
    room = bounds.high - true
    slack = true + unknown - bounds.low
    tightest = np.minimum(room, slack)
    if tightest.size and tightest.min() < 0:
        return int(tightest.argmin()), bounds.literals[:0]
    tight = ((tightest == 0) & (unknown > 0)).nonzero()[0]
    if not tight.size:
        return None, bounds.literals[:0]
    lengths = bounds.lengths[tight]
    literals = bounds.literals[ranges(bounds.starts[tight], lengths)]
    # No room for one more true literal makes the unknown ones false; no slack makes them true.
    literals = literals * np.where(room[tight] == 0, np.int32(-1), np.int32(1)).repeat(lengths)
    return None, literals[values[literals] == UNKNOWN]
