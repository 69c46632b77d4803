"""What holds for links, IDs and task strings of every format."""

from __future__ import annotations

import random
import string

import pytest

from litgrid.core.errors import InputError
from litgrid.core.grid import Shape
from litgrid.formats import Record, formats, loads, loads_all
from litgrid.puzzles import kinds
from tests.formats.boards import read

GRID = [".1.", "...", "#.2"]


def test_the_width_comes_first_and_in_kanpen_the_rows() -> None:
    assert read("https://puzz.link/p?akari/3/2/g6c").puzzle.clues == [".1.", "2.."]
    assert read("http://www.kanpen.net/bijutsukan.html?problem=2/3/._1_._/2_._._/").puzzle.clues == [".1.", "2.."]
    assert read("3x2:a1a2b").puzzle.clues == [".1.", "2.."]
    assert read("pzprv3\nlightup\n2\n3\n. 1 . \n2 . . \n").puzzle.clues == [".1.", "2.."]


NAMES = ["pzpr", "pzprv3", "pencilbox", "tatham", "tatham-save", "puzzle-binairo", "puzzle-light-up"]


@pytest.mark.parametrize("number", [800, pytest.param(10_000, marks=pytest.mark.slow)])
def test_random_texts_after_the_beginnings_of_links_crash_nothing(number: int) -> None:
    random_texts = random.Random(6)
    begins = [
        "https://puzz.link/p?akari/",
        "https://puzz.link/p?pzprv3/",
        "http://www.kanpen.net/bijutsukan.html?problem=",
        "pzprv3\nlightup\n2\n2\n",
        "pzprv3\n",
        "6x6u:",
        "6x6:",
        "lightup.html#",
        "SAVEFILE:41:x\n",
        "2\n2\n",
        "<puzzle type='bijutsukan'><size row='2' col='2'/>",
        "var task = '",
        "",
    ]
    for _ in range(number):
        alphabet = random_texts.choice([string.printable, "0123456789abcz/B:#_.\n ", "a1B:x"])
        text = random_texts.choice(begins) + "".join(random_texts.choices(alphabet, k=random_texts.randrange(30)))
        for name in (None, *NAMES):
            for item in loads_all(text, format=name):
                assert isinstance(item, InputError | Record)


@pytest.mark.parametrize(
    "text", ["a" * 100_000, "1" * 100_000, "?" * 100_000, "x1" * 50_000, "task='" * 20_000, "a." * 50_000]
)
def test_a_long_line_is_gone_over_once(text: str) -> None:
    # A pattern that tries anew at every character would take minutes.
    for name in formats.names():
        for item in loads_all(text, format=name):
            assert isinstance(item, InputError | Record)
    list(loads_all(text))


@pytest.mark.parametrize("name", NAMES)
def test_a_board_of_100_x_100(name: str) -> None:
    chosen = formats.get(name)
    for kind in chosen.kinds:
        chars = random.Random(7).choices(sorted(set(kinds.get(kind).alphabet) - {"o", "x"}), k=10_000)
        rows = ["".join(chars[start : start + 100]) for start in range(0, 10_000, 100)]
        made = kinds.get(kind)
        puzzle = made.empty(Shape(100, 100)) if made.layers and not made.labelled else made.from_clues(rows)
        assert loads(chosen.write(Record("text:1", puzzle)), format=name, kind=kind) == puzzle
