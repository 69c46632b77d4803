"""The counting diagram against trying all assignments, and its numbers against Python's."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from litgrid.core.errors import OutOfTimeError
from litgrid.core.limit import Limit
from litgrid.counting.diagram import LIMB, Diagram, below, taken_off
from litgrid.counting.frontier import layers
from litgrid.counting.layers import Plan
from litgrid.counting.plan import TooManyStatesError, plan
from litgrid.counting.states import Links, Words
from tests.models import Count, bounds_of, obeying
from tests.strategies import counts

NO_LIMIT = Limit(None)
SIZES = st.one_of(st.integers(1, 20), st.integers(1, 2**64), st.integers(2**125, 2**127), st.integers(1, 2**300))


def diagram(chosen: Plan, limit: Limit, most_states: int) -> Diagram:
    return Diagram.of(chosen.order, list(layers(chosen, limit, most_states)), limit)


def limbs(numbers: list[int]) -> Words:
    """Return numbers in limbs of 63 bits."""
    places = range(max([1, *(-(-number.bit_length() // LIMB) for number in numbers)]))
    return np.array([[number >> (LIMB * place) & (2**LIMB - 1) for number in numbers] for place in places], np.uint64)


def whole(numbers: Words) -> list[int]:
    """Return numbers in limbs as Python has them."""
    return [sum(int(limb) << (LIMB * place) for place, limb in enumerate(column)) for column in numbers.T]


@given(counts(crossed=True), st.permutations(range(1, 9)), st.integers(0, 60), st.integers(0, 60))
def test_random_counts_in_any_order(made: list[Count], order: list[int], first: int, until: int) -> None:
    chosen = plan(bounds_of(made), np.array(order))
    answers = {tuple(int(value) for value in answer) for answer in obeying(made, 8)}
    if chosen is None:
        assert not answers
        return
    found = diagram(chosen, NO_LIMIT, 1000)
    assert found.total == len(answers)
    if not answers:
        return
    every = found.numbered(limbs(list(range(found.total))))
    assert {tuple(answer) for answer in every.tolist()} == answers
    # Sorted as tuples of the variables in the order in which they are decided.
    decided = every[:, np.array(order) - 1].tolist()
    assert decided == sorted(decided)
    assert found.between(first, until).tolist() == every[first:until].tolist()


@given(st.lists(st.tuples(SIZES, SIZES), min_size=1, max_size=5))
def test_limbs_are_taken_off(pairs: list[tuple[int, int]]) -> None:
    numbers, others = (list(some) for some in zip(*pairs, strict=True))
    one, other = limbs([max(pair) for pair in pairs]), limbs(others)
    rest, less = taken_off(one, other)
    assert not less.any()
    assert whole(rest) == [max(pair) - second for pair, second in zip(pairs, others, strict=True)]
    same = max(len(limbs(numbers)), len(other))
    padded = np.zeros((same, len(pairs)), dtype=np.uint64)
    padded[: len(limbs(numbers))] = limbs(numbers)
    assert taken_off(padded, other)[1].tolist() == [first < second for first, second in pairs]


@given(st.lists(st.tuples(SIZES, SIZES), min_size=1, max_size=3), st.data())
def test_no_number_is_on_the_wrong_side(pairs: list[tuple[int, int]], data: st.DataObject) -> None:
    """One cell, in states that have made-up numbers of ways on: a 0 for numbers below the first, a 1 for the others."""
    end = limbs([number for pair in pairs for number in pair] + [0])
    for state, (without, with_) in enumerate(pairs):
        near = [0, without - 1, without, without + with_ - 1, data.draw(st.integers(0, without + with_ - 1))]
        links: Links = np.array([[2 * state], [2 * state + 1]], dtype=np.int32)
        found = Diagram(np.array([1]), (links,), (limbs([without + with_, 0]), end))
        assert found.total == without + with_
        left = np.zeros((len(found.ways[0]), len(near)), dtype=np.uint64)
        left[: len(limbs(near))] = limbs(near)
        assert found.numbered(left)[:, 0].tolist() == [int(number >= without) for number in near]


@pytest.mark.parametrize("length", [1, 80, 90, 400])  # 80: more than a double holds; 90: than 63 bits
def test_large_numbers(length: int) -> None:
    # Chains of "not both" are counted by Fibonacci numbers, which also say the k-th of them.
    fibonacci = [1, 2]
    while len(fibonacci) <= length:
        fibonacci.append(fibonacci[-1] + fibonacci[-2])
    chosen = plan(bounds_of([((cell, cell + 1), 0, 1) for cell in range(1, length)]), np.arange(1, length + 1))
    assert chosen is not None
    found = diagram(chosen, NO_LIMIT, 10_000)
    assert found.total == fibonacci[length]
    rng = np.random.default_rng(1)
    numbers = below(found.total, 50, rng)
    assert found.between(0, 1000).tolist() == found.numbered(limbs(list(range(min(1000, found.total))))).tolist()
    for number, answer in zip(whole(numbers), found.numbered(numbers).tolist(), strict=True):
        left, expected = number, []
        for cell in range(length):
            without = fibonacci[length - cell - 1]
            expected.append(int(left >= without))
            left -= without * expected[-1]
        assert answer == expected


@given(SIZES, st.integers(0, 50), st.integers(0, 50))
def test_drawn_numbers_are_below_and_do_not_depend_on_how_many(total: int, few: int, more: int) -> None:
    some, all_ = (whole(below(total, number, np.random.default_rng(7))) for number in (few, few + more))
    assert len(all_) == few + more
    assert all_[:few] == some
    assert all(0 <= number < total for number in all_)


def test_drawn_numbers_reach_everywhere() -> None:
    total = 3 << (2 * LIMB)  # so that a quarter is drawn again
    sixths = np.bincount([6 * number // total for number in whole(below(total, 6000, np.random.default_rng(1)))])
    assert sixths.size == 6
    assert sum((count - 1000) ** 2 / 1000 for count in sixths) < 20.5  # chi-square, 5 degrees, 0.999


def test_limits() -> None:
    chosen = plan(bounds_of([(tuple(range(1, 20)), 3, 9)]), np.arange(1, 20))
    assert chosen is not None
    with pytest.raises(TooManyStatesError):
        diagram(chosen, NO_LIMIT, 20)
    with pytest.raises(OutOfTimeError):
        diagram(chosen, Limit(0), 1000)
