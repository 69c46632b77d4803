"""Published numbers of answers, and every answer of the smallest boards."""

from __future__ import annotations

from itertools import product

import pytest

from litgrid.core.puzzle import Puzzle
from litgrid.encode.puzzle import formula
from litgrid.puzzles.binairo.kind import Binairo
from litgrid.puzzles.gappy.kind import Gappy
from litgrid.puzzles.lightup.kind import LightUp
from litgrid.solving import solve
from tests.boards import as_answer, case_of
from tests.fakes import Queens
from tests.models import models


def _gappy(size: int) -> Gappy:
    return Gappy.from_clues({"rows": [None] * size, "cols": [None] * size, "grid": None})


def _binairo(rows: int, columns: int, *, unique_lines: bool) -> Binairo:
    return Binairo.from_clues(["." * columns] * rows, unique_lines=unique_lines)


PUBLISHED = [
    (_binairo(4, 4, unique_lines=True), 72),
    (_binairo(4, 4, unique_lines=False), 90),
    (_binairo(4, 6, unique_lines=True), 96),
    (_binairo(6, 4, unique_lines=True), 96),
    (_binairo(6, 6, unique_lines=True), 4140),
    (_binairo(6, 6, unique_lines=False), 11_222),
    (_gappy(7), 0),
    (_gappy(8), 2),
    (_gappy(9), 664),
    (Queens.from_clues(["." * 6] * 6), 4),
    (Queens.from_clues(["." * 8] * 8), 92),
    (Queens.from_clues(["." * 5] * 5, diagonals=False), 120),
]


@pytest.mark.parametrize(("puzzle", "number"), PUBLISHED, ids=lambda value: getattr(value, "name", str(value)))
def test_as_many_answers_as_published(puzzle: Puzzle, number: int) -> None:
    found = list(models(formula(puzzle), puzzle.shape.size, "cadical"))
    assert len(found) == len(set(found)) == number


@pytest.mark.parametrize("shape", [(1, 1), (1, 2), (2, 1), (1, 3), (3, 1)])
def test_every_smallest_light_up_board(shape: tuple[int, int]) -> None:
    rows, columns = shape
    for cells in product(".#012ox", repeat=rows * columns):
        _check(LightUp.from_clues(["".join(cells[row * columns : (row + 1) * columns]) for row in range(rows)]))


def test_every_light_up_board_of_two_by_two() -> None:
    for cells in product(".#12o", repeat=4):
        _check(LightUp.from_clues(["".join(cells[:2]), "".join(cells[2:])]))


def test_every_binairo_board_of_two_by_two_and_two_by_four() -> None:
    for switch in (True, False):
        for cells in product(".01", repeat=4):
            _check(Binairo.from_clues(["".join(cells[:2]), "".join(cells[2:])], unique_lines=switch))
        for cells in product(".0", repeat=8):
            _check(Binairo.from_clues(["".join(cells[:4]), "".join(cells[4:])], unique_lines=switch))


@pytest.mark.parametrize("size", range(1, 9))
def test_gappy_without_clues_or_with_one_label(size: int) -> None:
    _check(_gappy(size))
    for label in range(max(size - 1, 1)):
        rows: list[int | None] = [label, *[None] * (size - 1)]
        _check(Gappy.from_clues({"rows": rows, "cols": [None] * size, "grid": None}))


def _check(puzzle: Puzzle) -> None:
    case = case_of(puzzle)
    verdict = solve(puzzle)
    assert verdict.status == case.status, puzzle.text()
    assert {as_answer(grid) for grid in verdict.solutions} <= case.answers
