"""Numbers and blanks of texts are read in one way, here and wherever a text is read."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import litgrid
from litgrid.core.errors import InputError
from litgrid.core.numerals import SPACE, whole, words
from litgrid.formats import Format, Record, formats, loads_all

SOURCES = Path(litgrid.__file__).parent
READERS = ("core", "formats", "puzzles", "sat", "cli", "web", "lab", "engines")
"""Folders in which texts of others are read."""
OWN_WAY = {"isdigit", "isdecimal", "isnumeric", "isspace", "splitlines"}
"""Methods of text that have a list of digits, blanks or line ends of their own."""
DIGITS = [char for char in map(chr, range(128, sys.maxunicode)) if char.isdigit() or char.isdecimal()]
BLANKS = [char for char in map(chr, range(sys.maxunicode)) if char.isspace() and char not in SPACE]


def test_only_ascii_digits_make_a_number() -> None:
    assert [whole(str(number)) for number in range(200)] == list(range(200))
    for char in [*DIGITS, *BLANKS, "_", "+", "-", ".", "e", "x", " ", "\t", "\n", ""]:
        for text in (char, f"1{char}0", f"{char}1", f"1{char}"):
            assert whole(text) == (int(text) if re.fullmatch("[0-9]+", text) else None), repr(text)
    assert whole("9" * 9) == 999_999_999
    assert whole("0" * 10) is None


def test_only_blanks_and_tabs_separate_words() -> None:
    for char in BLANKS:
        assert words(f"a{char}b c\td") == [f"a{char}b", "c", "d"]


def calls(file: Path) -> Iterator[tuple[int, str]]:
    """Yield the lines of a file that read digits or blanks in a way of their own."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Attribute) and node.attr in OWN_WAY:
            yield node.lineno, node.attr
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and "compile" in ast.unparse(node.func):
            said = ast.unparse(node)
            if re.search(r"\\{1,2}[sSdD]", said) and "ASCII" not in said and not re.search(r"\bb['\"]", said):
                yield node.lineno, said


OURS = {
    "core/numerals.py",  # the one way
    "core/memory.py",  # what the system says
    "core/warden.py",  # what it and our own processes say
    "lab/measuring.py",  # what our own worker prints
    "lab/serving.py",  # what the system prints
    "core/rulewords.py",  # a sentence of ours
    "web/translating.py",  # and such
}


def test_no_reader_has_a_way_of_its_own() -> None:
    found = {
        str(file.relative_to(SOURCES)): list(calls(file))
        for folder in READERS
        for file in (SOURCES / folder).rglob("*.py")
    }
    assert {name for name, some in found.items() if some} <= OURS, found


@pytest.mark.parametrize("chosen", list(formats), ids=lambda one: one.name)
def test_strange_digits_and_blanks_are_no_digits_and_blanks(chosen: Format) -> None:
    """In the place of a digit, or beside one, such a character is an error or part of a name, and never a number."""
    example = chosen.example
    meant = [item.puzzle.text() for item in loads_all(example, format=chosen.name) if isinstance(item, Record)]
    for place in [match.start() for match in re.finditer("[0-9]", example)][:12]:
        for char in ("\u0663", "\u00b2", "\uff12", "\u2167", "\x1c", "\x1e", "\x85", "\xa0", "_", "+"):
            for text in (example[:place] + char + example[place + 1 :], example[:place] + char + example[place:]):
                for item in loads_all(text, format=chosen.name):
                    assert isinstance(item, InputError) or "\u0663" not in item.puzzle.text()
                    assert not isinstance(item, InputError) or item.__cause__ is None, repr(text)
    assert meant
