"""A formula as it was given, cleaned for formats and reductions that take no variable twice in a clause."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from litgrid.sat import opb
from litgrid.sat.formula import from_clauses
from litgrid.sat.given import Given, cleaned
from litgrid.sat.results import read
from litgrid.sat.stream import spans, whole
from tests.models import models
from tests.programs import answer

LITERALS = st.integers(1, 4).flatmap(lambda variable: st.sampled_from((variable, -variable)))
CLAUSES = st.lists(st.lists(LITERALS, max_size=5), max_size=9)


@given(CLAUSES)
def test_what_always_holds_is_left_out_and_the_rest_says_where_it_was(clauses: list[list[int]]) -> None:
    made = cleaned(from_clauses(clauses, 4))
    stay = [number for number, clause in enumerate(clauses) if not any(-literal in clause for literal in clause)]
    assert [set(clause) for clause in made.clauses()] == [set(clauses[number]) for number in stay]
    assert all(len(set(map(abs, clause))) == len(clause) for clause in made.clauses())
    assert made.variables == 4
    told = {
        number: range(first, last + 1)
        for first, last, name in spans(whole(made))
        for number in range(*(int(word) + late for late, word in enumerate(name.split()[1].split("-"))))
    }
    if len(stay) < len(clauses):
        assert sorted(told) == [number + 1 for number in stay]
        assert all(place + 1 in told[number + 1] for place, number in enumerate(stay))


def test_rules_are_still_told() -> None:
    plain = from_clauses([[1, -1], [1, 2, 1], [2], [-2, 2]])
    formula = replace(plain, origin=np.array([0, 0, 1, 2]), origin_name="abc".__getitem__)
    assert list(spans(Given(formula, tidy=True).stream())) == [(1, 1, "a"), (2, 2, "b")]
    assert [name for _, _, name in spans(Given(formula, three=True).stream())] == ["a", "b"]


@given(clauses=CLAUSES)
@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
@pytest.mark.parametrize("three", [False, True])
def test_a_solver_finds_the_models_of_what_people_write(
    three: bool,
    clauses: list[list[int]],
    tmp_path: Path,
) -> None:
    made = Given(from_clauses(clauses, 4), three=three, tidy=True)
    text = b"".join(opb.dump(made.stream())).decode()
    for line in text.splitlines()[1:]:
        words = [word for word in line.split() if word.startswith("x") and not line.startswith("*")]
        assert len(words) == len(set(words)), line
    result = read(answer("clasp-opb", text, tmp_path), variables=made.variables)
    assert result.status == ("sat" if set(models(from_clauses(clauses, 4), 4)) else "unsat")
