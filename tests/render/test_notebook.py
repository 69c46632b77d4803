"""What notebooks show, of puzzles and of verdicts."""

from __future__ import annotations

import sys
from xml.etree import ElementTree

import numpy as np
import pytest

import litgrid
from litgrid.core.errors import LitgridError
from litgrid.core.grid import Shape
from litgrid.puzzles import kinds
from litgrid.render.notebook import MOST_CELLS
from litgrid.render.picture import MARKED
from tests.cli.run import HERE
from tests.processes import finished

ONE, SEVERAL, NONE = "lightup\n.1.\n...\n#.2", "lightup\n..", "lightup\n4."


@pytest.mark.parametrize("kind", list(kinds), ids=lambda kind: kind.name)
def test_a_puzzle_shows_itself(kind: type[litgrid.Puzzle]) -> None:
    puzzle = kind.from_text(kind.examples[0].split("\n"))
    shown = puzzle._repr_mimebundle_(include=None, exclude=None)
    assert set(shown) == {"image/svg+xml", "text/plain"}
    assert shown["text/plain"].startswith(f"{kind.title} {puzzle.shape}\n")
    ElementTree.fromstring(shown["image/svg+xml"])
    assert puzzle._repr_svg_() == shown["image/svg+xml"] == litgrid.svg(puzzle)


def test_a_verdict_shows_what_was_found() -> None:
    puzzle = litgrid.load(ONE)
    verdict = litgrid.solve(puzzle)
    assert verdict._repr_svg_() == litgrid.svg(puzzle, verdict.solutions[0])
    assert verdict._repr_mimebundle_()["text/plain"].startswith("Light Up 3 x 3: unique\n")
    several = litgrid.solve(litgrid.load(SEVERAL))
    assert several._repr_svg_() == litgrid.svg(several.puzzle, several.solutions[0], marked=[0, 1])
    none = litgrid.solve(litgrid.load(NONE))
    assert none.status == "none"
    assert MARKED in (none._repr_svg_() or "")
    assert none._repr_mimebundle_()["text/plain"].startswith("Light Up 1 x 2: none\n")


def test_a_board_that_is_too_large_is_named() -> None:
    side = int(MOST_CELLS**0.5) + 1
    puzzle = kinds.get("lightup").empty(Shape(side, side))
    assert puzzle._repr_mimebundle_() == {"text/plain": f"Light Up {side} x {side}"}
    assert puzzle._repr_svg_() is None


def test_a_grid_that_is_none_is_refused() -> None:
    puzzle = litgrid.load(ONE)
    with pytest.raises(LitgridError, match="shaped"):
        litgrid.svg(puzzle, [[0, 1]])
    with pytest.raises(LitgridError, match="got other values"):
        litgrid.svg(puzzle, np.full((3, 3), 7))
    with pytest.raises(TypeError, match="expected a Puzzle"):
        litgrid.svg(ONE)  # type: ignore[arg-type]


def test_a_picture_as_svg_needs_no_package() -> None:
    program = (
        "import sys, litgrid; litgrid.svg(litgrid.load('lightup\\n.1'));"
        "sys.exit(bool({'PIL', 'fpdf', 'fontTools'} & set(sys.modules)))"
    )
    assert finished([sys.executable, "-c", program], env=HERE, check=False).returncode == 0
