"""The inside of explaining: what follows from a literal, by which rules, and the fewest of them.

Words that numba compiles and that Python runs as they are, with lists in place of arrays. They are not compiled here,
as small puzzles are explained before a compiler is imported. Literals are *codes*: ``2 * cell`` says that a cell is
true, ``2 * cell + 1`` that it is false, so that ``code ^ 1`` is the opposite.

Consequences are drawn breadth first, so that the first conflict is one of the nearest; each literal keeps the *reason*
that forced it, a count or two lines that differ, and a conflict's ancestors along reasons are the rules that it takes
(the implication graph of J. Marques-Silva and K. Sakallah, GRASP, 1996).
"""

from __future__ import annotations

from typing import Any, NamedTuple

ASSUMED = -1
"""The reason of a literal that nothing forced."""
MOST_CONFLICTS = 16
"""No more conflicts of one depth are compared."""
FREE = 0
"""The mode in which all rules may be used."""


class Laws(NamedTuple):
    """What never changes: counts, and lines that differ."""

    literals: Any  # codes, count by count
    starts: Any
    low: Any
    high: Any
    rule: Any  # of each count
    occurs: Any  # by code: where each count that holds its cell has less to spare when it is true, see State.spare
    occurs_starts: Any
    cells: Any  # line by line, for lines that differ
    cells_starts: Any
    table: Any  # of each line: lines of one table differ
    lines: Any  # by cell: the lines that it is in
    lines_starts: Any
    first_pair: Any  # [the rule of the first two lines that differ]


class State(NamedTuple):
    """What is known, and why."""

    value: Any  # by cell: 1, 0, or -1 for unknown
    spare: Any  # two a count: how many more literals may be true, and how many more false
    left: Any  # by line that differs: how many cells are unknown
    trail: Any  # known literals, in order
    place: Any  # by cell: where it is in the trail
    reason: Any  # by cell
    depth: Any  # by cell: how far from what was assumed
    allowed: Any  # by rule: the mode in which it may be used
    seen: Any  # by cell and by rule: stamps
    needed: Any  # by rule: stamps
    numbers: Any  # [the last stamp, the base: how much of the trail is facts, conflicts, whether facts are loose]
    conflicts: Any  # reasons that broke
    rules: Any  # of the last conflict or literal that was traced, nearest first
    facts: Any  # literals that it rests on


def rule_of(laws: Laws, reason: Any) -> Any:
    """Return the rule of a reason."""
    counts = len(laws.rule)
    return laws.rule[reason] if reason < counts else laws.first_pair[0] + reason - counts


def opened(laws: Laws, state: State, count: Any) -> Any:
    """Return how many literals of a count are open, or their consequences not drawn yet."""
    return state.spare[2 * count] + state.spare[2 * count + 1] + laws.low[count] - laws.high[count]


def push(state: State, code: Any, reason: Any, depth: Any, end: Any) -> Any:
    """Put a literal at the end of the trail."""
    cell = code >> 1
    state.value[cell] = 1 - (code & 1)
    state.trail[end] = code
    state.place[cell] = end
    state.reason[cell] = reason
    state.depth[cell] = depth
    return end + 1


def clash(state: State, reason: Any) -> Any:
    """Keep a conflict, once."""
    number = state.numbers[2]
    for index in range(number):
        if state.conflicts[index] == reason:
            return 0
    if number < MOST_CONFLICTS:
        state.conflicts[number] = reason
        state.numbers[2] = number + 1
    return 0


def compare(laws: Laws, state: State, one: Any, other: Any, depth: Any, end: Any, mode: Any) -> Any:
    """Look at two lines that must differ, of which at most one has an unknown cell; return the end of the trail."""
    first, second = min(one, other), max(one, other)
    reason = len(laws.rule) + first * len(laws.table) + second
    if mode != FREE and state.allowed[rule_of(laws, reason)] != mode:
        return end
    length = laws.cells_starts[one + 1] - laws.cells_starts[one]
    open_cell, forced = -1, 0
    for index in range(length):
        a = laws.cells[laws.cells_starts[one] + index]
        b = laws.cells[laws.cells_starts[other] + index]
        if state.value[a] == -1 and state.value[b] == -1:
            return end
        if state.value[a] == -1:
            open_cell, forced = a, 1 - state.value[b]
        elif state.value[b] == -1:
            open_cell, forced = b, 1 - state.value[a]
        elif state.value[a] != state.value[b]:
            return end
    if open_cell < 0:
        clash(state, reason)
        return end
    return push(state, 2 * open_cell + 1 - forced, reason, depth + 1, end)


def spread(laws: Laws, state: State, head: Any, end: Any, deepest: Any, mode: Any) -> Any:  # noqa: C901
    """Draw the consequences of the trail from ``head`` on; return how far they were drawn, and its end.

    Conflicts of the least depth are kept in ``state``. With a ``mode`` only the rules allowed in it are used. Facts are
    *loose* where they may force something that is not known: then a count is looked at whichever way it is touched.
    """
    # Short names, as Python looks each long one up anew.
    occurs, occurs_starts, rule, spare = laws.occurs, laws.occurs_starts, laws.rule, state.spare
    state.numbers[2] = 0
    loose = state.numbers[3] == 1
    while head < end:
        code = state.trail[head]
        cell = code >> 1
        depth = state.depth[cell]
        if depth > deepest:
            break
        head += 1
        for index in range(laws.lines_starts[cell], laws.lines_starts[cell + 1]):
            state.left[laws.lines[index]] -= 1
        for index in range(occurs_starts[code], occurs_starts[code + 1]):
            at = occurs[index]
            left = spare[at] - 1
            spare[at] = left
            if left > 0:
                if not loose or spare[at ^ 1] > 0:
                    continue
                at, left = at ^ 1, spare[at ^ 1]
            count = at >> 1
            if mode != FREE and state.allowed[rule[count]] != mode:
                continue
            if left < 0:
                clash(state, count)
                deepest = min(deepest, depth)
            elif spare[at ^ 1] > laws.high[count] - laws.low[count]:  # something is open
                flip = at & 1 ^ 1
                for place in range(laws.starts[count], laws.starts[count + 1]):
                    other = laws.literals[place]
                    if state.value[other >> 1] == -1:
                        end = push(state, other ^ flip, count, depth + 1, end)
        for index in range(laws.lines_starts[cell], laws.lines_starts[cell + 1]):
            line = laws.lines[index]
            if state.left[line] > 1:
                continue
            for other in range(len(laws.table)):
                if laws.table[other] == laws.table[line] and other != line and state.left[other] + state.left[line] < 2:
                    end = compare(laws, state, line, other, depth, end, mode)
            if state.numbers[2] > 0:
                deepest = min(deepest, depth)
    return head, end


def undo(laws: Laws, state: State, base: Any, head: Any, end: Any) -> Any:
    """Take the trail back to ``base``; consequences were drawn as far as ``head``."""
    occurs, occurs_starts, spare = laws.occurs, laws.occurs_starts, state.spare
    for place in range(base, end):
        code = state.trail[place]
        cell = code >> 1
        state.value[cell] = -1
        if place < head:
            for index in range(occurs_starts[code], occurs_starts[code + 1]):
                spare[occurs[index]] += 1
            for index in range(laws.lines_starts[cell], laws.lines_starts[cell + 1]):
                state.left[laws.lines[index]] += 1
    return 0


def touch(state: State, cell: Any, stamp: Any, facts: Any, size: Any) -> Any:
    """Note, once, that a conflict rests on a known cell; return the numbers of facts and of cells to be traced."""
    if state.seen[cell] == stamp:
        return facts, size
    state.seen[cell] = stamp
    if state.place[cell] < state.numbers[1]:
        state.facts[facts] = 2 * cell + 1 - state.value[cell]
        return facts + 1, size
    # What is still to be traced is kept behind the facts' last place, from the end.
    state.facts[len(state.facts) - 1 - size] = cell
    return facts, size + 1


def trace(laws: Laws, state: State, reason: Any, forced: Any) -> Any:  # noqa: C901
    """Find all rules and facts behind a conflict (``forced`` is -1), or behind a forced cell; return their numbers.

    See :func:`touch` for what is still to be traced.
    """
    value, places, reasons, seen, queue = state.value, state.place, state.reason, state.seen, state.facts
    literals, starts, table = laws.literals, laws.starts, laws.table
    state.numbers[0] += 1
    stamp = state.numbers[0]
    cells, counts, end = len(value), len(laws.rule), len(queue) - 1
    rules, facts, size, done = 0, 0, 0, 0
    while True:
        rule = rule_of(laws, reason)
        if seen[cells + rule] != stamp:
            seen[cells + rule] = stamp
            state.rules[rules] = rule
            rules += 1
        before = places[forced] if forced >= 0 else len(state.trail)
        # What the reason rests on when it forced the cell, or when it broke: the cells between two places.
        if reason >= counts:
            one, other = (reason - counts) // len(table), (reason - counts) % len(table)
            for line in (one, other):
                for index in range(laws.cells_starts[line], laws.cells_starts[line + 1]):
                    cell = laws.cells[index]
                    if cell != forced:
                        facts, size = touch(state, cell, stamp, facts, size)
        else:
            first, last = starts[reason], starts[reason + 1]
            true, there, wanted = 0, 0, 0
            for index in range(first, last):
                code = literals[index]
                cell = code >> 1
                if cell == forced:
                    wanted = code & 1 ^ value[cell] ^ 1  # it became true because others are false
                elif value[cell] != -1 and places[cell] < before:
                    there += 1
                    true += value[cell] ^ (code & 1)
            if forced >= 0:
                needed = laws.high[reason] if wanted == 1 else last - first - laws.low[reason]
            else:
                wanted = 1 if true > laws.high[reason] else 0
                needed = laws.high[reason] + 1 if wanted == 1 else last - first - laws.low[reason] + 1
            there = true if wanted == 1 else there - true
            # What came early first, and so facts before all else; where all are needed as they stand.
            last_place, index = -1, first
            while needed > 0 and index < last:
                if there <= needed:
                    code = literals[index]
                    cell = code >> 1
                    index += 1
                    if value[cell] ^ (code & 1) != wanted or places[cell] >= before:
                        continue
                else:
                    cell, earliest = -1, before
                    for place in range(first, last):
                        code = literals[place]
                        other = code >> 1
                        if value[other] ^ (code & 1) == wanted and last_place < places[other] < earliest:
                            cell, earliest = other, places[other]
                    last_place = earliest
                    needed -= 1
                facts, size = touch(state, cell, stamp, facts, size)
        reason = ASSUMED
        while done < size and reason == ASSUMED:
            forced = queue[end - done]
            reason = reasons[forced]
            done += 1
        if reason == ASSUMED:
            return rules, facts


def assume(laws: Laws, state: State, code: Any, deepest: Any, mode: Any) -> Any:
    """Return how many rules it takes to break something if a literal were true (0: none), and how many facts.

    Of several conflicts the one of the fewest rules is traced into ``state``.
    """
    base = state.numbers[1]
    end = push(state, code, ASSUMED, 0, base)
    head, end = spread(laws, state, base, end, deepest, mode)
    best, fewest, facts = -1, 0, 0
    for index in range(state.numbers[2]):
        rules, leaned = trace(laws, state, state.conflicts[index], -1)
        if best < 0 or rules < fewest:
            best, fewest, facts = index, rules, leaned
    if best != state.numbers[2] - 1:
        trace(laws, state, state.conflicts[best], -1)
    undo(laws, state, base, head, end)
    return fewest, facts


def delete(
    laws: Laws, state: State, code: Any, deepest: Any, rules: Any, most: Any, kept: Any, needed: Any, number: Any
) -> Any:
    """Leave out rules of the last conflict of :func:`assume` as :func:`shrink` does.

    A ``number`` of them, which are stamped as ``needed``, are known not to be needless.
    """
    for index in range(rules):
        kept[index] = state.rules[index]
    at = rules - 1
    while at >= 0 and rules > 1:
        rule = kept[at]
        at -= 1
        if state.needed[rule] == needed:
            continue
        state.numbers[0] += 1
        mode = state.numbers[0]
        for index in range(rules):
            state.allowed[kept[index]] = mode
        state.allowed[rule] = FREE
        fewer, _ = assume(laws, state, code, deepest, mode)
        if fewer == 0:
            state.needed[rule] = needed
            number += 1
            if number > most:
                return number, 0
            continue
        for index in range(fewer):
            kept[index] = state.rules[index]
        rules = fewer
        at = rules - 1
    state.numbers[0] += 1
    mode = state.numbers[0]
    for index in range(rules):
        state.allowed[kept[index]] = mode
    return assume(laws, state, code, deepest, mode)


def shrink(laws: Laws, state: State, code: Any, deepest: Any, rules: Any, most: Any, kept: Any) -> Any:
    """Leave out rules of the last conflict of :func:`assume`, the farthest first; return the numbers of rules, facts.

    None of those that remain, which are traced into ``state``, is needless. Where more than ``most`` are needed it
    stops there and returns more than ``most``, and what is traced may be anything. ``kept`` is room for rules.
    """
    state.numbers[0] += 1
    return delete(laws, state, code, deepest, rules, most, kept, state.numbers[0], 0)


def tight(laws: Laws, state: State, found: Any) -> Any:
    """Find the reasons that force something as they stand; return how many there are."""
    number = 0
    for count in range(len(laws.rule)):
        if opened(laws, state, count) > 0 and min(state.spare[2 * count], state.spare[2 * count + 1]) <= 0:
            found[number] = count
            number += 1
    lines = len(laws.table)
    for one in range(lines):
        if state.left[one] == 0:
            for other in range(lines):
                if state.left[other] == 1 and laws.table[one] == laws.table[other]:
                    state.numbers[2] = 0
                    base = state.numbers[1]
                    end = compare(laws, state, one, other, 0, base, FREE)
                    if end > base:
                        state.value[state.trail[base] >> 1] = -1
                        found[number] = len(laws.rule) + min(one, other) * lines + max(one, other)
                        number += 1
    return number


def force(laws: Laws, state: State, reason: Any, end: Any) -> Any:
    """Put onto the trail what a reason that is tight forces; return its new end."""
    counts = len(laws.rule)
    if reason >= counts:
        pair = reason - counts
        return compare(laws, state, pair // len(laws.table), pair % len(laws.table), 0, end, FREE)
    flip = 1 if state.spare[2 * reason] <= 0 else 0
    for place in range(laws.starts[reason], laws.starts[reason + 1]):
        code = laws.literals[place]
        if state.value[code >> 1] == -1:
            end = push(state, code ^ flip, reason, 1, end)
    return end


def apply(laws: Laws, state: State, found: Any, number: Any, rule: Any, mode: Any) -> Any:
    """Force what the reasons of a rule force, and what then follows in a mode; return the new end of the trail.

    ``found`` holds reasons, as :func:`tight` left them.
    """
    base = state.numbers[1]
    end = base
    for index in range(number):
        if rule_of(laws, found[index]) == rule:
            end = force(laws, state, found[index], end)
    _, end = spread(laws, state, base, end, len(state.trail), mode)
    return end
