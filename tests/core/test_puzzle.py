"""Reading grids of characters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
import pytest

from litgrid.core.bounds import from_matrix
from litgrid.core.characters import MOST_CELLS, Grid, read_grid, shorten
from litgrid.core.errors import InputError, LitgridError
from litgrid.core.grid import Shape
from litgrid.core.puzzle import Puzzle
from litgrid.core.scene import Scene
from litgrid.core.tables import Count, Table
from litgrid.puzzles import kinds
from litgrid.solving import solve

ALPHABET = {"0": "zero", ".": "open"}


@pytest.mark.parametrize(
    ("rows", "shape", "place", "message"),
    [
        ([], None, (1, 1), "at least one row and one column"),
        ([""], None, (1, 1), "at least one row and one column"),
        (["0.", "0"], None, (2, 2), "expected 2 cells, as in the first row, got 1"),
        (["0.", "0.0"], None, (2, 3), "expected 2 cells, as in the first row, got 3"),
        (["0.", ".7"], None, (2, 2), r"expected one of 0 \(zero\), . \(open\); got '7'"),
        (["0.", "é."], None, (2, 1), "got 'é'"),
        (["0."], Shape(2, 2), (1, 1), "expected a Test grid of 2 x 2, got 1 x 2"),
        ("0.", None, (None, None), "list of strings"),
        (["0.", 5], None, (None, None), "list of strings"),
        (None, None, (None, None), "list of strings, got null"),
        (["." * 10] * (MOST_CELLS // 10 + 1), None, (None, None), "at most 4,000,000 cells"),
    ],
)
def test_what_is_no_grid_is_refused_with_its_place(
    rows: Any, shape: Shape | None, place: tuple[int | None, int | None], message: str
) -> None:
    with pytest.raises(InputError, match=message) as caught:
        read_grid(rows, ALPHABET, what="Test", shape=shape)
    assert (caught.value.line, caught.value.column) == place


def test_a_grid_is_read() -> None:
    assert read_grid(["0.", ".."], ALPHABET, what="Test", shape=Shape(2, 2)).tolist() == [[48, 46], [46, 46]]


@dataclass(frozen=True, eq=False)
class Plain(Puzzle):
    """Two cells, one of them true: the least that a kind must say."""

    name = "plain"
    title = "Plain"
    true = "yes"
    false = "no"

    @property
    def shape(self) -> Shape:
        return Shape(1, 2)

    @property
    def clues(self) -> list[str]:
        return [".."]

    @classmethod
    def from_clues(cls, clues: Any, **switches: bool) -> Self:
        return cls()

    def rules(self) -> Sequence[Table]:
        return [Count("one", from_matrix(self.shape.cells + 1, 1, 1), lambda _: "one of the two is true")]

    def rows(self, grid: Grid) -> list[str]:
        return ["".join(".01"[value + 1] for value in grid.ravel().tolist())]

    def read_rows(self, rows: Sequence[str]) -> Grid:
        return np.array([[".01".index(char) - 1 for char in rows[0]]], dtype=np.int8)

    def scene(self, grid: Grid) -> Scene:
        return Scene(self.rows(grid), [["unknown", "unknown"]])


def test_a_kind_that_says_only_what_it_must_is_solved() -> None:
    puzzle = Plain.from_text([".."])
    assert puzzle.text() == ".."
    assert puzzle.givens.tolist() == [[-1, -1]]
    assert puzzle.guess(np.random.default_rng(0)) is None
    assert Plain.foreign(["ab"]) == 2
    verdict = solve(puzzle)
    assert verdict.status == "several"
    assert sorted(puzzle.rows(grid) for grid in verdict.solutions) == [["01"], ["10"]]


def test_long_values_are_cut_in_messages() -> None:
    assert shorten("a" * 100) == "'" + "a" * 36 + "..."
    assert shorten([1]) == "[1]"


def test_puzzles_are_equal_by_what_they_say() -> None:
    binairo = kinds.get("binairo")
    puzzle = binairo.from_clues(["0.", ".."])
    assert puzzle == binairo.from_clues(["0.", ".."])
    assert hash(puzzle) == hash(binairo.from_clues(["0.", ".."]))
    assert puzzle != binairo.from_clues(["0.", "1."])
    assert puzzle != binairo.from_clues(["0.", ".."], unique_lines=False)
    assert puzzle != kinds.get("lightup").from_clues(["0.", ".."])


def test_a_switch_is_true_or_false() -> None:
    with pytest.raises(LitgridError, match="expected true or false for unique_lines, got 'no'"):
        kinds.get("binairo").from_clues(["0.", ".."], unique_lines="no")  # type: ignore[arg-type]


def test_what_json_does_not_have_is_shown_as_python_has_it() -> None:
    assert shorten({1}) == "{1}"
