"""Answer after answer: all of them, each once, whatever the engine, the encoding and the guess."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from copy import copy

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from litgrid.core.bounds import Bounds, from_matrix, join
from litgrid.core.characters import Grid
from litgrid.core.deduce import OpenPart, deduce
from litgrid.core.errors import EngineError, OutOfTimeError
from litgrid.core.limit import Limit
from litgrid.core.puzzle import Puzzle
from litgrid.core.system import System
from litgrid.engines import engines
from litgrid.engines.base import Engine, Status
from litgrid.engines.pysat import PySatSolver
from litgrid.puzzles.binairo.kind import Binairo
from litgrid.sat.cardinality import ENCODINGS
from litgrid.search import Search
from tests.boards import BOARDS, Case, as_answer, case_of
from tests.fakes import Lying, Scripted
from tests.models import bounds_of, obeying
from tests.naive import Answer

ENGINES = ("auto", "cadical", "glucose", "minisat")
LOW = st.integers(0, 5)


def _all(
    puzzle: Puzzle, engine: Engine, encoding: str = "auto", guess: Grid | None = None, *, fractions: bool = False
) -> list[Answer]:
    """Return all answers, found after deduction and without splitting."""
    joined = System.of(puzzle.tables())
    deduction = deduce(joined, puzzle.shape, Limit(None))
    if not deduction.possible:
        return []
    if not deduction.parts:
        return [as_answer(deduction.grid)]
    (part,) = deduction.parts
    found = []
    with Search(engine, part, deduction.grid, joined.differs, encoding, guess=guess, fractions=fractions) as search:
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


@pytest.mark.parametrize("calls", [0, 1, 3, 60, 1000])
@pytest.mark.parametrize("guessed", [False, True])
@pytest.mark.parametrize("dives", [False, True])
def test_an_engine_that_gives_up_is_followed_by_fractions_and_one_with_clauses(
    calls: int, guessed: bool, dives: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    puzzle = Binairo.from_clues(["...."] * 4)  # whose lines must differ: clauses are added, some with new variables
    asked: list[bool] = []
    solve = PySatSolver.solve

    def tired(self: PySatSolver, assumptions: Sequence[int] = (), seconds: float | None = None) -> Status:
        counting = hasattr(self, "counting")
        asked.append(counting)
        gives_up = counting and len(asked) > calls and not (dives and assumptions)
        return Status.UNKNOWN if gives_up else solve(self, assumptions, seconds)

    def marked(self: PySatSolver, bounds: Bounds, tick: Callable[[], None]) -> None:
        setattr(self, "counting", True)  # noqa: B010 - there is no such attribute otherwise
        load(self, bounds, tick)

    load = PySatSolver.load_counts
    monkeypatch.setattr(PySatSolver, "solve", tired)
    monkeypatch.setattr(PySatSolver, "load_counts", marked)
    found = _all(puzzle, engines.get("auto"), guess=np.eye(4, dtype=np.int8) if guessed else None)
    assert len(found) == len(set(found))
    assert set(found) == case_of(puzzle).answers
    counted = asked.count(True)
    assert asked == [True] * counted + [False] * (len(asked) - counted)
    assert counted > calls or counted == len(asked)
    assert counted > 1 or not dives  # what fractions find is told to the first engine


@pytest.mark.parametrize("guessed", [False, True])
def test_fractions_that_are_asked_first_miss_nothing(guessed: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """They know neither that lines differ nor what was found before."""
    monkeypatch.setattr(PySatSolver, "briefly", lambda *_: Status.UNKNOWN)
    puzzle = Binairo.from_clues(["...."] * 4)
    guess = np.eye(4, dtype=np.int8) if guessed else None
    found = _all(puzzle, engines.get("auto"), guess=guess, fractions=True)
    assert len(found) == len(set(found))
    assert set(found) == case_of(puzzle).answers


@given(data=st.data())
def test_a_core_of_fractions_cannot_hold(data: st.DataObject) -> None:
    """Counts have selectors, or none; some selectors and some cells are assumed."""
    cells = st.lists(st.integers(1, 5), min_size=1, max_size=5, unique=True)
    drawn = data.draw(st.lists(st.tuples(cells, LOW, LOW), max_size=5))
    counts = [(tuple(some), min(one, other), max(one, other)) for some, one, other in drawn]
    selectors = data.draw(st.lists(st.integers(0, 3), min_size=len(counts), max_size=len(counts)))
    chosen, values = data.draw(st.sets(st.integers(1, 3))), data.draw(st.lists(st.integers(-1, 1), max_size=5))
    part = OpenPart(np.arange(1, 6, dtype=np.int32), bounds_of(counts))
    known = {cell: value for cell, value in enumerate(values, 1) if value >= 0}

    def possible(named: Collection[int]) -> bool:
        held = [count for count, number in zip(counts, selectors, strict=True) if number in (0, *named)]
        return bool(obeying(held, 5, known))

    with (
        pytest.MonkeyPatch.context() as patch,
        Search(
            engines.get("auto"),
            part,
            np.full((1, 5), -1, dtype=np.int8),
            (),
            "auto",
            selectors=np.array(selectors, dtype=np.int64),
            fractions=True,
        ) as search,
    ):
        patch.setattr(PySatSolver, "briefly", lambda *_: Status.UNKNOWN)
        named = chosen & set(selectors)
        status = search.solve(Limit(None), named, np.array(values, dtype=np.int8))
        assert (status is Status.SAT) == possible(named)
        assert status is Status.SAT or not possible(search.core()[0])


def test_an_engine_with_counts_gives_up_after_so_many_propagations() -> None:
    pigeons, holes = 9, 8
    cells = np.arange(1, pigeons * holes + 1).reshape(pigeons, holes)
    counts = join([from_matrix(cells, 1, 1), from_matrix(cells.T, 0, 1)])
    first = engines.get("auto").first
    assert first is not None
    tired = copy(first)
    setattr(tired, "_most", 1)  # noqa: B010
    with tired.open_counts(counts, cells.size) as solver:
        assert solver.solve() is Status.UNKNOWN
    budget = 300 * cells.size
    setattr(tired, "_most", 300)  # noqa: B010
    with tired.open_counts(counts, cells.size) as solver:
        assert solver.solve() is Status.UNKNOWN
        done = solver.statistics()["propagations"]
        assert budget <= done <= budget + 2 * cells.size  # solvers look at their budgets where nothing clashes
    part, grid = OpenPart(cells.ravel().astype(np.int32), counts), np.full(cells.shape, -1, dtype=np.int8)
    with Search(engines.get("auto"), part, grid, (), "auto") as search:
        assert search.solve(Limit(None)) is Status.UNSAT
        assert not search.clauses  # as arithmetic tells it


def test_time_that_runs_out_while_clauses_load_is_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was found before is then still there to be told."""
    asked: list[bool] = []

    def tick() -> None:
        if asked:
            raise OutOfTimeError("the time limit ran out")

    def tired(self: PySatSolver, assumptions: Sequence[int] = (), seconds: float | None = None) -> Status:
        asked.append(True)
        return Status.UNKNOWN

    monkeypatch.setattr(PySatSolver, "solve", tired)
    cells = np.arange(1, 17).reshape(4, 4)
    counts = join([from_matrix(cells, 1, 2), from_matrix(cells.T, 1, 2)])
    part, grid = OpenPart(cells.ravel().astype(np.int32), counts), np.full(cells.shape, -1, dtype=np.int8)
    with Search(engines.get("auto"), part, grid, (), "auto", tick=tick) as search:
        assert search.solve(Limit(None)) is Status.UNKNOWN


def test_a_model_may_leave_out_what_is_in_no_clause() -> None:
    puzzle = Binairo.from_clues(["...."] * 4)
    assert set(_all(puzzle, Scripted(1_000_000))) == case_of(puzzle).answers


def test_an_engine_that_ignores_clauses_is_found_out_and_not_asked_forever() -> None:
    with pytest.raises(EngineError):
        _all(Binairo.from_clues(["...."] * 4), Lying())


def test_a_count_that_is_dropped_is_not_held_against_others() -> None:
    """More pigeons than holes, whom the engine gives up on: each may stay away, and arithmetic tells who may not."""
    cells = np.arange(1, 73).reshape(9, 8)
    counts = join([from_matrix(cells, 1, 1), from_matrix(cells.T, 0, 1)])
    engine = engines.get("auto")
    first = copy(engine.first)
    setattr(first, "_most", 0)  # noqa: B010
    tired = copy(engine)
    tired.first = first
    part, grid = OpenPart(cells.ravel().astype(np.int32), counts), np.full(cells.shape, -1, dtype=np.int8)
    selectors = np.append(np.arange(1, 10), np.zeros(8, dtype=np.int64))
    with Search(tired, part, grid, (), "auto", selectors=selectors) as search:
        assert search.solve(Limit(None), range(1, 10)) is Status.UNSAT
        assert sorted(search.core()[0]) == list(range(1, 10))
        assert not search.clauses
        assert search.solve(Limit(None), range(1, 9)) is Status.SAT
