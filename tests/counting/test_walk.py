"""All answers from the diagram, in both orders, with lines that must differ left out or known to it."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from litgrid.core.deduce import deduce
from litgrid.core.grid import Shape
from litgrid.core.limit import Limit
from litgrid.core.puzzle import Puzzle
from litgrid.core.system import System
from litgrid.counting import walk as module
from litgrid.listing import Listing
from litgrid.puzzles.binairo.kind import Binairo
from litgrid.puzzles.lightup.kind import LightUp
from tests.boards import BOARDS, Case, answers_of
from tests.naive import Answer


def walked(puzzle: Puzzle, *, in_order: bool, most_states: int = module.MOST_STATES) -> list[Answer] | None:
    system, limit = System.of(puzzle.tables()), Limit(None)
    deduction = deduce(system, puzzle.shape, limit, 1 if in_order else 200)
    if not deduction.possible:
        return []
    if not deduction.parts:
        return [tuple(deduction.grid.ravel().tolist())]
    parts, grid = deduction.parts, deduction.grid
    found = module.walk(parts, grid, system.differs, limit, in_order=in_order, most_states=most_states)
    if found is None:
        return None
    answers = [tuple(answer) for some in found.batches(limit) for answer in some.tolist()]
    assert len(answers) <= found.most
    return answers


@pytest.mark.parametrize("kind", BOARDS)
@given(data=st.data())
@settings(max_examples=60)
def test_small_boards(kind: str, data: st.DataObject) -> None:
    case: Case = data.draw(BOARDS[kind]())
    assert walked(case.puzzle, in_order=True) == sorted(case.answers)
    found = walked(case.puzzle, in_order=False)
    assert found is not None
    assert sorted(found) == sorted(case.answers)


@pytest.mark.parametrize("in_order", [True, False])
def test_lines_that_must_differ(in_order: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "TRIED", 200)
    for rows in (["...."] * 4, ["......"] * 4, ["1..."] + ["...."] * 5):
        puzzle = Binairo.from_clues(rows)
        found = walked(puzzle, in_order=in_order)
        assert found is not None
        assert (found if in_order else sorted(found)) == sorted(answers_of(puzzle))


def test_where_nearly_all_have_equal_lines_an_engine_lists(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "TRIED", 10)
    monkeypatch.setattr(module.walk, "__kwdefaults__", {**(module.walk.__kwdefaults__ or {}), "worth": 1.1})
    assert walked(Binairo.empty(Shape(4, 4)), in_order=True) is None
    assert sum(len(some) for some in Listing(Binairo.empty(Shape(4, 4)))) == 72


def test_what_is_too_large_is_left_to_an_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = Binairo.empty(Shape(4, 4))
    listing = Listing(puzzle)
    assert sum(len(some) for some in listing) == 72
    assert listing.engine == "diagram"
    assert walked(puzzle, in_order=True, most_states=10) is None
    listing = Listing(puzzle, most_states=10)
    assert sum(len(some) for some in listing) == 72
    assert listing.engine in ("clingo", "cadical")
    monkeypatch.setattr(module, "MOST_CELLS", 10)
    assert walked(puzzle, in_order=True) is None


def test_pieces_side_by_side_are_no_wider_than_one() -> None:
    # Row by row, twenty columns of two answers each would be a million states.
    puzzle = LightUp.from_clues(["#".join(["."] * 20)] * 2)
    found = Listing(puzzle, most=5000)
    grids = np.concatenate(list(found))
    assert found.engine == "diagram"
    assert len({grid.tobytes() for grid in grids}) == len(grids) == 5000
