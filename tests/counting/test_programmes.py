"""The programmes that the tests count with, against trying all boards of :mod:`tests.naive`."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests import naive
from tests.boards import Case, binairo, gappy, light_up, light_up_near, queens
from tests.counting import programmes


@given(case=st.one_of(light_up(), light_up_near()))
def test_light_up(case: Case) -> None:
    assert programmes.light_up(case.puzzle.clues) == len(case.answers)


@given(case=binairo())
@settings(max_examples=40)
def test_binairo(case: Case) -> None:
    """Lines may be equal."""
    rows = case.puzzle.cell_rows
    assert programmes.binairo(rows) == len(naive.binairo_answers(rows, unique_lines=False))


@given(case=gappy())
@settings(max_examples=25)
def test_gappy(case: Case) -> None:
    """Labels of columns aside."""
    clues = case.puzzle.clues
    size = len(clues["rows"])
    answers = naive.gappy_answers(clues["rows"], [None] * size, clues["grid"])
    assert programmes.gappy(size, clues["rows"], clues["grid"] or ["?" * size] * size) == len(answers)


@given(case=queens())
@settings(max_examples=50)
def test_queens(case: Case) -> None:
    assert programmes.queens(case.puzzle.clues, diagonals=getattr(case.puzzle, "diagonals", True)) == len(case.answers)


@pytest.mark.parametrize(("size", "known"), [(4, 2), (5, 16), (6, 722), (7, 33_988)])
def test_gappy_that_may_touch_at_corners(size: int, known: int) -> None:
    """Two in each row and column, none beside another: known from elsewhere, computed before with other programmes."""
    assert programmes.gappy(size, [None] * size, ["?" * size] * size, diagonals=False) == known
