"""The frontier programme against trying all assignments."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from litgrid.core.errors import OutOfTimeError
from litgrid.core.grid import Shape
from litgrid.core.limit import Limit
from litgrid.counting.frontier import count_bounds, count_plan
from litgrid.counting.plan import TooManyStatesError, plan
from tests.models import Count, bounds_of, obeying
from tests.strategies import counts

NO_LIMIT = Limit(None)


def counted(made: list[Count], variables: int) -> int:
    cells = np.arange(1, variables + 1)
    return count_bounds(bounds_of(made), cells, Shape(1, variables), NO_LIMIT)


@given(counts(crossed=True))
def test_random_counts(made: list[Count]) -> None:
    assert counted(made, 8) == len(obeying(made, 8))


@given(counts(variables=13, most=12))
def test_random_counts_over_more_cells(made: list[Count]) -> None:
    assert counted(made, 13) == len(obeying(made, 13))


PLACES = st.lists(
    st.tuples(st.integers(1, 8), st.integers(0, 8), st.booleans())
    .filter(lambda place: place[0] != place[1])
    .map(lambda place: (-place[0] if place[2] and not place[1] else place[0], place[1])),
    min_size=1,
    max_size=4,
    unique_by=lambda place: abs(place[0]),
)


@given(counts(), st.lists(PLACES, max_size=3))
def test_lines_that_must_differ(made: list[Count], pairs: list[list[tuple[int, int]]]) -> None:
    def differs(answer: tuple[int, ...], x: int, y: int) -> bool:
        return answer[x - 1] != answer[y - 1] if y else answer[abs(x) - 1] == (x > 0)

    number = count_bounds(bounds_of(made), np.arange(1, 9), Shape(1, 8), NO_LIMIT, pairs=pairs)
    obeyed = obeying(made, 8)
    assert number == sum(all(any(differs(answer, x, y) for x, y in pair) for pair in pairs) for answer in obeyed)


@given(counts(), st.permutations(range(1, 9)))
def test_any_order_counts_the_same(made: list[Count], order: list[int]) -> None:
    chosen = plan(bounds_of(made), np.array(order))
    assert (0 if chosen is None else count_plan(chosen, NO_LIMIT)) == len(obeying(made, 8))


def test_numbers_of_any_size() -> None:
    # Chains of "not both" overlap, so that one piece holds all: each is a Fibonacci number of answers.
    length = 400
    chain: list[Count] = [((cell, cell + 1), 0, 1) for cell in range(1, length)]
    before, number = 1, 2
    for _ in range(length - 1):
        before, number = number, before + number
    assert counted(chain, length) == number
    assert counted([((1, 2), 0, 1)], 300) == 3 << 298
    # One count over all: binomial coefficients, more than two limbs, while the frontier stays open.
    row = np.array([1] + [0] * 200, dtype=object)
    for _ in range(200):
        row[1:] += row[:-1].copy()
    assert counted([(tuple(range(1, 201)), 90, 100)], 200) == sum(row[90:101])


def test_pieces_multiply() -> None:
    two: list[Count] = [((1, 2, 3), 1, 2), ((4, 5), 1, 1)]
    assert counted(two, 5) == counted(two[:1], 3) * counted([((1, 2), 1, 1)], 2) == 12


def test_too_many_states() -> None:
    made: list[Count] = [((cell, 20 - cell), 1, 1) for cell in range(1, 10)]
    made.append((tuple(range(1, 20)), 0, 12))
    with pytest.raises(TooManyStatesError):
        count_bounds(bounds_of(made), np.arange(1, 20), Shape(1, 19), NO_LIMIT, most_states=1)
    assert counted(made, 19) == len(obeying(made, 19))


def test_a_count_too_long_for_a_diagram() -> None:
    with pytest.raises(TooManyStatesError, match="500 cells"):
        counted([(tuple(range(1, 1001)), 1, 2)], 1000)
    made: list[Count] = [(tuple(range(1, 501)), 1, 1), (tuple(range(1, 500)), 0, 1), ((500, 1), 0, 1)]
    assert counted(made, 500) == 500


def test_out_of_time() -> None:
    with pytest.raises(OutOfTimeError):
        count_bounds(bounds_of([((1, 2), 1, 1)]), np.arange(1, 3), Shape(1, 2), Limit(0))
