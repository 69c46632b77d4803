"""Lines: counts of exactly so many that hold other rules, as the balance of a Binairo row holds its triples.

What all completions of a line have in common is looked for with all these rules, and with the finished lines that it
must differ from; what each of these takes is found by deletion.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

import numpy as np

from litgrid.core.bounds import Bounds, Literals, offsets, ranges
from litgrid.core.grid import BoolArray, IntArray
from litgrid.explaining.findings import Finding, Way, ordered, without
from litgrid.explaining.laws import Book
from litgrid.explaining.state import State

Group = tuple[list[int], list[int], list[int]]
"""The variables of a line, the rules inside it, and the rules that it differs from others."""


class Lines:
    """The lines of a board."""

    def __init__(self, state: State) -> None:
        self._state, self.groups = state, line_groups(state.book, state.off)
        columns = [*zip(*self.groups, strict=True)] or [(), (), ()]
        arrays = (
            (np.array([*chain.from_iterable(lists)], dtype=np.int64), offsets(np.array([*map(len, lists)], dtype=int)))
            for lists in columns
        )
        state.prober.inside(*chain.from_iterable(arrays))

    def find(self, wrong: Sequence[int], every: Sequence[int]) -> Finding | None:
        """Return what the completions of one line have in common, of the line that takes the fewest rules.

        ``wrong``: the literals that may be refuted, and ``every`` one that the answer refutes, which go with them.
        """
        trail, found = self._state.trail, list[Finding]()
        for line, (_, rules, pairs) in enumerate(self.groups):
            self._state.limit.check()
            if refuted := self._state.prober.misfits(wrong, line):
                finished = [pair for pair in pairs if 0 in map(trail.lacks, self._state.book.pair(pair) or ())]
                found += [deleted(self._state, literal, [*rules, *finished], "line", every) for literal in refuted]
        best = min(found, key=lambda one: one.cost, default=None)
        return best and best._replace(choices=len(found))


def deleted(
    state: State,
    literal: int,
    rules: Sequence[int],
    way: Way,
    every: Sequence[int] = (),
    doubtful: Sequence[int] | None = None,
) -> Finding:
    """Return a refutation by as few of some rules as deletion leaves, the last ones tried first.

    Of ``every`` literal it is seen whether they refute it as well. ``doubtful``: only these may be needless.
    """
    needed = without(rules, lambda trial: bool(state.refute(trial, [literal])), doubtful)
    decided = {-literal, *(-other for other in state.refute(needed, every))}
    named = state.book.named(tuple(needed), -literal) if way == "line" else None
    return Finding(ordered(decided), tuple(needed), (), way, named, literal)


def line_groups(book: Book, off: BoolArray | None = None) -> list[Group]:
    """Return the lines of a puzzle; ``off`` says of each rule that counts whether it is switched off."""
    bounds, rule, lengths = book.bounds, book.rule, book.bounds.lengths
    on = lengths > 1
    if off is not None:
        on &= ~off[rule]
    exact = np.flatnonzero((bounds.low == bounds.high) & on)
    if not exact.size:
        return []
    on &= lengths <= lengths[exact].max()
    cells = np.abs(bounds.literals) - 1
    lines_of = _lines_of(cells, bounds, exact, book.board)
    # A count is inside a line that holds its first cell, has room for it, and then holds all the others.
    counts = np.flatnonzero(on)
    place, column = np.nonzero(lines_of[cells[bounds.starts[counts]]] >= 0)
    count = counts[place]
    line = lines_of[cells[bounds.starts[count]], column]
    inside = (rule[count] != rule[line]) & (lengths[count] <= lengths[line])
    count, line = count[inside], line[inside]
    if not count.size:
        return []
    starts = offsets(lengths[count])
    others = lines_of[cells[ranges(bounds.starts[count], lengths[count], starts)]]
    holds = (others == line.repeat(lengths[count])[:, None]).any(axis=1)
    inside = np.logical_and.reduceat(holds, starts[:-1])
    rules: dict[int, set[int]] = {}
    for one, other in zip(line[inside].tolist(), rule[count[inside]].tolist(), strict=True):
        rules.setdefault(one, set()).add(other)
    differing: dict[frozenset[int], list[int]] = {}
    for number, cells_of in enumerate(book.line_cells):
        differing.setdefault(frozenset(cells_of), []).append(number)
    found = []
    for one in sorted(rules):
        members = sorted(set(cells[bounds.starts[one] : bounds.starts[one + 1]].tolist()))
        differ = [pair for number in differing.get(frozenset(members), []) for pair in book.rules_of_line(number)]
        found.append(([cell + 1 for cell in members], sorted({*rules[one], int(rule[one])}), differ))
    return found


def _lines_of(cells: Literals, bounds: Bounds, lines: IntArray, board: int) -> IntArray:
    """Return which of some counts each cell is in, a row a cell; -1 where there are no more."""
    lengths = bounds.lengths[lines]
    cell = cells[ranges(bounds.starts[lines], lengths)]
    order, number = np.argsort(cell, kind="stable"), np.bincount(cell, minlength=board)
    found = np.full((board, number.max()), -1, dtype=np.int64)
    found[cell[order], ranges(np.zeros_like(number), number)] = lines.repeat(lengths)[order]
    return found
