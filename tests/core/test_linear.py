"""What fractions cannot meet no board meets; and what they can is left to a search."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from litgrid.core import linear
from litgrid.core.errors import OutOfTimeError
from litgrid.core.limit import Limit
from litgrid.core.linear import unmet
from tests.models import Count, bounds_of, obeying

TIME = Limit(None)


@given(st.data())
def test_no_board_obeys_what_fractions_do_not_meet(data: st.DataObject) -> None:
    counts: list[Count] = []
    for _ in range(data.draw(st.integers(0, 12))):
        cells = data.draw(st.lists(st.integers(1, 7), min_size=1, max_size=7, unique=True))
        low = data.draw(st.integers(0, len(cells) + 1))
        signs = data.draw(st.tuples(*[st.sampled_from((1, -1))] * len(cells)))
        literals = tuple(cell * sign for cell, sign in zip(cells, signs, strict=True))
        counts.append((literals, low, data.draw(st.integers(low, len(cells) + 1))))
    assert not (unmet(bounds_of(counts), 7, TIME) and obeying(counts, 7))


def _pigeons(pigeons: int, holes: int) -> list[Count]:
    """Each pigeon is in one hole, and no two are in one."""
    cell = np.arange(1, pigeons * holes + 1).reshape(pigeons, holes)
    return [(tuple(row), 1, holes) for row in cell.tolist()] + [(tuple(row), 0, 1) for row in cell.T.tolist()]


@pytest.mark.parametrize("sign", [1, -1])
@pytest.mark.parametrize("holes", [1, 2, 9])
def test_pigeons(holes: int, sign: int) -> None:
    """Said of the cells, and of what they are not."""
    for pigeons in (holes, holes + 1):
        counts = [(tuple(sign * one for one in cells), low, high) for cells, low, high in _pigeons(pigeons, holes)]
        assert unmet(bounds_of(counts), pigeons * holes, TIME) == (pigeons > holes)


def test_halves() -> None:
    """One of each two of three cells: halves meet that. Two of the three are too many."""
    pairs: list[Count] = [(pair, 1, 1) for pair in combinations((1, 2, 3), 2)]
    assert not unmet(bounds_of(pairs), 3, TIME)
    assert not obeying(pairs, 3)
    assert unmet(bounds_of([*pairs, ((1, 2, 3), 2, 3)]), 3, TIME)


def test_what_takes_long_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    bounds = bounds_of(_pigeons(4, 3))
    with pytest.raises(OutOfTimeError):
        unmet(bounds, 12, Limit(0))
    monkeypatch.setattr(linear, "MOST_STEPS", 2)
    assert not unmet(bounds, 12, TIME)
    monkeypatch.undo()
    monkeypatch.setattr(linear, "MOST_ENTRIES", 12 * len(bounds) - 1)
    assert not unmet(bounds, 12, TIME)
    monkeypatch.undo()
    assert unmet(bounds, 12, TIME)


def test_what_rounding_finds_is_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    """A row that is said to be beyond mending, and is not, proves nothing."""
    monkeypatch.setattr(linear._Simplex, "mended", lambda *_: False)
    assert not unmet(bounds_of(_pigeons(3, 3)), 9, TIME)
