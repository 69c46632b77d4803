"""Rivals in a list: the fewest clues, against trying every set of them, and what each method promises."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from litgrid.core.errors import OutOfTimeError
from litgrid.core.grid import BoolArray
from litgrid.core.limit import Limit
from litgrid.improving.fewest import fewest
from litgrid.improving.rivals import ListedRivals
from litgrid.lab.census import unlike_any_other


def fixes(rows: list[list[int]], answer: int, chosen: tuple[int, ...]) -> bool:
    said = [rows[answer][clue] for clue in chosen]
    return sum([row[clue] for clue in chosen] == said for row in rows) == 1


def tried(rows: list[list[int]], answer: int) -> int | None:
    clues = range(len(rows[0]))
    return next(
        (
            size
            for size in range(len(rows[0]) + 1)
            if any(fixes(rows, answer, chosen) for chosen in combinations(clues, size))
        ),
        None,
    )


ROWS = st.integers(1, 7).flatmap(
    lambda clues: st.lists(st.lists(st.integers(-1, 2), min_size=clues, max_size=clues), min_size=1, max_size=25)
)


def rivals(rows: list[list[int]], answer: int, limit: float | None = None) -> ListedRivals:
    said = np.array(rows, dtype=np.int8).T
    return ListedRivals(said, answer, np.ones(len(said), dtype=np.int64), Limit(limit))


def mask(number: int, chosen: set[int]) -> BoolArray:
    return np.isin(np.arange(number), list(chosen))


@given(ROWS)
def test_the_fewest_of_any_answers(rows: list[list[int]]) -> None:
    fixed = 0
    for answer in range(len(rows)):
        found, size = fewest(rivals(rows, answer)), tried(rows, answer)
        if size is None:
            assert found is None
            continue
        fixed += 1
        assert found is not None
        assert found.weight == found.bound == found.chosen.sum() == size
        assert fixes(rows, answer, tuple(np.flatnonzero(found.chosen).tolist()))
    assert unlike_any_other(np.array(rows, dtype=np.int8).T) == fixed


@given(ROWS, st.data())
def test_what_some_clues_leave(rows: list[list[int]], data: st.DataObject) -> None:
    answer, number = data.draw(st.integers(0, len(rows) - 1)), len(rows[0])
    some = st.sets(st.integers(0, number - 1))
    chosen, among = mask(number, data.draw(some)), mask(number, data.draw(some))
    others = [np.array(row) != np.array(rows[answer]) for place, row in enumerate(rows) if place != answer]
    left = [differ for differ in others if not differ[chosen].any()]
    listed = rivals(rows, answer).keep(mask(number, set()), among)
    least, apart = listed.least(chosen), list(listed.apart(chosen, 3))
    if not left:
        assert (least, apart) == (None, [])
        return
    assert least is not None
    assert least[among].sum() == min(differ[among].sum() for differ in left)
    assert any((least == differ).all() for differ in left)
    assert 1 <= len(apart) <= 3
    assert all(any((one == (differ & among)).all() for differ in left) for one in apart)


@given(ROWS, st.data())
def test_no_clue_that_stays_is_needless(rows: list[list[int]], data: st.DataObject) -> None:
    answer, number = data.draw(st.integers(0, len(rows) - 1)), len(rows[0])
    if not fixes(rows, answer, tuple(range(number))):
        return
    shrunk = rivals(rows, answer).shrunk(data.draw(st.permutations(range(number))))
    kept = tuple(np.flatnonzero(shrunk).tolist())
    assert fixes(rows, answer, kept)
    assert not any(fixes(rows, answer, tuple(set(kept) - {clue})) for clue in kept)


@given(st.lists(st.lists(st.integers(-120, 120), min_size=30, max_size=30), min_size=2, max_size=40), st.data())
def test_more_clues_than_a_word_holds(rows: list[list[int]], data: st.DataObject) -> None:
    rows += data.draw(st.lists(st.sampled_from(rows), max_size=10))
    alone = sum(rows.count(row) == 1 for row in rows)
    assert unlike_any_other(np.array(rows, dtype=np.int8).T) == alone


def test_no_answers_and_no_clues() -> None:
    assert unlike_any_other(np.zeros((4, 0), dtype=np.int8)) == 0
    assert unlike_any_other(np.zeros((4, 1), dtype=np.int8)) == 1
    assert unlike_any_other(np.zeros((0, 2), dtype=np.int8)) == 0


def test_out_of_time() -> None:
    with pytest.raises(OutOfTimeError):
        fewest(rivals(np.eye(8, dtype=np.int8).tolist(), 0, 0))
