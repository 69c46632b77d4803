"""Scenes of every kind: open, half filled and answered, on boards that are not square too, and large ones."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from litgrid.core.grid import Shape
from litgrid.core.puzzle import Puzzle
from litgrid.core.scene import Scene
from litgrid.formats import load
from litgrid.puzzles import kinds
from litgrid.solving import solve

LAMPS = "lightup\no1.##\n...#.\n#.3.x"
BITS = "binairo\n00....\n0...1.\n..1...\n......"


def small() -> Iterator[tuple[str, Scene]]:
    """Yield scenes with their names."""
    puzzles = [kind.from_text(text.split("\n")) for kind in kinds for text in kind.examples]
    for number, puzzle in enumerate([*puzzles, load(LAMPS), load(BITS)]):
        name = f"{number}-{puzzle.name}"
        yield f"{name}-open", puzzle.scene(puzzle.givens)
        answers = solve(puzzle).solutions
        if answers:
            half = answers[0].copy()
            half[::2] = puzzle.givens[::2]
            yield f"{name}-half", puzzle.scene(half)
            yield f"{name}-answer", puzzle.scene(answers[0])


def large(kind: str) -> Puzzle:
    """Return a puzzle of 100 x 100 cells with clues all over; it need not have an answer."""
    rng = np.random.default_rng(0)
    if kind == "gappy":
        labels = rng.integers(0, 98, (2, 100)).tolist()
        return kinds.get(kind).from_clues({"rows": labels[0], "cols": labels[1]})
    alphabet = "".join(kinds.get(kind).alphabet)
    rows = rng.choice(list(alphabet), (100, 100))
    return kinds.get(kind).from_clues(["".join(row) for row in rows])


def filled(puzzle: Puzzle) -> Scene:
    """Return the scene of a grid that says something in every cell."""
    rng = np.random.default_rng(1)
    grid = rng.integers(0, 2, (puzzle.shape.rows, puzzle.shape.columns)).astype(np.int8)
    return puzzle.scene(np.where(puzzle.givens >= 0, puzzle.givens, grid).astype(np.int8))


def shape(scene: Scene) -> Shape:
    return Shape(len(scene.glyphs), len(scene.glyphs[0]))


SMALL = list(small())
