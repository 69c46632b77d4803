"""The cells that are equal in all answers, compared with all answers."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from litgrid.backbone import forced
from litgrid.core.grid import Shape
from litgrid.puzzles import empty
from litgrid.puzzles.binairo.kind import Binairo
from litgrid.puzzles.lightup.kind import LightUp
from tests.boards import BOARDS, Case
from tests.engines.test_contract import ENGINES


@pytest.mark.parametrize("guessed", [False, True])
@pytest.mark.parametrize("kind", BOARDS)
@given(data=st.data())
@settings(max_examples=60)
def test_what_all_answers_have_in_common(kind: str, guessed: bool, data: st.DataObject) -> None:
    """Also where small boards are looked at as large ones are, by first guesses."""
    case: Case = data.draw(BOARDS[kind]())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("litgrid.outlook.WORTH_A_GUESS", 1 if guessed else 10**6)
        found = forced(case.puzzle)
    assert found.status == case.status
    if case.answers:
        every = np.array(sorted(case.answers))
        common = np.where((every == every[0]).all(axis=0), every[0], -1)
        assert found.grid.ravel().tolist() == common.tolist()
        assert found.open == np.flatnonzero(common == -1).tolist()
        assert 0 <= found.number <= found.asked.sum() <= case.puzzle.shape.size
    else:
        assert (found.grid == -1).all()


@pytest.mark.parametrize("name", ENGINES)
def test_every_engine(name: str) -> None:
    from litgrid.engines import engines

    # Without the rule that lines differ, r1c3 and r1c4 could be either way round.
    puzzle = Binairo.from_clues(["01..", "0110", "....", "...."])
    found = forced(puzzle, engine=name, timeout=None if engines.get(name).complete else 0.2)
    if engines.get(name).complete:
        assert found.status == "several"
        assert found.grid[:2].tolist() == [[0, 1, 0, 1], [0, 1, 1, 0]]


def test_no_time() -> None:
    found = forced(Binairo.empty(Shape(6, 6)), timeout=0)
    assert found.status == "unknown"
    assert (found.grid == -1).all()
    assert found.asked.all()


def test_an_open_board_is_told_by_guesses() -> None:
    """Each cell holds a bulb in some answer, as its row and its column can be changed places with others."""
    board = empty("lightup", "30")
    found = forced(board, timeout=60)
    assert (found.status, found.number) == ("several", 0)
    # Of 30 x 30 with a corner cut off by a wall, that cell alone is forced.
    rows = ["." * 30 for _ in range(30)]
    rows[0], rows[1] = "." * 28 + "#.", "." * 29 + "#"
    cut = forced(LightUp.from_clues(rows), timeout=60)
    assert (cut.status, cut.number, cut.grid[0, 29]) == ("several", 1, 1)
