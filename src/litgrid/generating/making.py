"""Making one puzzle: a board, an answer drawn at random, and clues of it, as few as do what is wanted.

A *try* is a function of the order, the seed and its number alone, so that tries can be made anywhere, in any order. It
may come to nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from litgrid.core.characters import Grid
from litgrid.core.errors import OutOfTimeError
from litgrid.core.grid import IntArray, Shape
from litgrid.core.limit import Limit
from litgrid.core.puzzle import GIVEN, Puzzle
from litgrid.core.symmetry import orbits
from litgrid.explaining.findings import FEW
from litgrid.explaining.grading import grade, score
from litgrid.generating.bench import Bench, lent, rules_of
from litgrid.generating.drawing import draw, drawn_uniformly, every, uniform
from litgrid.generating.order import Order
from litgrid.generating.refilling import refilled
from litgrid.generating.sketching import sketched
from litgrid.generating.thinning import NONE, Thinning
from litgrid.improving.clues import Clues
from litgrid.improving.fewest import fewest
from litgrid.improving.listed import Every
from litgrid.puzzles import kinds

WORTH_LISTING = {"fewest": 25, "needed": 300, "all": 3000}
"""So many tries before all answers of a board that has few are listed: then doing without has cost about as much, where
the fewest clues are wanted, those that are needed, or all of the kind."""
AGAIN = 40
"""So often a cell is given before a try is given up."""


@dataclass(frozen=True, eq=False)
class Made:
    """A puzzle that was made."""

    puzzle: Puzzle
    answer: Grid
    level: int  # as :func:`litgrid.grade` has it; 0 where it may have other answers
    score: float | None = None  # where one was wanted


def make(order: Order, seed: int, number: int, limit: Limit) -> Made | None:
    """Make a puzzle: try ``number`` of an order; ``None`` where it comes to nothing.

    The same arguments give the same puzzle, whatever was tried before; another order draws other numbers.

    Raises
    ------
    LitgridError
        where there is no such puzzle.

    Examples
    --------
    >>> from litgrid.core.grid import Shape
    >>> made = make(Order("binairo", Shape(6, 6), levels=(1, 1)), seed=1, number=0, limit=Limit(None))
    >>> made.puzzle.shape, made.level
    (Shape(rows=6, columns=6), 1)
    """
    chance = np.random.default_rng([seed, number, int.from_bytes(order.digest)])
    return _Try(order, chance, limit, number).make()


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

    def __init__(self, order: Order, rng: np.random.Generator, limit: Limit, number: int) -> None:
        self._order, self._rng, self._limit = order, rng, limit
        self._listed: tuple[Every, int] | None = None
        self._worth_listing = number >= WORTH_LISTING["fewest" if order.fewest else str(order.clues)]
        self._symmetry = str(order.symmetry)

    def make(self) -> Made | None:
        order = self._order
        board = _board(order.kind, order.shape, order.switches)
        if order.layers:
            board = order.board(board, self._rng)
        if board.made_whole():
            return self._sketched(board)
        rules = rules_of(board)
        self._limit.check()
        with lent(rules) as self._bench:
            return self._made(board)

    def _made(self, board: Puzzle) -> Made | None:
        order, answer = self._order, self._drawn(board)
        if order.givens is not None:
            return self._given(board, answer)
        if not order.unique:
            every = Clues(board, answer, NONE)
            return Made(every.puzzle(every.every), answer, 0)
        if order.pattern is not None:
            return self._patterned(board, answer)
        thinning = self._without_rivals(board, answer)
        if thinning is None:
            return None
        if order.fewest:
            return self._fewest(thinning)
        return self._thinned(thinning)

    def _drawn(self, board: Puzzle) -> Grid:
        """Return the answer that is wanted, or one at random; where that is worth it, one of all."""
        if self._order.grid is not None:
            return self._order.grid
        if self._order.givens is not None and (uniform := drawn_uniformly(board, self._rng)) is not None:
            return uniform
        listed = every(board) if self._worth_listing else None
        if listed is None:
            return draw(board, self._rng, self._bench, self._limit)
        self._listed = listed, (place := int(self._rng.integers(len(listed))))
        answer: Grid = listed.grids[place]
        return answer

    def _given(self, board: Puzzle, answer: Grid) -> Made:
        cells = np.flatnonzero(~board.fixed)
        chosen = self._rng.choice(cells, round((self._order.givens or 0) * cells.size), replace=False)
        values = np.full(answer.size, -1, dtype=np.int8)
        values[chosen] = answer.flat[chosen]
        return Made(board.with_givens(values.reshape(answer.shape)), answer, 0)

    def _sketched(self, board: Puzzle) -> Made | None:
        """Return what a kind makes by a way of its own, with the clues that are wanted."""
        found = sketched(self._order, board, self._rng, self._limit)
        if found is None:
            return None
        puzzle, answer, level = found
        if self._order.givens is not None:
            uniform = drawn_uniformly(puzzle.bare, self._rng)
            return self._given(puzzle.bare, answer if uniform is None else uniform)
        if level is not None:
            return self._checked(puzzle, answer, level)
        bare = puzzle.bare
        rules = rules_of(bare)
        self._limit.check()
        self._bench = Bench(rules)
        thinning = self._thinning(Clues(bare, answer, NONE))
        return self._fewest(thinning) if self._order.fewest else self._thinned(thinning)

    def _thinned(self, thinning: Thinning) -> Made | None:
        order = self._order
        level = thinning.leave_out(self._order_of(thinning), order.levels[1], order.score and order.score[1])
        return self._checked(thinning.puzzle, thinning.clues.answer, level)

    def _thinning(self, clues: Clues) -> Thinning:
        """Return a thinning of clues: given cells go with those that the symmetry turns them into."""
        orbit = orbits(clues.board.shape, self._symmetry)
        given = clues.board.clue == GIVEN
        orbit = orbit[clues.told] if given else np.append(np.arange(clues.own), clues.own + orbit[clues.cells])
        alone = self._symmetry == "none" and not clues.cells.size and clues.own == len(clues.board.stated)
        group = orbit if alone else np.unique(orbit, return_inverse=True)[1]
        return Thinning(clues, group, self._bench, self._limit, self._listed)

    def _without_rivals(self, board: Puzzle, answer: Grid) -> Thinning | None:
        """Return clues that leave no other answer, given cells among them where the kind's do not suffice."""
        given = NONE
        # Where a list of all answers is needed anyway, it says it sooner.
        asked = self._listed is None or self._order.clues == "all" or self._order.levels[1] == 1
        anew = board.clue != GIVEN and self._order.grid is None and self._listed is None
        for _ in range(AGAIN):
            thinning = self._thinning(Clues(board, answer, given))
            if anew and not thinning.decided(1):
                answer = refilled(thinning.clues, thinning.bench, self._bench, self._rng, self._limit)
                thinning = self._thinning(Clues(board, answer, given))
            anew = False
            if board.clue == GIVEN or (asked and thinning.decided(FEW)) or (other := thinning.rival()) is None:
                return thinning
            cells = np.flatnonzero((other != answer).ravel() & ~board.fixed)
            telling = cells[answer.flat[cells] == 1]
            cell = self._rng.choice(telling if telling.size else cells)
            orbit = orbits(board.shape, self._symmetry)
            given = np.union1d(given, np.flatnonzero(orbit == orbit[cell]))
        return None

    def _order_of(self, thinning: Thinning) -> IntArray:
        """Return in which order clues are left out: given cells that others may do without go first."""
        order = self._rng.permutation(thinning.kept.size)
        if thinning.clues.board.clue == GIVEN:
            return order
        beside = order >= thinning.clues.own
        return order[beside] if self._order.clues == "all" else np.append(order[beside], order[~beside])

    def _patterned(self, board: Puzzle, answer: Grid) -> Made | None:
        """Return the puzzle with the clues that a pattern says, if they leave the answer alone.

        Labels of which it does not say anything are all there.
        """
        order = self._order
        cells = NONE if order.cells is None else np.flatnonzero(order.cells)
        clues = Clues(board, answer, NONE if board.clue == GIVEN else cells)
        thinning = Thinning(clues, np.arange(len(clues)), self._bench, self._limit, self._listed)
        own = np.isin(clues.told, cells) if board.clue == GIVEN else clues.every[: clues.own]
        own = own if order.lines is None else order.lines.ravel()
        thinning.kept = np.append(own, np.ones(clues.cells.size, dtype=np.bool_))
        if not thinning.decided(FEW) and thinning.rival() is not None:
            return None
        return self._checked(thinning.puzzle, answer, thinning.level(order.levels[1]))

    def _fewest(self, thinning: Thinning) -> Made | None:
        with thinning.rivals() as rivals:
            found = fewest(rivals, rng=self._rng)
        if found is None:
            return None
        if not found.exact:
            raise OutOfTimeError("the time limit ran out before the fewest clues were proved")
        thinning.kept = np.bincount(thinning.group, found.chosen) > 0
        return self._checked(thinning.puzzle, thinning.clues.answer, thinning.level(self._order.levels[1]))

    def _checked(self, puzzle: Puzzle, answer: Grid, level: int) -> Made | None:
        order = self._order
        if order.unique and not order.levels[0] <= level <= order.levels[1]:
            return None
        scored = None
        if order.score is not None:
            low, high = order.score
            scored = score(puzzle, answer, level, limit=self._limit)
            if not low <= scored <= high:
                return None
        if order.technique is not None or not order.split:
            techniques = grade(puzzle, timeout=self._limit.left()).techniques
            self._limit.check()
            if (order.technique is not None and order.technique not in techniques) or (
                not order.split and "split" in techniques
            ):
                return None
        return Made(puzzle, answer, level, scored)
