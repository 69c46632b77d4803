"""Any formula as one of exactly three literals a clause, with the same models on the old variables.

The textbook reduction (R. Karp 1972): a long clause ``a b c d e`` becomes a chain over new variables, ``a b x``,
``-x c y``, ``-y d e``; a short one is filled up with new variables in all their signs, ``a b x`` and ``a b -x``. A
clause of no literals becomes the eight clauses over three new variables, which cannot all hold. Literals that a clause
repeats are dropped first, so that the three are always distinct. Clauses and literals stand in the order in which the
first Light Up program wrote them, as local search may depend on it: behind its new variables where there is one alone.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from operator import mul

import numpy as np

from litgrid.core.bounds import offsets
from litgrid.sat.formula import Formula, Int32Array, Int64Array
from litgrid.sat.size import Size

Tick = Callable[[], None]
"""Called now and then during work that may be long; raises to stop."""
WIDTH = 3
AT_ONCE = 1 << 18
"""So many clauses are looked at at a time: of all of them at once, the places alone would be gigabytes."""
SIGNS: dict[int, list[list[int]]] = {
    0: [[x, y, z] for x in (1, -1) for y in (1, -1) for z in (1, -1)],
    1: [[-1, 1], [1, -1], [-1, -1], [1, 1]],
    2: [[1], [-1]],
    3: [[]],
}
"""For a clause of so many literals, the signs of the new variables in each clause that it becomes."""


def three_sat(formula: Formula, top: int | None = None, tick: Tick = lambda: None) -> Formula:
    """Return the formula with exactly three literals a clause; a clause's new ones have its origin.

    New variables come after ``top``, by default after those of the formula, in the order of the clauses. Models are
    told apart by the old ones.

    >>> from litgrid.sat.formula import from_clauses
    >>> list(three_sat(from_clauses([[1, 2, 3, 4, 5], [1, -2]])).clauses())
    [[1, 2, 6], [-6, 3, 7], [-7, 4, 5], [1, -2, 8], [1, -2, -8]]
    """
    literals, lengths = distinct(formula, tick)
    clauses = becomes(lengths)
    starts, first = offsets(lengths), offsets(clauses)
    before = (formula.variables if top is None else top) + offsets(_auxiliaries(lengths))
    made: Int32Array = np.empty((first[-1], WIDTH), dtype=np.int32)
    for length, signs in SIGNS.items():
        tick()
        chosen = np.flatnonzero(lengths == length)
        places = first[chosen][:, None] + np.arange(len(signs))
        old = literals[starts[chosen][:, None] + np.arange(length)]
        fresh = before[chosen][:, None] + np.arange(1, WIDTH - length + 1)
        made[places, :length] = old[:, None, :]
        made[places, length:] = fresh[:, None, :] * np.array(signs, dtype=np.int64)
        if length == 1:
            made[places] = np.roll(made[places], -1, axis=2)
    tick()
    chosen = np.flatnonzero(lengths > WIDTH)
    _chain(made, literals, starts[chosen], lengths[chosen], first[chosen], before[chosen])
    return replace(
        formula,
        literals=made.ravel(),
        starts=np.arange(len(made) + 1, dtype=np.int64) * WIDTH,
        variables=int(before[-1]),
        origin=formula.origin.repeat(clauses),
        projection=formula.shown,
    )


def _chain(
    made: Int32Array,
    literals: Int32Array,
    starts: Int64Array,
    lengths: Int64Array,
    first: Int64Array,
    before: Int64Array,
) -> None:
    """Write long clauses as chains: the first and the last link hold two old literals, the others one."""
    links = lengths - 2
    ends = np.cumsum(links)
    link = np.arange(ends[-1] if ends.size else 0) - (ends - links).repeat(links)
    row = first.repeat(links) + link
    old = starts.repeat(links) + link + 1
    fresh = before.repeat(links) + link
    opens, closes = link == 0, link == links.repeat(links) - 1
    made[row, 0] = np.where(opens, literals[old - 1], -fresh)
    made[row, 1] = literals[old]
    made[row, 2] = np.where(closes, literals[np.where(closes, old + 1, 0)], fresh + 1)


def distinct(formula: Formula, tick: Tick = lambda: None) -> tuple[Int32Array, Int64Array]:
    """Return the literals without those that a clause repeats, and the lengths of the clauses."""
    lengths = formula.starts[1:] - formula.starts[:-1]
    found = repeats(formula.literals, lengths, tick)
    if not found.size:
        return formula.literals, lengths
    fewer = np.bincount(owners(found, formula.starts), minlength=len(formula))
    return np.delete(formula.literals, found), lengths - fewer


def repeats(literals: Int32Array, lengths: Int64Array, tick: Tick = lambda: None) -> Int64Array:
    """Return the places of the literals that stand in their clause, all of these lengths, a second time."""
    starts, found = offsets(lengths), [np.zeros(0, dtype=np.int64)]
    for first in range(0, lengths.size, AT_ONCE):
        some = lengths[first : first + AT_ONCE]
        for size in np.unique(some).tolist():
            tick()
            places = starts[first + np.flatnonzero(some == size)][:, None] + np.arange(size)
            # So equal ones of a clause are together, and the first is none.
            within = np.argsort(literals[places], axis=1, kind="stable")
            places = np.take_along_axis(places, within, axis=1)
            found.append(places[:, 1:][np.diff(literals[places], axis=1) == 0])
    return np.concatenate(found)


def owners(places: Int64Array, starts: Int64Array) -> Int64Array:
    """Return the clauses that literals at some places stand in."""
    return np.searchsorted(starts, places, side="right") - 1


def becomes(lengths: Int64Array) -> Int64Array:
    """Return how many clauses each clause, of these lengths and with no literal repeated, becomes."""
    return np.where(lengths > WIDTH, lengths - 2, 1 << (WIDTH - np.minimum(lengths, WIDTH)))


def _auxiliaries(lengths: Int64Array) -> Int64Array:
    return np.abs(lengths - WIDTH)


def grown(size: Size) -> Size:
    """Return how large clauses of some size, with no literal repeated, become."""
    lengths, numbers = np.array(list(size.lengths), dtype=np.int64), list(size.lengths.values())
    clauses = sum(map(mul, numbers, becomes(lengths).tolist()))
    auxiliaries = sum(map(mul, numbers, _auxiliaries(lengths).tolist()))
    return Size({WIDTH: clauses} if clauses else {}, size.auxiliaries + auxiliaries)
