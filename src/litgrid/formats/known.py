"""Every format there is, by name: those of many kinds, which are named here, and those that kinds bring along."""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module
from typing import Annotated

from litgrid.core.options import Named
from litgrid.core.puzzle import Puzzle
from litgrid.core.registry import Registry
from litgrid.formats.base import Format
from litgrid.puzzles import forms, kinds

ROWS = {
    "Task": "tasks:TaskFormat",
    "Grid": "grids:GridFormat",
    "Loose": "grids:LooseFormat",
    "Places": "listed:PlacesFormat",
    "Lists": "listed:ListsFormat",
    "Facts": "facts:FactsFormat",
}
"""The formats of which a kind brings along its own, by the name of the class of such a row of a table."""


@lru_cache(maxsize=2)
def _made(there: tuple[type[Puzzle], ...]) -> list[Format]:  # noqa: ARG001 - what they depend on
    """Return the formats that kinds bring along; kept while there are no others."""
    made = []
    for kind, name, row in forms():
        if (place := ROWS.get(type(row).__name__)) is not None:
            module, _, maker = place.partition(":")
            made.append(getattr(import_module(f"litgrid.formats.{module}"), maker)(kind, name, row))
    return made


formats: Registry[Format] = Registry(
    "a format",
    "litgrid.formats",
    {
        "text": "litgrid.formats.text:TEXT",
        "jsonl": "litgrid.formats.jsonl:JSONL",
        "pzpr": "litgrid.formats.pzpr:PZPR",
        "pzprv3": "litgrid.formats.pzpr:PZPRV3",
        "pencilbox": "litgrid.formats.pencilbox:PENCILBOX",
        "tatham": "litgrid.formats.tatham:TATHAM",
        "tatham-save": "litgrid.formats.tatham_save:TATHAM_SAVE",
        "janko": "litgrid.formats.janko:JANKO",
        "puzzlekit": "litgrid.formats.puzzlekit:PUZZLEKIT",
        "puzzlekit-json": "litgrid.formats.puzzlekit:PUZZLEKIT_JSON",
        "penpa": "litgrid.formats.penpa:PENPA",
        "legup": "litgrid.formats.legup:LEGUP",
    },
    more=lambda: _made(tuple(kinds)),
)
"""Every format, by name: ``formats.get("jsonl")``."""
FormatName = Annotated[str, Named(formats.get, formats.names)]
"""The name of a format, or an alias."""
