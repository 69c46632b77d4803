"""Steps as pictures, each with its sentence."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from litgrid.core.characters import Grid
from litgrid.core.puzzle import Puzzle
from litgrid.core.tables import Rule
from litgrid.explaining.steps import Link, Step
from litgrid.render.strip import Panel


def panels(puzzle: Puzzle, grid: Grid, steps: Iterable[Step], language: str) -> Iterator[Panel]:
    """Yield a picture a step, and of a long chain one a link; ``grid`` is what is known, and is filled in."""
    for number, step in enumerate(steps, 1):
        *links, last = step.links(language) or [Link(step.cells, step.rules, step.text(language))]
        assumed, begin = grid.copy(), f"{number}. "
        for link in links:
            _fill(assumed, link)
            yield panel(puzzle, assumed, link._replace(text=begin + link.text))
            begin = ""
        _fill(grid, last)
        yield panel(puzzle, grid, Link(last.cells, step.rules, begin + last.text), step.facts)


def panel(puzzle: Puzzle, grid: Grid, link: Link, facts: Iterable[tuple[int, int]] = ()) -> Panel:
    """Return the picture of a step, or of a link of it: what it decides, rests on, and what its rules are about."""
    decided, known = (tuple(cell for cell, _ in cells) for cells in (link.cells, facts))
    return Panel(puzzle.halfway(grid), link.text, decided, known, tuple(about(link.rules)))


def _fill(grid: Grid, link: Link) -> None:
    for cell, value in link.cells:
        grid.flat[cell] = value


def about(rules: Iterable[Rule]) -> list[int]:
    """Return the cells that some rules are about, and those that they are written in, ascending."""
    return sorted({cell for rule in rules for cell in (*rule.cells, *([] if rule.at is None else [rule.at]))})
