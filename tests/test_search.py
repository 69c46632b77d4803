"""Answer after answer: all of them, each once, whatever the engine, the encoding and the guess."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from litgrid.core.characters import Grid
from litgrid.core.deduce import deduce
from litgrid.core.errors import EngineError
from litgrid.core.limit import Limit
from litgrid.core.puzzle import Puzzle
from litgrid.core.system import System
from litgrid.engines import engines
from litgrid.engines.base import Engine, Status
from litgrid.puzzles.binairo.kind import Binairo
from litgrid.sat.cardinality import ENCODINGS
from litgrid.search import Search
from tests.boards import BOARDS, Case, as_answer, case_of
from tests.fakes import Lying, Scripted
from tests.naive import Answer

ENGINES = ("cadical", "glucose", "minisat")


def _all(puzzle: Puzzle, engine: Engine, encoding: str = "auto", guess: Grid | None = None) -> list[Answer]:
    """Return all answers, found after deduction and without splitting."""
    joined = System.of(puzzle.tables())
    deduction = deduce(joined, puzzle.shape, Limit(None))
    if not deduction.possible:
        return []
    if not deduction.parts:
        return [as_answer(deduction.grid)]
    (part,) = deduction.parts
    found = []
    with Search(engine, part, deduction.grid, joined.differs, encoding, guess=guess) as search:
        while search.solve(Limit(None)) is Status.SAT:
            grid = deduction.grid.copy()
            np.put(grid, part.variables - 1, search.answer)
            found.append(as_answer(grid))
            search.block()
    return found


@pytest.mark.parametrize("kind", BOARDS)
@given(data=st.data())
@settings(max_examples=60)
def test_all_answers_are_found_once(kind: str, data: st.DataObject) -> None:
    case: Case = data.draw(BOARDS[kind]())
    if len(case.answers) > 200:
        return
    engine = engines.get(data.draw(st.sampled_from(ENGINES)))
    guess = None
    if data.draw(st.booleans()):
        size = case.puzzle.shape.size
        values = data.draw(st.lists(st.integers(-1, 1), min_size=size, max_size=size))
        guess = np.array(values, dtype=np.int8).reshape(case.puzzle.shape.rows, -1)
    found = _all(case.puzzle, engine, data.draw(st.sampled_from(ENCODINGS)), guess)
    assert len(found) == len(set(found))
    assert set(found) == case.answers


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("encoding", ENCODINGS)
def test_every_engine_with_every_encoding(engine: str, encoding: str) -> None:
    for rows, unique_lines in ((["...."] * 4, True), (["...."] * 4, False), (["......"] * 4, True)):
        puzzle = Binairo.from_clues(rows, unique_lines=unique_lines)
        found = _all(puzzle, engines.get(engine), encoding)
        assert len(found) == len(set(found))
        assert set(found) == case_of(puzzle).answers


def test_a_model_may_leave_out_what_is_in_no_clause() -> None:
    puzzle = Binairo.from_clues(["...."] * 4)
    assert set(_all(puzzle, Scripted(1_000_000))) == case_of(puzzle).answers


def test_an_engine_that_ignores_clauses_is_found_out_and_not_asked_forever() -> None:
    with pytest.raises(EngineError):
        _all(Binairo.from_clues(["...."] * 4), Lying())
