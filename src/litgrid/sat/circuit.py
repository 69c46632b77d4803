"""Terms of propositional logic, and sums of literals, as clauses (G. Tseitin, 1968).

A term is a literal: for one that is no variable, a new variable is defined to be equal to it. The definitions hold in
both directions, so that they bind nothing else; equal terms share one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence


class Circuit:
    """Definitions of variables.

    Attributes
    ----------
    variables
        how many there are; new ones come behind
    definitions
        clauses that make the new variables equal to their terms
    """

    def __init__(self, variables: int = 0) -> None:
        self.variables = variables
        self.definitions: list[list[int]] = []
        self._known: dict[tuple[object, ...], int] = {}

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
            if needed <= 0:
                return self.true
            if needed > rests[place]:
                return -self.true
            if (place, needed) not in known:
                weight, literal = terms[place]
                without, with_it = node(place + 1, needed), node(place + 1, needed - weight)
                known[place, needed] = self.any_of([without, self.all_of([literal, with_it])])
            return known[place, needed]

        return node(0, bound)

    def _defined(self, key: tuple[object, ...], clauses: Callable[[int], list[list[int]]]) -> int:
        if key not in self._known:
            self._known[key] = self.new()
            self.definitions += clauses(self._known[key])
        return self._known[key]
