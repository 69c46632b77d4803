"""A count in pieces, of turned boards, and up to symmetry: the same numbers by other ways, against all boards tried."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import litgrid
from litgrid.core.puzzle import Puzzle
from litgrid.counting.methods import METHODS
from litgrid.lab.census import census
from litgrid.puzzles import kinds
from tests.boards import EVERY_BOARD, Case, answers_of
from tests.naive import Answer

LISTS = [method for method in METHODS if method != "ganak"]
Turn = tuple[int, bool]
TURNS: list[Turn] = [(quarters, mirrored) for quarters in range(4) for mirrored in (False, True)]


def turned(places: np.ndarray, turn: Turn) -> np.ndarray:
    """Return an array turned by quarters, and then perhaps mirrored."""
    quarters, mirrored = turn
    found = np.rot90(places, quarters)
    return np.ascontiguousarray(found[:, ::-1] if mirrored else found)


@pytest.mark.parametrize("kind", sorted(EVERY_BOARD))
@given(data=st.data())
@settings(max_examples=12)
def test_a_turned_board_has_as_many_answers(kind: str, data: st.DataObject) -> None:
    """By each method, whose order of cells is another then."""
    case: Case = data.draw(EVERY_BOARD[kind]())
    turn = data.draw(st.sampled_from(TURNS))
    shape = case.puzzle.shape
    places = turned(np.arange(shape.size).reshape(shape.rows, shape.columns), turn)
    other = case.puzzle.rearranged(places)
    assert len(answers_of(other)) == len(case.answers)
    for method in LISTS:
        counted = litgrid.count(other, method=method)
        assert counted.count == len(case.answers) or counted.status == "unknown"
        assert counted.at_least <= len(case.answers)
    assert litgrid.count(other).count == len(case.answers)


# Pieces


def some_binairo(seed: int) -> Puzzle:
    """Return a board of 4 x 6 or 6 x 4 with few cells given, which must have a seam."""
    rng = np.random.default_rng(seed)
    shape = (4, 6) if seed % 2 else (6, 4)
    grid = rng.choice([".", "0", "1"], shape, p=[0.92, 0.04, 0.04])
    return kinds.get("binairo").from_clues(["".join(row) for row in grid.tolist()])


@pytest.mark.parametrize("seed", [0, 1, 2, 3, 5])
def test_pieces_sum_to_the_whole(seed: int, tmp_path: Path) -> None:
    """Each is counted once, however they are run; what was not run is missing, and no more."""
    from litgrid.lab.count import count

    puzzle, path = some_binairo(seed), tmp_path / "pieces.jsonl"
    number = len(answers_of(puzzle))
    assert litgrid.count(puzzle, method="seam").method == "seam"
    first = count(puzzle, str(path), most=2, jobs=1)
    assert first.found <= number
    assert (first.count is None) == (first.done < first.chunks)
    whole = count(puzzle, str(path), jobs=1)
    assert (whole.count, whole.done) == (number, whole.chunks)
    lines = [json.loads(line) for line in path.read_text().splitlines()[1:]]
    assert sorted(line["chunk"] for line in lines) == list(range(whole.chunks))
    assert sum(int(line["count"]) for line in lines) == number


# Up to symmetry


def images(answer: Answer, walls: np.ndarray) -> set[Answer]:
    """Return what an answer becomes by those turns of its board that leave the walls as they are."""
    grid = np.array(answer).reshape(walls.shape)
    return {
        tuple(turned(grid, turn).ravel().tolist())
        for turn in TURNS
        if turned(walls, turn).shape == walls.shape and (turned(walls, turn) == walls).all()
    }


@pytest.mark.parametrize(
    "rows",
    [
        ["..", ".."],
        [".#.", "...", ".#."],
        ["#..", "...", "..#"],
        ["...", ".#.", "..."],
        ["....", "#..#"],
        ["..#", "..."],
    ],
)
def test_a_census_counts_classes(rows: list[str]) -> None:
    """Answers of a board with walls, two of one class where a turn of the board makes one the other."""
    board = kinds.get("lightup").from_clues(rows)
    walls = np.array([[char == "#" for char in row] for row in rows])
    answers = answers_of(board)
    left, classes = set(answers), 0
    while left:
        orbit = images(min(left), walls)
        assert orbit <= answers
        left -= orbit
        classes += 1
    taken = census(board)
    assert (taken.answers, taken.classes) == (len(answers), classes)
