"""The trail: which literals are true, in the order in which they became so, at which level and why.

Level 0 holds what follows from the formula alone; each decision begins a level, and what follows from it belongs there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(eq=False, slots=True)
class Clause:
    """A clause: ``number`` as events tell it, and its literals, of which the first two are those that are watched."""

    number: int | None
    literals: list[int]


class Trail:
    """The true literals, oldest first; so many were looked at for what follows from them, ``propagated``."""

    def __init__(self) -> None:
        self.literals: list[int] = []
        self.propagated = 0
        self._true: set[int] = set()
        self._levels: dict[int, int] = {}
        self._reasons: dict[int, Clause | None] = {}
        self._begins: list[int] = []

    @property
    def level(self) -> int:
        """How many decisions stand."""
        return len(self._begins)

    @property
    def decisions(self) -> list[int]:
        """The literals that were decided, in order."""
        return [self.literals[begin] for begin in self._begins]

    def value(self, literal: int) -> bool | None:
        """Return whether a literal is true; ``None`` where it is not known."""
        return True if literal in self._true else False if -literal in self._true else None

    def level_of(self, literal: int) -> int:
        """Return the level at which a literal became true or false."""
        return self._levels[abs(literal)]

    def reason(self, literal: int) -> Clause | None:
        """Return the clause that a literal follows from; ``None`` for a decision."""
        return self._reasons[abs(literal)]

    def decide(self, literal: int) -> None:
        """Assume a literal: this begins a level."""
        self._begins.append(len(self.literals))
        self.imply(literal, None)

    def imply(self, literal: int, reason: Clause | None) -> None:
        """Let a literal be true at the present level."""
        self.literals.append(literal)
        self._true.add(literal)
        self._levels[abs(literal)] = self.level
        self._reasons[abs(literal)] = reason

    def undo(self, level: int) -> Sequence[int]:
        """Take back all levels above one; return the literals that are no longer true."""
        if level >= self.level:
            return ()
        begin = self._begins[level]
        gone = self.literals[begin:]
        del self.literals[begin:], self._begins[level:]
        self._true.difference_update(gone)
        self.propagated = min(self.propagated, begin)
        return gone
