"""Counting the answers of puzzles, against brute force and published numbers."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import litgrid
from litgrid import counting
from litgrid.core.grid import Shape
from litgrid.core.limit import Limit
from litgrid.counting.methods import METHODS, Asked, Found, by_listing
from litgrid.counting.models import FEW_ANSWERS
from litgrid.puzzles import kinds
from tests.boards import BOARDS, Case


@pytest.mark.parametrize("kind", sorted(BOARDS))
@given(data=st.data())
def test_small_boards(kind: str, data: st.DataObject) -> None:
    case: Case = data.draw(BOARDS[kind]())
    counted = litgrid.count(case.puzzle)
    assert (counted.status, counted.count, counted.at_least) == ("exact", len(case.answers), len(case.answers))


@pytest.mark.parametrize("kind", sorted(BOARDS))
@given(data=st.data())
@settings(max_examples=30)
def test_listing_where_no_state_may_be_held(kind: str, data: st.DataObject) -> None:
    case: Case = data.draw(BOARDS[kind]())
    counted = litgrid.count(case.puzzle, most_states=0)
    assert (counted.status, counted.count) == ("exact", len(case.answers))
    assert counted.method in ("deduction", "seam", "frontier", "listing", "frontier and listing")


def empty(kind: str, rows: int, columns: int, **switches: bool) -> litgrid.Counted:
    return litgrid.count(kinds.get(kind).empty(Shape(rows, columns)).with_switches(**switches))


def test_binairo_of_two_shapes_is_the_same_board_turned() -> None:
    assert empty("binairo", 6, 8).count == empty("binairo", 8, 6).count


def test_a_large_board_of_many_parts() -> None:
    rng = np.random.default_rng(1)
    characters = np.where(rng.random((40, 40)) < 0.5, "#", ".")
    whole = litgrid.count(kinds.get("lightup").from_clues(["".join(row) for row in characters.tolist()]))
    # Walls between copies of a board keep them apart: the numbers multiply.
    board = ["".join(row[:8]) for row in characters[:8].tolist()]
    one = litgrid.count(kinds.get("lightup").from_clues(board)).count
    four = [row + "#" + row for row in board]
    assert one is not None
    assert one > 1
    assert litgrid.count(kinds.get("lightup").from_clues([*four, "#" * 17, *four])).count == one**4
    assert whole.status == "exact"
    assert whole.count is not None
    assert whole.count > 10**10


def test_it_is_asked_first_whether_there_are_few() -> None:
    """So puzzles that somebody made are listed, or done before: no large programme is begun."""
    for record in litgrid.examples():
        counted = litgrid.count(record.puzzle)
        assert counted.count == 1
        if record.puzzle.shape.size < 100:  # a programme of so few states is made as soon
            continue
        assert {"seam", "rows", "diagram"}.isdisjoint(counted.method.split(" and "))


def test_where_there_are_many_it_is_soon_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    listed: list[int] = []

    def list_answers(asked: Asked, limit: Limit) -> Found:
        found = by_listing(asked, limit)
        listed.append(found.number)
        return found

    monkeypatch.setitem(METHODS, "listing", list_answers)
    assert litgrid.count(kinds.get("binairo").empty(Shape(8, 8))).count == 4_111_116
    assert listed == [FEW_ANSWERS]
    monkeypatch.setattr(counting, "ASKED", 0.0)
    assert litgrid.count(kinds.get("binairo").empty(Shape(6, 6))).count == 4140
    assert len(listed) == 1


def test_nothing_left_to_count() -> None:
    counted = litgrid.count(litgrid.load("lightup\n.1.\n...\n#.2"))
    assert counted.count == 1
    assert litgrid.count(litgrid.load("lightup\n4.")).count == 0
    assert litgrid.count(litgrid.load("lightup\n4.")).method == "deduction"


def test_out_of_time_and_out_of_memory_are_unknown() -> None:
    puzzle = kinds.get("binairo").empty(Shape(8, 8)).with_switches(unique_lines=False)
    late = litgrid.count(puzzle, timeout=0)
    assert (late.status, late.count, late.at_least) == ("unknown", None, 0)
    full = litgrid.count(puzzle, timeout=2, most_states=100)
    assert (full.status, full.count) == ("unknown", None)
    assert 0 < full.at_least <= 12_413_918


def test_bad_arguments() -> None:
    with pytest.raises(litgrid.LitgridError, match="timeout"):
        litgrid.count(kinds.get("binairo").empty(Shape(4, 4)), timeout=-1)
    with pytest.raises(TypeError, match="expected a Puzzle"):
        litgrid.count("binairo")  # type: ignore[arg-type]
