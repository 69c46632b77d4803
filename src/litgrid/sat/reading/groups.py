"""S-expressions: a text as words and groups in parentheses, each with its place."""

from __future__ import annotations

import re
from dataclasses import dataclass

from litgrid.core.errors import error_at

_TOKEN = re.compile(r'\(|\)|\|[^|]*\||"(?:[^"]|"")*"|;[^\n]*|[^\s()|";]+', re.ASCII)
DEEPEST = 200
"""No deeper term is read."""


@dataclass(frozen=True, slots=True)
class Word:
    """A symbol or a number, and its place in the text."""

    text: str
    place: int


@dataclass(frozen=True, slots=True)
class Group:
    """What stands in parentheses, and the place of the first."""

    parts: list[Word | Group]
    place: int


def groups(text: str) -> list[Word | Group]:
    """Return a text's words and groups."""
    top: list[Word | Group] = []
    opened: list[Group] = []
    for token in _TOKEN.finditer(text):
        here = opened[-1].parts if opened else top
        if token[0] == "(":
            group = Group([], token.start())
            here.append(group)
            opened.append(group)
            if len(opened) > DEEPEST:
                raise error_at(text, token.start(), f"expected terms of at most {DEEPEST} levels, got a deeper one")
        elif token[0] == ")":
            if not opened:
                raise error_at(text, token.start(), "expected no ')' here, as none is open")
            opened.pop()
        elif not token[0].startswith(";"):
            here.append(Word(token[0].strip("|"), token.start()))
    if opened:
        raise error_at(text, opened[-1].place, "expected a ')' for this parenthesis: is the file cut off?")
    return top
