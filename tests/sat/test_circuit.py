"""Definitions of a circuit, against what they stand for, under every assignment."""

from __future__ import annotations

from itertools import product

from hypothesis import given
from hypothesis import strategies as st
from pysat.solvers import Solver

from litgrid.sat.circuit import Circuit

VARIABLES = 4
LITERALS = st.integers(1, VARIABLES).flatmap(lambda variable: st.sampled_from([variable, -variable]))


@given(
    weighted=st.lists(st.tuples(st.integers(-3, 3), LITERALS), max_size=7),
    bound=st.integers(-8, 8),
    three=st.tuples(LITERALS, LITERALS, LITERALS),
)
def test_a_definition_is_equal_to_its_term(
    weighted: list[tuple[int, int]], bound: int, three: tuple[int, int, int]
) -> None:
    circuit = Circuit(VARIABLES)
    made = [
        circuit.at_least(weighted, bound),
        circuit.choose(*three),
        circuit.equal(*three[:2]),
        circuit.all_of(three),
        circuit.any_of(three),
        circuit.any_of([]),
    ]
    with Solver(bootstrap_with=circuit.definitions) as solver:
        for values in product([False, True], repeat=VARIABLES):
            given_ = [variable if value else -variable for variable, value in enumerate(values, 1)]
            assert solver.solve(given_)
            true = {*solver.get_model(), *given_}
            one, two, other = (literal in given_ for literal in three)
            assert [literal in true for literal in made] == [
                sum(weight for weight, literal in weighted if literal in given_) >= bound,
                two if one else other,
                one == two,
                one and two and other,
                one or two or other,
                False,
            ]
