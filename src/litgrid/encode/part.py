"""A formula of one part of what propagation leaves open, and where lines that must differ can still differ in it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

import numpy as np

from litgrid.core.bounds import Bounds, Literals
from litgrid.core.characters import Grid
from litgrid.core.deduce import OpenPart
from litgrid.core.grid import BoolArray, IntArray
from litgrid.core.limit import Limit
from litgrid.core.tables import Differ
from litgrid.encode.cnf import differ, encode
from litgrid.sat.formula import Formula, extended


def of_part(
    part: OpenPart, grid: Grid, differs: Sequence[Differ], encoding: str = "auto", limit: Limit | None = None
) -> Formula:
    """Return a formula about one part of what propagation leaves open; its cells are the first variables, in order.

    ``grid`` is what is known of the whole board, and ``differs`` are lines that must differ.
    """
    limit = limit or Limit(None)
    known, size = grid.ravel(), part.variables.size
    local = np.zeros(known.size + 1, dtype=np.int32)
    local[part.variables] = np.arange(1, size + 1)
    bounds = part.bounds
    literals = np.sign(bounds.literals) * local[np.abs(bounds.literals)]
    made = encode(Bounds(literals, bounds.starts, bounds.low, bounds.high), size, encoding, tick=limit.check)
    clauses, top = [], made.variables
    for places in pairs(differs, local, known, limit.check):
        more, top = differ(places, top)
        clauses += more
    limit.check()
    distinct = extended(made, clauses)
    return replace(distinct, origin=np.full(len(distinct), -1, dtype=np.int64))  # a part's counts have no names


def opened(
    differs: Sequence[Differ], local: Literals, known: Grid, tick: Callable[[], None]
) -> Iterator[tuple[Differ, IntArray]]:
    """Yield each table and its pairs of lines, shaped ``(pairs, 2)``, that could still be equal.

    Pairs without a cell in ``local`` are left out. ``tick`` is called now and then, and raises to stop.
    """
    for table in differs:
        inside: BoolArray = np.any(local[table.lines + 1], axis=1)
        found = table.unsettled(known, tick)
        yield table, found[inside[found].any(axis=1)]


def pairs(
    differs: Sequence[Differ], local: Literals, known: Grid, tick: Callable[[], None]
) -> Iterator[list[tuple[int, int]]]:
    """Yield, for each of the pairs that :func:`opened` has, the places where they can differ: see :func:`apart`."""
    for table, found in opened(differs, local, known, tick):
        for first, second in found.tolist():
            tick()
            yield list(apart(table.lines[first], table.lines[second], local, known))


def apart(first: IntArray, second: IntArray, local: Literals, known: Grid) -> Iterable[tuple[int, int]]:
    """Yield the places where two lines can differ, for :func:`litgrid.encode.cnf.differ`.

    ``local`` holds the literal of each cell at its number + 1, 0 where it is known; ``known`` holds the known values.
    """
    for a, b in zip(first.tolist(), second.tolist(), strict=True):
        x, y = int(local[a + 1]), int(local[b + 1])
        if x and y:
            yield x, y
        elif x or y:
            yield (-(x or y) if known[b if x else a] else (x or y)), 0
