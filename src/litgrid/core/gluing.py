"""The counts of many boards of one kind as those of one board: glued below each other, with walls between.

This is for kinds in which nothing goes through walls. The tables of a thousand small boards take as many calls of NumPy
as those of one large board; what a count is about says whose it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from itertools import pairwise
from typing import cast

import numpy as np

from litgrid.core.bounds import Bounds, bytes_of, offsets
from litgrid.core.characters import Grid
from litgrid.core.grid import IntArray
from litgrid.core.kind import Kind
from litgrid.core.puzzle import Puzzle
from litgrid.core.system import Stack, System, needed_of
from litgrid.core.tables import Count
from litgrid.kernel.holding import Counts

MOST_WALLS = 8
"""A glued board is at most so many times as large as those that it is made of: they may be of very different widths."""


class Later(System):
    """A system whose counts are known; tables of the puzzle are built when somebody asks for them."""

    built = ()
    _puzzle: Puzzle
    _whole: Bounds
    _counts: Counts
    _ends: tuple[int, int]

    def __init__(self, puzzle: Puzzle, whole: Bounds, counts: Counts, ends: tuple[int, int]) -> None:
        vars(self).update(_puzzle=puzzle, _whole=whole, _counts=counts, _ends=ends, differs=())

    @cached_property
    def bounds(self) -> Bounds:
        return self._whole.between(*self._ends)

    def can_hold(self, grid: Grid) -> bool:
        return self._counts.can_hold(bytes_of(grid), *self._ends)

    @cached_property
    def tables(self) -> tuple[Count, ...]:
        return System.of(self._puzzle.tables()).tables

    @cached_property
    def pieces(self) -> tuple[Bounds, ...]:
        return tuple(table.bounds for table in self.tables)


def glued(puzzles: Sequence[Puzzle]) -> tuple[Sequence[System], Stack] | None:
    """Return the systems of puzzles of one kind, and their stack; ``None`` where they cannot be glued."""
    first, parting = puzzles[0], vars(type(puzzles[0])).get("parting")  # who inherits it may have other rules
    if not isinstance(first, Kind) or not parting or len(puzzles) == 1:
        return None
    sizes = np.array([puzzle.shape.size for puzzle in puzzles])
    tops = offsets(np.array([puzzle.shape.rows + 1 for puzzle in puzzles]))
    width = max(puzzle.shape.columns for puzzle in puzzles)
    if tops[-1] * width > MOST_WALLS * sizes.sum():
        return None
    grid = np.full((int(tops[-1]), width), ord(parting), dtype=np.uint8)
    inside = np.zeros(grid.shape, dtype=np.bool_)
    for puzzle, top in zip(cast("Sequence[Kind]", puzzles), tops.tolist(), strict=False):
        there = slice(top, top + puzzle.shape.rows), slice(puzzle.shape.columns)
        grid[there], inside[there] = puzzle.grid, True
    system = System.of(replace(first, grid=grid).tables())
    # The walls between are no cells of a board, and what is said about them is left out.
    about = np.concatenate([_cells(table) for table in system.tables])
    counts = np.flatnonzero(inside.ravel()[about])
    place = np.cumsum(inside.ravel()) - 1
    owner = np.arange(len(puzzles)).repeat(sizes)[place[about[counts]]]
    order = np.argsort(owner, kind="stable")
    counts, owner = counts[order], owner[order]
    bounds, before = system.bounds.take(counts), offsets(sizes)[owner]
    variable = place[np.abs(bounds.literals) - 1] + 1 - before.repeat(bounds.lengths)
    bounds = replace(bounds, literals=(np.sign(bounds.literals) * variable).astype(np.int32))
    edges = np.searchsorted(owner, np.arange(len(puzzles) + 1)).tolist()
    whole = bounds.counts()
    systems = [Later(puzzle, bounds, whole, ends) for puzzle, ends in zip(puzzles, pairwise(edges), strict=True)]
    needed = needed_of(system.tables)
    return systems, Stack.joined(bounds, owner, needed if needed is None else needed[counts], sizes)


def _cells(table: Count) -> IntArray:
    """Return the cell that each count is written in, or else the first that it is about."""
    if table.at is not None:
        return table.at[table.rules]
    return np.abs(table.bounds.literals[table.bounds.starts[:-1]]) - 1
