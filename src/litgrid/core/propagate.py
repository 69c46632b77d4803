"""Propagation: what the counts, one at a time, force until nothing more follows.

A count that already has its ``high`` true literals makes the others false; one that needs every unknown literal to
reach its ``low`` makes them true. The work is done by :class:`litgrid.kernel.trail.Trail`. The fixed point does not
depend on the order (K. R. Apt, "The essence of constraint propagation", 1999).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from litgrid.core.bounds import TRUE, Bounds, assign, offsets
from litgrid.core.errors import RuleError
from litgrid.core.grid import IntArray
from litgrid.core.tables import Differ
from litgrid.kernel.rules import Rules
from litgrid.kernel.trail import Trail

NONE = np.empty(0, dtype=np.int32)


def propagate(bounds: Bounds, values: IntArray, tick: Callable[[], None] = lambda: None) -> int | None:
    """Decide in place all that follows; return a count that cannot hold any more, or ``None``.

    Parameters
    ----------
    bounds
        The counts.
    values
        An assignment (see :mod:`litgrid.core.bounds`), completed in place. After a conflict it is partly completed.
    tick
        Called before each piece of the work; raises to stop it (a time limit).

    Raises :class:`RuleError` for a count that names a cell twice.

    Examples
    --------
    Exactly two of three, and the first is false:
    """
    tick()
    broken = (bounds.high < 0) | (bounds.low > bounds.lengths)
    if broken.any():
        return int(broken.argmax())
    variables, known = values.size // 2, np.flatnonzero(values == TRUE)
    rules = rules_of(bounds, variables)
    if rules.repeating >= 0:
        raise RuleError(f"count {rules.repeating} names a cell twice: name each cell once")
    trail = Trail(rules, bounds.low, bounds.high)
    trail.start(np.where(known > variables, known - values.size, known))
    deepest = 1
    while not trail.draw(deepest):
        tick()
        deepest *= 2
    assign(values, trail.all_literals())
    return trail.clash_found if trail.clashing else None


def rules_of(bounds: Bounds, variables: int, differs: Sequence[Differ] = ()) -> Rules:
    """Return counts of so many variables, and lines that must differ, as kernels read them; each count is a rule."""
    count = len(bounds)
    return Rules(variables, bounds.literals, bounds.starts, np.arange(count), count, *lines_of(differs))


def lines_of(differs: Sequence[Differ]) -> tuple[IntArray, IntArray, IntArray]:
    """Return lines that must differ as the kernels read them: their variables, where each begins, and its table."""
    lines = [line for table in differs for line in table.lines]
    return (
        np.concatenate([NONE, *lines]) + 1,
        offsets(np.array([len(line) for line in lines], dtype=np.int64)),
        np.repeat(np.arange(len(differs)), [len(table.lines) for table in differs]),
    )
