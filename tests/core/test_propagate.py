"""Propagation against a slow one, count by count."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from litgrid.core.bounds import UNKNOWN, Bounds, assign, broken, from_matrix, join, unassigned
from litgrid.core.errors import OutOfTimeError, RuleError
from litgrid.core.limit import Limit
from litgrid.core.propagate import propagate
from tests.models import Count, bounds_of, obeying
from tests.strategies import counts

VARIABLES = 8
LITERALS = st.integers(-VARIABLES, VARIABLES).filter(bool)
KNOWN = st.dictionaries(st.integers(1, VARIABLES), st.integers(0, 1), max_size=3)


def _slowly(made: list[Count], known: dict[int, int]) -> dict[int, int] | None:
    """Decide what single counts force until nothing more follows; ``None`` where one cannot hold."""
    known = dict(known)
    changed = True
    while changed:
        changed = False
        for literals, low, high in made:
            true = [literal for literal in literals if known.get(abs(literal)) == int(literal > 0)]
            unknown = [literal for literal in literals if abs(literal) not in known]
            if len(true) > high or len(true) + len(unknown) < low:
                return None
            if unknown and len(true) == high:
                known |= {abs(literal): int(literal < 0) for literal in unknown}
                changed = True
            elif unknown and len(true) + len(unknown) == low:
                known |= {abs(literal): int(literal > 0) for literal in unknown}
                changed = True
    return known


def _quickly(made: list[Count], known: dict[int, int], around: Bounds | None = None) -> dict[int, int] | None:
    values = unassigned(VARIABLES if around is None else VARIABLES + around.literals.size)
    assign(values, np.array([variable if value else -variable for variable, value in known.items()], dtype=np.int64))
    bounds = bounds_of(made) if around is None else join([bounds_of(made), around])
    conflict = propagate(bounds, values)
    if conflict is not None:
        assert broken(bounds, values)[conflict]
        return None
    assert all((values[variable] == UNKNOWN) == (values[-variable] == UNKNOWN) for variable in range(1, VARIABLES + 1))
    return {v: int(values[v]) for v in range(1, VARIABLES + 1) if values[v] != UNKNOWN}


@given(counts(), KNOWN, st.data())
def test_the_fixed_point_is_the_one_of_a_slow_loop_in_any_order(
    made: list[Count], known: dict[int, int], data: st.DataObject
) -> None:
    expected = _slowly(made, known)
    assert _quickly(made, known) == expected
    assert _quickly(data.draw(st.permutations(made)), known) == expected


OTHERS = np.arange(VARIABLES + 1, VARIABLES + 60_001).reshape(-1, 50)
AROUND = {"settled": from_matrix(OTHERS, 0, 50), "open": from_matrix(OTHERS, 25, 25)}
"""Many counts over other cells, so that a sweep over everything is not cheap any more."""


@pytest.mark.parametrize("around", AROUND)
@given(made=counts(most=12), known=KNOWN)
def test_it_is_the_same_on_a_large_board(around: str, made: list[Count], known: dict[int, int]) -> None:
    assert _quickly(made, known, AROUND[around]) == _slowly(made, known)


@given(counts(), KNOWN)
def test_no_model_is_lost(made: list[Count], known: dict[int, int]) -> None:
    before = obeying(made, VARIABLES, known)
    after = _quickly(made, known)
    assert (obeying(made, VARIABLES, after) if after is not None else set()) == before


def test_a_long_chain_on_a_large_board_is_followed_to_its_end() -> None:
    # Each cell equals the next one; many literals around it, so that a sweep over everything would not be cheap.
    length, others = 400, 60_000
    chain: list[Count] = [((-place, place + 1), 1, 2) for place in range(1, length)]
    idle: list[Count] = [(tuple(range(length + start, length + start + 50)), 25, 25) for start in range(1, others, 50)]
    bounds = bounds_of([*idle, *chain])
    values = unassigned(length + others + 50)
    assign(values, np.array([1]))
    assert propagate(bounds, values) is None
    assert values[1 : length + 1].tolist() == [1] * length
    assert (values[length + 1 : length + others] == UNKNOWN).all()


def test_a_conflict_at_the_end_of_a_long_chain_names_a_broken_count() -> None:
    length, others = 100, 60_000
    chain: list[Count] = [((-place, place + 1), 1, 2) for place in range(1, length)]
    idle: list[Count] = [(tuple(range(length + start, length + start + 50)), 25, 25) for start in range(1, others, 50)]
    bounds = bounds_of([*idle, *chain, ((1, length), 1, 1)])
    values = unassigned(length + others + 50)
    assign(values, np.array([1]))
    conflict = propagate(bounds, values)
    assert conflict is not None
    assert broken(bounds, values)[conflict]


@pytest.mark.parametrize(
    "made", [[((), 1, 1)], [((), 0, -1)], [((1, 2), 3, 3)], [((1,), 1, 1), ((1,), 0, 0)], [((-1,), 0, 0), ((1,), 0, 0)]]
)
def test_counts_that_cannot_hold_are_conflicts(made: list[Count]) -> None:
    assert _quickly(made, {}) is None


def test_a_time_limit_stops_it() -> None:
    tick: Callable[[], None] = Limit(0).check
    with pytest.raises(OutOfTimeError):
        propagate(bounds_of([((1,), 1, 1)]), unassigned(1), tick)


@given(st.lists(st.lists(LITERALS, min_size=1, max_size=4), min_size=1, max_size=6))
def test_a_count_that_names_a_cell_twice_is_refused(listed: list[list[int]]) -> None:
    made = [(tuple(literals), 0, 1) for literals in listed]
    if any(len({abs(literal) for literal in literals}) < len(literals) for literals in listed):
        with pytest.raises(RuleError, match="names a cell twice"):
            _quickly(made, {})
    else:
        _quickly(made, {})
