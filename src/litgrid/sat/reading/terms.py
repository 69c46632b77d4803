"""SMT-LIB, as far as it is about truth values and sums of them: what students write for z3 and its like.

Read are declarations of Bool, and of Int where assertions hold it to 0 and 1, definitions, assertions with the core's
connectives, ``let``, counts (``at-most``, ``at-least``, ``pble`` and so on), and comparisons of sums, products and
choices of such numbers: ``(= (+ a (ite b 1 0)) 1)``. Whatever else stands there is named.

An Int is read as a variable from the start; whether it is held to 0 and 1 is seen at the end, from assertions that
bound it by constants.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce
from itertools import combinations

from litgrid.core.characters import shorten
from litgrid.core.errors import InputError, error_at
from litgrid.core.numerals import whole
from litgrid.sat.circuit import Circuit
from litgrid.sat.reading.groups import Group, Word, groups
from litgrid.sat.reading.pieces import Pieces, gathered
from litgrid.sat.reading.ranges import FREE, Ranges, both, bounded, either
from litgrid.sat.reading.values import Sum, Value, apply

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
Scope = Mapping[str, Value]
Named = Mapping[str, "tuple[Word | Group, Scope, Named]"]
"""Terms that a ``let`` names, each with what is named around it."""
NEGATED = {"<": ">=", ">": "<=", "<=": ">", ">=": "<", "and": "or", "or": "and"}
"""What is left of a comparison or a connective when a "not" goes inside."""


def read(text: str) -> Pieces:
    """Read assertions; raise :class:`InputError` at a parenthesis without another, or a term that is not read."""
    try:
        return _Reading(text).pieces()
    except RecursionError:
        raise InputError(
            "expected definitions that come to an end, but one names itself, or they are too deep"
        ) from None


class _Reading:
    """What has been read of a text so far."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._circuit = Circuit()
        self._names: dict[str, int] = {}
        self._defined: dict[str, tuple[list[str], Word | Group]] = {}
        self._asserted: list[tuple[int, list[list[int]]]] = []
        self._integers: dict[str, tuple[Group, Sum]] = {}
        self._ranges: Ranges = {}

    def pieces(self) -> Pieces:
        for command in groups(self._text):
            if not isinstance(command, Group) or not command.parts or not isinstance(command.parts[0], Word):
                raise self._error(command, "expected a command, as (assert ...)")
            self._command(command, command.parts[0].text, command.parts[1:])
        for name, (declared, number) in self._integers.items():
            low, high = self._ranges.get(number.terms[0][1], FREE)
            beyond = [word for word, out in (("less", low < 0), ("more", high > 1)) if out]
            if beyond:
                held = f"expected {name} held to 0 and 1, as by (assert (<= 0 {name} 1))"
                raise self._error(declared, f"{held}: it may be {' or '.join(beyond)}")
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
            clauses = self._clauses(parts[0], {})
            if self._integers and (bounds := self._bounds(parts[0], {}, {})):
                self._ranges = both(self._ranges, bounds)
                clauses = [clause for clause in clauses if not self._holds(clause)]
            if clauses:
                self._asserted.append((line, clauses))
        else:
            raise self._error(
                command, f"expected declarations of Bool and Int, definitions and assertions, got ({name} ...)"
            )

    def _declare(self, command: Group, parts: list[Word | Group]) -> None:
        name, sort = self._word(parts[0]), parts[-1]
        sorts = ("Bool", "Int")
        if not isinstance(sort, Word) or sort.text not in sorts or (len(parts) == 3 and self._parts(parts[1])):
            raise self._error(
                command, f"expected {name} as a Bool or an Int without arguments: no other sorts are read"
            )
        if name in self._names:
            raise self._error(command, f"expected each name once, but {name} is declared twice")
        self._names[name] = self._circuit.new()
        if sort.text == "Int":
            self._integers[name] = command, Sum(((1, self._names[name]),))

    def _holds(self, clause: list[int]) -> bool:
        """Whether a clause always holds: what only bounds an Int says no more, once that is a variable."""
        return self._circuit.true in clause or any(-literal in clause for literal in clause)

    def _bounds(self, term: Word | Group, scope: Scope, named: Named, *, negated: bool = False) -> Ranges:
        """Return in which ranges variables are, by what a term says of single ones and constants."""
        self._circuit.step()
        name, parts = self._head(term), self._parts(term)[1:]
        if isinstance(term, Word) and term.text in named:
            return self._bounds(*named[term.text], negated=negated)
        called = term.text if isinstance(term, Word) else name
        if called in self._defined:
            names, body = self._defined[called]
            values = [self._value(part, scope) for part in parts]
            return self._bounds(body, dict(zip(names, values, strict=True)), {}, negated=negated)
        if name in ("!", "not"):
            return self._bounds(parts[0], scope, named, negated=negated != (name == "not"))
        if name == "let":
            terms = {self._word(name): (term, scope, named) for name, term in map(self._parts, self._parts(parts[0]))}
            return self._bounds(parts[1], self._scope(parts[0], scope), {**named, **terms}, negated=negated)
        name = NEGATED.get(name, "") if negated else name
        if name in ("and", "or") and parts:
            several = [self._bounds(part, scope, named, negated=negated) for part in parts]
            return reduce(both if name == "and" else either, several)
        if name not in ("<", "<=", ">", ">=", "=") or (negated and len(parts) > 2):
            return {}
        values = [self._value(part, scope) for part in parts]
        return reduce(both, (bounded(name, *pair) for pair in combinations(values, 2)), {})

    def _clauses(self, term: Word | Group, scope: Scope) -> list[list[int]]:
        """Return the clauses of an assertion: those of a conjunction apart, a disjunction as one."""
        match self._head(term):
            case "and":
                return [clause for part in self._parts(term)[1:] for clause in self._clauses(part, scope)]
            case "!" if len(self._parts(term)) > 1:
                return self._clauses(self._parts(term)[1], scope)
            case "or":
                return [[self._truth(part, scope) for part in self._parts(term)[1:]]]
            case "=>" if len(self._parts(term)) > 1:
                *given, then = self._parts(term)[1:]
                return [[*(-self._truth(part, scope) for part in given), self._truth(then, scope)]]
        return [[self._truth(term, scope)]]

    def _truth(self, term: Word | Group, scope: Scope) -> int:
        value = self._value(term, scope)
        if isinstance(value, Sum):
            raise self._error(term, "expected a truth value, got a number")
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
        made = apply(self._circuit, head.text, values)
        if made is None:
            raise self._error(term, f"expected a term of truth values and sums, got ({head.text} ...)")
        if isinstance(made, Sum) and len(made.terms) > MOST_TERMS:
            raise self._error(term, f"expected a sum of at most {MOST_TERMS} terms, got {len(made.terms)}")
        return made

    def _symbol(self, word: Word, scope: Scope) -> Value:
        if word.text in scope:
            return scope[word.text]
        if word.text in self._integers:
            return self._integers[word.text][1]
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
        return self._value(parts[1], self._scope(parts[0], scope))

    def _scope(self, pairs: Word | Group, scope: Scope) -> Scope:
        """Return the names of a ``let`` beside those around it."""
        named = {}
        for pair in self._parts(pairs):
            inner = self._parts(pair)
            if len(inner) != 2:
                raise self._error(pair, "expected (name term)")
            named[self._word(inner[0])] = self._value(inner[1], scope)
        return {**scope, **named}

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
        made = apply(self._circuit, signs[name], [total, Sum((), bound)])
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
