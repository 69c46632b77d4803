"""Pieces that borders cut out, beside a plain search, and the borders of pzpr."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays

from litgrid.core.codecs import Borders
from litgrid.core.errors import InputError
from litgrid.core.grid import IntArray, Shape
from litgrid.core.regions import borders, pieces

maps = arrays(np.int64, array_shapes(min_dims=2, max_dims=2, max_side=7), elements=st.integers(0, 2))


def flooded(regions: IntArray) -> list[int]:
    """Return the number of each cell's piece, cell by cell: joined cells have the number of the first."""
    rows, columns = regions.shape
    number: dict[tuple[int, int], int] = {}
    for start in np.ndindex(rows, columns):
        todo = [] if start in number else [start]
        count = len(set(number.values()))
        while todo:
            y, x = todo.pop()
            number[y, x] = count
            beside = [(y - 1, x), (y + 1, x), (y, x - 1), (y, x + 1)]
            inside = [spot for spot in beside if 0 <= spot[0] < rows and 0 <= spot[1] < columns]
            todo += [spot for spot in inside if spot not in number and regions[spot] == regions[start]]
    return [number[spot] for spot in np.ndindex(rows, columns)]


@given(maps)
def test_pieces_are_what_a_search_finds(regions: IntArray) -> None:
    assert pieces(*borders(regions)).ravel().tolist() == flooded(regions)


@given(maps)
def test_borders_survive_as_text(regions: IntArray) -> None:
    text, shape = Borders().encode(regions), Shape(*regions.shape)
    assert len(text) == sum(Borders().lengths(shape))
    assert Borders().decode(text, shape).ravel().tolist() == flooded(regions)


def test_a_character_of_no_borders_is_said() -> None:
    with pytest.raises(InputError, match="or letters from a to v; got 'w'"):
        Borders().decode("0w", Shape(2, 2))
