"""Counting with the tables of :mod:`litgrid.counting.rows`: layers of states from both edges, and where they meet.

A state stands for all its images: the least of them is kept, with the ways of all. Where halves meet, one image of an
upper state is enough, that with the least key; a lower state is each of its images once, and of these only those
can fit that have the least of their own keys. What is found so is the count times the number of views.

Small layers are put together by sorting in NumPy, which needs no compiler; large ones in a hash table.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from litgrid.core.bounds import offsets, ranges
from litgrid.core.grid import IntArray
from litgrid.core.limit import Limit
from litgrid.counting import row_kernels as kernels
from litgrid.counting.plan import TooManyStatesError
from litgrid.counting.rows import Fields, Half, Rows, Step

MOST_WAYS = 1 << 60
"""A half may have so many ways: four images of a state can meet another, and their sum is to fit into 63 bits."""
SLICE = 1 << 18
"""So many states are made, or pairs of them looked at, between two looks at the clock."""
COMPILED_SLICE = 1 << 24
"""The same where pairs are looked at by compiled code."""
BUFFER = 1 << 16
"""So many states are made before they are put together: they stay near the processor."""
WORTH = 30_000_000
"""So many fillings tried are worth a compiler, and so many pairs of states looked at, PAIRS times."""
PAIRS = 8

States = tuple[IntArray, IntArray]
"""Words, all different, and the ways that lead to each."""


@cache
def _compiled() -> tuple[Any, Any, Any] | None:
    """Return the kernels, ``None`` where numba is not installed."""
    from litgrid.sat.compiling import kept

    found = kept(kernels.spread), kept(kernels.put), kept(kernels.meet)
    return found if hasattr(found[0], "py_func") else None


def count_rows(rows: Rows, limit: Limit, most_states: int, *, worth: int = WORTH) -> int:
    """Return how many boards there are; compiled code does what is much work: more than ``worth``.

    Raises
    ------
    OutOfTimeError
        when the limit is over.
    TooManyStatesError
        where a layer gets more than ``most_states`` states, or half a board more ways than fit into a number.
    """
    upper, lower = rows.halves
    above = _states(upper, limit, most_states, worth)
    below = above if upper.steps is lower.steps else _states(lower, limit, most_states, worth)
    if not (above[0].size and below[0].size):
        return 0
    first = _asked(upper, above, limit, every=False)
    second = _asked(lower, below, limit, every=True)
    pairs = sum((one.stop - one.start) * (other.stop - other.start) for one, other in _pairs(first, second))
    compiled = _compiled() if pairs > PAIRS * worth else None
    if compiled is None:
        total = _met(first, second, limit)
    else:
        total = _met_compiled(compiled[2], first, second, rows.split, limit)
    return total // rows.views


def _states(half: Half, limit: Limit, most_states: int, worth: int) -> States:
    """Return the states in the middle."""
    states: States = np.zeros(1, dtype=np.int64), np.ones(1, dtype=np.int64)
    for step in half.steps:
        limit.check()
        words, ways = states
        if not words.size:
            break
        if int(ways.sum()) * step.fillings.size > MOST_WAYS:
            raise TooManyStatesError("half a board can be filled in more than 2 ** 60 ways")
        compiled = _compiled() if words.size * step.fillings.size > worth else None
        if compiled is None:
            states = _advanced(words, ways, step, limit, most_states)
        else:
            states = _advanced_compiled(compiled, words, ways, step, limit, most_states)
    return states


def _check(size: int, most_states: int) -> None:
    if size > most_states:
        raise TooManyStatesError(f"counting needs more than {most_states:,} states at once")


def _advanced(words: IntArray, ways: IntArray, step: Step, limit: Limit, most_states: int) -> States:
    """Return what states become by one row."""
    size = max(1, SLICE // step.fillings.size)
    made = []
    total = 0
    for begin in range(0, words.size, size):
        limit.check()
        some = words[begin : begin + size]
        false, true = looked_up(step.fields, step.wrong, some)
        state, place = np.nonzero(((false[:, None] & ~step.fillings) | (true[:, None] & step.fillings)) == 0)
        zero, one = np.moveaxis(looked_up(step.fields, step.after, some), 1, 0)
        images = zero[:, state] ^ ((zero ^ one)[:, state] & step.picks[:, place])
        made.append(_merged([(images.min(axis=0), ways[begin + state])]))
        total += made[-1][0].size
        if total > most_states:
            made = [_merged(made)]
            total = made[0][0].size
            _check(total, most_states)
    return made[0] if len(made) == 1 else _merged(made)


def _advanced_compiled(
    compiled: Any, words: IntArray, ways: IntArray, step: Step, limit: Limit, most_states: int
) -> States:
    """Return the same, put together in a hash table."""
    spread, put, _ = compiled
    tables = step.fields.step, step.wrong, step.after, step.fillings, step.picks
    made = np.empty((BUFFER + step.fillings.size, 2), dtype=np.int64)
    pair = np.empty((len(step.picks), 2), dtype=np.int64)
    table = _table(4 * max(words.size, BUFFER))
    size = state = 0
    while state < words.size:
        limit.check()
        state, number = spread(words, ways, state, tables, pair, made)
        if 2 * (size + number) > len(table):
            _check(size, most_states)
            grown = _table(2 * len(table))
            for begin in range(0, len(table), SLICE):
                limit.check()
                put(table[begin : begin + SLICE], grown)
            table = grown
        size += put(made[:number], table)
    _check(size, most_states)
    states = np.empty((2, size), dtype=np.int64)
    at = 0
    for begin in range(0, len(table), SLICE):
        limit.check()
        some = table[begin : begin + SLICE]
        filled = some[some[:, 1] > 0]
        states[:, at : at + len(filled)] = filled.T
        at += len(filled)
    return states[0], states[1]


def _table(size: int) -> IntArray:
    """Return an empty hash table of a power of two of places."""
    return np.zeros((1 << (size - 1).bit_length(), 2), dtype=np.int64)


def looked_up(fields: Fields, tables: IntArray, words: IntArray, view: IntArray | None = None) -> IntArray:
    """Return what tables, shaped ``(..., chunks, values)``, say of words; or one table for each word."""
    mask = (1 << fields.step) - 1
    which = ... if view is None else view
    found = tables[which, 0, words & mask]
    for chunk in range(1, tables.shape[-2]):
        found |= tables[which, chunk, words >> (chunk * fields.step) & mask]
    return found


def _merged(parts: list[States]) -> States:
    """Put equal states together."""
    words, ways = (np.concatenate(part) for part in zip(*parts, strict=True))
    if words.size < 2:
        return words, ways
    order = np.argsort(words)
    words = words[order]
    first = np.flatnonzero(np.concatenate([[True], words[1:] != words[:-1]]))
    return words[first], np.add.reduceat(ways[order], first)


@dataclass(frozen=True, slots=True, eq=False)
class Side:
    """What the states of a half ask for in the middle, by keys.

    Attributes
    ----------
    keys
        all different, ascending
    starts
        where the entries of each begin, and where the last end
    marks, ways
        of each entry
    """

    keys: IntArray
    starts: IntArray
    marks: IntArray
    ways: IntArray


def _asked(half: Half, states: States, limit: Limit, *, every: bool) -> Side:
    """Return what states ask for in the middle: one image of each, or every one that has the least of their keys."""
    words, ways = states
    slices = []
    for begin in range(0, words.size, SLICE):
        limit.check()
        some = words[begin : begin + SLICE]
        keys = looked_up(half.fields, half.keys, some)
        view, state = np.nonzero(keys == keys.min(axis=0)) if every else (keys.argmin(axis=0), np.arange(some.size))
        key = keys[view, state]
        order = np.argsort(key)
        view, state = view[order], state[order]
        own, sizes = np.unique(key[order], return_counts=True)
        slices.append((own, sizes, looked_up(half.fields, half.marks, some[state], view), ways[begin + state]))
    keys = np.unique(np.concatenate([own for own, *_ in slices]))
    limit.check()
    # Where the entries of each slice go: those of one key together, slice after slice.
    sizes = np.zeros((keys.size, len(slices)), dtype=np.int64)
    for number, (own, size, *_) in enumerate(slices):
        sizes[np.searchsorted(keys, own), number] = size
    starts = offsets(sizes.ravel())
    places = starts[:-1].reshape(sizes.shape)
    side = Side(keys, starts[:: len(slices)], *np.empty((2, starts[-1]), dtype=np.int64))
    for begin in range(0, side.ways.size, SLICE):  # to touch all of fresh memory at once would take seconds
        limit.check()
        side.marks[begin : begin + SLICE] = side.ways[begin : begin + SLICE] = 0
    for number, (own, size, marks, weights) in enumerate(slices):
        limit.check()
        to = ranges(places[np.searchsorted(keys, own), number], size)
        side.marks[to], side.ways[to] = marks, weights
    return side


def _pairs(upper: Side, lower: Side) -> Iterator[tuple[slice, slice]]:
    """Yield where the entries of each key are that both sides have."""
    _, first, second = np.intersect1d(upper.keys, lower.keys, assume_unique=True, return_indices=True)
    above, below = (
        np.stack([side.starts[at], side.starts[at + 1]], axis=1).tolist()
        for side, at in ((upper, first), (lower, second))
    )
    return ((slice(*one), slice(*other)) for one, other in zip(above, below, strict=True))


def _met(upper: Side, lower: Side, limit: Limit) -> int:
    """Return in how many ways two sides fit together."""
    fits = np.zeros(upper.ways.size, dtype=np.int64)
    for above, below in _pairs(upper, lower):
        marks, ways = lower.marks[below], lower.ways[below]
        size = max(1, SLICE // ways.size)
        for begin in range(above.start, above.stop, size):
            limit.check()
            some = slice(begin, min(begin + size, above.stop))
            fits[some] = ((upper.marks[some, None] & marks) == 0) @ ways
    return _dot(upper.ways, fits)


def _met_compiled(meet: Any, upper: Side, lower: Side, split: int, limit: Limit) -> int:
    """Return the same, of larger groups."""
    most = int(np.diff(lower.starts).max())
    room = np.empty(1 << (2 * most - 1).bit_length(), dtype=np.int64), *np.empty((4, most), dtype=np.int64)
    low = (1 << split) - 1
    total = 0
    for above, below in _pairs(upper, lower):
        sides = []
        for side, some in ((upper, above), (lower, below)):
            order = np.argsort(side.marks[some] & low)
            sides.append((side.marks[some][order], side.ways[some][order]))
        fits = np.empty(above.stop - above.start, dtype=np.int64)
        size = max(1, COMPILED_SLICE // (below.stop - below.start))
        for begin in range(0, fits.size, size):
            limit.check()
            meet(*sides, begin, min(begin + size, fits.size), split, fits, room)
        total += _dot(sides[0][1], fits)
    return total


def _dot(first: IntArray, second: IntArray) -> int:
    """Return the sum of products, of any size."""
    total = 0
    for begin in range(0, first.size, SLICE):
        one, other = first[begin : begin + SLICE], second[begin : begin + SLICE]
        small = float(one.astype(np.float64) @ other.astype(np.float64)) < MOST_WAYS
        total += int(one @ other) if small else int(one.astype(object) @ other.astype(object))
    return total
