"""A text that does not say what it is: in whatever dress, each reading is looked at, and the puzzle decides, or we ask.

The boards are our own; what they are is found here by brute force, without the library.
"""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from litgrid.core.characters import off
from litgrid.core.errors import AmbiguousInputError, InputError, ReaderError
from litgrid.formats import Record, formats, loads, loads_all
from litgrid.formats.matrices import grids
from litgrid.formats.peeling import dressings
from litgrid.puzzles import kinds
from tests.formats.boards import PAIRS, only, read, same

BOARD = [".001", ".010", "01..", ".10."]
BULBS = [".1.", "...", "#.2"]


def fillings(rows: list[str], *, unique: bool) -> list[list[str]]:
    """Return the answers of a board of 4 x 4 with 0 and 1, by trying all."""
    lines = [line for line in map("".join, itertools.product("01", repeat=4)) if line.count("1") == 2]
    found = []
    for grid in itertools.product(lines, repeat=4):
        down = ["".join(column) for column in zip(*grid, strict=True)]
        fits = all(a in (".", b) for row, line in zip(rows, grid, strict=True) for a, b in zip(row, line, strict=True))
        alike = unique and (len(set(grid)) < 4 or len(set(down)) < 4)
        if fits and not alike and all(column in lines for column in down):
            found.append(list(grid))
    return found


def test_the_board_has_exactly_one_answer() -> None:
    assert len(fillings(BOARD, unique=True)) == 1


def tokens(table: dict[str, str] | None = None) -> list[list[str]]:
    return [[(table or {}).get(char, char) for char in row] for row in BOARD]


def listed(table: dict[str, str], left: str = "[", right: str = "]") -> str:
    rows = [f"{left}{', '.join(row)}{right}" for row in tokens(table)]
    return f"{left}{', '.join(rows)}{right}"


QUOTED = {".": '"x"', "0": '"0"', "1": '"1"'}
ROWS = "\n".join(BOARD)
DRESSED = {
    "x for open": ROWS.replace(".", "x"),
    "? for open": ROWS.replace(".", "?"),
    "2 for open": ROWS.replace(".", "2"),
    "a list with -1": listed({".": "-1"}),
    "strings in JSON": json.dumps(tokens({".": "x"})),
    "strings of a language": str(tokens({".": "."})),
    "rows as strings": json.dumps(BOARD),
    "braces": listed({".": "2"}, "{", "}") + ";",
    "None over several lines": "grid = [\n"
    + "".join(f"    [{', '.join(row)}],\n" for row in tokens({".": "None"}))
    + "]",
    "optional values": "let grid = " + listed({".": "None", "0": "Some(0)", "1": "Some(1)"}) + ";",
    "a size of two numbers": "4 4\n" + ROWS.replace(".", "_"),
    "a size and tabs": "4\n" + "\n".join("\t".join(row) for row in tokens({".": "2"})),
    "blanks": "\n".join(map(" ".join, BOARD)),
    "commas and nothing": "\n".join(",".join(row) for row in tokens({".": ""})),
    "semicolons": "\n".join(";".join(row) for row in tokens({".": "-"})),
    "one line": "".join(BOARD),
    "one line of words": " ".join("".join(BOARD).replace(".", "x")),
    "one list": "[" + ", ".join("".join(BOARD).replace(".", "7")).replace("7", "2") + "]",
    "a string": f"var task = '{''.join(BOARD)}';",
    "a string with breaks": 'board = "' + "\\n".join(BOARD) + '"',
    "Markdown": "| | | | |\n|---|---|---|---|\n" + "\n".join(f"| {' | '.join(row)} |" for row in tokens({".": " "})),
    "a box": "+-+-+-+-+\n" + "".join(f"|{'|'.join(row)}|\n+-+-+-+-+\n" for row in tokens({".": " "})),
    "a fence": f"Who can solve this one?\n```text\n{ROWS}\n```\nI am stuck.\n",
    "words around": f"Who can solve this one?\n\n{ROWS}\n\nI am stuck here.\n",
    "a page": f"<html><body><p>Today's puzzle:</p><pre>\n{ROWS}\n</pre></body></html>",
    "a table of a page": "<table class='big'>"
    + "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in tokens({".": "&nbsp;"}))
    + "</table>",
    "a long string": f'GRID = """\n{ROWS}\n"""\n',
    "truth values": listed({".": "None", "0": "False", "1": "True"}),
}


@pytest.mark.parametrize("text", DRESSED.values(), ids=DRESSED.keys())
def test_the_board_in_every_dress(text: str) -> None:
    record = read(text)
    assert record.puzzle.name == "binairo"
    assert record.puzzle.clues == BOARD
    assert record.reading is not None
    assert record.reading.startswith("read as Binairo")


@pytest.mark.parametrize(
    "text",
    [
        str([list(row) for row in BULBS]),
        "[[-2, 1, -2], [-2, -2, -2], [-1, -2, 2]]",
        "[[-1, 1, -1], [-1, -1, -1], [-2, -1, 2]]",
        "[[None, 1, None], [None, None, None], [-1, None, 2]]",
        "\n".join(BULBS).replace("#", "B").replace(".", "_"),
        "\n".join(BULBS).replace("#", "W"),
        "-1-\n---\nx-2",
    ],
)
def test_walls_of_all_sorts(text: str) -> None:
    assert read(text).puzzle.clues == BULBS


def test_labels_and_regions_in_lists() -> None:
    labels = read("[[5, 5, 1, 6, 1, 5, 1, 6, 1], [1, 1, 1, 1, 5, 1, 6, 1, 6]]").puzzle
    assert labels == loads("gappy\n" + kinds.get("gappy").examples[0])
    regions = read('[["a","a","b","b"],["a","a","a","b"],["c","c","d","b"],["c","d","d","d"]]').puzzle
    assert same(regions, loads("starbattle\n" + kinds.get("starbattle").examples[0]))


def test_it_says_what_was_taken_and_why() -> None:
    said = read(DRESSED["x for open"]).reading
    assert said == "read as Binairo, x for open: exactly one answer; as Light Up or Mosaic it would have none"
    assert read(DRESSED["x for open"], kind="binairo").reading == "read as Binairo, x for open"
    assert read("lightup\n.1.\n...\n#.2").reading is None
    assert read(".1.\n...\n#.2").reading is None


def test_strict_asks_with_every_reading() -> None:
    for text in (DRESSED["x for open"], DRESSED["a list with -1"]):
        with pytest.raises(AmbiguousInputError, match=r"Light Up.* or Binairo.* or Mosaic") as caught:
            loads(text, strict=True)
        assert "--kind binairo" in str(caught.value)


def test_what_has_exactly_one_answer_twice_is_asked_about() -> None:
    text = "[[-1, -2]]"  # a wall and a free cell, in either order
    with pytest.raises(AmbiguousInputError, match="--kind lightup --open -1 or --kind lightup --open -2"):
        loads(text, kind="lightup")
    assert loads(text, kind="lightup", open="-1").clues == [".#"]
    assert loads(text, kind="lightup", open="-2").clues == ["#."]


def test_rules_that_are_not_said_are_tried_both_ways() -> None:
    rows = ["0.1.", ".01.", "....", "1..."]
    board = next(
        list(map("".join, cells))
        for given in itertools.product("01.", repeat=3)
        for cells in [[rows[0], rows[1], f"{given[0]}..{given[1]}", f"1..{given[2]}"]]
        if not fillings(cells, unique=True) and len(fillings(cells, unique=False)) == 1
    )
    record = read("\n".join(board).replace(".", "x"))
    assert record.puzzle.unique_lines is False  # type: ignore[attr-defined]
    assert record.reading is not None
    assert "without unique lines: exactly one answer" in record.reading
    assert read("\n".join(board), kind="binairo").puzzle.unique_lines is True  # type: ignore[attr-defined]


def test_what_follows_in_a_text_is_read_as_what_was_decided() -> None:
    open_board = "x1xx\nxxxx\nxxx1\nxxxx"  # of many answers: alone it is asked about
    assert isinstance(next(loads_all(open_board)), AmbiguousInputError)
    first, second = loads_all(f"{DRESSED['x for open']}\n\n{open_board}")
    assert isinstance(first, Record)
    assert isinstance(second, Record)
    assert second.puzzle.name == "binairo"
    assert second.reading == "read as Binairo, x for open, as a puzzle above"


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("[[0, 1],\n [1, 0],\n [1, !],\n [0, 1]]", "3:6"),
        ("0,1,,\n1,,0\n,,,\n,,,", "2:5"),
        ("```\n0!01\n....\n....\n....\n```", "2:2"),
    ],
)
def test_errors_name_the_place_in_the_text(text: str, place: str) -> None:
    (item,) = loads_all(text, source="a")
    assert isinstance(item, InputError)
    assert str(item).startswith(f"a:{place}: ")


CELLS = st.sampled_from(["0", "1", "2", "x", ".", "7"])
MATRIX = st.integers(2, 6).flatmap(
    lambda width: st.lists(st.lists(CELLS, min_size=width, max_size=width), min_size=2, max_size=6)
)
WAYS: dict[str, Callable[[list[list[str]]], str]] = {
    "close": lambda rows: "\n".join(map("".join, rows)),
    "blanks": lambda rows: "\n".join(map(" ".join, rows)),
    "tabs": lambda rows: "\n".join(map("\t".join, rows)),
    "commas": lambda rows: "\n".join(map(",".join, rows)),
    "bars": lambda rows: "\n".join(f"| {' | '.join(row)} |" for row in rows),
    "JSON": json.dumps,
    "a language": lambda rows: f"x = {rows}\n",
    "braces": lambda rows: "{" + ",\n".join("{" + ",".join(row) + "}" for row in rows) + "};",
    "a fence": lambda rows: "Look at this here:\n```\n" + "\n".join(map("".join, rows)) + "\n```\n",
    "HTML": lambda rows: "<table>" + "".join(f"<tr><td>{'<td>'.join(row)}</tr>" for row in rows) + "</table>",
}


@pytest.mark.parametrize("way", WAYS)
@given(rows=MATRIX)
def test_whatever_the_dress_the_tokens_are_the_same(way: str, rows: list[list[str]]) -> None:
    text = WAYS[way](rows)
    peeled = next((found for one in dressings(text) if (found := list(one))), None)
    ways = grids(text.split("\n")) if peeled is None else peeled[0]
    assert rows in [[list(row) for row in grid.rows] for grid in ways]
    grid = next(grid for grid in ways if [list(row) for row in grid.rows] == rows)
    lines = text.split("\n")
    for row, column in itertools.product(range(len(rows)), range(len(rows[0]))):
        line, place = grid.place(row, column)
        assert lines[line - 1].startswith(rows[row][column], place - 1)


ASKED_FOR = {
    ("takuzu-text", "binairo"): "a board without -, which other kinds may mean too, of which several may fit",
}
"""What is not read back without options, with the reason: it is asked about, and the right reading named."""


@pytest.mark.parametrize(("format_name", "kind"), PAIRS)
def test_what_is_written_is_read_back_without_options(format_name: str, kind: str) -> None:
    chosen, board = formats.get(format_name), kinds.get(kind)
    puzzle = board.from_text(board.examples[0].split("\n"))
    if format_name.startswith("tatham") and kind == "binairo":  # it takes none so small
        puzzle = loads("6x6u:ejacbaHcd")
    text = chosen.write(Record("text:1", puzzle))
    (item,) = loads_all(text)
    expected = only(list(loads_all(text, format=format_name, kind=kind))).puzzle
    if isinstance(item, AmbiguousInputError):
        assert f"--kind {kind}" in str(item) or f"--format {format_name}" in str(item)
        assert (format_name, kind) in ASKED_FOR
    else:
        rules = {name: getattr(expected, name) for name in expected.switches}
        assert same(only([item]).puzzle.with_switches(**rules), expected)


def test_how_far_it_is_from_a_square() -> None:
    assert off(35) == "35 cells: a square has 36; is it cut off?"
    assert off(37, 2) == "37 cells: a square has 36; is one too many?"
    (item,) = loads_all("0.1.1.0..1.10..")
    assert "15 cells: a square has 16; is it cut off?" in str(item)


SCATTERED = {
    "legup": "cells come with their places, and one that is missing is open",
    "asp": "the same",
    "akari-csv": "the same",
    "akari-lup": "the same",
    "penpa": "cells come with their places, packed",
    "tatham-save": "lines say how many bytes they have",
    "puzzlekit-json": "rows are in a string, tested as puzzlekit",
}
"""Formats in which no cell follows another, and why there is none to miss."""
COUNTED = re.compile(r"cells|labels|got [0-9]|cut off|ends before|goes on after|JSON")
FULL = {
    "lightup": "lightup\n.1..\n....\n#.2.\n.1.2",
    "binairo": "6x6u:ejacbaHcd",
    "mosaic": "mosaic\n.1.2\n....\n1.2.\n.1.2",
}
"""Boards that end with a clue, or are large enough for each format."""


@pytest.mark.parametrize(("format_name", "kind"), [pair for pair in PAIRS if pair[0] not in SCATTERED])
@pytest.mark.parametrize("named", [True, False])
def test_a_cell_too_few_or_too_many_is_said(format_name: str, kind: str, named: bool) -> None:
    chosen, board = formats.get(format_name), kinds.get(kind)
    puzzle = loads(FULL[kind]) if kind in FULL else board.from_text(board.examples[0].split("\n"))
    lines = chosen.write(Record("text:1", puzzle)).rstrip("\n").split("\n")
    # The last line with cells: behind it some formats have words, or brackets.
    last = max(number for number, line in enumerate(lines) if line.strip("[]") not in {"end", "moves", "solution"})
    body, tail = re.fullmatch(r"(.*?)([\s\]}\",]*)", lines[last]).groups()  # type: ignore[union-attr]
    *_, cell = re.split(r"[ ,]", body)
    apart = cell if len(cell) < 3 and re.search("[ ,]", body) else cell[-1]
    fewer = body[: -len(apart)].rstrip(" ,") if apart == cell else body[:-1]
    more = body + (
        body[-len(apart) - 1 - (body[-len(apart) - 2 : -len(apart) - 1] == ",") :] if apart == cell else apart
    )
    said = {"format": format_name, "kind": kind} if named else {}
    for changed in (fewer, more):
        (item,) = loads_all("\n".join([*lines[:last], changed + tail, *lines[last + 1 :]]), **said)  # type: ignore[arg-type]
        notes = str(item) if isinstance(item, InputError) else " ".join(item.notes)
        assert COUNTED.search(notes), (changed + tail, item)


@pytest.mark.parametrize(
    "text",
    [
        "[" * 10_000,
        "[" * 10_000 + "0" + "]" * 10_000,
        "{[(" * 5_000,
        "\"'`" * 5_000,
        "```\n" * 5_000,
        "<tr><td>1" * 5_000,
        "<" * 10_000,
        "|-" * 5_000,
        "[1]" + " " * 10_000 + "[1]",
        "1,0," * 5_000,
        "x" * 10_000 + ".",
        "Some( " * 5_000,
        '"' + '\\"' * 20_000,
        "|-\n" * 5_000,
        "-" * 20_000 + "x|",
        "a, b 'c' \"" * 3_000,
    ],
)
def test_hostile_texts_are_one_sentence(text: str) -> None:
    items = list(loads_all(text, source="a"))
    assert len(items) <= 2
    assert not any(isinstance(item, ReaderError) for item in items)
    assert all(len(str(item)) < 1_000 for item in items if isinstance(item, InputError))


def test_no_more_than_so_much_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("litgrid.formats.MOST_BYTES", 100)
    (item,) = loads_all("1,0,\n" * 100, source="a")
    assert str(item).startswith("a: expected at most")
