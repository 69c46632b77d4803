"""What a setter is told at each stroke, against all answers of small boards."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from litgrid.web.tasks.live import live

import litgrid
from litgrid.core.grid import Shape
from litgrid.core.puzzle import Puzzle
from litgrid.puzzles import kinds
from litgrid.web.records import as_record
from tests.boards import BOARDS, Case


def asked(puzzle: Puzzle, timeout: float = 60) -> dict[str, Any]:
    return live({"puzzle": as_record(puzzle), "timeout": timeout})


@pytest.mark.parametrize("kind", BOARDS)
@given(data=st.data())
@settings(max_examples=40)
def test_it_agrees_with_all_answers(kind: str, data: st.DataObject) -> None:
    case: Case = data.draw(BOARDS[kind]())
    found = asked(case.puzzle)
    assert found["status"] == case.status
    assert {tuple(answer) for answer in found["answers"]} <= case.answers
    assert len(found["answers"]) == min(len(case.answers), 2)
    assert found["forced_complete"]
    every = np.array(sorted(case.answers), dtype=np.int8).reshape(-1, case.puzzle.shape.size)
    if len(every):
        same = (every == every[0]).all(axis=0)
        assert found["forced"] == np.where(same, every[0], -1).tolist()
    else:
        assert set(found["forced"]) == {-1}
    if len(every) > 1:
        one, other = found["answers"]
        assert found["differ"] == [cell for cell in range(len(one)) if one[cell] != other[cell]] != []


def test_clues_that_clash_are_where_they_are_written() -> None:
    found = asked(litgrid.load("lightup\n3.\n.."))["conflict"]
    assert [(clue["rule"], clue["at"], clue["line"]) for clue in found] == [("number", 0, None)]
    found = asked(litgrid.load("gappy\n0 7 - - - - - - -\n7 0 - - - - - - -"))["conflict"]
    assert {tuple(clue["line"]) for clue in found} <= {("rows", 0), ("rows", 1), ("columns", 0), ("columns", 1)}
    found = asked(litgrid.load("binairo\n000.\n...."))["conflict"]
    assert {clue["at"] for clue in found} <= {0, 1, 2}
    assert all(clue["text"] for clue in found)


def test_rules_that_cannot_be_met_name_no_clue() -> None:
    found = asked(kinds.get("gappy").empty(Shape(7, 7)))
    assert (found["status"], found["conflict"], found["shrunk"]) == ("none", [], True)


def test_what_takes_too_long_is_unknown_and_says_so() -> None:
    found = asked(kinds.get("binairo").empty(Shape(20, 20)), 0)
    assert (found["status"], found["answers"], found["forced_complete"]) == ("unknown", [], False)
    found = asked(kinds.get("gappy").empty(Shape(90, 90)), 2)
    assert found["status"] == "several" or found["forced"] == [-1] * 8100
    assert not found["forced_complete"]
