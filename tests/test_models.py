"""Formulas: models found, counted and listed, held to all assignments tried one by one."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import litgrid
from litgrid.backbone import forced
from litgrid.core.errors import EngineError, LitgridError
from litgrid.counting import models
from litgrid.counting.packages import APPROXMC, GANAK
from litgrid.engines import engines
from litgrid.listing import listed
from litgrid.model import Modelled
from litgrid.proof import refute
from litgrid.sat.formula import Formula, broken, from_clauses
from litgrid.sat.threesat import three_sat

VARIABLES = 6
LITERALS = st.integers(1, VARIABLES).flatmap(lambda variable: st.sampled_from((variable, -variable)))
PHP = [[1, 2], [3, 4], [5, 6], [-1, -3], [-1, -5], [-3, -5], [-2, -4], [-2, -6], [-4, -6]]
"""Three pigeons, two holes: no model."""


@st.composite
def formulas(draw: st.DrawFn) -> Formula:
    made = from_clauses(draw(st.lists(st.lists(LITERALS, max_size=4), max_size=12)), VARIABLES)
    shown = draw(st.none() | st.sets(st.integers(1, VARIABLES)))
    return replace(made, projection=None if shown is None else np.array(sorted(shown), dtype=np.int32))


def brute(formula: Formula) -> set[tuple[int, ...]]:
    """Return what all models say of the variables that tell them apart, by trying all assignments."""
    every = product((0, 1), repeat=formula.variables)
    shown = range(1, formula.variables + 1) if formula.projection is None else formula.projection.tolist()
    return {tuple(values[one - 1] for one in shown) for values in every if not broken(formula, np.array(values)).size}


@given(formulas())
@settings(max_examples=60, deadline=None)
def test_solving_and_counting_are_as_trying_all(formula: Formula) -> None:
    expected = brute(formula)
    found = litgrid.solve(formula)
    assert found.status == ("model" if expected else "none")
    assert bool(found) is bool(expected)
    if found.model is not None:
        assert np.abs(found.model).tolist() == list(range(1, VARIABLES + 1))
        assert not broken(formula, (found.model > 0).astype(int)).size
    for counted in (litgrid.count(formula), litgrid.count(formula, method="listing"), litgrid.approximate(formula)):
        assert (counted.status, counted.count) == ("exact", len(expected))
    assert litgrid.count(three_sat(formula)).count == len(expected)


@given(formulas())
@settings(max_examples=60, deadline=None)
def test_listing_and_what_is_common_are_as_trying_all(formula: Formula) -> None:
    expected = brute(formula)
    shown = range(1, VARIABLES + 1) if formula.projection is None else formula.projection.tolist()
    found = listed(formula)
    *each, last = found.records()
    assert all([abs(literal) for literal in line["model"]] == list(shown) for line in each)
    assert {tuple(int(literal > 0) for literal in line["model"]) for line in each} == expected
    assert (last["status"], last["count"]) == ("all" if expected else "none", len(expected))
    assert len(each) == len(expected)
    assert bool(found) is bool(expected)
    same = forced(formula)
    columns = zip(*expected, strict=True) if expected else []
    common = [one if column[0] else -one for one, column in zip(shown, columns, strict=False) if len(set(column)) == 1]
    assert (same.status, list(same.literals)) == ("model" if expected else "none", common)


def test_a_list_of_models_ends_where_it_should() -> None:
    formula = from_clauses([], 40)
    some = listed(formula, most=3)
    assert [piece.partition(":")[0] for piece in some.pieces()] == [
        "Model 1",
        "Model 2",
        "Model 3",
        "Stopped after 3 models",
    ]
    assert (some.status, some.outcome) == ("some", "yes")
    late = listed(formula, timeout=0)
    assert str(late) == "Out of time after 0 s: 0 models found, and there may be more."
    assert late.outcome == "unknown"
    assert forced(formula, timeout=0).outcome == "unknown"
    assert str(forced(from_clauses([[1], [-2]]))) == "2 of 2 variables are the same in all models: 1, -2."
    with pytest.raises(LitgridError, match="not sorted"):
        listed(formula, order="sorted")
    for question in (litgrid.solve, listed, forced):
        with pytest.raises(LitgridError, match="a formula has its clauses already"):
            question(formula, encoding="pairwise")


@given(formulas())
@settings(max_examples=8, deadline=None)
def test_ganak_counts_on_the_projection(formula: Formula) -> None:
    if not GANAK.installed:
        pytest.skip("pyganak is not installed")
    assert litgrid.count(formula, method="ganak").count == len(brute(formula))


def test_approximate_counts_of_a_formula(monkeypatch: pytest.MonkeyPatch) -> None:
    if not APPROXMC.installed:
        pytest.skip("pyapproxmc is not installed")
    monkeypatch.setattr(models, "FEW_LISTED", 5)
    # One of each pair, on eight pairs of ten; a ninth variable pair is not shown, and two shown ones are free.
    pairs = from_clauses([[2 * pair - 1, 2 * pair] for pair in range(1, 10)], 20)
    formula = replace(pairs, projection=np.array([*range(1, 17), 19, 20], dtype=np.int32))
    counted = litgrid.approximate(formula, epsilon=0.8, delta=0.01)
    assert counted.status == "approximate"
    assert counted.count is not None
    assert 4 * 3**8 / 1.8 <= counted.count <= 4 * 3**8 * 1.8


def test_without_a_counter_models_are_listed_up_to_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(models, "GANAK", replace(GANAK, package="there_is_none"))
    monkeypatch.setattr(models, "FEW_ANSWERS", 3)
    free = from_clauses([], 5)
    assert (litgrid.count(free).count, litgrid.count(free).method) == (32, "listing")
    monkeypatch.setattr(models, "MOST_LISTED", 9)
    counted = litgrid.count(free)
    assert (counted.status, counted.count, counted.at_least) == ("unknown", None, 9)
    assert litgrid.count(free, timeout=60).count == 32


@pytest.mark.parametrize("engine", ["cadical", "cadical153", "glucose", "minisat", "minicard", "clingo", "cpsat", "z3"])
def test_every_engine_takes_a_formula(engine: str) -> None:
    if engines.get(engine).version() is None:
        pytest.skip(f"{engine} is not installed")
    assert litgrid.solve(from_clauses(PHP), engine=engine).status == "none"
    found = litgrid.solve(from_clauses(PHP[:-1]), engine=engine)
    assert found.model is not None
    assert not broken(from_clauses(PHP), (found.model > 0).astype(int)).size - 1


def test_a_proof_and_what_has_none() -> None:
    assert refute(litgrid.solve(from_clauses(PHP))).steps[-1] == "0"
    with pytest.raises(LitgridError, match="expected a formula without a model, got model"):
        refute(litgrid.solve(from_clauses([[1]])))
    with pytest.raises(EngineError, match="found a model"):
        refute(Modelled(from_clauses([[1]]), "none", "cadical", 0.0, None, None))


def test_local_search_is_unsure_and_time_runs_out() -> None:
    found = litgrid.solve(from_clauses(PHP), engine="walksat", timeout=0.1)
    assert (found.status, found.model, found.outcome) == ("unknown", None, "unknown")
    assert str(found) == "Unknown: out of time after 0.1 s."
    rng = np.random.default_rng(5)
    hard = from_clauses((rng.integers(1, 301, (1280, 3)) * rng.choice([-1, 1], (1280, 3))).tolist())
    assert litgrid.solve(hard, timeout=0).status == "unknown"
    assert litgrid.count(hard, timeout=0.2).status in ("unknown", "exact")
    for timeout in (-1, float("nan")):
        with pytest.raises(LitgridError, match='expected "timeout" as a number of 0 or more'):
            litgrid.solve(hard, timeout=timeout)
        with pytest.raises(LitgridError, match='expected "timeout" as a number of 0 or more'):
            litgrid.count(hard, timeout=timeout)
    with pytest.raises(LitgridError, match="listing or ganak, got seam"):
        litgrid.count(hard, method="seam")


def test_a_model_in_words_and_as_solvers_print_it() -> None:
    formula = replace(from_clauses([[v] for v in range(1, 30)]), variable_name={1: "a", 3: "b\x1b"}.get)
    found = litgrid.solve(formula)
    assert str(found) == "A model: a, b\\x1b."
    assert str(litgrid.solve(from_clauses([[v] for v in range(1, 30)]))).endswith("20 and 9 more.")
    lines = list(found.competition())
    assert lines[0] == "s SATISFIABLE"
    assert all(line.startswith("v ") and len(line) < 80 for line in lines[1:])
    assert [int(word) for line in lines[1:] for word in line.split()[1:]] == [*range(1, 30), 0]
    assert str(litgrid.solve(from_clauses(PHP))) == "No model."
    assert found._repr_mimebundle_() == {"text/plain": str(found)}
