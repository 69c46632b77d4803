"""Puzzles of a kind that makes board, answer and clues together, by a way of its own (``Puzzle.sketcher``).

Such a way is fast, and knows single rules and single answers; here is what is left: clues of which it did not find out
whether they are needed, which an engine is asked, and the levels between.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from types import SimpleNamespace
from typing import Any

import numpy as np

from litgrid.core.characters import Grid
from litgrid.core.grid import BoolArray, IntArray, Shape
from litgrid.core.limit import Limit
from litgrid.core.puzzle import Puzzle
from litgrid.core.symmetry import orbits
from litgrid.explaining.grading import Grader, level
from litgrid.generating.order import Order
from litgrid.improving.clues import Clues
from litgrid.improving.rivals import Rivals

SINGLE, FREE = 1, 4
"""The level of single rules, which sketches know; and the highest one: then one answer is all that is wanted."""


def sketched(
    order: Order, sketcher: str, rng: np.random.Generator, limit: Limit, *, fast: bool = True
) -> tuple[Puzzle, Grid, int] | None:
    """Make a puzzle; return it, its answer and its level (0 where it may have others); ``None`` where it did not come out.

    Parameters
    ----------
    order
        What is wanted; the fewest clues and techniques are left to others.
    sketcher
        The module that makes sketches: see :mod:`litgrid.puzzles.lightup_making`.
    rng
        Where chance comes from.
    limit
        The time for it.
    fast
        Whether to compile, where that can be done; what comes out is the same.

    Raises
    ------
    OutOfTimeError
        when the limit is over.
    """
    most = order.levels[1]
    needed = order.clues == "needed" and not order.fewest
    found = import_module(sketcher).sketch(
        order.shape,
        images(order.shape, str(order.symmetry)),
        order.walls if order.cells is None else order.cells,
        rng,
        unique=order.unique,
        single=most < FREE - 1,
        thin=needed,
        fast=compiled(sketcher) if fast else None,
    )
    limit.check()
    if found is None or not order.unique:
        return None if found is None else (found.puzzle, found.answer, 0)
    puzzle: Puzzle = found.puzzle
    if found.doubtful.any():
        puzzle = _settled(puzzle, found.answer, found.doubtful, limit)
    if most == SINGLE:
        return puzzle, found.answer, SINGLE
    if needed and most < FREE - 1:
        puzzle = _harder(puzzle, found.answer, most, rng, limit, fast=fast)
    return puzzle, found.answer, level(puzzle, found.answer, most=most, compiled=fast or None)


def _settled(puzzle: Puzzle, answer: Grid, doubtful: BoolArray, limit: Limit) -> Puzzle:
    """Return the puzzle without those of the doubtful clues that are needless, as an engine says."""
    clues = Clues(puzzle.bare, answer, np.empty(0, dtype=np.int64))
    chosen = puzzle.stated.copy()
    with Rivals(clues, limit) as rivals:
        for clue in np.flatnonzero(doubtful).tolist():
            limit.check()
            chosen[clue] = False
            chosen[clue] = rivals.differing(chosen) is not None
    return puzzle.clued(answer, chosen)


def _harder(puzzle: Puzzle, answer: Grid, most: int, rng: np.random.Generator, limit: Limit, *, fast: bool) -> Puzzle:
    """Return the puzzle without clues without which its level is ``most`` at most."""
    grader, stated = Grader(puzzle, answer, compiled=fast or None), np.flatnonzero(puzzle.stated)
    kept = np.ones(stated.size, dtype=np.bool_)
    for clue in rng.permutation(stated.size).tolist():
        limit.check()
        kept[clue] = False
        kept[clue] = grader.level(kept, most=most) > most
    chosen = puzzle.stated.copy()
    chosen[stated] = kept
    return puzzle.clued(answer, chosen)


@cache
def images(shape: Shape, symmetry: str) -> IntArray:
    """Return what each cell becomes by each turn of a symmetry, shaped ``(images, cells)``.

    >>> images(Shape(1, 3), "180").tolist()
    [[0, 1, 0], [2, 1, 2]]
    """
    found = orbits(shape, symmetry)
    turned = np.empty((max(cells.size for cells in found), shape.size), dtype=np.int64)
    for image in range(len(turned)):
        for cells in found:
            turned[image, cells] = cells[image % cells.size]
    turned.setflags(write=False)
    return turned


@cache
def compiled(sketcher: str) -> Any:
    """Return the kernels of a sketcher, compiled where numba is installed; ``None`` where it is not, or they are damaged."""
    from litgrid.sat.compiling import once, together

    module = import_module(sketcher)
    made = together(module.kernels, module.KERNELS)
    if not made:
        return None
    try:
        module.try_out(once(made))
    except Exception:  # whatever is wrong with the kept code, lists do the same
        return None
    return SimpleNamespace(**made)
