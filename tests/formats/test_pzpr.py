"""Links and files of pzpr: what they decode to, by a transcription of its loops, and what is said of bad ones."""

from __future__ import annotations

import random
import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from litgrid.core.codecs import Fours
from litgrid.core.errors import InputError, LitgridError
from litgrid.core.grid import Shape
from litgrid.formats import Record, formats, loads_all
from litgrid.formats.pzpr import decode
from litgrid.puzzles import empty
from tests.formats.boards import error_of, read

GRID = [".1.", "...", "#.2"]
CODEC = Fours()


def decode_4_cell(body: str, size: int) -> tuple[str, bool]:
    """The loop of pzprjs, transcribed: a cursor that moves over the board; and whether it came to the end."""
    cells = ["."] * size
    cursor = 0
    for char in body:
        if char in "01234":
            cells[cursor] = char
        elif char in "56789":
            cells[cursor] = str(int(char) - 5)
            cursor += 1
        elif char in "abcde":
            cells[cursor] = str(int(char, 16) - 10)
            cursor += 2
        elif "g" <= char <= "z":
            cursor += int(char, 36) - 16
        elif char == ".":
            cells[cursor] = "#"
        cursor += 1
        if cursor >= size:
            break
    return "".join(cells), cursor >= size


def encode_4_cell(cells: str) -> str:
    """The other loop of pzprjs, transcribed."""
    text, run, place = "", 0, 0
    while place < len(cells):
        cell, token = cells[place], ""
        wall = [place + ahead < len(cells) and cells[place + ahead] != "." for ahead in (1, 2)]
        if cell == "#":
            token = "."
        elif cell != ".":
            token = str(int(cell)) if wall[0] else str(int(cell) + 5) if wall[1] else "abcde"[int(cell)]
            place += 0 if wall[0] else 1 if wall[1] else 2
        else:
            run += 1
        digits = string.digits + string.ascii_lowercase
        if run and (token or run == 20):
            text, run = text + digits[run + 15] + token, 0
        elif not run:
            text += token
        place += 1
    return text + ((string.digits + string.ascii_lowercase)[run + 15] if run else "")


@given(cells=st.text(".......#01234", min_size=1, max_size=120))
def test_a_body_is_what_pzpr_writes_and_reads(cells: str) -> None:
    assert CODEC.encode(cells) == encode_4_cell(cells)
    assert decode(CODEC, CODEC.encode(cells), Shape(1, len(cells))) == (cells, [])


def test_3000_random_bodies_are_read_as_pzpr_reads_them() -> None:
    random_bodies = random.Random(5)
    for _ in range(3000):
        alphabet = random_bodies.choice(["0123456789abcdeghijklz.", string.printable, "0.z"])
        body = "".join(random_bodies.choices(alphabet, k=random_bodies.randrange(40)))
        rows, columns = random_bodies.randrange(1, 9), random_bodies.randrange(1, 9)
        cells, full = decode_4_cell(body, rows * columns)
        if full or not body:
            assert decode(CODEC, body, Shape(rows, columns))[0] == cells
        else:
            with pytest.raises(InputError, match="is it cut off"):
                decode(CODEC, body, Shape(rows, columns))
        for item in loads_all(f"https://puzz.link/p?akari/{columns}/{rows}/{body}", format="pzpr"):
            assert isinstance(item, InputError | Record)


@pytest.mark.parametrize(
    "link",
    [
        "https://puzz.link/p?akari/3/3/gbh.gc",
        "https://puzz.link/p?akari/3/3/gbh.gc/",
        "  http://pzv.jp/p.html?lightup/3/3/gbh.gc",
        "https://puzz.link/p?bijutsukan/3/3/gbh.gc",
        "https://puzz.link/p?akari_edit/3/3/gbh.gc",
        "https://puzz.link/p?lightup_play/3/3/gbh.gc",
        "https://puzz.link/p?type=editor&akari/3/3/gbh.gc",
        "https://pzprxs.vercel.app/p?akari/v:x/3/3/gbh.gc",
        "https://puzz.link/p?akari/d/3/3/gbh.gc",
        "akari/3/3/gbh.gc",
        "https://puzz.link/p?akari/3/3/g1j.g2",  # the numbers alone, as cspuz writes them
        "https://puzz.link/p?aka\nri/3/3/gb\nh.gc\n",
        "http://www.kanpen.net/bijutsukan.html?problem=3/3/._1_._/._._._/5_._2_/",
        "http://www.kanpen.net/bijutsukan.html?pzpr=3/3/gbh.gc",
        "https://puzz.link/p?pzprv3/lightup/3/3/.%201%20.%20/.%20.%20.%20/-%20.%202%20/",
    ],
)
def test_every_way_to_write_a_link(link: str) -> None:
    record = read(link)
    assert record.puzzle.clues == GRID
    assert record.warnings == ()


def test_several_links_one_a_line() -> None:
    text = "https://puzz.link/p?akari/3/3/gbh.gc\n\nhttps://puzz.link/p?akari/2/1/h\nhttps://puzz.link/p?akari/x\n"
    found = list(loads_all(text, source="a"))
    assert [item.line for item in found] == [1, 3, 4]
    assert [isinstance(item, Record) for item in found] == [True, True, False]


def test_what_a_link_has_too_much_or_too_little_is_said() -> None:
    bodies = ("gbh.gc", "gbh.gcc", "fff.zz", "")
    assert [read(f"https://puzz.link/p?akari/3/3/{body}").warnings for body in bodies] == [
        (),
        ("a link goes on after its board is full: the rest is not read",),
        (
            "characters without a meaning in a link are taken as free cells",
            "a link goes on after its board is full: the rest is not read",
        ),
        ("a link ends before its board is full: the cells that are missing are taken as free",),
    ]


def test_a_kind_that_the_format_does_not_hold() -> None:
    assert error_of("https://puzz.link/p?akari/3/3/gbh.gc", kind="binairo").startswith(
        "a: expected the kind binairo, as asked for, but the format pzpr holds lightup, starbattle only"
    )
    assert "the kind binairo, as asked for, got a link to lightup" in error_of("a/lightup.html#3x3:i", kind="binairo")
    with pytest.raises(LitgridError, match="the format pzpr holds lightup, starbattle only, not binairo"):
        formats.get("pzpr").write(Record("a", empty("binairo", "6")))


BAD = {
    "https://puzz.link/p?slitherlink/3/3/abc": "a:1:1: this is a slitherlink link; litgrid knows lightup, bin",
    "https://pzv.jp/p.html?nurikabe/3/3/abc": "a:1:1: this is a nurikabe link; litgrid knows",
    "https://puzz.link/p?binairo/4/4/abc": "a:1:1: this is a binairo link; litgrid knows",
    "https://puzz.link/p?akari": "a:1:1: expected the width, the height and the cells after akari/, got ''",
    "https://puzz.link/p?akari/10/": "a:1:1: expected the width, the height and the cells after akari/, got '10/'",
    "https://puzz.link/p?akari/1000000000/1000000000/a": "a:1:1: expected a number of rows, from 1 to 4,000,000, got",
    "https://puzz.link/p?akari/100000000/100000000/a": "a:1:1: expected at most 4,000,000 cells, got 100000000 rows",
    "https://puzz.link/p?akari/-3/3/a": "a:1:1: expected a number of columns",
    f"https://puzz.link/p?akari/{'9' * 5000}/3/a": "a:1:1: expected a number of columns, from 1 to 4,000,000, got '999",
    "http://www.kanpen.net/bijutsukan.html?problem=3/3/._1_._/": "a:1:1: expected 9 cells, for 3 x 3, got 3",
    "http://www.kanpen.net/bijutsukan.html?problem=1/2/._9_/": "a:1:1: expected cells as . and 0 to 5, got '9'",
    "https://puzz.link/p?akari/3/3/gbh.g": "a:1:1: expected 9 cells, for 3 x 3, got 8: is it cut off?",
    "https://puzz.link/p?akari/3/3/gbh": "a:1:1: expected 9 cells, for 3 x 3, got 6: is it cut off?",
    "https://puzz.link/p?pzprv3/slither/3/3/": "a:1:1: this is a slither file",
    "https://puzz.link/p?akari/3/3/\udcff": "a:1:31: expected text in UTF-8",
    "pzprv3\nlightup": "a:2:1: expected the genre, the rows and the columns, a line each, got the end: is it cut off?",
    "pzprv3\nlightup\n2\n2\n. .": "a:6:1: expected 2 rows, as the file says, got 1: is it cut off?",
    "pzprv3\nlightup\n1\n2\n. 7 ": "a:5:3: expected one of . (free), - (wall), # (bulb), + (no bulb), 0 1 2",
    "pzprv3\nlightup\n1\n3\n. . ": "a:5:4: expected 3 cells, as the file says, got 2",
    "pzprv3\nlightup\n1000000000\n1\n": "a:3:1: expected a number of rows, from 1 to 4,000,000",
    "pzprv3/lightup/1/2/. 7 /": "a:1:1: expected one of . (free), - (wall)",
}


@pytest.mark.parametrize(("text", "sentence"), BAD.items())
def test_a_bad_one_gets_one_sentence(text: str, sentence: str) -> None:
    said = error_of(text)
    assert said.startswith(sentence)
    assert "\n" not in said
    assert len(said) < 300


def test_what_a_player_has_done_is_the_answer() -> None:
    record = read("pzprv3\nlightup\n2\n3\n# 1 . \n. + - \n")
    assert record.puzzle.clues == [".1.", "..#"]
    assert record.filled is not None
    assert record.filled.tolist() == [[1, 0, -1], [-1, 0, 0]]


def test_what_a_file_has_beside_the_board_is_said() -> None:
    head = "pzprv3\nlightup\n1\n2\n# 1 \n"
    assert read(head + '. - \ninfo:{\n "metadata":{}\n}').warnings == (
        "which clues a player has marked as done is not kept",
        "notes and the history of moves are not kept",
    )
    assert read(head + "TrialData(1)\n. 1\nhttp://pzv.jp/p.html?lightup/2/1/g1").warnings == (
        "a player's trial is not kept",
    )
    assert read(head + "more").warnings == ("what follows the board is not read",)
    assert read(head.replace("\n", "/")).puzzle.clues == [".1"]
    assert [item.line for item in loads_all(head + "pzprv3.1\nakari\n1\n1\n. \n")] == [1, 6]
