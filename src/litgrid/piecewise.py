"""Two answers of a large part, most of it guessed: an engine is asked only where guesses fail.

On a large board a guess does no harm far away. So cells are guessed in random order, each with all that follows; a
guess that breaks a count is taken back for its other side, and a cell of which each side breaks one is left open. The
cells around open ones are then freed and guessed anew, while that helps, and what is still open is filled by an engine,
in pieces that all that is kept makes independent. A piece that has no answer between what is kept is freed with a wider
ring. A second answer is looked for in pieces as well. Nothing is proved so: what is not found here is for a search of
the whole.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from litgrid.core.bounds import Bounds, of_grid, rest
from litgrid.core.deduce import OpenPart
from litgrid.core.grid import BoolArray, IntArray
from litgrid.core.limit import Limit
from litgrid.core.propagate import rules_of
from litgrid.engines.base import Engine, Status, Values
from litgrid.kernel.trail import Trail
from litgrid.search import Search

FEWER = 0.75
"""Cells are guessed again where so many times fewer stay open."""
MANY = 4
"""Where one cell in so many has to be freed, it is left to a search of the whole."""
WINDOWS, RINGS, WINDOW, MOST = 8, 3, 200, 2_000
"""In so many places a second answer is looked for, so many rings around a cell, or fewer that have so many cells; a
place that then has more than most is too hard."""
AT_ONCE = 4096
"""So many cells are guessed between two looks at the clock."""
OPEN = -1


def two_answers(engine: Engine, part: OpenPart, encoding: str, rng: np.random.Generator, limit: Limit) -> list[Values]:
    """Return two answers of a part, a 0 or 1 for each of its cells in order; or none, where they are not found so.

    Raises
    ------
    OutOfTimeError
        when the limit is over.
    """
    return _Pieces(engine, part, encoding, rng, limit).two()


class _Pieces:
    """Values of a part's cells, some of them ``OPEN``, that break no count."""

    def __init__(self, engine: Engine, part: OpenPart, encoding: str, rng: np.random.Generator, limit: Limit) -> None:
        self._engine, self._encoding, self._rng, self._limit = engine, encoding, rng, limit
        self._bounds, self._size = _numbered(part), part.variables.size
        self._cells: IntArray = np.abs(self._bounds.literals) - 1
        self._values: Values = np.full(self._size, OPEN, dtype=np.int8)

    def two(self) -> list[Values]:
        """Return two answers, or none."""
        open_ = self._guessed()
        while open_.size:
            free = self._freed(open_)
            if MANY * free.size > self._size:
                return []
            failed = [cells for cells, search in self._pieces(free) if not self._fills(cells, search)]
            open_ = np.concatenate([open_[:0], *failed])
        first = self._values.copy()
        for cell in self._rng.integers(0, self._size, WINDOWS):
            free = np.array([cell])
            for _ in range(RINGS):
                if free.size < WINDOW:
                    free = self._freed(free)
            for cells, search in self._pieces(free) if free.size <= MOST else ():
                while self._fills(cells, search):
                    if not np.array_equal(self._values[cells], first[cells]):
                        other = first.copy()
                        other[cells] = self._values[cells]
                        return [first, other]
                    search.block()
            self._values[free] = first[free]
        again = not self._guessed().size and not np.array_equal(self._values, first)
        return [first, self._values] if again else []

    def _guessed(self) -> IntArray:
        """Guess all cells, and again around those that stay open while these become fewer; return them."""
        rules, low, high = rules_of(self._bounds, self._size), self._bounds.low, self._bounds.high
        open_ = np.arange(self._size)
        while open_.size:
            before = self._values.copy()
            self._freed(open_)
            known = np.flatnonzero(self._values != OPEN)
            trail = Trail(rules, low, high)
            trail.take(np.where(self._values[known] == 1, known + 1, -known - 1).tolist())
            self._guess(trail, self._rng.permutation(np.flatnonzero(self._values == OPEN) + 1))
            self._values = trail.grid()[: self._size]
            still = np.flatnonzero(self._values == OPEN)
            if still.size > FEWER * open_.size:
                self._values = before
                break
            open_ = still
        return open_

    def _guess(self, trail: Trail, variables: IntArray) -> None:
        """Take cells for true where that breaks nothing, else for false; where that does as well, leave them open."""
        end = trail.all_literals().size
        for first in range(0, variables.size, AT_ONCE):
            self._limit.check()
            for variable in variables[first : first + AT_ONCE].tolist():
                if trail.value(variable) == OPEN:
                    for literal in (variable, -variable):
                        if not trail.assume(literal):
                            break
                        trail.drop(end)
                    end = trail.all_literals().size

    def _freed(self, cells: IntArray) -> IntArray:
        """Open cells, and those that share a count with one; return them all."""
        wanted = np.zeros(self._size, dtype=np.bool_)
        wanted[cells] = True
        touching = self._touching(wanted)
        wanted[np.abs(self._bounds.take(touching).literals) - 1] = True
        self._values[wanted] = OPEN
        return np.flatnonzero(wanted)

    def _touching(self, cells: BoolArray) -> IntArray:
        """Return the counts about some of the cells."""
        return np.flatnonzero(np.logical_or.reduceat(cells[self._cells], self._bounds.starts[:-1]))

    def _pieces(self, free: IntArray) -> Iterator[tuple[IntArray, Search]]:
        """Yield the independent pieces of open cells, each with an engine that holds it until the next is asked for."""
        left = rest(self._bounds.take(self._touching(self._values == OPEN)), of_grid(self._values)).bounds
        for piece in OpenPart((free + 1).astype(np.int32), left).divided(bundle=1, tick=self._limit.check):
            size = piece.variables.size
            own = OpenPart(np.arange(1, size + 1, dtype=np.int32), _numbered(piece))
            grid = np.full((1, size), OPEN, dtype=np.int8)
            with Search(self._engine, own, grid, (), self._encoding, tick=self._limit.check) as search:
                yield piece.variables.astype(np.int64) - 1, search

    def _fills(self, cells: IntArray, search: Search) -> bool:
        """Give cells the values of an answer, if there is one."""
        found = search.solve(self._limit) is Status.SAT
        if found:
            self._values[cells] = search.answer
        self._limit.check()
        return found


def _numbered(part: OpenPart) -> Bounds:
    """Return the counts of a part, its cells numbered in order."""
    bounds = part.bounds
    number = np.zeros(int(part.variables[-1]) + 1, dtype=np.int32)
    number[part.variables] = np.arange(1, part.variables.size + 1)
    literals = np.sign(bounds.literals) * number[np.abs(bounds.literals)]
    return Bounds(literals, bounds.starts, bounds.low, bounds.high)
