"""Making boards with walls: walls, an answer, and the numbers in walls that are needed; one call of a kernel for each.

Walls are drawn, and what may be true becomes true. Where all numbers together leave something open, either these parts
are filled anew (which keeps the walls, and makes easy puzzles), or a wall is put there; walls that are not needed for a
single answer are then taken away again, down to the share that was asked for. At last the numbers are thinned out.
Nothing here knows a kind: its rules are its scopes (:mod:`litgrid.core.scopes`) and what its numbers count.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

import numpy as np

from litgrid.core.bounds import offsets
from litgrid.core.characters import Grid
from litgrid.core.grid import BoolArray, IntArray, Shape
from litgrid.core.kind import Kind
from litgrid.core.limit import Limit
from litgrid.core.scopes import spans
from litgrid.improving.thinning import ANY, DOUBTFUL, OUT, sifted
from litgrid.kernel.sifting import Sieve
from litgrid.kernel.walled import Walled

GUESSES = 1000
"""So many guesses are made about one cell or number; what is not known then stays doubtful."""
TURNS, PER_TURN, MOST_WORK = 100, 9, 100_000_000
"""Parts are filled anew so often on a small board; on larger ones once for so many cells, and where walls are given ten
times for each cell, looking at so many cells at most in all."""
ROUNDS = 100
"""After so many rounds of more walls it is given up."""
HUNDRED, FEW_TURNS = 100, 20
"""Where puzzles shall be hard, one turn for so many cells beyond the first hundred: large boards are slow to grade."""
SPARSE = 0.18
"""With a smaller share of walls too much stays open for more walls to be the way."""
OFF = 0.04
"""The share of walls is that which was asked for within so much."""


def sketch(
    empty: Kind,
    images: IntArray,
    walls: float | BoolArray,
    rng: np.random.Generator,
    *,
    unique: bool,
    single: bool,
    thin: bool,
    limit: Limit,
) -> Iterator[tuple[Kind, Grid]]:
    """Make a board and yield it with its answer: once, as another one is made as soon as other numbers are left out.

    Nothing is yielded where this try comes to nothing, or it is not soon known which numbers are needed.

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
    cells = empty.shape.size
    target = None if isinstance(walls, np.ndarray) else round(walls * cells)
    order, chosen = rng.permutation(cells), rng.permutation(cells)
    turns = max(TURNS, min(10 * cells if target is None else cells // PER_TURN, MOST_WORK // cells))
    luck = rng.integers(0, 1 << 30, 2 * turns).reshape(turns, 2) % cells
    board = laid(empty, order, images)
    limit.check()
    if isinstance(walls, np.ndarray):
        board.spans.wall[:] = walls.ravel()
    _scatter(board, chosen.tolist(), target or 0)
    limit.check()
    board.lay()
    limit.check()
    if unique:
        if target is None or single or target < SPARSE * cells:
            few = turns
        else:
            few = min(TURNS, max(cells - HUNDRED, 0) // FEW_TURNS)
        _fill(board, luck[:few].tolist(), limit)
        if target is None:
            if board.begin() > 0 and (single or not _alone(board, order, limit)):
                return
        elif not _walled(board, order, single, target, limit):
            return
    if not thin or _thinned(board, empty, chosen, single, limit):
        yield written(board, empty)


def laid(empty: Kind, order: IntArray, images: IntArray) -> Walled:
    """Return what a board without walls is made on."""
    free = np.ones(empty.grid.shape, dtype=np.bool_)
    return Walled(spans(free), *_rules(type(empty), empty.shape), images.ravel(), order, GUESSES)


@lru_cache(maxsize=8)
def _rules(kind: type[Kind], shape: Shape) -> tuple[IntArray, IntArray, IntArray, IntArray]:
    """Return what a kind counts, how many are true, and which cells a number counts, as the kernel reads them."""
    near, exists = kind.empty(shape).near(np.arange(shape.size))
    scopes = [(scope.sort, scope.low, -1 if scope.high is None else scope.high) for scope in kind.scopes]
    sorts, low, high = np.array(scopes, dtype=np.int64).T
    return sorts, low, high, np.where(exists, near, -1).ravel()


def _scatter(board: Walled, cells: list[int], target: int) -> None:
    """Put walls, in an order, with all their images, until there are about ``target``."""
    walls = 0
    for cell in cells:
        if walls < target and not board.spans.wall[cell]:
            added = board.put(cell, 1)
            if walls + added > target:
                board.put(cell, 0)
            else:
                walls += added


def _fill(board: Walled, luck: list[list[int]], limit: Limit) -> None:
    """Fill parts anew, once for each two numbers, while something stays open."""
    left = board.begin() and board.look()
    for cell, first in luck:
        if left == 0:
            return
        limit.check()
        left = board.shuffle(cell, first)


def _doubted(board: Walled, order: IntArray, limit: Limit) -> Iterator[bool]:
    """Yield, of each cell that is open, whether it may have another value in another answer; know it, if not."""
    for cell in order[board.trail.grid()[order] < 0].tolist():
        limit.check()
        yield board.differs(cell)


def _alone(board: Walled, order: IntArray, limit: Limit) -> bool:
    return not any(_doubted(board, order, limit))


def _walled(board: Walled, order: IntArray, single: bool, target: int, limit: Limit) -> bool:
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
    walls = int(board.spans.wall.sum())
    for cell in order.tolist():
        if walls <= target:
            break
        if board.spans.wall[cell]:
            limit.check()
            gone = board.put(cell, 0)
            if board.lay() and (board.begin() == 0 or (not single and _alone(board, order, limit))):
                walls -= gone
            else:
                board.put(cell, 1)
    board.lay()
    return abs(walls - target) <= max(OFF * order.size, 1)


def _thinned(board: Walled, empty: Kind, order: IntArray, single: bool, limit: Limit) -> bool:
    """Leave out, in an order, the numbers without which the others suffice; return whether it is known of each."""
    wall = board.spans.wall == 1
    walls = order[wall[order]]
    number, (near, exists) = board.number[walls], empty.near(walls)
    exists[exists] = ~wall[near[exists]]
    literals = np.where(board.answer[near[exists]] == 1, 1, -1) * (near[exists] + 1)
    board.begin(False)
    every = np.arange(walls.size + 1)
    sieve = Sieve(
        board.rivals,
        None,
        *(literals, offsets(exists.sum(axis=1)), np.zeros(walls.size), board.count[walls], every, number, number),
    )
    sieve.lay(every[:-1].tolist(), [])
    if (fates := sifted(sieve, 1 if single else ANY, GUESSES, order.size, limit)) is not None:
        board.number[walls[fates == OUT]] = -1
    return fates is None or not (fates == DOUBTFUL).any()


def written(board: Walled, empty: Kind) -> tuple[Kind, Grid]:
    """Return what was made: the board with its numbers, and its answer."""
    codes = np.full(max(empty.numbers.values()) + 2, ord(empty.unnumbered), dtype=np.uint8)  # the last for -1, none
    codes[list(empty.numbers.values())] = [ord(character) for character in empty.numbers]
    size = empty.grid.shape
    grid = np.where(board.spans.wall == 1, codes[board.number], empty.grid.ravel()).reshape(size)
    return replace(empty, grid=grid), board.answer.astype(np.int8).reshape(size)
