"""Which rules an engine needs to refute a literal, where nothing simpler does.

Each rule has a selector, the engine names a core of them, and deletion shrinks it. Two lines that differ have no
selector: those that the engine was told to keep apart are returned as rules that may or may not be needed. Rules go
first, with all facts known, which leaves the engine only what is open; then which facts these rules need is asked in
the same way, with all cells unknown and the facts assumed. The fewer they are the longer an engine takes to see that
they are enough, where sums of many rules clash: fractions see that at once, and hardly name one that is needless.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import numpy as np

from litgrid.core.bounds import Literals, distinct, of_grid, rest
from litgrid.core.characters import Grid
from litgrid.core.deduce import OpenPart
from litgrid.core.limit import Limit
from litgrid.engines import DEFAULT, engines
from litgrid.engines.base import Status
from litgrid.explaining.findings import without
from litgrid.explaining.laws import Book
from litgrid.search import Search


def cores(book: Book, grid: Grid, literals: Sequence[int], limit: Limit) -> dict[int, list[int]]:
    """Return the rules that an engine names to refute each of some literals with what is known, if they do.

    Of lines that differ all are among them that it was told of.
    """
    left = rest(book.bounds, of_grid(grid))
    unknown = (np.flatnonzero(grid.ravel() == -1) + 1).astype(np.int32)
    selectors = book.rule[left.index] + 1
    part, found = OpenPart(unknown, left.bounds), dict[int, list[int]]()
    every, known = distinct(selectors).tolist(), np.full(unknown.size, -1, dtype=np.int8)
    with Search(
        engines.get(DEFAULT), part, grid, book.differs, "auto", selectors=selectors, tick=limit.check
    ) as search:
        for literal in literals:
            if (core := refuting(search, unknown, [literal], every, known, limit)) is not None:
                found[literal] = [number - 1 for number in sorted(core[0])]
        pairs = [book.rule_of_lines(table, *lines) for table, lines in search.told]
    return {literal: rules + pairs for literal, rules in found.items()}


def fewest(
    book: Book, refuted: Sequence[int], rules: Sequence[int], facts: Sequence[int], limit: Limit, thin: bool
) -> tuple[list[int], list[int]]:
    """Return rules and facts of some that refute literals, as few as deletion leaves: two lines that differ go first.

    ``thin``: facts go last; else they are those that the engine names.
    """
    counting = [rule for rule in rules if book.pair(rule) is None]
    apart = [rule for rule in rules if book.pair(rule) is not None]
    variables = np.array(book.cells(*rules), dtype=np.int32) + 1
    known = np.array(facts, dtype=np.int64)
    known = known[np.isin(np.abs(known), variables)]
    board = np.full(book.board, -1, dtype=np.int8)
    nothing, board[np.abs(known) - 1] = board.copy(), known > 0
    unknown = variables[board[variables - 1] == -1]

    def asking(grid: Grid, rules: Sequence[int], apart: Iterable[int], selected: bool) -> tuple[Search, list[int]]:
        chosen = np.flatnonzero(np.isin(book.rule, rules))
        left = rest(book.bounds.take(chosen), of_grid(grid))
        selectors = book.rule[chosen[left.index]] + 1
        part = OpenPart(variables[grid[variables - 1] == -1], left.bounds)
        lines, engine = [book.apart(rule) for rule in apart], engines.get(DEFAULT)
        guards = selectors if selected else None
        search = Search(engine, part, grid, lines, "auto", selectors=guards, fractions=True, tick=limit.check)
        return search, distinct(selectors).tolist()

    def named(search: Search, numbers: Sequence[int]) -> list[int] | None:
        found = refuting(search, unknown, refuted, numbers, nothing[unknown - 1], limit)
        return found and sorted(found[0])

    def enough(apart: Iterable[int]) -> bool:
        search, every = asking(board, counting, apart, selected=True)
        with search:
            return named(search, every) is not None

    def resting(search: Search, trial: Sequence[int]) -> list[int] | None:
        values = nothing[variables - 1]
        values[trial] = board[variables[trial] - 1]
        found = refuting(search, variables, refuted, (), values, limit)
        return found and sorted(place for place in found[1] if values[place] >= 0)

    apart = without(apart, enough)
    search, every = asking(board, counting, apart, selected=True)
    with search:
        few = shrunk(lambda trial: named(search, trial), every, every)
        rules = [number - 1 for number in (every if few is None else few)]
    # A rule that is needed with all facts is so with fewer.
    search, _ = asking(nothing, rules, apart, selected=False)
    with search:
        every = np.flatnonzero(board[variables - 1] >= 0).tolist()
        few = shrunk(lambda trial: resting(search, trial), every, every if thin else ())
    held = variables[every if few is None else few]
    return rules + apart, np.where(board[held - 1] == 1, held, -held).tolist()


def refuting(
    search: Search, variables: Literals, refuted: Iterable[int], selected: Sequence[int], known: Grid, limit: Limit
) -> tuple[set[int], set[int]] | None:
    """Return as many of the numbers of selectors, and of the places of cells, as refute literals, each alone.

    ``known`` has a value for each variable, -1 where it is open. ``None`` where that does not refute them all.
    """
    numbers, places = set[int](), set[int]()
    for literal in refuted:
        asked = known.copy()
        asked[np.searchsorted(variables, abs(literal))] = literal > 0
        status = search.solve(limit, selected, asked)
        limit.check()
        if status is not Status.UNSAT:
            return None
        for those, clashing in zip((numbers, places), search.core(), strict=True):
            those.update(clashing)
    return numbers, places


def shrunk(
    core: Callable[[Sequence[int]], list[int] | None], numbers: Sequence[int], doubtful: Sequence[int]
) -> list[int] | None:
    """Return numbers of which none that is doubtful is needless.

    ``core`` returns those of some that are enough, ``None`` for none.

    >>> shrunk(lambda trial: list(trial) if {1, 3} <= set(trial) else None, range(5), range(4))
    [1, 3, 4]
    """
    needed = core(numbers)
    for number in doubtful:
        if needed is not None and number in needed:
            fewer = core([other for other in needed if other != number])
            needed = needed if fewer is None else fewer
    return needed
