"""All answers of a small board, found from its tables alone and in the most naive way: cell by cell, by trying both.

Nothing here is what litgrid solves, checks or counts with, so that these can be held to it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

import numpy as np

from litgrid.core.characters import Grid
from litgrid.core.grid import BoolArray, IntArray
from litgrid.core.puzzle import Puzzle
from litgrid.core.tables import Count, Rule

MOST = 4_000
"""No more boards than this are held at once."""


@dataclass(frozen=True, eq=False)
class Law:
    """What one rule says: how many of some literals are true, several times over; or that two lines are not equal."""

    rule: Rule
    counts: tuple[tuple[IntArray, BoolArray, int, int], ...] = ()  # cells, whether each is to be true, the bounds
    lines: tuple[IntArray, ...] = ()

    @cached_property
    def cells(self) -> set[int]:
        """The cells that it is about."""
        return {int(cell) for cells in (*(count[0] for count in self.counts), *self.lines) for cell in cells}

    def possible(self, boards: Grid, place: IntArray) -> BoolArray:
        """Return which boards, a column each, can still obey it; ``place`` is the row of each cell, -1 if unknown."""
        right: BoolArray = np.ones(boards.shape[1], dtype=np.bool_)
        for cells, true, low, high in self.counts:
            known = place[cells] >= 0
            there = (boards[place[cells[known]]] == true[known, None]).sum(axis=0)
            right &= (there <= high) & (there + np.count_nonzero(~known) >= low)
        if self.lines and all((place[line] >= 0).all() for line in self.lines):
            one, other = (boards[place[line]] for line in self.lines)
            right &= (one != other).any(axis=0)
        return right


def laws(puzzle: Puzzle) -> dict[Rule, Law]:
    """Return every rule of a puzzle, by how it is shown."""
    found: dict[Rule, Law] = {}
    for table in puzzle.tables():
        if isinstance(table, Count):
            counts: list[list[tuple[IntArray, BoolArray, int, int]]] = [[] for _ in range(len(table))]
            for number in range(len(table.bounds)):
                literals = table.bounds.of(number).astype(np.int64)
                bound = int(table.bounds.low[number]), int(table.bounds.high[number])
                counts[table.rule(number)].append((np.abs(literals) - 1, literals > 0, *bound))
            made = [Law(table.describe(rule), counts=tuple(some)) for rule, some in enumerate(counts)]
        else:
            pairs = combinations(range(len(table.lines)), 2)
            made = [Law(table.describe(*pair), lines=tuple(table.lines[line] for line in pair)) for pair in pairs]
        for law in made:
            # Rules that are shown alike are one to whoever reads them.
            same = found.get(law.rule, Law(law.rule))
            found[law.rule] = Law(law.rule, same.counts + law.counts, law.lines)
    return found


def fillings(some: Iterable[Law], cells: Sequence[int], facts: Mapping[int, int] | None = None) -> Grid | None:
    """Return all ways to fill some cells that obey some rules, a row each, sorted; ``None`` where they are too many.

    What rules say of other cells is left open; cells are tried in their order, with facts about some known.
    """
    rules, known = list(some), dict(facts or {})
    about: dict[int, list[Law]] = {cell: [] for cell in cells}
    for law in rules:
        for cell in law.cells & about.keys():
            about[cell].append(law)
    boards: Grid = np.zeros((0, 1), dtype=np.int8)
    place = np.full(1 + max([0, *cells, *(cell for law in rules for cell in law.cells)]), -1, dtype=np.int64)
    for number, cell in enumerate(cells):
        values = np.array([known[cell]] if cell in known else [0, 1], dtype=np.int8)
        new = np.tile(values, boards.shape[1])
        boards = np.concatenate([np.repeat(boards, values.size, axis=1), new[None]])
        place[cell] = number
        right: BoolArray = np.ones(boards.shape[1], dtype=np.bool_)
        for law in about[cell]:
            right &= law.possible(boards, place)
        boards = boards[:, right]
        if boards.shape[1] > MOST:
            return None
    # A rule without a cell, as a number with nothing around it, is about no place and yet may not hold.
    alone = [law for law in rules if not law.cells]
    return boards.T[: 0 if any(not law.possible(boards[:, :1], place).all() for law in alone) else None].copy()
