"""Where strips of pictures go, for ``litgrid explain -o``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import click

from litgrid.cli import complain
from litgrid.cli.output import numbered, put
from litgrid.cli.words import count
from litgrid.formats import Record
from litgrid.render.strip import Strip
from litgrid.render.strip import pdf as draw_pdf
from litgrid.render.strip import svg as draw_svg

WAYS: dict[str, Callable[[Strip], bytes]] = {".svg": lambda strip: draw_svg(strip).encode(), ".pdf": draw_pdf}
"""How strips are drawn, by how the name of a file ends."""


def drawer(paths: Sequence[str], records: Sequence[Record]) -> Callable[[Strip], None]:
    """Return what writes the strip of each of some puzzles, in order; several get names with numbers.

    On standard output, ``-``, it is SVG. Raises :class:`UsageError` of click, where several are to go to standard
    output, and for a name that ends otherwise.
    """
    names = []
    for path in paths:
        ending = ".svg" if path == "-" else Path(path.removesuffix(".gz")).suffix.lower()
        if path == "-" and len(records) > 1:
            raise click.UsageError(f"{len(records)} strips need names: say them, or choose a puzzle with --puzzle.")
        if ending not in WAYS:
            raise click.UsageError(f"expected the name of a strip to end in {' or '.join(WAYS)}, got {path!r}")
        names.append((iter(numbered(path, len(records))), WAYS[ending]))

    def write(strip: Strip) -> None:
        for paths, way in names:
            path, data = next(paths), way(strip)
            put([data], path)
            if path != "-":
                complain(f"{path}: {count(len(strip.panels), 'picture')}")

    return write
