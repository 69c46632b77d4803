"""All rules of a puzzle joined into one list of counts, which remembers where each came from."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np

from litgrid.core.bounds import Bounds, join
from litgrid.core.grid import BoolArray, IntArray
from litgrid.core.tables import Count, Differ, Rule, Table


@dataclass(frozen=True, slots=True, eq=False)
class System:
    """Counts of several tables, one after another, and the lines that must differ.

    ``first[t]`` is where table ``t``'s counts start among all.
    """

    tables: tuple[Count, ...]
    bounds: Bounds
    first: IntArray
    differs: tuple[Differ, ...]

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
        first = np.concatenate([[0], np.cumsum([len(table.bounds) for table in counts])]).astype(np.int64)
        differs = tuple(table for table in listed if isinstance(table, Differ))
        return cls(counts, join(table.bounds for table in counts), first, differs)


def decided_by(system: System, cells: BoolArray) -> System:
    """Return the counts, and the lines that must differ, that are about these cells only; they come from no table."""
    inside = np.append(0, np.cumsum(~cells[np.abs(system.bounds.literals) - 1]))[system.bounds.starts]
    bounds = system.bounds.take(np.flatnonzero(inside[1:] == inside[:-1]))
    differs = tuple(replace(table, lines=table.lines[cells[table.lines].all(axis=1)]) for table in system.differs)
    return System((), bounds, np.zeros(1, dtype=np.int64), differs)


def needed(system: System) -> Bounds:
    """Return the counts that no others imply."""
    if all(table.implied is None for table in system.tables):
        return system.bounds
    keep: BoolArray = np.ones(len(system.bounds), dtype=np.bool_)
    for table, first in zip(system.tables, system.first.tolist(), strict=False):
        if table.implied is not None:
            keep[first : first + len(table.bounds)] = ~table.implied[table.rules]
    return system.bounds.take(np.flatnonzero(keep))
