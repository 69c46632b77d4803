"""Boards turned and resized, against all their answers."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import litgrid
from litgrid.core.errors import InputError, LitgridError, UnknownNameError
from litgrid.core.grid import Shape
from litgrid.core.turning import TURNS, resized, turned
from litgrid.puzzles import kinds
from tests.boards import BOARDS, Case, answers_of, as_grid
from tests.fakes import Codewords

BACK = {"right": "left", "left": "right"}


@pytest.mark.parametrize("kind", BOARDS)
@given(data=st.data(), turn=st.sampled_from(sorted(TURNS)))
def test_a_turned_board_has_the_turned_answers(kind: str, data: st.DataObject, turn: str) -> None:
    case: Case = data.draw(BOARDS[kind]())
    places = turned(case.puzzle.shape, turn)
    moved = case.puzzle.rearranged(places)
    assert moved.shape == Shape(*places.shape)
    assert answers_of(moved) == {tuple(as_grid(answer, case.puzzle).ravel()[places].ravel()) for answer in case.answers}
    assert moved.rearranged(turned(moved.shape, BACK.get(turn, turn))) == case.puzzle


@pytest.mark.parametrize("turn", sorted(TURNS))
def test_labels_go_with_their_lines(turn: str) -> None:
    answer = litgrid.solve(litgrid.load("gappy\n5 5 1 6 1 5 1 6 1\n1 1 1 1 5 1 6 1 6")).solutions[0]
    puzzle = litgrid.load("gappy\n5 - 1 6 1 5 1 6 1\n1 1 - 1 5 1 6 1 -\n#????????" + "\n?????????" * 8)
    places = turned(puzzle.shape, turn)
    there = answer.ravel()[places]
    moved = puzzle.rearranged(places)
    written = np.array([-1 if label is None else label for label in moved.clues["rows"] + moved.clues["cols"]])
    assert ((written == moved.clues_of(there[None])[0]) | (written < 0)).all()
    assert (written >= 0).sum() == 15


def test_a_board_grows_and_shrinks_at_any_side() -> None:
    puzzle = litgrid.load("lightup\n.1.\n...\n#.2")
    assert puzzle.rearranged(resized(puzzle.shape, Shape(4, 4))).clues == [".1..", "....", "#.2.", "...."]
    grown = puzzle.rearranged(resized(puzzle.shape, Shape(5, 4), above=2, left=1))
    assert grown.clues == ["....", "....", "..1.", "....", ".#.2"]
    assert grown.rearranged(resized(grown.shape, Shape(3, 3), above=-2, left=-1)) == puzzle


def test_rules_that_are_switched_stay() -> None:
    puzzle = litgrid.load("binairo\n00..\n0...\n..1.\n....", unique_lines=False)
    assert not getattr(puzzle.rearranged(turned(puzzle.shape, "left")), "unique_lines", True)
    assert not getattr(puzzle.rearranged(resized(puzzle.shape, Shape(6, 4))), "unique_lines", True)


def test_labels_that_are_too_large_go_and_new_lines_have_none() -> None:
    puzzle = litgrid.load("gappy\n5 5 1 6 1 5 1 6 1\n1 1 1 1 5 1 6 1 6")
    smaller = puzzle.rearranged(resized(puzzle.shape, Shape(7, 7)))
    assert smaller.clues["rows"] == [5, 5, 1, None, 1, 5, 1]
    larger = puzzle.rearranged(resized(puzzle.shape, Shape(10, 10), above=1))
    assert larger.clues["rows"] == [None, 5, 5, 1, 6, 1, 5, 1, 6, 1]
    assert larger.clues["cols"] == [1, 1, 1, 1, 5, 1, 6, 1, 6, None]


def test_boards_that_do_not_exist_are_refused() -> None:
    for kind, shape, message in (
        ("binairo", Shape(4, 5), "even number of"),
        ("gappy", Shape(4, 3), "is square"),
    ):
        puzzle = kinds.get(kind).empty(Shape(4, 4))
        with pytest.raises(InputError, match=message):
            puzzle.rearranged(resized(puzzle.shape, shape))
    too_large = np.broadcast_to(np.int64(-1), (10_000, 10_000))
    with pytest.raises(InputError, match="at most"):
        kinds.get("lightup").empty(Shape(1, 1)).rearranged(too_large)
    with pytest.raises(UnknownNameError, match="expected a turn"):
        turned(Shape(2, 2), "upside-down")
    with pytest.raises(LitgridError, match="cannot be turned or resized"):
        Codewords(1).rearranged(turned(Shape(2, 20), "flip"))
