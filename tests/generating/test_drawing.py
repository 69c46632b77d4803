"""Random answers of boards without clues: right, varied, the same for the same seed, and none where there is none."""

from __future__ import annotations

import numpy as np
import pytest

from litgrid.core.check import all_obey
from litgrid.core.errors import LitgridError
from litgrid.core.limit import Limit
from litgrid.core.puzzle import Puzzle
from litgrid.core.system import System
from litgrid.generating import drawing
from litgrid.puzzles import empty


def draw(board: Puzzle, seed: int) -> np.ndarray:
    return drawing.draw(board, np.random.default_rng(seed), Limit(None))


@pytest.mark.parametrize(
    ("kind", "size"), [("binairo", "2x2"), ("binairo", "6x8"), ("binairo", "32x32"), ("gappy", "9"), ("gappy", "16")]
)
def test_what_is_drawn_obeys_the_rules_and_differs(kind: str, size: str) -> None:
    board = empty(kind, size)
    drawn = np.array([draw(board, seed) for seed in range(4)])
    assert all_obey(System.of(board.tables()), drawn.reshape(4, -1)).all()
    assert len({grid.tobytes() for grid in drawn}) > (0 if size == "2x2" else 3)
    assert (draw(board, 3) == drawn[3]).all()


def test_every_grid_of_side_four_comes_up() -> None:
    """There are 72 with different lines, and 90 without that rule (OEIS A058527)."""
    board = empty("binairo", "4")
    assert len({draw(board, seed).tobytes() for seed in range(1500)}) == 72
    alike = board.with_switches(unique_lines=False)
    assert len({draw(alike, seed).tobytes() for seed in range(1500)}) == 90


def test_an_engine_draws_where_guessing_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drawing, "ATTEMPTS", 0)
    board = empty("binairo", "6")
    assert all_obey(System.of(board.tables()), draw(board, 1).reshape(1, -1)).all()


@pytest.mark.parametrize(("kind", "size"), [("gappy", "7"), ("gappy", "2"), ("gappy", "1"), ("binairo", "2x6")])
def test_a_board_that_cannot_be_filled_is_told(kind: str, size: str) -> None:
    with pytest.raises(LitgridError, match="ask for another size"):
        draw(empty(kind, size), 1)
