"""Star Battle (Queens): so many stars in each row, each column and each region, and no two of them touch.

A true cell is a star. Two stars that touch lie in a block of 2 x 2 cells, which therefore holds one at most. Queens is
the one with one star. A board that has not as many rows as columns, and as many regions, has no answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, permutations
from typing import Any, ClassVar

import numpy as np

from litgrid.core.bounds import Bounds, from_matrix, offsets
from litgrid.core.characters import Characters
from litgrid.core.grid import IntArray, Shape, blocks
from litgrid.core.kind import Kind
from litgrid.core.layers import Layer, Number, Regions
from litgrid.core.play import Play
from litgrid.core.tables import Count, Table
from litgrid.core.technique import Technique

LINES = ("row", "column", "region")
ACROSS = [*permutations(LINES, 2)]
REGIONS = Regions("regions")
STARVED = [
    (line, *others)
    for line in LINES
    for number in (1, 2, 3)
    for others in combinations(("touch", *LINES), number)
    if line not in others
]
"""A star would leave a line too few places: those that it touches go, and those of the lines that it is in."""


@dataclass(frozen=True, eq=False)
class StarBattle(Kind):
    """A Star Battle puzzle; the characters of its cells are those of ``alphabet``.

    Attributes
    ----------
    stars
        how many there are in each row, column and region
    regions
        the letter of each cell's region
    """

    name: ClassVar[str] = "starbattle"
    aliases: ClassVar[tuple[str, ...]] = ("star-battle", "queens", "sternenschlacht")
    title: ClassVar[str] = "Star Battle"
    true: ClassVar[str] = "star"
    false: ClassVar[str] = "no star"
    alphabet: ClassVar[dict[str, str]] = {"?": "open", "*": "star", ".": "no star"}
    answer: ClassVar[str] = ".*?"
    symbols: ClassVar[dict[str, str]] = {"*": "★", ".": "·"}
    forms: ClassVar[str] = "litgrid.puzzles.starbattle.forms"
    sketcher: ClassVar[str] = "litgrid.puzzles.starbattle.making"
    examples: ClassVar[tuple[str, ...]] = ("stars: 1\nAABB\nAAAB\nCCDB\nCDDD",)
    instructions: ClassVar[tuple[str, ...]] = (
        "Put stars into cells so that each row, each column and each region holds as many as the number says.",
        "No two stars touch, not even at a corner.",
    )
    techniques: ClassVar[tuple[Technique, ...]] = (
        Technique("touch", ("touch",), thought="enough"),
        *(Technique("enough", (line,), value=False) for line in LINES),
        *(Technique("last-places", (line,), value=True) for line in LINES),
        *(Technique("within", ways, broken=ways[0], value=False, most=2, direct=True) for ways in ACROSS),
        *(Technique("starve", kinds, broken=kinds[0], value=False, most=5, direct=True) for kinds in STARVED),
        Technique("two-clues", LINES, most=6, between=("touch",)),
        *(Technique("blocks", (line, "touch"), most=1, confined=True) for line in LINES),
        *(Technique("counting", ways, most=4, confined=True) for ways in ACROSS),
    )
    play: ClassVar[Play] = Play(true="★", blank=True)
    layers: ClassVar[tuple[Layer[Any], ...]] = (
        Number("stars", help="How many stars stand in each row, column and region.", symbol="★"),
        REGIONS,
    )

    stars: int
    regions: Characters

    @classmethod
    def foreign(cls, lines: Sequence[str]) -> int:
        """Return all characters where regions are not as many as rows: such letters rather mean something else."""
        rows = [line for line in lines if line and set(line) <= set(REGIONS.characters)]
        return super().foreign(lines) or (len(set("".join(rows))) != len(rows)) * sum(map(len, lines))

    def rules(self) -> Sequence[Table]:
        """Return rows, columns, regions and blocks."""
        shape, stars = self.shape, self.stars
        rows, columns, touch = common(shape, stars)
        inside = regional(REGIONS.numbers(self.regions).ravel(), stars)
        first = inside.literals[inside.starts[:-1]].astype(np.int64) - 1
        holds = f"holds exactly {stars} star{'s' * (stars > 1)}"

        def touches(rule: int) -> str:
            corner, *_, last = touch.of(rule) - 1
            return f"the block {shape.name(corner)} to {shape.name(last)} holds at most 1 star"

        def within(region: int) -> str:
            return f"the region of {shape.name(first[region])} {holds}"

        return (
            Count("row", rows, lambda row: f"row {row + 1} {holds}", value=rows.low),
            Count("column", columns, lambda column: f"column {column + 1} {holds}", value=columns.low),
            Count("region", inside, within, at=first, value=inside.low),
            Count("touch", touch, touches),
        )


@lru_cache(maxsize=8)
def common(shape: Shape, stars: int) -> tuple[Bounds, Bounds, Bounds]:
    """Return what rows, columns and blocks hold, whatever the regions are."""
    rows, columns = (from_matrix(lines, stars, stars) for lines in (shape.cells + 1, shape.cells.T + 1))
    return rows, columns, from_matrix(blocks(shape) + 1, 0, 1)


def regional(numbers: IntArray, stars: int) -> Bounds:
    """Return what regions hold, by the number of each cell's region."""
    starts = offsets(np.bincount(numbers))
    each = np.full(starts.size - 1, stars, dtype=np.int64)
    return Bounds(np.argsort(numbers, kind="stable").astype(np.int32) + 1, starts, each, each)
