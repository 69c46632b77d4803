"""An explanation as a strip of pictures, one a step."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from litgrid.core.characters import Grid
from litgrid.core.puzzle import Puzzle
from litgrid.core.scene import Scene
from litgrid.core.words import beside
from litgrid.explaining.steps import Link, Step, about
from litgrid.render.strip import Panel, Strip

if TYPE_CHECKING:
    from litgrid.explaining.explanation import Explanation


def strip_of(
    found: Explanation, title: str, language: str = "en", *, puzzle: Puzzle | None = None, end: str = ""
) -> Strip:
    """Return the steps of an explanation as pictures, below a title; ``end`` is said after the last.

    ``puzzle`` is the one that was begun, where the explanation goes on from a half-filled grid.
    """
    words = beside("litgrid.explaining", language)["strip"]
    panels = list(_panels(puzzle or found.puzzle, found, language, str(words["start"])))
    if end:
        panels[-1] = panels[-1]._replace(text=f"{panels[-1].text} {end}".lstrip())
    return Strip(title, panels, (str(words["decided"]), str(words["facts"]), str(words["rules"])))


def _panels(puzzle: Puzzle, found: Explanation, language: str, start: str) -> Iterator[Panel]:
    grid = np.where(puzzle.fixed.reshape(found.puzzle.givens.shape), np.int8(0), found.puzzle.givens)
    if found.mistake is not None:
        step, cells = found.mistake.step, [(found.mistake.cell, found.mistake.value)]
        yield _panel(puzzle.halfway(grid), "", Link(cells, step.rules, ""), step)
        return
    yield Panel(puzzle.halfway(grid), found.opening(language) or start)
    for number, step in enumerate(found.steps, 1):
        *links, last = step.links(language) or [Link(step.cells, step.rules, step.text(language))]
        assumed, begin = grid.copy(), f"{number}. "
        for link in links:
            _fill(assumed, link)
            yield _panel(puzzle.halfway(assumed), begin + link.text, link)
            begin = ""
        _fill(grid, last)
        yield _panel(puzzle.halfway(grid), begin + last.text, last, step)


def _fill(grid: Grid, link: Link) -> None:
    for cell, value in link.cells:
        grid.flat[cell] = value


def _panel(scene: Scene, text: str, link: Link, step: Step | None = None) -> Panel:
    """Return the picture of a step, or of a link of it alone."""
    facts = () if step is None else tuple(cell for cell, _ in step.facts)
    return Panel(scene, text, tuple(cell for cell, _ in link.cells), facts, tuple(about((step or link).rules)))
