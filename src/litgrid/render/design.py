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
    """A puzzle of a booklet.

    Attributes
    ----------
    heading
        the words above it, after its number
    puzzle, answer
        its picture, and that of its answer, if there is one
    note
        a word on its answer
    level
        how hard it is: 1 to 4, or a word of another scale; ``None`` where that is not known
    name
        what it is called, if it is called anything
    link
        the address where it can be played, and the name of the site
    """

    heading: str
    puzzle: Scene
    answer: Scene | None = None
    note: str = ""
    level: int | str | None = None
    name: str = ""
    link: tuple[str, str] | None = None


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
    """How a booklet is to look.

    Attributes
    ----------
    title, author
        stand on the cover, or where there is none on the first page
    cover
        whether a booklet with a title or an author has a cover
    legend
        whether it is said what the levels mean, where puzzles have some
    per_page
        how many puzzles a page; fewer where boards are large
    answers
        whether answers come at the back, after each page of puzzles, or not at all
    links
        whether it is said where each puzzle can be played: in words that lead there, or as a QR code
    paper
        ``"a4"`` or ``"letter"``
    language
        that of the booklet's own words
    font
        a TrueType or OpenType font for all text; without one, that which comes along
    """

    title: str = ""
    author: str = ""
    cover: bool = True
    legend: bool = True
    per_page: int = 4
    answers: Where = "back"
    links: Links = "none"
    paper: Paper = "a4"
    language: str = OWN
    font: Path = FONT


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
