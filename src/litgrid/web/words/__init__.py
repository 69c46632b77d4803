"""The catalogue of the page: each of its sentences by a name, one for each language, shared with Python.

Names are ``section.name`` as in the TOML files of this folder: ``LANGUAGE.toml`` and ``PART.LANGUAGE.toml``. What
kinds say comes from themselves, as ``section.KIND.name``, and levels are called as everywhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Any

from litgrid.core import levels
from litgrid.core.words import OWN, check, read
from litgrid.puzzles import kinds

SECTIONS = ("kind", "says", "state", "meaning", "law")
"""Of what kinds say, what the page says."""


@cache
def words(language: str) -> dict[str, str]:
    """Return the sentences of a language, flat; raise :class:`UnknownNameError` for a language that has none."""
    check(language)
    found = sorted(
        (place for place in files(__package__).iterdir() if f".{place.name}".endswith(f".{language}.toml")),
        key=lambda place: place.name,
    )
    said = {name: text for place in found for name, text in _flat(read(place.read_text(encoding="utf-8")))}
    said.update(_flat(levels.words(language)))
    for kind in kinds:
        own = kind.words(language)
        if language == OWN:
            own = {"state": {"true": kind.true, "false": kind.false}, **own}
        for section in SECTIONS:
            said.update(_flat(own.get(section, {}), f"{section}.{kind.name}."))
    return said


def _flat(values: dict[str, Any], before: str = "") -> Iterator[tuple[str, str]]:
    for name, value in values.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{before}{name}.")
        else:
            yield f"{before}{name}", str(value)
