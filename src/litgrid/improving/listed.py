"""Rivals in a list: where a board has few answers, all of them are listed once, and looked through for each.

What takes an engine a call then is an array operation, and the rivals that differ in the fewest clues, which say most,
are known at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from litgrid.core.characters import Grid
from litgrid.core.grid import BoolArray, IntArray
from litgrid.core.limit import Limit
from litgrid.core.puzzle import Puzzle
from litgrid.improving.clues import Clues
from litgrid.improving.rivals import Rivals

MOST_LISTED, MOST_CELLS = 200_000, 144
"""No more answers are listed, nor those of larger boards."""
Said = npt.NDArray[np.integer[Any]]
"""What each clue says of each answer, shaped ``(clues, answers)``; in few bytes where they are many."""


class ListedRivals(Rivals):
    """Rivals in a list, all but the answer at a place of it; ``said`` is what each clue says of each answer.

    >>> said = np.array([[0, 0, 1, 1], [1, 0, 1, 0], [1, 1, 1, 0]])
    >>> rivals = ListedRivals(said, 0, np.ones(3, dtype=np.int64), Limit(None))
    >>> rivals.shrunk([2, 1, 0]).tolist()
    [True, True, False]
    """

    def __init__(self, said: Said, place: int, weights: IntArray, limit: Limit) -> None:
        super().__init__(weights, limit)
        own = said[:, place, None]
        self._differ: BoolArray = np.empty((len(said), said.shape[1] - 1), dtype=np.bool_)
        np.not_equal(said[:, :place], own, out=self._differ[:, :place])
        np.not_equal(said[:, place + 1 :], own, out=self._differ[:, place:])

    @classmethod
    def of(cls, clues: Clues, limit: Limit) -> ListedRivals | None:
        """Return all other answers of a board, where they are few; ``None`` where they may be many."""
        if (every := _every(clues.board)) is None:
            return None
        grids, said = every
        (place,) = np.flatnonzero((grids == clues.answer).all(axis=(1, 2)))
        cells = grids.reshape(len(grids), -1)[:, clues.cells].T
        return cls(np.concatenate([said[clues.told], cells]), int(place), clues.weights, limit)

    def least(self, chosen: BoolArray, among: BoolArray) -> BoolArray | None:
        """Return in which clues that rival differs that the chosen clues leave and the fewest of ``among`` tell."""
        missed = np.flatnonzero(~self._differ[chosen].any(axis=0))
        if not missed.size:
            return None
        differ: BoolArray = self._differ[:, missed[_sizes(self._differ[:, missed][among]).argmin()]]
        return differ

    def shrunk(self, clues: Sequence[int]) -> BoolArray:
        """Count, for each rival, the clues in which it differs; what none needs as its last one can go."""
        self.limit.check()
        kept = np.isin(np.arange(self.weights.size), clues)
        left = _sizes(self._differ[kept])
        for one in reversed(clues):
            fewer = left - self._differ[one]
            if fewer.min(initial=1):
                kept[one], left = False, fewer
        return kept


@lru_cache(maxsize=2)
def _every(board: Puzzle) -> tuple[Grid, Said] | None:
    """Return all answers of a board without clues, and what its clues say of each; ``None`` where they may be many."""
    from litgrid.listing import Listing  # imported here: it counts, which takes as long to import as all of this

    grids = Listing(board).few(MOST_LISTED) if board.shape.size <= MOST_CELLS else None
    return None if grids is None else (grids, np.ascontiguousarray(board.clues_of(grids).T.astype(np.int8)))


def _sizes(differ: BoolArray) -> npt.NDArray[Any]:
    """Return how many clues each differs in, in as few bytes as will do: that is done often."""
    kind = np.uint8 if len(differ) <= np.iinfo(np.uint8).max else np.uint32
    sizes: npt.NDArray[Any] = np.add.reduce(differ.view(np.uint8), axis=0, dtype=kind)
    return sizes
