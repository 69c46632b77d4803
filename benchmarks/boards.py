"""Boards for the benchmarks, made from seeds: ``python -m benchmarks.boards NAME SIZE FILE`` writes them as JSON lines.

Every board has an answer. A random Light Up takes walls at random, bulbs by visiting the free cells in random order and
putting one wherever it is dark, and the numbers that these bulbs make. Binairo and Gappy boards are cut from full ones,
which CaDiCaL finds from uniformly random first guesses, and not from the guess that litgrid itself would make.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from litgrid.core.characters import Grid
from litgrid.core.scopes import spans
from litgrid.puzzles import empty as empty_board
from litgrid.puzzles.binairo.kind import Binairo
from litgrid.puzzles.gappy.kind import Gappy
from litgrid.puzzles.lightup.kind import LightUp
from litgrid.solving import solve

Record = dict[str, Any]
FINDER = "cadical153"
"""Finds full boards near first guesses; the default engine is not asked about small ones."""
PUZZLES = Path(os.environ.get("LITGRID_PUZZLES", Path(__file__).parents[2] / "shared" / "puzzles"))
"""Published puzzles, a file a kind; rows that need them are left out where there are none."""


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
    full = solve(_RandomBinairo.from_clues(["." * side] * side), engine=FINDER, seed=seed).solutions[0]
    chars = np.where(rng.random((side, side)) < given, full.astype(str), ".")
    return {"kind": "binairo", "size": [side, side], "clues": ["".join(row) for row in chars]}


def gappy(side: int, seed: int) -> Record:
    """Return a board with all labels."""
    none = [None] * side
    full = solve(
        _RandomGappy.from_clues({"rows": none, "cols": none, "grid": None}), engine=FINDER, seed=seed
    ).solutions[0]
    labels = [[int(np.ptp(np.flatnonzero(line))) - 1 for line in grid] for grid in (full, full.T)]
    return {"kind": "gappy", "size": [side, side], "clues": {"rows": labels[0], "cols": labels[1], "grid": None}}


def starbattle(side: int, seed: int) -> Record:
    """Return a board with one star in each line and region: regions grown at random from the stars of an answer."""
    rng = np.random.default_rng(seed)
    columns = rng.permutation(side)
    while (abs(np.diff(columns)) == 1).any():
        columns = rng.permutation(side)
    region = np.full((side, side), -1)
    region[np.arange(side), columns] = np.arange(side)
    while (region < 0).any():
        row, column = rng.choice(np.argwhere(region < 0))
        beside = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
        known = [region[place] for place in beside if max(place) < side and min(place) >= 0 and region[place] >= 0]
        if known:
            region[row, column] = rng.choice(known)
    names = [chr(ord("A") + number) for number in range(side)]
    clues = {"regions": ["".join(names[one] for one in row) for row in region], "stars": 1, "grid": None}
    return {"kind": "starbattle", "size": [side, side], "clues": clues}


def mosaic(side: int, seed: int) -> Record:
    """Return a board on which half of the cells say how many of the nine are black."""
    rng = np.random.default_rng(seed)
    black = np.pad(rng.random((side, side)) < 0.5, 1)
    numbers = sum(
        black[down : down + side, right : right + side].astype(int) for down in range(3) for right in range(3)
    )
    chars = np.where(rng.random((side, side)) < 0.5, np.array(numbers).astype(str), ".")
    return {"kind": "mosaic", "size": [side, side], "clues": ["".join(row) for row in chars]}


def empty(kind: str, side: int) -> Record:
    """Return a board without clues."""
    return {"kind": kind, "size": [side, side], "clues": empty_board(kind, str(side)).clues}


def real(kind: str, percent: int) -> list[Record]:
    """Return some of the published puzzles of a kind, spread over all of them."""
    file = PUZZLES / f"{kind}.jsonl"
    if not file.exists():
        raise SystemExit(f"no {file}: set LITGRID_PUZZLES")
    lines = file.read_text().splitlines()
    return [json.loads(line) for number, line in enumerate(lines) if number * percent % 100 < percent]


def random_3sat(variables: int) -> str:
    """Return a formula with five clauses a variable: none that search could satisfy."""
    rng = np.random.default_rng(1)
    clauses = [rng.choice(variables, 3, replace=False) + 1 for _ in range(5 * variables)]
    lines = (" ".join(map(str, (clause * rng.choice([-1, 1], 3)).tolist())) for clause in clauses)
    return "\n".join([f"p cnf {variables} {len(clauses)}", *(f"{line} 0" for line in lines)]) + "\n"


BOARDS: dict[str, Callable[[int], list[Record] | Record | str]] = {
    "tiny": lambda number: [lightup(3 + seed % 5, 0.25, seed) for seed in range(number)],
    "real-lightup": partial(real, "lightup"),
    "real-binairo": partial(real, "binairo"),
    "real-gappy": partial(real, "gappy"),
    "real-mosaic": partial(real, "mosaic"),
    "real-starbattle": partial(real, "starbattle"),
    "lightup": lambda side: lightup(side, 0.25, 1),
    "lightup-plain": lambda side: lightup(side, 0.2, 1, numbered=0),
    "lightup-open": partial(empty, "lightup"),
    "binairo-open": partial(empty, "binairo"),
    "binairo": lambda side: binairo(side, 0.25, 1),
    "gappy-open": partial(empty, "gappy"),
    "gappy": lambda side: gappy(side, 1),
    "mosaic": lambda side: mosaic(side, 1),
    "starbattle": lambda side: starbattle(side, 1),
    "random-3sat": random_3sat,
}
"""For each name what makes its boards, or a formula, of a size: a side, or how many."""


def main() -> None:
    """Write boards as JSON lines, or a formula in DIMACS."""
    name, size, file = sys.argv[1:]
    made = BOARDS[name](int(size))
    if not isinstance(made, str):
        records = made if isinstance(made, list) else [made]
        made = "".join(json.dumps({"id": f"{name}/{number}"} | one) + "\n" for number, one in enumerate(records, 1))
    Path(file).write_text(made)


if __name__ == "__main__":
    main()
