"""The inside of streaming: passes over the states of a layer in their order, in words that numba compiles.

States and ways are shaped ``(states, words)`` and ``(states, limbs)``, so that a state is read and written in one
place; all are uint64, as everything that indexes is: of a signed number the compiler would ask each time whether it
counts from the end. ``limbs`` is as long as a number has
limbs. It and the masks by word are tuples where there are few words or limbs, so that the loops over them are unrolled,
and arrays else; for each kind of arguments numba compiles a function once. A helper that takes arrays would cost
more than what it does (their references are counted), so there is none.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from litgrid.sat.compiling import kept

LIMB, LOW = np.uint64(32), np.uint64((1 << 32) - 1)
ZERO, ONE, TWO = np.uint64(0), np.uint64(1), np.uint64(2)
MIX, HIGH = np.uint64(0x9E3779B97F4A7C15), np.uint64(32)
NONE = np.uint32((1 << 32) - 1)


@kept
def collect(
    states: Any, first: Any, last: Any, mask: Any, slots: Any, keys: Any, known: Any, numbers: Any
) -> tuple[Any, Any]:
    """Write down the number of each state's key, which is what ``mask`` takes of its words.

    ``slots`` is a hash table of numbers, or ``NONE``, as many as a power of two; ``keys[number, word]`` are the keys,
    ``known`` of them so far. Stop where a new key finds no room. Return the state to go on from, and how many keys are
    known.
    """
    room, end = len(keys), np.uint64(len(slots) - 1)
    for at in range(np.uint64(first), np.uint64(last)):
        mixed = ZERO
        for word in range(len(mask)):
            mixed = (mixed ^ (states[at, word] & mask[word])) * MIX
            mixed ^= mixed >> HIGH
        slot = mixed & end
        key = slots[slot]
        while key != NONE:
            same = True
            for word in range(len(mask)):
                if keys[key, word] != states[at, word] & mask[word]:
                    same = False
                    break
            if same:
                break
            slot = (slot + ONE) & end
            key = slots[slot]
        if key == NONE:
            if known == room:
                return at, known
            key = np.uint32(known)
            slots[slot] = key
            for word in range(len(mask)):
                keys[key, word] = states[at, word] & mask[word]
            known += 1
        numbers[at] = key
    return np.uint64(last), known


@kept
def decide(
    states: Any,
    ways: Any,
    first: Any,
    last: Any,
    keep: Any,
    limbs: Any,
    numbers: Any,
    after: Any,
    added: Any,
    places: Any,
    new_states: Any,
    new_ways: Any,
    filled: Any,
    links: Any,
) -> tuple[Any, Any]:
    """Decide one cell for the states from ``first`` on, to the end of the group in which ``last`` is.

    A group are the states that agree in all that is kept. ``after[2 * key + value]`` says what takes the place of a
    key: a number, whose bits are ``added[number, word]``, or the first number that has none. ``places`` is as long as
    there are numbers. ``links[value, state]`` becomes the place of the new state, or -1; it may be empty. Return the
    state to go on from, and how many new ones are filled.
    """
    size, dead, linked = np.uint64(len(states)), np.uint32(len(added)), links.shape[1] > 0
    at, last, filled = np.uint64(first), np.uint64(last), np.uint64(filled)
    while at < last:
        leader, group = at, filled
        while True:
            for value in range(TWO):
                now = after[np.uint64(numbers[at]) * TWO + value]
                if now == dead:
                    if linked:
                        links[value, at] = -1
                    continue
                place = places[now]
                if place - group >= filled - group:  # it is from an earlier group
                    place = places[now] = filled
                    filled += ONE
                    for word in range(len(keep)):
                        new_states[place, word] = states[at, word] & keep[word] | added[now, word]
                    for limb in range(len(limbs)):
                        new_ways[place, limb] = ways[at, limb]
                else:
                    for limb in range(len(limbs)):
                        new_ways[place, limb] += ways[at, limb]
                if linked:
                    links[value, at] = place
            at += ONE
            if at == size:
                break
            same = True
            for word in range(len(keep)):
                if (states[at, word] ^ states[leader, word]) & keep[word]:
                    same = False
                    break
            if not same:
                break
        for limb in range(1, len(limbs)):
            for place in range(group, filled):
                new_ways[place, limb] += new_ways[place, limb - 1] >> LIMB
                new_ways[place, limb - 1] &= LOW
    return at, filled


@kept
def distribute(
    states: Any,
    ways: Any,
    first: Any,
    last: Any,
    above: Any,
    limbs: Any,
    place: Any,
    counts: Any,
    codes: Any,
    new_states: Any,
    new_ways: Any,
    moved: Any,
) -> Any:
    """Bring the states together that have the same code, within each group of those that agree ``above`` it.

    ``place`` is the word, the shift and the mask of the code. Codes come as they first appear, and states of one code
    in their order. ``counts``, by code, is 0 before and after; ``codes`` is as long. ``moved[state]`` becomes the new
    place of a state; it may be empty. Return the state to go on from.
    """
    size, at, last = np.uint64(len(states)), np.uint64(first), np.uint64(last)
    at_word, shift, mask = place
    while at < last:
        leader, seen = at, ZERO
        while True:
            code = (states[at, at_word] >> shift) & mask
            if counts[code] == ZERO:
                codes[seen] = code
                seen += ONE
            counts[code] += ONE
            at += ONE
            if at == size:
                break
            same = True
            for word in range(len(above)):
                if (states[at, word] ^ states[leader, word]) & above[word]:
                    same = False
                    break
            if not same:
                break
        begin = leader
        for index in range(seen):
            code = codes[index]
            begin, counts[code] = begin + counts[code], begin
        for old in range(leader, at):
            code = (states[old, at_word] >> shift) & mask
            new = counts[code]
            counts[code] = new + ONE
            for word in range(len(above)):
                new_states[new, word] = states[old, word]
            for limb in range(len(limbs)):
                new_ways[new, limb] = ways[old, limb]
            if len(moved):
                moved[old] = new
        for index in range(seen):
            counts[codes[index]] = ZERO
    return at
