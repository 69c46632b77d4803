"""What a booklet holds and how it is to look, as data, and the words that it says itself, in any language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from litgrid.core.scene import Scene
from litgrid.core.words import OWN, beside
from litgrid.render.outlines import FONT
from litgrid.render.sheet import Paper

Where = Literal["back", "after", "none"]
"""Where answers are."""
Links = Literal["none", "words", "qr"]
"""How it is said where a puzzle can be played."""


@dataclass(frozen=True)
class Entry:
    """A puzzle of a booklet."""

    heading: str  # the words above it, after its number
    puzzle: Scene  # its picture
    answer: Scene | None = None  # that of its answer, if there is one
    note: str = ""  # a word on its answer
    # how hard it is: 1 to 4, or a word of another scale; ``None`` where that is not known
    level: int | str | None = None
    name: str = ""  # if it is called anything
    link: tuple[str, str] | None = None  # the address where it can be played, and the name of the site


@dataclass(frozen=True)
class Section:
    """Puzzles that begin on a new page, under a title."""

    title: str
    entries: Sequence[Entry]


@dataclass(frozen=True)
class Rules:
    """The rules of a kind: its name, sentences, and an example with its answer, if there is one."""

    title: str
    sentences: tuple[str, ...]
    example: tuple[Scene, Scene] | None = None


@dataclass(frozen=True)
class Design:
    """How a booklet is to look."""

    title: str = ""  # with the author on the cover, or where there is none on the first page
    author: str = ""
    cover: bool = True  # whether a booklet with a title or an author has a cover
    legend: bool = True  # whether it is said what the levels mean, where puzzles have some
    per_page: int = 4  # how many puzzles a page; fewer where boards are large
    answers: Where = "back"  # whether answers come at the back, after each page of puzzles, or not at all
    # whether it is said where each puzzle can be played: in words that lead there, or as a QR code
    links: Links = "none"
    paper: Paper = "a4"  # ``"a4"`` or ``"letter"``
    language: str = OWN  # that of the booklet's own words
    font: Path = FONT  # a TrueType or OpenType font for all text; without one, that which comes along


def words(language: str) -> Mapping[str, Mapping[str, Any]]:
    """Return what booklets say in a language, by section and name."""
    return beside(__name__, language)


def said(name: str, language: str, number: int | None = None, **places: object) -> str:
    """Return what a booklet says, in the form for a number.

    >>> said("puzzles", "en", 30)
    '30 puzzles'
    """
    form = words(language)["booklet"][name]
    if isinstance(form, dict):
        form = form["one" if number == 1 else "many"]
    return str(form).format(number=number, **places)
