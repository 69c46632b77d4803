"""No wrong number without a word: what cannot be done with a kind is refused, by every door, with a sentence."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Self

import numpy as np
import pytest

import litgrid
from litgrid.core.bounds import from_lists
from litgrid.core.characters import Grid
from litgrid.core.errors import LitgridError, RuleError
from litgrid.core.grid import IntArray, Shape
from litgrid.core.kind import Kind
from litgrid.core.puzzle import Puzzle
from litgrid.core.tables import Count, Table
from litgrid.encode.puzzle import formula
from litgrid.improving.fewest import fewest_clues
from litgrid.lab.census import census
from litgrid.puzzles import empty, kinds


@dataclass(frozen=True, eq=False)
class Twice(Kind):
    """Each row holds one true cell; the first of a row of more than three is named twice. It has no empty boards."""

    name: ClassVar[str] = "twice"
    title: ClassVar[str] = "Twice"
    true: ClassVar[str] = "full"
    false: ClassVar[str] = "not full"
    alphabet: ClassVar[dict[str, str]] = {".": "open", "#": "full", "_": "not full"}
    answer: ClassVar[str] = "_#."
    examples: ClassVar[tuple[str, ...]] = ("#..",)

    @classmethod
    def empty(cls, shape: Shape) -> Self:
        raise LitgridError("Twice has no empty boards")

    def rules(self) -> Sequence[Table]:
        rows = [[*row, *(row[:1] if len(row) > 3 else [])] for row in (self.shape.cells + 1).tolist()]
        return [Count("row", from_lists(rows, 1, 1), lambda rule: f"row {rule + 1} holds one")]


@dataclass(frozen=True, eq=False)
class Corner(Twice):
    """A number in the first cell, a wall, is a clue: so many cells are true. That an answer gives it is not said."""

    name: ClassVar[str] = "corner"
    title: ClassVar[str] = "Corner"
    alphabet: ClassVar[dict[str, str]] = {**Twice.alphabet, "1": "one", "2": "two"}
    examples: ClassVar[tuple[str, ...]] = ("1.",)

    @classmethod
    def empty(cls, shape: Shape) -> Self:
        return cls.from_clues(["." * shape.columns] * shape.rows)

    def rules(self) -> Sequence[Table]:
        said = {ord("1"): 1, ord("2"): 2}.get(int(self.grid[0, 0]), 0)
        others = [list(range(2, self.shape.size + 1))] if said else []
        return [
            Count("wall", from_lists([[1]] if said else [], 0, 0), lambda _: "the first cell is a wall"),
            Count("corner", from_lists(others, said, said), lambda _: f"{said} cells are full", clue=True),
        ]


DOORS: dict[str, Callable[[Puzzle], Any]] = {
    "solve": litgrid.solve,
    "count": litgrid.count,
    "approximate": litgrid.approximate,
    "answers": lambda puzzle: list(litgrid.answers(puzzle)),
    "sample": litgrid.sample,
    "forced": litgrid.forced,
    "explain": litgrid.explain,
    "hint": litgrid.hint,
    "grade": litgrid.grade,
    "improve": litgrid.improve,
    "check": lambda puzzle: litgrid.check(puzzle, np.zeros((puzzle.shape.rows, puzzle.shape.columns), dtype=np.int8)),
    "formula": formula,
}


@pytest.fixture(autouse=True)
def registered() -> Iterator[None]:
    """Both kinds: nothing is wrong with their examples."""
    kinds.add(Twice)
    kinds.add(Corner)
    yield
    kinds.discard("twice")
    kinds.discard("corner")


@pytest.mark.parametrize("door", DOORS)
def test_a_cell_that_a_count_names_twice_is_refused_by_name(door: str) -> None:
    said = r"the rule that row 1 holds one \(row\) names a cell twice in one count"
    with pytest.raises(RuleError, match=said):
        DOORS[door](Twice.from_clues(["....", "...#"]))


@pytest.mark.parametrize("door", [name for name in DOORS if name != "hint"])
def test_and_only_that(door: str) -> None:
    DOORS[door](Twice.from_clues(["...", "..#"]))


def test_what_needs_an_empty_board_says_that_there_is_none() -> None:
    asked: list[Callable[[], Any]] = [lambda: litgrid.generate("twice", 2, seed=1), lambda: empty("twice", "2x2")]
    for ask in asked:
        with pytest.raises(LitgridError, match="2 x 2: Twice has no empty boards"):
            ask()


def test_what_leaves_clues_out_says_that_the_kind_does_not_name_them() -> None:
    puzzle = Corner.from_text(Corner.examples[0].split("\n"))
    said = "Corner does not say which clues an answer gives .* it still says: 1 cells are full"
    asked: list[Callable[[], Any]] = [
        lambda: litgrid.improve(puzzle),
        lambda: fewest_clues(puzzle, np.array([[0, 1]], dtype=np.int8)),
        lambda: litgrid.generate("corner", 2, seed=1),
    ]
    for ask in asked:
        with pytest.raises(LitgridError, match=said):
            ask()
    assert litgrid.solve(puzzle).status == "unique"


def test_a_census_needs_clues_that_every_answer_gives() -> None:
    @dataclass(frozen=True, eq=False)
    class Hidden(Corner):
        def clues_of(self, grids: Grid) -> IntArray:
            return np.where(grids.reshape(len(grids), self.shape.size) == 1, -1, super().clues_of(grids))

    with pytest.raises(LitgridError, match="there is no census of Corner: which clues an answer can give depends on"):
        census(Hidden.empty(Shape(1, 2)))
    with pytest.raises(LitgridError, match="Corner does not say which clues an answer gives"):
        census(Corner.from_clues(["1."]))
