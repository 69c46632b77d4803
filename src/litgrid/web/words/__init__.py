"""The catalogue of the page: each of its sentences by a name, one for each language, shared with Python.

Names are ``section.name`` as in the TOML files of this folder: ``LANGUAGE.toml`` and ``PART.LANGUAGE.toml``.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Any

from litgrid.explaining.words import check, read


@cache
def words(language: str) -> dict[str, str]:
    """Return the sentences of a language, flat.

    Raises
    ------
    UnknownNameError
        for a language that has none.

    >>> words("fr")["kind.lightup.title"]
    'Akari'
    """
    check(language)
    found = sorted(
        (place for place in files(__package__).iterdir() if f".{place.name}".endswith(f".{language}.toml")),
        key=lambda place: place.name,
    )
    return {name: text for place in found for name, text in _flat(read(place))}


def _flat(values: dict[str, Any], before: str = "") -> Iterator[tuple[str, str]]:
    for name, value in values.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{before}{name}.")
        else:
            yield f"{before}{name}", str(value)
