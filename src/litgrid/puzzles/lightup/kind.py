"""Light Up (Akari, Bijutsukan): put bulbs so that every free cell is lit and no bulb lights another.

A bulb, a true cell, lights its row run and its column run, up to the next walls. A run may stay without a bulb, if each
of its cells is lit across: the rule ``dark`` is about a cell's two runs together.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import ClassVar

import numpy as np

from litgrid.core.characters import Grid, codes, free_of
from litgrid.core.grid import BoolArray, IntArray, neighbours
from litgrid.core.kind import Kind
from litgrid.core.play import Play
from litgrid.core.scopes import Scope, Sort, spans, tables
from litgrid.core.spelling import OPENS, Spelling
from litgrid.core.tables import Table
from litgrid.core.technique import Technique, Tier

NUMBERS = {str(number): number for number in range(5)}
NUMBERED = {number: number for number in NUMBERS}
EASY = frozenset({"run", "clue-met", "clue-full", "last-candidate"})


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
    parting: ClassVar[str] = "#"
    counted: ClassVar[str] = "bulb"
    number_says: ClassVar[str] = "touches {}"
    symbols: ClassVar[dict[str, str]] = {"o": "●", "#": "█", ".": "·", "x": "\N{MULTIPLICATION SIGN}"}
    hints: ClassVar[dict[str, str]] = dict.fromkeys("56789", ": a wall has four neighbours, so that numbers go to 4")
    usual_walls: ClassVar[float] = 0.2
    scopes: ClassVar[tuple[Scope, ...]] = (
        Scope("wall", Sort.WALL, 0, 0, "the wall {at} holds no bulb"),
        Scope("clash", Sort.RUN, 0, 1, "the run {first} to {last} holds at most one bulb"),
        Scope("dark", Sort.CROSS, 1, None, "{at} is lit by a bulb in its row or column"),
    )
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

    def rules(self) -> Sequence[Table]:
        """Return walls, clashes, dark cells and numbers."""
        return (*tables(self.scopes, self.free), self.number_rules())

    def near(self, cells: IntArray) -> tuple[IntArray, BoolArray]:
        """Return the free cells beside walls."""
        beside, exists = neighbours(self.shape, cells)
        exists[exists] = self.free.ravel()[beside[exists]]
        return beside, exists

    def lit(self, grid: Grid) -> BoolArray:
        """Return which cells a bulb lights: what the rule ``dark`` says, by runs alone, as every picture asks it."""
        run_of = spans(self.free).run_of.reshape(-1, 2)
        bulbs = run_of[(grid.ravel() == 1) & self.free.ravel()].ravel()
        return (self.free.ravel() & np.isin(run_of, bulbs).any(axis=1)).reshape(self.grid.shape)

    def guess(self, rng: np.random.Generator) -> Grid | None:
        """Return bulbs wherever one can be, in random order, beside numbers first: an answer, if numbers are few."""
        if int((codes(self.grid, self.numbers) >= 0).sum()) > self.shape.rows:
            return None
        found = spans(self.free)
        across, down = found.run_of.reshape(-1, 2).T.tolist()
        numbers, full, bulbs = self.number_rules(), bytearray(found.runs), bytearray(self.shape.size)

        def put(cell: int) -> None:
            if not (full[across[cell]] or full[down[cell]]):
                full[across[cell]] = full[down[cell]] = bulbs[cell] = True

        free = self.free.ravel().copy()
        for rule in rng.permutation(len(numbers)).tolist():
            beside = rng.permutation(numbers.cells(rule)).tolist()
            for cell in beside:
                if free[cell] and sum(bulbs[one] for one in beside) < numbers.bounds.low[rule]:
                    put(cell)
            free[beside] = False
        for cell in rng.permutation(np.flatnonzero(free)).tolist():
            put(cell)
        return np.frombuffer(bulbs, dtype=np.int8).reshape(self.grid.shape).copy()
