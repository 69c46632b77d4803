"""Where strips of pictures go, for ``litgrid explain --svg`` and ``--pdf``."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence

import click

from litgrid.cli import complain
from litgrid.cli.options import is_terminal
from litgrid.cli.output import numbered
from litgrid.cli.words import count
from litgrid.core.files import write_file
from litgrid.formats import Record
from litgrid.render.strip import Strip
from litgrid.render.strip import pdf as draw_pdf
from litgrid.render.strip import svg as draw_svg


def drawer(svg: str | None, pdf: str | None, records: Sequence[Record]) -> Callable[[Strip], None]:
    """Return what writes the strip of each of some puzzles, in order; several get names with numbers.

    Raises
    ------
    UsageError
        of click, where several are to go to standard output, or a PDF file to a terminal.
    """
    if "-" in (svg, pdf):
        if len(records) > 1:
            raise click.UsageError(f"{len(records)} strips need names: say them, or choose a puzzle with --puzzle.")
        if svg == pdf:
            raise click.UsageError("SVG and PDF cannot both go to standard output.")
        if pdf == "-" and is_terminal(sys.stdout):
            raise click.UsageError("a terminal shows no PDF: say where to draw it with --pdf FILE.")
    ways: list[tuple[str | None, Callable[[Strip], bytes]]] = [
        (svg, lambda strip: draw_svg(strip).encode()),
        (pdf, draw_pdf),
    ]
    names = [(iter(numbered(path, len(records))), way) for path, way in ways if path is not None]

    def write(strip: Strip) -> None:
        for paths, way in names:
            path, data = next(paths), way(strip)
            if path == "-":
                sys.stdout.buffer.write(data)
            else:
                write_file([data], path)
                complain(f"{path}: {count(len(strip.panels), 'picture')}")

    return write
