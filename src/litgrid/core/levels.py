"""The one scale of difficulty: its numbers, 1 to 4, what each is called, and what it takes, in any language.

The words are in ``levels.LANGUAGE.toml``, for the command, the page and booklets. What a level is measured by is in
:mod:`litgrid.explaining.grading`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import ceil
from typing import Annotated

from litgrid.core.characters import shorten
from litgrid.core.errors import LitgridError
from litgrid.core.numerals import SPACE, real, whole
from litgrid.core.options import Said
from litgrid.core.words import LANGUAGES, OWN, beside

LEVELS = (1, 2, 3, 4)
BETWEEN = "a level, or the lowest and the highest"
SCORES = "a score in tenths from 1.2 to 4.9, or the lowest and the highest, as 3.5..4"
TENTHS = [tenth / 10 for tenth in range(12, 50) if tenth != 20]
"""All scores of puzzles with something to do: the shortest look at one cell is 1.2, and of level 2 it is 2.1."""
EXPECTED = "a level, 1 to 4 or easy, medium, hard, very hard"


def words(language: str = OWN) -> dict[str, dict[str, str]]:
    """Return what is said of levels, by their numbers: ``level``, what they are called, and ``takes``."""
    said = beside(__name__, language)
    return {section: said[section] for section in ("level", "takes")}


def name(level: int, language: str = OWN) -> str:
    """Return what a level is called."""
    return words(language)["level"][str(level)]


def takes(level: int, language: str = OWN) -> str:
    """Return what a puzzle of a level takes.

    >>> takes(1)
    'One rule at a time decides everything.'
    """
    return words(language)["takes"][str(level)]


def number(said: object) -> int | None:
    """Return the level that a number or a word of any language means, ``None`` where it is of another scale."""
    if isinstance(said, str):
        known = {word: int(key) for language in LANGUAGES for key, word in words(language)["level"].items()}
        word = said.strip(SPACE)
        said = known.get(word.lower().replace("-", " ")) or whole(word)
    return said if type(said) is int and said in LEVELS else None


def level(said: object) -> int:
    """Return the level that a number or a word means; raise :class:`LitgridError` where it is none."""
    found = number(said)
    if found is None:
        raise LitgridError(f"expected {EXPECTED}, got {shorten(said)}")
    return found


def between(said: object) -> tuple[int, int]:
    """Return the lowest and the highest level: of one, of two, or of a text with both.

    >>> between("medium"), between("easy..hard"), between(("easy", 3)), between("2-4")
    ((2, 2), (1, 3), (1, 3), (2, 4))
    >>> between("2..")
    Traceback (most recent call last):
    litgrid.core.errors.LitgridError: expected a level, or the lowest and the highest, got '2..'

    Raises :class:`LitgridError` where they are none, or the lowest is not the first.
    """
    parts: Sequence[object] = said if isinstance(said, (tuple, list)) else (said,)
    if isinstance(said, str) and number(said) is None:
        parts = re.split(r"\.\.|-(?=[1-4]$)", said)
    if len(parts) not in (1, 2) or "" in map(str, parts):
        raise LitgridError(f"expected {BETWEEN}, got {shorten(said)}")
    low, high = level(parts[0]), level(parts[-1])
    if low > high:
        raise LitgridError(f"expected the lowest level first, got {low} to {high}")
    return low, high


def scores(said: object) -> tuple[float, float]:
    """Return the lowest and the highest score: of one, of two, or of a text with both.

    >>> scores("3.5..4"), scores(2.3), scores((1, 1.5))
    ((3.5, 4.0), (2.3, 2.3), (1.0, 1.5))

    Raises :class:`LitgridError` where they are none, no score lies between, or the lowest is not the first.
    """
    parts: Sequence[object] = said if isinstance(said, (tuple, list)) else str(said).split("..")
    found = [value for part in parts if (value := real(str(part))) is not None and 1 <= value <= LEVELS[-1] + 1]
    if not 1 <= len(parts) == len(found) <= 2:
        raise LitgridError(f"expected {SCORES}, got {shorten(said)}")
    low, high = found[0], found[-1]
    if low > high:
        raise LitgridError(f"expected the lowest score first, got {low:g} to {high:g}")
    # With 3.5..4 the next level is not meant: see of_scores.
    if not any(low <= score <= high and (score < high or low == high or high % 1) for score in TENTHS):
        raise LitgridError(f"expected {SCORES}, got {shorten(said)}: no score lies there")
    return low, high


def of_scores(low: float, high: float) -> tuple[int, int]:
    """Return the lowest and the highest level of which puzzles have a score in between.

    >>> of_scores(3.5, 4), of_scores(1.2, 4.1), of_scores(2, 2)
    ((3, 3), (1, 4), (2, 2))
    """
    return int(low), max(int(low), ceil(high) - 1)


Scores = Annotated[float | str | tuple[float, float] | None, Said(scores, SCORES)]
"""A score, or the lowest and the highest; ``None``: it is not said."""
Level = Annotated[int | str, Said(level, EXPECTED)]
"""A level of difficulty, as a number or in a word."""
