"""Least hitting sets, against trying every set."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from litgrid.core.errors import OutOfTimeError
from litgrid.core.limit import Limit
from litgrid.hitting import Hitting

SIZE = 6
SETS = st.lists(st.sets(st.integers(0, SIZE - 1), min_size=1), max_size=12)
WEIGHTS = st.lists(st.integers(1, 9), min_size=SIZE, max_size=SIZE)


def tried(sets: list[set[int]], weights: list[int]) -> int:
    every = (set(some) for size in range(SIZE + 1) for some in combinations(range(SIZE), size))
    return min(sum(weights[n] for n in some) for some in every if all(some & other for other in sets))


@given(SETS, WEIGHTS)
def test_least(sets: list[set[int]], weights: list[int]) -> None:
    with Hitting(weights.__getitem__) as hitting:
        for number, some in enumerate(sets, 1):
            hitting.add(some)
            chosen = hitting.least(Limit(None))
            assert all(other & set(chosen) for other in sets[:number])
            assert sum(weights[n] for n in chosen) == hitting.bound == tried(sets[:number], weights)


@given(SETS, st.none() | st.integers(0, SIZE))
def test_sets_that_come_when_they_are_missed(sets: list[set[int]], most: int | None) -> None:
    with Hitting() as hitting:
        chosen = hitting.run(lambda some: [other for other in sets if not other & set(some)][:1], Limit(None), most)
    least = tried(sets, [1] * SIZE)
    assert (chosen is None) == (most is not None and least > most)
    if chosen is not None:
        assert len(chosen) == least
        assert all(other & set(chosen) for other in sets)


def test_out_of_time() -> None:
    with Hitting() as hitting:
        hitting.add([0, 1])
        with pytest.raises(OutOfTimeError):
            hitting.least(Limit(0))
        assert hitting.bound <= 1
        with pytest.raises(OutOfTimeError):
            hitting.run(lambda _: [], Limit(0))
