"""What a text could be: detected where only one reading is possible, asked for otherwise."""

from __future__ import annotations

import itertools

import pytest

from litgrid.core.errors import AmbiguousInputError, InputError, UnknownNameError
from litgrid.formats import Record, formats, loads, loads_all
from tests.formats.boards import error_of

SAFE = {
    # a character that only one kind has
    "#..\n...": "lightup",
    "o.": "lightup",
    "x.": "lightup",
    "xoo": "lightup",
    "0 4 .\n. . #": "lightup",
    "01.\n.5.\n...": "mosaic",
    "..1\n5.4\ngiven:\n#??\n???": "mosaic",
    # labels, apart from each other and beyond what a cell can be
    "5 5 1 6 1 5 1 6 1\n1 1 1 1 5 1 6 1 6": "gappy",
    "- 3 - - -\n3 - - - -": "gappy",
    # a header
    "takuzu\n01\n10": "binairo",
    "akari 1x2\n..": "lightup",
    "binairo 2 2 no-unique-lines\n01\n10": "binairo",
    # a bulb of only one format
    "\ufeff2\r\n_O\r\n__\r\n": "lightup",
    # a grid of W and B
    "1 1\n1 1\nWB\nBW": None,
    '{"kind":"akari","clues":[".."]}': "lightup",
}


@pytest.mark.parametrize(("text", "kind"), SAFE.items())
def test_one_possible_reading(text: str, kind: str | None) -> None:
    if kind is None:
        # Labels of 2 x 2 are out of range: it is read as Gappy, and the error says so.
        with pytest.raises(InputError, match="expected a label from 0 to 0"):
            loads(text)
    else:
        assert loads(text).name == kind


ASKED = {
    "..\n..": "Light Up or Binairo or Mosaic",
    "0 1\n1 0\n. .\n. .": "Light Up or Binairo or Gappy or Mosaic",
    "1 4 1\n4 1 4": "Light Up or Gappy or Mosaic",
}


@pytest.mark.parametrize(("text", "names"), ASKED.items())
def test_several_possible_kinds(text: str, names: str) -> None:
    with pytest.raises(AmbiguousInputError, match=f"this could be {names}: say which with --kind lightup") as caught:
        loads(text, source="a.txt")
    assert str(caught.value).startswith("a.txt:1:1: ")


@pytest.mark.parametrize("text", ["3\n...\n.#.\n...", "3\n\n...\n.#.\n...", "2\n..\n..", "2\n#.\n..", "1\n."])
def test_a_size_line_does_not_say_what_a_point_means(text: str) -> None:
    # "." is a free cell in the plain text, and a cell without a bulb in the first programs' files.
    with pytest.raises(AmbiguousInputError, match="--format lightup-classic" if text != "1\n." else "1 x 1"):
        loads(text)
    assert "x" in loads(text, format="lightup-classic").clues[0] + loads(text, format="lightup-classic").clues[-1]
    if text != "1\n." and "\n\n" not in text:
        assert "x" not in "".join(loads(text, format="text", kind="lightup").clues)


@pytest.mark.parametrize(
    ("text", "kind", "rows"),
    [
        ("2x2\n..\n..", "lightup", 2),
        ("2 2\n.#\n..", None, None),  # a row of two numbered walls, or a size
        ("4 2\n..\n..\n..\n..", "lightup", None),
        ("4 2\n..\n..\n..", "lightup", None),  # a size line that is wrong, or a row
        ("2 2\n. .\n. .", "lightup", None),
        ("3\n.\n.\n.", None, None),
        ("3\n.\n.\n.", "lightup", None),
        ("2\n.", "lightup", 2),  # only a row: nothing below is 2 x 2, nor two rows
        ("4 2\n. .\n. .", "lightup", 3),
        ("3x3\n...\n.#.", None, None),  # a row was forgotten, or there is a mark
        ("2x4\n1.0\n.0.", None, None),
        ("2 2 #\n...", None, 2),
        ("2x2\n.#\n..", None, 2),
        ("3 2\n#..\n...", None, -1),
        ("9\n5 5 1 6 1 5 1 6 1\n1 1 1 1 5 1 6 1 6", None, 9),
        ("9 9\n5 5 1 6 1 5 1 6 1\n1 1 1 1 5 1 6 1 6", None, 9),
    ],
)
def test_a_first_line_that_is_a_size_or_a_row_is_never_guessed_at(
    text: str, kind: str | None, rows: int | None
) -> None:
    """``rows``: of the puzzle; ``None`` where it is to be asked, -1 where the size is wrong."""
    if rows is None:
        with pytest.raises(AmbiguousInputError, match=r"could be the size .* or the first row of Light Up"):
            loads(text, kind=kind)
    elif rows < 0:
        with pytest.raises(InputError, match="as this line says"):
            loads(text, kind=kind)
    else:
        assert loads(text, kind=kind).shape.rows == rows


def test_what_cannot_work_is_not_offered() -> None:
    good = '{"kind":"lightup","clues":[".#"]}'
    first, second = loads_all(f"lightup\n.#\n\n{good}\n", source="a")
    assert isinstance(first, Record)
    assert "got a JSON object" in str(second)
    assert [type(item) for item in loads_all(f"# comment\n\n{good}\n")] == [InputError, Record]


def test_what_is_said_decides() -> None:
    assert loads("01\n10", kind="takuzu").name == "binairo"
    assert loads("01\n10", kind="LIGHTUP").clues == ["01", "10"]
    assert loads("2\n..\n..", kind="binairo").clues == ["..", ".."]  # a kind that only one of the formats holds


def test_a_kind_that_the_text_contradicts() -> None:
    for text in ("lightup\n..", '{"kind":"lightup","clues":[".."]}'):
        with pytest.raises(InputError, match="expected the kind binairo, as asked for, got lightup"):
            loads(text, kind="binairo")
    with pytest.raises(InputError, match="the format gappy-classic holds gappy only"):
        loads("1 1\n1 1", kind="binairo", format="gappy-classic")


def test_names_that_do_not_exist() -> None:
    with pytest.raises(UnknownNameError, match="a kind of puzzle"):
        loads("..", kind="sudoku")
    with pytest.raises(UnknownNameError, match="a format"):
        loads("..", format="pdf")
    with pytest.raises(TypeError, match="expected a switch, one of unique_lines; got 'unique'"):
        loads("..", kind="binairo", unique=True)


def test_switches_of_the_caller_win() -> None:
    text = '{"kind":"binairo","clues":["01","10"],"unique_lines":true}'
    assert loads(text).unique_lines is True  # type: ignore[attr-defined]
    assert loads(text, unique_lines=None).unique_lines is True  # type: ignore[attr-defined]
    assert loads(text, unique_lines=False).unique_lines is False  # type: ignore[attr-defined]
    assert loads("binairo no-unique-lines\n01\n10").unique_lines is False  # type: ignore[attr-defined]
    assert loads("binairo no-unique-lines\n01\n10", unique_lines=True).unique_lines is True  # type: ignore[attr-defined]
    assert loads(".#", unique_lines=False).name == "lightup"  # a kind without the switch


def test_exactly_one_puzzle() -> None:
    with pytest.raises(InputError, match=r"a:3:1: expected one puzzle, got another one"):
        loads(".#\n\n.#", source="a")
    with pytest.raises(InputError, match=r"^a: expected a puzzle, got nothing"):
        loads("\n \n", source="a")


def test_each_puzzle_of_a_text_is_detected_by_itself() -> None:
    found = list(loads_all(".#\n\n..\n\n5 3\n1 1\n\n.#", source="a"))
    assert [type(item) for item in found] == [Record, AmbiguousInputError, InputError, Record]
    assert [item.line for item in found] == [1, 3, 5, 8]


def test_a_kind_of_others_is_detected_too(queens: object) -> None:
    # Its alphabet is all that detection knows of a kind.
    assert loads("Q..\n...\n...").name == "eightqueens"
    assert loads("eight-queens no-diagonals\n...\n...\n...").diagonals is False  # type: ignore[attr-defined]
    with pytest.raises(AmbiguousInputError, match="Light Up or Binairo or Mosaic or Queens"):
        loads("...\n...")


@pytest.mark.parametrize("text", ["", "\n\n", "\x0c"])
def test_nothing_is_no_format(text: str) -> None:
    assert not any(candidate.sniff(text) for candidate in formats)
    (item,) = loads_all(text)
    assert isinstance(item, InputError)


def test_a_grid_without_its_size_line() -> None:
    with pytest.raises(InputError, match="expected a line with the size of the grid, got '__'"):
        loads("__\n__", format="lightup-classic")
    with pytest.raises(InputError, match="expected 2 rows, as the size line says, got 0"):
        loads("2", format="lightup-classic")


LINKS = {
    "pzpr": "https://puzz.link/p?akari/3/3/gbh.gc",
    "tatham": "6x6u:ejacbaHcd",
    "penpa": formats.get("penpa").example.strip(),
}


@pytest.mark.parametrize("order", list(itertools.permutations(LINKS)))
def test_a_list_may_have_links_of_several_formats(order: tuple[str, ...]) -> None:
    lines = [LINKS[name] for name in order] * 2
    expected = [next(loads_all(line)) for line in lines]
    found = list(loads_all("\n\n".join(lines), source="a"))
    assert [item.puzzle.clues for item in found] == [item.puzzle.clues for item in expected]  # type: ignore[union-attr]
    assert [item.line for item in found] == [1, 3, 5, 7, 9, 11]


def test_a_bad_link_in_a_list_costs_itself_alone() -> None:
    akari = "https://puzz.link/p?akari/3/3/gb"
    text = f"{LINKS['tatham']}\n{akari}\nh.gc\nhttps://puzz.link/p?aqre/3/3/a\nhttps://tinyurl.com/a\n3x3:a"
    first, wrapped, other, nothing, short = loads_all(text, source="a")
    assert [first.line, wrapped.line] == [1, 2]
    assert wrapped.puzzle.clues == [".1.", "...", "#.2"]  # type: ignore[union-attr]
    assert str(other) == "a:4:1: this is an aqre link; litgrid knows lightup, binairo, gappy, mosaic, starbattle"
    assert str(nothing).startswith("a:5:1: expected a link that has the puzzle in it")
    assert str(short).startswith("a:6:1: expected the 9 cells")


def test_a_format_or_kind_that_was_said_holds_for_all_links() -> None:
    text = f"{LINKS['pzpr']}\n{LINKS['tatham']}\n"
    for said in ({"format": "pzpr"}, {"kind": "lightup"}):
        assert [type(item) for item in loads_all(text, **said)] == [Record, InputError]  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "sentence"),
    {
        "https://tinyurl.com/abc": "a:1:1: expected a link that has the puzzle in it (of puzz.link, pzv.jp, Kanpen",
        "\n <https://www.janko.at/Raetsel/Akari/001.a.htm>": "a:2:1: expected a link that has the puzzle in it",
        "<html><body>Light Up</body></html>": "a:1:1: expected a page or a file that litgrid knows",
        '\n<?xml version="1.0"?><svg/>': "a:2:1: expected a page or a file that litgrid knows",
        "9x9": "a:1:1: expected a grid of 9 x 9 below its size, got nothing",
        "7x7#12": "a:1:1: expected a game ID with the board in it, as 3x3:a1dBa2, got the random seed '7x7#12'",
        "8x8dt#1": "a:1:1: expected a game ID with the board in it",
    }.items(),
)
def test_a_text_of_no_format_is_called_what_it_is(text: str, sentence: str) -> None:
    (item,) = loads_all(text, source="a")
    assert isinstance(item, InputError)
    assert str(item).startswith(sentence)


@pytest.mark.parametrize(
    ("text", "sentence"),
    {"3x3": "a grid that is missing, or the first row of Light Up 1 x 3", "3x3#12": "several things"}.items(),
)
def test_a_size_or_a_seed_that_could_be_a_row_is_asked_about(text: str, sentence: str) -> None:
    with pytest.raises(AmbiguousInputError, match=sentence):
        loads(text)


@pytest.mark.parametrize(
    ("text", "sentence"),
    {
        "4x4\n....\n.0..\n....": "a:1:1: expected 4 x 4 cells, as this line says, got 3 x 4",
        "2 4\n1122\n221": "a:3:4: expected 4 cells, as in the first row, got 3: is it cut off?",
    }.items(),
)
def test_what_nearly_every_kind_says_is_wrong_is_said(text: str, sentence: str) -> None:
    """One kind has more against these lines, as that its sides are even; no question of kinds would help."""
    assert error_of(text) == sentence
