"""Puzzles as notebooks show them: a picture where there can be one, and text beside it."""

from __future__ import annotations

from collections.abc import Collection

import numpy.typing as npt

from litgrid.core.characters import Grid
from litgrid.core.check import expect_grid
from litgrid.core.puzzle import Puzzle, expect_puzzle
from litgrid.render.picture import CELL, compose
from litgrid.render.svg import draw as draw_svg
from litgrid.render.text import draw as draw_text

WIDEST = 900
"""A board is no wider and no higher than so many pixels, if its cells are not too small then."""
SMALLEST = 8
"""How small cells become so that a board fits."""
MOST_CELLS = 62_500
"""No larger board is shown: its picture would have megabytes, and the notebook would keep it."""


def svg(puzzle: Puzzle, grid: npt.ArrayLike | None = None, *, cell: int = CELL, marked: Collection[int] = ()) -> str:
    r"""Return the picture of a puzzle as SVG.

    Parameters
    ----------
    puzzle
        What to draw.
    grid
        What stands in it, as an answer: 1 true, 0 false, -1 open. Without one, the given cells.
    cell
        How many pixels a cell is wide and high.
    marked
        The numbers of cells that stand out.

    Raises
    ------
    LitgridError
        where cells are too small or too large to be drawn, or where there are none of those numbers.

    Examples
    --------
    >>> import litgrid
    >>> puzzle = litgrid.load("lightup\n.1.\n...\n#.2")
    >>> litgrid.svg(puzzle, litgrid.solve(puzzle).solutions[0]).count("<use")
    8
    """
    expect_puzzle(puzzle)
    scene = puzzle.scene(puzzle.givens if grid is None else expect_grid(puzzle, grid))
    return draw_svg(compose(scene, cell, marked=marked), f"{puzzle.title} {puzzle.shape}")


def bundle(
    puzzle: Puzzle, grid: Grid | None = None, *, marked: Collection[int] = (), words: str = ""
) -> dict[str, str]:
    """Return what a notebook's display asks for, by type: the picture as SVG, and as text, with ``words`` before it."""
    heading = f"{puzzle.title} {puzzle.shape}" + (f": {words}" if words else "")
    if puzzle.shape.size > MOST_CELLS:
        return {"text/plain": heading}
    cell = min(CELL, max(SMALLEST, WIDEST // max(puzzle.shape.rows, puzzle.shape.columns)))
    scene = puzzle.scene(puzzle.givens if grid is None else grid)
    return {
        "image/svg+xml": svg(puzzle, grid, cell=cell, marked=marked),
        "text/plain": f"{heading}\n{draw_text(scene, marked=marked)}",
    }
