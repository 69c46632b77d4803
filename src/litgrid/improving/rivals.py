"""The other answers that some clues of an answer leave: an engine with a switch for each clue."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Self

import numpy as np

from litgrid.conflict import shrink, switched
from litgrid.core.characters import Grid
from litgrid.core.errors import EngineError, OutOfTimeError
from litgrid.core.grid import BoolArray
from litgrid.core.limit import Limit
from litgrid.core.system import System
from litgrid.engines import DEFAULT, engines
from litgrid.engines.base import Status
from litgrid.improving.clues import Clues


class Rivals:
    """The answers of a board but one.

    Parameters
    ----------
    clues
        The clues of that one.
    limit
        The time for all that is asked.

    Raises
    ------
    OutOfTimeError
        when the limit is over; so do all methods.
    """

    def __init__(self, clues: Clues, limit: Limit) -> None:
        self.clues, self.limit = clues, limit
        self._said = clues.said(clues.answer[None])[0]
        full = clues.puzzle(clues.every)
        engine = engines.get(DEFAULT)
        # The engine begins at the answer itself, and so stays near it: rivals that differ in little say most.
        opened = switched(System.of(full.tables()), full.shape, engine, "auto", limit, guess=clues.answer)
        if opened is None:
            raise EngineError("the rules of the board, which has an answer, were said to be impossible")
        self._search, self._known, self._cells = opened.search, opened.known.ravel(), opened.cells
        self._telling = np.isin(np.arange(len(clues)) + 1, opened.numbers)
        self._search.answer = clues.answer.ravel()[self._cells]
        self._search.block()

    def other(self, chosen: BoolArray) -> Grid | None:
        """Return some rival that the chosen clues leave, shaped as the board; ``None`` where they leave none."""
        status = self._search.solve(self.limit, self._numbers(chosen))
        if status is Status.UNKNOWN:
            raise OutOfTimeError("the time limit ran out")
        if status is Status.UNSAT:
            return None
        grid = self._known.copy()
        np.put(grid, self._cells, self._search.answer)
        return grid.reshape(self.clues.answer.shape)

    def differing(self, chosen: BoolArray) -> BoolArray | None:
        """Return the clues in which some rival that the chosen clues leave differs; ``None`` where they leave none."""
        other = self.other(chosen)
        if other is None:
            return None
        differ: BoolArray = self.clues.said(other[None])[0] != self._said
        return differ

    def least(self, chosen: BoolArray, among: BoolArray) -> BoolArray | None:
        """Return what :meth:`differing` does of a rival that cannot agree with one more clue of ``among``."""
        differ = self.differing(chosen)
        if differ is None:
            return None
        agreed = ~differ
        for clue in np.flatnonzero(differ & among).tolist():
            self.limit.check()
            if not agreed[clue]:
                wanted = (agreed & among) | chosen
                wanted[clue] = True
                other = self.differing(wanted)
                agreed = agreed if other is None else ~other
        return ~agreed

    def apart(self, chosen: BoolArray, among: BoolArray, most: int) -> Iterator[BoolArray]:
        """Yield sets of clues of ``among`` in which rivals differ that the chosen ones leave, disjoint ones."""
        chosen = chosen.copy()
        for _ in range(most):
            differ = self.least(chosen, among)
            if differ is None:
                return
            yield differ & among
            chosen |= differ & among

    def fixing(
        self, chosen: BoolArray, among: BoolArray, kept: BoolArray, rng: np.random.Generator
    ) -> BoolArray | None:
        """Return clues which leave no rival, and none of which is needless: ``kept``, and others of ``among``.

        Those of ``chosen`` are preferred, and what they lack is drawn; with none of these, all but what is needless
        remain. ``None`` where all of them leave a rival.
        """
        fixed = kept | (among & chosen if chosen.any() else among)
        while (differ := self.least(fixed, among)) is not None:
            telling = np.flatnonzero(differ & among)
            if not telling.size:
                return None
            fixed[rng.choice(telling)] = True
        order = [*self._numbers(fixed & kept), *self._numbers(fixed & chosen & ~kept)]
        order += self._numbers(fixed & ~chosen & ~kept)
        numbers, shrunk = shrink(self._search, order, self.limit)
        if not shrunk:
            raise OutOfTimeError("the time limit ran out")
        return self._mask(numbers) | kept

    def _numbers(self, chosen: BoolArray) -> list[int]:
        return (np.flatnonzero(chosen & self._telling) + 1).tolist()

    def _mask(self, numbers: Iterable[int]) -> BoolArray:
        mask = np.zeros(len(self.clues), dtype=np.bool_)
        mask[[number - 1 for number in numbers]] = True
        return mask

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._search.__exit__()
