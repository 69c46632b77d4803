"""Reading one JSON value and saying where in the file something in it stands.

Python's decoder tells no places, and its objects hide a key that is written twice. So the value is decoded first, and
only where something is wrong with it the text is gone through once more.
"""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Iterator
from typing import NamedTuple

from litgrid.core.characters import shorten
from litgrid.core.errors import InputError
from litgrid.core.numerals import SPACE

BLANK = re.compile(r"[ \t\r\n]*")
TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[\[\]{}]|-?Infinity|NaN|-?[0-9]+', re.DOTALL)
COLON = re.compile(r"[ \t\r\n]*:")
DEEPEST = 100
"""No puzzle nests its brackets nearly as deep."""
PLAIN = json.JSONDecoder()


class _RefusedError(Exception):
    """A value that is JSON to Python and not to everybody; :func:`_refusal` says what and where."""


def _constant(name: str) -> None:
    raise _RefusedError(name)


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise _RefusedError("a key twice")
    return found


STRICT = json.JSONDecoder(parse_constant=_constant, object_pairs_hook=_object)


def after_blanks(text: str, place: int) -> int:
    """Return where the blanks that begin at a place end."""
    match = BLANK.match(text, place)
    return match.end() if match else place


class Origin(NamedTuple):
    """Where a JSON value stands: in a text, from a place on, which is on that line of the file."""

    text: str
    start: int
    line: int

    def value(self) -> tuple[object, int]:
        """Return the value, and where it ends."""
        start = after_blanks(self.text, self.start)
        try:
            return STRICT.raw_decode(self.text, start)
        except json.JSONDecodeError as error:
            rest = self.text[error.pos : error.pos + 100].lstrip(SPACE).split("\n")[0]
            got = shorten(rest) if rest else "the end"
            message = f"expected JSON ({error.msg[:1].lower()}{error.msg[1:]}), got {got}"
            raise self.error(error.pos if rest else len(self.text.rstrip(SPACE)), message) from None
        except (_RefusedError, RecursionError, ValueError):  # ValueError: a number of more digits than Python converts
            raise self.error(*_refusal(self.text, start)) from None

    def members(self, key: str) -> Iterator[tuple[str, Origin]]:
        """Return the keys of the object under a key of this one, and where their values stand."""
        outer = _step(self.text, after_blanks(self.text, self.start), key)
        if outer is None or self.text[outer] != "{":
            return
        line, counted = self.line, self.start
        for name, place in _entries(self.text, outer):
            line, counted = line + self.text.count("\n", counted, place), place
            yield str(name), Origin(self.text, place, line)

    def error(self, place: int, message: str) -> InputError:
        """Return an error about a place of the text."""
        line = self.line + self.text.count("\n", self.start, place)
        return InputError(message, line=line, column=place - self.text.rfind("\n", 0, place))

    def at(self, message: str, *path: str | int, character: int | None = None) -> InputError:
        """Return an error about what stands at a path (keys, and indices from 0), or as far down it as there is any.

        ``character``: about that character (from 1) of the text that stands there, if it is written without escapes.
        """
        place = after_blanks(self.text, self.start)
        for step in path:
            inner = _step(self.text, place, step)
            if inner is None:
                return self.error(place, message)
            place = inner
        if character is not None and self.text[place] == '"':
            _, end = PLAIN.raw_decode(self.text, place)
            if "\\" not in self.text[place:end]:
                place = min(place + character, end - 1)
        return self.error(place, message)


def _step(text: str, place: int, step: str | int) -> int | None:
    """Return where the value of a key or index begins, in the object or array that begins at a place."""
    if text[place] != ("{" if isinstance(step, str) else "["):
        return None
    return next((inner for name, inner in _entries(text, place) if name == step), None)


def _entries(text: str, place: int) -> Iterator[tuple[str | int, int]]:
    """Yield the keys, or the indices from 0, of what begins at a place, and where their values begin."""
    keyed = text[place] == "{"
    place = after_blanks(text, place + 1)
    for index in itertools.count():
        if text[place] in "]}":
            return
        name: str | int = index
        if keyed:
            name, place = PLAIN.raw_decode(text, place)
            place = after_blanks(text, after_blanks(text, place) + 1)
        yield name, place
        _, place = PLAIN.raw_decode(text, place)
        place = after_blanks(text, place)
        if text[place] == ",":
            place = after_blanks(text, place + 1)


def _refusal(text: str, start: int) -> tuple[int, str]:
    """Return where the first thing is that the strict decoder refuses, and a sentence about it."""
    keys: list[set[str]] = []
    place, longest = start, ""
    for token in _tokens(text, start):
        first = token[0][0]
        if first in "{[":
            keys.append(set())
            if len(keys) > DEEPEST:
                return token.start(), "expected JSON of a puzzle, got brackets nested too deeply"
        elif first in "]}":
            keys.pop()
        elif first == '"':
            if COLON.match(text, token.end()):
                key = json.loads(token[0])
                if key in keys[-1]:
                    return token.start(), f"expected each key once, got {shorten(key)} again"
                keys[-1].add(key)
        elif first == "N" or token[0].endswith("y"):
            return token.start(), f"expected JSON, which has no number {token[0]}"
        elif len(token[0]) > len(longest):
            place, longest = token.start(), token[0]
    return place, "expected JSON of a puzzle, got a number that is too long"


def _tokens(text: str, start: int) -> Iterator[re.Match[str]]:
    """Return the tokens of the value that begins at a place; what the value stands in goes on behind it."""
    depth = 0
    for token in TOKEN.finditer(text, start):
        yield token
        depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(token[0], 0)
        if depth <= 0:
            return
