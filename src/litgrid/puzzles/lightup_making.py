"""Making Light Up: a board of walls, its bulbs, and the numbers that are needed; one call of a kernel for each.

Walls are drawn, bulbs put greedily. Where all numbers together leave something open, either these parts are filled anew
(which keeps the walls, and makes easy puzzles), or a wall is put there; walls that are not needed for a single answer
are then taken away again, down to the share that was asked for. At last the numbers are thinned out.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from litgrid.core.characters import Grid
from litgrid.core.grid import BoolArray, IntArray, Shape, neighbours
from litgrid.puzzles import lightup_kernels as kernels
from litgrid.puzzles.lightup import LightUp

GUESSES = 1000
"""So many guesses are made about one cell or number; what is not known then stays doubtful."""
TURNS, MOST_WORK = 100, 100_000_000
"""Parts are filled anew so often on a small board; where walls are given, looking at so many cells at most in all."""
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
    """

    puzzle: LightUp
    answer: Grid
    doubtful: BoolArray


def sketch(
    shape: Shape,
    images: IntArray,
    walls: float | BoolArray,
    rng: np.random.Generator,
    *,
    unique: bool,
    single: bool,
    thin: bool,
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
    fast
        The compiled kernels; ``None`` to run over lists. The board is the same.
    """
    run: Any = fast or kernels
    board, state = _room(shape)
    cells = shape.size
    order, wall_order = _ordered(rng, cells), _ordered(rng, cells)
    luck = rng.integers(0, 1 << 30, 2 * max(TURNS, min(10 * cells, MOST_WORK // cells)))
    if isinstance(walls, np.ndarray):
        board.wall[:] = walls.ravel()
    if fast is None:
        board, state = (type(one)(*(array.tolist() for array in one)) for one in (board, state))
        order, wall_order, images, luck = (array.tolist() for array in (order, wall_order, images.ravel(), luck))
    else:
        images = images.flatten()
    given = isinstance(walls, np.ndarray)
    target = 0 if given else round(walls * cells)
    if not given:
        run.scatter(board, images, wall_order, target)
    run.lay(board, state)
    run.fill(board, state, order, 0)
    if unique:
        if given or single or walls < SPARSE:
            run.shuffle(board, state, order, len(luck) // 2 if given else TURNS, luck)
        if given:
            if run.begin(board, state) > 0 and (single or not run.only(board, state, order, GUESSES)):
                return None
        else:
            if not run.repair(board, state, images, order, not single, GUESSES):
                return None
            if abs(run.clear(board, state, images, order, target, not single, GUESSES) - target) > max(OFF * cells, 1):
                return None
        for cell in range(cells):
            state.marks[cell] = 0
        if thin:
            run.thin(board, state, wall_order, not single, GUESSES)
    return _written(shape, board, state)


def _ordered(rng: np.random.Generator, cells: int) -> IntArray:
    return rng.permutation(cells).astype(np.int64)


def _room(shape: Shape) -> tuple[kernels.Board, kernels.State]:
    cells = shape.size

    def zeros(size: int) -> IntArray:
        return np.zeros(size, dtype=np.int64)

    around, exists = neighbours(shape, np.arange(cells))
    board = kernels.Board(
        size=np.array([shape.rows, shape.columns]),
        wall=zeros(cells),
        number=zeros(cells),
        around=np.where(exists, around, -1).ravel(),
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


def _written(shape: Shape, board: kernels.Board, state: kernels.State) -> Sketch:
    wall, number = np.array(board.wall) == 1, np.array(board.number)
    written = np.where(number >= 0, number + ord("0"), ord("#"))
    size = (shape.rows, shape.columns)
    grid = np.where(wall, written, ord(".")).astype(np.uint8).reshape(size)
    answer = np.array(board.answer, dtype=np.int8).reshape(size)
    return Sketch(LightUp(grid), answer, np.array(state.marks)[wall] == 1)


def try_out(made: Any) -> None:
    """Call what Python calls: a tiny board, in both ways, and with given walls."""
    shape = Shape(3, 4)
    images, rng = np.stack([np.arange(12), np.arange(12)[::-1]]), np.random.default_rng(0)
    for walls, single in ((0.1, True), (0.3, False), (np.arange(12) % 5 == 0, False)):
        sketch(shape, images, walls, rng, unique=True, single=single, thin=True, fast=made)
    for _ in range(10):
        sketch(shape, images, 0.1, rng, unique=True, single=True, thin=True, fast=made)
