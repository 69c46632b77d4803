"""Counting with the tables of :mod:`litgrid.counting.rows`: layers of states from both edges, and where they meet.

A state stands for all its images: the least of them is kept, with the ways of all. Where halves meet, one image of an
upper state is enough, and a lower state is each of its images once; of these only those are looked at whose key is the
least of its own images, as upper states are turned so that theirs is. What is found so is the count times the number
of views.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from litgrid.core.grid import IntArray
from litgrid.core.limit import Limit
from litgrid.counting.plan import TooManyStatesError
from litgrid.counting.rows import Fields, Half, Rows, Step

MOST_WAYS = 1 << 62
SLICE = 1 << 20
"""So many states with a filling each are made between two looks at the clock."""

States = tuple[IntArray, IntArray]
"""Words, all different, and the ways that lead to each."""


def count_rows(rows: Rows, limit: Limit, most_states: int) -> int:
    """Return how many boards there are.

    Raises
    ------
    OutOfTimeError
        when the limit is over.
    TooManyStatesError
        where a layer gets more than ``most_states`` states, or more ways than fit.
    """
    upper, lower = rows.halves
    above = _states(upper, limit, most_states)
    below = above if upper.steps is lower.steps else _states(lower, limit, most_states)
    first = _asked(upper, above)
    second = _asked(lower, below)
    return _met(first, second, limit) // rows.views


def _states(half: Half, limit: Limit, most_states: int) -> States:
    """Return the states in the middle."""
    words, ways = np.zeros(1, dtype=np.int64), np.ones(1, dtype=np.int64)
    for step in half.steps:
        limit.check()
        if int(ways.sum()) * step.fillings.size > MOST_WAYS:
            raise TooManyStatesError("half a board can be filled in too many ways for a number of 63 bits")
        words, ways = _advanced(words, ways, step, limit)
        if words.size > most_states:
            raise TooManyStatesError(f"counting needs more than {most_states:,} states at once")
    return words, ways


def _advanced(words: IntArray, ways: IntArray, step: Step, limit: Limit) -> States:
    """Return what states become by one row."""
    size = max(1, SLICE // step.fillings.size)
    made = []
    for begin in range(0, words.size, size):
        limit.check()
        some = words[begin : begin + size]
        false, true = looked_up(step.fields, step.wrong, some)
        after = looked_up(step.fields, step.after, some)
        picked = []
        for number, filling in enumerate(step.fillings.tolist()):
            legal = np.flatnonzero(((false & ~filling) | (true & filling)) == 0)
            images = after[:, :, legal]
            images = images[:, 0] ^ ((images[:, 0] ^ images[:, 1]) & step.picks[:, number, None])
            picked.append((images.min(axis=0), ways[begin + legal]))
        made.append(_merged(picked))
    return _merged(made)


def looked_up(fields: Fields, tables: IntArray, words: IntArray) -> IntArray:
    """Return what tables, shaped ``(..., chunks, values)``, say of words."""
    mask = (1 << fields.step) - 1
    found = tables[..., 0, words & mask]
    for chunk in range(1, tables.shape[-2]):
        found |= tables[..., chunk, words >> (chunk * fields.step) & mask]
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


Asked = tuple[IntArray, IntArray, IntArray, IntArray]

def _asked(half: Half, states: States):
    words, ways = states
    return looked_up(half.fields, half.keys, words), looked_up(half.fields, half.marks, words), ways


def _met(first, second, limit):
    keys, marks, ways = first
    which = keys.argmin(axis=0)
    at = np.arange(ways.size)
    a_key, a_mark = keys[which, at], marks[which, at]
    o = np.argsort(a_key); a_key, a_mark, a_ways = a_key[o], a_mark[o], ways[o]
    keys, marks, ways = second
    v, s = np.nonzero(keys == keys.min(axis=0))
    b_key, b_mark, b_ways = keys[v, s], marks[v, s], ways[s]
    o = np.argsort(b_key); b_key, b_mark, b_ways = b_key[o], b_mark[o], b_ways[o]
    key, start = np.unique(a_key, return_index=True)
    end = np.append(start[1:], a_key.size)
    low, high = np.searchsorted(b_key, key), np.searchsorted(b_key, key, "right")
    print("groups", key.size, "top", a_key.size, "bottom", b_key.size, "pairs", ((end-start)*(high-low)).sum(), "largest", (end-start).max(), (high-low).max())
    total = 0
    for g in range(key.size):
        limit.check()
        m, w = b_mark[low[g]:high[g]], b_ways[low[g]:high[g]]
        fits = ((a_mark[start[g]:end[g], None] & m) == 0) @ w
        total += sum((a_ways[start[g]:end[g]].astype(object)*fits))
    return total
