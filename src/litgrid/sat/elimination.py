"""Variables taken out of a formula, so that it says the same of the others: Davis and Putnam's procedure (1960).

There is a value for a variable with which all clauses hold, just if each clause with the variable and each with its
negation agree without it: so these clauses are replaced by their resolvents. Clauses that others imply as they contain
them are left out. The cheapest variable goes first, and one that would bring too many clauses stays.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable

Clause = frozenset[int]


def eliminate(
    clauses: Iterable[Iterable[int]],
    kept: Collection[int],
    most: int,
    tick: Callable[[], None] = lambda: None,
) -> list[Clause]:
    """Return clauses that say of the variables ``kept`` what the given ones say, with few other variables or none.

    A variable may bring at most ``most`` resolvents; ``tick`` is called now and then, and raises to stop.
    """
    known = _Clauses()
    for clause in clauses:
        known.add(frozenset(clause))
    left = {abs(literal) for literal in known.by_literal} - set(kept)
    while left:
        tick()
        variable = min(left, key=lambda one: (len(known.by_literal[one]) * len(known.by_literal[-one]), one))
        left.remove(variable)
        with_it, without = list(known.by_literal[variable]), list(known.by_literal[-variable])
        if len(with_it) * len(without) > most:
            continue
        for clause in (*with_it, *without):
            known.remove(clause)
        for first in with_it:
            tick()
            for second in without:
                known.add((first | second) - {variable, -variable})
    return list(known.all)


class _Clauses:
    """Clauses, of which none contains another, by their literals."""

    def __init__(self) -> None:
        self.all: set[Clause] = set()
        self.by_literal: defaultdict[int, set[Clause]] = defaultdict(set)

    def add(self, clause: Clause) -> None:
        """Take in a clause, unless it always holds or one that is here says more; what it says more of goes."""
        if any(-literal in clause for literal in clause) or self._implied(clause):
            return
        if clause:
            rarest = min(clause, key=lambda literal: len(self.by_literal[literal]))
            for other in [other for other in self.by_literal[rarest] if clause <= other]:
                self.remove(other)
        self.all.add(clause)
        for literal in clause:
            self.by_literal[literal].add(clause)

    def _implied(self, clause: Clause) -> bool:
        return frozenset() in self.all or any(
            other <= clause for literal in clause for other in self.by_literal[literal] if len(other) <= len(clause)
        )

    def remove(self, clause: Clause) -> None:
        self.all.discard(clause)
        for literal in clause:
            self.by_literal[literal].discard(clause)
