"""An explanation as a strip of pictures, one a step."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import numpy as np

from litgrid.core.puzzle import Puzzle
from litgrid.core.scene import Scene
from litgrid.core.words import beside
from litgrid.explaining.steps import Step
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
        yield _panel(puzzle.halfway(grid), "", found.mistake.step, [found.mistake.cell])
        return
    yield Panel(puzzle.halfway(grid), start)
    for number, step in enumerate(found.steps, 1):
        for cell, value in step.cells:
            grid.flat[cell] = value
        yield _panel(puzzle.halfway(grid), f"{number}. {step.text(language)}", step, [cell for cell, _ in step.cells])


def _panel(scene: Scene, text: str, step: Step, marked: Iterable[int]) -> Panel:
    return Panel(scene, text, tuple(marked), tuple(cell for cell, _ in step.facts), tuple(step.about))
