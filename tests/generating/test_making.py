"""Tries: functions of their arguments alone, right in every way that was asked for, or nothing."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
import pytest

import litgrid
from litgrid.core.errors import LitgridError, OutOfTimeError
from litgrid.core.grid import Shape
from litgrid.core.limit import Limit
from litgrid.formats import Record
from litgrid.generating.making import make
from litgrid.generating.order import Order
from tests.processes import finished

MAKERS = """
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from litgrid.core.grid import Shape
from litgrid.core.limit import Limit
from litgrid.generating import Order
from litgrid.generating.making import make

barrier = Barrier(4)


def one(number):
    barrier.wait()
    made = [make(Order({kind!r}, Shape({size}, {size})), 1, number, Limit(None)) for number in range(60, 64)]
    return [one.puzzle.text() for one in made if one is not None]


with ThreadPoolExecutor(4) as threads:
    print(len(set(map(str, threads.map(one, range(4))))))
"""


def tries(order: Order, number: int, seed: int = 1) -> list[Record]:
    found = (make(order, seed, at, Limit(None)) for at in range(number))
    return [made for made in found if made is not None]


@pytest.mark.parametrize(
    ("kind", "shape", "wanted"),
    [
        ("binairo", Shape(6, 6), {}),
        ("binairo", Shape(6, 8), {"levels": (2, 3), "switches": (("unique_lines", False),)}),
        ("binairo", Shape(8, 8), {"levels": (3, 4)}),
        ("binairo", Shape(14, 14), {"levels": (1, 1)}),
        ("gappy", Shape(9, 9), {}),
        ("gappy", Shape(9, 9), {"levels": (1, 2), "clues": "all"}),
    ],
)
def test_one_answer_and_the_level(kind: str, shape: Shape, wanted: dict[str, Any]) -> None:
    order = Order(kind, shape, **wanted)
    found = tries(order, 12)
    assert found
    for made in found:
        verdict = litgrid.solve(made.puzzle, engine="glucose", encoding="totalizer")
        assert verdict.status == "unique"
        assert (verdict.solutions[0] == made.answer).all()
        assert litgrid.grade(made.puzzle).level == made.level
        assert order.levels[0] <= made.level <= order.levels[1]


def test_a_try_depends_on_its_arguments_alone() -> None:
    """Not on those before it."""
    order = Order("binairo", Shape(8, 8))
    first = [make(order, 3, at, Limit(None)) for at in range(5)]
    again = {at: make(order, 3, at, Limit(None)) for at in (4, 2, 3)}
    for at, made in again.items():
        assert made is not None
        assert first[at] is not None
        assert made.puzzle == first[at].puzzle  # type: ignore[union-attr]
    assert make(order, 4, 4, Limit(None)).puzzle != again[4].puzzle  # type: ignore[union-attr]


def test_labels_that_do_not_suffice_get_given_cells() -> None:
    """About one of twelve grids of side 9 has the labels of another."""
    found = [made for made in tries(Order("gappy", Shape(9, 9), clues="all"), 40) if (made.puzzle.givens >= 0).any()]
    assert found
    for made in found:
        assert litgrid.solve(made.puzzle).status == "unique"
        labels: Any = made.puzzle.clues
        assert litgrid.solve(type(made.puzzle).from_clues({**labels, "grid": None})).status == "several"


def test_a_pattern_of_given_cells_is_filled() -> None:
    rng = np.random.default_rng(2)
    marked = rng.random((8, 8)) < 0.5
    pattern = tuple("".join(".#"[int(cell)] for cell in row) for row in marked)
    made, *_ = tries(Order("binairo", Shape(8, 8), pattern=pattern), 20)
    assert ((made.puzzle.givens >= 0) == marked).all()
    assert litgrid.solve(made.puzzle).status == "unique"


def test_lines_and_cells_of_a_pattern() -> None:
    pattern = ("#########", "########.", *(".........",) * 8, "#........")
    (made, *_) = tries(Order("gappy", Shape(9, 9), pattern=pattern), 3)
    clues: Any = made.puzzle.clues
    assert [label is None for label in clues["cols"]] == [False] * 8 + [True]
    assert None not in clues["rows"]
    assert np.flatnonzero(made.puzzle.givens.ravel() >= 0).tolist() == [72]


def test_labels_are_there_where_a_pattern_does_not_say() -> None:
    (made, *_) = tries(Order("gappy", Shape(9, 9), pattern=(*(".........",) * 8, "#.......#")), 3)
    assert made.puzzle.stated.all()
    assert np.flatnonzero(made.puzzle.givens.ravel() >= 0).tolist() == [72, 80]


def test_techniques_wanted_and_not() -> None:
    chains = tries(Order("binairo", Shape(8, 8), (3, 3), technique="chain"), 20)
    assert chains
    assert all(litgrid.grade(made.puzzle).techniques["chain"] for made in chains)
    for made in tries(Order("binairo", Shape(8, 8), (2, 4), split=False), 10):
        assert "split" not in litgrid.grade(made.puzzle).techniques


def test_several_answers_where_that_is_asked_for() -> None:
    (made,) = tries(Order("gappy", Shape(9, 9), unique=False), 1)
    assert made.level is None
    assert made.puzzle.stated.all()


def test_the_fewest_clues_have_no_symmetry_of_their_own() -> None:
    with pytest.raises(LitgridError, match="leave out either"):
        make(Order("binairo", Shape(6, 6), symmetry="180", fewest=True), 1, 1, Limit(None))


def test_what_cannot_be_and_what_takes_too_long() -> None:
    with pytest.raises(LitgridError, match="no board of 7 x 7"):
        make(Order("gappy", Shape(7, 7)), 1, 1, Limit(None))
    with pytest.raises(OutOfTimeError):
        make(Order("binairo", Shape(40, 40)), 1, 1, Limit(0))


@pytest.mark.parametrize(("kind", "size"), [("lightup", 8), ("binairo", 6), ("gappy", 9)])
def test_threads_make_the_same_puzzles(kind: str, size: int) -> None:
    """The kernels release the interpreter's lock."""
    program = MAKERS.format(kind=kind, size=size)
    done = finished([sys.executable, "-c", program], capture_output=True, text=True, check=False, timeout=300)
    assert (done.stdout, done.stderr) == ("1\n", "")
