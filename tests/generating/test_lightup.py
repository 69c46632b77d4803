"""Sketches of Light Up: what propagation and the search for rivals say is so, walls are as asked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import litgrid
from litgrid.core import limit as limits
from litgrid.core.bounds import to_grid, unassigned
from litgrid.core.characters import Grid
from litgrid.core.check import all_obey
from litgrid.core.errors import OutOfTimeError
from litgrid.core.grid import BoolArray, IntArray, Shape, around
from litgrid.core.limit import Limit
from litgrid.core.propagate import propagate
from litgrid.core.puzzle import Puzzle
from litgrid.core.scopes import Scope
from litgrid.core.symmetry import images
from litgrid.core.system import System
from litgrid.generating import walled
from litgrid.generating.making import make
from litgrid.generating.order import Order
from litgrid.generating.walled import sketch
from litgrid.improving import thinning
from litgrid.kernel.walled import Walled
from litgrid.puzzles import kinds
from litgrid.puzzles.lightup.kind import LightUp

BOTH = pytest.mark.parametrize("single", [True, False])


def sketched(
    rows: int, columns: int, seed: int, walls: float | BoolArray = 0.2, symmetry: str = "180", **wanted: Any
) -> tuple[Puzzle, Grid] | None:
    """Return the first board that is made, and its answer."""
    shape = Shape(rows, columns)
    wanted = {"unique": True, "single": False, "thin": True, "limit": Limit(None), **wanted}
    turned = images(shape, symmetry)
    return next(sketch(LightUp.empty(shape), turned, walls, np.random.default_rng(seed), **wanted), None)


def bulbs_are_an_answer(puzzle: Puzzle, answer: Grid) -> bool:
    return bool(all_obey(System.of(puzzle.tables()), answer.reshape(1, -1)).all())


def walls_of(puzzle: Puzzle) -> BoolArray:
    return np.array([[character in "#01234" for character in row] for row in puzzle.cell_rows])


def laid(walls: BoolArray, seed: int, shown: float) -> tuple[Puzzle, Grid, Walled]:
    """Fill walls, and show some of their numbers."""
    shape, rng = Shape(*walls.shape), np.random.default_rng(seed)
    empty = LightUp.empty(shape)
    board = walled.laid(empty, rng.permutation(shape.size), np.arange(shape.size))
    board.spans.wall[:] = walls.ravel()
    assert board.lay()
    board.number[rng.random(walls.size) >= shown] = -1
    return *walled.written(board, empty), board


boards = st.builds(
    lambda rows, columns, share, seed, shown: laid(
        np.random.default_rng(seed).random((rows, columns)) < share, seed, shown
    ),
    st.integers(1, 6),
    st.integers(1, 6),
    st.floats(0, 0.6),
    st.integers(0, 10**6),
    st.sampled_from([0.3, 0.7, 1.0]),
)


@given(boards)
@settings(max_examples=80, deadline=None)
def test_a_filling_is_an_answer_and_single_rules_decide_what_propagation_does(
    made: tuple[Puzzle, Grid, Walled],
) -> None:
    """The rules as they are laid are those of the tables."""
    puzzle, answer, board = made
    assert bulbs_are_an_answer(puzzle, answer)
    left = board.begin()
    values = unassigned(answer.size)
    assert propagate(System.of(puzzle.tables()).bounds, values) is None
    grid = to_grid(values, *answer.shape)
    assert (board.trail.grid().reshape(answer.shape) == grid).all()
    assert left == np.count_nonzero(grid == -1)


@given(boards)
@settings(max_examples=80, deadline=None)
def test_what_is_alone_has_one_answer(made: tuple[Puzzle, Grid, Walled]) -> None:
    puzzle, answer, board = made
    alone = board.begin() == 0 or not any(map(board.differs, range(answer.size)))
    assert alone == (litgrid.solve(puzzle).status == "unique")


@BOTH
@pytest.mark.parametrize(("rows", "columns", "walls"), [(5, 7, 0.25), (8, 8, 0.1), (9, 9, 0.3), (1, 6, 0.2)])
def test_sketches_have_one_answer_and_no_needless_number(rows: int, columns: int, walls: float, single: bool) -> None:
    made = [sketched(rows, columns, seed, walls, single=single) for seed in range(6)]
    found = [one for one in made if one is not None]
    assert found
    for puzzle, answer in found:
        verdict = litgrid.solve(puzzle, engine="minisat22", encoding="sequential")
        assert verdict.status == "unique"
        assert (verdict.solutions[0] == answer).all()
        if single:
            assert litgrid.grade(puzzle).level == 1
        for wall in np.flatnonzero(puzzle.stated).tolist():
            fewer = puzzle.stated.copy()
            fewer[wall] = False
            less = puzzle.clued(answer, fewer)
            assert litgrid.solve(less).status == "several" or (single and litgrid.grade(less).level > 1)


@BOTH
@pytest.mark.parametrize("walls", [0.12, 0.2, 0.35])
def test_walls_are_as_many_as_asked_and_symmetric(walls: float, single: bool) -> None:
    side = 24
    for seed, symmetry in enumerate(["none", "180", "mirror", "90", "diagonal"]):
        found = sketched(side, side, seed, walls, symmetry, single=single)
        if found is not None:
            there = walls_of(found[0])
            assert abs(there.mean() - walls) <= 0.04
            turned = {
                "180": there[::-1, ::-1],
                "mirror": there[:, ::-1],
                "90": np.rot90(there),
                "diagonal": there.T,
            }.get(symmetry, there)
            assert (turned == there).all()
        else:
            assert walls < 0.2  # so few walls may come to nothing


def test_given_walls_stay_and_some_cannot_be() -> None:
    rng = np.random.default_rng(5)
    walls = rng.random((7, 7)) < 0.25
    found = next(made for seed in range(20) if (made := sketched(7, 7, seed, walls)) is not None)
    assert (walls_of(found[0]) == walls).all()
    assert litgrid.solve(found[0]).status == "unique"
    # Two rows without walls can change places.
    assert sketched(3, 3, 1, np.zeros((3, 3), dtype=np.bool_)) is None


def test_walls_at_random_with_all_numbers_have_an_answer() -> None:
    """The generator of the reports that litgrid comes from, whose boards often had none."""
    for seed in range(5):
        found = sketched(8, 6, seed, 0.3, "none", unique=False, thin=False)
        assert found is not None
        assert walls_of(found[0]).sum() == round(0.3 * 48)
        assert found[0].stated.all()
        assert bulbs_are_an_answer(*found)


@pytest.mark.parametrize("levels", [(1, 2), (2, 2)])
def test_what_clues_say_is_not_known_before_they_are_tried(levels: tuple[int, int]) -> None:
    order = Order("lightup", Shape(10, 10), levels=levels)
    tries = (make(order, 11, number, Limit(None)) for number in range(30))
    assert {litgrid.solve(made.puzzle).status for made in tries if made} == {"unique"}


@pytest.mark.parametrize("walls", [0.1, 0.2, np.random.default_rng(1).random((7, 7)) < 0.35])
@BOTH
def test_work_in_the_smallest_slices_comes_to_the_same(
    monkeypatch: pytest.MonkeyPatch, walls: float | BoolArray, *, single: bool
) -> None:
    monkeypatch.setattr(limits, "SLICE", 0.0)  # one step at a time

    def made() -> list[tuple[str, str] | None]:
        found = [sketched(7, 7, seed, walls, single=single) for seed in range(3)]
        return [sketch and (sketch[0].text(), str(sketch[1])) for sketch in found]

    monkeypatch.setattr(thinning, "STEPS", 1)
    small = made()
    monkeypatch.undo()
    assert small == made()


@pytest.mark.parametrize("wanted", [{}, {"unique": False, "thin": False}])
def test_a_sketch_ends_with_its_limit(wanted: dict[str, Any]) -> None:
    with pytest.raises(OutOfTimeError):
        sketched(20, 20, 1, limit=Limit(0.0), **wanted)


def test_few_walls_are_enough_on_large_boards() -> None:
    found = sketched(60, 60, 1, 0.1)
    assert found is not None
    assert abs(float(walls_of(found[0]).mean()) - 0.1) <= walled.OFF


@dataclass(frozen=True, eq=False)
class Wide(LightUp):
    """Numbers count the cells at corners as well, and cells may be dark."""

    name: ClassVar[str] = "wide"
    aliases: ClassVar[tuple[str, ...]] = ()
    alphabet: ClassVar[dict[str, str]] = {**LightUp.alphabet, **dict.fromkeys("5678", "numbered wall")}
    numbers: ClassVar[dict[str, int]] = {str(number): number for number in range(9)}
    scopes: ClassVar[tuple[Scope, ...]] = LightUp.scopes[:2]

    def near(self, cells: IntArray) -> tuple[IntArray, BoolArray]:
        beside, exists = around(self.shape, cells)
        exists &= beside != cells[:, None]
        exists[exists] = self.free.ravel()[beside[exists]]
        return beside, exists


def test_another_kind_is_made_by_its_own_rules() -> None:
    """What makes boards knows no rule: a kind that declares others gets others."""
    kinds.add(Wide)
    try:
        tries = [make(Order("wide", Shape(7, 7), walls=0.35), 1, number, Limit(None)) for number in range(12)]
        found = [made for made in tries if made]
        assert found
        for made in found:
            assert made.answer is not None
            assert bulbs_are_an_answer(made.puzzle, made.answer)
            assert litgrid.solve(made.puzzle).status == "unique"
    finally:
        kinds.discard("wide")
