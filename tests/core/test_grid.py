"""Geometry against loops."""

from __future__ import annotations

from itertools import groupby, pairwise

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from litgrid.core.grid import Shape, blocks, neighbours, windows
from litgrid.core.scopes import Sort, spans

SIDES = st.integers(1, 6)


@given(SIDES, SIDES)
def test_cells_are_numbered_row_by_row_and_named_from_one(rows: int, columns: int) -> None:
    shape = Shape(rows, columns)
    assert shape.size == rows * columns
    assert str(shape) == f"{rows} x {columns}"
    number = 0
    for row in range(rows):
        for column in range(columns):
            assert shape.cells[row, column] == number
            assert shape.name(number) == f"r{row + 1}c{column + 1}"
            number += 1


@given(SIDES, SIDES, st.integers(1, 7))
def test_windows_are_all_neighbouring_cells(rows: int, columns: int, length: int) -> None:
    lines = Shape(rows, columns).cells
    expected = [line[start : start + length] for line in lines.tolist() for start in range(columns - length + 1)]
    assert windows(lines, length).tolist() == expected


@given(SIDES, SIDES)
def test_blocks_are_all_squares_of_four(rows: int, columns: int) -> None:
    expected = {
        frozenset((r + y) * columns + c + x for y in (0, 1) for x in (0, 1))
        for r in range(rows - 1)
        for c in range(columns - 1)
    }
    found = blocks(Shape(rows, columns)).tolist()
    assert len(found) == len(expected)
    assert {frozenset(block) for block in found} == expected


@given(SIDES, SIDES)
def test_neighbours_are_the_cells_beside(rows: int, columns: int) -> None:
    shape = Shape(rows, columns)
    around, exists = neighbours(shape, np.arange(shape.size))
    for cell in range(shape.size):
        expected = {
            other
            for other in range(shape.size)
            if abs(other // columns - cell // columns) + abs(other % columns - cell % columns) == 1
        }
        assert set(around[cell][exists[cell]].tolist()) == expected


@given(SIDES, SIDES, st.data())
def test_spans_are_the_stretches_between_walls(rows: int, columns: int, data: st.DataObject) -> None:
    size = rows * columns
    free = data.draw(st.lists(st.booleans(), min_size=size, max_size=size))
    found = spans(np.array(free).reshape(rows, columns))
    across = [[row * columns + column for column in range(columns)] for row in range(rows)]
    lines = [*across, *map(list, zip(*across, strict=True))]
    runs = [list(run) for line in lines for there, run in groupby(line, lambda cell: free[cell]) if there]
    both = {cell: [run for run in runs if cell in run] for cell in range(size) if free[cell]}
    crosses = [first + [cell for cell in last if cell != at] for at, (first, last) in both.items()]
    walls = [[cell] for cell in range(size) if not free[cell]]
    for sort, expected in ((Sort.WALL, walls), (Sort.RUN, runs), (Sort.CROSS, crosses)):
        literals, starts = found.listed(sort)
        assert [(literals[start:end] - 1).tolist() for start, end in pairwise(starts.tolist())] == expected
        assert found.room(sort) == literals.size
    for cell, numbers in enumerate(found.run_of.reshape(-1, 2).tolist()):
        assert [runs[number] for number in numbers if number >= 0] == both.get(cell, [])
