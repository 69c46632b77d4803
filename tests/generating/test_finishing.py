"""Boards that somebody has begun: they get one answer, by another engine too, and what stood there stands."""

from __future__ import annotations

import numpy as np
import pytest

import litgrid
from litgrid.core.errors import LitgridError
from litgrid.generating.finishing import finish
from litgrid.improving.clues import clue_rules
from litgrid.puzzles import empty

BEGUN = {
    "lightup": "lightup\n..1....\n.......\n...#...\n.......\no......\n......2\n.......",
    "binairo": "binairo\n1.....\n......\n..0...\n......\n......\n.....1",
    "gappy": "gappy\n- - - - - - 3 - -\n3 - - - - - - - -",
    "mosaic": "mosaic\n..3..\n.....\n.....\n....2\n.....",
}


@pytest.mark.parametrize("kind", BEGUN)
def test_what_stands_stays_and_there_is_one_answer(kind: str) -> None:
    begun = litgrid.load(BEGUN[kind])
    found = finish(begun, seed=3)
    assert found.status == "finished"
    assert found.finished is not None
    assert litgrid.solve(found.finished, engine="minisat").status == "unique"
    before, after = clue_rules(begun), clue_rules(found.finished)
    # A number is named by its place; with walls beside it it may count fewer cells.
    assert {rule.at for rule in before} <= {rule.at for rule in after}
    assert len(after) > len(before)
    assert (found.finished.givens == begun.givens)[begun.givens >= 0].all()
    assert found.finished.fixed[begun.fixed].all()
    assert litgrid.grade(found.finished).level == found.level


@pytest.mark.parametrize("level", [1, 2, 3])
def test_levels_and_symmetric_walls(level: int) -> None:
    found = finish(empty("lightup", "8"), level=level, symmetry="90", seed=1)
    assert (found.level, found.outcome) == (level, "yes")
    assert found.finished is not None
    assert litgrid.grade(found.finished).level == level
    walls = found.finished.fixed.reshape(8, 8)
    assert (walls == np.rot90(walls)).all()
    assert walls.any()


def test_given_bulbs_are_none_that_nobody_gave() -> None:
    found = finish(empty("lightup", "10"), seed=2)
    assert found.finished is not None
    assert (found.finished.givens[~found.finished.fixed.reshape(10, 10)] < 0).all()


@pytest.mark.parametrize("text", ["lightup\n.", "lightup\n.1.\n...\n#.2", "binairo\n01\n1.", "mosaic\n4.\n.."])
def test_a_board_that_lacks_nothing_stays(text: str) -> None:
    puzzle = litgrid.load(text)
    found = finish(puzzle, seed=3)
    assert (found.status, found.finished, found.added) == ("finished", puzzle, ())


def test_refused_and_hopeless() -> None:
    assert finish(litgrid.load("lightup\n4.\n..")).status == "none"
    assert finish(empty("lightup", "8"), timeout=0).status == "unknown"
    with pytest.raises(LitgridError, match="square"):
        finish(empty("lightup", "6x8"), symmetry="diagonal")
    with pytest.raises(LitgridError, match="symmetry"):
        finish(empty("lightup", "8"), symmetry="upside")  # type: ignore[arg-type]
