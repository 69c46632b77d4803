"""The data of janko.at: both dialects, whole pages, asymmetric labels, and what is said of bad ones."""

from __future__ import annotations

import pytest

from litgrid.formats import Record, formats, loads, loads_all
from litgrid.puzzles import kinds
from tests.formats.boards import error_of, read

OLD = """begin
puzzle Akari
author N. N.
unit 30
size 3
problem
- 1 -
- - -
x - 2
solution
o - -
- - o
- o x
moves
Z2;aa,o;cb,o;
bc,o;
end
"""
"""The dialect of 2022; walls of the answer may be written or not."""

NEW = """begin
rights nobody's
puzzle tohuwavohu
cols 4
title  A small one
rows 2
[problem]
- 1 2 -
2 - - 2
[solution]
1 1 2 2
2 2 1 2
[end]
"""

GAPPY = """begin
puzzle gappy
size 4
[clabels]
0 - 1 2
[rlabels]
2 - - 1
[end]
"""


def test_sections_with_and_without_brackets() -> None:
    old = read(OLD)
    assert (old.puzzle.name, old.puzzle.clues) == ("lightup", [".1.", "...", "#.2"])
    assert old.answer is not None
    assert old.puzzle.rows(old.answer) == ["o1.", "..o", "#o2"]
    assert (old.filled, old.warnings) == (None, ())
    assert read(OLD.replace("problem", "[problem]").replace("moves", "[moves]")).puzzle == old.puzzle


MOVES = "Z2;aa,o;cb,o;\nbc,o;"
"""The way to the answer."""


def test_moves_are_what_a_player_has_entered_unless_they_lead_to_the_answer() -> None:
    assert read(OLD.replace(MOVES, "Z2;")).filled is None
    begun = read(OLD.replace(MOVES, "Z2;aa,o;cb,o;\ncc,o;aa,-;").replace("x - 2", "x - -"))
    assert begun.filled is not None
    assert begun.filled.tolist() == [[-1, 0, -1], [-1, -1, 1], [0, -1, 1]]
    assert begun.answer is not None
    # Without the section of the answer, moves that lead there are the answer.
    sections = OLD.split("solution\n")[0] + "moves\n" + MOVES + "\nend\n"
    found = read(sections)
    assert found.filled is None
    assert found.answer is not None
    assert found.puzzle.rows(found.answer) == ["o1.", "..o", "#o2"]
    tohu = read(NEW.replace("[end]", "[moves]\nZ2;aa,1;da,1;\n[end]"))
    assert tohu.filled is not None
    assert tohu.filled.tolist() == [[0, 0, 1, 0], [1, -1, -1, 1]]


def test_moves_that_are_not_known_or_contradict() -> None:
    for move in ("11,1", "aa,q", "da,o", "aa"):
        begun = read(OLD.replace("aa,o", move))
        assert begun.warnings == (f"moves that are not known are left out, first {move!r}",)
        assert begun.filled.tolist() == [[-1, 0, -1], [-1, -1, 1], [0, 1, 0]]  # type: ignore[union-attr]
    assert error_of(OLD.replace("aa,o", "ba,o")) == (
        "a:1:1: what is entered contradicts the puzzle: nothing can be entered in r1c2, got bulb"
    )


def test_values_lines_may_be_equal_there_and_the_title_is_the_name() -> None:
    new = read(NEW)
    assert new.puzzle.clues == [".01.", "1..1"]
    assert new.id == "A small one"
    assert new.answer is not None
    assert new.answer.tolist() == [[0, 0, 1, 1], [1, 1, 0, 1]]
    assert new.puzzle.unique_lines is False  # type: ignore[attr-defined]
    assert loads(NEW, unique_lines=True).unique_lines is True  # type: ignore[attr-defined]


def test_the_labels_of_columns_come_first() -> None:
    assert loads(GAPPY).clues == {"rows": [2, None, None, 1], "cols": [0, None, 1, 2], "grid": None}
    given = GAPPY.replace("[end]", "[problem]\n- x - -\n- - - -\n- - - -\n- - - -\n[end]")
    assert loads(given).clues["grid"] == ["?#??", "????", "????", "????"]


def test_a_whole_page_keeps_its_places() -> None:
    page = f"<html>\nbegin\n<script id='data' type=\"application/x-janko\">\n{OLD}</script><p>begin</p>\n</html>"
    record = read(page)
    assert record.puzzle == loads(OLD)
    assert record.line == 4
    assert error_of(page.replace("- 1 -", "- 7 -")).startswith(
        "a:10:3: expected one of - (free), x (wall), 0 1 2 3 4 (numbered wall); got '7'"
    )
    assert read(page.removesuffix("</script><p>begin</p>\n</html>")).puzzle == record.puzzle


def test_several_puzzles_in_one_text() -> None:
    items = list(loads_all(OLD + NEW + "\n\n" + OLD.replace("size 3", "size 0") + GAPPY, source="a"))
    assert [type(item).__name__ for item in items] == ["Record", "Record", "InputError", "Record"]
    assert [item.line for item in items] == [1, 18, 37, 50]


@pytest.mark.parametrize("end", ["send", "eend", "ends", "[end]", ""])
def test_the_end_is_misspelt_or_missing(end: str) -> None:
    assert loads(OLD.replace("end\n", end)).clues == [".1.", "...", "#.2"]


def test_a_bulb_on_a_wall_is_no_answer() -> None:
    text = OLD.replace("- o x\n", "- - o\n")
    assert error_of(text) == "a:13:5: expected 2, as in the puzzle"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            OLD.replace("Akari", "Sudoku"),
            "a:2:1: this is a janko puzzle of the kind 'Sudoku'; litgrid knows akari, tohu",
        ),
        (OLD.replace("puzzle Akari\n", ""), "a:1:1: expected a line 'puzzle ...' in this puzzle, got none: is it cut"),
        (OLD.replace("size 3", "size 1000000000"), "a:5:1: expected a number of rows, from 1 to 4,000,000, got '1000"),
        (OLD.replace("size 3", "size 100000"), "a:5:1: expected at most 4,000,000 cells, got 100000 rows of 100000"),
        (OLD.replace("size 3\n", ""), "a:1:1: expected a line 'rows ...' in this puzzle, got none: is it cut off?"),
        (OLD.replace("size 3", "rows 3"), "a:1:1: expected a line 'cols ...' in this puzzle, got none: is it cut off?"),
        (OLD[: OLD.index("problem")], "a:1:1: expected a section 'problem' in this puzzle, got none: is it cut off?"),
        (OLD[: OLD.index("x - 2")], "a:9:1: expected 3 rows, as the file says, got 2: is it cut off?"),
        (OLD.replace("- 1 -", "- 1"), "a:7:4: expected 3 cells, as the file says, got 2"),
        (OLD.replace("- 1 -", "- 1 - -"), "a:7:7: expected 3 cells, as the file says, got 4"),
        (
            OLD.replace("- 1 -", "- o -"),
            "a:7:3: expected one of - (free), x (wall), 0 1 2 3 4 (numbered wall); got 'o'",
        ),
        (NEW.replace("cols 4", "cols 3"), "a:8:7: expected 3 cells, as the file says, got 4"),
        (GAPPY.replace("0 - 1 2", "0 - 1"), "a:5:1: expected 4 column labels, as the file says, got 3"),
        (GAPPY.replace("0 - 1 2", "0 - 1 3"), "a:5:7: column 4: expected a label from 0 to 2 on a board of 4 x 4, got"),
        (GAPPY.replace("2 - - 1", "2 - x 1"), "a:7:5: expected labels separated by blanks, each a number or - for"),
        (GAPPY.replace("[rlabels]\n2 - - 1\n", ""), "a:1:1: expected one line in the section 'rlabels', got 0"),
        (GAPPY.replace("2 - - 1", "2 - - 1\n1 1 1 1"), "a:8:1: expected one line in the section 'rlabels', got 2"),
        (OLD.replace("N. N.", "N\udce9"), "a:3:9: expected text in UTF-8, got what is not UTF-8: byte 0xE9"),
    ],
)
def test_bad_data(text: str, message: str) -> None:
    assert error_of(text, format="janko").startswith(message)


def test_a_text_that_is_none() -> None:
    assert error_of("akari\n- 1", format="janko") == "a:1:1: expected a line 'begin', got 'akari'"
    assert error_of(OLD, kind="binairo") == "a:2:1: expected the kind binairo, as asked for, got lightup"


def test_a_name_has_one_line() -> None:
    janko = formats.get("janko")
    puzzle = kinds.get("lightup").from_clues([".1.", "...", "#.2"])
    record = Record(" a\n[end]  b", puzzle)
    assert janko.lost(record) == ("janko holds names on one line, with single blanks",)
    assert read(janko.write(record)).id == "a [end] b"


def test_an_answer_with_open_cells() -> None:
    janko = formats.get("janko")
    puzzle = loads(GAPPY)
    record = Record("text:1", puzzle, answer=puzzle.givens)
    assert janko.lost(record) == ("janko cannot say which cells of an answer are open; the answer is left out",)
    assert read(janko.write(record)).answer is None
