"""The catalogues: every sentence of an explanation, one file a language, with places for cells and rules."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

from litgrid.core.errors import UnknownNameError

LANGUAGES = ("en", "fr")


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
    if language not in LANGUAGES:
        raise UnknownNameError(f"expected a language, one of {', '.join(LANGUAGES)}; got {language!r}")
    loaded: dict[str, Any] = tomllib.loads((files(__package__) / f"{language}.toml").read_text(encoding="utf-8"))
    return loaded
