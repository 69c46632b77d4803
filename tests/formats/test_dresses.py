"""Every dress of every kind: the board comes out as it went in, or we ask, with what it is among the readings.

The boards are our own. Whatever a dress loses, no other board may come out of it.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable, Iterator

import pytest

from litgrid.core.errors import AmbiguousInputError, InputError
from litgrid.formats import Record, loads_all
from litgrid.lab.generate import generate
from litgrid.puzzles import kinds

Rows = list[list[str]]

BOARDS = {
    "binairo": [".001", ".010", "01..", ".10."],
    "lightup": [".1.", "...", "#.2"],
    "mosaic": ["3.1", ".4.", "1.1"],
    "starbattle": ["AABBB", "AABBB", "CADDB", "CCDDE", "CCDEE"],
    "gappy": ["13111", "22111"],
}
OPENS = ["-", "x", "", " ", "9", "_", "?"]


def lines(rows: Rows, between: str = "", before: str = "", end: str = "\n", quote: str = "") -> str:
    return "".join(f"{before}{between.join(f'{quote}{cell}{quote}' for cell in row)}{end}" for row in rows)


def close(rows: Rows) -> list[str]:
    return ["".join(row) for row in rows]


def table(head: list[str], rows: Rows) -> str:
    """Return a table of Markdown."""
    return lines([head, ["---"] * len(head), *rows], " | ", "| ", " |\n")


APART: dict[str, Callable[[Rows], str]] = {
    "tabs": lambda rows: lines(rows, "\t"),
    "tabs of a spreadsheet": lambda rows: lines(rows, "\t", end="\r\n"),
    "commas": lambda rows: lines(rows, ","),
    "semicolons": lambda rows: lines(rows, ";"),
    "quotes and commas": lambda rows: lines(rows, ",", quote='"'),
    "quotes and tabs": lambda rows: lines(rows, "\t", quote='"'),
    "single quotes and semicolons": lambda rows: lines(rows, "; ", quote="'"),
    "a table": lambda rows: table(rows[0], rows[1:]),
    "a table below letters": lambda rows: (
        f"Here it is:\n\n{table(list('ABCDE'[: len(rows[0])]), rows)}\nWho can solve it?\n"
    ),
    "lists": lambda rows: json.dumps(rows),
    "a program": lambda rows: f"grid = {rows!r}\n",
}
CLOSE: dict[str, Callable[[Rows], str]] = {
    "lines": lines,
    "blanks": lambda rows: lines(rows, " "),
    "a list of rows": lambda rows: json.dumps(close(rows)),
    "a list of rows, a line each": lambda rows: json.dumps(close(rows), indent=2),
    "a fence": lambda rows: f"My grid:\n\n```\n{lines(rows)}```\nthanks a lot\n",
    "quoted": lambda rows: lines(rows, before="> "),
    "quoted in a mail": lambda rows: f"He wrote:\n\n{lines(rows, before='> ')}\nIs it solvable?\n",
    "indented": lambda rows: lines(rows, before="    "),
    "in a list": lambda rows: f"- note\n\n{lines(rows, before='    ')}\nbye\n",
    "words around": lambda rows: f"Can anybody solve this one?\n\n{lines(rows)}\nThanks a lot, and bye\n",
}


def spelt() -> Iterator[tuple[str, str, Rows]]:
    """Yield kinds, the name of a spelling, and rows of tokens."""
    for kind, board in BOARDS.items():
        rows = [list(row) for row in board]
        yield kind, "own", rows
        for opened in OPENS if any("." in row for row in board) else []:
            if kind == "binairo" or opened != "9":
                yield kind, repr(opened), [[opened if cell == "." else cell for cell in row] for row in rows]
        if kind == "lightup":
            yield kind, "W and B", [[{".": "W", "#": "B"}.get(cell, cell) for cell in row] for row in rows]


SPELT = list(spelt())
DRESSED = [
    pytest.param(kind, rows, dress(rows), id=f"{kind} {spelling}, {name}")
    for kind, spelling, rows in SPELT
    for name, dress in itertools.chain(APART.items(), CLOSE.items())
    if name in APART or spelling != "''"
]


@pytest.mark.parametrize(("kind", "rows", "text"), DRESSED)
def test_a_dress_is_taken_off_or_asked_about(kind: str, rows: Rows, text: str) -> None:
    """The board is what it was; a question names its kind; nothing else may come."""
    (item,) = loads_all(text)
    if isinstance(item, AmbiguousInputError):
        assert kinds.get(kind).title in item.message
        return
    assert isinstance(item, Record), item
    assert item.puzzle.name == kind, item.reading
    board = "\n".join(item.puzzle.text().split("\n")[kind == "starbattle" :])
    assert "".join(board.split()) == "".join(BOARDS[kind])


def stars(text: str) -> int:
    (item,) = loads_all(text)
    assert isinstance(item, Record), item
    assert f"stars: {item.puzzle.clues['stars']}: exactly one answer" in (item.reading or "")
    number: int = item.puzzle.clues["stars"]
    return number


@pytest.mark.parametrize("dress", [*APART.values(), *CLOSE.values()])
@pytest.mark.parametrize("number", [1, 2])
def test_the_puzzle_decides_how_many_stars_there_are(dress: Callable[[Rows], str], number: int) -> None:
    """The maps are made to have exactly one answer with so many stars."""
    (record,) = generate("starbattle", "8x8", 1, layers={"stars": number}, seed=1)
    assert stars(dress([list(row) for row in record.puzzle.clues["regions"]])) == number


def test_how_many_stars_there_are_is_asked_for_where_the_puzzle_does_not_decide() -> None:
    """Of four rows as regions there are several answers with one star."""
    (item,) = loads_all("AAAA\nBBBB\nCCCC\nDDDD\n")
    assert isinstance(item, AmbiguousInputError)
    assert "'stars: 1' above it or a line 'stars: 2' above it" in item.message


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("BWB\nWWW\nBW2\n", "lightup"),
        ("BBWW\nWWWW\nWW2W\nWWWW\n", "lightup"),
        ("null\t1\tnull\t0\nnull\tnull\t0\tnull\nnull\t0\tnull\tnull\n1\t1\tnull\t0\n", "binairo"),
    ],
)
def test_a_first_row_of_letters_is_no_header(text: str, kind: str) -> None:
    """It has as many cells as the rows below, and some of them are there as well."""
    (item,) = loads_all(text, kind=kind)
    assert isinstance(item, Record)
    assert item.puzzle.shape.rows == len(text.splitlines())


@pytest.mark.parametrize("text", ["akarri\n......\n..1...\n", "akarri 3 3\n. 1 .\n. . .\n# . 2\n"])
def test_a_header_with_a_wrong_name_is_none_of_the_rows(text: str) -> None:
    """It shares no cell with them."""
    (item,) = loads_all(text)
    assert isinstance(item, InputError)
    assert "expected the name of a kind of puzzle" in item.message


@pytest.mark.parametrize("escape", ["\\u2588", "\\u{2588}"])
def test_escapes_in_strings_are_decoded(escape: str) -> None:
    """As json.dumps writes them; what is wrong behind one has its place in the text as it came."""
    text = f'["__1{escape}_", "0____", "___3_", "__1__", "_____"]'
    (item,) = loads_all(text)
    assert isinstance(item, Record)
    assert item.puzzle.clues == ["..1#.", "0....", "...3.", "..1..", "....."]
    (wrong,) = loads_all(text.replace(f"{escape}_", f"{escape}y"))
    assert isinstance(wrong, InputError)
    assert (wrong.line, wrong.column) == (1, text.index(escape) + len(escape) + 1)


@pytest.mark.parametrize("escape", ["\\q", "\\t", "\\\\", "\\u00e9"])
def test_a_string_with_another_escape_is_not_left_out(escape: str) -> None:
    """The rows before it are not taken for the board."""
    rows = [*["......."] * 3, f"..{escape}....", *["......."] * 3]
    (item,) = loads_all("[" + ", ".join(f'"{row}"' for row in rows) + "]")
    assert isinstance(item, InputError)


@pytest.mark.parametrize("rule", ["|---|---|---|\n", "|:-:|:-:|:-:|\n", "| --- | --- | --- |\n", "|-|-|-|\n", ""])
@pytest.mark.parametrize("rows", [["###", "#1#", "---"], ["---", "-1-", "###"], ["-1-", "---", "#-2"]])
def test_only_a_rule_is_left_out_of_a_table(rows: list[str], rule: str) -> None:
    """A row of open cells is none, but for a second line that may be either: then we ask or the puzzle decides."""
    first, *others = ("| " + " | ".join(row) + " |\n" for row in rows)
    (item,) = loads_all(first + rule + "".join(others))
    boards = {"\n".join(rows).replace("-", ".")}
    if rule == "|-|-|-|\n":
        boards.add("\n".join([rows[0], "---", *rows[1:]]).replace("-", "."))
    elif not rule and rows[1] == "---":
        boards.add("\n".join([rows[0], *rows[2:]]).replace("-", "."))
    assert isinstance(item, AmbiguousInputError) or (isinstance(item, Record) and item.puzzle.text() in boards), item


def test_a_blank_line_parts_boards_whose_blanks_are_no_cells() -> None:
    """Even where it is as long as a row."""
    rows = "0 . . 1\n. 0 . .\n. . . .\n1 . . 0\n"
    assert len(list(loads_all(f"{rows}       \n{rows}", kind="binairo"))) == 2


def test_the_place_of_what_is_wrong_is_that_in_the_text() -> None:
    """What stands before the lines is counted."""
    (item,) = loads_all("> .1.0\n> ..0.\n> .0y.\n> 11.0\n", kind="binairo")
    assert isinstance(item, InputError)
    assert (item.line, item.column) == (3, 5)


def test_a_single_word_beside_a_puzzle_is_no_puzzle_but_a_wrong_name_is_an_error() -> None:
    """The word may be a note; what is nearly the name of a kind was meant as a header."""
    board = ".1.0\n..0.\n.0..\n11.0\n"
    assert len(list(loads_all(f"{board}\nbye\n"))) == 1
    assert len(list(loads_all(f"{board}\nbinario\n"))) == 2


@pytest.mark.parametrize("dress", [*APART.values(), *CLOSE.values()])
def test_a_character_that_does_not_belong_is_named(dress: Callable[[Rows], str]) -> None:
    """It makes no other puzzle of the rest."""
    items = list(loads_all(dress([list(row) for row in ("x1x0", "xx0x", "x0xx", "11y0")])))
    assert not any(isinstance(item, Record | AmbiguousInputError) for item in items), items
    assert any("Binairo" in str(item) and str(item).endswith("got 'y'") for item in items), items


@pytest.mark.parametrize(("last", "sentence"), [("11.", "is it cut off?"), ("11.00", "is one too many?")])
@pytest.mark.parametrize("dress", [lines, lambda rows: lines(rows, ","), CLOSE["a list of rows"], CLOSE["quoted"]])
def test_a_row_that_is_off_by_one_says_so(dress: Callable[[Rows], str], last: str, sentence: str) -> None:
    """In rows, and in lists of them."""
    (item,) = loads_all(dress([list(row) for row in (".1.0", "..0.", ".0..", last)]))
    assert isinstance(item, InputError)
    assert item.message.startswith("expected 4 cells, as in the first row, got ")
    assert item.message.endswith(sentence)


def test_brackets_around_a_number_are_no_board() -> None:
    """But a list of lists is one, of whatever size."""
    assert isinstance(next(loads_all("[" * 100 + "1" + "]" * 100)), InputError)
    assert isinstance(next(loads_all("[[1]]")), Record)


def test_a_game_id_with_a_cell_too_many_says_so() -> None:
    """As one with too few."""
    (item,) = loads_all("3x3:a1dBa2a\n")
    assert isinstance(item, InputError)
    assert item.message.endswith("got 10: is one too many?")


def test_an_empty_first_column_is_not_lost_where_lines_are_indented() -> None:
    """Without it the board may have exactly one answer as well: then we ask, with the sizes."""
    rows = ["  33 ", "   3 ", " 3   ", "  6  ", "     "]
    (item,) = loads_all("".join(f"    {row}\n" for row in rows), kind="mosaic")
    sizes = str(item) if isinstance(item, InputError) else str(item.puzzle.shape)
    assert "5 x 5" in sizes
