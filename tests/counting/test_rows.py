"""Counting by whole rows, against brute force, published numbers and the frontier programme."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import litgrid
from litgrid.core.errors import OutOfTimeError
from litgrid.core.grid import Shape
from litgrid.core.limit import Limit
from litgrid.core.puzzle import Puzzle
from litgrid.core.system import System
from litgrid.counting import meeting
from litgrid.counting.frontier import count_bounds
from litgrid.counting.lines import Lines, lines_of
from litgrid.counting.meeting import count_rows
from litgrid.counting.plan import TooManyStatesError
from litgrid.counting.rows import Rows, best_rows, rows_of
from litgrid.puzzles import kinds
from litgrid.puzzles.binairo.kind import Binairo
from tests.boards import answers_of
from tests.counting.test_seam import boards, by_brute_force, with_ones
from tests.kernel.forms import FORMS, kernel

MANY = 10**9
SHARED = settings(max_examples=100, suppress_health_check=[HealthCheck.function_scoped_fixture])
"""The fixture sets the same for all examples."""


def counted(lines: Lines) -> int:
    if not all(line.size for line in (*lines.rows, *lines.columns)):
        return 0
    made = rows_of(lines)
    assert made is not None
    return count_rows(made, Limit(None), MANY)


def lines(puzzle: Puzzle) -> Lines:
    """Return the lines of a puzzle, all cells open: its given cells are counts like others."""
    system = System.of(puzzle.tables())
    found = lines_of(system.bounds, np.full_like(puzzle.givens, -1), np.arange(puzzle.shape.size), ())
    assert found is not None
    return found


def rows(side: int) -> Rows:
    made = rows_of(lines(kinds.get("binairo").empty(Shape(side, side))))
    assert made is not None
    return made


@st.composite
def any_lines(draw: st.DrawFn) -> Lines:
    """Draw what lines may be: at will, or so that the board may be its own image in some ways."""
    shape = Shape(draw(st.integers(1, 5)), draw(st.integers(1, 4)))
    if draw(st.booleans()):
        row, column = (with_ones(length, draw(st.integers(0, length))) for length in (shape.columns, shape.rows))
        return Lines(shape, (row,) * shape.rows, (column,) * shape.columns, False, False)

    def line(length: int) -> np.ndarray:
        return np.array(sorted(draw(st.sets(st.integers(0, 2**length - 1), min_size=1))))

    return Lines(
        shape,
        tuple(line(shape.columns) for _ in range(shape.rows)),
        tuple(line(shape.rows) for _ in range(shape.columns)),
        False,
        False,
    )


@pytest.fixture(params=FORMS)
def form(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Count with the compiled kernel, and with the same file as Python runs it."""
    for name in ("Row", "Meeting", "put"):
        monkeypatch.setattr(meeting, name, getattr(kernel("rows", request.param), name))


@pytest.mark.usefixtures("form")
@given(board=any_lines())
@SHARED
def test_any_lines(board: Lines) -> None:
    known = by_brute_force(board)
    assert counted(board) == counted(board.transposed) == counted(board.flipped) == known


@pytest.mark.usefixtures("form")
@given(board=boards())
@SHARED
def test_small_boards(board: Binairo) -> None:
    loose = board.with_switches(unique_lines=False)
    known = len(answers_of(loose))
    assert counted(lines(loose)) == known
    assert litgrid.count(loose).count == known


@given(seed=st.integers(0, 2**32), shape=st.sampled_from([(6, 8), (8, 6), (8, 8), (6, 10), (10, 4)]))
@settings(deadline=None, max_examples=20)
def test_as_the_frontier_counts(seed: int, shape: tuple[int, int]) -> None:
    rng = np.random.default_rng(seed)
    grid = rng.choice([".", "0", "1"], shape, p=[0.94, 0.03, 0.03])
    board = Binairo.from_clues(["".join(row) for row in grid.tolist()], unique_lines=False)
    bounds = System.of(board.tables()).bounds
    known = count_bounds(bounds, np.arange(1, board.shape.size + 1), board.shape, Limit(None))
    assert counted(lines(board)) == known


@pytest.mark.parametrize(("side", "known"), [(4, 90), (6, 11_222), (8, 12_413_918), (10, 117_925_227_108)])
def test_published_numbers(side: int, known: int) -> None:
    assert count_rows(rows(side), Limit(None), MANY) == known


def test_halves_with_large_numbers_of_ways() -> None:
    # Nothing is said about columns, so that the rows multiply; halves that have too many ways do not fit.
    row, column = np.arange(16), np.arange(1 << 14)
    made = rows_of(Lines(Shape(14, 4), (row,) * 14, (column,) * 4, False, False))
    assert made is not None
    assert count_rows(made, Limit(None), MANY) == 1 << 56
    wide = Lines(Shape(14, 10), (np.arange(1 << 10),) * 14, (column,) * 10, False, False)
    made = rows_of(wide)
    assert made is not None
    with pytest.raises(TooManyStatesError, match="more than 2"):
        count_rows(made, Limit(None), MANY)


def test_sums_of_more_than_64_bits() -> None:
    # Nothing is said about rows or columns: 2 ** 56 ways for each half.
    row = np.arange(1 << 8)
    made = rows_of(Lines(Shape(14, 8), (row,) * 14, (np.arange(1 << 14),) * 8, False, False))
    assert made is not None
    assert count_rows(made, Limit(None), MANY) == 1 << 112


def test_a_board_has_images() -> None:
    board = lines(kinds.get("binairo").empty(Shape(6, 6)))
    made = rows_of(board)
    assert made is not None
    assert made.views == 4
    assert made.halves[0].steps is made.halves[1].steps
    # One row with a filling less has no image but itself.
    other = rows_of(replace(board, rows=(np.delete(board.rows[0], 1), *board.rows[1:])))
    assert other is not None
    assert other.views == 1


def test_boards_with_other_rules() -> None:
    for kind, side in (("lightup", 4), ("gappy", 8)):
        board = kinds.get(kind).empty(Shape(side, side))
        system = System.of(board.tables())
        assert best_rows(system.bounds, board.givens, np.arange(board.shape.size)) is None


def test_counting_uses_it_where_lines_may_be_equal() -> None:
    for shape in ((6, 10), (10, 6)):
        counted = litgrid.count(kinds.get("binairo").empty(Shape(*shape)).with_switches(unique_lines=False))
        assert (counted.count, counted.method) == (4_996_560, "rows")  # by a programme over dictionaries


def test_limits() -> None:
    made = rows(8)
    with pytest.raises(OutOfTimeError):
        count_rows(made, Limit(0), MANY)
    with pytest.raises(TooManyStatesError, match="100 states"):
        count_rows(made, Limit(None), 100)
    puzzle = kinds.get("binairo").empty(Shape(12, 12)).with_switches(unique_lines=False)
    late = litgrid.count(puzzle, timeout=0.5)
    assert (late.status, late.count) == ("unknown", None)


@pytest.mark.slow
def test_side_12() -> None:
    counted = litgrid.count(kinds.get("binairo").empty(Shape(12, 12)).with_switches(unique_lines=False))
    assert (counted.count, counted.method) == (9_396_732_711_449_280, "rows")
