"""Puzzles of a kind whose boards, answers and clues are made together: with walls, or by a way of its own.

Such ways are fast, and know single rules and single answers. Here they are told what is wanted, and an engine is asked
about clues of which they did not find out whether they are needed.
"""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module

import numpy as np

from litgrid.core.characters import Grid
from litgrid.core.grid import BoolArray, IntArray, Shape
from litgrid.core.kind import Kind
from litgrid.core.limit import Limit
from litgrid.core.puzzle import Puzzle
from litgrid.core.symmetry import orbits
from litgrid.explaining.grading import level
from litgrid.explaining.steps import CHAIN, HIGHEST
from litgrid.generating import walled
from litgrid.generating.order import Order
from litgrid.improving.clues import Clues
from litgrid.improving.rivals import AskedRivals


def sketched(
    order: Order, board: Puzzle, rng: np.random.Generator, limit: Limit
) -> tuple[Puzzle, Grid, int | None] | None:
    """Make a puzzle; return it, its answer, and its level; ``None`` where it comes to nothing.

    The board is one without clues, as it is wanted. The level is 0 where there may be other answers, and ``None`` where
    it is another one than what is wanted, or has to be looked for among the clues of the answer.
    """
    most, made = order.levels[1], None
    rated: dict[Puzzle, int] = {}
    if isinstance(board, Kind) and board.scopes:
        thin = order.clues == "needed" and not order.fewest
        # Between single rules and single answers there is something to be left out, but sketches do not know what.
        between = order.fewest or (thin and 1 < most < HIGHEST - 1)
        single = most == 1 or (thin and most < HIGHEST - 1)
        places = order.walls or 0.0 if order.cells is None else order.cells
        turned = images(order.shape, str(order.symmetry))
        made = walled.sketch(board, turned, places, rng, unique=order.unique, single=single, thin=thin, limit=limit)
    else:  # no clues but given cells, of which none is needed: the board leaves one answer as it is
        thin = between = False
        sketch = import_module(str(board.sketcher)).sketch

        def fits(puzzle: Puzzle, answer: Grid) -> bool:
            rated[puzzle] = level(puzzle, answer, most=most, limit=limit)
            return rated[puzzle] <= most

        asked = fits if 1 < most < HIGHEST else None
        made = sketch(board, rng, unique=order.unique, single=most == 1, fits=asked, limit=limit)
    limit.check()
    if made is None:
        return None
    puzzle, answer, doubtful, single = made
    if not order.unique or between:
        return puzzle, answer, None if order.unique else 0
    if doubtful.any():
        puzzle = _settled(puzzle, answer, doubtful, limit)
    known = 1 if single and not doubtful.any() else rated.get(puzzle)
    found = level(puzzle, answer, most=most, limit=limit) if known is None else known
    if found > most and order.levels == (CHAIN, CHAIN) and order.cells is None:
        return None  # few of those that are too hard have clues enough to be of the level: another board is made sooner
    return puzzle, answer, None if thin and found > most else found


def _settled(puzzle: Puzzle, answer: Grid, doubtful: BoolArray, limit: Limit) -> Puzzle:
    """Return the puzzle without those of the doubtful clues that are needless, as an engine says."""
    with AskedRivals(Clues.of(puzzle.bare, answer), limit) as rivals:
        chosen = rivals.thinned(np.flatnonzero(doubtful), puzzle.stated, np.arange(puzzle.stated.size))
    return puzzle.clued(answer, chosen)


@lru_cache(maxsize=8)
def images(shape: Shape, symmetry: str) -> IntArray:
    """Return what each cell becomes by each turn of a symmetry, shaped ``(images, cells)``.

    >>> images(Shape(1, 3), "180").tolist()
    [[0, 1, 0], [2, 1, 2]]
    """
    least = orbits(shape, symmetry)
    members = np.argsort(least, kind="stable")
    _, orbit, sizes = np.unique(least, return_inverse=True, return_counts=True)
    first, size = (np.cumsum(sizes) - sizes)[orbit], sizes[orbit]
    return np.stack([members[first + image % size] for image in range(sizes.max())])
