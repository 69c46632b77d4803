"""Making one puzzle: a board, an answer drawn at random, and clues of it, as few as do what is wanted.

A *try* is a function of the order, the seed and its number alone, so that tries can be made anywhere, in any order. It
may come to nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, partial
from importlib import import_module
from itertools import count, islice, starmap
from typing import Any, TypeAlias

import numpy as np

from litgrid.core.characters import Grid
from litgrid.core.errors import OutOfTimeError
from litgrid.core.grid import IntArray, Shape
from litgrid.core.kind import Kind
from litgrid.core.limit import Limit
from litgrid.core.puzzle import GIVEN, Puzzle
from litgrid.core.symmetry import images, orbits
from litgrid.explaining.findings import CHAIN, FEW, HIGHEST
from litgrid.explaining.grading import grade, score
from litgrid.explaining.grading import level as level_of
from litgrid.formats.record import Record
from litgrid.generating import walled
from litgrid.generating.drawing import draw, drawn_uniformly, refilled, uniform
from litgrid.generating.order import Order
from litgrid.improving.clues import Clues
from litgrid.improving.fewest import fewest
from litgrid.improving.thinning import ANY, Thinning
from litgrid.puzzles import kinds

ANEW = 4
"""So often clues are left out, each time in another order, where what comes out is not what is wanted."""
Made: TypeAlias = tuple[Puzzle, Grid, int]
"""A puzzle, its answer, and its level, 0 where it may have other answers."""


def make(order: Order, seed: int, number: int, limit: Limit) -> Record | None:
    """Make a puzzle: try ``number`` of an order; ``None`` where it comes to nothing.

    It has no name yet; a level where it has one answer, and a score where one is wanted. The same arguments give the
    same puzzle, whatever was tried before; another order draws other numbers. Raises :class:`LitgridError` where there
    is no such puzzle.
    """
    chance = np.random.default_rng([seed, number, int.from_bytes(order.digest)])
    return _Try(order, chance, limit).make()


@lru_cache(maxsize=8)
def _board(kind: str, shape: Shape, switches: tuple[tuple[str, bool], ...]) -> Puzzle:
    return kinds.get(kind).empty(shape).with_switches(**dict(switches))


def drawable(order: Order) -> bool:
    """Return whether answers are drawn uniformly where an order wants a share of given cells.

    Of a kind that makes each board by chance it is not known before.
    """
    board = _board(order.kind, order.shape, order.switches)
    return board.made_whole() or order.answer is not None or uniform(board) is not None


class _Try:
    """One try: its generator, and what is wanted."""

    def __init__(self, order: Order, rng: np.random.Generator, limit: Limit) -> None:
        self._order, self._rng, self._limit = order, rng, limit
        self._symmetry, (self._least, self._most) = str(order.symmetry), order.levels

    def make(self) -> Record | None:
        order = self._order
        aimed = self._least > 1 or order.score is not None or order.technique is not None or not order.split
        found = islice(self._found(), ANEW if aimed and order.clues == "needed" else 1)
        return next(filter(None, starmap(self._checked, found)), None)

    def _found(self) -> Iterator[Made]:
        """Yield what comes out of one board and one answer, first this and then that."""
        order, board = self._order, _board(self._order.kind, self._order.shape, self._order.switches)
        if order.layers:
            board = order.board(board, self._rng)
        self._limit.check()
        if board.made_whole():
            yield from self._whole(board)
        elif order.givens is not None:
            yield self._given(board, order.grid)
        else:
            answer = draw(board, self._rng, self._limit) if order.grid is None else order.grid
            if not order.unique:
                every = Clues(board, answer)
                yield every.puzzle(every.every), answer, 0
            elif order.pattern is not None:
                yield from self._patterned(board, answer)
            else:
                yield from self._thinned(self._without_rivals(board, answer))

    def _whole(self, board: Puzzle) -> Iterator[Made]:
        """Yield boards that are made together with their answers."""
        order, most, between = self._order, self._most, False
        wanted: dict[str, Any] = {"unique": order.unique, "limit": self._limit}
        graded = partial(level_of, most=most, limit=self._limit)
        if isinstance(board, Kind) and board.scopes:
            thin, places = order.clues == "needed" and not order.fewest, order.cells
            # Between single rules and single answers there is something to be left out, but sketches do not know what.
            between = order.fewest or (thin and 1 < most < (CHAIN if places is None else HIGHEST))
            wanted |= {"single": most == 1 or (thin and most < CHAIN), "thin": thin and not between}
            turned = images(order.shape, self._symmetry)
            made = walled.sketch(board, turned, order.walls or 0.0 if places is None else places, self._rng, **wanted)
        else:
            level = graded if 1 < most < HIGHEST else None
            sketch = import_module(str(board.sketcher)).sketch
            made = sketch(board, self._rng, single=most == 1, most=most, level=level, **wanted)
        for puzzle, answer in made:
            if order.givens is not None:
                yield self._given(puzzle.bare, answer)
            elif between:
                yield from self._thinned(self._thinning(Clues(puzzle.bare, answer)))
            else:
                yield puzzle, answer, int(order.unique) and (1 if most == 1 else graded(puzzle, answer))

    def _given(self, board: Puzzle, answer: Grid | None) -> Made:
        """Return a board with given cells, of any answer, uniformly drawn where that can be."""
        if self._order.grid is None and (uniform := drawn_uniformly(board, self._rng)) is not None:
            answer = uniform
        answer = draw(board, self._rng, self._limit) if answer is None else answer
        cells = np.flatnonzero(~board.fixed)
        chosen = self._rng.choice(cells, round((self._order.givens or 0) * cells.size), replace=False)
        values = np.full(answer.size, -1, dtype=np.int8)
        values[chosen] = answer.flat[chosen]
        return board.with_givens(values.reshape(answer.shape)), answer, 0

    def _thinned(self, opened: Thinning) -> Iterator[Made]:
        """Yield puzzles of clues, with others in each, while these are what is left out in another order."""
        with opened as thinning:
            every, hard = thinning.kept, self._least >= CHAIN
            for number in count():
                if self._order.fewest:
                    found = fewest(thinning.rivals, rng=self._rng)
                    if found is None or not found.exact:
                        raise OutOfTimeError("the time limit ran out before the fewest clues were proved")
                    thinning.kept = np.bincount(thinning.group, found.chosen) > 0
                    level = thinning.level()
                elif hard and number < ANEW - 1:  # what is easy all the while is seldom hard in the end
                    thinning.sift(self._order_of(thinning), ANY)
                    level = thinning.level()
                else:
                    level = thinning.leave_out(self._order_of(thinning))
                yield thinning.puzzle, thinning.clues.answer, level
                thinning.kept = every

    def _thinning(self, clues: Clues) -> Thinning:
        """Return a thinning of clues: given cells go with those that the symmetry turns them into."""
        group, highest = None, None if self._order.score is None else self._order.score[1]
        if self._symmetry != "none" and not clues.board.made_whole():
            orbit = orbits(clues.board.shape, self._symmetry)[clues.given]
            orbit = np.append(np.arange(clues.ruled), clues.ruled + orbit)
            group = np.unique(orbit, return_inverse=True)[1]
        return Thinning(clues, self._limit, group, most=self._most, highest=highest)

    def _without_rivals(self, board: Puzzle, answer: Grid) -> Thinning:
        """Return clues that leave no other answer, given cells among them where the kind's do not suffice."""
        thinning = self._thinning(Clues(board, answer))
        if board.clue == GIVEN:
            return thinning
        if self._order.grid is None and not thinning.decided(1):
            answer = refilled(thinning.clues, thinning.book, self._rng, self._limit)
            thinning = self._thinning(Clues(board, answer))
        orbit = orbits(board.shape, self._symmetry)
        while not thinning.decided(FEW) and (other := thinning.rival()) is not None:
            thinning.close()
            cells = np.flatnonzero((other != answer).ravel() & ~board.fixed)
            telling = cells[answer.flat[cells] == 1]
            cell = self._rng.choice(telling if telling.size else cells)
            given = np.union1d(thinning.clues.cells, np.flatnonzero(orbit == orbit[cell]))
            thinning = self._thinning(Clues(board, answer, given))
        return thinning

    def _order_of(self, thinning: Thinning) -> IntArray:
        """Return in which order clues are left out: given cells that others may do without go first."""
        order = self._rng.permutation(thinning.kept.size)
        beside = order >= thinning.clues.ruled
        return order[beside] if self._order.clues == "all" else np.append(order[beside], order[~beside])

    def _patterned(self, board: Puzzle, answer: Grid) -> Iterator[Made]:
        """Yield the puzzle with the clues that a pattern says, if they leave the answer alone.

        Labels of which it does not say anything are all there.
        """
        order = self._order
        cells = np.flatnonzero(np.zeros(0) if order.cells is None else order.cells)
        clues = Clues(board, answer) if board.clue == GIVEN else Clues(board, answer, cells)
        ruled = np.ones(clues.ruled, dtype=np.bool_) if order.lines is None else order.lines.ravel()
        with Thinning(clues, self._limit, most=self._most) as thinning:
            thinning.kept = np.append(ruled, np.isin(clues.given, cells))
            if thinning.decided(FEW) or thinning.rival() is None:
                yield thinning.puzzle, answer, thinning.level()

    def _checked(self, puzzle: Puzzle, answer: Grid, level: int) -> Record | None:
        """Return what was found; ``None`` where it is not what is wanted."""
        order, scored = self._order, None
        if order.unique and not self._least <= level <= self._most:
            return None
        if order.score is not None:
            scored = score(puzzle, answer, level, limit=self._limit)
            if not order.score[0] <= scored <= order.score[1]:
                return None
        if order.technique is not None or not order.split:
            techniques = grade(puzzle, timeout=self._limit.left()).techniques
            self._limit.check()
            if order.technique not in (None, *techniques) or (not order.split and "split" in techniques):
                return None
        return Record("", puzzle, level=level or None, answer=answer, score=scored)
