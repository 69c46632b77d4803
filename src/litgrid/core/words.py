"""Catalogues: what is said in a language, in TOML files, and which languages there are."""

from __future__ import annotations

import re
import sys
import tomllib
from functools import cache
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from litgrid.core.errors import UnknownNameError

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
def beside(module: str, language: str) -> dict[str, Any]:
    """Return the catalogue of a language that lies beside a module, ``words.LANGUAGE.toml``; an empty one for none."""
    place = getattr(sys.modules[module], "__file__", None)
    file = Path(place or "").with_name(f"words.{language}.toml") if place else None
    return read(file) if file is not None and file.is_file() else {}
