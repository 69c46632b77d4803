"""What all explanations say, one file a language, with places for cells and rules; kinds say the rest."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any

from litgrid.core.words import check, read


@cache
def catalogue(language: str) -> dict[str, Any]:
    """Return the sentences of a language.

    Raises
    ------
    UnknownNameError
        for a language that has none.

    >>> catalogue("fr")["text"]["links"]
    ' ; '
    """
    check(language)
    return read(files(__package__) / f"{language}.toml")
