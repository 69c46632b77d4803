"""The symmetries of boards, against all their answers."""

from __future__ import annotations

import numpy as np
import pytest

import litgrid
from litgrid.core.grid import Shape
from litgrid.core.puzzle import Puzzle
from litgrid.core.symmetry import symmetries
from litgrid.core.system import System
from litgrid.puzzles import kinds
from tests.boards import answers_of
from tests.fakes import Codewords, Queens


def of(puzzle: Puzzle) -> int:
    return len(symmetries(System.of(puzzle.tables()), puzzle.shape))


@pytest.mark.parametrize(
    ("kind", "rows", "columns", "number"),
    [
        ("binairo", 4, 4, 16),
        ("binairo", 2, 2, 16),
        ("binairo", 4, 6, 8),
        ("gappy", 9, 9, 8),
        ("lightup", 3, 3, 8),
        ("lightup", 2, 3, 4),
    ],
)
def test_open_boards(kind: str, rows: int, columns: int, number: int) -> None:
    puzzle = kinds.get(kind).empty(Shape(rows, columns))
    assert of(puzzle) == number
    assert of(puzzle.with_switches(unique_lines=False)) == number
    answers = answers_of(puzzle)
    flat = np.array(sorted(answers), dtype=np.int8)
    for symmetry in symmetries(System.of(puzzle.tables()), puzzle.shape):
        assert {tuple(answer) for answer in symmetry(flat).tolist()} == answers


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("lightup\n..#\n...\n...", 2),  # its diagonal
        ("lightup\n.#.\n...\n.#.", 4),
        ("lightup\n.1.\n...\n.#.", 2),
        ("binairo\n0...\n....\n....\n....", 2),
        ("binairo\n0...\n....\n....\n...1", 4),  # turned, with 0 and 1 swapped; and both diagonals
    ],
)
def test_walls_and_clues(text: str, number: int) -> None:
    puzzle = litgrid.load(text)
    found = symmetries(System.of(puzzle.tables()), puzzle.shape)
    assert len(found) == number
    assert not found[0].changes
    assert all(symmetry.changes for symmetry in found[1:])
    answers = answers_of(puzzle)
    flat = np.array(sorted(answers), dtype=np.int8)
    for symmetry in found:
        assert {tuple(answer) for answer in symmetry(flat).tolist()} == answers


def test_kinds_of_others() -> None:
    assert of(Queens.empty(Shape(5, 5))) == 8
    assert of(Codewords.from_clues(3)) >= 1
