"""Star Battle (Queens): so many stars in each row, each column and each region, and no two of them touch.

A true cell is a star. Two stars that touch lie in a block of 2 x 2 cells, which therefore holds one at most. Queens is
the one with one star. A board that has not as many rows as columns, and as many regions, has no answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations, permutations
from typing import ClassVar, Self

import numpy as np

from litgrid.core.bounds import Bounds, from_matrix, offsets
from litgrid.core.characters import Characters
from litgrid.core.grid import IntArray, Shape, blocks
from litgrid.core.play import Play
from litgrid.core.puzzle import GridPuzzle
from litgrid.core.tables import Count, Table
from litgrid.core.technique import Technique

LINES = ("row", "column", "region")
STARVED = [
    (line, *others)
    for line in LINES
    for number in (1, 2, 3)
    for others in combinations(("touch", *LINES), number)
    if line not in others
]
"""A star would leave a line too few places: those beside it, and those of the lines that it is in."""
LETTERS = np.frombuffer(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz", dtype=np.uint8)

@dataclass(frozen=True, eq=False)
class StarBattle(GridPuzzle):
    """A Star Battle puzzle.

    Attributes
    ----------
    stars
        how many there are in each row, column and region
    regions
        of each cell the code of its region's letter
    """

    name: ClassVar[str] = "starbattle"
    aliases: ClassVar[tuple[str, ...]] = ("star-battle", "queens", "sternenschlacht")
    title: ClassVar[str] = "Star Battle"
    true: ClassVar[str] = "star"
    false: ClassVar[str] = "no star"
    alphabet: ClassVar[dict[str, str]] = {"?": "open", "*": "star", ".": "no star"}
    answer: ClassVar[str] = ".*?"
    symbols: ClassVar[dict[str, str]] = {"*": "★", ".": "·"}
    sketcher: ClassVar[str] = "litgrid.puzzles.starbattle.making"
    techniques: ClassVar[tuple[Technique, ...]] = (
        Technique("touch", ("touch",)),
        *(Technique("enough", (line,), value=False) for line in LINES),
        *(Technique("last-places", (line,), value=True) for line in LINES),
        *(Technique("starve", kinds, broken=kinds[0], value=False, most=5, direct=True) for kinds in STARVED),
        *(Technique("within", ways, most=1, confined=True) for ways in permutations(LINES, 2)),
        *(Technique("blocks", (line, "touch"), most=1, confined=True) for line in LINES),
        *(Technique("counting", ways, most=4, confined=True) for ways in permutations(LINES, 2)),
    )
    stars: int = 1
    regions: Characters = None

    @classmethod
    def from_clues(cls, clues, **_):
        reg = np.array([[ord(c) for c in row] for row in clues["regions"]], dtype=np.uint8)
        grid = clues.get("grid")
        g = np.full(reg.shape, ord("?"), dtype=np.uint8) if grid is None else np.array([[ord(c) for c in row] for row in grid], dtype=np.uint8)
        return cls(g, stars=clues["stars"], regions=reg)

    @property
    def clues(self):
        from litgrid.core.characters import strings
        return {"regions": strings(self.regions), "stars": self.stars, "grid": strings(self.grid) if (self.grid != ord("?")).any() else None}

    def text(self):
        return "\n".join([str(self.stars), *self.clues["regions"], *(self.clues["grid"] or ())])

    def with_regions(self, numbers: Sequence[int]) -> Self:
        """Return the puzzle with regions of these numbers, which begin with 0; nothing is given in it."""
        return replace(self, regions=LETTERS[np.array(numbers)].reshape(self.grid.shape))

    def rules(self) -> Sequence[Table]:
        """Return rows, columns, regions and blocks."""
        shape, stars = self.shape, self.stars
        rows, columns, touch = common(shape, stars)
        letters, numbers = np.unique(self.regions, return_inverse=True)
        holds = f"holds exactly {stars} star{'s' * (stars != 1)}"

        def touches(rule: int) -> str:
            first, *_, last = touch.of(rule) - 1
            return f"the block {shape.name(first)} to {shape.name(last)} holds at most 1 star"

        return (
            Count("row", rows, lambda row: f"row {row + 1} {holds}"),
            Count("column", columns, lambda column: f"column {column + 1} {holds}"),
            Count("region", regional(numbers.ravel(), stars), lambda region: f"region {chr(letters[region])} {holds}"),
            Count("touch", touch, touches),
        )


@lru_cache(maxsize=8)
def common(shape: Shape, stars: int) -> tuple[Bounds, Bounds, Bounds]:
    """Return what rows, columns and blocks hold, whatever the regions are."""
    cells = shape.cells + 1
    lines = (from_matrix(way, stars, stars) for way in (cells, cells.T))
    return *lines, from_matrix(blocks(shape) + 1, 0, 1)


def regional(numbers: IntArray, stars: int) -> Bounds:
    """Return what regions hold, by the number of the region of each cell."""
    starts = offsets(np.bincount(numbers))
    each = np.full(starts.size - 1, stars, dtype=np.int64)
    return Bounds(np.argsort(numbers, kind="stable").astype(np.int32) + 1, starts, each, each)
