"""What a few guesses tell of small boards: their answers, two where there are several; most need no engine for that.

Boards that were deduced together are guessed together: on one trail, one after another, each when it is asked about.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import numpy as np

from litgrid.core.bounds import join, literals, offsets
from litgrid.core.characters import Grid
from litgrid.core.deduce import Deduction
from litgrid.core.propagate import rules_of
from litgrid.core.system import System

SMALL = 2_500
"""Boards of so many cells at most are guessed."""
MOST_GUESSES, MOST_LOOKS, MOST_TRIES = 1_000, 1_000_000, 20_000
"""So many guesses are made about a board; about so many looks at counts, as each guess may be one at all of them; and
so often a cell is tried."""

Guessing = Callable[[], Sequence[Grid] | None]
"""Gives the answers of a board, two where there are several; ``None`` where more guesses are needed than a few."""


def guessing(boards: Sequence[tuple[System, Deduction]]) -> list[Guessing]:
    """Return for each of several boards what guesses it; none of more cells than :data:`SMALL`."""
    found: list[Guessing] = [list] * len(boards)
    open_ones = [number for number, (_, deduction) in enumerate(boards) if deduction.possible]
    alike = [number for number in open_ones if not boards[number][0].differs]
    for few in [alike, *([number] for number in open_ones if boards[number][0].differs)]:
        for number, guess in zip(few, _together([boards[number] for number in few]), strict=True):
            found[number] = guess
    return found


def _together(boards: Sequence[tuple[System, Deduction]]) -> list[Guessing]:
    """Return what guesses the boards, which are possible; only of one board lines may have to differ."""
    from litgrid.kernel.guessing import Guesses  # imported here: large boards need none
    from litgrid.kernel.trail import Trail

    if not boards:
        return []
    own = [join(part.bounds for part in deduction.parts) for _, deduction in boards]
    cells = offsets(np.array([deduction.grid.size for _, deduction in boards]))
    counts = offsets(np.array([len(bounds) for bounds in own]))
    bounds = join(own).shifted(cells[:-1].repeat(counts[1:] - counts[:-1]))
    trail = Trail(rules_of(bounds, int(cells[-1]), boards[0][0].differs), bounds.low, bounds.high)
    trail.start(literals(np.concatenate([deduction.grid.ravel() for _, deduction in boards])))
    guesses = Guesses(trail, cells, counts)
    most = [min(MOST_GUESSES, MOST_LOOKS // (len(one) + 1)) for one in own]
    return [partial(guesses.answers, number, some, MOST_TRIES) for number, some in enumerate(most)]
