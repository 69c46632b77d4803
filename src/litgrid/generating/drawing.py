"""A random answer of a board without clues, and one near it whose clues decide more.

Small boards are filled by guessing, anew where that goes wrong too often; lines that must differ are looked at when all
is filled. Large boards are left to an engine that sets off from a random grid. Either is far from uniform, and varied.
For a share of given cells answers are drawn uniformly where the board's counting diagram is not too large.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import ceil
from typing import TYPE_CHECKING

import numpy as np

from litgrid.core.bounds import literals, of_grid, sums
from litgrid.core.characters import Grid
from litgrid.core.deduce import deduce
from litgrid.core.errors import LitgridError, OutOfTimeError
from litgrid.core.grid import BoolArray
from litgrid.core.limit import Limit
from litgrid.core.propagate import NONE
from litgrid.core.puzzle import Puzzle
from litgrid.core.system import System
from litgrid.explaining.laws import Book
from litgrid.improving.clues import Clues
from litgrid.kernel.filling import Filler
from litgrid.kernel.trail import Trail

if TYPE_CHECKING:
    from litgrid.counting.walk import Walk

ATTEMPTS, WRONG = 60, 60
"""So often a board is filled by guessing, and so many guesses may be wrong before it is taken not to be soon filled."""
CHANCES = 1 << 20
"""What the chances of :class:`litgrid.kernel.filling.Filler` are out of."""
MOST_CELLS = 900
"""Larger boards than this an engine fills sooner."""
MOST_STATES, WORTH_KEEPING = 10_000_000, 0.001
"""A counting diagram has no more states, and of what is drawn from it such a share is an answer at least."""


@lru_cache(maxsize=2)
def uniform(board: Puzzle) -> Walk | None:
    """Return what answers of a board are drawn from uniformly; ``None`` where its counting diagram is too large.

    Whether it is does not depend on the machine.
    """
    from litgrid.counting.walk import walk  # imported here: counting is a third of what making loads, and few need it

    system, limit = System.of(board.tables()), Limit(None)
    found = deduce(system, board.shape, limit)
    if not found.possible:
        return None
    return walk(found.parts, found.grid, system.differs, limit, most_states=MOST_STATES, worth=WORTH_KEEPING)


def drawn_uniformly(board: Puzzle, rng: np.random.Generator) -> Grid | None:
    """Return an answer of a board, each as likely as any other; ``None`` where that is too much."""
    walked = uniform(board)
    for _ in range(ATTEMPTS if walked is not None and walked.most else 0):
        if walked is not None and len(some := walked.drawn(ceil(1 / walked.share), rng)):
            return np.asarray(some[0].reshape(board.shape.rows, board.shape.columns), dtype=np.int8)
    return None


def draw(board: Puzzle, rng: np.random.Generator, limit: Limit) -> Grid:
    """Return an answer of a board. The same generator gives the same one.

    Raises :class:`LitgridError` where the board has no answer.
    """
    if board.shape.size <= MOST_CELLS:
        trail = Book.of(board).unclued()
        for _ in range(ATTEMPTS):
            limit.check()
            if (filled := _filled(trail, rng)) is not None:
                return filled.reshape(board.shape.rows, board.shape.columns)
    answer = any_answer(board, rng, limit)
    if answer is None:
        raise LitgridError(
            f"no board of {board.shape} can be filled by the rules of {board.title}: ask for another size"
        )
    return answer


def _filled(trail: Trail, rng: np.random.Generator, known: Sequence[int] = ()) -> Grid | None:
    """Return an answer with some literals, its cells in order; ``None`` where none is soon found."""
    base = trail.base
    trail.know(known)
    done = Filler(trail).fill(rng.integers(0, CHANCES, 2 * (trail.variables - len(known))), WRONG)
    values: Grid = trail.grid()
    trail.drop(base)
    return values if done == 1 else None


def any_answer(puzzle: Puzzle, rng: np.random.Generator, limit: Limit) -> Grid | None:
    """Return an answer of a puzzle that an engine draws; ``None`` where it has none."""
    from litgrid.sampling import sample  # imported here: most boards need none of it

    found = sample(puzzle, seed=rng, timeout=limit.left(), method="diverse")
    if found.status == "unknown":
        raise OutOfTimeError("the time limit ran out before a board was filled")
    return found.grids[0] if len(found.grids) else None


def refilled(clues: Clues, book: Book, rng: np.random.Generator, limit: Limit) -> Grid:
    """Return an answer near another one, of which all clues together leave less open, where one is soon found.

    Few answers that are drawn are decided by all their clues: of Mosaics of 10 x 10 one in twenty, and of larger ones
    hardly any. Parts that single rules leave open are filled anew, while no more is open by it; an answer that is as
    good is taken, too, or the search would get stuck.

    Only where each clue is one count of exactly what it says: then other answers have the same rules with other bounds.
    ``book`` has the rules of the board with all these clues.
    """
    answer, board = clues.answer, Book.of(clues.board).unclued()
    counts = np.flatnonzero(np.isin(book.rule, book.clues))
    bounds, said = book.bounds, clues.said(answer[None])[0]
    if counts.size != said.size or (bounds.low[counts] != said).any() or (bounds.high[counts] != said).any():
        return answer
    low, high, own, variables = bounds.low.copy(), bounds.high.copy(), bounds.take(counts), np.abs(bounds.literals)

    def left(grid: Grid) -> BoolArray:
        """Return the cells that single rules leave open, after one that is no cell."""
        low[counts] = high[counts] = sums(own, of_grid(grid))[0]
        trail = Trail(book.rules, low, high)
        trail.start(NONE)
        trail.draw(book.board)
        return np.append(False, trail.grid() < 0)

    opened = left(answer)
    for _ in range(book.board):
        places = np.flatnonzero(opened[variables])
        if not places.size:
            break
        limit.check()
        place = places[rng.integers(places.size)]
        count = int(np.searchsorted(bounds.starts, place, side="right")) - 1
        cells = np.abs(bounds.of(count))
        other = _filled(board, rng, np.delete(literals(answer), cells[opened[cells]] - 1).tolist())
        if other is not None and (still := left(other)).sum() <= opened.sum():
            answer, opened = other.reshape(answer.shape), still
    return answer
