"""Boards glued to one: the counts of each are those that it has alone, in the same order."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from litgrid.core.bounds import Bounds
from litgrid.core.gluing import glued
from litgrid.core.kind import Kind
from litgrid.core.system import Stack, System
from litgrid.puzzles import empty, kinds
from litgrid.puzzles.lightup.kind import LightUp
from tests.boards import BOARDS, Case


class Other(LightUp):
    """A kind that may have other rules."""


GLUED = [kind.name for kind in kinds if issubclass(kind, Kind) and kind.parting]


def same(one: Bounds, other: Bounds) -> bool:
    return all(
        np.array_equal(getattr(one, name), getattr(other, name)) for name in ("literals", "starts", "low", "high")
    )


def test_there_is_a_kind_to_be_glued() -> None:
    assert GLUED


@pytest.mark.parametrize("kind", GLUED)
@given(data=st.data())
def test_each_board_keeps_its_counts(kind: str, data: st.DataObject) -> None:
    cases: list[Case] = data.draw(st.lists(BOARDS[kind](), min_size=2, max_size=6))
    puzzles = [case.puzzle for case in cases]
    found = glued(puzzles)
    assert found is not None
    systems, stack = found
    alone = [System.of(puzzle.tables()) for puzzle in puzzles]
    for system, other in zip(systems, alone, strict=True):
        assert same(system.bounds, other.bounds)
        assert [table.kind for table in system.tables] == [table.kind for table in other.tables]
    whole = Stack.of(alone, [puzzle.shape.size for puzzle in puzzles])
    assert same(stack.bounds, whole.bounds)
    assert np.array_equal(stack.owner, whole.owner)
    assert np.array_equal(stack.cells, whole.cells)


def test_what_cannot_be_glued_is_not() -> None:
    assert glued([empty("binairo", "4")] * 2) is None
    assert glued([empty("lightup", "4")]) is None
    assert glued([*[empty("lightup", "1x1")] * 20, empty("lightup", "1x40")]) is None
    assert glued([Other.from_clues([".."])] * 2) is None
