"""Sketches of Star Battle: regions in one piece with exactly one answer, of any size that there is, the same again."""

from __future__ import annotations

from itertools import islice

import numpy as np
import pytest

import litgrid
from litgrid.core.errors import LitgridError, OutOfTimeError
from litgrid.core.grid import Shape
from litgrid.core.limit import Limit
from litgrid.core.regions import borders, pieces
from litgrid.generating.making import make
from litgrid.generating.order import Order
from litgrid.puzzles.starbattle.kind import StarBattle
from tests import naive
from tests.boards import as_answer


def order(side: int, stars: int = 1, **wanted: object) -> Order:
    return Order("starbattle", Shape(side, side), layers=(("stars", stars),), **wanted)  # type: ignore[arg-type]


SIZES = [(5, 1), (6, 1), (8, 1), (10, 1), (13, 1), (8, 2), (9, 2), (10, 2), (14, 3)]


@pytest.mark.parametrize(("side", "stars"), SIZES)
def test_a_map_has_exactly_one_answer(side: int, stars: int) -> None:
    tries = (make(order(side, stars), 1, number, Limit(None)) for number in range(60))
    found = [*islice((one for one in tries if one is not None), 2)]
    assert len(found) == 2
    for made in found:
        puzzle, answer = made.puzzle, made.answer
        assert isinstance(puzzle, StarBattle)
        assert answer is not None
        assert (puzzle.shape, puzzle.stars, bool((puzzle.givens >= 0).any())) == (Shape(side, side), stars, False)
        assert litgrid.solve(puzzle).status == "unique"
        assert litgrid.grade(puzzle).level == made.level
        if side < 7:
            assert naive.star_battle_answers(puzzle.clues["regions"], stars) == {as_answer(answer)}
        for letter in np.unique(puzzle.regions):
            assert answer[puzzle.regions == letter].sum() == stars
        assert pieces(*borders(puzzle.regions)).max() + 1 == side == np.unique(puzzle.regions).size
    tries = (make(order(side, stars), 1, number, Limit(None)) for number in range(60))
    assert next(one for one in tries if one is not None).puzzle == found[0].puzzle


def test_levels() -> None:
    for level in (1, 2, 3):
        tries = (make(order(7, levels=(level, level)), 3, number, Limit(None)) for number in range(200))
        made = next(one for one in tries if one is not None)
        assert litgrid.grade(made.puzzle).level == level


def test_boards_are_as_easy_as_is_wanted() -> None:
    """Of those with two stars nine of ten are of level 4 else."""
    tries = [make(order(10, 2, levels=(2, 2)), 3, number, Limit(None)) for number in range(4)]
    assert sum(made is not None and litgrid.grade(made.puzzle).level == 2 for made in tries) >= 3


def test_what_there_is_none_of_is_said() -> None:
    for shape, stars in ((Shape(5, 6), 1), (Shape(3, 3), 1), (Shape(7, 7), 2)):
        with pytest.raises(LitgridError, match=r"no board of . x . has .* in each line and region"):
            make(Order("starbattle", shape, layers=(("stars", stars),)), 1, 0, Limit(None))
    with pytest.raises(LitgridError, match="such boards are of level 2 at least"):
        make(order(10, 2, levels=(1, 1)), 1, 0, Limit(None))
    with pytest.raises(LitgridError, match=r"expected stars as a whole number from 1 to 99, got 1.5"):
        Order("starbattle", Shape(5, 5), layers=(("stars", 1.5),))
    with pytest.raises(OutOfTimeError):
        make(order(12, 2), 1, 0, Limit(0))


def test_several_answers_may_be_wanted() -> None:
    tries = (make(order(8, 1, unique=False), 1, number, Limit(None)) for number in range(5))
    made = next(one for one in tries if one is not None)
    assert made.level is None
    assert litgrid.solve(made.puzzle).status != "none"
