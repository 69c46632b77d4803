"""Scenes of every kind: open, half filled and answered, on boards that are not square too, and large ones."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from litgrid.core.grid import Shape
from litgrid.core.puzzle import Puzzle
from litgrid.core.scene import Scene
from litgrid.formats import loads
from litgrid.puzzles import kinds
from litgrid.solving import solve

LAMPS = "lightup\no1.##\n...#.\n#.3.x"
BITS = "binairo\n00....\n0...1.\n..1...\n......"


def mapped(signs: bool = True) -> Scene:
    """Return a board with regions, and with signs on edges, labels and a note."""
    glyphs = ["*...", "..*.", "...*"]
    styles = [["unknown" if (row + column) % 5 == 3 else "true" for column in range(4)] for row in range(3)]
    styles = [
        ["false" if glyph == "." and style == "true" else style for glyph, style in zip(*row, strict=True)]
        for row in zip(glyphs, styles, strict=True)
    ]
    scene = Scene(glyphs, styles, symbols={"*": "★", ".": "·"}, regions=(0, 0, 1, 1, 0, 2, 2, 1, 2, 2, 2, 2))
    if not signs:
        return scene
    beside = {(0, 1): "=", (2, 6): "x", (5, 6): "x", (7, 11): "="}
    return scene._replace(signs=beside, left=("", "12", "3"), top=("1", "", "2", "2"), note="1 ★")


def small() -> Iterator[tuple[str, Scene]]:
    """Yield scenes with their names."""
    puzzles = [kind.from_text(text.split("\n")) for kind in kinds for text in kind.examples]
    for number, puzzle in enumerate([*puzzles, loads(LAMPS), loads(BITS)]):
        name = f"{number}-{puzzle.name}"
        yield f"{name}-open", puzzle.scene(puzzle.givens)
        answers = solve(puzzle).solutions
        if answers:
            half = answers[0].copy()
            half[::2] = puzzle.givens[::2]
            yield f"{name}-half", puzzle.scene(half)
            yield f"{name}-answer", puzzle.scene(answers[0])
    yield "mapped", mapped(signs=False)
    yield "mapped-and-signed", mapped()
    yield "signed", mapped()._replace(regions=())


def large(kind: str) -> Puzzle:
    """Return a puzzle of 100 x 100 cells with clues all over; it need not have an answer."""
    rng = np.random.default_rng(0)
    if kind == "gappy":
        labels = rng.integers(0, 98, (2, 100)).tolist()
        return kinds.get(kind).from_clues({"rows": labels[0], "cols": labels[1]})
    if kind == "starbattle":
        rows = ["".join(chr(ord("A") + y // 20 + 5 * (x // 20)) for x in range(100)) for y in range(100)]
        return kinds.get(kind).from_clues({"regions": rows, "grid": ["?*.?" * 25] * 100})
    alphabet = "".join(kinds.get(kind).alphabet)
    cells = rng.choice(list(alphabet), (100, 100))
    return kinds.get(kind).from_clues(["".join(row) for row in cells])


def filled(puzzle: Puzzle) -> Scene:
    """Return the scene of a grid that says something in every cell."""
    rng = np.random.default_rng(1)
    grid = rng.integers(0, 2, (puzzle.shape.rows, puzzle.shape.columns)).astype(np.int8)
    return puzzle.scene(np.where(puzzle.givens >= 0, puzzle.givens, grid).astype(np.int8))


def shape(scene: Scene) -> Shape:
    return Shape(len(scene.glyphs), len(scene.glyphs[0]))


SMALL = list(small())
