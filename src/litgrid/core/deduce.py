"""What a puzzle's counts force on their own, and the independent parts of what they leave open."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from litgrid.core.bounds import Bounds, Literals, broken, distinct, rest, to_grid, unassigned
from litgrid.core.characters import Grid
from litgrid.core.crowding import crowded, uneven
from litgrid.core.errors import RuleError
from litgrid.core.grid import IntArray, Shape
from litgrid.core.limit import Limit
from litgrid.core.propagate import propagate
from litgrid.core.split import BUNDLE, components, split
from litgrid.core.system import Stack, System
from litgrid.core.tables import Differ, expect_single


class OpenPart(NamedTuple):
    """Unknown cells, as variables (cell + 1, ascending), and all counts about them, reduced to them."""

    variables: Literals
    bounds: Bounds

    def divided(
        self, links: Sequence[Literals] = (), bundle: int = BUNDLE, tick: Callable[[], None] = lambda: None
    ) -> tuple[OpenPart, ...]:
        """Return independent parts of it: see :func:`litgrid.core.split.split`."""
        parts = split(self.bounds, self.variables, links, bundle, tick)
        if len(parts) == 1:
            return (self,)
        return tuple(OpenPart(part.variables, self.bounds.take(part.counts)) for part in parts)


class Deduction(NamedTuple):
    """``grid`` is what is known; where that breaks a rule already, ``possible`` is false and there are no parts."""

    grid: Grid
    possible: bool
    parts: tuple[OpenPart, ...] = ()


def deduce(system: System, shape: Shape, limit: Limit, most_parts: int | None = None) -> Deduction:
    """Propagate a puzzle's counts to the fixed point and split the rest.

    Without ``most_parts``, parts are as large as is good for solving; with it, as small as they can be, but about so
    many at most.

    Raises
    ------
    RuleError
        for a rule that names a cell twice in one count.
    """
    return deduce_all([(system, shape)], Stack.of([system], [shape.size]), limit).of(0, limit, most_parts)


class Deduced(NamedTuple):
    """What is known of the boards of a stack, and the counts that are left, of each board from an edge to the next.

    ``ended`` are the boards of which a count is broken already.
    """

    boards: Sequence[tuple[System, Shape]]
    cells: IntArray
    known: Grid
    left: Bounds
    edges: IntArray
    ended: frozenset[int]

    def alone(self, number: int) -> Deduced:
        """Return the same of one board."""
        if len(self.boards) == 1:
            return self
        first, last = self.cells[number : number + 2]
        own = self.left.between(self.edges[number], self.edges[number + 1])
        return Deduced(
            [self.boards[number]],
            np.array([0, last - first]),
            self.known[first:last],
            own.shifted(np.full(len(own), -first)),
            np.array([0, len(own)]),
            frozenset({0} if number in self.ended else ()),
        )

    def of(self, number: int, limit: Limit, most_parts: int | None = None) -> Deduction:
        """Return what :func:`deduce` does of a board."""
        alone, (system, shape) = self.alone(number), self.boards[number]
        grid = alone.known.reshape(shape.rows, shape.columns)
        return _split(system, grid, alone.left, limit, most_parts, possible=not alone.ended)


def deduce_all(boards: Sequence[tuple[System, Shape]], stack: Stack, limit: Limit) -> Deduced:
    """Propagate the counts of several puzzles at once, which are stacked; see :func:`deduce`."""
    values = unassigned(int(stack.cells[-1]))
    try:
        counts, ended = _propagated(boards, stack, values, limit)
    except RuleError:
        for system, _ in boards:
            expect_single(system.tables)  # which names the rule
        raise
    left = rest(counts, values)
    edges = np.searchsorted(stack.owner[left.index], np.arange(len(boards) + 1))
    known = to_grid(values, 1, int(stack.cells[-1]))[0]
    return Deduced(boards, stack.cells, known, left.bounds, edges, frozenset(ended))


def _propagated(
    boards: Sequence[tuple[System, Shape]], stack: Stack, values: IntArray, limit: Limit
) -> tuple[Bounds, set[int]]:
    """Decide what follows, in place; return the counts without those of puzzles that are broken, and these."""
    ended = {number for number, (system, shape) in enumerate(boards) if uneven(system.built, shape.size) is not None}
    counts = stack.bounds
    while True:
        if ended:
            idle = np.isin(stack.owner, list(ended))
            counts = replace(
                counts, low=np.where(idle, 0, counts.low), high=np.where(idle, counts.lengths, counts.high)
            )
        clash = propagate(counts, values, limit.check) if len(ended) < len(boards) else None
        if clash is None:
            return counts, ended
        # Each of those that are broken by now would stop it once more.
        ended.update(stack.owner[[clash, *np.flatnonzero(broken(counts, values))]].tolist())


def _split(
    system: System, grid: Grid, left: Bounds, limit: Limit, most_parts: int | None, *, possible: bool
) -> Deduction:
    """Return what is known of a puzzle, and the parts of the counts that are left."""
    if not possible or any(table.equal(grid.ravel()) or crowded(table, system) for table in system.differs):
        return Deduction(grid, False)
    unknown = (np.flatnonzero(grid.ravel() < 0) + 1).astype(np.int32)
    if not unknown.size:
        return Deduction(grid, True)
    bundle = BUNDLE if most_parts is None else 1 + unknown.size // most_parts
    links = _links(system.differs, grid.ravel(), limit) if unknown.size > bundle else []
    limit.check()
    return Deduction(grid, True, OpenPart(unknown, left).divided(links, bundle, limit.check))


def _links(differs: tuple[Differ, ...], known: npt.NDArray[np.integer], limit: Limit) -> list[Literals]:
    """Return the unknown variables that lines which could still become equal bind together."""
    links: list[Literals] = []
    for table in differs:
        opened = (known[table.lines] != 0) & (known[table.lines] != 1)
        pairs = table.unsettled(known, limit.check)
        both = pairs[opened.any(axis=1)[pairs].all(axis=1)]
        group = components(both.ravel(), np.full(len(both), 2, dtype=np.int64), len(opened))
        bound = distinct(pairs)
        for own in distinct(group[bound]):
            lines = bound[group[bound] == own]
            links.append((table.lines[lines][opened[lines]] + 1).astype(np.int32))
    return [link for link in links if link.size]
