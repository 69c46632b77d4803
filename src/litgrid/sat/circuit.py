"""Terms of propositional logic, and sums of literals, as clauses (G. Tseitin, 1968).

A term is a literal: for one that is no variable, a new variable is defined to be equal to it. The definitions hold in
both directions, so that they bind nothing else; equal terms share one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from litgrid.core.errors import InputError

MOST_STEPS = 1_000_000
"""A text of a few lines can ask for more than any machine does: weights of which no two sums are equal, or a definition
that names another twice, which does the same."""


class Circuit:
    """Variables, and clauses that make new ones equal to terms; new ones come behind.

    What asks for a term, or takes a step, raises :class:`InputError` once :data:`MOST_STEPS` have been taken.
    """

    def __init__(self, variables: int = 0) -> None:
        self.variables = variables
        self.definitions: list[list[int]] = []
        self._known: dict[tuple[object, ...], int] = {}
        self._steps = 0

    def new(self) -> int:
        """Return a new variable."""
        self.variables += 1
        return self.variables

    @property
    def true(self) -> int:
        """The literal that is true."""
        return self._defined(("true",), lambda one: [[one]])

    def all_of(self, literals: Iterable[int]) -> int:
        """Return the literal that is true where all are.

        >>> circuit = Circuit(2)
        >>> circuit.all_of([1, 2]), circuit.definitions
        (3, [[-3, 1], [-3, 2], [3, -1, -2]])
        """
        self.step()
        true = self._known.get(("true",))
        found = sorted({literal for literal in literals if literal != true})
        if any(-literal in found for literal in found) or (true is not None and -true in found):
            return -self.true
        if len(found) < 2:
            return found[0] if found else self.true
        return self._defined(
            ("and", *found),
            lambda one: [*([-one, literal] for literal in found), [one, *(-literal for literal in found)]],
        )

    def any_of(self, literals: Iterable[int]) -> int:
        """Return the literal that is true where one is."""
        return -self.all_of([-literal for literal in literals])

    def step(self) -> None:
        """Count a step."""
        self._steps += 1
        if self._steps > MOST_STEPS:
            raise InputError(
                f"expected a smaller formula: its terms and sums take more than {MOST_STEPS:,} steps to become clauses"
            )

    def equal(self, first: int, second: int) -> int:
        """Return the literal that is true where both are alike."""
        return self.choose(first, second, -second)

    def choose(self, condition: int, yes: int, no: int) -> int:
        """Return the literal that is ``yes`` where the condition is true, and ``no`` else."""
        if yes == no:
            return yes
        if condition < 0:
            condition, yes, no = -condition, no, yes
        if yes == -no:
            low, high = sorted([condition, abs(yes)])
            made = self._defined(
                ("equal", low, high),
                lambda one: [[-one, -low, high], [-one, low, -high], [one, low, high], [one, -low, -high]],
            )
            return made if yes > 0 else -made
        return self.any_of([self.all_of([condition, yes]), self.all_of([-condition, no])])

    def at_least(self, weighted: Sequence[tuple[int, int]], bound: int) -> int:
        """Return the literal that is true where the weights of the true literals come to the bound at least.

        Weights may be negative. By a decision diagram over the literals: which sums can still come to the bound (N. Eén
        and N. Sörensson, JSAT 2006).
        """
        positive: dict[int, int] = {}
        for weight, literal in weighted:
            if weight < 0:  # w x = w + -w (not x)
                bound, weight, literal = bound - weight, -weight, -literal
            if positive.get(-literal, 0):
                both = min(weight, positive[-literal])
                bound, weight, positive[-literal] = bound - both, weight - both, positive[-literal] - both
            positive[literal] = positive.get(literal, 0) + weight
        terms = sorted(((weight, literal) for literal, weight in positive.items() if weight), reverse=True)
        rests = [0]
        for weight, _ in reversed(terms):
            rests.append(rests[-1] + weight)
        rests.reverse()
        known: dict[tuple[int, int], int] = {}

        def node(place: int, needed: int) -> int:
            """Return the literal of a node; 0 where it is not made yet."""
            if needed <= 0:
                return self.true
            return -self.true if needed > rests[place] else known.get((place, needed), 0)

        waiting = [(0, bound)]  # and no recursion: sums may be long, and deep in a term
        while waiting:
            place, needed = waiting[-1]
            if not node(place, needed):
                weight, literal = terms[place]
                below = [(place + 1, needed), (place + 1, needed - weight)]
                if missing := [one for one in below if not node(*one)]:
                    waiting += missing
                    continue
                without, with_it = (node(*one) for one in below)
                known[place, needed] = self.any_of([without, self.all_of([literal, with_it])])
            waiting.pop()
        return node(0, bound)

    def _defined(self, key: tuple[object, ...], clauses: Callable[[int], list[list[int]]]) -> int:
        if key not in self._known:
            self._known[key] = self.new()
            self.definitions += clauses(self._known[key])
        return self._known[key]
