"""An explanation as a strip of pictures, for ``litgrid explain -o``."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

import click
import numpy as np

from litgrid.cli import complain
from litgrid.cli.output import numbered
from litgrid.cli.words import count, heading
from litgrid.core.files import write_file
from litgrid.core.puzzle import Puzzle
from litgrid.core.scene import Scene
from litgrid.explaining import Explanation, Step
from litgrid.explaining.words import catalogue
from litgrid.formats import Record
from litgrid.render.strip import Panel, Strip
from litgrid.render.strip import pdf as draw_pdf
from litgrid.render.strip import svg as draw_svg

WAYS: dict[str, Callable[[Strip], bytes]] = {".svg": lambda strip: draw_svg(strip).encode(), ".pdf": draw_pdf}
"""How strips are drawn, by how the name of a file ends."""


def drawer(paths: Sequence[str], records: Sequence[Record]) -> Callable[[Strip], None]:
    """Return what writes the strip of each of some puzzles, in order; several get names with numbers.

    On standard output, ``-``, it is SVG.

    Raises
    ------
    UsageError
        of click, where several are to go to standard output, and for a name that ends otherwise.
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
            if path == "-":
                sys.stdout.buffer.write(data)
            else:
                write_file([data], path)
                complain(f"{path}: {count(len(strip.panels), 'picture')}")

    return write


def strip_of(record: Record, found: Explanation, language: str) -> Strip:
    """Return the steps of an explanation as pictures; how it ends is said after the last."""
    words = catalogue(language)["strip"]
    panels = list(_panels(record.puzzle, found, language, str(words["start"])))
    panels[-1] = panels[-1]._replace(text=f"{panels[-1].text} {found.ending(language)}".lstrip())
    return Strip(heading(record), panels, (str(words["decided"]), str(words["facts"]), str(words["rules"])))


def _panels(puzzle: Puzzle, found: Explanation, language: str, start: str) -> Iterator[Panel]:
    grid = np.where(puzzle.fixed.reshape(found.puzzle.givens.shape), np.int8(0), found.puzzle.givens)
    if found.mistake is not None:
        yield _panel(puzzle.halfway(grid), "", found.mistake.step, [found.mistake.cell])
        return
    yield Panel(puzzle.halfway(grid), start)
    for number, step in enumerate(found.steps, 1):
        for cell, value in step.cells:
            grid.flat[cell] = value
        yield _panel(puzzle.halfway(grid), f"{number}. {step.text(language)}", step, [cell for cell, _ in step.cells])


def _panel(scene: Scene, text: str, step: Step, marked: Iterable[int]) -> Panel:
    return Panel(scene, text, tuple(marked), tuple(cell for cell, _ in step.facts), tuple(step.about))
