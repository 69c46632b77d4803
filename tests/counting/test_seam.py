"""Counting at a seam, against brute force, published numbers and the frontier programme."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import litgrid
from litgrid.core.errors import OutOfTimeError
from litgrid.core.grid import IntArray, Shape
from litgrid.core.limit import Limit
from litgrid.core.puzzle import Puzzle
from litgrid.core.system import System
from litgrid.counting import halves
from litgrid.counting.halves import Halves, count_seams
from litgrid.counting.lines import Lines, lines_of
from litgrid.counting.seam import Seam, seam_of
from litgrid.puzzles import kinds
from litgrid.puzzles.binairo.kind import Binairo
from tests.boards import answers_of
from tests.kernel.forms import FORMS, kernel

SHARED = settings(max_examples=100, suppress_health_check=[HealthCheck.function_scoped_fixture])
"""The fixture sets the same for all examples."""


def lines(puzzle: Puzzle) -> Lines | None:
    """Return the lines of a puzzle, all cells open: its given cells are counts like others."""
    system = System.of(puzzle.tables())
    return lines_of(system.bounds, np.full_like(puzzle.givens, -1), np.arange(puzzle.shape.size), system.differs)


def seam(puzzle: Puzzle, *, turned: bool = False) -> Seam | None:
    found = lines(puzzle)
    assert found is not None
    return seam_of(found.transposed if turned else found, Limit(None))


def counted(made: Seam | None) -> int:
    if made is None:
        return 0  # some line cannot be filled at all
    room = Halves(made)
    return sum(room.count(task, Limit(None)) for task in made.tasks)


@st.composite
def boards(draw: st.DrawFn) -> Binairo:
    rows, columns = draw(st.sampled_from([(2, 2), (2, 6), (4, 2), (4, 4), (4, 6), (6, 4)]))
    density = draw(st.sampled_from([0.0, 0.1, 0.3]))
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    grid = rng.choice([".", "0", "1"], (rows, columns), p=[1 - density, density / 2, density / 2])
    return Binairo.from_clues(["".join(row) for row in grid.tolist()], unique_lines=draw(st.booleans()))


@pytest.fixture(params=FORMS)
def form(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Count with the compiled kernel, and with the same file as Python runs it."""
    for name in ("Half", "Joining"):
        monkeypatch.setattr(halves, name, getattr(kernel("seam", request.param), name))


@pytest.mark.usefixtures("form")
@given(board=boards(), turned=st.booleans())
@SHARED
def test_small_boards(board: Binairo, turned: bool) -> None:
    made = seam(board, turned=turned)
    known = len(answers_of(board))
    assert counted(made) == known
    assert litgrid.count(board).count == known


@st.composite
def any_lines(draw: st.DrawFn) -> Lines:
    """Draw what rows may be at will; each column holds so many ones, as a seam needs classes that go together."""
    rows, columns = draw(st.integers(2, 5)), draw(st.integers(1, 4))
    row = st.sets(st.integers(0, 2**columns - 1), min_size=1).map(lambda found: np.array(sorted(found)))
    return Lines(
        Shape(rows, columns),
        tuple(draw(row) for _ in range(rows)),
        tuple(with_ones(rows, draw(st.integers(0, rows))) for _ in range(columns)),
        draw(st.booleans()),
        draw(st.booleans()),
    )


def with_ones(length: int, ones: int) -> IntArray:
    return np.array([word for word in range(2**length) if word.bit_count() == ones])


def by_brute_force(board: Lines) -> int:
    found = 0
    for rows in product(*(row.tolist() for row in board.rows)):
        columns = [
            sum((row >> place & 1) << number for number, row in enumerate(rows)) for place in range(len(board.columns))
        ]
        found += (
            all(one in line for one, line in zip(columns, board.columns, strict=True))
            and not (board.rows_differ and len(set(rows)) < len(rows))
            and not (board.columns_differ and len(set(columns)) < len(columns))
        )
    return found


@pytest.mark.usefixtures("form")
@given(board=any_lines())
@SHARED
def test_any_lines(board: Lines) -> None:
    made = seam_of(board, Limit(None))
    assert made is not None
    assert counted(made) == by_brute_force(board)


def test_where_there_is_no_seam() -> None:
    # What is above goes with overlapping, but not the same, things below.
    column = np.array([0b0000, 0b1000, 0b0001])
    row = (np.array([0, 1]),)
    assert seam_of(Lines(Shape(4, 1), row * 4, (column,), False, False), Limit(None)) is None
    # Light Up and Gappy have rules about more than a line.
    assert lines(kinds.get("lightup").empty(Shape(4, 4))) is None
    assert lines(kinds.get("gappy").empty(Shape(8, 8))) is None
    # A line of so many open cells has too many ways to be filled.
    assert lines(kinds.get("binairo").empty(Shape(4, 18))) is None


@pytest.mark.parametrize(
    ("size", "unique_lines", "known"),
    [(4, True, 72), (4, False, 90), (6, True, 4140), (6, False, 11_222), (8, True, 4_111_116), (8, False, 12_413_918)],
)
def test_published_numbers(size: int, unique_lines: bool, known: int) -> None:
    board = kinds.get("binairo").empty(Shape(size, size)).with_switches(unique_lines=unique_lines)
    assert counted(seam(board)) == known


def test_counting_uses_it_where_lines_must_differ() -> None:
    counted = litgrid.count(kinds.get("binairo").empty(Shape(6, 6)))
    assert (counted.count, counted.method) == (4140, "seam")


@pytest.mark.slow
def test_side_10() -> None:
    counted = litgrid.count(kinds.get("binairo").empty(Shape(10, 10)))
    assert (counted.count, counted.method) == (48_183_195_384, "seam")  # OEIS A253316


def test_out_of_time() -> None:
    made = seam(kinds.get("binairo").empty(Shape(8, 8)))
    assert made is not None
    with pytest.raises(OutOfTimeError):
        list(count_seams(made, Limit(0)))
    counted = litgrid.count(kinds.get("binairo").empty(Shape(10, 10)), timeout=0.5)
    assert (counted.status, counted.count) == ("unknown", None)
    assert 0 <= counted.at_least <= 48_183_195_384
