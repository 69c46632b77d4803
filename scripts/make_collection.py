"""Makes the collection that comes with litgrid, anew and always the same: python scripts/make_collection.py.

An answer is drawn at random, all clues that it allows are written down, and then clues are taken away one by one, in
random order: in a *gentle* puzzle as long as its rules, looked at one by one, still decide every cell; in a *lean* one
as long as there is one answer only. Each is solved, proved and graded in the end.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import numpy.typing as npt

import litgrid
from litgrid.core.characters import Grid
from litgrid.core.deduce import deduce
from litgrid.core.grid import Shape
from litgrid.core.layers.labels import NONE
from litgrid.core.limit import Limit
from litgrid.core.puzzle import Puzzle
from litgrid.core.system import System
from litgrid.puzzles import kinds
from litgrid.puzzles.starbattle.kind import StarBattle
from litgrid.puzzles.starbattle.making import sketch

PLACE = Path(__file__).parents[1] / "src" / "litgrid" / "collection" / "puzzles.jsonl"
SEED = 2026
SIZES: dict[str, list[tuple[int, int, int]]] = {
    "lightup": [(7, 7, 8), (10, 10, 10), (8, 12, 4), (14, 14, 8), (20, 20, 3), (25, 25, 1)],
    "binairo": [(6, 6, 8), (8, 8, 8), (10, 10, 8), (8, 12, 2), (14, 14, 6), (20, 20, 2)],
    "gappy": [(9, 9, 10), (10, 10, 10), (12, 12, 6), (15, 15, 4), (20, 20, 2)],
    "mosaic": [(5, 5, 2), (8, 8, 2), (10, 10, 4), (12, 12, 2), (15, 15, 2)],
    "starbattle": [(6, 6, 2), (8, 8, 4), (10, 10, 4), (14, 14, 2)],
}
"""Rows, columns, and how many of that size."""
LEAN = {("starbattle", 10), ("starbattle", 14)}
"""Kinds and rows of which there are lean ones only: with several stars a line no single rule says anything at first."""

Keep = Callable[[Puzzle], bool]
Clues = npt.NDArray[np.integer]


def is_unique(puzzle: Puzzle) -> bool:
    return litgrid.solve(puzzle).status == "unique"


def is_gentle(puzzle: Puzzle) -> bool:
    """Return whether the rules decide all cells when looked at one by one."""
    deduction = deduce(System.of(puzzle.tables()), puzzle.shape, Limit(None))
    return deduction.possible and not deduction.parts


def thinned(clues: Clues, build: Callable[[Clues], Puzzle], blank: int, keep: Keep, rng: np.random.Generator) -> Puzzle:
    """Take clues away, in random order, as long as ``keep`` says so."""
    for place in rng.permutation(np.flatnonzero(clues != blank)):
        fewer = clues.copy()
        fewer.flat[place] = blank
        if keep(build(fewer)):
            clues = fewer
    return build(clues)


def light_up(rows: int, columns: int, keep: Keep, rng: np.random.Generator) -> Puzzle | None:
    """Return a puzzle whose walls look the same upside down, or nothing where this try has no single answer."""
    walls = rng.random((rows, columns)) < 0.11
    walls |= walls[::-1, ::-1]
    bulbs = np.zeros((rows, columns), dtype=np.bool_)
    lit = np.zeros((rows, columns), dtype=np.bool_)
    for cell in rng.permutation(rows * columns):
        r, c = divmod(int(cell), columns)
        if walls[r, c] or lit[r, c]:
            continue
        bulbs[r, c] = lit[r, c] = True
        for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            y, x = r + down, c + right
            while 0 <= y < rows and 0 <= x < columns and not walls[y, x]:
                lit[y, x] = True
                y, x = y + down, x + right
    framed = np.pad(bulbs, 1).astype(int)
    numbers = framed[:-2, 1:-1] + framed[2:, 1:-1] + framed[1:-1, :-2] + framed[1:-1, 2:]
    clues = np.where(walls, numbers, -1)

    def build(clues: Clues) -> Puzzle:
        drawn = np.where(walls, np.where(clues >= 0, clues.astype("U1"), "#"), ".")
        return kinds.get("lightup").from_clues(["".join(row) for row in drawn])

    return thinned(clues, build, -1, keep, rng) if keep(build(clues)) else None


def binairo(rows: int, columns: int, keep: Keep, rng: np.random.Generator) -> Puzzle | None:
    def build(clues: Clues) -> Puzzle:
        return kinds.get("binairo").from_clues(written(clues, "01."))

    return thinned(some_answer(rows, columns, build, rng), build, -1, keep, rng)


def gappy(rows: int, columns: int, keep: Keep, rng: np.random.Generator) -> Puzzle | None:
    """Return a puzzle of labels alone, or nothing where those of this try leave several answers."""
    none = [None] * rows

    def given(cells: Clues) -> Puzzle:
        return kinds.get("gappy").from_clues({"rows": none, "cols": none, "grid": written(cells, ".#?")})

    def build(clues: Clues) -> Puzzle:
        across, down = ([None if label == NONE else int(label) for label in line] for line in clues)
        return kinds.get("gappy").from_clues({"rows": across, "cols": down})

    whole = some_answer(rows, columns, given, rng)
    labels = np.array([[int(np.ptp(np.flatnonzero(line))) - 1 for line in lines] for lines in (whole, whole.T)])
    return thinned(labels, build, NONE, keep, rng) if keep(build(labels)) else None


def mosaic(rows: int, columns: int, keep: Keep, rng: np.random.Generator) -> Puzzle | None:
    """Return a puzzle of numbers alone, or nothing where those of this try leave several answers."""
    black = np.pad(rng.random((rows, columns)) < 0.5, 1)
    numbers = np.lib.stride_tricks.sliding_window_view(black, (3, 3)).sum(axis=(2, 3))

    def build(clues: Clues) -> Puzzle:
        return kinds.get("mosaic").from_clues(written(clues, "0123456789."))

    return thinned(numbers, build, -1, keep, rng) if keep(build(numbers)) else None


def star_battle(rows: int, columns: int, keep: Keep, rng: np.random.Generator) -> Puzzle | None:
    """Return regions alone, or nothing where this try comes to nothing: one star up to 8 x 8, three from 14 x 14 on."""
    board = replace(StarBattle.empty(Shape(rows, columns)), stars=1 + (rows > 8) + (rows > 13))
    made = next(sketch(board, rng, unique=True, single=keep is not is_unique, limit=Limit(None)), None)
    return made[0] if made is not None and keep(made[0]) else None


def written(cells: Clues, characters: str) -> list[str]:
    return ["".join(characters[value] for value in row) for row in cells.tolist()]


def some_answer(rows: int, columns: int, build: Callable[[Clues], Puzzle], rng: np.random.Generator) -> Grid:
    """Give cells values at random, as long as there is an answer, until there is one only."""
    cells = np.full((rows, columns), -1, dtype=np.int8)
    for place in rng.permutation(cells.size):
        for value in rng.permutation(2):
            cells.flat[place] = value
            verdict = litgrid.solve(build(cells))
            if verdict.status == "unique":
                return verdict.solutions[0]
            if verdict.status == "several":
                break
    raise AssertionError("all cells have a value, and there is not one answer")


MAKERS = {"lightup": light_up, "binairo": binairo, "gappy": gappy, "mosaic": mosaic, "starbattle": star_battle}


def puzzles() -> Iterator[dict[str, object]]:
    for kind, sizes in SIZES.items():
        for rows, columns, number in sizes:
            for turn in range(number):
                if (kind, rows) in LEAN:
                    yield one(kind, rows, columns, turn + 1, "lean", is_unique)
                else:
                    name, keep = ("gentle", is_gentle) if turn % 2 == 0 else ("lean", is_unique)
                    yield one(kind, rows, columns, turn // 2 + 1, name, keep)


def one(kind: str, rows: int, columns: int, number: int, name: str, keep: Keep) -> dict[str, object]:
    rng = np.random.default_rng([SEED, *kind.encode(), rows, columns, number, *name.encode()])
    puzzle = None
    while puzzle is None:
        puzzle = MAKERS[kind](rows, columns, keep, rng)
    verdict = litgrid.solve(puzzle)
    assert verdict.status == "unique"
    print(f"{kind} {rows}x{columns} {name} {number}", file=sys.stderr)
    return {
        "id": f"{kind}-{rows}x{columns}-{name}-{number}",
        "kind": kind,
        "size": [rows, columns],
        **{switch: getattr(puzzle, switch) for switch in puzzle.switches},
        "clues": puzzle.clues,
        "solution": puzzle.rows(verdict.solutions[0]),
        "level": litgrid.grade(puzzle).level,
        "source": "the collection of litgrid, made by scripts/make_collection.py (MIT)",
    }


if __name__ == "__main__":
    lines = [json.dumps(puzzle, separators=(",", ":")) for puzzle in puzzles()]
    PLACE.write_text("\n".join(lines) + "\n", encoding="utf-8")
