"""Counts to clauses.

Counts of equal length and bounds share one template (:mod:`litgrid.sat.cardinality`), stamped onto all of them with
one array operation. Counts that are a clause as they stand (at least one; not all) are copied together, whatever their
length.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from litgrid.core import memory
from litgrid.core.bounds import Bounds, Literals, Touching, offsets
from litgrid.core.grid import BoolArray, IntArray
from litgrid.sat.cardinality import Template, needs_counter, size, template
from litgrid.sat.counter import Inner
from litgrid.sat.formula import Formula

WORTH_NARROWING = 12
"""Counts of fewer literals are not narrowed: looking for inner counts would take longer than it saves."""
AT_ONCE = 2_000_000
"""So many literals are stamped between two looks at the clock."""
LITERAL, CLAUSE = 24, 80
"""Bytes that a literal and a clause take, here and in an engine."""
MOST_INNER = 6
"""Only counts of at most so many literals are looked at as inner ones."""


class _Piece(NamedTuple):
    literals: Literals
    lengths: IntArray
    origin: IntArray


def encode(
    bounds: Bounds,
    variables: int,
    encoding: str = "auto",
    *,
    droppable: BoolArray | None = None,
    tick: Callable[[], None] = lambda: None,
) -> Formula:
    """Return a formula whose models, on the first ``variables`` variables, are the grids that obey all counts.

    Auxiliary variables come after ``variables``. ``Formula.origin`` holds the count of each clause. Auxiliary variables
    may be defined in one direction only: to count answers, count them on the first ``variables`` variables. Large
    counts lean on small ones; those marked ``droppable`` may be dropped later, so none leans on them. ``tick`` is
    called now and then, and raises to stop.
    """
    plain = plain_of(bounds)
    literals = int(bounds.lengths[plain.some].sum() + bounds.lengths[plain.not_all].sum())
    clauses = int(plain.some.sum() + plain.not_all.sum())
    asked = check_memory(literals, clauses)
    pieces = [_copy(bounds, plain.some, 1), _copy(bounds, plain.not_all, -1)]
    top = variables
    for counts, form in forms(bounds, plain, encoding, droppable=droppable, tick=tick):
        tick()
        each = size(*form)
        literals, clauses = literals + each.literals * counts.size, clauses + each.clauses * counts.size
        asked = check_memory(literals, clauses, asked)
        made = template(*form)
        step = max(1, AT_ONCE // max(1, made.columns.size))
        for start in range(0, counts.size, step):
            tick()
            some = counts[start : start + step]
            tops = top + np.arange(some.size) * made.auxiliaries
            stamped = stamp(bounds, some, made, tops).ravel()
            pieces.append(_Piece(stamped, np.tile(made.lengths, some.size), some.repeat(made.lengths.size)))
            top += made.auxiliaries * some.size
    return Formula(
        np.concatenate([piece.literals for piece in pieces]),
        offsets(np.concatenate([piece.lengths for piece in pieces])),
        top,
        np.concatenate([piece.origin for piece in pieces]),
    )


def check_memory(literals: int, clauses: int, asked: int = memory.SMALL) -> int:
    """Raise :class:`~litgrid.core.errors.TooLargeError` where clauses and an engine with them would not fit.

    Nobody is asked about little more than the bytes that were ``asked`` about; return these.
    """
    taken = LITERAL * literals + CLAUSE * clauses
    if taken <= asked + asked // 8:
        return asked
    memory.need(taken, f"a formula of {clauses:,} clauses", "choose another encoding, or a smaller board")
    return taken


class Form(NamedTuple):
    """What counts that share a template have in common: the arguments of :func:`litgrid.sat.cardinality.template`."""

    length: int
    low: int
    high: int
    encoding: str
    inner: tuple[Inner, ...] = ()


class Plain(NamedTuple):
    """Which counts are clauses as they stand: at least one (``some``), and not all; and which need a template."""

    some: BoolArray
    not_all: BoolArray
    templated: BoolArray


def plain_of(bounds: Bounds) -> Plain:
    """Return which counts are clauses as they stand; a count may be two, or none where it says nothing."""
    lengths = bounds.lengths
    low, high = np.maximum(bounds.low, 0), np.minimum(bounds.high, lengths)
    plain = (low <= 1) & (high >= lengths - 1) & (low <= high)
    return Plain(plain & (low == 1), plain & (high == lengths - 1), ~plain)


def forms(
    bounds: Bounds,
    plain: Plain,
    encoding: str,
    *,
    droppable: BoolArray | None = None,
    tick: Callable[[], None] = lambda: None,
) -> Iterator[tuple[IntArray, Form]]:
    """Yield each form that some counts have, and the counts of that form; no template is made."""
    counts = np.flatnonzero(plain.templated)
    lengths = bounds.lengths[counts]
    base = int(lengths.max(initial=0)) + 2
    # The bounds may be out of the length's reach by any amount; one step says as much.
    least = np.clip(bounds.low[counts], 0, base - 1)
    most = np.maximum(np.minimum(bounds.high[counts], lengths), -1)
    key = (lengths * base + least) * base + most + 1
    order = np.argsort(key, kind="stable")
    edges = np.flatnonzero(key[order][1:] != key[order][:-1]) + 1
    leaning: _Leaning | None = None
    for places in np.split(order, edges) if counts.size else []:
        first = places[0]
        form = int(lengths[first]), int(least[first]), int(most[first])
        if encoding != "auto" or form[0] < WORTH_NARROWING or not needs_counter(*form):
            yield counts[places], Form(*form, encoding)
            continue
        if leaning is None:
            small = (bounds.lengths > 0) & (bounds.lengths <= MOST_INNER)
            leaning = _Leaning(bounds, np.flatnonzero(small if droppable is None else small & ~droppable))
        alike: dict[tuple[Inner, ...], list[int]] = {}
        for count in counts[places].tolist():
            tick()
            alike.setdefault(leaning.inside(bounds.of(count)), []).append(count)
        for inner, members in alike.items():
            tick()
            yield np.array(members), Form(*form, encoding, inner)


class _Leaning:
    """Finds the small counts inside large ones, by their positions among the large one's literals."""

    def __init__(self, bounds: Bounds, small: IntArray) -> None:
        self._small = bounds.take(small)
        self._touching = Touching(self._small)
        self._position = np.full(2 * int(np.abs(bounds.literals).max()) + 1, -1, dtype=np.int64)

    def inside(self, literals: Literals) -> tuple[Inner, ...]:
        near = self._small.take(self._touching.counts(np.abs(literals)))
        if not len(near):
            return ()
        self._position[literals] = np.arange(literals.size)
        places = self._position[near.literals]
        self._position[literals] = -1
        first = np.minimum.reduceat(places, near.starts[:-1])
        inside = np.flatnonzero(first >= 0)
        first, end = first[inside], np.maximum.reduceat(places, near.starts[:-1])[inside] + 1
        low, gaps = near.low[inside], end - first - near.lengths[inside]
        high = np.minimum(near.high[inside] + gaps, end - first)
        return tuple(zip(first.tolist(), end.tolist(), low.tolist(), high.tolist(), strict=True))


def _copy(bounds: Bounds, chosen: BoolArray, sign: int) -> _Piece:
    """Return the chosen counts' literals as clauses, negated where ``sign`` is -1."""
    literals = bounds.literals[chosen.repeat(bounds.lengths)] * np.int32(sign)
    return _Piece(literals, bounds.lengths[chosen], np.flatnonzero(chosen))


def stamp(bounds: Bounds, counts: IntArray, made: Template, tops: IntArray) -> npt.NDArray[np.int32]:
    """Return the literals of the template's clauses over those of each count, a row each; its own follow ``tops``."""
    size, length = counts.size, int(bounds.lengths[counts[0]])
    local = np.empty((size, length + made.auxiliaries), dtype=np.int32)
    local[:, :length] = bounds.literals[bounds.starts[counts][:, None] + np.arange(length)]
    local[:, length:] = tops[:, None] + np.arange(1, made.auxiliaries + 1)
    stamped: npt.NDArray[np.int32] = local[:, made.columns] * made.signs
    return stamped


def differ(places: Iterable[tuple[int, int]], top: int) -> tuple[list[list[int]], int]:
    """Return clauses which say that two lines differ in at least one of some places, and the new top variable.

    A place is a pair of literals; or a literal and 0, where the other line's cell is known and the literal says that
    this one's differs from it. Two unknown cells take an auxiliary variable, "this place differs".

    >>> differ([(1, 2), (-4, 0)], 5)
    ([[-6, 1, 2], [-6, -1, -2], [6, -4]], 6)
    """
    clauses: list[list[int]] = []
    somewhere = []
    for first, second in places:
        if second:
            top += 1
            clauses += [[-top, first, second], [-top, -first, -second]]
        somewhere.append(top if second else first)
    return [*clauses, somewhere], top
