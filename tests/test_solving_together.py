"""Solving several puzzles at once: each verdict is what solving the puzzle alone says, whatever stands beside it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from litgrid.core.bounds import from_matrix
from litgrid.core.errors import LitgridError, RuleError
from litgrid.core.puzzle import Puzzle
from litgrid.core.tables import Count, Table
from litgrid.engines import engines
from litgrid.puzzles import empty, kinds
from litgrid.puzzles.lightup.kind import LightUp
from litgrid.sat.cardinality import ENCODINGS
from litgrid.sat.formula import Formula, from_clauses
from litgrid.solving import Verdict, solve, solve_all
from tests.boards import BOARDS, Case, as_answer

ENGINES = ("auto", "cadical", "glucose", "minicard")
NONE = "lightup", ["4."]
WITHOUT_DEDUCTION = "binairo", ["01..", "....", "....", "..10"]


@dataclass(frozen=True, eq=False)
class Raising(LightUp):
    """A kind with a bug."""

    def rules(self) -> Sequence[Table]:
        raise ZeroDivisionError("no rules")


@dataclass(frozen=True, eq=False)
class Repeating(LightUp):
    """A kind with a rule that names a cell twice."""

    def rules(self) -> Sequence[Table]:
        return (Count("twice", from_matrix(np.array([[1, 1]]), 1, 1), lambda _: "said twice"),)


def _said(verdict: object) -> object:
    """Return what a verdict says; which of several answers was found is the engine's affair."""
    assert isinstance(verdict, Verdict)
    one = [as_answer(grid) for grid in verdict.solutions] if verdict.unique else len(verdict.solutions)
    return verdict.status, one, verdict.conflict, verdict.rules, verdict.without, verdict.shrunk, verdict.engine


cases = st.one_of([kind() for kind in BOARDS.values()])


@given(st.lists(cases, max_size=12), st.sampled_from(ENGINES), st.sampled_from(ENCODINGS))
@settings(max_examples=60, deadline=None)
def test_verdicts_are_what_trying_everything_says(mixed: list[Case], engine: str, encoding: str) -> None:
    found = list(solve_all([case.puzzle for case in mixed], engine=engine, encoding=encoding))  # type: ignore[arg-type]
    assert len(found) == len(mixed)
    for case, verdict in zip(mixed, found, strict=True):
        assert isinstance(verdict, Verdict)
        assert (verdict.status, verdict.puzzle) == (case.status, case.puzzle)
        answers = {as_answer(grid) for grid in verdict.solutions}
        assert answers <= case.answers
        assert len(answers) == min(len(case.answers), 2)


@given(st.lists(cases, min_size=2, max_size=12))
@settings(max_examples=60, deadline=None)
def test_the_answers_are_those_that_are_found_alone(mixed: list[Case]) -> None:
    for case, verdict in zip(mixed, solve_all([case.puzzle for case in mixed]), strict=True):
        assert isinstance(verdict, Verdict)
        assert [*map(as_answer, verdict.solutions)] == [*map(as_answer, solve(case.puzzle).solutions)]


@pytest.mark.parametrize("many", [1, 2, 7, 300])
def test_a_batch_of_any_size_says_what_each_says(many: int) -> None:
    """Among them are some without an answer, with several, and large ones."""
    some: list[Puzzle] = [kinds.get(kind).from_text(kind_text.split("\n")) for kind, kind_text in _examples()]
    some += [kinds.get(kind).from_clues(clues) for kind, clues in (NONE, WITHOUT_DEDUCTION)]
    some += [empty("lightup", "4"), empty("binairo", "20")]
    puzzles = [some[number % len(some)] for number in range(many)]
    alone = {id(puzzle): _said(solve(puzzle)) for puzzle in puzzles}
    assert [_said(verdict) for verdict in solve_all(puzzles)] == [alone[id(puzzle)] for puzzle in puzzles]


def _examples() -> list[tuple[str, str]]:
    return [(kind.name, text) for kind in kinds for text in kind.examples]


@pytest.mark.parametrize(("broken", "error"), [(Raising, ZeroDivisionError), (Repeating, RuleError)])
@pytest.mark.parametrize("place", [0, 2, 4])
def test_a_puzzle_that_raises_costs_only_itself(broken: type[LightUp], error: type[Exception], place: int) -> None:
    puzzles: list[Puzzle] = [LightUp.from_clues([".1.", "...", "#.2"]) for _ in range(4)]
    puzzles.insert(place, broken.from_clues(["..", ".."]))
    found = list(solve_all(puzzles))
    assert isinstance(found.pop(place), error)
    assert [isinstance(verdict, Verdict) and verdict.status for verdict in found] == ["unique"] * 4


def test_a_formula_may_stand_between_puzzles() -> None:
    puzzle = LightUp.from_clues(["..", "#."])
    asked: list[Puzzle | Formula] = [puzzle, from_clauses([[1], [-1, 2]]), puzzle]
    first, model, last = solve_all(asked)
    assert not isinstance(model, Exception)
    assert model.outcome == "yes"
    assert _said(first) == _said(last) == _said(solve(puzzle))


def test_the_time_limit_is_that_of_each_puzzle() -> None:
    puzzle = LightUp.from_clues([".1.", "...", "#.2"])
    for verdict in solve_all([puzzle] * 3, timeout=0.0):
        assert isinstance(verdict, Verdict)
        assert (verdict.status, verdict.timeout) == ("unknown", 0.0)


@pytest.mark.parametrize("wrong", [{"engine": "nonesuch"}, {"encoding": "nonesuch"}, {"timeout": -1.0}, {"seed": -1}])
def test_what_cannot_be_asked_is_refused_for_each(wrong: dict[str, object]) -> None:
    puzzle = LightUp.from_clues(["..", ".."])
    with pytest.raises(LitgridError) as alone:
        solve(puzzle, **wrong)  # type: ignore[call-overload]
    found = list(solve_all([puzzle] * 2, **wrong))  # type: ignore[arg-type]
    assert [str(error) for error in found] == [str(alone.value)] * 2


def test_an_engine_is_asked_only_where_a_few_guesses_do_not_tell(monkeypatch: pytest.MonkeyPatch) -> None:
    """And one that is not the default is asked in any case."""

    def opened(*_: object) -> None:
        raise ZeroDivisionError("an engine")

    monkeypatch.setattr("litgrid.engines.pysat.PySatEngine._loaded", opened)
    puzzles = [empty("lightup", "4"), LightUp.from_clues([".1.", "...", "#.2"]), empty("binairo", "4")]
    assert [getattr(found, "status", None) for found in solve_all(puzzles)] == ["several", "unique", "several"]
    assert isinstance(next(solve_all(puzzles, engine="glucose")), ZeroDivisionError)
    monkeypatch.setattr("litgrid.guessing.MOST_GUESSES", 0)
    assert isinstance(next(solve_all(puzzles)), ZeroDivisionError)


def test_an_engine_that_lies_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every answer is checked against the rules of its own puzzle."""
    solver = type(engines.get("glucose").open(from_clauses([[1]])))
    puzzle = empty("lightup", "4")
    monkeypatch.setattr(solver, "model", lambda self: np.array([-1] * 16, dtype=np.int32))
    for found in solve_all([puzzle] * 3, engine="glucose"):
        assert isinstance(found, LitgridError)
        assert "breaks a rule" in str(found)
