"""The fewest clues that leave an answer no rival: a least hitting set of the sets of clues in which rivals differ.

As :mod:`litgrid.hitting` has it: for a least set of clues an engine looks for rivals that it leaves, each as near to
the answer as can be, until there are none. Before, and when the time runs out, some clues that leave none are found by
deletion: with the bound, they are what is known then.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass

import numpy as np

from litgrid.core.characters import Grid
from litgrid.core.check import expect_answer
from litgrid.core.errors import LitgridError, OutOfTimeError
from litgrid.core.grid import BoolArray
from litgrid.core.limit import Limit
from litgrid.core.puzzle import Puzzle
from litgrid.hitting import Hitting
from litgrid.improving.clues import Clues, expect_clues
from litgrid.improving.rivals import AskedRivals, Rivals
from litgrid.question import checked

MOST_ADDED = 8
"""So many sets are added for each set that is tried."""
SHARE = 0.9
"""The share of the time for the search; in the rest the last try is made one that leaves no rival, in several ways."""


@dataclass(frozen=True, eq=False)
class Fewest:
    """Few clues that leave an answer no rival."""

    chosen: BoolArray  # none of them needless
    weight: int  # what they weigh together: see :attr:`litgrid.improving.clues.Clues.weights`
    bound: int  # no clues that do it weigh less

    @property
    def exact(self) -> bool:
        """Whether it is proved that no others are fewer."""
        return self.weight == self.bound


@checked
def fewest_clues(puzzle: Puzzle, answer: Grid, limit: Limit | None = None) -> BoolArray:
    r"""Return the fewest clues of an answer that leave no other; which, of those of ``clues_of``.

    Parameters
    ----------
    puzzle
        Whose board it is; its own clues do not matter.
    answer
        An answer of that board; int8, shaped as it.
    limit
        The time for it.

    Raises
    ------
    OutOfTimeError
        when the limit is over.
    LitgridError
        where all clues that the kind makes of the answer leave another, or it does not say which it makes; for a grid
        that is no answer.

    Examples
    --------
    >>> import litgrid
    >>> puzzle = litgrid.load("binairo\n0011\n0101\n1010\n1100")
    >>> chosen = fewest_clues(puzzle, puzzle.givens)
    >>> int(chosen.sum()), litgrid.solve(puzzle.clued(puzzle.givens, chosen)).status
    (4, 'unique')
    """
    expect_clues(puzzle)
    clues = Clues.of(puzzle.bare, expect_answer(puzzle.bare, answer))
    with AskedRivals(clues, limit or Limit(None)) as rivals:
        found = fewest(rivals)
    if found is None:
        raise LitgridError(f"all clues that this board can have leave the answer a rival: {puzzle.title} needs more")
    if not found.exact:
        raise OutOfTimeError("the time limit ran out before the fewest clues were proved")
    return clues.of_board(found.chosen)


def fewest(rivals: Rivals, rng: np.random.Generator | None = None) -> Fewest | None:
    """Return the fewest clues, or the best that is known when the time is over; ``None`` where even all are too few.

    Those that are kept anyway weigh nothing; where several are as few ``rng`` draws which, by default always the same.
    The limit of the rivals is the time for it; :class:`OutOfTimeError` is raised where it is over before any clues are
    known.
    """
    weights = rivals.weights
    last: BoolArray = np.zeros(weights.size, dtype=np.bool_)

    def weigh(chosen: BoolArray) -> int:
        return int(weights[chosen & rivals.among].sum())

    rng = rng or np.random.default_rng(0)
    names = rng.permutation(weights.size)
    if (first := rivals.fixing(last, rng)) is None:
        return None
    best = first

    def missed(numbers: list[int]) -> Iterator[list[int]]:
        nonlocal last
        last = np.isin(names, numbers)
        if weigh(best) > hitting.bound:
            for differ in rivals.apart(last, MOST_ADDED):
                yield names[differ].tolist()

    with Hitting(weights[np.argsort(names)].tolist().__getitem__) as hitting:
        try:
            hitting.run(missed, rivals.limit.share(SHARE))
            if weigh(best) > hitting.bound:
                best = rivals.kept | last
        except OutOfTimeError:
            with suppress(OutOfTimeError):
                while True:
                    # What hits many sets takes few clues more to leave no rival.
                    found = rivals.fixing(last, rng)
                    if found is not None and weigh(found) < weigh(best):
                        best = found
        return Fewest(best, weigh(best), hitting.bound)
