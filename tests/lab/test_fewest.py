"""Fewest clues, against trying every set of them."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from litgrid.core.errors import OutOfTimeError
from litgrid.core.limit import Limit
from litgrid.lab.fewest import fewest, unlike_any_other


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


@given(ROWS)
def test_any_answers(rows: list[list[int]]) -> None:
    clues = np.array(rows, dtype=np.int8)
    fixed = 0
    for answer in range(len(rows)):
        chosen, size = fewest(clues, answer, Limit(None)), tried(rows, answer)
        if size is None:
            assert chosen is None
            continue
        fixed += 1
        assert chosen is not None
        assert chosen.sum() == size
        assert fixes(rows, answer, tuple(np.flatnonzero(chosen).tolist()))
    assert unlike_any_other(clues) == fixed


@given(st.lists(st.lists(st.integers(-120, 120), min_size=30, max_size=30), min_size=2, max_size=40), st.data())
def test_more_clues_than_a_word_holds(rows: list[list[int]], data: st.DataObject) -> None:
    rows += data.draw(st.lists(st.sampled_from(rows), max_size=10))
    alone = sum(rows.count(row) == 1 for row in rows)
    assert unlike_any_other(np.array(rows, dtype=np.int8)) == alone


def test_no_answers_and_no_clues() -> None:
    assert unlike_any_other(np.zeros((0, 4), dtype=np.int8)) == 0
    assert unlike_any_other(np.zeros((1, 4), dtype=np.int8)) == 1
    assert unlike_any_other(np.zeros((2, 0), dtype=np.int8)) == 0


def test_out_of_time() -> None:
    with pytest.raises(OutOfTimeError):
        fewest(np.eye(8, dtype=np.int8), 0, Limit(0))
