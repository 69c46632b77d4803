"""What follows from what is known: a clause of which all literals but one are false makes that one true.

Three ways to find such clauses, of which each does more than the one before: look whether any clause is false, and draw
no conclusion; look at every clause in which a literal became false; or only at those that *watch* it. A clause watches
two of its literals. As long as neither is false, nothing can follow from it, so nobody needs to look at it; when one
becomes false, the clause looks for another that is not. Nothing has to be put back when decisions are undone
(M. Moskewicz et al., "Chaff", DAC 2001).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Generator, Iterable

from litgrid.tracing.events import Event
from litgrid.tracing.trail import Clause, Trail

Found = Generator[Event, None, Clause | None]
"""Events, and in the end a clause that is false, or ``None``."""


class Propagation(ABC):
    """Finds what follows; knows the clauses by the literals that concern it."""

    def __init__(self, clauses: Iterable[Clause]) -> None:
        self._by_literal: defaultdict[int, list[Clause]] = defaultdict(list)
        for clause in clauses:
            self.add(clause)

    def add(self, clause: Clause) -> None:
        """Take in a clause."""
        for literal in clause.literals:
            self._by_literal[literal].append(clause)

    def run(self, trail: Trail) -> Found:
        """Look at all literals of the trail that were not looked at yet."""
        while trail.propagated < len(trail.literals):
            false = -trail.literals[trail.propagated]
            trail.propagated += 1
            conflict = yield from self._look(false, trail)
            if conflict is not None:
                return conflict
        return None

    @abstractmethod
    def _look(self, false: int, trail: Trail) -> Found:
        """Look at the clauses that a literal concerns which has become false."""


class Checked(Propagation):
    """Finds clauses that are false, and concludes nothing."""

    def _look(self, false: int, trail: Trail) -> Found:
        yield from ()
        for clause in self._by_literal[false]:
            if all(trail.value(literal) is False for literal in clause.literals):
                return clause
        return None


class Scanned(Propagation):
    """Looks at every clause with the literal, and at all of its literals."""

    def _look(self, false: int, trail: Trail) -> Found:
        for clause in self._by_literal[false]:
            left = [literal for literal in clause.literals if trail.value(literal) is not False]
            if not left:
                return clause
            if len(left) == 1 and trail.value(left[0]) is None:
                yield implied(left[0], clause, trail)
        return None


class Watched(Propagation):
    """Looks at the clauses that watch the literal."""

    def add(self, clause: Clause) -> None:
        """Take in a clause, which watches its first two literals."""
        for literal in clause.literals[:2]:
            self._by_literal[literal].append(clause)

    def _look(self, false: int, trail: Trail) -> Found:
        watching, self._by_literal[false] = self._by_literal[false], []
        for place, clause in enumerate(watching):
            literals = clause.literals
            if literals[0] == false and len(literals) > 1:
                literals[0], literals[1] = literals[1], false
            if trail.value(literals[0]) is not True:
                other = next((at for at in range(2, len(literals)) if trail.value(literals[at]) is not False), None)
                if other is not None:
                    literals[1], literals[other] = literals[other], false
                    self._by_literal[literals[1]].append(clause)
                    yield Event("watch", trail.level, literals[1], tuple(literals), clause.number)
                    continue
            self._by_literal[false].append(clause)
            if trail.value(literals[0]) is False:
                self._by_literal[false] += watching[place + 1 :]
                return clause
            if trail.value(literals[0]) is None:
                yield implied(literals[0], clause, trail)
        return None


def implied(literal: int, clause: Clause, trail: Trail) -> Event:
    """Let a literal be true that follows from a clause, and tell it."""
    trail.imply(literal, clause)
    return Event("propagate", trail.level, literal, tuple(clause.literals), clause.number)
