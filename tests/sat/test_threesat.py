"""The reduction to 3-SAT: what it accepts, what it looks like, and how it grows."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from litgrid.core.errors import OutOfTimeError
from litgrid.core.limit import Limit
from litgrid.sat.formula import from_clauses
from litgrid.sat.size import Size
from litgrid.sat.threesat import distinct, grown, three_sat
from tests.models import models

LITERALS = st.integers(1, 6).flatmap(lambda variable: st.sampled_from((variable, -variable)))
CLAUSES = st.lists(st.lists(LITERALS, max_size=9), max_size=6)


def _accepted(clauses: list[list[int]]) -> set[tuple[int, ...]]:
    """Return what fits, by trying all values."""
    return {
        values
        for values in product((0, 1), repeat=6)
        if all(any((values[abs(literal) - 1] == 1) == (literal > 0) for literal in clause) for clause in clauses)
    }


@given(CLAUSES)
def test_the_models_on_the_old_variables_are_the_same(clauses: list[list[int]]) -> None:
    formula = from_clauses(clauses, 6)
    assert set(models(three_sat(formula), 6)) == _accepted(clauses)


@given(CLAUSES, st.integers(0, 9))
def test_each_clause_has_three_variables_and_its_origin(clauses: list[list[int]], more: int) -> None:
    formula = replace(from_clauses(clauses, 6), origin=np.arange(len(clauses), dtype=np.int64) // 2)
    made = three_sat(formula, 6 + more)
    assert all(len(clause) == len(set(clause)) == 3 for clause in made.clauses())
    new = np.unique(np.abs(made.literals[np.abs(made.literals) > 6])).tolist()
    assert new == list(range(7 + more, made.variables + 1))
    assert set(made.origin.tolist()) == set(formula.origin.tolist())
    assert (np.diff(made.origin) >= 0).all()
    assert made.literals.dtype == np.int32


@given(CLAUSES)
def test_the_size_is_known_before(clauses: list[list[int]]) -> None:
    formula = from_clauses(clauses, 6)
    made = three_sat(formula)
    assert grown(Size.of(distinct(formula)[1])) == Size.of(np.diff(made.starts), made.variables - 6)


@given(CLAUSES, st.integers(0, 6))
def test_pieces_make_the_same(clauses: list[list[int]], cut: int) -> None:
    whole = three_sat(from_clauses(clauses, 6))
    first = three_sat(from_clauses(clauses[:cut], 6))
    second = three_sat(from_clauses(clauses[cut:], 6), first.variables)
    assert [*first.clauses(), *second.clauses()] == list(whole.clauses())
    assert second.variables == whole.variables


@pytest.mark.parametrize(
    ("clause", "clauses", "new"), [(6, 4, 3), (5, 3, 2), (4, 2, 1), (3, 1, 0), (2, 2, 1), (1, 4, 2), (0, 8, 3)]
)
def test_the_textbook_sizes(clause: int, clauses: int, new: int) -> None:
    made = three_sat(from_clauses([list(range(1, clause + 1))], clause))
    assert (len(made), made.variables - clause) == (clauses, new)


def test_a_literal_alone_stands_where_the_first_program_had_it() -> None:
    assert list(three_sat(from_clauses([[-1]])).clauses()) == [[-2, 3, -1], [2, -3, -1], [-2, -3, -1], [2, 3, -1]]


def test_repeated_literals_go_and_opposite_ones_stay() -> None:
    assert list(three_sat(from_clauses([[1, 1, 2, 1, 3], [4, -4, 4]])).clauses()) == [
        [1, 2, 3],
        [4, -4, 5],
        [4, -4, -5],
    ]


def test_it_asks_whether_there_is_time() -> None:
    with pytest.raises(OutOfTimeError):
        three_sat(from_clauses([[1, 2], [1, 2, 3, 4]]), tick=Limit(0).check)
