"""Making Light Up: a board of walls, its bulbs, and the numbers that are needed; one call of a kernel for each.

Walls are drawn, bulbs put greedily. Where all numbers together leave something open, either these parts are filled anew
(which keeps the walls, and makes easy puzzles), or a wall is put there; walls that are not needed for a single answer
are then taken away again, down to the share that was asked for. At last the numbers are thinned out.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import numpy as np
import numpy.typing as npt

from litgrid.core.bounds import offsets
from litgrid.core.grid import BoolArray, IntArray, Shape, neighbours
from litgrid.core.limit import Limit
from litgrid.core.puzzle import Puzzle
from litgrid.core.sketch import Sketch
from litgrid.kernel.sifting import Sieve
from litgrid.puzzles.lightup.board import Lights
from litgrid.puzzles.lightup.kind import LightUp

GUESSES = 1000
"""So many guesses are made about one cell or number; what is not known then stays doubtful."""
TURNS, PER_TURN, MOST_WORK = 100, 9, 100_000_000
"""Parts are filled anew so often on a small board; on larger ones once for so many cells, and where walls are given ten
times for each cell, looking at so many cells at most in all."""
STEPS = 200_000
"""So many cells, about, are looked at before a first look at the clock."""
ROUNDS = 100
"""After so many rounds of more walls it is given up."""
UNFINISHED, DOUBTFUL = -2, 2
"""What :class:`litgrid.kernel.sifting.Sieve` says."""
HUNDRED, FEW_TURNS = 100, 20
"""Where puzzles shall be hard, one turn for so many cells beyond the first hundred: large boards are slow to grade."""
SPARSE = 0.18
"""With a smaller share of walls too much stays open for more walls to be the way."""
OFF = 0.04
"""The share of walls is that which was asked for within so much."""


def sketch(
    empty: Puzzle,
    images: IntArray,
    walls: float | BoolArray,
    rng: np.random.Generator,
    *,
    unique: bool,
    single: bool,
    thin: bool,
    limit: Limit,
) -> Sketch[LightUp] | None:
    """Make a board; ``None`` where this try comes to nothing.

    Parameters
    ----------
    empty
        A board of its size.
    images
        What each cell becomes by each image of the symmetry of the walls; shaped ``(images, cells)``.
    walls
        Which share of the cells are walls; or which cells are.
    unique
        Whether it has one answer only.
    single
        Whether single rules decide everything.
    thin
        Whether numbers that are not needed for that are left out.
    limit
        The time for it.
    """
    shape, cells = empty.shape, empty.shape.size
    target = None if isinstance(walls, np.ndarray) else round(walls * cells)
    order, chosen = _shuffled(rng, cells), _shuffled(rng, cells)
    turns = max(TURNS, min(10 * cells if target is None else cells // PER_TURN, MOST_WORK // cells))
    luck = rng.integers(0, 1 << 30, 2 * turns).reshape(turns, 2) % cells
    flat = np.ascontiguousarray(images, dtype=np.int32).ravel()
    board = Lights(*_places(shape), flat, order, GUESSES)
    if isinstance(walls, np.ndarray):
        board.wall[:] = walls.ravel()
    _scatter(board, chosen.tolist(), target or 0)
    board.lay()
    doubtful = np.zeros(cells, dtype=np.bool_)
    if unique:
        if target is None or single or target < SPARSE * cells:
            few = turns
        else:
            few = min(TURNS, max(cells - HUNDRED, 0) // FEW_TURNS)
        _fill(board, luck[:few].tolist(), limit)
        if target is None:
            if board.begin() > 0 and (single or not _alone(board, order, limit)):
                return None
        elif not _walled(board, order, single, target, limit):
            return None
        if thin:
            doubtful = _thinned(board, shape, chosen, single, limit)
    return _written(board, shape, doubtful, single=unique and board.begin() == 0)


def _scatter(board: Lights, cells: list[int], target: int) -> None:
    """Put walls, in an order, with all their images, until there are about ``target``."""
    walls = 0
    for cell in cells:
        if walls < target and not board.wall[cell]:
            added = board.put(cell, 1)
            if walls + added > target:
                board.put(cell, 0)
            else:
                walls += added


def _fill(board: Lights, luck: list[list[int]], limit: Limit) -> None:
    """Fill parts anew, once for each two numbers, while something stays open."""
    left = board.begin() and board.look()
    for cell, first in luck:
        if left == 0:
            return
        limit.check()
        left = board.shuffle(cell, first)


def _doubted(board: Lights, order: npt.NDArray[np.int32], limit: Limit) -> Iterator[bool]:
    """Yield, of each cell that is open, whether it may have another value in another answer; know it, if not."""
    for cell in order[board.trail.grid()[order] < 0].tolist():
        limit.check()
        yield board.differs(cell)


def _alone(board: Lights, order: npt.NDArray[np.int32], limit: Limit) -> bool:
    return not any(_doubted(board, order, limit))


def _walled(board: Lights, order: npt.NDArray[np.int32], single: bool, target: int, limit: Limit) -> bool:
    """Put walls, and take them away, until the bulbs are the only ones; return whether the walls are about as many."""
    for _ in range(ROUNDS):
        if board.begin() == 0:
            break
        if not single:
            list(_doubted(board, order, limit))
        if board.part() == 0:
            break
        board.lay()
    else:
        return False
    walls = int(board.wall.sum())
    for cell in order.tolist():
        if walls <= target:
            break
        if board.wall[cell]:
            limit.check()
            gone = board.put(cell, 0)
            if board.lay() and (board.begin() == 0 or (not single and _alone(board, order, limit))):
                walls -= gone
            else:
                board.put(cell, 1)
    board.lay()
    return abs(walls - target) <= max(OFF * order.size, 1)


def _thinned(board: Lights, shape: Shape, order: npt.NDArray[np.int32], single: bool, limit: Limit) -> BoolArray:
    """Leave out, in an order, the numbers without which the others suffice; return of which that is not known."""
    walls = order[board.wall[order] == 1]
    number, around = board.number[walls], _places(shape)[1].reshape(-1, 4)[walls]
    exists = (around >= 0) & (board.wall[around] == 0)
    literals = np.where(board.answer[around] == 1, around + 1, -around - 1)[exists]
    board.begin(False)
    every = np.arange(walls.size + 1)
    sieve = Sieve(
        board.rivals,
        None,
        *(literals, offsets(exists.sum(axis=1)), np.zeros(walls.size), walls + board.runs, every, number, number),
    )
    sieve.lay(every[:-1].tolist(), [])
    stayed, steps = UNFINISHED, limit.slices(max(STEPS // shape.size, 1))
    while stayed == UNFINISHED:
        stayed = sieve.sift(1 if single else 0, GUESSES, next(steps))
    fates = sieve.fates()
    board.number[walls[fates == 0]] = -1
    doubtful = np.zeros(shape.size, dtype=np.bool_)
    doubtful[walls[fates == DOUBTFUL]] = True
    return doubtful


def _shuffled(rng: np.random.Generator, cells: int) -> npt.NDArray[np.int32]:
    return rng.permutation(cells).astype(np.int32)


@cache
def _places(shape: Shape) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]]:
    """Return the lines of a board and the neighbours of its cells, as :class:`Lights` wants them."""
    cells = np.arange(shape.size)
    grid, (around, exists) = cells.reshape(shape.rows, shape.columns), neighbours(shape, cells)
    lines = np.full((2, shape.size + max(grid.shape)), -1, dtype=np.int32)
    for all_lines, way in zip(lines, (grid, grid.T), strict=True):
        all_lines[: way.size + len(way)] = np.pad(way, ((0, 0), (0, 1)), constant_values=-1).ravel()
    return lines, np.where(exists, around, -1).astype(np.int32).ravel()


def _written(board: Lights, shape: Shape, doubtful: BoolArray, *, single: bool) -> Sketch[LightUp]:
    wall, size = board.wall == 1, (shape.rows, shape.columns)
    written = np.where(board.number >= 0, board.number + ord("0"), ord("#"))
    grid = np.where(wall, written, ord(".")).astype(np.uint8).reshape(size)
    return Sketch(LightUp(grid), board.answer.astype(np.int8).reshape(size), doubtful[wall], single)
