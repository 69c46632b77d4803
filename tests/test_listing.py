"""Every answer once, checked, whatever the engine, the order and the parts."""

from __future__ import annotations

from math import prod

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from litgrid import listing
from litgrid.core.check import all_obey
from litgrid.core.deduce import deduce
from litgrid.core.errors import LitgridError, OutOfTimeError
from litgrid.core.grid import Shape
from litgrid.core.limit import Limit
from litgrid.core.puzzle import Puzzle
from litgrid.core.system import System
from litgrid.engines import engines
from litgrid.listing import answers
from litgrid.puzzles.binairo.kind import Binairo
from litgrid.puzzles.gappy.kind import Gappy
from litgrid.puzzles.lightup.kind import LightUp
from tests import naive
from tests.boards import BOARDS, Case, answers_of, as_answer, case_of
from tests.engines.test_contract import ENGINES
from tests.naive import Answer


def listed(puzzle: Puzzle, **how: object) -> list[Answer]:
    return [as_answer(grid) for grid in answers(puzzle, **how)]  # type: ignore[arg-type]


@pytest.mark.parametrize("kind", BOARDS)
@given(data=st.data())
@settings(max_examples=40)
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


@pytest.mark.parametrize("name", ENGINES)
def test_every_engine_in_both_orders(name: str) -> None:
    engine = engines.get(name)
    if not engine.complete:
        pytest.skip(f"{name} never knows that it has found all")
    case = case_of(Binairo.from_clues(["1...", "....", "...1", "...."]))  # lines that must differ matter here
    found = listed(case.puzzle, engine=name)
    assert len(found) == len(set(found))
    assert set(found) == case.answers
    assert listed(case.puzzle, engine=name, order="sorted", most=20) == sorted(case.answers)[:20]


@pytest.mark.parametrize("kind", BOARDS)
@given(data=st.data())
@settings(max_examples=20)
def test_sorted_is_sorted_whatever_the_engine(kind: str, data: st.DataObject) -> None:
    case: Case = data.draw(BOARDS[kind]())
    for name in ("cadical", "clingo", "minisat"):
        if engines.get(name).version() is not None:
            assert listed(case.puzzle, engine=name, order="sorted", most=100) == sorted(case.answers)[:100]


@pytest.mark.parametrize("kept", [0, listing.MOST_KEPT])
def test_parts_combine_as_a_product(kept: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listing, "MOST_KEPT", kept)  # with 0, the answers of parts are found again
    puzzle = LightUp.from_clues(["..#..", "..#..", "#####", "..#.."])
    assert len(deduce(System.of(puzzle.tables()), puzzle.shape, Limit(None), 200).parts) == 4
    pieces = [answers_of(LightUp.from_clues(rows)) for rows in (["..", ".."], ["..", ".."], [".."], [".."])]
    found = listed(puzzle)
    assert len(found) == len(set(found)) == prod(map(len, pieces)) == 16
    assert all(naive._light_up(puzzle.clues, answer) for answer in found)


def test_most_and_time() -> None:
    puzzle = Binairo.empty(Shape(8, 8))
    for most in (0, 1, 7, 500):
        assert len(set(listed(puzzle, most=most))) == most
    with pytest.raises(OutOfTimeError):
        listed(puzzle, timeout=0.2)
    with pytest.raises(LitgridError, match="order"):
        answers(puzzle, order="random")  # type: ignore[arg-type]
    with pytest.raises(LitgridError, match='expected "most" as a whole number of 0 or more, got -1'):
        answers(puzzle, most=-1)


def test_an_answer_that_is_none_is_found_out() -> None:
    puzzle = Binairo.empty(Shape(4, 4))
    grids = np.array(sorted(answers_of(puzzle)), dtype=np.int8)
    system = System.of(puzzle.tables())
    assert all_obey(system, grids).all()
    for cell in range(16):
        wrong = grids.copy()
        wrong[:, cell] ^= 1
        assert not all_obey(system, wrong).any()
    loose = np.array(sorted(answers_of(Binairo.from_clues(["...."] * 4, unique_lines=False))), dtype=np.int8)
    assert all_obey(system, loose).sum() == len(grids)
