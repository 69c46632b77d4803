"""Boards for the benchmarks, made from seeds: ``python -m benchmarks.boards NAME FILE`` writes one as JSON lines.

Every board has an answer. A random Light Up takes walls at random, bulbs by visiting the free cells in random order and
putting one wherever it is dark, and the numbers that these bulbs make. Binairo and Gappy boards are cut from full ones,
which CaDiCaL finds from uniformly random first guesses, and not from the guess that litgrid itself would make.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from litgrid.core.characters import Grid
from litgrid.core.scopes import spans
from litgrid.puzzles.binairo.kind import Binairo
from litgrid.puzzles.gappy.kind import Gappy
from litgrid.puzzles.lightup.kind import LightUp
from litgrid.solving import solve

Record = dict[str, Any]


def lightup(side: int, walls: float, seed: int, numbered: float = 0.5) -> Record:
    """Return a square board with a share of walls, half of them numbered if not told otherwise."""
    rng = np.random.default_rng(seed)
    chars = np.where(rng.random((side, side)) < walls, "#", ".")
    puzzle = LightUp.from_clues(["".join(row) for row in chars])
    bulbs = _greedy_bulbs(puzzle, rng).reshape(side, side)
    around = np.zeros((side + 2, side + 2), dtype=np.int64)
    around[1:-1, 1:-1] = bulbs
    touching = around[:-2, 1:-1] + around[2:, 1:-1] + around[1:-1, :-2] + around[1:-1, 2:]
    shown = (chars == "#") & (rng.random((side, side)) < numbered)
    chars[shown] = touching[shown].astype(str)
    return {"kind": "lightup", "size": [side, side], "clues": ["".join(row) for row in chars]}


def _greedy_bulbs(puzzle: LightUp, rng: np.random.Generator) -> npt.NDArray[np.bool_]:
    run_of = spans(puzzle.free).run_of.reshape(-1, 2)
    lit = np.zeros(run_of.max(initial=-1) + 1, dtype=np.bool_)
    bulbs = np.zeros(puzzle.shape.size, dtype=np.bool_)
    for cell in rng.permutation(np.flatnonzero(puzzle.free)).tolist():
        if not lit[run_of[cell]].any():
            lit[run_of[cell]] = bulbs[cell] = True
    return bulbs


class _RandomBinairo(Binairo):
    def guess(self, rng: np.random.Generator) -> Grid | None:
        return rng.integers(0, 2, self.grid.shape, dtype=np.int8)


class _RandomGappy(Gappy):
    def guess(self, rng: np.random.Generator) -> Grid | None:
        return (rng.random(self.grid.shape) < 2 / len(self.grid)).astype(np.int8)


def binairo(side: int, given: float, seed: int) -> Record:
    """Return a square board, with the rule of unique lines, on which a share of the cells is given."""
    rng = np.random.default_rng(seed)
    chars = np.full((side, side), ".")
    if given:
        full = solve(_RandomBinairo.from_clues(["." * side] * side), seed=seed).solutions[0]
        chosen = rng.random((side, side)) < given
        chars[chosen] = full[chosen].astype(str)
    return {"kind": "binairo", "size": [side, side], "clues": ["".join(row) for row in chars]}


def gappy(side: int, seed: int) -> Record:
    """Return a board with all labels."""
    none = [None] * side
    full = solve(_RandomGappy.from_clues({"rows": none, "cols": none, "grid": None}), seed=seed).solutions[0]
    labels = [[int(np.ptp(np.flatnonzero(line))) - 1 for line in grid] for grid in (full, full.T)]
    return {"kind": "gappy", "size": [side, side], "clues": {"rows": labels[0], "cols": labels[1], "grid": None}}


def gappy_open(side: int, _: int) -> Record:
    """Return a board without labels."""
    none = [None] * side
    return {"kind": "gappy", "size": [side, side], "clues": {"rows": none, "cols": none, "grid": None}}


def small(_: int) -> Record:
    """Return the example of Light Up."""
    rows = LightUp.examples[0].splitlines()
    return {"kind": "lightup", "size": [len(rows), len(rows[0])], "clues": rows}


BOARDS: dict[str, tuple[int, Callable[..., Record]]] = {
    "small": (1, small),
    "lightup-100": (5, partial(lightup, 100, 0.25)),
    "lightup-400": (1, partial(lightup, 400, 0.25)),
    "lightup-1000": (1, partial(lightup, 1000, 0.25)),
    "lightup-open-100": (1, partial(lightup, 100, 0.0)),
    "lightup-plain-10": (1, partial(lightup, 10, 0.1, numbered=0)),
    "lightup-plain-15": (1, partial(lightup, 15, 0.2, numbered=0)),
    "lightup-plain-20": (1, partial(lightup, 20, 0.3, numbered=0)),
    "lightup-30": (1, partial(lightup, 30, 0.25)),
    **{f"gappy-open-{side}": (1, partial(gappy_open, side)) for side in (10, 11, 12, 13)},
    "gappy-60": (5, partial(gappy, 60)),
    "binairo-8-0": (1, partial(binairo, 8, 0)),
    "binairo-10-0": (1, partial(binairo, 10, 0)),
    "binairo-16-0": (1, partial(binairo, 16, 0)),
    **{f"binairo-50-{percent}": (5, partial(binairo, 50, percent / 100)) for percent in (0, 25, 40)},
    **{f"binairo-100-{percent}": (3, partial(binairo, 100, percent / 100)) for percent in (0, 25, 40)},
}
"""For each name, how many boards (the seeds from 1 on), and what makes one from its seed."""


def main() -> None:
    """Write the boards of a name as JSON lines."""
    name, file = sys.argv[1:]
    count, make = BOARDS[name]
    records = ({"id": f"{name}/{seed}", **make(seed)} for seed in range(1, count + 1))
    Path(file).write_text("".join(json.dumps(record) + "\n" for record in records))


if __name__ == "__main__":
    main()
