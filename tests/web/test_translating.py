"""The sentences that litgrid says in English, in the other languages of the page."""

from __future__ import annotations

import ast
import json
import re
import tomllib
from pathlib import Path

import click
import pytest

import litgrid
from litgrid.core.words import LANGUAGES, OWN
from litgrid.web import words
from litgrid.web.tasks.files import convert
from litgrid.web.translating import language_of, translated
from litgrid.web.work import answered

HERE = Path(litgrid.__file__).parent
OTHERS = [language for language in LANGUAGES if language != OWN]
HOLE = re.compile(r"\{\w*\}")
TEXTS = (
    "",
    "hello",
    "https://example.com/",
    "https://puzz.link/p?slither/5/5/abc",
    "https://puzz.link/p?akari/0/3/g",
    "https://puzz.link/p?akari/999/999/g",
    "7x7:abc",
    "lightup\n.5.",
    "lightup\n..\n...",
    "lightup 3x3\n..",
    "binairo\n...\n...\n...",
    "gappy\n1 2 3\n1 2",
    "gappy\n1 2 9\n1 2 1",
    "#z=abc",
    "https://puzz.link/p?akari/3",
    "https://swaroopg92.github.io/penpa-edit/#m=edit",
    "https://swaroopg92.github.io/penpa-edit/#m=edit&p=abc",
    "3x3:a1",
    "7x7#123456",
    "lightup\n",
    "gappy\n1 2",
    "gappy\na b\n1 2",
    "binairo lit\n..",
    "<html>",
    '{"kind":"lightup"}',
)
"""What people paste that is no puzzle."""


JOINED = re.compile(r"Missing (argument|option) |No such option |\{subject\} |\{rest\}")
"""Sentences that are put together of pieces."""


def said(language: str) -> dict[str, str]:
    found: dict[str, str] = tomllib.loads(
        (Path(words.__file__).parent / "said" / f"{language}.toml").read_text(encoding="utf-8")
    )["said"]
    return found


def literals() -> set[str]:
    """Return the texts of the sources of litgrid and of click, with ``{}`` for what is put into them."""
    found = set()
    for path in [*HERE.rglob("*.py"), *Path(click.__file__).parent.glob("*.py")]:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.add(re.sub(r"(?<=\w)!r(?=\})", "", node.value))
            elif isinstance(node, ast.JoinedStr):
                parts = (str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values)
                found.add("".join(parts))
    return found


def question(language: str, text: str) -> bytes:
    return json.dumps({"text": text, "language": language}).encode()


@pytest.mark.parametrize("language", OTHERS)
class TestCatalogue:
    def test_what_is_filled_in_is_there(self, language: str) -> None:
        for own, other in said(language).items():
            assert set(HOLE.findall(own)) >= set(HOLE.findall(other)), own

    def test_litgrid_says_each_of_them(self, language: str) -> None:
        telling = [text for text in literals() if len(HOLE.sub("", text)) >= 12]
        patterns = re.compile("|".join(f"(?:{'.*'.join(map(re.escape, HOLE.split(text)))})" for text in telling), re.S)
        for own in said(language):
            if len(HOLE.sub("", own)) >= 12 and not own.endswith("{rest}") and not JOINED.match(own):
                assert patterns.fullmatch(own), own

    def test_each_is_found_again(self, language: str) -> None:
        for own in said(language):
            assert (
                translated(HOLE.sub("7", own.replace("{rest}", "the server is ending")), language).find("anglais") < 0
            )


class TestWhatPeopleSee:
    @pytest.mark.parametrize("text", TEXTS)
    def test_texts_that_are_no_puzzle(self, text: str) -> None:
        (frame,) = answered("read", question("fr", text))
        sentence = json.loads(frame.content)["error"]
        assert translated(sentence, "fr") != sentence
        assert "anglais" not in translated(sentence, "fr")

    def test_words_within_sentences(self) -> None:
        (frame,) = answered("read", question("fr", "lightup\n.?."))
        sentence = translated(json.loads(frame.content)["error"], "fr")
        assert "(libre)" in sentence
        assert "(free)" not in sentence

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_what_formats_cannot_hold(self, language: str) -> None:
        puzzle = {"kind": "lightup", "clues": ["..", ".."]}
        impossible = convert({"puzzle": puzzle, "language": language})["impossible"]
        assert impossible
        assert not [sentence for sentence in impossible.values() if "anglais" in sentence]

    def test_high_marks_stay_with_the_words_before_them(self) -> None:
        assert translated("this is a bug in litgrid (x); please report it", "fr").count("\N{NO-BREAK SPACE};") == 1

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_what_formats_lose(self, language: str) -> None:
        puzzle = {"kind": "binairo", "id": "one", "level": 2, "clues": ["0...", "....", "....", "...1"]}
        puzzle["unique_lines"] = False
        lost = convert({"puzzle": puzzle, "entries": ["0000"] * 4, "language": language})["lost"]
        assert lost
        assert not [sentence for some in lost.values() for sentence in some if "anglais" in sentence]

    def test_a_place_is_said_where_there_are_lines(self) -> None:
        (frame,) = answered("read", question("en", "lightup\n.5."))
        assert json.loads(frame.content)["error"].startswith("line 2, column 2: expected")
        (frame,) = answered("read", question("en", "7x7:abc"))
        assert json.loads(frame.content)["error"].startswith("expected the 49 cells")


@pytest.mark.parametrize(
    ("header", "language"),
    [("fr", "fr"), ("fr-CH, en;q=0.9", "fr"), ("EN", "en"), ("de", "en"), ("", "en"), (";;,", "en")],
)
def test_languages_of_browsers(header: str, language: str) -> None:
    assert language_of(header) == language


@pytest.mark.parametrize(
    ("own", "other"),
    [
        ("several.txt:1: this puzzle has several answers", "several.txt:1 : cette grille a plusieurs solutions"),
        (
            "a.txt:1: its level is left out: x is written from right to left, and litgrid cannot set that",
            "a.txt:1 : son niveau est omis : x s'écrit de droite à gauche, ce que litgrid ne sait pas composer",
        ),
        ("a.txt:3:5: the format x holds y only, not z", "a.txt:3:5 : le format x ne garde que y, pas z"),
        (
            "a.txt:1: tatham has no place for signs; they are left out, which makes it another puzzle",
            "a.txt:1 : tatham ne garde pas les signes ; sans eux, c'est une autre grille",
        ),
        ("a.txt: 12,345 puzzles", "a.txt : 12\u202f345 grilles"),
        (
            "expected a letter from a to z or A to Z; got '1,234'",
            "il faut une lettre de a à z ou de A à Z ; il y a '1,234'",
        ),
    ],
)
def test_places_pieces_and_numbers_are_of_one_language(own: str, other: str) -> None:
    assert translated(own, "fr").replace("\xa0", " ") == other
