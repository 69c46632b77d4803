"""Plain texts of other programs: what each character and number means in each, and what is said of bad ones."""

from __future__ import annotations

import pytest

from litgrid.core.errors import AmbiguousInputError, LitgridError
from litgrid.core.puzzle import Puzzle
from litgrid.formats import Record, formats, loads, loads_all
from tests.formats.boards import error_of, read

TAKUZU = {
    "0--1\n----\n-1--\n----": ["0..1", "....", ".1..", "...."],
    "4\n0--1\n----\n-1--\n----": ["0..1", "....", ".1..", "...."],
    "0 - - 1\n- - - -\n- 1 - -\n- - - -\n": ["0..1", "....", ".1..", "...."],
}
MORE_TAKUZU = {
    "# made by hand\n2 4\n0xX1\n_.#1\n": ["0..1", "...1"],
    "#Start\n0_ _1\n# # 0 1\n#End\n": ["0..1", "..01"],
    "2\n10\n01": ["10", "01"],
    "10\n01": ["10", "01"],
    "2 2\n1 0\n0 1": ["10", "01"],
}


@pytest.mark.parametrize(("text", "clues"), {**TAKUZU, **MORE_TAKUZU}.items())
def test_takuzu(text: str, clues: list[str]) -> None:
    assert read(text, format="takuzu-text").puzzle.clues == clues
    if text in TAKUZU:
        assert read(text).puzzle.clues == clues, "no other format has such lines"


def test_the_same_letter_is_an_open_cell_or_a_one() -> None:
    text = "XO..\nOOXX\n....\n...."
    assert read(text).puzzle.clues == ["10..", "0011", "....", "...."]
    assert read("X..X\nOO..", format="binoxxo").puzzle.clues == ["1..1", "00.."]
    assert read("X..X\n00..", format="takuzu-text").puzzle.clues == ["....", "00.."]
    assert "with X and O it is the format binoxxo" in error_of(text, format="takuzu-text")
    assert "with 0 and 1 it is the format takuzu-text" in error_of("X0\n0X", format="binoxxo")


def test_several_grids_and_comments() -> None:
    text = "# first\n\n2\n01\n10\n\n# second\n1.\n..\n\n# the end\n"
    assert [item.line for item in loads_all(text, format="takuzu-text") if isinstance(item, Record)] == [3, 7]


CONTEST = "2 3\n@1.\n#.@\n"


def test_a_contest_marks_bulbs_with_an_at() -> None:
    record = read(CONTEST)
    assert record.puzzle.clues == [".1.", "#.."]
    assert record.answer is not None
    assert record.answer.tolist() == [[1, 0, 0], [0, 0, 1]]
    assert read("@1.\n#.@\n").puzzle == record.puzzle
    bare = read("2 3\n.1.\n#..", format="akari-contest")
    assert (bare.puzzle, bare.answer) == (record.puzzle, None)


def test_lists_of_numbers() -> None:
    wanted = [".1.", "...", "#.2"]
    for text in (
        "[[-2, 1, -2], [-2, -2, -2], [-1, -2, 2]]",
        "problem = [\n    [-2, 1, -2],\n    [-2, -2, -2],\n    [-1, -2, 2],\n]\n",
        "[[-2,1,-2],[-2,-2,-2],[-1,-2,2]]\n\n[[-1,-2]]",
    ):
        first, *_ = loads_all(text)
        assert isinstance(first, Record)
        assert first.puzzle.clues == wanted
    items = loads_all("[[0,-1]]\n\n\n[[1,-1]]", kind="lightup", open="-1")
    assert [item.line for item in items if isinstance(item, Record)] == [1, 4]


def test_lists_of_walls() -> None:
    # 3 columns and 2 rows: a 1 at the top in the middle, a plain wall at the bottom left, a 4 at the bottom right.
    wanted = [".1.", "#.4"]
    assert read("3,2\n1,0,1\n9,1,0\n4,1,2\n").puzzle.clues == wanted
    assert read("3\n2\n2 2 1\n1 1 5\n3 1 4\n", format="akari-lup").puzzle.clues == wanted
    assert read("3,2", format="akari-csv").puzzle.clues == ["...", "..."]
    with pytest.raises(AmbiguousInputError, match="Mosaic or Light Up"):
        loads("3\n2\n2 2 1\n1 1 5\n3 1 4\n")


ASP = "% Takuzu\ngrid(4).\nfilled(1,2,0). filled( 4 , 1 , 1 ).  % X is a column\nfilled(2,3,1).\n"


def test_facts() -> None:
    assert read(ASP).puzzle.clues == ["...1", "0...", ".1..", "...."]
    signed = read(ASP + "same((1,1),(1,2)). diff( (4,3) , (3,3) ).").puzzle
    assert signed.clues == {
        "grid": ["...1", "0...", ".1..", "...."],
        "across": ["...", "...", "..x", "..."],
        "down": ["=...", "....", "...."],
    }
    assert read(formats.get("asp").write(Record("a", signed))).puzzle == signed
    with pytest.raises(LitgridError, match="the format asp holds square boards only, not 2 x 4"):
        formats.get("asp").write(Record("a", loads("binairo\n....\n....")))


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("takuzu-text", "4\n01\n10", "a:1:1: expected 4 x 4 cells, as this line says, got 2 x 2"),
        (
            "takuzu-text",
            "9000000000\n01\n10",
            "a:1:1: expected a number of rows, from 1 to 4,000,000, got '9000000000'",
        ),
        ("takuzu-text", "4\n", "a:1:1: expected 4 x 4 cells, as this line says, got 0 x 0"),
        ("takuzu-text", "10\n" + "01........\n" * 9, "a:1:1: expected 10 x 10 cells, as this line says, got 9 x 10"),
        ("takuzu-text", "01\n12", "a:2:2: expected cells as 0 1 and for an open cell one of . - _ X x #; got '2'"),
        ("takuzu-text", "01\n0", "a:2:1: expected 2 cells, as in the first row, got 1"),
        ("takuzu-text", "0 1 0\n1 0 1", "a:1:5: expected an even number of columns, got 3"),
        ("takuzu-text", "# by\n01\n10\n01", "a:4:2: expected an even number of rows, got 3"),
        ("binoxxo", "XO\nO1", "a:2:2: expected cells as O X and for an open cell one of . - _; got '1'"),
        ("akari-contest", "2 3\n...\n", "a:2:1: expected 2 rows, as the size says, got 1"),
        ("akari-contest", "2 3\n...\n....", "a:3:4: expected 3 cells, as in the first row, got 4"),
        (
            "akari-contest",
            "1 3\n..o",
            "a:2:3: expected one of . (free), # (wall), 0 1 2 3 4 (numbered wall), @ (bulb); g",
        ),
        ("akari-contest", "1000000000 1\n.", "a:1:1: expected a number of rows, from 1 to 4,000,000, got '1000000000'"),
        ("cspuz", "[[-2, 7]]", "a:1:7: expected one of -2, -1, 0, 1, 2, 3, 4, got '7'"),
        ("cspuz", "[[-2, 1],\n [0]]", "a:2:2: expected 2 cells, as in the first row, got 1"),
        ("cspuz", "[[-2, 1],\n [0", "a:2:2: expected ] or another list, got '[0'"),
        ("cspuz", "[[-2, 1]", "a:1:9: expected ] or another list, got the end"),
        ("cspuz", "[-2, 1]", "a:1:1: expected a list of lists, as [[-2, 1], [-1, -2]], got '[-2, 1]'"),
        ("cspuz", "[[]]", "a:1:2: expected a Light Up grid of at least one row and one column, got nothing"),
        ("akari-csv", "3,2\n7,0,1", "a:2:1: expected a number from 0 to 4, or 9 for a wall without one, got 7"),
        ("akari-csv", "3,2\n1,2,1", "a:2:1: expected a cell of the board of 2 x 3, got '1,2,1'"),
        ("akari-csv", "3,2\n1,0,1\n2,0,1", "a:3:1: expected each wall once, got r1c2 again"),
        ("akari-csv", "3,2\n1,0", "a:2:1: expected a line such as 2,2,2, got '1,0'"),
        ("akari-csv", "3\n1,0,1", "a:1:1: expected a line with the columns and the rows, got '3'"),
        ("akari-csv", "1000000000,1\n", "a:1:1: expected a number of columns, from 1 to 4,000,000, got '1000000000'"),
        ("akari-lup", "3\n2\n1 0 1", "a:3:1: expected a cell of the board of 2 x 3, got '1 0 1'"),
        ("akari-lup", "3\n2\n1 1 9", "a:3:1: expected a number from 0 to 4, or 5 for a wall without one, got 9"),
        ("akari-lup", "3", "a:1:1: expected a line each, columns and rows, got '3'"),
        (
            "asp",
            ASP.replace("grid(4)", "grid(1000000000)"),
            "a:2:1: expected a number of rows, from 1 to 4,000,000, got",
        ),
        ("asp", ASP.replace("grid(4).", ""), "a:1:1: expected a fact grid(N) with the size, got none"),
        ("asp", ASP.replace("4 , 1", "5 , 1"), "a:3:16: expected a cell of the board of 4 x 4, got (5,1)"),
        ("asp", ASP.replace("1,2,0", "1,2,2"), "a:3:1: expected one value for each cell, 0 or 1, got 'filled(1,2,2).'"),
        ("asp", ASP + "filled(1,2,1).", "a:5:1: expected one value for each cell, 0 or 1, got 'filled(1,2,1).'"),
        ("asp", ASP + "grid(6).", "a:5:1: expected grid(N) once and facts filled(column,row,value) or same("),
        ("asp", ASP + "same((1,1),(1,3)).", "a:5:1: expected two cells side by side, or one below the other"),
        ("asp", ASP + "same((4,1),(5,1)).", "a:5:1: expected a cell of the board of 4 x 4, got (5,1)"),
        ("asp", ASP + "same((1,1),(2,1)). diff((2,1),(1,1)).", "a:5:20: expected one sign between two cells, got both"),
        ("asp", ASP + "same((1,1)).", "a:5:1: expected grid(N) once and facts filled(column,row,value) or same("),
        ("asp", ASP + "filled(1,2", "a:5:1: expected a fact such as filled(1,2,0)., got 'filled(1,2'"),
    ],
)
def test_bad_texts(name: str, text: str, message: str) -> None:
    assert error_of(text, format=name).startswith(message)


@pytest.mark.parametrize("name", ["cspuz", "akari-csv", "akari-lup", "akari-contest"])
def test_what_a_format_cannot_say_is_left_open(name: str) -> None:
    record = Record("text:1", loads("lightup\no.\nx#"))
    (bulb, mark) = formats.get(name).lost(record)
    assert "'bulb'" in bulb
    assert "'marked as no bulb'" in mark
    assert read(formats.get(name).write(record), format=name).puzzle.clues == ["..", ".#"]


def test_a_kind_that_a_format_does_not_hold(queens: type[Puzzle]) -> None:
    puzzle = queens.from_clues(["Q.", ".."])
    record = Record("a", puzzle, answer=puzzle.givens)
    for chosen in formats:
        if chosen.kinds:
            chosen.lost(record)
            with pytest.raises(LitgridError, match=f"the format {chosen.name} holds .* only, not eightqueens"):
                chosen.write(record)
