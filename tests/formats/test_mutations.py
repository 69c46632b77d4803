"""Texts of each format that came to harm, many in the slow tests: each is read, or there is a sentence about it."""

from __future__ import annotations

import random
from collections.abc import Iterator

import numpy as np
import pytest

from litgrid.core.errors import InputError, LitgridError
from litgrid.formats import Format, Record, formats, loads, loads_all
from litgrid.formats.penpa_link import pack, unpack
from litgrid.puzzles import kinds

BOARDS = [
    loads("lightup\n.1.o\n..x.\n#.2."),
    loads("binairo\n0..1\n....\n.1..\n...."),
    loads("gappy\n1 - 2 0\n- 1 0 2\n?#..\n....\n....\n...."),
]
PIECES = [
    "\ud800",
    "999999999",
    "1" * 5000,
    "-1",
    "null",
    "1e9",
    "NaN",
    "[]",
    "{}",
    '"x"',
    "\u2028",
    "\ud800",
    "\udce9",
    "²",
    "\r",
    "",
]
CHARACTERS = '.-_#xXoO@0123456789[]{}",: \n\t<>=/&%;zé\0'
ANSWER = '[[34],[],1,null,[[]],["34,3H"]]'
NAMES = ["janko", "puzzlekit", "puzzlekit-json", "penpa", "legup", "takuzu-text", "binoxxo", "asp", "cspuz"]
NAMES += ["akari-contest", "akari-csv", "akari-lup"]


def harmed(text: str, rng: random.Random) -> str:
    for _ in range(rng.choice([1, 1, 2, 5, 20])):
        place, other = rng.randrange(len(text) + 1), rng.randrange(len(text) + 1)
        piece = rng.choice(
            [rng.choice(CHARACTERS), rng.choice(CHARACTERS), rng.choice(PIECES), text[other : other + 30]]
        )
        text = text[:place] + piece + text[place + rng.choice([0, 1, 1, 3, 20]) :]
    return text


def texts(name: str) -> Iterator[str]:
    chosen = formats.get(name)
    yield chosen.example
    for puzzle in BOARDS:
        answer = np.zeros((puzzle.shape.rows, puzzle.shape.columns), dtype=np.int8)
        answer[0, 0] = 1
        for filled in (None, answer):
            try:
                yield chosen.write(Record("a name", puzzle, filled, answer=filled))
            except LitgridError:
                continue


def within(link: str, rng: random.Random) -> str:
    """Return a link of Penpa+ whose text came to harm."""
    text = harmed(unpack(link.strip().partition("p=")[2].partition("&")[0]), rng).encode("utf-8", "replace").decode()
    return f"m=edit&p={pack(text)}" + rng.choice(["", f"&a={pack(ANSWER)}"])


@pytest.mark.parametrize("number", [900, pytest.param(9000, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", NAMES)
def test_harmed_texts(name: str, number: int) -> None:
    rng = random.Random(name)
    whole = list(texts(name))
    seen = {"Record": 0, "InputError": 0, "AmbiguousInputError": 0, "UnknownKindError": 0}
    for _ in range(number):
        text = rng.choice(whole)
        text = within(text, rng) if name == "penpa" and rng.random() < 0.7 else harmed(text, rng)
        kind = rng.choice([None, None, *kinds.names()])
        for item in loads_all(text, kind=kind, format=rng.choice([*[name] * 9, None]), source="a"):
            seen[type(item).__name__] += 1
            if isinstance(item, InputError):
                assert str(item).startswith("a:")
                assert "\n" not in str(item)
                assert len(str(item)) < 500
                assert item.line is None or 1 <= item.line <= text.count("\n") + text.count("\r") + 2
    assert seen["Record"] > 0
    assert seen["InputError"] > number // 3


@pytest.mark.parametrize("stray", [0, 0xD800, 0xDC80, 0xDFFF])
@pytest.mark.parametrize("chosen", list(formats), ids=lambda one: one.name)
def test_what_is_no_text_is_an_error_and_no_crash(chosen: Format, stray: int) -> None:
    example = chosen.example
    for place in range(0, len(example) + 1, max(1, len(example) // 40)):
        text = example[:place] + chr(stray) + example[place:]
        for name in (None, chosen.name):
            for item in loads_all(text, format=name, source="a"):
                assert isinstance(item, Record) or str(item).encode()
