"""Which literal is decided next.

A solver may try any; which one it tries is most of what makes it fast. *VSIDS* takes the variable that stood in the most
conflicts, where each counts less the longer ago it was (Chaff, DAC 2001; as MiniSat does it: what a conflict adds grows).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from random import Random

from litgrid.core.errors import LitgridError
from litgrid.tracing.trail import Clause, Trail

DECAY = 0.95
"""What a conflict counts once another has come."""
LARGEST = 1e100
"""Where what counts is scaled down: a float ends at 1e308."""


class Order(ABC):
    """Chooses decisions.

    Parameters
    ----------
    clauses
        Those of the formula.
    variables
        How many there are.
    save
        Whether a variable is tried first with the value that it had last; or else, and at first, with false.
    instead
        Literals to be decided whatever the order says, by the number of the decision, from 1.
    """

    def __init__(
        self, clauses: Sequence[Clause], variables: int, *, save: bool = True, instead: Mapping[int, int] | None = None
    ) -> None:
        self._variables = range(1, variables + 1)
        self._save = save
        self._last: dict[int, int] = {}
        self._instead = instead or {}
        self._made = 0
        self._weigh(clauses)

    def choose(self, trail: Trail) -> int | None:
        """Return the literal to decide; ``None`` where every variable has a value.

        Raises
        ------
        LitgridError
            where a decision that was asked for is none: its variable has a value.
        """
        free = [variable for variable in self._variables if trail.value(variable) is None]
        if not free:
            return None
        self._made += 1
        told = self._instead.get(self._made)
        if told is None:
            variable = self._pick(free)
            return self._last.get(variable, -variable)
        if trail.value(told) is not None or abs(told) not in self._variables:
            known = "there is no such variable" if abs(told) not in self._variables else "its value is known by then"
            raise LitgridError(f"expected a free variable for decision {self._made}, got {told}: {known}")
        return told

    def undone(self, literals: Iterable[int]) -> None:
        """Hear which literals are no longer true."""
        if self._save:
            self._last.update((abs(literal), literal) for literal in literals)

    def conflict(self, variables: Iterable[int]) -> None:
        """Hear which variables a conflict was about."""

    def _weigh(self, clauses: Sequence[Clause]) -> None:
        """Look at the formula."""

    @abstractmethod
    def _pick(self, free: list[int]) -> int:
        """Return one of the variables without a value, which stand in ascending order."""


class First(Order):
    """The first variable, which makes a search easy to follow."""

    def _pick(self, free: list[int]) -> int:
        return free[0]


class Anything(Order):
    """Any variable, the same ones each time."""

    def _weigh(self, clauses: Sequence[Clause]) -> None:
        self._random = Random(0)

    def _pick(self, free: list[int]) -> int:
        return self._random.choice(free)


class JeroslowWang(Order):
    """The variable in the most and shortest clauses: each of k literals counts 2 ** -k (Jeroslow and Wang, 1990)."""

    def _weigh(self, clauses: Sequence[Clause]) -> None:
        self._weights: defaultdict[int, float] = defaultdict(float)
        for clause in clauses:
            for literal in clause.literals:
                self._weights[literal] += 2.0 ** -len(clause.literals)
        for variable in self._variables:
            if self._weights[variable] > self._weights[-variable]:
                self._last[variable] = variable

    def _pick(self, free: list[int]) -> int:
        return max(free, key=lambda variable: self._weights[variable] + self._weights[-variable])


class Vsids(Order):
    """The variable in the most conflicts, late ones above all; the first of equals."""

    def _weigh(self, clauses: Sequence[Clause]) -> None:
        self._activity = dict.fromkeys(self._variables, 0.0)
        self._adds = 1.0

    def conflict(self, variables: Iterable[int]) -> None:
        """Let the variables of a conflict count more."""
        for variable in variables:
            self._activity[variable] += self._adds
        self._adds /= DECAY
        if self._adds > LARGEST:
            self._adds /= LARGEST
            self._activity = {variable: value / LARGEST for variable, value in self._activity.items()}

    def _pick(self, free: list[int]) -> int:
        return max(free, key=self._activity.__getitem__)
