"""The inside of counting by rows where layers are large: compiled by numba, see :mod:`litgrid.counting.meeting`.

They are not compiled here, as small boards are counted in NumPy before a compiler is imported. States come as
``(states, 2)`` numbers: a word, and the ways that lead to it, 0 where there is none.
"""

from __future__ import annotations

from typing import Any

EMPTY = -1
"""A place of a hash table that holds nothing."""
SPREAD = 0x9E3779B97F4A7C15 >> 2
"""Multiplying by it spreads numbers (D. Knuth, TAOCP 6.4)."""


def spread(words: Any, ways: Any, begin: Any, tables: Any, pair: Any, made: Any) -> Any:
    """Write into ``made`` what states from ``begin`` on become by a row, until there is no room for another.

    Returns the first state that is not done, and how many are written. ``tables`` are the bits of a chunk, and
    ``wrong``, ``after``, ``fillings`` and ``picks`` of :class:`litgrid.counting.rows.Step`; ``pair`` is room for what a
    state becomes in each view if all cells are false, and what changes if they are true.
    """
    bits, wrong, after, fillings, picks = tables
    views, count, chunks = len(picks), len(fillings), wrong.shape[1]
    mask = (1 << bits) - 1
    room = len(made) - count
    number, state = 0, begin
    while state < len(words) and number <= room:
        false, true = 0, 0
        pair[:] = 0
        rest = words[state]
        for chunk in range(chunks):
            value = rest & mask
            rest >>= bits
            false |= wrong[0, chunk, value]
            true |= wrong[1, chunk, value]
            for view in range(views):
                pair[view, 0] |= after[view, 0, chunk, value]
                pair[view, 1] |= after[view, 1, chunk, value]
        for view in range(views):
            pair[view, 1] ^= pair[view, 0]
        for place in range(count):
            filling = fillings[place]
            if (false & ~filling) | (true & filling):
                continue
            least = pair[0, 0] ^ (pair[0, 1] & picks[0, place])
            for view in range(1, views):
                least = min(least, pair[view, 0] ^ (pair[view, 1] & picks[view, place]))
            made[number, 0], made[number, 1] = least, ways[state]
            number += 1
        state += 1
    return state, number


def put(states: Any, table: Any) -> Any:
    """Add states to a hash table that has room for all; return how many were not there yet."""
    mask = len(table) - 1
    fresh = 0
    for at in range(len(states)):
        word, ways = states[at, 0], states[at, 1]
        if not ways:
            continue
        slot = ((word * SPREAD) >> 20) & mask
        while table[slot, 1] and table[slot, 0] != word:
            slot = (slot + 1) & mask
        fresh += table[slot, 1] == 0
        table[slot, 0] = word
        table[slot, 1] += ways
    return fresh


def meet(upper: Any, lower: Any, begin: Any, end: Any, split: Any, fits: Any, room: Any) -> None:  # noqa: C901
    """Write into ``fits``, for upper entries of a key, in how many ways they can be completed.

    Entries are marks and ways. Marks are looked at in two parts, the first of ``split`` bits, and entries are ascending
    by it: for all upper entries of one first part, the ways of lower entries are added up by their second parts once.
    ``room`` is a hash table of the second parts, and room for a number for each lower entry four times.
    """
    marks, ways = lower
    slots, seconds, parts, sums, after = room
    low = (1 << split) - 1
    mask = 1
    while mask < 2 * len(marks):
        mask *= 2
    mask -= 1
    slots[: mask + 1] = EMPTY
    size = 0
    for entry in range(len(marks)):
        part = marks[entry] >> split
        slot = ((part * SPREAD) >> 20) & mask
        while slots[slot] != EMPTY and parts[slots[slot]] != part:
            slot = (slot + 1) & mask
        if slots[slot] == EMPTY:
            slots[slot] = size
            parts[size] = part
            size += 1
        seconds[entry] = slots[slot]
    for entry in range(len(marks) - 1, -1, -1):  # where the next first part begins
        same = entry + 1 < len(marks) and (marks[entry + 1] ^ marks[entry]) & low == 0
        after[entry] = after[entry + 1] if same else entry + 1
    known = EMPTY
    for state in range(begin, end):
        mark = upper[0][state]
        if mark & low != known:
            known = mark & low
            sums[:size] = 0
            entry = 0
            while entry < len(marks):
                if marks[entry] & known:
                    entry = after[entry]
                else:
                    sums[seconds[entry]] += ways[entry]
                    entry += 1
        mark >>= split
        found = 0
        for number in range(size):
            if not parts[number] & mark:
                found += sums[number]
        fits[state] = found
