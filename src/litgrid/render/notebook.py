"""Puzzles as notebooks show them: a picture where there can be one, and text beside it."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Collection
from html import escape

import numpy.typing as npt

from litgrid.core.characters import Grid
from litgrid.core.grid import Shape
from litgrid.core.puzzle import Puzzle
from litgrid.core.terminal import draw as draw_text
from litgrid.question import checked
from litgrid.render.files import picture
from litgrid.render.picture import CELL
from litgrid.render.strip import Strip
from litgrid.render.strip import svg as draw_strip

WIDEST = 900
"""A board is no wider and no higher than so many pixels, if its cells are not too small then."""
SMALLEST = 8
"""How small cells become so that a board fits."""
MOST_CELLS = 62_500
"""No larger board is shown: its picture would have megabytes, and the notebook would keep it."""


@checked
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
    >>> litgrid.svg(puzzle, litgrid.solve(puzzle).solution).count("<use")
    8
    """
    return picture(puzzle, grid, cell=cell, marked=marked).decode()


def bundle(
    puzzle: Puzzle, grid: Grid | None = None, *, marked: Collection[int] = (), words: str = ""
) -> dict[str, str]:
    """Return what a notebook's display asks for, by type: the picture as SVG and as text, with ``words`` about it."""
    heading = f"{puzzle.title} {puzzle.shape}" + (f": {words}" if words else "")
    if puzzle.shape.size > MOST_CELLS:
        return {"text/plain": heading}
    cell = min(CELL, max(SMALLEST, WIDEST // max(puzzle.shape.rows, puzzle.shape.columns)))
    drawn = svg(puzzle, grid, cell=cell, marked=marked)
    scene = puzzle.scene(puzzle.givens if grid is None else grid)
    shown = {"image/svg+xml": drawn, "text/plain": f"{heading}\n{draw_text(scene, marked=marked)}"}
    return shown | ({"text/html": _figure(drawn, heading)} if words else {})


def strip(strip: Strip, shape: Shape) -> dict[str, str]:
    """Return what a notebook's display asks for of pictures with sentences; the sentences alone where that is much."""
    words = {"text/plain": "\n".join([strip.title, *(panel.text for panel in strip.panels)])}
    if shape.size * len(strip.panels) > MOST_CELLS:
        return words
    return {"image/svg+xml": draw_strip(strip), **words}


def _figure(picture: str, words: str) -> str:
    """Return a picture with words below it, in HTML; as an image, so that its names are those of no other picture."""
    image = f'<img alt="" src="data:image/svg+xml;base64,{b64encode(picture.encode()).decode()}"/>'
    return f'<figure style="margin: 0">{image}<figcaption>{escape(words)}</figcaption></figure>'
