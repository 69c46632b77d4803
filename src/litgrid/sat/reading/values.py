"""What terms of SMT-LIB are: truth values, as literals, and numbers, as sums of literals with weights."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import combinations, pairwise

from litgrid.sat.circuit import Circuit


@dataclass(frozen=True, slots=True)
class Sum:
    """A number: a constant, and weights of literals; ``plain`` where each of these is a number that was declared."""

    terms: tuple[tuple[int, int], ...]
    constant: int = 0
    plain: bool = True

    def times(self, factor: int) -> Sum:
        """Return a multiple of it."""
        terms = tuple((factor * weight, literal) for weight, literal in self.terms)
        return Sum(terms, factor * self.constant, self.plain)


Value = int | Sum
"""What a term is: a literal, or a number."""


def apply(circuit: Circuit, name: str, values: Sequence[Value]) -> Value | None:
    """Return what a function makes of its arguments; ``None`` where it is not known, or takes others."""
    numbers = [value for value in values if isinstance(value, Sum)]
    truths = [value for value in values if not isinstance(value, Sum)]
    if name == "ite" and len(values) == 3 and truths:
        return _chosen(circuit, truths, numbers)
    if numbers and not truths:
        return _of_numbers(circuit, name, numbers)
    if truths and not numbers and name in TRUTHS:
        return TRUTHS[name](circuit, truths)
    return None


def _chosen(circuit: Circuit, truths: list[int], numbers: list[Sum]) -> Value | None:
    if len(truths) == 3:
        return circuit.choose(*truths)
    if len(truths) != 1:
        return None
    yes, no = numbers
    first, second = (Sum(((1, literal),), plain=False) for literal in (truths[0], -truths[0]))
    return _sum([_product(circuit, first, yes), _product(circuit, second, no)])


def _product(circuit: Circuit, one: Sum, other: Sum) -> Sum:
    both = [
        (weight * factor, circuit.all_of([literal, second]))
        for weight, literal in one.terms
        for factor, second in other.terms
    ]
    alone = one.times(other.constant).terms + other.times(one.constant).terms
    return Sum((*both, *alone), one.constant * other.constant, one.plain and other.plain and not both)


def _sum(numbers: Sequence[Sum]) -> Sum:
    terms = tuple(term for one in numbers for term in one.terms if term[0])
    return Sum(terms, sum(one.constant for one in numbers), all(one.plain for one in numbers))


def _of_numbers(circuit: Circuit, name: str, numbers: list[Sum]) -> Value | None:
    first, *others = numbers
    if name == "+" or (name == "-" and others):
        return _sum([first, *(other if name == "+" else other.times(-1) for other in others)])
    if name == "-":
        return first.times(-1)
    if name == "*":
        return reduce(lambda one, other: _product(circuit, one, other), others, first)

    def at_least(one: Sum, other: Sum, more: int = 0) -> int:
        terms = one.terms + other.times(-1).terms
        return circuit.at_least(terms, other.constant - one.constant + more)

    compared: dict[str, Callable[[Sum, Sum], int]] = {
        ">=": at_least,
        "<=": lambda one, other: at_least(other, one),
        ">": lambda one, other: at_least(one, other, 1),
        "<": lambda one, other: at_least(other, one, 1),
        "=": lambda one, other: circuit.all_of([at_least(one, other), at_least(other, one)]),
    }
    if name == "distinct":
        return circuit.all_of(-compared["="](one, other) for one, other in combinations(numbers, 2))
    if name in compared:
        return circuit.all_of(compared[name](one, other) for one, other in zip(numbers, others, strict=False))
    return None


def _xor(circuit: Circuit, values: Sequence[int]) -> int:
    made = values[0]
    for value in values[1:]:
        made = -circuit.equal(made, value)
    return made


TRUTHS: Mapping[str, Callable[[Circuit, Sequence[int]], int]] = {
    "not": lambda _, values: -values[0],
    "and": lambda circuit, values: circuit.all_of(values),
    "or": lambda circuit, values: circuit.any_of(values),
    "=>": lambda circuit, values: circuit.any_of([*(-value for value in values[:-1]), values[-1]]),
    "xor": _xor,
    "=": lambda circuit, values: circuit.all_of(circuit.equal(one, other) for one, other in pairwise(values)),
    "distinct": lambda circuit, values: circuit.all_of(
        -circuit.equal(one, other) for one, other in combinations(values, 2)
    ),
}
"""The connectives of the core."""
