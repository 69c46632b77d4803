"""Counting with the tables of :mod:`litgrid.counting.rows`: layers of states from both edges, and where they meet.

A state stands for all its images: the least of them is kept, with the ways of all. Where halves meet, one image of an
upper state is enough, that with the least key; a lower state is each of its images once, and of these only those
can fit that have the least of their own keys. What is found so is the count times the number of views.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from litgrid.core.bounds import offsets, ranges
from litgrid.core.grid import IntArray
from litgrid.core.limit import Limit
from litgrid.counting.plan import TooManyStatesError
from litgrid.counting.rows import Fields, Half, Rows, Step
from litgrid.kernel.rows import Meeting, Row, put

MOST_WAYS = 1 << 60
"""A half may have so many ways: four images of a state can meet another, and their sum is to fit into 63 bits."""
SLICE = 1 << 18
"""So many states are looked at between two looks at the clock."""
TRIED = 1 << 18
"""So many fillings of rows are tried, or pairs of states looked at, between two looks at the clock."""
BUFFER = 1 << 12
"""So many states are made before they are put together: they stay near the processor."""
LARGE = 64
"""So many states of one key are worth sorting."""

States = tuple[IntArray, IntArray]
"""Words, all different, and the ways that lead to each."""


def count_rows(rows: Rows, limit: Limit, most_states: int) -> int:
    """Return how many boards there are; raise :class:`TooManyStatesError` where that does not fit."""
    upper, lower = rows.halves
    above = _states(upper, limit, most_states)
    below = above if upper.steps is lower.steps else _states(lower, limit, most_states)
    if not (above[0].size and below[0].size):
        return 0
    first = _asked(upper, above, limit, every=False)
    second = _asked(lower, below, limit, every=True)
    return _met(first, second, rows.split, limit) // rows.views


def _states(half: Half, limit: Limit, most_states: int) -> States:
    states: States = np.zeros(1, dtype=np.int64), np.ones(1, dtype=np.int64)
    for step in half.steps:
        words, ways = states
        if not words.size:
            break
        if int(ways.sum()) * step.fillings.size > MOST_WAYS:
            raise TooManyStatesError("half a board can be filled in more than 2 ** 60 ways")
        states = _advanced(words, ways, step, limit, most_states)
    return states


def _advanced(words: IntArray, ways: IntArray, step: Step, limit: Limit, most_states: int) -> States:
    """Return what states become by one row, equal ones put together in a hash table."""
    row = Row(step.fields.step, step.wrong, step.after, step.fillings, step.picks)
    made = np.empty((BUFFER + step.fillings.size, 2), dtype=np.int64)
    table = _table(4 * max(words.size, BUFFER))
    size = state = 0
    while state < words.size:
        limit.check()
        state, number = row.spread(words, ways, state, min(words.size, state + TRIED // step.fillings.size), made)
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


def _check(size: int, most_states: int) -> None:
    if size > most_states:
        raise TooManyStatesError(f"counting needs more than {most_states:,} states at once")


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


@dataclass(frozen=True, slots=True, eq=False)
class Side:
    """What the states of a half ask for in the middle, by keys."""

    keys: IntArray  # all different, ascending
    starts: IntArray  # where the entries of each begin, and where the last end
    marks: IntArray  # of each entry
    ways: IntArray  # of each entry


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


def _met(upper: Side, lower: Side, split: int, limit: Limit) -> int:
    """Return in how many ways two sides fit together."""
    _, first, second = np.intersect1d(upper.keys, lower.keys, assume_unique=True, return_indices=True)
    keys = np.stack(
        [upper.starts[first], upper.starts[first + 1], lower.starts[second], lower.starts[second + 1]], axis=1
    )
    for side, places in ((upper, keys[:, :2]), (lower, keys[:, 2:])):
        for begin, end in places[places[:, 1] - places[:, 0] >= LARGE].tolist():
            limit.check()
            order = begin + np.argsort(side.marks[begin:end] & (1 << split) - 1)
            side.marks[begin:end], side.ways[begin:end] = side.marks[order], side.ways[order]
    fits = np.zeros(upper.ways.size, dtype=np.int64)
    meeting = Meeting(keys, upper.marks, (lower.marks, lower.ways), split, fits)
    while not meeting.go_on(TRIED):
        limit.check()
    return _dot(upper.ways, fits)


def _dot(first: IntArray, second: IntArray) -> int:
    total = 0
    for begin in range(0, first.size, SLICE):
        one, other = first[begin : begin + SLICE], second[begin : begin + SLICE]
        small = float(one.astype(np.float64) @ other.astype(np.float64)) < MOST_WAYS
        total += int(one @ other) if small else int(one.astype(object) @ other.astype(object))
    return total
