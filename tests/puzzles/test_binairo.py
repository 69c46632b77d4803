"""Binairo's own promises."""

from __future__ import annotations

import pytest

from litgrid.core.errors import InputError
from litgrid.puzzles.binairo.kind import Binairo
from litgrid.solving import solve
from tests import naive


def test_the_unique_lines_rule_is_on_unless_switched_off() -> None:
    # Two equal rows are the only way to go on here.
    rows = ["0110", "1001", "0110", "...."]
    assert solve(Binairo.from_clues(rows)).status == "none"
    assert solve(Binairo.from_clues(rows, unique_lines=False)).status == "unique"
    assert Binairo.from_clues(rows).with_switches(unique_lines=False).unique_lines is False


@pytest.mark.parametrize(
    ("rows", "line", "column"), [(["..."] * 2, 1, 3), ([".."] * 3, 3, 1), (["..", ".2"], 2, 2), (["..", "..."], 2, 3)]
)
def test_what_is_no_board_is_refused(rows: list[str], line: int, column: int) -> None:
    with pytest.raises(InputError) as caught:
        Binairo.from_clues(rows)
    assert (caught.value.line, caught.value.column) == (line, column)


@pytest.mark.parametrize("height", [4, 6])
@pytest.mark.parametrize("width", [2, 4])
def test_boards_that_are_not_square(height: int, width: int) -> None:
    for switch in (True, False):
        expected = ("none", "unique", "several")[min(2, len(naive.all_binairo(height, width, unique_lines=switch)))]
        assert solve(Binairo.from_clues(["." * width] * height, unique_lines=switch)).status == expected


@pytest.mark.parametrize(("rows", "columns"), [(14, 6), (16, 6), (40, 6), (6, 14), (6, 40), (8, 4), (4, 8), (12, 6)])
def test_no_more_lines_than_can_differ(rows: int, columns: int) -> None:
    # 14 lines of length 6 and 6 of length 4 are legal, so a board with more of them must repeat one; without the rule
    # that lines differ there is always an answer.
    legal = len(naive.all_binairo(2, min(rows, columns), unique_lines=False))
    for switch in (True, False):
        verdict = solve(Binairo.from_clues(["." * columns] * rows, unique_lines=switch), timeout=60)
        impossible = switch and max(rows, columns) > legal
        assert verdict.status == ("none" if impossible else "several")
        assert verdict.conflict == ()
        for grid in verdict.solutions:
            assert naive.binairo_obeys(grid.tolist(), unique_lines=switch)


def test_a_clue_that_the_rules_already_break_is_named_even_where_lines_cannot_differ() -> None:
    rows = ["111...", *["......"] * 3]
    verdict = solve(Binairo.from_clues(rows))
    assert verdict.status == "none"
    assert [rule.cells for rule in verdict.conflict] == [(0,), (1,), (2,)]
