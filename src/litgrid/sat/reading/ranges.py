"""In which range numbers are, as comparisons with constants say."""

from __future__ import annotations

from math import inf

from litgrid.sat.reading.values import Sum, Value

Range = tuple[float, float]
"""The least and the greatest that a number may be."""
Ranges = dict[int, Range]
"""Those of some variables."""
FREE: Range = (-inf, inf)


def bounded(name: str, one: Value, other: Value) -> Ranges:
    """Return what a comparison says of the one variable that its sides are about."""
    if not (isinstance(one, Sum) and isinstance(other, Sum) and one.plain and other.plain):
        return {}
    terms = one.terms + other.times(-1).terms
    variable = terms[0][1] if terms else 0
    weight, constant = sum(weight for weight, _ in terms), one.constant - other.constant
    if not weight or variable < 0 or any(literal != variable for _, literal in terms):
        return {}
    # weight * x + constant against 0
    if weight < 0:
        weight, constant, name = -weight, -constant, {"<": ">", "<=": ">=", ">": "<", ">=": "<="}.get(name, name)
    strict = int(name in ("<", ">"))
    low = -((constant - strict) // weight) if name in (">", ">=", "=") else -inf
    high = (-constant - strict) // weight if name in ("<", "<=", "=") else inf
    return {variable: (low, high)}


def both(one: Ranges, other: Ranges) -> Ranges:
    """Return the ranges where both hold.

    >>> both({1: (0, inf)}, {1: (-inf, 1), 2: (0, 0)})
    {1: (0, 1), 2: (0, 0)}
    """
    pairs = {variable: (one.get(variable, FREE), other.get(variable, FREE)) for variable in {**one, **other}}
    return {variable: (max(a[0], b[0]), min(a[1], b[1])) for variable, (a, b) in pairs.items()}


def either(one: Ranges, other: Ranges) -> Ranges:
    """Return the ranges where one of both holds.

    >>> either({1: (0, 0)}, {1: (1, 1), 2: (0, 0)})
    {1: (0, 1)}
    """
    pairs = {variable: (one[variable], other[variable]) for variable in one if variable in other}
    return {variable: (min(a[0], b[0]), max(a[1], b[1])) for variable, (a, b) in pairs.items()}
