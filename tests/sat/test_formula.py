"""Formulas as flat arrays."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from litgrid.sat.formula import from_clauses


@given(st.lists(st.lists(st.integers(-5, 5).filter(bool), max_size=4), max_size=6), st.none() | st.integers(0, 9))
def test_clauses_come_back_as_they_were(clauses: list[list[int]], variables: int | None) -> None:
    formula = from_clauses(clauses, variables)
    assert len(formula) == len(clauses)
    assert list(formula.clauses()) == clauses
    used = [abs(literal) for clause in clauses for literal in clause]
    assert formula.variables == max([variables or 0, *used])
