"""Boards too large for trying all: by programmes of the tests' own, published numbers, and laws of any count."""

from __future__ import annotations

from itertools import pairwise
from math import comb, factorial
from typing import Any

import numpy as np
import pytest

import litgrid
from litgrid.core.puzzle import Puzzle
from litgrid.counting.methods import Method
from litgrid.puzzles import kinds
from tests.boards import EVERY_BOARD
from tests.counting import programmes
from tests.counting.systems import Anything, empty
from tests.counting.test_contract import count_by
from tests.fakes import Queens


def random_board(kind: str, rng: np.random.Generator) -> tuple[Puzzle, int]:
    """Return a board that is too large for trying all, and its number of answers."""
    if kind == "lightup":
        shape = (int(rng.integers(5, 8)), int(rng.integers(5, 8)))
        grid = rng.choice([".", "#", "1", "0", "x", "o"], shape, p=[0.72, 0.2, 0.04, 0.01, 0.02, 0.01])
        rows = ["".join(row) for row in grid.tolist()]
        return kinds.get("lightup").from_clues(rows), programmes.light_up(rows)
    if kind == "binairo":
        shape = ((6, 6), (8, 6), (10, 4), (4, 8))[int(rng.integers(4))]
        grid = rng.choice([".", "0", "1"], shape, p=[0.9, 0.05, 0.05])
        rows = ["".join(row) for row in grid.tolist()]
        return kinds.get("binairo").from_clues(rows, unique_lines=False), programmes.binairo(rows)
    if kind == "gappy":
        size = 9 + int(rng.random() < 0.1)
        labels = [int(rng.integers(1, size - 2)) if rng.random() < 0.1 else None for _ in range(size)]
        grid = rng.choice(["?", ".", "#"], (size, size), p=[0.95, 0.04, 0.01])
        rows = ["".join(row) for row in grid.tolist()]
        clues = {"rows": labels, "cols": [None] * size, "grid": rows}
        return kinds.get("gappy").from_clues(clues), programmes.gappy(size, labels, rows)
    size, diagonals = int(rng.integers(5, 8)), bool(rng.integers(2))
    grid = rng.choice([".", "-", "Q"], (size, size), p=[0.88, 0.1, 0.02])
    rows = ["".join(row) for row in grid.tolist()]
    return Queens.from_clues(rows, diagonals=diagonals), programmes.queens(rows, diagonals=diagonals)


@pytest.mark.parametrize("kind", sorted(EVERY_BOARD))
def test_larger_boards_as_a_programme_counts(kind: str) -> None:
    rng = np.random.default_rng(3)
    numbers = []
    for _ in range(10):
        puzzle, number = random_board(kind, rng)
        methods: tuple[Method | None, ...] = (None, "frontier", "rows") if kind == "binairo" else (None, "frontier")
        for method in methods:
            count_by(method, puzzle, number)
        numbers.append(number)
    assert sum(number > 1 for number in numbers) > 4


@pytest.mark.parametrize("kind", sorted(EVERY_BOARD))
def test_a_cell_is_false_or_true(kind: str) -> None:
    """On any board, however large: with the cell false and with it true there are as many as without saying."""
    rng = np.random.default_rng(8)
    for _ in range(4):
        puzzle, number = random_board(kind, rng)
        cell = int(rng.choice(np.flatnonzero((puzzle.givens < 0).ravel() & ~puzzle.fixed)))
        sides = []
        for value in (0, 1):
            grid = np.full(puzzle.givens.shape, -1, dtype=np.int8)
            grid.flat[cell] = value
            sides.append(litgrid.count(puzzle.with_givens(grid)).count)
        assert None not in sides
        assert sum(side or 0 for side in sides) == number


# Numbers of others

PUBLISHED: list[tuple[str, dict[str, Any], list[tuple[int, int]]]] = [
    # OEIS A253316: n x n grids of Takuzu, lines of which no two are equal (half the side: 1, 2, 3, 4).
    ("binairo", {"unique_lines": True}, [(2, 2), (4, 72), (6, 4140)]),
    # OEIS A000170: eight queens.
    ("eightqueens", {"diagonals": True}, [(1, 1), (2, 0), (3, 0), (4, 2), (5, 10), (6, 4), (7, 40), (8, 92), (9, 352)]),
    # OEIS A000142: rooks are permutations; so are the bulbs of a board without walls.
    ("eightqueens", {"diagonals": False}, [(side, factorial(side)) for side in range(1, 9)]),
    ("lightup", {}, [(side, factorial(side)) for side in range(1, 8)]),
]


@pytest.mark.parametrize(
    ("kind", "switches", "known"), PUBLISHED, ids=lambda value: value if isinstance(value, str) else ""
)
def test_published_numbers(kind: str, switches: dict[str, Any], known: list[tuple[int, int]]) -> None:
    for side, number in known:
        if kind == "eightqueens":
            puzzle: Puzzle = Queens.from_clues(["." * side] * side, **switches)
        else:
            puzzle = empty(kind, side, side, **switches)
        count_by(None, puzzle, number)


@pytest.mark.parametrize(("rows", "columns"), [(2, 2), (2, 8), (4, 4), (6, 6), (10, 4), (8, 6)])
def test_binairo_whose_lines_may_be_equal(rows: int, columns: int) -> None:
    number = programmes.binairo(["." * columns] * rows)
    assert (rows, columns) != (6, 6) or number == 11_222
    count_by(None, empty("binairo", rows, columns, unique_lines=False), number)


@pytest.mark.parametrize("size", range(2, 10))
def test_gappy_without_clues(size: int) -> None:
    number = programmes.gappy(size, [None] * size, ["?" * size] * size)
    count_by(None, empty("gappy", size, size), number)


def test_one_count_is_a_sum_of_binomials() -> None:
    """However large its numbers: OEIS A007318."""
    for length in (10, 64, 130, 300):
        for low, high in ((0, 2), (length // 2, length // 2), (length - 3, length), (length // 3, length // 2)):
            puzzle = Anything(1, length, ((tuple(range(1, length + 1)), low, high),), (False,))
            count_by("frontier", puzzle, sum(comb(length, true) for true in range(low, high + 1)))


def test_chains_are_fibonacci_numbers() -> None:
    """No two true cells side by side: OEIS A000045."""
    before, number = 1, 2
    for length in range(2, 120):
        before, number = number, before + number
        if length % 13 == 0:
            pairs = tuple(((one, other), 0, 1) for one, other in pairwise(range(1, length + 1)))
            count_by("frontier", Anything(length, 1, pairs, (False,) * len(pairs)), number)


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "size"), [("binairo", 8), ("gappy", 10), ("gappy", 11)])
def test_larger_boards_without_clues(kind: str, size: int) -> None:
    if kind == "binairo":
        count_by(None, empty(kind, size, size, unique_lines=False), programmes.binairo(["." * size] * size))
    else:
        count_by(None, empty(kind, size, size), programmes.gappy(size, [None] * size, ["?" * size] * size))
