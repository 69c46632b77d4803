"""Gappy's own promises, and the cases of the report that it comes from."""

from __future__ import annotations

from math import isqrt
from typing import Any

import pytest

from litgrid.core.characters import MOST_CELLS
from litgrid.core.errors import InputError, LitgridError
from litgrid.core.grid import Shape
from litgrid.core.tables import Count
from litgrid.puzzles.gappy.kind import Gappy
from litgrid.solving import solve

ROWS = [5, 5, 1, 6, 1, 5, 1, 6, 1]


def _clues(rows: list[Any], columns: list[Any], grid: Any = None) -> dict[str, Any]:
    return {"rows": rows, "cols": columns, "grid": grid}


def test_the_reports_solvable_case() -> None:
    verdict = solve(Gappy.from_clues(_clues(ROWS, [1, 1, 1, 1, 5, 1, 6, 1, 6])))
    assert verdict.status == "unique"
    assert verdict.puzzle.rows(verdict.solutions[0])[0] == "..#.....#"


def test_the_reports_case_without_a_solution() -> None:
    assert solve(Gappy.from_clues(_clues(ROWS, [1, 1, 1, 1, 5, 1, 7, 1, 7]))).status == "none"


@pytest.mark.parametrize("label", [8, 9, -1, 2.0, True, "5", [5]])
def test_a_label_out_of_range_is_not_valid_input(label: object) -> None:
    with pytest.raises(InputError, match=r"row 1: expected a label from 0 to 7 .* this is not valid input"):
        Gappy.from_clues(_clues([label, *ROWS[1:]], ROWS))
    with pytest.raises(InputError, match=r"column 9: expected a label from 0 to 7 .* this is not valid input"):
        Gappy.from_clues(_clues(ROWS, [*ROWS[1:], label]))


@pytest.mark.parametrize(
    ("lines", "line", "column", "message"),
    [
        (["1 1 1"], 1, 1, "got one line"),
        (["", "1"], 1, 1, "got an empty line"),
        (["- -", "-"], 2, 1, "expected 2 column labels, as many as row labels, got 1"),
        (["- -", "0 - 5 -"], 2, 5, "as many as row labels, got 4; every line holds two black cells, so the board is"),
        (["0 - -", "- a -"], 2, 3, "got 'a'"),
        (["0 - -", "- -  7"], 2, 6, "column 3: expected a label from 0 to 1"),
        (["- -", "- -", "?#", "?"], 4, 2, "expected 2 cells"),
        (["- -", "- -", "?#", "?o"], 4, 2, "got 'o'"),
        (["- -", "- -", "?#"], 3, 1, "expected a Gappy grid of 2 x 2"),
    ],
)
def test_a_text_that_is_no_puzzle_is_refused_with_its_place(
    lines: list[str], line: int, column: int, message: str
) -> None:
    with pytest.raises(InputError, match=message) as caught:
        Gappy.from_text(lines)
    assert (caught.value.line, caught.value.column) == (line, column)


@pytest.mark.parametrize(
    "clues",
    [
        None,
        [],
        {"rows": [1]},
        _clues([], []),
        _clues([None], []),
        _clues([None, None], [None]),
        {"rows": [None], "cols": "1"},
    ],
)
def test_json_that_is_no_puzzle_is_refused(clues: object) -> None:
    with pytest.raises(InputError):
        Gappy.from_clues(clues)


def test_an_empty_board_that_is_not_square_is_refused_without_a_word_on_labels() -> None:
    with pytest.raises(LitgridError, match=r"^expected as many columns as rows: every line holds two black cells"):
        Gappy.empty(Shape(8, 9))


def test_a_board_too_large_is_refused_before_it_is_made() -> None:
    size = isqrt(MOST_CELLS) + 1
    with pytest.raises(InputError, match="expected at most 4,000,000 cells"):
        Gappy.from_clues(_clues([None] * size, [None] * size))


def test_missing_labels_and_given_cells_are_written_back() -> None:
    text = "- 1 - - - - - -\n- - - - - - - 5\n#???????\n" + "\n".join(["????????"] * 6) + "\n.......#"
    assert Gappy.from_text(text.split("\n")).text() == text


def test_given_cells_are_obeyed() -> None:
    # Of the only two grids of size 8 one has a black top left corner, or neither has.
    free = solve(Gappy.from_clues(_clues([None] * 8, [None] * 8)))
    assert free.status == "several"
    cell = free.differences[0]
    for index, char in enumerate(("#", ".")):
        grid = ["?" * 8] * 8
        grid[cell // 8] = "?" * (cell % 8) + char + "?" * (7 - cell % 8)
        verdict = solve(Gappy.from_clues(_clues([None] * 8, [None] * 8, grid)))
        assert verdict.status == "unique"
        assert verdict.solutions[0].ravel()[cell] == 1 - index


def test_labels_stand_beside_the_picture() -> None:
    puzzle = Gappy.from_clues(_clues([*[None] * 7, 3], [2, *[None] * 7], ["#" + "?" * 7] + ["?" * 8] * 7))
    scene = puzzle.scene(puzzle.givens)
    assert scene.left == ("",) * 7 + ("3",)
    assert scene.top == ("2",) + ("",) * 7
    assert scene.styles[0][:2] == ["clue", "unknown"]


def test_one_white_cell_is_said_in_the_singular() -> None:
    puzzle = Gappy.from_clues(_clues([1, 2, *[None] * 6], [None] * 8))
    (table,) = (table for table in puzzle.rules() if isinstance(table, Count) and table.kind == "gap")
    assert [table.describe(rule).sentence for rule in (0, 1)] == [
        "row 1 has 1 white cell between its two black ones",
        "row 2 has 2 white cells between its two black ones",
    ]
