"""Literals as text, against Python's own formatting."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from litgrid.sat import words
from litgrid.sat.words import NOTHING, rows, table

EDGES = st.sampled_from([NOTHING, 0, 9, 10, 9_999, 10_000, 10_001, 99_999_999, 100_000_000, 2**31 - 1, 2**62])
ROWS = st.lists(st.tuples(EDGES | st.integers(0, 30_000), st.integers(0, 2), st.integers(0, 1)))


@given(ROWS)
def test_rows_are_words_and_numbers(made: list[tuple[int, int, int]]) -> None:
    before, after = ["", "-", "(not x"], [" ", " 0\n"]
    numbers, first, last = (np.array([row[column] for row in made], dtype=np.int64) for column in range(3))
    text = "".join(f"{before[a]}{'' if number == NOTHING else number}{after[b]}" for number, a, b in made)
    assert rows(numbers, table(before), first, table(after), last).decode() == text


def test_many_rows_come_in_parts() -> None:
    numbers = np.arange(2 * words.AT_ONCE + 1)
    zeros = np.zeros_like(numbers)
    assert rows(numbers, table([""]), zeros, table(["\n"]), zeros).split() == [b"%d" % n for n in numbers.tolist()]
