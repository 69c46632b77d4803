"""Making Light Up: a board of walls, its bulbs, and the numbers that are needed; one call of a kernel for each.

Walls are drawn, bulbs put greedily. Where all numbers together leave something open, either these parts are filled anew
(which keeps the walls, and makes easy puzzles), or a wall is put there; walls that are not needed for a single answer
are then taken away again, down to the share that was asked for. At last the numbers are thinned out.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np

from litgrid.core.characters import Grid
from litgrid.core.grid import BoolArray, IntArray, Shape, neighbours
from litgrid.core.limit import Limit
from litgrid.puzzles import lightup_kernels as kernels
from litgrid.puzzles import lightup_walls
from litgrid.puzzles.lightup import LightUp

PLACES: dict[str, Any] = {**vars(kernels), **vars(lightup_walls)}
KERNELS = (*kernels.KERNELS, *lightup_walls.WALLS)
PLAIN: Any = SimpleNamespace(**{name: PLACES[name] for name in KERNELS})
"""The kernels as Python runs them."""

GUESSES = 1000
"""So many guesses are made about one cell or number; what is not known then stays doubtful."""
TURNS, PER_TURN, MOST_WORK = 100, 9, 100_000_000
"""Parts are filled anew so often on a small board; on larger ones once for so many cells, and where walls are given ten
times for each cell, looking at so many cells at most in all."""
STEPS = 200_000
"""So many cells, about, are looked at before a first look at the clock."""
REPAIRS = 2000
"""So many cells are asked for other answers before it."""
HUNDRED, FEW_TURNS = 100, 20
"""Where puzzles shall be hard, one turn for so many cells beyond the first hundred: large boards are slow to grade."""
SPARSE = 0.18
"""With a smaller share of walls too much stays open for more walls to be the way."""
OFF = 0.04
"""The share of walls is that which was asked for within so much."""


class Sketch(NamedTuple):
    """A board that was made.

    Attributes
    ----------
    puzzle
        the puzzle
    answer
        its bulbs, as a grid
    doubtful
        which numbers may be needless, of all walls in order
    single
        whether single rules are known to decide everything
    """

    puzzle: LightUp
    answer: Grid
    doubtful: BoolArray
    single: bool


def sketch(
    shape: Shape,
    images: IntArray,
    walls: float | BoolArray,
    rng: np.random.Generator,
    *,
    unique: bool,
    single: bool,
    thin: bool,
    limit: Limit,
    fast: Any = None,
) -> Sketch | None:
    """Make a board; ``None`` where this try comes to nothing.

    Parameters
    ----------
    shape
        Its size.
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
    fast
        The compiled kernels; ``None`` to run over lists. The board is the same.

    Raises
    ------
    OutOfTimeError
        when the limit is over.
    """
    run: Any = fast or PLAIN
    cells = shape.size
    target = None if isinstance(walls, np.ndarray) else round(walls * cells)
    board, state = room(shape)
    if isinstance(walls, np.ndarray):
        board.wall[:] = walls.ravel()
    chance = _Chance(
        _ordered(rng, cells),
        _ordered(rng, cells),
        images.flatten(),
        rng.integers(
            0, 1 << 30, 2 * max(TURNS, min(10 * cells if target is None else cells // PER_TURN, MOST_WORK // cells))
        ),
    )
    if fast is None:  # Python reads lists faster, one by one
        board = kernels.Board(*(array.tolist() for array in board))
        state = kernels.State(*(array.tolist() for array in state))
        chance = _Chance(*(array.tolist() for array in chance))
    if target is not None:
        run.scatter(board, chance.images, chance.walls, target)
    run.lay(board, state)
    run.fill(board, state, chance.bulbs, 0)
    if unique:
        if target is None:
            alone = _alone(run, board, state, chance, single, limit)
        else:
            alone = _walled(run, board, state, chance, single, target, limit)
        if not alone:
            return None
        for cell in range(cells):
            state.marks[cell] = 0
        if thin:
            for first, last in _pieces(cells, cells, limit):
                run.thin(board, state, chance.walls, first, last, not single, GUESSES)
    return written(board, state, single=unique and run.begin(board, state) == 0)


class _Chance(NamedTuple):
    """In which order bulbs and walls are tried, what the symmetry turns cells into, and numbers to draw from."""

    bulbs: Any
    walls: Any
    images: Any
    luck: Any


def _pieces(steps: int, cells: int, limit: Limit) -> Iterator[tuple[int, int]]:
    """Yield where the pieces of some steps, each of which may look at all cells, begin and end."""
    last, slices = 0, limit.slices(max(STEPS // cells, 1))
    while last < steps:
        first, last = last, min(last + next(slices), steps)
        yield first, last


def _shuffled(run: Any, board: kernels.Board, state: kernels.State, chance: _Chance, turns: int, limit: Limit) -> None:
    """Fill parts anew, so often at most."""
    for first, last in _pieces(turns, len(board.wall), limit):
        if run.shuffle(board, state, chance.bulbs, first, last, chance.luck) == 0:
            return


def _alone(run: Any, board: kernels.Board, state: kernels.State, chance: _Chance, single: bool, limit: Limit) -> bool:
    """Fill given walls until the bulbs are the only ones; return whether they came to be."""
    _shuffled(run, board, state, chance, len(chance.luck) // 2, limit)
    if run.begin(board, state) == 0:
        return True
    pieces = _pieces(len(board.wall), len(board.wall), limit)
    return not single and all(run.only(board, state, chance.bulbs, *piece, GUESSES) for piece in pieces)


def _walled(
    run: Any,
    board: kernels.Board,
    state: kernels.State,
    chance: _Chance,
    single: bool,
    target: int,
    limit: Limit,
) -> bool:
    """Put walls, and take them away, until the bulbs are the only ones; return whether the walls are about as many."""
    cells = len(board.wall)
    few = min(TURNS, max(cells - HUNDRED, 0) // FEW_TURNS)
    turns = len(chance.luck) // 2 if single or target < SPARSE * cells else few
    _shuffled(run, board, state, chance, turns, limit)
    reached, done, deep = np.zeros(2, dtype=np.int64), -1, not single
    steps = limit.slices(REPAIRS)
    while done < 0:
        done = run.repair(board, state, chance.images, chance.bulbs, deep, GUESSES, reached, next(steps))
    if not done:
        return False
    walls = 0
    for first, last in _pieces(cells, cells, limit):
        walls = run.clear(board, state, chance.images, chance.bulbs, first, last, target, deep, GUESSES)
        if walls <= target:
            break
    return bool(abs(walls - target) <= max(OFF * cells, 1))


def _ordered(rng: np.random.Generator, cells: int) -> IntArray:
    return rng.permutation(cells).astype(np.int64)


@cache
def _around(shape: Shape) -> IntArray:
    around, exists = neighbours(shape, np.arange(shape.size))
    return np.where(exists, around, -1).ravel()


def room(shape: Shape) -> tuple[kernels.Board, kernels.State]:
    """Return an empty board of open cells, and room for what is known of it, as arrays."""
    cells = shape.size

    def zeros(size: int) -> IntArray:
        return np.zeros(size, dtype=np.int64)

    board = kernels.Board(
        size=np.array([shape.rows, shape.columns]),
        wall=zeros(cells),
        number=zeros(cells),
        around=_around(shape),
        run=zeros(2 * cells),
        cells=zeros(2 * cells),
        starts=zeros(2 * cells + 1),
        answer=zeros(cells),
        home=zeros(2 * cells),
    )
    state = kernels.State(
        value=zeros(cells),
        bulbs=zeros(2 * cells),
        open=zeros(2 * cells),
        true=zeros(cells),
        unknown=zeros(cells),
        trail=zeros(cells),
        ends=zeros(cells),
        guesses=zeros(cells),
        marks=zeros(cells),
        spare=zeros(cells),
        numbers=zeros(2),
    )
    return board, state


def written(board: kernels.Board, state: kernels.State, *, single: bool = False) -> Sketch:
    """Return what is on a board."""
    wall, number = np.array(board.wall) == 1, np.array(board.number)
    written = np.where(number >= 0, number + ord("0"), ord("#"))
    size = tuple(board.size)
    grid = np.where(wall, written, ord(".")).astype(np.uint8).reshape(size)
    answer = np.array(board.answer, dtype=np.int8).reshape(size)
    return Sketch(LightUp(grid), answer, np.array(state.marks)[wall] == 1, single)


def try_out(made: Any) -> None:
    """Call what Python calls: a tiny board, in both ways, and with given walls."""
    shape = Shape(3, 4)
    board, state = room(shape)
    made.lay(board, state)
    made.only(board, state, np.arange(12), 0, 12, GUESSES)  # rare with given walls
    images, rng = np.stack([np.arange(12), np.arange(12)[::-1]]), np.random.default_rng(0)
    limit = Limit(None)
    for walls, single in ((0.1, True), (0.3, False), (np.arange(12) % 5 == 0, False)):
        sketch(shape, images, walls, rng, unique=True, single=single, thin=True, limit=limit, fast=made)
    for _ in range(10):
        sketch(shape, images, 0.1, rng, unique=True, single=True, thin=True, limit=limit, fast=made)
