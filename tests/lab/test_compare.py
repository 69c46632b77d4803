"""Engines and encodings beside each other: which there are, and what they say held against the others."""

from __future__ import annotations

import pytest

from litgrid.core.puzzle import Puzzle
from litgrid.engines.base import Status
from litgrid.lab.compare import Comparison, combinations, compare, decided, refuted
from litgrid.lab.measuring import Measurement
from litgrid.puzzles.binairo.kind import Binairo
from litgrid.puzzles.lightup.kind import LightUp
from litgrid.sat.formula import from_clauses

ONE = LightUp.from_clues([".1.", "...", "#.2"])
OPEN = Binairo.from_clues(["......"] * 6)
NONE = LightUp.from_clues([".1.", "...", "#.0"])


def test_names_are_completed_and_repeated_ones_dropped() -> None:
    assert combinations(["cadical", "CADICAL195"], ["auto", "pairwise"]) == [
        ("cadical", "auto"),
        ("cadical", "pairwise"),
    ]


def test_engines_agree_on_puzzles_and_formulas() -> None:
    found = compare(OPEN, ["cadical", "minisat"], unique=True)
    assert found.outcome == "yes"
    assert [one.unique for one in found] == [False, False]
    assert [line["kind"] for line in found.records()] == ["binairo", "binairo"]
    formula = compare(from_clauses([[1], [-1]]), ["cadical", "minisat"], ["auto", "totalizer"])
    assert [(one.encoding, one.status) for one in formula] == [("given", "unsat")] * 2
    assert [line["kind"] for line in formula.records()] == ["cnf", "cnf"]


def test_who_is_wrong_is_told_by_an_answer_that_was_checked() -> None:
    sat, unsat = Measurement("a", "auto", "sat", unique=True), Measurement("b", "auto", "unsat")
    several = Measurement("c", "auto", "sat", unique=False)
    assert list(refuted([sat, unsat])) == [1]
    assert list(refuted([unsat, unsat])) == []
    assert list(refuted([sat, unsat, several])) == [0, 1]
    comparison = Comparison(ONE, (sat, unsat))
    assert comparison.outcome == "unknown"
    assert comparison.problems == ["b says that there is no answer, and a found one: it is wrong"]


@pytest.mark.parametrize(
    ("puzzle", "status"), [(ONE, Status.SAT), (NONE, Status.UNSAT), (OPEN, None)], ids=["one", "none", "open"]
)
def test_what_propagation_decides(puzzle: Puzzle, status: Status | None) -> None:
    assert decided(puzzle) is status
    assert decided(puzzle, 0.0) is None
