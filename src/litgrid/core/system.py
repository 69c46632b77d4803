"""All rules of a puzzle joined into one list of counts, which remembers where each came from; so are those of several.

Puzzles that are worked on together are a *stack*: their counts are one list, in which the cells of each are numbered
after those of the puzzles before it, so that a few array operations do for all.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from litgrid.core.bounds import Bounds, join, offsets
from litgrid.core.characters import Grid
from litgrid.core.grid import BoolArray, IntArray
from litgrid.core.tables import Count, Differ, Rule, Table


@dataclass(frozen=True, eq=False)
class System:
    """Counts of several tables, one after another, and the lines that must differ.

    ``pieces`` are the counts of each table; they may come from no table.
    """

    tables: tuple[Count, ...]
    pieces: tuple[Bounds, ...]
    differs: tuple[Differ, ...]

    @cached_property
    def bounds(self) -> Bounds:
        """The counts of all tables."""
        return join(self.pieces)

    @property
    def built(self) -> tuple[Count, ...]:
        """The tables, as far as they are there."""
        return self.tables

    @cached_property
    def first(self) -> IntArray:
        """Where the counts of each table start among all, and where the last end."""
        return offsets(np.array([len(piece) for piece in self.pieces], dtype=np.int64))

    def can_hold(self, grid: Grid) -> bool:
        """Return whether no count is broken by a grid."""
        pieces = [self.bounds] if "bounds" in vars(self) else self.pieces  # joined only where they are already
        return all(piece.can_hold(grid) for piece in pieces)

    def locate(self, count: int) -> tuple[Count, int]:
        """Return the table and the rule that a count belongs to."""
        number = int(np.searchsorted(self.first, count, side="right")) - 1
        table = self.tables[number]
        return table, table.rule(count - int(self.first[number]))

    def describe(self, count: int) -> Rule:
        """Return the rule of a count, to be shown."""
        table, rule = self.locate(count)
        return table.describe(rule)

    @classmethod
    def of(cls, tables: Iterable[Table]) -> System:
        """Join tables."""
        listed = list(tables)
        counts = tuple(table for table in listed if isinstance(table, Count))
        differs = tuple(table for table in listed if isinstance(table, Differ))
        return cls(counts, tuple(table.bounds for table in counts), differs)


def decided_by(system: System, cells: BoolArray) -> System:
    """Return the counts, and the lines that must differ, that are about these cells only; they come from no table."""
    inside = np.append(0, np.cumsum(~cells[np.abs(system.bounds.literals) - 1]))[system.bounds.starts]
    bounds = system.bounds.take(np.flatnonzero(inside[1:] == inside[:-1]))
    differs = tuple(replace(table, lines=table.lines[cells[table.lines].all(axis=1)]) for table in system.differs)
    return System((), (bounds,), differs)


def needed(system: System) -> Bounds:
    """Return the counts that no others imply."""
    keep = needed_of(system.tables)
    return system.bounds if keep is None else system.bounds.take(np.flatnonzero(keep))


def needed_of(tables: Sequence[Count]) -> BoolArray | None:
    """Return which counts of tables no others imply; ``None`` for all."""
    if all(table.implied is None for table in tables):
        return None
    return np.concatenate(
        [
            np.ones(len(table.bounds), dtype=np.bool_) if table.implied is None else ~table.implied[table.rules]
            for table in tables
        ]
    )


class Stack(NamedTuple):
    """The counts of several systems that no others imply, the cells of each system after those of the one before.

    Attributes
    ----------
    bounds
        the counts
    owner
        the number of the system of each, from 0
    cells
        where the cells of each system begin, and where the last end
    """

    bounds: Bounds
    owner: IntArray
    cells: IntArray

    @classmethod
    def of(cls, systems: Sequence[System], sizes: Sequence[int]) -> Stack:
        """Join systems of so many cells."""
        whole = join(piece for system in systems for piece in system.pieces) if len(systems) > 1 else systems[0].bounds
        many = offsets(np.array([sum(map(len, system.pieces)) for system in systems], dtype=np.int64))
        for system, ends in zip(systems, pairwise(many.tolist()), strict=True):
            vars(system).setdefault("bounds", whole.between(*ends))  # which need not be joined once more
        owner = np.arange(len(systems)).repeat(many[1:] - many[:-1])
        return cls.joined(whole, owner, needed_of([table for system in systems for table in system.tables]), sizes)

    @classmethod
    def joined(
        cls, bounds: Bounds, owner: IntArray, needed: BoolArray | None, sizes: Sequence[int] | IntArray
    ) -> Stack:
        """Return the needed ones of counts, those of each system about its own cells, of which there are so many."""
        cells = offsets(np.array(sizes, dtype=np.int64))
        if needed is not None:
            bounds, owner = bounds.take(np.flatnonzero(needed)), owner[needed]
        return cls(bounds if len(cells) == 2 else bounds.shifted(cells[owner]), owner, cells)
