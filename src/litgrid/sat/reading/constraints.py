"""OPB: sums of weighted literals that are at least, at most or exactly a number."""

from __future__ import annotations

import re

from litgrid.core.characters import shorten
from litgrid.core.errors import error_at
from litgrid.sat.circuit import Circuit
from litgrid.sat.reading.pieces import Pieces, gathered

MOST_TERMS = 400
"""No longer sum is read: its diagram could be large."""
_CONSTRAINT = re.compile(
    r"\s*(?P<sum>(?:[-+]?\s*\d+\s+~?\s*x\d+\s*)*)(?P<how>>=|<=|=)\s*(?P<bound>[-+]?\s*\d+)\s*\Z", re.ASCII
)
_TERM = re.compile(r"([-+]?)\s*(\d+)\s+(~?)\s*x(\d+)", re.ASCII)
_VARIABLE = re.compile(r"\*[ \t]+var[ \t]+(\d{1,9})[ \t]+(\S.*)", re.ASCII)
_HEADER = re.compile(r"\*[ \t]*#variable=[ \t]*(\d{1,7})\b", re.ASCII)
_COMMENT = re.compile(r"(?m)^[ \t]*\*[^\n]*")
MOST_DIGITS = 18
MOST_VARIABLES = 10_000_000


def read(text: str) -> Pieces:
    r"""Read constraints; an objective is refused, as what is right has no price.

    Raises :class:`InputError` where something is no constraint.

    >>> list(read("* #variable= 2 #constraint= 1\n+1 x1 +1 x2 >= 1 ;\n").formula.clauses())[0]
    [1, 2]
    """
    names = {found[2].strip(): int(found[1]) for found in _VARIABLE.finditer(text)}
    bare = _COMMENT.sub(lambda found: " " * len(found[0]), text)
    read, start = [], 0
    for part in bare.split(";"):
        place = start + len(part) - len(part.lstrip())
        start += len(part) + 1
        if part.strip():
            read.append((place, _constraint(text, place, part)))
    said = _HEADER.match(text)
    used = (abs(variable) for _, (terms, _, _) in read for _, variable in terms)
    circuit = Circuit(max([*used, *names.values(), int(said[1]) if said else 0]))
    asserted = []
    for place, (terms, how, bound) in read:
        clauses = []
        if how != "<=":
            clauses += _clauses(circuit, terms, bound)
        if how != ">=":
            clauses += _clauses(circuit, [(-weight, literal) for weight, literal in terms], -bound)
        asserted.append((1 + text.count("\n", 0, place), clauses))
    every = {f"x{variable}": variable for variable in range(1, circuit.variables + 1)}
    return gathered(asserted, circuit.definitions, circuit.variables, every | names)


def _clauses(circuit: Circuit, terms: list[tuple[int, int]], bound: int) -> list[list[int]]:
    """Return clauses that say that a sum is at least a number; a clause as one."""
    if all(weight in (1, -1) for weight, _ in terms) and len({abs(literal) for _, literal in terms}) == len(terms):
        literals = [weight * literal for weight, literal in terms]
        needed = bound + sum(weight < 0 for weight, _ in terms)
        if needed <= 0:
            return []
        if needed == 1:
            return [literals]
        if needed == len(terms):
            return [[literal] for literal in literals]
        if needed == len(terms) - 1:
            return [[one, other] for place, one in enumerate(literals) for other in literals[:place]]
    return [[circuit.at_least(terms, bound)]]


def _constraint(text: str, place: int, part: str) -> tuple[list[tuple[int, int]], str, int]:
    found = _CONSTRAINT.match(part)
    if part.lstrip().startswith(("min:", "max:")):
        raise error_at(text, place, "expected constraints only, got an objective: take it out")
    if found is None:
        raise error_at(text, place, f"expected a constraint, as '+1 x1 -2 ~x2 >= 1;', got {shorten(part.strip())}")
    terms = []
    for sign, weight, negated, variable in _TERM.findall(found["sum"]):
        if len(weight) > MOST_DIGITS or int(variable[:9]) > MOST_VARIABLES or len(variable) > 9 or int(variable) == 0:
            raise error_at(
                text, place, f"expected smaller numbers, and variables from x1 on, in {shorten(part.strip())}"
            )
        terms.append((int(sign + weight), -int(variable) if negated else int(variable)))
    if len(terms) > MOST_TERMS or len(found["bound"]) > MOST_DIGITS:
        raise error_at(text, place, f"expected a sum of at most {MOST_TERMS} terms, got {len(terms)}")
    return terms, found["how"], int(found["bound"].replace(" ", ""))
