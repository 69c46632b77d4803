"""What fractions cannot meet no board meets, and what they lead to is an answer; else they do not tell."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from litgrid.core import linear
from litgrid.core.errors import OutOfTimeError
from litgrid.core.limit import Limit
from litgrid.core.linear import branch, dive
from litgrid.kernel.simplex import Simplex
from tests.kernel.forms import FORMS, kernel
from tests.models import Count, bounds_of, obeying

TIME = Limit(None)


def _drawn(data: st.DataObject) -> list[Count]:
    counts: list[Count] = []
    for _ in range(data.draw(st.integers(0, 12))):
        cells = data.draw(st.lists(st.integers(1, 7), min_size=1, max_size=7, unique=True))
        low = data.draw(st.integers(0, len(cells) + 1))
        signs = data.draw(st.tuples(*[st.sampled_from((1, -1))] * len(cells)))
        literals = tuple(cell * sign for cell, sign in zip(cells, signs, strict=True))
        counts.append((literals, low, data.draw(st.integers(low, len(cells) + 1))))
    return counts


@given(st.data())
def test_what_is_found_is_so(data: st.DataObject) -> None:
    counts = _drawn(data)
    found, answer, clashing = dive(bounds_of(counts), 7, TIME)
    right = obeying(counts, 7)
    assert found is not False or not obeying([counts[number] for number in clashing.tolist()], 7)
    assert found is None or found == bool(right)
    assert not found or tuple(answer.tolist()) in right


@given(st.data())
def test_which_counts_no_answer_meets_is_so(data: st.DataObject) -> None:
    counts = _drawn(data)
    found, answer, clashing = branch(bounds_of(counts), 7, TIME)
    if found:
        assert tuple(answer.tolist()) in obeying(counts, 7)
    assert found is not False or not obeying([counts[number] for number in clashing.tolist()], 7)


@pytest.mark.parametrize("form", FORMS)
@given(data=st.data())
def test_numbers_are_found_or_there_are_none(form: str, data: st.DataObject) -> None:
    """Cells have other ends in turn; the method is the same where nothing is compiled."""
    counts = [count for count in _drawn(data) if count[1] <= len(count[0])]
    bounds = bounds_of(counts)
    negated = np.array([sum(one < 0 for one in literals) for literals, _, _ in counts], dtype=np.int64)
    high = np.minimum(bounds.high, bounds.lengths)
    made = kernel("simplex", form).Simplex(7, bounds.literals, bounds.starts, bounds.low - negated, high - negated)
    for known in data.draw(st.lists(st.dictionaries(st.integers(1, 7), st.integers(0, 1)), min_size=1, max_size=3)):
        for cell in range(1, 8):
            made.bound(cell - 1, known.get(cell, 0), known.get(cell, 1))
        while (met := made.relax(3)) < 0:
            pass
        values = made.values[:7]
        if not met:
            assert not obeying(counts, 7, known)
            continue
        assert all(abs(values[cell - 1] - value) < 1e-5 for cell, value in known.items())
        assert values.min() > -1e-5
        assert values.max() < 1 + 1e-5
        for literals, low, most in counts:
            total = sum(values[one - 1] if one > 0 else 1 - values[-one - 1] for one in literals)
            assert low - 1e-5 < total < most + 1e-5


@pytest.mark.parametrize("seed", [730, 2502])
def test_numbers_are_right_after_many_steps(seed: int) -> None:
    """Weights of rows grow with each small number that is divided by; one without end is of a row like others."""
    rng, cells, length = np.random.default_rng(seed), 40, 10
    right = rng.random(cells) < 0.5
    rows = [rng.permutation(cells)[:length] for _ in range(20)]
    sums = np.array([right[row].sum() for row in rows], dtype=float)
    made = Simplex(cells, np.concatenate(rows) + 1, np.arange(0, 20 * length + 1, length), sums, sums)
    known, said = np.zeros(cells, dtype=bool), np.zeros(cells)
    for _ in range(300):
        if not (met := made.relax(500)):
            for cell in np.flatnonzero(known).tolist():
                if rng.random() < 0.5:
                    known[cell] = False
                    made.bound(cell, 0, 1)
        if met <= 0:
            continue
        values = made.values[:cells]
        assert np.abs(values - np.where(known, said, np.clip(values, 0, 1))).max() < 1e-5
        assert np.abs([values[row].sum() for row in rows] - sums).max() < 1e-4
        open_cells = np.flatnonzero((values > 1e-5) & (values < 1 - 1e-5) & ~known)
        if not open_cells.size:
            break
        said = np.rint(values)
        for cell in rng.permutation(open_cells)[:3].tolist():
            known[cell], said[cell] = True, 1
            made.bound(cell, 1, 1)


def _pigeons(pigeons: int, holes: int) -> list[Count]:
    """Each pigeon is in one hole, and no two are in one."""
    cell = np.arange(1, pigeons * holes + 1).reshape(pigeons, holes)
    return [(tuple(row), 1, holes) for row in cell.tolist()] + [(tuple(row), 0, 1) for row in cell.T.tolist()]


@pytest.mark.parametrize("sign", [1, -1])
@pytest.mark.parametrize("holes", [1, 2, 5])
def test_pigeons(holes: int, sign: int) -> None:
    """Said of the cells, and of what they are not."""
    for pigeons in (holes, holes + 1):
        counts = [(tuple(sign * one for one in cells), low, high) for cells, low, high in _pigeons(pigeons, holes)]
        assert dive(bounds_of(counts), pigeons * holes, TIME)[0] is (pigeons == holes)


def test_halves() -> None:
    """One of each two of three cells: halves meet that, and nothing that is whole. Two of the three are too many."""
    pairs: list[Count] = [(pair, 1, 1) for pair in combinations((1, 2, 3), 2)]
    assert dive(bounds_of(pairs), 3, TIME)[0] is None
    assert not obeying(pairs, 3)
    assert dive(bounds_of([*pairs, ((1, 2, 3), 2, 3)]), 3, TIME)[0] is False
    assert branch(bounds_of([*pairs, ((4,), 1, 1)]), 4, TIME).clashing.tolist() == [0, 1, 2]


def test_from_fractions_to_an_answer() -> None:
    """At most one of each two of five in a ring, and two of them: whole ones are two of these five."""
    ring: list[Count] = [((cell, cell % 5 + 1), 0, 1) for cell in range(1, 6)]
    counts = [*ring, ((1, 2, 3, 4, 5), 2, 2)]
    found, answer, _ = dive(bounds_of(counts), 5, TIME)
    assert found
    assert tuple(answer.tolist()) in obeying(counts, 5)


def test_what_takes_long_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    bounds = bounds_of(_pigeons(4, 3))
    with pytest.raises(OutOfTimeError):
        dive(bounds, 12, Limit(0))
    for name, value in (("MOST_STEPS", 0), ("MOST_TRIES", 0), ("MOST_ENTRIES", 12 * len(bounds) - 1)):
        with monkeypatch.context() as patch:
            patch.setattr(linear, name, value)
            assert dive(bounds, 12, TIME)[0] is None
    assert dive(bounds, 12, TIME)[0] is False


def test_branches_that_take_long_are_left(monkeypatch: pytest.MonkeyPatch) -> None:
    pairs = bounds_of([(pair, 1, 1) for pair in combinations((1, 2, 3), 2)])
    monkeypatch.setattr(linear, "SLICE", 1)
    with pytest.raises(OutOfTimeError):
        branch(pairs, 3, Limit(0))
    for name, value in (("BRANCH_STEPS", 0), ("MOST_BRANCHES", 0), ("MOST_ENTRIES", 8)):
        with monkeypatch.context() as patch:
            patch.setattr(linear, name, value)
            assert branch(pairs, 3, TIME)[0] is None
    assert branch(pairs, 3, TIME)[0] is False


@pytest.mark.parametrize(("met", "value"), [(0, 0), (1, 0), (1, 0.5)])
def test_what_rounding_finds_is_checked(met: int, value: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """That nothing meets what can be met proves nothing, nor do whole numbers that do not; fractions end."""

    class Wrong:
        steps, values = 0, np.full(16, value)

        def __init__(self, *_: object) -> None:
            pass

        def relax(self, _: int) -> int:
            return met

        def bound(self, *_: object) -> None:
            pass

        def times(self) -> list[float]:
            return [1.0] * 6

    monkeypatch.setattr(linear, "Simplex", Wrong)
    assert dive(bounds_of(_pigeons(3, 3)), 9, TIME)[0] is None
    assert branch(bounds_of(_pigeons(3, 3)), 9, TIME)[0] is None
