"""Which rules an engine needs to refute a literal, where nothing simpler does.

Each rule has a selector, the engine names a core of them, and deletion shrinks it. Two lines that differ have no
selector: those that the engine was told to keep apart are returned as rules that may or may not be needed. Which facts
rules need is asked in the same way, with all cells unknown and the facts assumed.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence

import numpy as np

from litgrid.core.bounds import from_matrix, join, of_grid, rest
from litgrid.core.characters import Grid
from litgrid.core.deduce import OpenPart
from litgrid.core.limit import Limit
from litgrid.engines import DEFAULT, engines
from litgrid.engines.base import Status
from litgrid.explaining.laws import Book
from litgrid.search import Search

MOST_CELLS = 100
"""Needless facts are deleted one by one where rules are about so many cells at most."""


def smallest_core(
    book: Book, grid: Grid, literals: Sequence[int], limit: Limit
) -> tuple[int, list[int], list[int]] | None:
    """Return the literal that the fewest rules refute, these, and the rules of lines that may be needed besides.

    Parameters
    ----------
    book
        The rules.
    grid
        What is known.
    literals
        Those to choose from.
    """
    left = rest(book.bounds, of_grid(grid))
    unknown = (np.flatnonzero(grid.ravel() == -1) + 1).astype(np.int32)
    selectors = book.rule[left.index] + 1
    part = OpenPart(unknown, left.bounds)
    with Search(
        engines.get(DEFAULT), part, grid, book.differs, "auto", selectors=selectors, tick=limit.check
    ) as search:

        def core(literal: int, rules: Iterable[int]) -> list[int] | None:
            asked = np.full(unknown.size, -1, dtype=np.int8)
            asked[np.searchsorted(unknown, abs(literal))] = literal > 0
            status = search.solve(limit, [rule + 1 for rule in rules], asked)
            limit.check()
            return [number - 1 for number in search.core() if number > 0] if status is Status.UNSAT else None

        every = sorted(set((selectors - 1).tolist()))
        found = [(len(needed), one, needed) for one in literals if (needed := core(one, every)) is not None]
        if not found:
            return None
        _, literal, needed = min(found, key=lambda core: (core[0], abs(core[1])))
        needed = shrunk(lambda rules: core(literal, rules), needed) or needed
        pairs = [book.rule_of_lines(table, *lines) for table, lines in search.told]
    return literal, needed, pairs


def fewest_facts(book: Book, grid: Grid, refuted: Sequence[int], rules: Collection[int], limit: Limit) -> list[int]:
    """Return facts with which some rules refute some literals: of what is known, as little as deletion leaves.

    Of rules about more than ``MOST_CELLS`` cells they are those that the engine names, as each proof takes long there.
    """
    cells = np.array(sorted({cell for rule in rules for cell in book.cells(rule)}), dtype=np.int64)
    values = grid.ravel()[cells]
    known = cells[values != -1]
    facts = np.where(values[values != -1] == 1, known + 1, -known - 1)
    # Each fact is a count of one literal, with a selector; the rules have none.
    bounds = book.bounds.take(np.flatnonzero(np.isin(book.rule, list(rules))))
    units = from_matrix(facts[:, None], 1, 1)
    selectors = np.append(np.zeros(len(bounds), dtype=np.int64), np.arange(1, len(facts) + 1))
    part = OpenPart((cells + 1).astype(np.int32), join([bounds, units]))
    apart = [book.apart(rule) for rule in rules if book.pair(rule) is not None]
    with Search(
        engines.get(DEFAULT), part, np.full_like(grid, -1), apart, "auto", selectors=selectors, tick=limit.check
    ) as search:

        def core(trial: Iterable[int]) -> list[int] | None:
            selected, needed = [number + 1 for number in trial], set()
            for literal in refuted:
                asked = np.full(cells.size, -1, dtype=np.int8)
                asked[np.searchsorted(cells, abs(literal) - 1)] = literal > 0
                status = search.solve(limit, selected, asked)
                limit.check()
                if status is not Status.UNSAT:
                    return None
                needed |= {number - 1 for number in search.core() if number > 0}
            return sorted(needed)

        every = range(len(facts))
        left = shrunk(core, every) if len(cells) <= MOST_CELLS else core(every)
        needed: list[int] = facts[... if left is None else left].tolist()
        return needed


def shrunk(core: Callable[[Iterable[int]], list[int] | None], numbers: Iterable[int]) -> list[int] | None:
    """Return numbers of which none is needless: ``core`` returns those of some that are enough, ``None`` for none.

    >>> shrunk(lambda trial: list(trial) if {1, 3} <= set(trial) else None, range(5))
    [1, 3]
    """
    needed = core(numbers)
    for number in list(needed or ()):
        if needed is not None and number in needed:
            fewer = core([other for other in needed if other != number])
            needed = needed if fewer is None else fewer
    return needed
