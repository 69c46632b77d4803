"""What a few guesses tell of small boards: their answers, two where there are several; most need no engine for that.

Boards that were deduced together are guessed together: on one trail, one after another, each when it is asked about.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import numpy as np

from litgrid.core.bounds import literals
from litgrid.core.characters import Grid
from litgrid.core.deduce import Deduced
from litgrid.core.limit import Limit
from litgrid.core.propagate import rules_of
from litgrid.core.tables import Differ

SMALL = 2_500
"""Boards of so many cells at most are guessed."""
MOST_GUESSES, MOST_LOOKS, MOST_TRIES = 1_000, 1_000_000, 20_000
"""So many guesses are made about a board; about so many looks at counts, as each guess may be one at all of them; and
so often a cell is tried."""

Guessing = Callable[[], Sequence[Grid] | None]
"""Gives the answers of a board, two where there are several; ``None`` where more guesses are needed than a few."""


def guessing(deduced: Deduced) -> list[Guessing]:
    """Return for each board of a stack what guesses it; none has more cells than :data:`SMALL`."""
    free = [number not in deduced.ended and not system.differs for number, (system, _) in enumerate(deduced.boards)]
    together = _guesses(deduced) if any(free) else []
    return [together[number] if free[number] else partial(_alone, deduced, number) for number in range(len(free))]


def _alone(deduced: Deduced, number: int) -> Sequence[Grid] | None:
    """Guess a board by itself: on one trail with others there are no lines that must differ."""
    possible = number not in deduced.ended and deduced.of(number, Limit(None)).possible
    return _guesses(deduced.alone(number), deduced.boards[number][0].differs)[0]() if possible else []


def _guesses(deduced: Deduced, differs: Sequence[Differ] = ()) -> list[Guessing]:
    from litgrid.kernel.guessing import Guesses  # imported here: large boards need none
    from litgrid.kernel.trail import Trail

    trail = Trail(rules_of(deduced.left, int(deduced.cells[-1]), differs), deduced.left.low, deduced.left.high)
    trail.start(literals(deduced.known))
    guesses = Guesses(trail, deduced.cells, deduced.edges)
    most = np.minimum(MOST_GUESSES, MOST_LOOKS // (np.diff(deduced.edges) + 1)).tolist()
    return [partial(guesses.answers, number, some, MOST_TRIES) for number, some in enumerate(most)]
