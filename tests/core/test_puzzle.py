"""Reading grids of characters."""

from __future__ import annotations

from typing import Any

import pytest

from litgrid.core.errors import InputError
from litgrid.core.grid import Shape
from litgrid.core.puzzle import MOST_CELLS, read_grid, shorten

ALPHABET = {"0": "zero", ".": "open"}


@pytest.mark.parametrize(
    ("rows", "shape", "place", "message"),
    [
        ([], None, (1, 1), "at least one row and one column"),
        ([""], None, (1, 1), "at least one row and one column"),
        (["0.", "0"], None, (2, 2), "expected 2 cells, as in the first row, got 1"),
        (["0.", "0.0"], None, (2, 3), "expected 2 cells, as in the first row, got 3"),
        (["0.", ".7"], None, (2, 2), r"expected one of 0 \(zero\), . \(open\); got '7'"),
        (["0.", "é."], None, (2, 1), "got 'é'"),
        (["0."], Shape(2, 2), (1, 1), "expected a Test grid of 2 x 2, got 1 x 2"),
        ("0.", None, (None, None), "list of strings"),
        (["0.", 5], None, (None, None), "list of strings"),
        (None, None, (None, None), "list of strings, got None"),
        (["." * 10] * (MOST_CELLS // 10 + 1), None, (None, None), "at most 4,000,000 cells"),
    ],
)
def test_what_is_no_grid_is_refused_with_its_place(
    rows: Any, shape: Shape | None, place: tuple[int | None, int | None], message: str
) -> None:
    with pytest.raises(InputError, match=message) as caught:
        read_grid(rows, ALPHABET, what="Test", shape=shape)
    assert (caught.value.line, caught.value.column) == place


def test_a_grid_is_read() -> None:
    assert read_grid(["0.", ".."], ALPHABET, what="Test", shape=Shape(2, 2)).tolist() == [[48, 46], [46, 46]]


def test_long_values_are_cut_in_messages() -> None:
    assert shorten("a" * 100) == "'" + "a" * 36 + "..."
    assert shorten([1]) == "[1]"
