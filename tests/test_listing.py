"""Every answer once, checked, whatever the engine, the order and the parts."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from litgrid.core.grid import Shape
from litgrid.core.puzzle import Puzzle
from litgrid.listing import answers
from litgrid.puzzles.binairo import Binairo
from litgrid.puzzles.gappy import Gappy
from tests.boards import BOARDS, Case, as_answer
from tests.naive import Answer


def listed(puzzle: Puzzle, **how: object) -> list[Answer]:
    return [as_answer(grid) for grid in answers(puzzle, **how)]  # type: ignore[arg-type]


@pytest.mark.parametrize("kind", BOARDS)
@given(data=st.data())
@settings(max_examples=60)
def test_all_answers_come_once(kind: str, data: st.DataObject) -> None:
    case: Case = data.draw(BOARDS[kind]())
    found = listed(case.puzzle)
    assert len(found) == len(set(found))
    assert set(found) == case.answers


# From the literature and from brute force, see docs/course and tests/naive.py.
@pytest.mark.parametrize(("side", "unique_lines", "number"), [(4, True, 72), (6, True, 4140), (4, False, 90)])
def test_empty_binairo(side: int, unique_lines: bool, number: int) -> None:
    found = listed(Binairo.empty(Shape(side, side)).with_switches(unique_lines=unique_lines))
    assert len(found) == len(set(found)) == number


@pytest.mark.parametrize(("side", "number"), [(7, 0), (8, 2), (9, 664)])
def test_empty_gappy(side: int, number: int) -> None:
    found = listed(Gappy.empty(Shape(side, side)))
    assert len(found) == len(set(found)) == number
