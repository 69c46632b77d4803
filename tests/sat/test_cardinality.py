"""Every template of every encoding against counting, for all values of its literals."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from litgrid.core.errors import LitgridError, UnknownNameError
from litgrid.engines import engines
from litgrid.engines.base import Status
from litgrid.sat.cardinality import ENCODINGS, template
from litgrid.sat.counter import Inner, counter
from litgrid.sat.formula import from_clauses
from tests.naive import Answer

LENGTHS = range(8)


def _accepted(clauses: list[list[int]], length: int) -> Iterator[Answer]:
    """Yield the values of the first ``length`` variables with which the clauses can be met."""
    with engines.get("minisat").open(from_clauses(clauses, length)) as solver:
        for values in product((0, 1), repeat=length):
            assumed = [variable if value else -variable for variable, value in enumerate(values, 1)]
            if solver.solve(assumed) is Status.SAT:
                yield values


def _clauses(length: int, low: int, high: int, encoding: str) -> list[list[int]]:
    made = template(length, low, high, encoding)
    literals = iter(made.literals.tolist())
    clauses = [[next(literals) for _ in range(size)] for size in made.lengths.tolist()]
    assert next(literals, None) is None
    assert all(1 <= abs(literal) <= length + made.auxiliaries for clause in clauses for literal in clause)
    return clauses


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("length", LENGTHS)
def test_a_template_accepts_exactly_what_counts_right(length: int, encoding: str) -> None:
    for low in range(-1, length + 2):
        for high in range(low - 1, length + 2):
            expected = {values for values in product((0, 1), repeat=length) if low <= sum(values) <= high}
            assert set(_accepted(_clauses(length, low, high, encoding), length)) == expected, (low, high)


@pytest.mark.parametrize("encoding", [name for name in ENCODINGS if name != "pairwise"])
@pytest.mark.parametrize(("length", "low", "high"), [(30, 15, 15), (80, 0, 1), (80, 1, 1), (40, 39, 40), (33, 2, 31)])
def test_a_long_template_is_right_at_its_bounds(length: int, low: int, high: int, encoding: str) -> None:
    clauses = _clauses(length, low, high, encoding)
    with engines.get("minisat").open(from_clauses(clauses, length)) as solver:
        for true in {0, low - 1, low, high, high + 1, length} & set(range(length + 1)):
            for shift in (0, 1, length // 2):
                chosen = {(shift + 7 * place) % length for place in range(true)} if length % 7 else set(range(true))
                assumed = [place + 1 if place in chosen else -(place + 1) for place in range(length)]
                status = Status.SAT if low <= len(chosen) <= high else Status.UNSAT
                assert solver.solve(assumed) is status


def test_long_at_most_one_is_not_quadratic() -> None:
    made = template(400, 0, 1)
    assert made.lengths.size < 400 * 399 // 2 // 20


def test_pairwise_is_the_textbook_one() -> None:
    # At most 2 of 4: no three of them; at least 2: no three of their opposites.
    assert sorted(sorted(clause) for clause in _clauses(4, 2, 2, "pairwise")) == sorted(
        sorted(sign * literal for literal in chosen)
        for sign in (1, -1)
        for chosen in ((1, 2, 3), (1, 2, 4), (1, 3, 4), (2, 3, 4))
    )


def test_what_does_not_fit_is_refused_before_it_is_made() -> None:
    with pytest.raises(LitgridError, match=f"at most 20 of 40 needs {comb(40, 21):,} clauses"):
        template(40, 20, 20, "pairwise")


def test_an_unknown_encoding_is_answered_with_all() -> None:
    with pytest.raises(UnknownNameError, match=r"one of auto, pairwise, .*; got 'binary'"):
        template(3, 1, 1, "binary")


@pytest.mark.parametrize("length", range(6))
def test_a_counter_alone_counts(length: int) -> None:
    for low in range(length + 2):
        for high in range(-1, length + 1):
            expected = {values for values in product((0, 1), repeat=length) if low <= sum(values) <= high}
            assert set(_accepted(counter(length, low, high), length)) == expected, (low, high)


@pytest.mark.parametrize(
    "inner",
    [
        [(0, 4, 4, 4), (4, 8, 4, 4)],
        [(0, 4, 0, 0), (4, 8, 0, 0)],
        [(0, 2, 2, 2), (1, 3, 0, 0), (0, 8, 3, 5)],
        [(0, 1, 1, 1), (0, 2, 0, 0)],
        [(0, 5, 3, 3), (2, 5, 0, 0), (5, 8, 0, 1)],
    ],
)
def test_a_counter_over_what_cannot_hold_accepts_no_more_than_may_be(inner: list[Inner]) -> None:
    possible = [
        values
        for values in product((0, 1), repeat=8)
        if all(least <= sum(values[first:end]) <= most for first, end, least, most in inner)
    ]
    for low, high in ((3, 3), (1, 2), (4, 5)):
        accepted = set(_accepted(counter(8, low, high, inner), 8))
        assert {values for values in possible if low <= sum(values) <= high} == accepted & set(possible)


def test_a_counter_over_a_contradiction_accepts_nothing() -> None:
    assert set(_accepted(counter(2, 1, 1, [(1, 2, 1, 1), (1, 2, 0, 0)]), 2)) == set()


@st.composite
def _narrowed(draw: st.DrawFn) -> tuple[int, int, int, list[Inner]]:
    length = draw(st.integers(2, 9))
    inner = []
    for _ in range(draw(st.integers(0, 4))):
        first = draw(st.integers(0, length - 1))
        end = draw(st.integers(first + 1, length))
        low = draw(st.integers(0, end - first))
        inner.append((first, end, low, draw(st.integers(low, end - first))))
    low = draw(st.integers(0, length))
    return length, low, draw(st.integers(low, length)), inner


@given(_narrowed())
def test_a_counter_leans_on_what_holds_anyway(form: tuple[int, int, int, list[Inner]]) -> None:
    length, low, high, inner = form
    possible = {
        values
        for values in product((0, 1), repeat=length)
        if all(least <= sum(values[first:end]) <= most for first, end, least, most in inner)
    }
    accepted = set(_accepted(counter(length, low, high, inner), length))
    assert accepted & possible == {values for values in possible if low <= sum(values) <= high}


@given(st.integers(2, 9), st.data())
def test_a_counters_auxiliary_variables_are_determined(length: int, data: st.DataObject) -> None:
    low = data.draw(st.integers(0, length))
    high = data.draw(st.integers(low, length))
    clauses = counter(length, low, high)
    with engines.get("minisat").open(from_clauses(clauses, length)) as solver:
        seen = set()
        while solver.solve() is Status.SAT:
            model = solver.model().tolist()
            solver.add([[-literal for literal in model]])
            cells = tuple(int(literal > 0) for literal in model[:length])
            assert cells not in seen
            seen.add(cells)
