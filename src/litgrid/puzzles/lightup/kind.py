"""Light Up (Akari, Bijutsukan): put bulbs so that every free cell is lit and no bulb lights another.

A bulb, a true cell, lights its row run and its column run, up to the next walls. A run may stay without a bulb, if each
of its cells is lit across: the rule ``dark`` is about a cell's two runs together.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

import numpy as np

from litgrid.core import memory
from litgrid.core.bounds import Bounds, from_matrix, join
from litgrid.core.characters import Grid, free_of
from litgrid.core.forms import OPENS, Spelling
from litgrid.core.grid import BoolArray, IntArray, neighbours
from litgrid.core.kind import Kind
from litgrid.core.play import Play
from litgrid.core.runs import Runs, crossing, runs
from litgrid.core.tables import Count, Table
from litgrid.core.technique import Technique, Tier

NUMBERS = {str(number): number for number in range(5)}
NUMBERED = {number: number for number in NUMBERS}
ENTRY = 60
"""Bytes that an entry of the table ``dark`` takes from here to an engine: half of it for rules and propagation."""
EASY = frozenset({"run", "clue-met", "clue-full", "last-candidate"})


@dataclass(frozen=True, eq=False)
class LightUp(Kind):
    """A Light Up puzzle."""

    name: ClassVar[str] = "lightup"
    aliases: ClassVar[tuple[str, ...]] = ("akari", "bijutsukan", "light-up")
    title: ClassVar[str] = "Light Up"
    true: ClassVar[str] = "bulb"
    false: ClassVar[str] = "no bulb"
    alphabet: ClassVar[dict[str, str]] = {
        ".": "free",
        "#": "wall",
        **dict.fromkeys(NUMBERS, "numbered wall"),
        "o": "bulb",
        "x": "marked as no bulb",
    }
    answer: ClassVar[str] = "xo."
    shown: ClassVar[str] = ".o."
    numbers: ClassVar[dict[str, int]] = NUMBERS
    unnumbered: ClassVar[str] = "#"
    counted: ClassVar[str] = "bulb"
    number_says: ClassVar[str] = "touches {}"
    symbols: ClassVar[dict[str, str]] = {"o": "●", "#": "█", ".": "·", "x": "\N{MULTIPLICATION SIGN}"}
    hints: ClassVar[dict[str, str]] = dict.fromkeys("56789", ": a wall has four neighbours, so that numbers go to 4")
    usual_walls: ClassVar[float] = 0.2
    sketcher: ClassVar[str] = "litgrid.puzzles.lightup.making"
    encodings: ClassVar[dict[str, str]] = {"first": "litgrid.puzzles.lightup.first"}
    forms: ClassVar[str] = "litgrid.puzzles.lightup.forms"
    spellings: ClassVar[tuple[Spelling, ...]] = (
        Spelling(NUMBERED, {".": f"{OPENS} W -1 -2 -3", "#": "# B W X -1 -2 \N{BLACK SQUARE} \N{FULL BLOCK}"}),
        Spelling({**NUMBERED, "x": "#"}, {".": "- _"}),
    )
    examples: ClassVar[tuple[str, ...]] = (".1.\n...\n#.2",)
    instructions: ClassVar[tuple[str, ...]] = (
        "Put bulbs into white cells so that every white cell is lit.",
        "A bulb lights its own cell, and all cells of its row and its column up to the next black cell.",
        "No bulb lights another one.",
        "A number says how many of the cells beside it, left, right, above and below, hold a bulb. Black cells without "
        "a number may have any number of bulbs beside them.",
    )
    techniques: ClassVar[tuple[Technique, ...]] = (
        Technique("run", ("clash",)),
        Technique("clue-met", ("number",), value=False),
        Technique("clue-full", ("number",), value=True),
        Technique("last-candidate", ("dark",)),
        Technique("starve-clue", ("number", "clash"), broken="number"),
        Technique("starve-cell", ("dark", "clash"), broken="dark"),
        Technique("starve-cell-by-clue", ("dark", "number"), broken="dark", value=False, direct=True),
        Technique("starve-cell-by-clue", ("dark", "number", "clash"), broken="dark", value=False, most=5, direct=True),
        Technique("shared-cells", ("number", "number"), value=False, direct=True),
        Technique("shared-cells", ("number", "number", "clash"), value=False, most=5, direct=True),
        Technique("clues-together", ("number", "number")),
        Technique("clues-together", ("number", "number", "clash")),
        Technique("clue-and-cell", ("dark", "number")),
        Technique("clue-and-cell", ("dark", "number", "clash")),
        Technique("two-clues", ("number", "dark"), most=6, between=("clash",)),
    )
    tiers: ClassVar[tuple[Tier, ...]] = (
        Tier("easy", EASY),
        Tier("tricky", EASY | {"starve-clue", "starve-cell", "starve-cell-by-clue", "shared-cells"}),
        Tier("hard"),
    )
    play: ClassVar[Play] = Play(blank=True, lit="dark")

    @cached_property
    def free(self) -> BoolArray:
        """Which cells are not walls."""
        return free_of(self.grid, self.answer)

    @cached_property
    def runs(self) -> tuple[Runs, Runs]:
        """The runs along the rows, and down the columns."""
        return runs(self.free, across=True), runs(self.free, across=False)

    def rules(self) -> Sequence[Table]:
        """Return walls, clashes, dark cells and numbers."""
        walls, name = np.flatnonzero(~self.free.ravel()), self.shape.name
        none = from_matrix(walls[:, None] + 1, 0, 0)
        wall = Count("wall", none, lambda rule: f"the wall {name(walls[rule])} holds no bulb", at=walls)
        return (wall, self._clash(), self._dark(), self.number_rules())

    def _clash(self) -> Count:
        """At most one bulb in each run."""
        bounds = join(run.counts(0, 1) for run in self.runs)

        def sentence(rule: int) -> str:
            first, last = map(self.shape.name, bounds.of(rule)[[0, -1]] - 1)
            return f"the run {first} to {last} holds at most one bulb"

        return Count("clash", bounds, sentence)

    def _dark(self) -> Count:
        """At least one bulb in each free cell's two runs together."""
        free = np.flatnonzero(self.free.ravel())
        across, down = self.runs
        # An open board needs rows x columns x (rows + columns) entries.
        memory.need(
            ENTRY * int(across.lengths[across.run_of[free]].sum() + down.lengths[down.run_of[free]].sum()),
            f"this board of {self.shape} is too open: saying that its cells are lit",
            "use more walls or a smaller board",
        )
        cells, starts = crossing(across, down)
        bounds = Bounds(cells + np.int32(1), starts, np.ones_like(free), starts[1:] - starts[:-1])
        name = self.shape.name
        return Count("dark", bounds, lambda i: f"{name(free[i])} is lit by a bulb in its row or column", at=free)

    def near(self, cells: IntArray) -> tuple[IntArray, BoolArray]:
        """Return the free cells beside walls."""
        beside, exists = neighbours(self.shape, cells)
        exists[exists] = self.free.ravel()[beside[exists]]
        return beside, exists

    def lit(self, grid: Grid) -> BoolArray:
        """Return which cells a bulb lights."""
        lit = np.zeros(self.shape.size, dtype=np.bool_)
        for along in self.runs:
            bulbs = along.run_of[(grid.ravel() == 1) & self.free.ravel()]
            has = np.bincount(bulbs, minlength=len(along.lengths))
            lit[along.cells] |= np.repeat(has > 0, along.lengths)
        return lit.reshape(self.grid.shape)
