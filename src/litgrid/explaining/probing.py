"""More kernels: many assumptions, one after another, on what those of :mod:`litgrid.explaining.kernels` do with one."""

from __future__ import annotations

from typing import Any, NamedTuple

from litgrid.explaining.kernels import (
    ASSUMED,
    FREE,
    Laws,
    State,
    assume,
    delete,
    force,
    push,
    shrink,
    spread,
    tight,
    undo,
)


class Lines(NamedTuple):
    """Lines that hold rules, one after another."""

    cells: Any
    cells_starts: Any
    rules: Any  # inside the line
    rules_starts: Any
    pairs: Any  # the rules that it differs from others
    pairs_starts: Any


def survey(laws: Laws, state: State, codes: Any, deepest: Any, costs: Any) -> Any:
    """Assume each of some literals; keep in ``costs`` how many rules break something then, 0 where nothing breaks."""
    for number in range(len(codes)):
        costs[number], _ = assume(laws, state, codes[number], deepest, FREE)
    return 0


def fewest(
    laws: Laws, state: State, codes: Any, deepest: Any, most: Any, costs: Any, room: Any, kept: Any, least: Any
) -> Any:
    """Shrink what refutes each of some literals, with the ``costs`` that :func:`survey` found; return the least, or 0.

    ``least`` is that of others that were looked at before, 0 for none.
    Costs of more than the least so far, and of more than ``most``, are not made as small as they could be. The rules
    are kept in ``room``, of which each literal has the same share, where they fit in there.
    """
    places = len(room) // max(len(codes), 1)
    for number in range(len(codes)):
        code, rules = codes[number], costs[number]
        if rules == 0:
            continue
        assume(laws, state, code, deepest, FREE)
        if rules > 2:
            rules, _ = shrink(laws, state, code, deepest, rules, rules if least == 0 else max(least, most), kept)
            costs[number] = rules
        if least == 0 or rules < least:
            least = rules
        if rules <= places:
            for index in range(rules):
                room[number * places + index] = state.rules[index]
    return least


def failing(laws: Laws, state: State, codes: Any, first: Any) -> Any:
    """Assume one literal after another, from ``first`` on and round, until one is refuted, which is traced.

    Returns where it is, -1 for none, and the numbers of its rules and its facts. Known literals are passed over.
    """
    number = len(codes)
    for turn in range(number):
        place = (first + turn) % number
        if state.value[codes[place] >> 1] == -1:
            rules, facts = assume(laws, state, codes[place], len(state.trail), FREE)
            if rules > 0:
                return place, rules, facts
    return -1, 0, 0


def breaks(laws: Laws, state: State, code: Any, deepest: Any, mode: Any) -> Any:
    """Whether a literal leads to a conflict, by however many rules."""
    base = state.numbers[1]
    end = push(state, code, ASSUMED, 0, base)
    head, end = spread(laws, state, base, end, deepest, mode)
    undo(laws, state, base, head, end)
    return state.numbers[2] > 0


def allow_all(state: State) -> Any:
    """Return a mode in which all rules may be used, but those that are taken out of it."""
    state.numbers[0] += 1
    for rule in range(len(state.allowed)):
        state.allowed[rule] = state.numbers[0]
    return state.numbers[0]


def mark(state: State, kept: Any, number: Any) -> Any:
    """Stamp so many rules, at the end of those that are kept, as needed; return the stamp, which no other rule has."""
    state.numbers[0] += 1
    for place in range(len(kept) - number, len(kept)):
        state.needed[kept[place]] = state.numbers[0]
    return state.numbers[0]


def lightest(  # noqa: C901
    laws: Laws, state: State, code: Any, deepest: Any, most: Any, kept: Any
) -> Any:
    """Return how many rules, ``most`` at most, refute a literal, sought harder; 0 for none. They are traced.

    Deletion ends at a conflict that lacks none of its rules, and the nearest one is not always of the fewest: any of
    fewer rules lacks one of these.
    """
    rules, _ = assume(laws, state, code, deepest, FREE)
    if rules < 3:
        return rules if rules <= most else 0
    last = len(kept) - 1
    for index in range(rules):
        kept[last - index] = state.rules[index]
    # Those without which nothing breaks at all need not be left out for a try, nor may they be too many.
    mode, number = allow_all(state), 0
    for index in range(rules):
        rule = kept[last - index]
        state.allowed[rule] = FREE
        if not breaks(laws, state, code, deepest, mode):
            kept[last - number] = rule
            number += 1
            if number > most:
                return 0
        state.allowed[rule] = mode
    rules, _ = delete(laws, state, code, deepest, rules, rules, kept, mark(state, kept, number), number)
    if rules <= most or number == most:
        return rules if rules <= most else 0
    last -= number
    for index in range(rules):
        kept[last - index] = state.rules[index]
    for index in range(rules):
        stamp = mark(state, kept, number)
        if state.needed[kept[last - index]] == stamp:
            continue
        mode = allow_all(state)
        state.allowed[kept[last - index]] = FREE
        found, _ = assume(laws, state, code, deepest, mode)
        if found > 2:
            found, _ = delete(laws, state, code, deepest, found, most, kept, stamp, number)
        if 0 < found <= most:
            return found
    return 0


def lighter(laws: Laws, state: State, codes: Any, deepest: Any, most: Any, costs: Any, room: Any, kept: Any) -> Any:
    """Keep in ``costs`` how many rules, ``most`` at most, refute each of some literals, 0 for none, sought harder.

    The rules are kept in ``room``, of which each literal has the same share.
    """
    places = len(room) // max(len(codes), 1)
    for number in range(len(codes)):
        costs[number] = lightest(laws, state, codes[number], deepest, most, kept)
        for index in range(costs[number]):
            room[number * places + index] = state.rules[index]
    return 0


def within(
    laws: Laws, state: State, codes: Any, deepest: Any, most: Any, rules: Any, costs: Any, room: Any, kept: Any
) -> Any:
    """Keep in ``costs`` how many of some rules alone, ``most`` at most, refute each of some literals, 0 for none.

    The rules are kept in ``room``, of which each literal has the same share.
    """
    places = len(room) // max(len(codes), 1)
    for number in range(len(codes)):
        state.numbers[0] += 1
        mode = state.numbers[0]
        for index in range(len(rules)):
            state.allowed[rules[index]] = mode
        found, _ = assume(laws, state, codes[number], deepest, mode)
        if found > 2:
            found, _ = shrink(laws, state, codes[number], deepest, found, most, kept)
        costs[number] = found if found <= most else 0
        for index in range(costs[number]):
            room[number * places + index] = state.rules[index]
    return 0


def decide(laws: Laws, state: State, code: Any) -> Any:
    """Know a literal, and what single rules force then."""
    base = state.numbers[1]
    end = push(state, code, ASSUMED, 0, base)
    _, end = spread(laws, state, base, end, len(state.trail), FREE)
    state.numbers[1] = end
    return end


def close(  # noqa: C901 - one round, that can be left anywhere
    laws: Laws,
    state: State,
    codes: Any,
    deepest: Any,
    few: Any,
    hard: Any,
    found: Any,
    kept: Any,
    turn: Any,
    steps: Any,
) -> Any:
    """Decide what single rules force, and with ``few`` of 2 or more what that many refute, until nothing follows.

    ``codes`` are the literals to be refuted; ``hard`` is 1 where it is sought harder before nothing follows, else 0;
    ``found`` is room for reasons. Returns how many literals are known; -1 after a look at ``steps`` literals, whence it
    goes on with the same ``turn``, four numbers, at first 0.
    """
    # Where the last literal of this round, and of the one before, was decided: beyond that nothing has changed since.
    number, changed, harder, until = turn[0], turn[1], turn[2], turn[3]
    if number == 0:
        base = state.numbers[1]
        end = base
        for index in range(tight(laws, state, found)):
            end = force(laws, state, found[index], end)
        _, end = spread(laws, state, base, end, len(state.trail), FREE)
        state.numbers[1], state.numbers[3] = end, 0
        until = len(codes)
    if few < 2 or len(codes) == 0:
        return state.numbers[1]
    while number < until or changed > 0 or harder != hard:
        if steps == 0:
            turn[0], turn[1], turn[2], turn[3] = number, changed, harder, until
            return -1
        if number == len(codes) or (number >= until and changed == 0):
            until = changed if changed > 0 else len(codes)
            number, changed, harder = 0, 0, 0 if changed > 0 else 1
        steps -= 1
        code = codes[number]
        number += 1
        if state.value[code >> 1] != -1:
            continue
        if harder == 1:
            rules = lightest(laws, state, code, deepest, few, kept)
        else:
            rules, _ = assume(laws, state, code, deepest, FREE)
            if rules > few:
                rules, _ = shrink(laws, state, code, deepest, rules, few, kept)
        if 0 < rules <= few:
            if harder == 1:
                number = len(codes)
            changed = number
            decide(laws, state, code ^ 1)
    return state.numbers[1]


def fits(laws: Laws, state: State, code: Any, cells: Any, mode: Any, most: Any, ends: Any, chosen: Any) -> Any:
    """Whether a literal and the rules of a mode can hold: 1 yes, 0 no, -1 where that takes over ``most`` guesses.

    ``cells`` holds the cells of the rules; the others are not asked. The rest is room, for a number a guess.
    """
    base = state.numbers[1]
    deepest = len(state.trail)
    end = push(state, code, ASSUMED, 0, base)
    head, end = spread(laws, state, base, end, deepest, mode)
    level, guesses, answer = 0, 0, 1
    while True:
        if state.numbers[2] > 0:
            # Back to the last guess that has another side.
            while level > 0 and chosen[level - 1] & 1 == 1:
                level -= 1
            if level == 0:
                answer = 0
                break
            undo(laws, state, ends[level - 1], head, end)
            chosen[level - 1] += 1
            head = ends[level - 1]
            end = push(state, chosen[level - 1], ASSUMED, 0, head)
        else:
            cell = -1
            for index in range(len(cells)):
                if state.value[cells[index]] == -1:
                    cell = cells[index]
                    break
            if cell < 0:
                break
            if guesses == most:
                answer = -1
                break
            guesses += 1
            ends[level] = end
            chosen[level] = 2 * cell
            level += 1
            head = end
            end = push(state, 2 * cell, ASSUMED, 0, end)
        head, end = spread(laws, state, head, end, deepest, mode)
    undo(laws, state, base, head, end)
    return answer


def allow(laws: Laws, state: State, lines: Lines, line: Any) -> Any:
    """Return a mode in which the rules of a line may be used, and that it differs from lines that are finished."""
    state.numbers[0] += 1
    mode = state.numbers[0]
    for index in range(lines.rules_starts[line], lines.rules_starts[line + 1]):
        state.allowed[lines.rules[index]] = mode
    for index in range(lines.pairs_starts[line], lines.pairs_starts[line + 1]):
        pair = lines.pairs[index] - laws.first_pair[0]
        if state.left[pair // len(laws.table)] == 0 or state.left[pair % len(laws.table)] == 0:
            state.allowed[lines.pairs[index]] = mode
    return mode


def complete(laws: Laws, state: State, codes: Any, lines: Lines, line: Any, most: Any, ends: Any, chosen: Any) -> Any:
    """Decide what all completions of a line have in common; return whether that is anything."""
    mode, base = allow(laws, state, lines, line), state.numbers[1]
    cells = lines.cells[lines.cells_starts[line] : lines.cells_starts[line + 1]]
    for place in range(len(cells)):
        for number in range(len(codes)):
            code = codes[number]
            if code >> 1 != cells[place] or state.value[cells[place]] != -1:
                continue
            if fits(laws, state, code, cells, mode, most, ends, chosen) == 0:
                decide(laws, state, code ^ 1)
    return state.numbers[1] > base


def misfits(
    laws: Laws, state: State, codes: Any, lines: Lines, line: Any, most: Any, ends: Any, chosen: Any, found: Any
) -> Any:
    """Find those of some literals that no completion of a line has; return how many."""
    mode, number = allow(laws, state, lines, line), 0
    cells = lines.cells[lines.cells_starts[line] : lines.cells_starts[line + 1]]
    for place in range(len(cells)):
        if state.value[cells[place]] != -1:
            continue
        for index in range(len(codes)):
            code = codes[index]
            if code >> 1 == cells[place] and fits(laws, state, code, cells, mode, most, ends, chosen) == 0:
                found[number] = code
                number += 1
    return number


def exhaust(
    laws: Laws, state: State, codes: Any, lines: Lines, most: Any, ends: Any, chosen: Any, turn: Any, steps: Any
) -> Any:
    """Decide all that chains and the completions of lines do, by however many rules; return how many are known.

    ``codes`` are the literals to be refuted; about a line at most so many guesses are made. Returns -1 after a look at
    ``steps`` literals and lines, whence it goes on with the same ``turn``, at first 0. The rest is room.
    """
    place, changed, number = turn[0], turn[1], len(codes)
    last = number + max(len(lines.cells_starts) - 1, 0)
    while place < last or changed == 1:
        if steps == 0:
            turn[0], turn[1] = place, changed
            return -1
        steps -= 1
        if place >= number and changed == 1:
            place, changed = 0, 0  # chains are drawn sooner than lines are completed
        if place < number:
            code = codes[place]
            if state.value[code >> 1] == -1 and breaks(laws, state, code, len(state.trail), FREE):
                decide(laws, state, code ^ 1)
                changed = 1
        elif complete(laws, state, codes, lines, place - number, most, ends, chosen):
            changed = 1
        place += 1
    return state.numbers[1]
