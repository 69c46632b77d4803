"""The catalogues: every sentence of an explanation, one file a language, with places for cells and rules.

All catalogues of litgrid are TOML files that :func:`read` reads, and in the languages that are named here.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from litgrid.core.errors import UnknownNameError
from litgrid.core.grid import Shape

OWN = "en"
"""The language of what litgrid's parts say themselves."""
LANGUAGES = (OWN, "fr")
HIGH = re.compile("(?<=«) | (?=[:;!?»])")
"""The blanks that must not become the end of a line: French sets high marks apart by them."""


def read(file: Traversable) -> dict[str, Any]:
    """Return what a catalogue holds, with high marks that stay with the words beside them."""
    return tomllib.loads(HIGH.sub("\N{NO-BREAK SPACE}", file.read_text(encoding="utf-8")))


def check(language: str) -> None:
    """Raise :class:`UnknownNameError` for a language that has no catalogues."""
    if language not in LANGUAGES:
        raise UnknownNameError(f"expected a language, one of {', '.join(LANGUAGES)}; got {language!r}")


@cache
def catalogue(language: str) -> dict[str, Any]:
    """Return the sentences of a language.

    Raises
    ------
    UnknownNameError
        for a language that has none.

    >>> catalogue("fr")["text"]["row"]
    'la ligne {number}'
    """
    check(language)
    return read(files(__package__) / f"{language}.toml")


def cell_name(cell: int, shape: Shape, language: str) -> str:
    """Return what a cell is called.

    >>> cell_name(4, Shape(3, 3), "fr")
    'l2c2'
    """
    row, column = divmod(cell, shape.columns)
    return str(catalogue(language)["text"]["cell"]).format(row=row + 1, column=column + 1)


def line_name(cells: Sequence[int], shape: Shape, language: str) -> str:
    """Return what the row or the column of some cells is called.

    >>> line_name([1, 4, 7], Shape(3, 3), "en")
    'column 2'
    """
    (row, column), (last, _) = (divmod(cell, shape.columns) for cell in (cells[0], cells[-1]))
    word, number = ("row", row) if row == last else ("column", column)
    return str(catalogue(language)["text"][word]).format(number=number + 1)
