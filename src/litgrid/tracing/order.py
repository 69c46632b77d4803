"""Which literal is decided next: that of the variable with the most weight, the first of equals.

What a variable weighs makes the order, and most of what makes a solver fast. *VSIDS* lets the variables of each
conflict weigh more, late ones above all (Chaff, DAC 2001; as MiniSat does it: what a conflict adds grows).
*Jeroslow-Wang* (1990) counts the clauses of a variable once and for all, each of k literals as 2 ** -k.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from heapq import heappop, heappush
from random import Random

from litgrid.core.errors import LitgridError
from litgrid.tracing.trail import Clause, Trail

DECAY = 0.95
"""What a conflict counts once another has come."""
LARGEST = 1e100
"""Where weights are scaled down: a float ends at 1e308."""
Weights = dict[int, float]
"""What each literal weighs; a variable as much as both of its literals."""


class Order:
    """Chooses decisions: what weighs most, of a variable its heavier literal first, of equals the negative one.

    ``growing``: the variables of a conflict weigh more from then on. ``save``: a variable is tried first with the value
    that it had last. ``instead``: what is decided whatever the order says, by the number of the decision, from 1.
    """

    def __init__(
        self,
        weights: Mapping[int, float],
        variables: int,
        *,
        growing: bool,
        save: bool = True,
        instead: Mapping[int, int] | None = None,
    ) -> None:
        every = range(1, variables + 1)
        self._weights = {one: weights.get(one, 0.0) + weights.get(-one, 0.0) for one in every}
        self._first = {one: one if weights.get(one, 0.0) > weights.get(-one, 0.0) else -one for one in every}
        self._growing, self._save, self._instead = growing, save, instead or {}
        self._adds, self._made = 1.0, 0
        self._heap: list[tuple[float, int]] = []
        self._await(self._weights)

    def choose(self, trail: Trail) -> int | None:
        """Return the literal to decide; ``None`` where every variable has a value.

        Raises :class:`LitgridError` where a decision that was asked for is none: its variable has a value.
        """
        if len(trail.literals) == len(self._weights):
            return None
        self._made += 1
        told = self._instead.get(self._made)
        if told is None:
            while trail.value(variable := heappop(self._heap)[1]) is not None:
                pass
            return self._first[variable]
        if trail.value(told) is not None or abs(told) not in self._weights:
            known = "there is no such variable" if abs(told) not in self._weights else "its value is known by then"
            raise LitgridError(f"expected a free variable for decision {self._made}, got {told}: {known}")
        return told

    def undone(self, literals: Collection[int]) -> None:
        """Hear which literals are no longer true."""
        if self._save:
            self._first.update((abs(literal), literal) for literal in literals)
        self._await(map(abs, literals))

    def conflict(self, variables: Collection[int]) -> None:
        """Hear which variables a conflict was about."""
        if not self._growing:
            return
        for variable in variables:
            self._weights[variable] += self._adds
        self._adds /= DECAY
        self._await(variables)
        if self._adds > LARGEST:
            self._adds /= LARGEST
            self._weights = {variable: weight / LARGEST for variable, weight in self._weights.items()}
            self._heap.clear()
            self._await(self._weights)

    def _await(self, variables: Iterable[int]) -> None:
        """Put variables in line, by what they weigh now; one that stands there twice comes at the first place."""
        for variable in variables:
            heappush(self._heap, (-self._weights[variable], variable))


def _shuffled(_: Sequence[Clause], variables: int) -> Weights:
    """Weigh variables at random, the same way each time."""
    random = Random(0)  # noqa: S311 - nothing is hidden with it
    return {-variable: random.random() for variable in range(1, variables + 1)}


def _counted(clauses: Sequence[Clause], _: int) -> Weights:
    """Weigh literals by how many clauses they stand in, and how short these are."""
    weights: defaultdict[int, float] = defaultdict(float)
    for clause in clauses:
        for literal in clause.literals:
            weights[literal] += 2.0 ** -len(clause.literals)
    return weights


ORDERS: Mapping[str, Callable[[Sequence[Clause], int], Weights]] = {
    "vsids": lambda *_: {},
    "jeroslow-wang": _counted,
    "first": lambda *_: {},
    "random": _shuffled,
}
"""What variables weigh at first, by the name of an order; in VSIDS alone that grows."""
