"""Counts that need hold only where their guards are true, asked of an engine that takes counts."""

from __future__ import annotations

from itertools import product

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from litgrid.core.bounds import from_lists
from litgrid.engines import engines
from litgrid.engines.base import Status
from litgrid.engines.counts import guarded

CELLS, GUARDS = 4, (5, 6)
LITERALS = st.sets(st.integers(1, CELLS), min_size=1).flatmap(
    lambda chosen: st.tuples(*(st.sampled_from((cell, -cell)) for cell in sorted(chosen)))
)
COUNTS = st.lists(
    st.tuples(LITERALS, st.integers(-1, 5), st.integers(-1, 5), st.sampled_from((0, *GUARDS))), max_size=6
)


@given(counts=COUNTS)
@settings(max_examples=60)
def test_a_count_binds_where_its_guard_is_true(counts: list[tuple[tuple[int, ...], int, int, int]]) -> None:
    low, high, guards = np.array([count[1:] for count in counts], dtype=np.int64).reshape(-1, 3).T
    made, top = guarded(from_lists([count[0] for count in counts], low, high), guards, GUARDS[-1])
    assert np.abs(made.literals).max(initial=GUARDS[-1]) == top
    with engines.get("minicard").open_counts(made, top) as solver:
        for signs in product((-1, 1), repeat=GUARDS[-1]):
            assumed = [sign * variable for variable, sign in enumerate(signs, 1)]
            holds = all(
                least <= len(set(some) & set(assumed)) <= most
                for some, least, most, guard in counts
                if guard in (0, *assumed)
            )
            assert (solver.solve(assumed) is Status.SAT) == holds
