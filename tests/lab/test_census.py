"""Censuses, against all answers of small boards and known numbers."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

import litgrid
from litgrid.core.check import violations
from litgrid.core.errors import LitgridError, OutOfTimeError
from litgrid.core.grid import Shape
from litgrid.core.puzzle import Puzzle
from litgrid.lab.census import census
from litgrid.puzzles import empty, kinds
from tests.boards import answers_of, as_grid
from tests.fakes import Codewords
from tests.naive import Answer, gappy_gaps


def turned(answer: Answer, rows: int, columns: int) -> set[tuple[tuple[int, ...], ...]]:
    """Return what an answer becomes if its board is turned and mirrored."""
    grid = tuple(answer[row * columns : (row + 1) * columns] for row in range(rows))
    found = set()
    for _ in range(4):
        grid = tuple(zip(*grid[::-1], strict=True))
        found |= {grid, grid[::-1]}
    return {one for one in found if len(one) == rows}


def classes(answers: set[Answer], rows: int, columns: int, *, swapped: bool) -> int:
    seen: set[tuple[tuple[int, ...], ...]] = set()
    number = 0
    for answer in answers:
        images = turned(answer, rows, columns)
        if swapped:
            images |= turned(tuple(1 - value for value in answer), rows, columns)
        number += seen.isdisjoint(images)
        seen |= images
    return number


@pytest.mark.parametrize(
    ("kind", "rows", "columns", "swapped"),
    [
        ("binairo", 4, 4, True),
        ("binairo", 2, 4, True),
        ("binairo", 4, 6, True),
        ("gappy", 8, 8, False),
        ("gappy", 9, 9, False),
        ("lightup", 3, 3, False),
        ("lightup", 2, 4, False),
    ],
)
@pytest.mark.parametrize("unique_lines", [True, False])
def test_classes(kind: str, rows: int, columns: int, swapped: bool, unique_lines: bool) -> None:
    puzzle = kinds.get(kind).empty(Shape(rows, columns)).with_switches(unique_lines=unique_lines)
    answers = answers_of(puzzle)
    taken = census(puzzle)
    assert taken.answers == len(answers)
    assert taken.classes == classes(answers, rows, columns, swapped=swapped)


def test_no_grids() -> None:
    taken = census(empty("gappy", "7"), fewest=True)
    assert (taken.answers, taken.classes, taken.fixed) == (0, 0, 0)
    assert taken.fewest is not None
    assert (taken.fewest.numbers, taken.fewest.never, taken.fewest.example) == ({}, 0, None)


def numbers_tried(clues: list[list[int]]) -> tuple[dict[int, int], int]:
    """Return how many answers need how many clues, and how many all of them do not fix, by trying all sets."""
    need: dict[int, int] = {}
    places = range(len(clues[0]))
    for size in range(len(clues[0]) + 1):
        for chosen in combinations(places, size):
            said = [tuple(one[clue] for clue in chosen) for one in clues]
            for answer, one in enumerate(said):
                if said.count(one) == 1:
                    need.setdefault(answer, size)
    return {size: list(need.values()).count(size) for size in sorted(set(need.values()))}, len(clues) - len(need)


BOARDS = {
    "binairo": "binairo\n..\n..",
    "light up": "lightup\n...\n...\n...",
    "light up with walls": "lightup\n..#.\n.#..\n....\n#..#",
    "light up with numbers": "lightup\n0..#\n..4.\n#...",
    "a symmetric board": "lightup\n#..#\n....\n....\n#..#",
}


@pytest.mark.parametrize("name", BOARDS)
def test_fewest_clues(name: str) -> None:
    puzzle = litgrid.load(BOARDS[name])
    board = puzzle.bare
    answers = sorted(answers_of(board))
    clues = board.clues_of(np.array([as_grid(answer, board) for answer in answers]))
    numbers, never = numbers_tried(clues.tolist())
    taken = census(puzzle, fewest=True)
    assert taken.puzzle == board
    assert taken.fewest is not None
    assert (taken.fewest.numbers, taken.fewest.never) == (numbers, never)
    assert taken.fixed == len(answers) - never == census(puzzle).fixed
    assert taken.fewest.example is not None
    assert len(answers_of(taken.fewest.example)) == 1


def test_binairo_of_side_4() -> None:
    taken = census(empty("binairo", "4"), fewest=True)
    assert taken.fewest is not None
    assert taken.fewest.numbers == {4: 72}
    assert litgrid.solve(taken.fewest.example or taken.puzzle).status == "unique"


def test_gappy_of_side_9() -> None:
    taken = census(empty("gappy", "9"), fewest=True)
    assert (taken.answers, taken.fixed) == (664, 616)
    assert taken.fewest is not None
    assert taken.fewest.never == 48
    # No label alone fixes a grid, some two do, and no three fix any of those that are said to need four.
    answers = sorted(answers_of(taken.puzzle))
    labels = [gappy_gaps(answer) for answer in answers]
    assert min(taken.fewest.numbers) == 2
    assert all([one[line] for one in labels].count(value) != 1 for line in range(18) for value in range(8))
    need = set(range(len(labels)))
    for size in (2, 3):
        for chosen in combinations(range(18), size):
            said: dict[tuple[int, ...], list[int]] = {}
            for number, one in enumerate(labels):
                said.setdefault(tuple(one[line] for line in chosen), []).append(number)
            need.difference_update(numbers[0] for numbers in said.values() if len(numbers) == 1)
        assert len(labels) - len(need) == sum(taken.fewest.numbers[number] for number in range(2, size + 1))
    assert taken.fewest.numbers[4] == len(need) - 48


def test_binairo_of_side_6() -> None:
    taken = census(empty("binairo", "6"), fewest=True)
    assert (taken.answers, taken.fixed) == (4140, 4140)
    assert taken.fewest is not None
    assert min(taken.fewest.numbers) == 5
    assert sum(taken.fewest.numbers.values()) == 4140


@pytest.mark.slow
def test_binairo_of_side_6_by_trying_all() -> None:
    answers = np.stack(list(litgrid.answers(empty("binairo", "6")))).reshape(-1, 36).astype(np.int64)
    need = np.zeros(len(answers), dtype=np.int64)
    for size in range(1, 7):
        weights = 1 << np.arange(size)
        for chosen in combinations(range(36), size):
            said = answers[:, chosen] @ weights
            alone = np.bincount(said)[said] == 1
            need[alone & (need == 0)] = size
    found = {size: int((need == size).sum()) for size in range(1, 7) if (need == size).any()}
    taken = census(empty("binairo", "6"), fewest=True)
    assert taken.fewest is not None
    assert found == {number: grids for number, grids in taken.fewest.numbers.items() if number <= 6}


@pytest.mark.slow
def test_gappy_of_side_10() -> None:
    taken = census(empty("gappy", "10"))
    assert (taken.answers, taken.fixed) == (146_510, 144_116)


def test_what_cannot_be_asked() -> None:
    with pytest.raises(LitgridError, match="cannot be made from their answers"):
        census(Codewords.from_clues(3))
    with pytest.raises(OutOfTimeError):
        census(empty("binairo", "6"), timeout=0)
    with pytest.raises(OutOfTimeError):  # 80 of 81 bulbs are needed, which takes long to prove
        census(empty("lightup", "9"), fewest=True, timeout=2)


def test_progress_is_told() -> None:
    told: list[tuple[float, str]] = []
    census(empty("gappy", "9"), fewest=True, show=lambda share, what: told.append((share, what)))
    assert told[0][1].endswith(" answers")
    assert "fewest labels of 0 of 86 classes" in [what for _, what in told]
    assert all(0 <= share <= 1 for share, _ in told)


def test_a_clued_puzzle_has_its_grid_as_an_answer() -> None:
    puzzle: Puzzle = litgrid.load(BOARDS["light up with walls"])
    for answer in answers_of(puzzle):
        grid = as_grid(answer, puzzle)
        assert not violations(puzzle.clued(grid, np.ones(4, dtype=np.bool_)).tables(), grid)


@pytest.mark.parametrize("kind", list(kinds), ids=lambda kind: kind.name)
def test_in_french_clues_have_a_french_name(kind: type[Puzzle]) -> None:
    board = next(record.puzzle for record in litgrid.examples(kind.name)).bare
    assert board.clue in kind.words("fr")["clue"]


def test_a_census_in_french_has_no_english_word() -> None:
    said = census(empty("binairo", "4"), fewest=True).text("fr")
    assert "given" not in said
    assert "Avec 4 cases données" in said
