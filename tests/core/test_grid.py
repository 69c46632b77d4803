"""Geometry against loops."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from litgrid.core.grid import Shape, blocks, neighbours, windows
from litgrid.core.runs import runs

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


@given(SIDES, SIDES, st.booleans(), st.data())
def test_runs_are_the_stretches_between_walls(rows: int, columns: int, across: bool, data: st.DataObject) -> None:
    size = rows * columns
    free = data.draw(st.lists(st.booleans(), min_size=size, max_size=size))
    found = runs(np.array(free).reshape(rows, columns), across=across)
    lines = [[row * columns + column for column in range(columns)] for row in range(rows)]
    if not across:
        lines = [list(line) for line in zip(*lines, strict=True)]
    expected: list[list[int]] = []
    for line in lines:
        before = None
        for cell in line:
            if free[cell] and before is not None and free[before]:
                expected[-1].append(cell)
            elif free[cell]:
                expected.append([cell])
            before = cell
    assert [found.cells[start:end].tolist() for start, end in pairwise(found.starts.tolist())] == expected
    assert found.lengths.tolist() == [len(run) for run in expected]
    for cell in range(size):
        assert found.run_of[cell] == next((number for number, run in enumerate(expected) if cell in run), -1)
