"""Splitting against a plain union-find."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from litgrid.core.split import Part, split
from tests.models import Count, bounds_of

VARIABLES = 20


@st.composite
def _small_counts(draw: st.DrawFn) -> list[Count]:
    chosen = st.lists(st.integers(1, VARIABLES), unique=True, min_size=1, max_size=4)
    return [(tuple(draw(chosen)), 0, 1) for _ in range(draw(st.integers(0, 8)))]


def _components(groups: list[list[int]], unknown: list[int]) -> set[frozenset[int]]:
    parent = {variable: variable for variable in unknown}

    def root(variable: int) -> int:
        while parent[variable] != variable:
            variable = parent[variable]
        return variable

    for group in groups:
        for variable in group[1:]:
            parent[root(variable)] = root(group[0])
    found: dict[int, set[int]] = {}
    for variable in unknown:
        found.setdefault(root(variable), set()).add(variable)
    return {frozenset(members) for members in found.values()}


def _check_cover(parts: list[Part], made: list[Count], unknown: list[int]) -> None:
    """Every variable and every count is in exactly one part, and a part holds all variables of its counts."""
    assert sorted(variable for part in parts for variable in part.variables.tolist()) == unknown
    assert sorted(count for part in parts for count in part.counts.tolist()) == list(range(len(made)))
    for part in parts:
        members = part.variables.tolist()
        assert members == sorted(members)
        assert all(abs(literal) in members for count in part.counts.tolist() for literal in made[count][0])


LINKS = st.lists(st.lists(st.integers(1, VARIABLES), unique=True, min_size=1, max_size=3), max_size=3)


@given(_small_counts(), LINKS)
def test_parts_are_the_components(made: list[Count], links: list[list[int]]) -> None:
    unknown = list(range(1, VARIABLES + 1))
    arrays = [np.array(link, dtype=np.int32) for link in links]
    parts = split(bounds_of(made), np.array(unknown, dtype=np.int32), arrays, 1)
    _check_cover(parts, made, unknown)
    groups = [*(list(literals) for literals, _, _ in made), *links]
    assert {frozenset(part.variables.tolist()) for part in parts} == _components(groups, unknown)


@given(_small_counts(), LINKS, st.integers(2, VARIABLES + 1))
def test_bundles_are_unions_of_components(made: list[Count], links: list[list[int]], bundle: int) -> None:
    unknown = list(range(1, VARIABLES + 1))
    arrays = [np.array(link, dtype=np.int32) for link in links]
    parts = split(bounds_of(made), np.array(unknown, dtype=np.int32), arrays, bundle)
    _check_cover(parts, made, unknown)
    for component in _components([*(list(literals) for literals, _, _ in made), *links], unknown):
        assert any(component <= set(part.variables.tolist()) for part in parts)


def test_nothing_unknown_gives_no_parts() -> None:
    assert split(bounds_of([]), np.empty(0, dtype=np.int32)) == []


def test_a_small_rest_is_one_part() -> None:
    (part,) = split(bounds_of([((1, 2), 1, 1), ((3,), 0, 1)]), np.array([1, 2, 3], dtype=np.int32))
    assert part.variables.tolist() == [1, 2, 3]
    assert part.counts.tolist() == [0, 1]
