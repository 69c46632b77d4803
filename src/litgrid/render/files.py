"""Pictures as files: the one way from a puzzle to text, SVG, PNG or PDF, for the command, the page and Python."""

from __future__ import annotations

from collections.abc import Collection
from typing import Annotated, Literal

import numpy.typing as npt

from litgrid.core.check import expect_grid
from litgrid.core.options import Between
from litgrid.core.puzzle import Puzzle, expect_puzzle
from litgrid.core.terminal import PLAIN, Look
from litgrid.core.terminal import draw as draw_text
from litgrid.question import checked
from litgrid.render.picture import CELL, LARGEST, SMALLEST, compose

Target = Literal["text", "svg", "png", "pdf"]


@checked
def picture(
    puzzle: Puzzle,
    grid: npt.ArrayLike | None = None,
    *,
    to: Target = "svg",
    cell: Annotated[int, Between(SMALLEST, LARGEST)] = CELL,
    marked: Collection[int] = (),
    look: Look = PLAIN,
) -> bytes:
    r"""Draw a puzzle, or a grid over it, and return the file.

    Parameters
    ----------
    puzzle
        What to draw.
    grid
        What stands in it, as an answer: 1 true, 0 false, -1 open. Without one, the given cells.
    to
        What to draw: text, SVG, PNG or PDF.
    cell
        How wide and high a cell is: in pixels, and in PDF in points.
    marked
        The numbers of cells that stand out.
    look
        How text is drawn: in colour, in ASCII, how wide.

    Raises
    ------
    MissingPackageError
        where the package that PNG or PDF takes is not installed.
    LitgridError
        where cells are too small or too large to be drawn, or where there are none of those numbers.

    Examples
    --------
    >>> import litgrid
    >>> print(litgrid.picture(litgrid.loads("lightup\n.1"), to="text").decode())
    ┌─────┐
    │   1 │
    └─────┘
    <BLANKLINE>
    """
    expect_puzzle(puzzle)
    scene = puzzle.scene(puzzle.givens if grid is None else expect_grid(puzzle, grid))
    if to == "text":
        return f"{draw_text(scene, look, marked)}\n".encode()
    # Imported here: each is needed for its own target, and the last two bring large packages.
    from litgrid.render import pdf, png, svg

    composed = compose(scene, cell, marked=marked)
    if to == "png":
        return png.draw(composed)
    title = f"{puzzle.title} {puzzle.shape}"
    return svg.draw(composed, title).encode() if to == "svg" else pdf.draw(composed, title)
