"""The inside of counting at a seam: filling half a board row by row, and joining two halves.

Words that numba compiles and that Python runs as they are, with lists in place of arrays. They are not compiled here,
as small boards are counted before a compiler is imported.
"""

from __future__ import annotations

from typing import Any, NamedTuple

MORE = -1
"""What :func:`fill` returns where there is too little room."""
EMPTY = -1
"""A place of a hash table that holds nothing."""
WORD = 63
"""Bits of a word of marks."""
FULL = (1 << WORD) - 1
SPREAD = 0x9E3779B97F4A7C15 >> 2
"""Multiplying by it spreads numbers (D. Knuth, TAOCP 6.4)."""


class Half(NamedTuple):
    """How to fill one side of a seam, outwards."""

    shifts: Any  # int64, by step: the bit of the row in a column's word
    tables: Any  # int64, by step: which table says what may come next
    starts: Any  # int64, (tables, fillings * fillings + 1): where the successors of (far, near) begin
    items: Any  # int64: the fillings that may come next
    words: Any  # int64, (chunks, fillings): the bits of a filling in the columns' words of each chunk
    keys: Any  # int64, (chunks, words): what the words of a chunk's columns ask of the other side; EMPTY: not possible


class Entries(NamedTuple):
    """What half a board can be: what it asks of the other half, and by how many orders of its rows."""

    codes: Any  # int64: its rows, as a set; or what else sets it apart
    keys: Any  # int64: what it asks of the other half
    equal: Any  # int64: which columns are still equal, a bit for each pair
    ways: Any  # int64
    slots: Any  # int64: a hash table of the others, as many as a power of two


class Groups(NamedTuple):
    """Entries of one side in the order of what they ask for."""

    starts: Any  # int64: where each group begins, and where the last ends
    codes: Any  # as those of Entries, like the next two
    equal: Any
    ways: Any


class Marks(NamedTuple):
    """Room to mark the entries of a group, a bit each, in words; in each word all have equally many ways."""

    marked: Any  # int64, (fillings + pairs of columns, words): the entries that have a row, or a pair equal; all 0
    unused: Any  # int64, by word: its bits without an entry
    weights: Any  # int64, by word: the ways of its entries
    hits: Any  # int64, by word


def fill(  # noqa: C901 - the compiler is to see it whole
    half: Half, entries: Entries, far: Any, near: Any, equal: Any, distinct: Any, bits: Any, stack: Any, chosen: Any
) -> Any:
    """Fill one side of the seam rows ``far`` and ``near`` in all ways; return the number of entries, or ``MORE``.

    ``equal`` holds for each filling which pairs of columns it leaves equal; ``stack`` and ``chosen`` are room for the
    steps: ``(steps + 1, 3 + chunks)`` and ``(steps + 2,)`` numbers.
    """
    codes, keys, leaves, ways, slots = entries.codes, entries.keys, entries.equal, entries.ways, entries.slots
    steps, chunks, fillings = len(half.shifts), len(half.words), len(equal)
    mask = len(slots) - 1
    room = min(len(codes), len(slots) // 2)
    for slot in range(len(slots)):
        slots[slot] = EMPTY
    made = 0
    chosen[0], chosen[1] = far, near
    for chunk in range(chunks):
        stack[0][3 + chunk] = 0
    stack[0][2] = equal[far] & equal[near]
    if steps:
        at = far * fillings + near
        stack[0][0], stack[0][1] = half.starts[half.tables[0]][at], half.starts[half.tables[0]][at + 1]
    depth = 0
    while depth >= 0:
        here = stack[depth]
        if depth < steps:
            if here[0] == here[1]:
                depth -= 1
                continue
            filling = half.items[here[0]]
            here[0] += 1
            fresh = True
            if distinct:
                for earlier in range(depth + 2):
                    if chosen[earlier] == filling:
                        fresh = False
            if not fresh:
                continue
            chosen[depth + 2] = filling
            after = stack[depth + 1]
            for chunk in range(chunks):
                after[3 + chunk] = here[3 + chunk] | half.words[chunk][filling] << half.shifts[depth]
            after[2] = here[2] & equal[filling]
            depth += 1
            if depth < steps:
                at = chosen[depth] * fillings + chosen[depth + 1]
                after[0], after[1] = half.starts[half.tables[depth]][at], half.starts[half.tables[depth]][at + 1]
            continue
        depth -= 1
        key = 0
        for chunk in range(chunks):
            part = half.keys[chunk][here[3 + chunk]]
            if part < 0:
                key = EMPTY
                break
            key |= part
        if key < 0:
            continue
        code = here[2]
        if distinct:  # the rows that were chosen, as a number that does not depend on their order
            code = 0
            for one in range(2, steps + 2):
                rank = 0
                for other in range(2, steps + 2):
                    rank += chosen[other] < chosen[one]
                code |= chosen[one] << bits * rank
        slot = ((code * SPREAD) ^ (key * SPREAD >> 17) ^ (code * SPREAD >> 29)) & mask
        while slots[slot] != EMPTY and (codes[slots[slot]] != code or keys[slots[slot]] != key):
            slot = (slot + 1) & mask
        entry = slots[slot]
        if entry == EMPTY:
            if made == room:
                return MORE
            slots[slot] = made
            codes[made], keys[made], leaves[made], ways[made] = code, key, here[2], 1
            made += 1
        else:
            ways[entry] += 1
    return made


def group(
    first: Entries, first_made: Any, second: Entries, second_made: Any, names: Any, numbers: Any, sizes: Any
) -> Any:
    """Give numbers to what the entries of the first side ask for, and find those of the second that ask for it.

    Returns how many groups there are. ``names`` is room for what each asks for, ``numbers[side][entry]`` for the number
    of an entry's group, ``EMPTY`` for none; ``sizes[side][group]`` for how many entries it has.
    """
    slots = first.slots
    mask = len(slots) - 1
    for slot in range(len(slots)):
        slots[slot] = EMPTY
    groups = 0
    for entry in range(first_made):
        key = first.keys[entry]
        slot = ((key * SPREAD) ^ (key * SPREAD >> 31)) & mask
        while slots[slot] != EMPTY and names[slots[slot]] != key:
            slot = (slot + 1) & mask
        if slots[slot] == EMPTY:
            slots[slot] = groups
            names[groups] = key
            sizes[0][groups] = sizes[1][groups] = 0
            groups += 1
        numbers[0][entry] = slots[slot]
        sizes[0][slots[slot]] += 1
    for entry in range(second_made):
        key = second.keys[entry]
        slot = ((key * SPREAD) ^ (key * SPREAD >> 31)) & mask
        while slots[slot] != EMPTY and names[slots[slot]] != key:
            slot = (slot + 1) & mask
        number = slots[slot]
        numbers[1][entry] = number
        if number != EMPTY:
            sizes[1][number] += 1
    return groups


def arrange(entries: Entries, order: Any, numbers: Any, sizes: Any, groups: Any, out: Groups) -> None:
    """Put entries in the order of their groups, and those of a group in the order given."""
    starts = out.starts
    starts[0] = starts[1] = 0
    for number in range(1, groups):
        starts[number + 1] = starts[number] + sizes[number - 1]
    for entry in order:
        number = numbers[entry]
        if number != EMPTY:
            place = starts[number + 1]
            starts[number + 1] += 1
            out.codes[place] = entries.codes[entry]
            out.equal[place] = entries.equal[entry]
            out.ways[place] = entries.ways[entry]


def join(first: Groups, second: Groups, begin: Any, end: Any, rows: Any, marks: Marks) -> Any:  # noqa: C901
    """Return in how many ways two sides fit together: those of one group that share no row and no equal columns.

    Only the groups from ``begin`` to ``end`` are looked at. ``rows`` says how many rows a code holds on either side, in
    how many bits each, and how many fillings there are; all 0 where codes hold no rows. Entries of the second side come
    by their ways.
    """
    marked, unused, weights, hits = marks.marked, marks.unused, marks.weights, marks.hits
    bits, pairs = rows[2], rows[3]
    row = (1 << bits) - 1
    total = 0
    for number in range(begin, end):
        low, high = second.starts[number], second.starts[number + 1]
        words, used = 0, WORD
        for entry in range(low, high):
            if used == WORD or second.ways[entry] != weights[words - 1]:
                weights[words], unused[words] = second.ways[entry], FULL
                words, used = words + 1, 0
            bit = 1 << used
            used += 1
            unused[words - 1] ^= bit
            code = second.codes[entry]
            for _ in range(rows[1]):
                marked[code & row][words - 1] |= bit
                code >>= bits
            equal, pair = second.equal[entry], pairs
            while equal:
                if equal & 1:
                    marked[pair][words - 1] |= bit
                equal >>= 1
                pair += 1
        for entry in range(first.starts[number], first.starts[number + 1]):
            for word in range(words):
                hits[word] = unused[word]
            code = first.codes[entry]
            for _ in range(rows[0]):
                there = marked[code & row]
                code >>= bits
                for word in range(words):
                    hits[word] |= there[word]
            equal, pair = first.equal[entry], pairs
            while equal:
                if equal & 1:
                    there = marked[pair]
                    for word in range(words):
                        hits[word] |= there[word]
                equal >>= 1
                pair += 1
            ways = 0
            for word in range(words):
                free = hits[word] ^ FULL
                # How many bits are set, added up in pairs, fours and eights (TAOCP 7.1.3).
                free -= free >> 1 & 0x5555555555555555
                free = (free & 0x3333333333333333) + (free >> 2 & 0x3333333333333333)
                free = free + (free >> 4) & 0x0F0F0F0F0F0F0F0F
                ways += weights[word] * (free % 255)
            total += ways * first.ways[entry]
        used = WORD
        words = 0
        for entry in range(low, high):
            if used == WORD or second.ways[entry] != weights[words - 1]:
                words, used = words + 1, 0
            used += 1
            code = second.codes[entry]
            for _ in range(rows[1]):
                marked[code & row][words - 1] = 0
                code >>= bits
            equal, pair = second.equal[entry], pairs
            while equal:
                if equal & 1:
                    marked[pair][words - 1] = 0
                equal >>= 1
                pair += 1
    return total
