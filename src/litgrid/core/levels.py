"""The one scale of difficulty: its numbers, 1 to 4, what each is called, and what it takes, in any language.

The words are in ``levels.LANGUAGE.toml``, for the command, the page and booklets. What a level is measured by is in
:mod:`litgrid.explaining.grading`.
"""

from __future__ import annotations

from litgrid.core.numerals import whole
from litgrid.core.words import LANGUAGES, OWN, beside

LEVELS = (1, 2, 3, 4)


def words(language: str = OWN) -> dict[str, dict[str, str]]:
    """Return what is said of levels, by their numbers: ``level``, what they are called, and ``takes``."""
    said = beside(__name__, language)
    return {section: said[section] for section in ("level", "takes")}


def name(level: int, language: str = OWN) -> str:
    """Return what a level is called.

    >>> name(2), name(4, "fr")
    ('medium', 'très difficile')
    """
    return words(language)["level"][str(level)]


def takes(level: int, language: str = OWN) -> str:
    """Return what a puzzle of a level takes.

    >>> takes(1)
    'One rule at a time decides everything.'
    """
    return words(language)["takes"][str(level)]


def number(said: int | str | None) -> int | None:
    """Return the level that a number or a word of any language means, ``None`` where it is of another scale.

    >>> number("Medium"), number("3"), number("très difficile"), number("lunatic"), number(7)
    (2, 3, 4, None, None)
    """
    if isinstance(said, str):
        known = {word: int(key) for language in LANGUAGES for key, word in words(language)["level"].items()}
        said = known.get(said.strip().lower()) or whole(said.strip())
    return said if said in LEVELS else None
