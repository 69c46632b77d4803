"""Counts as flat arrays."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from litgrid.core.bounds import (
    FALSE,
    TRUE,
    UNKNOWN,
    Bounds,
    assign,
    broken,
    from_matrix,
    join,
    of_grid,
    offsets,
    ranges,
    rest,
    sums,
    to_grid,
    unassigned,
)
from tests.models import Count, bounds_of, obeying
from tests.strategies import counts

VARIABLES = 8
KNOWN = st.dictionaries(st.integers(1, VARIABLES), st.integers(0, 1), max_size=VARIABLES)


def _values(known: dict[int, int]) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    values = unassigned(VARIABLES)
    assign(values, np.array([variable if value else -variable for variable, value in known.items()], dtype=np.int64))
    return values


def _listed(bounds: Bounds) -> list[Count]:
    return [
        (tuple(bounds.of(index).tolist()), int(bounds.low[index]), int(bounds.high[index]))
        for index in range(len(bounds))
    ]


@given(counts(), KNOWN)
def test_sums_counts_true_and_unknown_literals(made: list[Count], known: dict[int, int]) -> None:
    true, unknown = sums(bounds_of(made), _values(known))
    for index, (literals, _, _) in enumerate(made):
        assert true[index] == sum(known.get(abs(literal)) == int(literal > 0) for literal in literals)
        assert unknown[index] == sum(abs(literal) not in known for literal in literals)


@given(counts(most=3), KNOWN)
def test_a_count_is_broken_when_no_completion_holds(made: list[Count], known: dict[int, int]) -> None:
    found = broken(bounds_of(made), _values(known))
    for count, said in zip(made, found.tolist(), strict=True):
        assert said == (not obeying([count], VARIABLES, known))


@given(counts(), KNOWN)
def test_rest_keeps_exactly_the_models(made: list[Count], known: dict[int, int]) -> None:
    bounds, values = bounds_of(made), _values(known)
    impossible = broken(bounds, values)
    left = rest(bounds, values)
    assert all(abs(literal) not in known for literal in left.bounds.literals.tolist())
    assert set(np.flatnonzero(impossible).tolist()) <= set(left.index.tolist())
    if not impossible.any():
        assert obeying(_listed(left.bounds), VARIABLES, known) == obeying(made, VARIABLES, known)


@given(counts(), st.data())
def test_take_and_join_move_whole_counts(made: list[Count], data: st.DataObject) -> None:
    bounds = bounds_of(made)
    assert len(bounds) == len(made)
    chosen = data.draw(st.lists(st.integers(0, len(made) - 1), max_size=5)) if made else []
    taken = bounds.take(np.array(chosen, dtype=np.int64))
    assert _listed(taken) == [made[index] for index in chosen]
    assert _listed(join([bounds, taken, bounds])) == [*made, *(made[index] for index in chosen), *made]


def test_joining_nothing_gives_no_counts() -> None:
    assert len(join([])) == 0
    assert bool(join([]).has_empty)


def test_from_matrix_makes_a_count_a_row() -> None:
    made = from_matrix(np.array([[1, -2], [3, 4]]), 1, 2)
    assert _listed(made) == [((1, -2), 1, 2), ((3, 4), 1, 2)]


@given(st.lists(st.lists(st.integers(-1, 1), min_size=3, max_size=3), min_size=1, max_size=4))
def test_a_grid_survives_as_an_assignment(rows: list[list[int]]) -> None:
    grid = np.array(rows, dtype=np.int8)
    values = of_grid(grid)
    assert to_grid(values, *grid.shape).tolist() == rows
    meaning = {1: (TRUE, FALSE), 0: (FALSE, TRUE), -1: (UNKNOWN, UNKNOWN)}
    for variable, cell in enumerate(grid.ravel().tolist(), 1):
        assert (values[variable], values[-variable]) == meaning[cell]


@pytest.mark.parametrize("lengths", [[], [0], [3], [2, 0, 3]])
def test_ranges_run_on_from_each_first(lengths: list[int]) -> None:
    array = np.array(lengths, dtype=np.int64)
    first = np.arange(len(lengths), dtype=np.int64) * 100
    expected = [100 * index + step for index, length in enumerate(lengths) for step in range(length)]
    assert ranges(first, array).tolist() == expected
    assert ranges(first, array, offsets(array)).tolist() == expected
