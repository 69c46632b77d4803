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

Group = tuple[list[int], list[int], dict[int, int]]
"""The variables of a line, the rules inside it, and the rules that it differs from others, with the others."""

Known = tuple[list[int], list[int]]
"""The values of a line, and the rules that it differs from lines that are finished."""


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
        # By line: what was known when it was looked at last, and what was refuted then, with the rules that it takes.
        self._told: list[tuple[Known, dict[int, list[int]]]] = [(([], []), {}) for _ in self.groups]

    def find(self, wrong: Sequence[int], every: Sequence[int]) -> Finding | None:
        """Return what the completions of one line have in common, of the line that takes the fewest rules.

        ``wrong``: the literals that may be refuted, and ``every`` one that the answer refutes, which go with them.
        """
        state, asked, found = self._state, {*map(abs, wrong)}, list[tuple[int, list[int]]]()
        values = state.values.ravel().tolist()
        finished = {line for line in range(state.book.lines) if state.trail.lacks(line) == 0}
        for line, (variables, rules, pairs) in enumerate(self.groups):
            if asked.isdisjoint(variables):
                continue
            state.limit.check()
            apart = [pair for pair, other in pairs.items() if other in finished]
            known = [values[variable - 1] for variable in variables], apart
            # Where nothing changed since, it is the same as before.
            if self._told[line][0] != known:
                refuted = state.prober.misfits(every, line)
                self._told[line] = known, {literal: self._needed(literal, [*rules, *apart]) for literal in refuted}
            found += [one for one in self._told[line][1].items() if abs(one[0]) in asked]
        if not found:
            return None
        literal, needed = min(found, key=lambda one: len(one[1]))
        decided = {-literal, *(-other for other in state.refute(needed, every))}
        named = state.book.named(tuple(needed), -literal)
        return Finding(ordered(decided), tuple(needed), (), "line", named, literal, choices=len(found))

    def _needed(self, literal: int, rules: Sequence[int]) -> list[int]:
        """Return as few of some rules as deletion leaves to refute a literal, the last ones tried first."""
        return without(rules, lambda trial: bool(self._state.refute(trial, [literal])))


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
            differ = {
                pair: sum(book.pair(pair) or ()) - number
                for number in differing.get(line, ())
                for pair in book.rules_of_line(number)
            }
            found.append(([cell + 1 for cell in sorted(line)], sorted(inside), differ))
    return found
