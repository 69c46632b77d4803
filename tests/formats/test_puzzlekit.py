"""Puzzlekit's texts and data sets: layouts, what is asked, asymmetric labels, and what is said of bad ones."""

from __future__ import annotations

import json

import pytest

from litgrid.core.errors import AmbiguousInputError
from litgrid.formats import Record, formats, loads, loads_all
from tests.formats.boards import error_of, read

LIGHTUP = "2 3\n- 1 x\n- - 3\n"
BINAIRO = "2 4\n- 1 - 2\n2 - - -\n"
GAPPY = "4 4\n0 - 1 2\n2 - - 1\n- - - -\n- x - -\n- - - -\n- - - -\n"
DATA = {
    "name": "Binairo",
    "count": 2,
    "count_sol": 1,
    "data": {
        "1_2x4": {"problem": BINAIRO, "solution": "2 4\n1 1 2 2\n2 2 1 1", "source": "", "info": ""},
        "2_2x4": {"problem": BINAIRO.replace("2 - - -", "- - - -"), "solution": "", "source": "", "info": ""},
    },
}


def test_the_rows_come_before_the_columns() -> None:
    assert loads(LIGHTUP).clues == [".1#", "..3"]
    binairo = loads(BINAIRO, kind="binairo")
    assert binairo.clues == [".0.1", "1..."]
    assert binairo.unique_lines is False  # type: ignore[attr-defined]


def test_column_labels_come_before_row_labels() -> None:
    assert loads(GAPPY).clues == {
        "rows": [2, None, None, 1],
        "cols": [0, None, 1, 2],
        "grid": ["????", "?#??", "????", "????"],
    }
    # Without its grid it looks like plain text, whose rows come first: it is read only where it is asked for.
    short = "".join(GAPPY.splitlines(keepends=True)[:3])
    assert loads(short, format="puzzlekit").clues["rows"] == [2, None, None, 1]
    assert loads(short).clues["rows"] == [0, None, 1, 2]


def test_what_looks_the_same_is_asked_about() -> None:
    for text in (BINAIRO, "2 2\n- -\n- -\n"):
        with pytest.raises(AmbiguousInputError, match=r"Light Up.* or Binairo"):
            loads(text, strict=True)
    assert loads(BINAIRO, kind="lightup").clues == [".1.2", "2..."]


def test_digits_without_blanks_are_an_older_binairo() -> None:
    assert loads("2 4\n0102\n2000\n", format="puzzlekit", kind="binairo").clues == [".0.1", "1..."]


def test_a_data_set() -> None:
    first, second = loads_all(json.dumps(DATA, indent=1), source="a")
    assert isinstance(first, Record)
    assert isinstance(second, Record)
    assert (first.id, second.id) == ("1_2x4", "2_2x4")
    assert first.puzzle.clues == [".0.1", "1..."]
    assert first.answer is not None
    assert first.answer.tolist() == [[0, 0, 1, 1], [1, 1, 0, 0]]
    assert second.answer is None
    assert second.puzzle.clues == [".0.1", "...."]
    assert second.line > first.line > 1


def test_the_older_form_of_two_files() -> None:
    text = json.dumps({"count": 1, "puzzles": {"1": {"problem": GAPPY, "source": None}}})
    assert read(text).puzzle == loads(GAPPY)
    assert read(text, kind="gappy").id == "1"


def test_a_data_set_without_a_name_is_asked_about() -> None:
    text = json.dumps({"data": {"1": {"problem": BINAIRO}, "2": {"problem": LIGHTUP}}})
    first, second = loads_all(text, source="a")
    assert isinstance(first, AmbiguousInputError)
    assert str(first).startswith(
        'a:1:28: "problem" line 1, column 1: this could be Light Up or Binairo or Mosaic: say which'
    )
    assert isinstance(second, Record)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("2 3\n- 1 x\n- - 5\n", "a:3:5: expected one of - (free), x (wall), 0 1 2 3 4 (numbered wall); got '5'"),
        ("2 3\n- 1 x\n- -\n", "a:3:4: expected 3 cells, as the file says, got 2"),
        ("2 3\n- 1 x\n", "a:3:1: expected 2 rows, as the file says, got 1: is it cut off?"),
        ("1000000000 3\n- 1 x\n", "a:1:1: expected a number of rows, from 1 to 4,000,000, got '1000000000'"),
        ("100000 100000\n- 1 x\n", "a:1:1: expected at most 4,000,000 cells, got 100000 rows of 100000"),
        ("- 1 x\n", "a:1:1: expected a line 'rows columns', got '- 1 x'"),
        (
            GAPPY.replace("0 - 1 2", "0 - 3 2"),
            "a:2:5: column 3: expected a label from 0 to 2 on a board of 4 x 4, got 3",
        ),
        (GAPPY.replace("2 - - 1", "2 - -"), "a:3:1: expected 4 row labels, as the file says, got 3"),
        (GAPPY.replace("- x", "- 1"), "a:5:3: expected one of - (open), x (black); got '1'"),
        (
            "3 3\n- - -\n- - -\n- - -\n",
            # No Binairo has three columns.
            "a:1:1: this could be Light Up or Mosaic: say which with --kind lightup or",
        ),
    ],
)
def test_bad_texts(text: str, message: str) -> None:
    assert error_of(text, format="puzzlekit").startswith(message)


def test_a_kind_that_it_cannot_be() -> None:
    assert error_of(GAPPY, kind="binairo", format="puzzlekit") == (
        "a:2:1: expected one of - (open), 1 (zero), 2 (one); got '0'"
    )
    assert error_of("2 2\n- -\n", kind="gappy", format="puzzlekit") == (
        "a:1:1: expected a line of column labels and a line of row labels, got 1 lines"
    )


def data(**changes: object) -> str:
    return json.dumps({**DATA, **changes}, indent=1)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (data(name="Sudoku"), "a:2:10: this is a data set of 'Sudoku'; litgrid knows Akari, Binairo, Gappy"),
        (data(data=[]), 'a:1:1: expected an object with the puzzles under "data", got {"name"'),
        (data(data={"x": 1}), 'a:6:8: expected an object with the text "problem", got 1'),
        (data(data={"x": {"problem": ""}}), 'a:7:15: "problem": expected a puzzle, got nothing'),
        (
            data(data={"x": {"problem": "2 2\n- 3\n- -"}}),
            'a:7:15: "problem" line 2, column 3: expected one of - (open), 1 (zero), 2 (one); got',
        ),
        (
            data(data={"x": {"problem": "2 2\n- 1\n- -", "solution": "1 2\n2"}}),
            'a:8:16: "solution" line 2, column 2: expected 2 cells, as the file says, got 1',
        ),
        (data()[:-3], "a:17:4: expected JSON (expecting ',' delimiter), got the end"),
        (data() + "x", "a:19:2: expected the data set to end here"),
        (data(count=float("nan")), "a:3:11: expected JSON, which has no number NaN"),
    ],
)
def test_bad_data_sets(text: str, message: str) -> None:
    assert error_of(text, format="puzzlekit-json").startswith(message)


def test_a_kind_that_the_data_set_contradicts() -> None:
    assert error_of(data(), kind="gappy", format="puzzlekit-json") == (
        "a:2:10: expected the kind gappy, as asked for, got binairo"
    )


def test_a_data_set_of_puzzlekit_is_no_file_of_json_lines_and_the_other_way_round() -> None:
    assert formats.get("puzzlekit-json").sniff(json.dumps(DATA))
    assert not formats.get("puzzlekit-json").sniff('{"kind":"lightup","clues":["."],"problem":"x"}')
    assert read('{"kind":"lightup","clues":[".#"],"problem":"x"}').puzzle.clues == [".#"]
