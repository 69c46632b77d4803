"""Which rules an engine needs to refute a literal, where nothing simpler does.

Each rule has a selector, the engine names a core of them, and deletion shrinks it. Two lines that differ have no
selector: those that the engine was told to keep apart are returned as rules that may or may not be needed. Which facts
rules need is asked in the same way, with all cells unknown and the facts assumed. The fewer they are the longer an
engine takes to see that they are enough, where sums of many rules clash: fractions see that at once, and hardly name
one that is needless.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import numpy as np

from litgrid.core.bounds import Literals, from_matrix, join, of_grid, rest
from litgrid.core.characters import Grid
from litgrid.core.deduce import OpenPart
from litgrid.core.limit import Limit
from litgrid.engines import DEFAULT, engines
from litgrid.engines.base import Status
from litgrid.explaining.findings import without
from litgrid.explaining.laws import Book
from litgrid.search import Search


def smallest_core(
    book: Book, grid: Grid, literals: Sequence[int], limit: Limit
) -> tuple[int, list[int], list[int]] | None:
    """Return the literal of some that the fewest rules refute with what is known, these, and lines' rules.

    Of these it may need some: the engine was told that these lines differ.
    """
    left = rest(book.bounds, of_grid(grid))
    unknown = (np.flatnonzero(grid.ravel() == -1) + 1).astype(np.int32)
    selectors = book.rule[left.index] + 1
    part = OpenPart(unknown, left.bounds)
    with Search(
        engines.get(DEFAULT), part, grid, book.differs, "auto", selectors=selectors, tick=limit.check
    ) as search:
        every = np.unique(selectors).tolist()
        cores = ((core(search, unknown, [literal], every, limit), literal) for literal in literals)
        found = [(len(needed), literal, needed) for needed, literal in cores if needed is not None]
        if not found:
            return None
        _, literal, needed = min(found, key=lambda core: (core[0], abs(core[1])))
        needed = shrunk(lambda trial: core(search, unknown, [literal], trial, limit), needed) or needed
        pairs = [book.rule_of_lines(table, *lines) for table, lines in search.told]
    return literal, [number - 1 for number in needed], pairs


def fewest(
    book: Book, refuted: Sequence[int], rules: Sequence[int], facts: Sequence[int], limit: Limit, thin: bool
) -> tuple[list[int], list[int]]:
    """Return rules and facts of some that refute literals, as few as deletion leaves: two lines that differ go first.

    ``thin``: facts go last; else they are those that the engine names.
    """
    asked = {cell + 1 for rule in rules for cell in book.cells(rule)}
    variables = np.array(sorted(asked), dtype=np.int32)
    facts = [fact for fact in facts if abs(fact) in asked]
    counting = [rule for rule in rules if book.pair(rule) is None]
    apart = [rule for rule in rules if book.pair(rule) is not None]
    # Each rule has a selector; each fact is a count of one literal, with another.
    chosen = np.flatnonzero(np.isin(book.rule, counting))
    place = {rule: number for number, rule in enumerate(counting, 1)}
    selectors = [place[rule] for rule in book.rule[chosen].tolist()]
    selectors += range(len(counting) + 1, len(counting) + len(facts) + 1)
    bounds = join([book.bounds.take(chosen), from_matrix(np.array(facts, dtype=np.int64)[:, None], 1, 1)])
    grid = np.full(book.board, -1, dtype=np.int8)

    def asking(apart: Iterable[int]) -> Search:
        part, lines = OpenPart(variables, bounds), [book.apart(rule) for rule in apart]
        named = np.array(selectors, dtype=np.int64)
        return Search(
            engines.get(DEFAULT), part, grid, lines, "auto", selectors=named, fractions=True, tick=limit.check
        )

    def enough(apart: Iterable[int]) -> bool:
        with asking(apart) as search:
            return core(search, variables, refuted, every, limit) is not None

    last = len(counting)
    every = [*range(1, last + len(facts) + 1)]
    apart = without(apart, enough)
    with asking(apart) as search:
        doubtful = every if thin else every[:last]
        left = shrunk(lambda trial: core(search, variables, refuted, trial, limit), every, doubtful) or every
    return [counting[n - 1] for n in left if n <= last] + apart, [facts[n - last - 1] for n in left if n > last]


def core(
    search: Search, variables: Literals, refuted: Iterable[int], selected: Sequence[int], limit: Limit
) -> list[int] | None:
    """Return as many of the numbers of selectors as refute literals, each alone; ``None`` where they do not."""
    needed = set[int]()
    for literal in refuted:
        asked = np.full(variables.size, -1, dtype=np.int8)
        asked[np.searchsorted(variables, abs(literal))] = literal > 0
        status = search.solve(limit, selected, asked)
        limit.check()
        if status is not Status.UNSAT:
            return None
        needed.update(number for number in search.core() if number > 0)
    return sorted(needed)


def shrunk(
    core: Callable[[Sequence[int]], list[int] | None], numbers: Sequence[int], doubtful: Sequence[int] | None = None
) -> list[int] | None:
    """Return numbers of which none is needless: ``core`` returns those of some that are enough, ``None`` for none.

    ``doubtful``: only these are left out for a try.

    >>> shrunk(lambda trial: list(trial) if {1, 3} <= set(trial) else None, range(5))
    [1, 3]
    """
    needed = core(numbers)
    for number in list(needed or ()) if doubtful is None else doubtful:
        if needed is not None and number in needed:
            fewer = core([other for other in needed if other != number])
            needed = needed if fewer is None else fewer
    return needed
