"""Star Battle: its rules by hand and by what is known of them, and what is said of what is wrong or odd."""

from __future__ import annotations

import json

import pytest

import litgrid
from litgrid.core.errors import InputError
from litgrid.formats import Record, loads_all
from litgrid.puzzles import empty, kinds
from litgrid.puzzles.starbattle.kind import StarBattle

SMALL = ["AABB", "AAAB", "CCDB", "CDDD"]
"""By hand: of the two ways to put four stars that do not touch, one has two stars in B."""


def starbattle(regions: list[str], stars: int = 1, grid: list[str] | None = None) -> StarBattle:
    return StarBattle.from_clues({"regions": regions, "stars": stars, "grid": grid})


def test_by_hand() -> None:
    puzzle = starbattle(SMALL)
    verdict = litgrid.solve(puzzle)
    assert (verdict.status, puzzle.rows(verdict.solutions[0])) == ("unique", [".*..", "...*", "*...", "..*."])
    assert {kinds.get(name) for name in ("starbattle", "queens", "star-battle")} == {StarBattle}


@pytest.mark.parametrize(
    ("side", "number"), [(1, 1), (2, 0), (3, 0), (4, 2), (5, 14), (6, 90), (7, 646), (8, 5242), (9, 47622)]
)
def test_rows_as_regions_leave_what_is_known_of_permutations(side: int, number: int) -> None:
    """OEIS A002464: permutations in which no neighbours differ by one."""
    assert litgrid.count(starbattle(["ABCDEFGHI"[row] * side for row in range(side)])).count == number


def test_stars_beside_each_other_break_a_block_at_each_corner() -> None:
    for grid in (["**..", "????", "????", "????"], ["*???", "?*??", "????", "????"]):
        assert litgrid.solve(starbattle(SMALL, 1, grid)).status == "none"


@pytest.mark.parametrize(
    ("regions", "stars"),
    [
        (["ABCDE"] * 6, 1),  # more rows than columns
        ([chr(65 + column) * 20 for column in range(21)], 1),
        (["AB"] * 2, 1),
        (SMALL, 2),
        (SMALL, 3),
        (["AAAAA", "AAAAA", "BBBBB", "BBBBB", "BBBBB"], 1),  # fewer regions than rows
    ],
)
def test_what_cannot_hold_its_stars_has_no_answer(regions: list[str], stars: int) -> None:
    verdict = litgrid.solve(starbattle(regions, stars))
    assert (verdict.status, verdict.conflict) == ("none", ())


def test_given_cells_that_clash_are_named() -> None:
    verdict = litgrid.solve(starbattle(SMALL, 1, ["*???", "????", "????", "?..?"]))
    assert verdict.status == "none"
    (rule,) = verdict.conflict  # the only answer has a star at r4c3, and none at r1c1
    assert rule.sentence in ("r1c1 is given as star", "r4c3 is given as no star")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("stars: 0\nAB\nAB", '2:1: expected "stars" as a number from 1 to 99, got 0'),
        ("stars: many\nAB\nAB", "2:1: expected \"stars\" as a number from 1 to 99, got 'many'"),
        ("stars: 1\nAAB\nAB", "4:3: expected 3 cells, as in the first row, got 2"),
        ("stars: 1\nAB\nA1", "4:2: expected a letter; got '1'"),
        ("stars: 1\nAB\nBA\ngiven:\n?o\n??", "6:2: expected one of ? (open), * (star), . (no star); got 'o'"),
        ("stars: 1\nAB\nBA\ngiven:\n??", "6:1: expected a Star Battle grid of 2 x 2, got 1 x 2"),
        ("stars: 1", "3:1: expected a Star Battle region grid of at least one row and one column, got nothing"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(text: str, said: str) -> None:
    (item,) = loads_all(f"starbattle\n{text}", source="a")
    assert isinstance(item, InputError)
    assert str(item).startswith(f"a:{said}")


def test_a_region_that_is_not_in_one_piece_is_said_and_solved() -> None:
    regions = ["AABB", "AAAB", "CCDB", "CDDA"]
    (record,) = loads_all("queens\n" + "\n".join(regions))
    assert isinstance(record, Record)
    assert record.warnings == ("the region A is not in one piece: r1c1 and r4c4 are not joined inside it",)
    assert litgrid.solve(record.puzzle).status == "unique"
    (plain,) = loads_all(json.dumps({"kind": "starbattle", "clues": starbattle(SMALL).clues}))
    assert isinstance(plain, Record)
    assert plain.warnings == ()


def test_an_open_board_has_a_region_a_row() -> None:
    # Then regions say what rows say, and it is counted as a board without regions.
    assert empty("starbattle", "3x2").clues["regions"] == ["AA", "BB", "CC"]
    assert litgrid.count(empty("starbattle", "5")).count == 14
    assert set("".join(empty("starbattle", "60x2").clues["regions"])) == {"A"}  # there are no letters for so many
