"""The other answers that some clues of an answer leave, and in which clues these differ: from an engine, or a list.

Where all answers of a board are listed, what takes an engine a call is an array operation, and the rivals that differ
in the fewest clues, which say most, are known at once.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from litgrid.conflict import shrink, switched
from litgrid.core.characters import Grid
from litgrid.core.closing import Closing
from litgrid.core.errors import EngineError, OutOfTimeError
from litgrid.core.grid import BoolArray, IntArray
from litgrid.core.limit import Limit
from litgrid.core.system import System
from litgrid.engines import DEFAULT, engines
from litgrid.improving.clues import Clues

Said = npt.NDArray[np.integer[Any]]
"""What each clue says of each answer, shaped ``(clues, answers)``; in few bytes where they are many."""


class Rivals(Closing, ABC):
    """The answers of a board but one, whose clues weigh so much: see :attr:`litgrid.improving.clues.Clues.weights`.

    Clues are chosen ``among`` some, by default all, besides those that are ``kept`` anyway, by default none.
    """

    def __init__(self, weights: IntArray, limit: Limit) -> None:
        self.weights, self.limit = weights, limit
        self.kept: BoolArray = np.zeros(weights.size, dtype=np.bool_)
        self.among: BoolArray = ~self.kept

    def keep(self, kept: BoolArray, among: BoolArray | None = None) -> Self:
        """Keep some clues, and choose among some of the others, by default all."""
        self.kept, self.among = kept, ~kept if among is None else among & ~kept
        return self

    @abstractmethod
    def least(self, chosen: BoolArray) -> BoolArray | None:
        """Return the clues in which a rival that the chosen clues leave differs; ``None`` where they leave none.

        It is one that cannot agree with one more clue of those to choose among.
        """

    @abstractmethod
    def shrunk(self, clues: Sequence[int]) -> BoolArray:
        """Return clues of some that leave no rival, so that these leave none and none is needless, as a mask.

        Those at the end are left out first.
        """

    def apart(self, chosen: BoolArray, most: int) -> Iterator[BoolArray]:
        """Yield sets of clues in which rivals differ that the chosen and the kept ones leave, disjoint ones."""
        chosen = chosen | self.kept
        for _ in range(most):
            if (differ := self.least(chosen)) is None:
                return
            yield differ & self.among
            chosen |= differ & self.among

    def fixing(self, chosen: BoolArray, rng: np.random.Generator) -> BoolArray | None:
        """Return clues which leave no rival, and none of which is needless but for those that are kept.

        Those of ``chosen`` are preferred, and what they lack is drawn; with none of these, all but what is needless
        remain, in an order that is drawn. ``None`` where all of them leave a rival.
        """
        kept, among = self.kept, self.among
        fixed = kept | (among & chosen if chosen.any() else among)
        while (differ := self.least(fixed)) is not None:
            telling = np.flatnonzero(differ & among)
            if not telling.size:
                return None
            fixed[rng.choice(telling)] = True
        first, last = np.flatnonzero(fixed & (kept | chosen)), np.flatnonzero(fixed & ~chosen & ~kept)
        first = first[np.argsort(~kept[first], kind="stable")]
        return self.shrunk([*first.tolist(), *rng.permutation(last).tolist()]) | kept


class AskedRivals(Rivals):
    """Rivals that an engine finds, with a switch for each clue."""

    def __init__(self, clues: Clues, limit: Limit) -> None:
        super().__init__(clues.weights, limit)
        self.clues = clues
        self._said = clues.said(clues.answer[None])[0]
        full = clues.puzzle(clues.every)
        engine = engines.get(DEFAULT)
        # The engine begins at the answer itself, and so stays near it: rivals that differ in little say most.
        opened = switched(System.of(full.tables()), full.shape, engine, "auto", limit, guess=clues.answer)
        if opened is None:
            raise EngineError("the rules of the board, which has an answer, were said to be impossible")
        self._search, self._known, self._cells = opened.search, opened.known.ravel(), opened.cells
        self._telling = np.isin(np.arange(len(clues)) + 1, opened.numbers)
        self._search.block(clues.answer.ravel()[self._cells])

    def other(self, chosen: BoolArray) -> Grid | None:
        """Return some rival that the chosen clues leave, shaped as the board; ``None`` where they leave none."""
        numbers = (np.flatnonzero(chosen & self._telling) + 1).tolist()
        if not self._search.holds(self.limit, selected=numbers):
            return None
        grid = self._known.copy()
        np.put(grid, self._cells, self._search.answer)
        return grid.reshape(self.clues.answer.shape)

    def least(self, chosen: BoolArray) -> BoolArray | None:
        """Return the same of a rival that is asked to agree with one more clue after another."""
        if (other := self.other(chosen)) is None:
            return None
        differ = self._differ(other)
        for clue in np.flatnonzero(differ & self.among).tolist():
            self.limit.check()
            if differ[clue]:
                wanted = (~differ & self.among) | chosen
                wanted[clue] = True
                differ = differ if (other := self.other(wanted)) is None else self._differ(other)
        return differ

    def _differ(self, other: Grid) -> BoolArray:
        differ: BoolArray = self.clues.said(other[None])[0] != self._said
        return differ

    def shrunk(self, clues: Sequence[int]) -> BoolArray:
        """Shrink them, with a new core each time."""
        order = [clue + 1 for clue in clues if self._telling[clue]]
        numbers, done = shrink(self._search, order, self.limit)
        if not done:
            raise OutOfTimeError("the time limit ran out")
        return np.isin(np.arange(1, len(self.clues) + 1), numbers)

    def close(self) -> None:
        self._search.close()


class ListedRivals(Rivals):
    """Rivals in a list, all but the answer at a place of it; ``said`` is what each clue says of each answer.

    >>> said = np.array([[0, 0, 1, 1], [1, 0, 1, 0], [1, 1, 1, 0]])
    >>> rivals = ListedRivals(said, 0, np.ones(3, dtype=np.int64), Limit(None))
    >>> rivals.shrunk([2, 1, 0]).tolist()
    [True, True, False]
    """

    def __init__(self, said: Said, place: int, weights: IntArray, limit: Limit) -> None:
        super().__init__(weights, limit)
        self._differ: BoolArray = np.delete(said != said[:, place, None], place, axis=1)

    def least(self, chosen: BoolArray) -> BoolArray | None:
        """Return in which clues that rival differs that the chosen clues leave and the fewest to choose among tell."""
        missed = np.flatnonzero(~self._differ[chosen].any(axis=0))
        if not missed.size:
            return None
        differ: BoolArray = self._differ[:, missed[_sizes(self._differ[:, missed][self.among]).argmin()]]
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


def _sizes(differ: BoolArray) -> npt.NDArray[Any]:
    """Return how many clues each differs in, in as few bytes as will do: that is done often."""
    kind = np.uint8 if len(differ) <= np.iinfo(np.uint8).max else np.uint32
    sizes: npt.NDArray[Any] = np.add.reduce(differ.view(np.uint8), axis=0, dtype=kind)
    return sizes
