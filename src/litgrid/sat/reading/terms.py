"""SMT-LIB, as far as it is about truth values and sums of them: what students write for z3 and its like.

Read are declarations of Bool, definitions, assertions with the core's connectives, ``let``, counts (``at-most``,
``at-least``, ``pble`` and so on), and comparisons of sums of numbers that depend on truth values:
``(= (+ (ite a 1 0) (ite b 1 0)) 1)``. Whatever else stands there is named.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from math import prod

from litgrid.core.characters import shorten
from litgrid.core.errors import InputError
from litgrid.core.numerals import whole
from litgrid.sat.circuit import Circuit
from litgrid.sat.reading.groups import Group, Word, groups
from litgrid.sat.reading.pieces import Pieces, error_at, gathered

IGNORED = (
    "set-logic",
    "set-option",
    "set-info",
    "check-sat",
    "get-model",
    "get-value",
    "get-unsat-core",
    "exit",
    "echo",
)
"""Commands that say nothing of what is right."""
MOST_TERMS = 400
"""No longer sum is read."""
MOST_DIGITS = 18


@dataclass(frozen=True, slots=True)
class Sum:
    """A number: a constant, and weights of literals."""

    terms: tuple[tuple[int, int], ...]
    constant: int = 0

    def times(self, factor: int) -> Sum:
        """Return a multiple of it."""
        return Sum(tuple((factor * weight, literal) for weight, literal in self.terms), factor * self.constant)


Value = int | Sum
"""What a term is: a literal, or a number."""
Scope = Mapping[str, Value]


def read(text: str) -> Pieces:
    """Read assertions.

    Raises
    ------
    InputError
        where a parenthesis has no other, and for a command or a term that is not read.
    """
    return _Reading(text).pieces()


class _Reading:
    """What has been read of a text so far."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._circuit = Circuit()
        self._names: dict[str, int] = {}
        self._defined: dict[str, tuple[list[str], Word | Group]] = {}
        self._asserted: list[tuple[int, list[list[int]]]] = []

    def pieces(self) -> Pieces:
        for command in groups(self._text):
            if not isinstance(command, Group) or not command.parts or not isinstance(command.parts[0], Word):
                raise self._error(command, "expected a command, as (assert ...)")
            self._command(command, command.parts[0].text, command.parts[1:])
        return gathered(self._asserted, self._circuit.definitions, self._circuit.variables, self._names)

    def _command(self, command: Group, name: str, parts: list[Word | Group]) -> None:
        if name in IGNORED:
            return
        if name in ("declare-const", "declare-fun") and len(parts) == (2 if name == "declare-const" else 3):
            self._declare(command, parts)
        elif name == "define-fun" and len(parts) == 4 and isinstance(parts[1], Group):
            parameters = [part.parts[0] for part in parts[1].parts if isinstance(part, Group) and part.parts]
            names = [word.text for word in parameters if isinstance(word, Word)]
            self._defined[self._word(parts[0])] = names, parts[3]
        elif name == "define-const" and len(parts) == 3:
            self._defined[self._word(parts[0])] = [], parts[2]
        elif name == "assert" and len(parts) == 1:
            line = 1 + self._text.count("\n", 0, command.place)
            self._asserted.append((line, self._clauses(parts[0], {})))
        else:
            raise self._error(command, f"expected declarations of Bool, definitions and assertions, got ({name} ...)")

    def _declare(self, command: Group, parts: list[Word | Group]) -> None:
        name, sort = self._word(parts[0]), parts[-1]
        if not isinstance(sort, Word) or sort.text != "Bool" or (len(parts) == 3 and self._parts(parts[1])):
            raise self._error(command, f"expected {name} as a Bool without arguments: other sorts are not read")
        if name in self._names:
            raise self._error(command, f"expected each name once, but {name} is declared twice")
        self._names[name] = self._circuit.new()

    def _clauses(self, term: Word | Group, scope: Scope) -> list[list[int]]:
        """Return the clauses of an assertion: those of a conjunction apart, a disjunction as one."""
        match self._head(term):
            case "and":
                return [clause for part in self._parts(term)[1:] for clause in self._clauses(part, scope)]
            case "!":
                return self._clauses(self._parts(term)[1], scope)
            case "or":
                return [[self._truth(part, scope) for part in self._parts(term)[1:]]]
            case "=>":
                *given, then = self._parts(term)[1:]
                return [[*(-self._truth(part, scope) for part in given), self._truth(then, scope)]]
        return [[self._truth(term, scope)]]

    def _truth(self, term: Word | Group, scope: Scope) -> int:
        value = self._value(term, scope)
        if isinstance(value, Sum):
            raise self._error(term, "expected a truth value, got a number")
        return value

    def _number(self, term: Word | Group, scope: Scope) -> Sum:
        value = self._value(term, scope)
        if not isinstance(value, Sum):
            raise self._error(term, "expected a number, got a truth value")
        return value

    def _value(self, term: Word | Group, scope: Scope) -> Value:
        if isinstance(term, Word):
            return self._symbol(term, scope)
        if not term.parts:
            raise self._error(term, "expected a term, got ()")
        head, *parts = term.parts
        if isinstance(head, Group):
            return self._indexed(term, head, parts, scope)
        if head.text == "let":
            return self._let(term, parts, scope)
        if head.text == "!" and parts:
            return self._value(parts[0], scope)
        if head.text in self._defined:
            names, body = self._defined[head.text]
            if len(names) != len(parts):
                raise self._error(term, f"expected {len(names)} arguments of {head.text}, got {len(parts)}")
            return self._value(body, dict(zip(names, [self._value(part, scope) for part in parts], strict=True)))
        values = [self._value(part, scope) for part in parts]
        made = _apply(self._circuit, head.text, values)
        if made is None:
            raise self._error(term, f"expected a term of truth values and sums, got ({head.text} ...)")
        if isinstance(made, Sum) and len(made.terms) > MOST_TERMS:
            raise self._error(term, f"expected a sum of at most {MOST_TERMS} terms, got {len(made.terms)}")
        return made

    def _symbol(self, word: Word, scope: Scope) -> Value:
        if word.text in scope:
            return scope[word.text]
        if word.text in self._names:
            return self._names[word.text]
        if word.text in ("true", "false"):
            return self._circuit.true if word.text == "true" else -self._circuit.true
        if (number := whole(word.text, MOST_DIGITS)) is not None:
            return Sum((), number)
        if word.text in self._defined and not self._defined[word.text][0]:
            return self._value(self._defined[word.text][1], {})
        raise self._error(word, f"expected a name that is declared, got {shorten(word.text)}")

    def _let(self, term: Group, parts: list[Word | Group], scope: Scope) -> Value:
        if len(parts) != 2:
            raise self._error(term, "expected (let ((name term) ...) term)")
        named = {}
        for pair in self._parts(parts[0]):
            inner = self._parts(pair)
            if len(inner) != 2:
                raise self._error(pair, "expected (name term)")
            named[self._word(inner[0])] = self._value(inner[1], scope)
        return self._value(parts[1], {**scope, **named})

    def _indexed(self, term: Group, head: Group, parts: list[Word | Group], scope: Scope) -> Value:
        """Return a count: ``((_ at-most k) a b ...)``, or ``((_ pble k w1 w2 ...) a b ...)``."""
        words = [part.text for part in head.parts if isinstance(part, Word)]
        literals = [self._truth(part, scope) for part in parts]
        numbers = [int(word) for word in words[2:] if whole(word.removeprefix("-"), MOST_DIGITS) is not None]
        if len(words) < 3 or words[0] != "_" or len(numbers) != len(words) - 2 or len(literals) > MOST_TERMS:
            raise self._error(term, "expected a count, as ((_ at-most 1) a b c)")
        name, bound, weights = words[1], numbers[0], numbers[1:] or [1] * len(literals)
        signs = {"at-most": "<=", "pble": "<=", "at-least": ">=", "pbge": ">=", "pbeq": "="}
        if name not in signs or len(weights) != len(literals):
            raise self._error(term, f"expected a count, as ((_ at-most 1) a b c), got ((_ {name} ...) ...)")
        total = Sum(tuple(zip(weights, literals, strict=True)))
        made = _apply(self._circuit, signs[name], [total, Sum((), bound)])
        return made if made is not None else self._circuit.true

    def _head(self, term: Word | Group) -> str:
        return term.parts[0].text if isinstance(term, Group) and term.parts and isinstance(term.parts[0], Word) else ""

    def _parts(self, term: Word | Group) -> list[Word | Group]:
        return term.parts if isinstance(term, Group) else []

    def _word(self, term: Word | Group) -> str:
        if not isinstance(term, Word):
            raise self._error(term, "expected a name")
        return term.text

    def _error(self, term: Word | Group, message: str) -> InputError:
        return error_at(self._text, term.place, message)


def _apply(circuit: Circuit, name: str, values: Sequence[Value]) -> Value | None:
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
    if yes.terms or no.terms:
        return None
    return Sum(((yes.constant - no.constant, truths[0]),), no.constant)


def _of_numbers(circuit: Circuit, name: str, numbers: list[Sum]) -> Value | None:
    first, *others = numbers
    if name == "+" or (name == "-" and others):
        signed = [first, *(other if name == "+" else other.times(-1) for other in others)]
        return Sum(tuple(term for one in signed for term in one.terms), sum(one.constant for one in signed))
    if name == "-":
        return first.times(-1)
    if name == "*" and sum(bool(number.terms) for number in numbers) <= 1:
        several = next((number for number in numbers if number.terms), Sum((), 1))
        return several.times(prod(number.constant for number in numbers if number is not several))

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
