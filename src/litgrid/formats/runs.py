"""Boards on one line, where a letter stands for so many open cells: ``a`` for one, ``z`` for 26.

Every other character is one cell. Programs by Simon Tatham and several web sites write boards so.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from string import ascii_lowercase

from litgrid.core.errors import InputError

OPEN = "."
WALLS = {"B": "#", **{str(number): str(number) for number in range(5)}}
"""How the walls of Light Up are written in such a text."""

RUNS = {letter: OPEN * number for number, letter in enumerate(ascii_lowercase, 1)}
RUN = re.compile(r"\.{1,26}")


def length(text: str, cells: Mapping[str, str]) -> int | None:
    """Return how many cells a text stands for; ``None`` where a character has no meaning.

    ``cells`` is what each character that is not a letter of a run means.

    >>> length("a1z", {"1": "1"}), length("a1?", {"1": "1"})
    (28, None)
    """
    counts = {char: text.count(char) for char in {*RUNS, *cells}}
    if sum(counts.values()) < len(text):
        return None
    return sum(number * len(RUNS.get(char, OPEN)) for char, number in counts.items())


def expand(text: str, cells: Mapping[str, str]) -> str:
    """Return the cells that a text stands for, a character each; ask for its :func:`length` before.

    Raises
    ------
    InputError
        for a character that has no meaning; its column counts from the text's first character.

    >>> expand("a1c", {"1": "1"})
    '.1...'
    """
    column = next((place for place, char in enumerate(text, 1) if char not in RUNS and char not in cells), None)
    if column is not None:
        known = " ".join(cells)
        got = text[column - 1]
        raise InputError(f"expected a letter from a to z or one of {known}; got {got!r}", line=1, column=column)
    return text.translate({ord(char): meaning for char, meaning in {**RUNS, **cells}.items()})


def shrink(board: str, cells: Mapping[str, str]) -> str:
    """Return the text that stands for cells: the inverse of :func:`expand`.

    >>> shrink(".1" + "." * 30, {"1": "1"})
    'a1zd'
    """
    back = {ord(cell): char for char, cell in cells.items()}
    return RUN.sub(lambda run: ascii_lowercase[len(run[0]) - 1], board.translate(back))
