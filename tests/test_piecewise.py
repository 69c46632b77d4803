"""Two answers piece by piece: what is found obeys the counts, and where there are none, none are found."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from litgrid import outlook
from litgrid.core.bounds import UNKNOWN, broken, of_grid, rest, to_grid, unassigned
from litgrid.core.deduce import OpenPart, deduce
from litgrid.core.errors import OutOfTimeError
from litgrid.core.limit import Limit
from litgrid.core.propagate import propagate
from litgrid.core.system import System
from litgrid.engines import DEFAULT, installed
from litgrid.piecewise import two_answers
from litgrid.puzzles.lightup.kind import LightUp
from litgrid.solving import solve
from tests.boards import BOARDS, Case, as_answer
from tests.models import Count, bounds_of, obeying


def _board(side: int, seed: int, numbers: str = "") -> LightUp:
    rng = random.Random(seed)
    return LightUp.from_clues(["".join(rng.choice("...." + "#" + numbers) for _ in range(side)) for _ in range(side)])


def _part(puzzle: LightUp) -> OpenPart:
    return deduce(System.of(puzzle.tables()), puzzle.shape, Limit(None), 1).parts[0]


@pytest.mark.parametrize("seed", range(5))
def test_two_answers_of_a_board_differ_and_obey_its_counts(seed: int) -> None:
    part = _part(_board(40, seed))
    two = two_answers(installed(DEFAULT), part, "auto", np.random.default_rng(seed), Limit(None))
    assert len(two) == 2
    assert (two[0] != two[1]).any()
    for values in two:
        grid = np.zeros(part.variables[-1], dtype=np.int8)
        grid[part.variables - 1] = values
        assert not broken(part.bounds, of_grid(grid)).any()


@st.composite
def _counts(draw: st.DrawFn) -> list[Count]:
    chosen = st.lists(st.integers(1, 12), unique=True, min_size=1, max_size=4)
    bounds = st.tuples(st.integers(0, 2), st.integers(1, 3))
    signs = st.lists(st.sampled_from((1, -1)), min_size=4, max_size=4)
    return [
        (tuple(a * b for a, b in zip(draw(chosen), draw(signs), strict=False)), *draw(bounds))
        for _ in range(draw(st.integers(1, 8)))
    ]


@given(_counts())
def test_what_is_found_obeys_any_counts(made: list[Count]) -> None:
    bounds, values = bounds_of(made), unassigned(12)
    assume(propagate(bounds, values) is None)
    open_ = (np.flatnonzero(values[1:13] == UNKNOWN) + 1).astype(np.int32)
    assume(open_.size)
    part = OpenPart(open_, rest(bounds, values).bounds)
    two = two_answers(installed(DEFAULT), part, "auto", np.random.default_rng(1), Limit(None))
    found = set()
    for some in two:
        grid = to_grid(values, 1, 12)[0]
        grid[open_ - 1] = some
        found.add(tuple(grid.tolist()))
    assert len(found) == len(two)
    assert found <= obeying(made, 12)


@pytest.mark.parametrize("kind", BOARDS)
@given(data=st.data())
@settings(max_examples=40)
def test_the_verdict_is_the_same_with_pieces(kind: str, data: st.DataObject) -> None:
    case: Case = data.draw(BOARDS[kind]())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(outlook, "WORTH_PIECES", 1)
        verdict = solve(case.puzzle)
    assert verdict.status == case.status
    assert {as_answer(grid) for grid in verdict.solutions} <= case.answers
    assert len(verdict.solutions) == min(len(case.answers), 2)


def test_the_limit_is_kept() -> None:
    with pytest.raises(OutOfTimeError):
        two_answers(installed(DEFAULT), _part(_board(40, 1)), "auto", np.random.default_rng(1), Limit(0))
