"""Lines: counts of exactly so many that hold other rules, as the balance of a Binairo row holds its triples.

What all completions of a line have in common is looked for with all these rules, and with the finished lines that it
must differ from; what each of these takes is found by deletion.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

import numpy as np

from litgrid.core.bounds import offsets
from litgrid.core.grid import BoolArray
from litgrid.explaining.findings import Finding, ordered, without
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
                found += [_deleted(self._state, literal, [*rules, *finished], every) for literal in refuted]
        best = min(found, key=lambda one: one.cost, default=None)
        return best and best._replace(choices=len(found))


def _deleted(state: State, literal: int, rules: Sequence[int], every: Sequence[int]) -> Finding:
    """Return a refutation by as few of some rules as deletion leaves, the last ones tried first.

    Of ``every`` literal it is seen whether they refute it as well.
    """
    needed = without(rules, lambda trial: bool(state.refute(trial, [literal])))
    decided = {-literal, *(-other for other in state.refute(needed, every))}
    named = state.book.named(tuple(needed), -literal)
    return Finding(ordered(decided), tuple(needed), (), "line", named, literal)


def line_groups(book: Book, off: BoolArray | None = None) -> list[Group]:
    """Return the lines of a puzzle; ``off`` says of each rule that counts whether it is switched off."""
    bounds, rule = book.bounds, book.rule.tolist()
    on = bounds.lengths > 1
    if off is not None:
        on &= ~off[book.rule]
    exact = np.flatnonzero((bounds.low == bounds.high) & on)
    on &= bounds.lengths <= bounds.lengths[exact].max(initial=0)
    flat, starts = (np.abs(bounds.literals) - 1).tolist(), bounds.starts.tolist()
    held = {count: frozenset(flat[starts[count] : starts[count + 1]]) for count in np.flatnonzero(on).tolist()}
    first, differing = dict[int, list[int]](), dict[frozenset[int], list[int]]()
    for count in held:
        first.setdefault(flat[starts[count]], []).append(count)
    for number, cells in enumerate(book.line_cells):
        differing.setdefault(frozenset(cells), []).append(number)
    found = []
    for line in map(held.__getitem__, exact.tolist()):
        inside = {rule[count] for cell in line for count in first.get(cell, ()) if held[count] <= line}
        if len(inside) > 1:
            differ = [pair for number in differing.get(line, ()) for pair in book.rules_of_line(number)]
            found.append(([cell + 1 for cell in sorted(line)], sorted(inside), differ))
    return found
