"""Counts to clauses, against trying everything."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from litgrid.core.bounds import Bounds, from_matrix, join
from litgrid.core.grid import Shape, windows
from litgrid.encode.cnf import differ, encode
from litgrid.sat.cardinality import ENCODINGS
from litgrid.sat.formula import from_clauses
from tests.models import Count, bounds_of, models, obeying
from tests.strategies import counts

VARIABLES = 7


@pytest.mark.parametrize("encoding", ENCODINGS)
@given(made=counts(VARIABLES, 5, crossed=True))
@settings(max_examples=60)
def test_the_models_are_the_answers(encoding: str, made: list[Count]) -> None:
    formula = encode(bounds_of(made), VARIABLES, encoding)
    assert set(models(formula, VARIABLES)) == obeying(made, VARIABLES)


@given(counts(VARIABLES, 5, crossed=True), st.sampled_from(ENCODINGS), st.booleans())
def test_each_clause_knows_its_count(made: list[Count], encoding: str, alone: bool) -> None:
    formula = encode(bounds_of(made), VARIABLES, encoding, droppable=np.full(len(made), alone))
    assert formula.origin.size == len(formula)
    clauses = list(formula.clauses())
    for chosen in range(len(made)):
        kept = [clause for clause, origin in zip(clauses, formula.origin.tolist(), strict=True) if origin != chosen]
        others = [count for index, count in enumerate(made) if index != chosen]
        assert set(models(from_clauses(kept, VARIABLES), VARIABLES)) == obeying(others, VARIABLES)


def _line(length: int, half: int) -> Bounds:
    """Half of a line, and one or two of any three in a row."""
    cells = Shape(1, length).cells + 1
    return join([from_matrix(cells, half, half), from_matrix(windows(cells, 3), 1, 2)])


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("alone", [True, False])
def test_a_long_count_may_lean_on_short_ones(encoding: str, alone: bool) -> None:
    bounds = _line(12, 6)
    formula = encode(bounds, 12, encoding, droppable=np.full(len(bounds), alone))
    expected = {
        values
        for values in product((0, 1), repeat=12)
        if sum(values) == 6 and all(1 <= sum(values[place : place + 3]) <= 2 for place in range(10))
    }
    assert set(models(formula, 12)) == expected


SHORT = st.tuples(
    st.lists(st.integers(1, 12), unique=True, min_size=1, max_size=5), st.integers(0, 2), st.integers(0, 3)
)


@given(st.permutations(range(1, 13)), st.integers(2, 3), st.lists(st.tuples(SHORT, st.booleans()), max_size=4))
@settings(max_examples=40)
def test_a_long_count_leans_only_on_what_stays(order: list[int], low: int, short: list[tuple[Any, bool]]) -> None:
    # Short counts lie anywhere in the long one, not only side by side; those that may be dropped are, in turn.
    made: list[Count] = [(tuple(order), low, low)]
    made += [(tuple(cells), least, least + more) for (cells, least, more), _ in short]
    droppable = [False, *(chosen for _, chosen in short)]
    formula = encode(bounds_of(made), 12, droppable=np.array(droppable))
    origins = [made[origin] for origin in formula.origin.tolist()]
    clauses = list(formula.clauses())
    assert set(models(formula, 12)) == obeying(made, 12)
    stay = [count for count, chosen in zip(made, droppable, strict=True) if not chosen]
    kept = [clause for clause, count in zip(clauses, origins, strict=True) if count in stay]
    assert set(models(from_clauses(kept, 12), 12)) == obeying(stay, 12)


def test_a_long_count_without_short_ones_stands_alone() -> None:
    found = set(models(encode(from_matrix(Shape(1, 12).cells + 1, 6, 6), 12), 12))
    assert found == {values for values in product((0, 1), repeat=12) if sum(values) == 6}


def test_a_narrowed_count_is_smaller() -> None:
    assert len(encode(_line(50, 25), 50)) < len(encode(_line(50, 25), 50, droppable=np.ones(49, dtype=np.bool_))) / 2


PLACES = st.lists(
    st.tuples(st.integers(1, 3), st.integers(4, 6)) | st.tuples(st.integers(-6, 6), st.just(0)), max_size=4
)


@given(PLACES.filter(lambda places: all(first for first, _ in places)))
def test_differ_says_that_some_place_differs(places: list[tuple[int, int]]) -> None:
    clauses, top = differ(places, 6)
    assert top == 6 + sum(second != 0 for _, second in places)
    expected = set()
    for values in product((0, 1), repeat=6):
        signed = {sign * v for v, value in enumerate(values, 1) for sign in (1, -1) if (sign == 1) == (value == 1)}
        if any((a in signed) != (b in signed) if b else a in signed for a, b in places):
            expected.add(values)
    assert set(models(from_clauses(clauses, top), 6)) == expected


def test_no_counts_make_no_clauses() -> None:
    formula = encode(join([]), 3)
    assert len(formula) == 0
    assert formula.variables == 3
    assert np.array_equal(formula.starts, [0])
