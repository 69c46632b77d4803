"""Which rules an engine needs to refute a literal, where nothing simpler does.

Each rule has a selector, the engine names a core of them, and deletion shrinks it. Two lines that differ have no
selector: those that the engine was told to keep apart are returned as rules that may or may not be needed. Which facts
rules need is asked in the same way, with all cells unknown and the facts assumed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

import numpy as np

from litgrid.core.bounds import of_grid, rest
from litgrid.core.characters import Grid
from litgrid.core.deduce import OpenPart
from litgrid.core.limit import Limit
from litgrid.engines import DEFAULT, engines
from litgrid.engines.base import Status
from litgrid.explaining.findings import without
from litgrid.explaining.laws import Book
from litgrid.search import Search


def smallest_core(
    book: Book, grid: Grid, codes: Sequence[int], limit: Limit
) -> tuple[int, list[int], list[int]] | None:
    """Return the literal that the fewest rules refute, these, and the rules of lines that may be needed besides.

    Parameters
    ----------
    book
        The rules.
    grid
        What is known.
    codes
        The literals (see :mod:`litgrid.explaining.kernels`) to choose from.

    Raises
    ------
    OutOfTimeError
        when the limit is over.
    """
    left = rest(book.bounds, of_grid(grid))
    unknown = (np.flatnonzero(grid.ravel() == -1) + 1).astype(np.int32)
    selectors = book.rule[left.index] + 1
    part = OpenPart(unknown, left.bounds)
    with Search(
        engines.get(DEFAULT), part, grid, book.differs, "auto", selectors=selectors, tick=limit.check
    ) as search:

        def core(code: int, rules: Iterable[int]) -> list[int] | None:
            asked = np.full(unknown.size, -1, dtype=np.int8)
            asked[np.searchsorted(unknown, (code >> 1) + 1)] = 1 - (code & 1)
            status = search.solve(limit, [rule + 1 for rule in rules], asked)
            limit.check()
            return [number - 1 for number in search.core() if number > 0] if status is Status.UNSAT else None

        every = sorted(set((selectors - 1).tolist()))
        found = [(len(needed), code, needed) for code in codes if (needed := core(code, every)) is not None]
        if not found:
            return None
        _, code, needed = min(found)
        for rule in list(needed):
            if rule in needed:
                fewer = core(code, [other for other in needed if other != rule])
                needed = needed if fewer is None else fewer
        pairs = [book.rule_of_lines(table, *lines) for table, lines in search.told]
    return code, needed, pairs


def fewest_facts(book: Book, grid: Grid, refuted: Sequence[int], rules: Collection[int], limit: Limit) -> list[int]:
    """Return facts with which some rules refute some literals: of what is known, as little as deletion leaves.

    Raises
    ------
    OutOfTimeError
        when the limit is over.
    """
    cells = sorted({cell for rule in rules for cell in book.cells(rule)} | {code >> 1 for code in refuted})
    bounds = book.bounds.take(np.flatnonzero(np.isin(book.rule, list(rules))))
    part = OpenPart(np.array(cells, dtype=np.int32) + 1, bounds)
    value = grid.ravel()
    known = [2 * cell + 1 - int(value[cell]) for cell in cells if value[cell] != -1]
    place = {cell: number for number, cell in enumerate(cells)}
    apart = [book.apart(rule) for rule in rules if book.pair(rule) is not None]
    with Search(engines.get(DEFAULT), part, np.full_like(grid, -1), apart, "auto", tick=limit.check) as search:

        def refute(facts: Sequence[int]) -> bool:
            asked = np.full(len(cells), -1, dtype=np.int8)
            for fact in facts:
                asked[place[fact >> 1]] = 1 - (fact & 1)
            for code in refuted:
                asked[place[code >> 1]] = 1 - (code & 1)
                if search.holds(limit, asked):
                    return False
                asked[place[code >> 1]] = -1
            return True

        return without(known, known, refute)
