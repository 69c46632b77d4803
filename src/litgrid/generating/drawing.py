"""A random answer of a board without clues.

Small boards are filled by guessing, anew where that goes wrong too often; lines that must differ are looked at when all
is filled. Large boards are left to an engine that sets off from a random grid. Either is far from uniform, and varied.
For a share of given cells answers are drawn uniformly where the board's counting diagram is not too large.
"""

from __future__ import annotations

from functools import lru_cache
from math import ceil
from typing import TYPE_CHECKING

import numpy as np

from litgrid.core.characters import Grid
from litgrid.core.deduce import deduce
from litgrid.core.errors import LitgridError, OutOfTimeError
from litgrid.core.limit import Limit
from litgrid.core.puzzle import Puzzle
from litgrid.core.system import System
from litgrid.improving.bench import Bench, rules_of
from litgrid.improving.clues import Clues
from litgrid.improving.listed import ListedRivals, Said
from litgrid.listing import Listing

if TYPE_CHECKING:
    from litgrid.counting.walk import Walk

WRONG, ATTEMPTS = 60, 60
"""So many wrong guesses are made in one of so many attempts."""
CHANCES = 1 << 20
"""What the chances of :class:`litgrid.kernel.filling.Filler` are out of."""
MOST_CELLS = 900
"""Larger boards than this an engine fills sooner."""
MOST_LISTED, MOST_LISTED_CELLS = 200_000, 144
"""No more answers are listed, nor those of larger boards."""
MOST_STATES, WORTH_KEEPING = 10_000_000, 0.001
"""A counting diagram has no more states, and of what is drawn from it such a share is an answer at least."""


@lru_cache(maxsize=2)
def _every(board: Puzzle) -> tuple[Grid, Said] | None:
    """Return all answers of a board without clues, and what its clues say of each; ``None`` where they may be many."""
    if board.shape.size > MOST_LISTED_CELLS:
        return None
    grids = Listing(board).few(MOST_LISTED)
    return None if grids is None else (grids, np.ascontiguousarray(board.clues_of(grids).T.astype(np.int8)))


def listed(clues: Clues, limit: Limit) -> ListedRivals | None:
    """Return all other answers of a board, where they are few; ``None`` where they may be many."""
    if (every := _every(clues.board)) is None:
        return None
    grids, said = every
    (place,) = np.flatnonzero((grids == clues.answer).all(axis=(1, 2)))
    cells = grids.reshape(len(grids), -1)[:, clues.cells].T
    return ListedRivals(np.concatenate([said[clues.told], cells]), int(place), clues.weights, limit)


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

    Raises
    ------
    LitgridError
        where the board has no answer.
    """
    if board.shape.size <= MOST_CELLS:
        filled = _filled(board, rng, limit)
        if filled is not None:
            return filled
    from litgrid.sampling import sample

    found = sample(board, seed=rng, timeout=limit.left(), method="diverse")
    if found.status == "none":
        raise LitgridError(
            f"no board of {board.shape} can be filled by the rules of {board.title}: ask for another size"
        )
    if not len(found.grids):
        raise OutOfTimeError("the time limit ran out before a board was filled")
    answer: Grid = found.grids[0]
    return answer


def _filled(board: Puzzle, rng: np.random.Generator, limit: Limit) -> Grid | None:
    base = (bench := Bench(rules_of(board))).trail.base
    for _ in range(ATTEMPTS):
        limit.check()
        done, values = _attempt(board, rng, bench), bench.trail.grid()
        bench.trail.drop(base)
        if done == 1:
            return values.reshape(board.shape.rows, board.shape.columns)
        if done == 0:
            return None
    return None


def _attempt(board: Puzzle, rng: np.random.Generator, bench: Bench) -> int:
    """Fill a board by guessing, see :class:`litgrid.kernel.filling.Filler`; what follows is not undone."""
    return bench.filler.fill(rng.integers(0, CHANCES, 2 * board.shape.size), WRONG)
