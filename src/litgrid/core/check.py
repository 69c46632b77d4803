"""The checker: whether a grid obeys the tables.

It never sees a clause or an engine, so it judges each engine's answer independently.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from litgrid.core.bounds import broken, of_grid
from litgrid.core.characters import Grid
from litgrid.core.system import System
from litgrid.core.tables import Count, Rule, Table


def violations(tables: Iterable[Table], grid: Grid) -> list[Rule]:
    """Return every rule that a grid breaks, whatever its unknown cells become; an empty list if it obeys them all.

    ``grid`` holds 1, 0, or -1 for unknown. A rule that a half-filled grid does not meet yet, but still
    can, is not broken.

    >>> from litgrid.puzzles import kinds
    >>> puzzle = kinds.get("lightup").from_clues(["o.o"])
    >>> [rule.sentence for rule in violations(puzzle.tables(), puzzle.givens)]
    ['the run r1c1 to r1c3 holds at most one bulb']
    """
    values = of_grid(grid)
    known = grid.ravel()
    found: list[Rule] = []
    for table in tables:
        if isinstance(table, Count):
            counts = np.flatnonzero(broken(table.bounds, values))
            found += [table.describe(rule) for rule in sorted({table.rule(int(count)) for count in counts})]
        else:
            found += [table.describe(*pair) for pair in table.equal(known)]
    return found


def obeys(system: System, grid: Grid) -> bool:
    """Return whether a grid breaks no rule; faster than listing them."""
    if broken(system.bounds, of_grid(grid)).any():
        return False
    return not any(table.equal(grid.ravel()) for table in system.differs)
