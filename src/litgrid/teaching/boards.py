"""Small boards to try somebody's formulas on, and to hand out: random, the same ones each time."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import numpy as np

from litgrid.core.errors import LitgridError
from litgrid.core.puzzle import Puzzle
from litgrid.lab.generate import generate
from litgrid.puzzles import empty
from litgrid.solving import solve

SIDES, MOST_SIDES = range(2, 11), 4
"""How large boards are: the first sides that a kind has."""
USUAL = 4
"""How large a board of a sheet is, where a kind has one so small."""
SECONDS = 5.0
"""So long a board may take to be made."""
EMPTY, UNIQUE, SOME = HOWS = range(3)
"""How boards come: without clues, with exactly one answer, and with some of its clues."""


def growing(kind: str, number: int, seed: int) -> Iterator[Puzzle]:
    """Yield so many boards of a kind, small ones first: an empty one, some with one answer, some with fewer clues."""
    rng = np.random.default_rng(seed)
    sides = _sides(kind, rng)
    for place in range(number):
        puzzle = _board(kind, sides[place * len(sides) // number], rng, place % len(HOWS)) if sides else None
        if puzzle is not None:
            yield puzzle


def alike(kind: str, number: int, seed: int) -> Iterator[Puzzle]:
    """Yield so many boards of a kind, of one small size, each with exactly one answer."""
    rng = np.random.default_rng(seed)
    sides = _sides(kind, rng)
    wanted = next((side for side in sides if side >= USUAL), sides[-1] if sides else 0)
    for _ in range(number if sides else 0):
        puzzle = _board(kind, wanted, rng)
        if puzzle is not None:
            yield puzzle


def _sides(kind: str, rng: np.random.Generator) -> list[int]:
    return list(islice((side for side in SIDES if _board(kind, side, rng) is not None), MOST_SIDES))


def _board(kind: str, side: int, rng: np.random.Generator, how: int = UNIQUE) -> Puzzle | None:
    """Return a board: an empty one, one with one answer, or with some of its clues; ``None`` where there is none."""
    try:
        if how == EMPTY:
            return empty(kind, str(side))
        puzzle = generate(kind, side, seed=int(rng.integers(1 << 31)), timeout=SECONDS)
    except LitgridError:
        return None
    some = puzzle.stated & (rng.random(puzzle.stated.size) < rng.random())
    return puzzle.clued(solve(puzzle).solutions[0], some) if how == SOME else puzzle
