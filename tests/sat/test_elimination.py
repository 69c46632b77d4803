"""What is left after elimination says the same of the variables that are kept: by brute force."""

from __future__ import annotations

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from litgrid.sat.elimination import eliminate
from tests.tracing.test_search import Clauses, formulas


def models(clauses: list[list[int]], variables: int) -> set[tuple[bool, ...]]:
    return {
        values
        for values in product([False, True], repeat=variables)
        if all(any((literal > 0) == values[abs(literal) - 1] for literal in clause) for clause in clauses)
    }


@given(clauses=formulas(), kept=st.integers(0, 6), most=st.sampled_from([0, 3, 1000]))
def test_the_models_on_what_is_kept_are_the_same(clauses: Clauses, kept: int, most: int) -> None:
    made = [list(clause) for clause in eliminate(clauses, set(range(1, kept + 1)), most)]
    before, after = ({values[:kept] for values in models(one, 9)} for one in (clauses, made))
    assert before == after
    assert most < 1000 or all(abs(literal) <= kept for clause in made for literal in clause)
