"""More kernels: many assumptions, one after another, on what those of :mod:`litgrid.explaining.kernels` do with one."""

from __future__ import annotations

from typing import Any

from litgrid.explaining.kernels import ASSUMED, FREE, Laws, State, assume, force, push, shrink, spread, tight, undo


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


def otherwise(laws: Laws, state: State, code: Any, deepest: Any, rules: Any, most: Any, kept: Any) -> Any:
    """Return how many rules, ``most`` at most, refute a literal without one of those of the last conflict; 0 for none.

    Deletion ends at a conflict that lacks none of its rules, and the nearest one is not always of the fewest: any of
    fewer rules lacks one of these. The ``rules`` of the last conflict are traced in ``state``, and then those found.
    """
    last = len(kept) - 1
    for index in range(rules):
        kept[last - index] = state.rules[index]
    for index in range(rules):
        state.numbers[0] += 1
        mode = state.numbers[0]
        for rule in range(len(state.allowed)):
            state.allowed[rule] = mode
        state.allowed[kept[last - index]] = FREE
        found, _ = assume(laws, state, code, deepest, mode)
        if found > 2:
            found, _ = shrink(laws, state, code, deepest, found, most, kept)
        if 0 < found <= most:
            return found
    return 0


def lighter(laws: Laws, state: State, codes: Any, deepest: Any, most: Any, costs: Any, room: Any, kept: Any) -> Any:
    """Keep in ``costs`` how many rules, ``most`` at most, refute each of some literals, 0 for none, sought harder.

    The rules are kept in ``room``, of which each literal has the same share.
    """
    places = len(room) // max(len(codes), 1)
    for number in range(len(codes)):
        rules, _ = assume(laws, state, codes[number], deepest, FREE)
        if rules > 2:
            rules, _ = shrink(laws, state, codes[number], deepest, rules, rules, kept)
        if rules > most:
            rules = otherwise(laws, state, codes[number], deepest, rules, most, kept)
        costs[number] = rules
        for index in range(rules):
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
    goes on with the same ``turn``, three numbers, at first 0.
    """
    number, changed, harder = turn[0], turn[1], turn[2]
    if number == 0:
        base = state.numbers[1]
        end = base
        for index in range(tight(laws, state, found)):
            end = force(laws, state, found[index], end)
        _, end = spread(laws, state, base, end, len(state.trail), FREE)
        state.numbers[1] = end
    if few < 2 or len(codes) == 0:
        return state.numbers[1]
    while number < len(codes) or changed == 1 or harder != hard:
        if steps == 0:
            turn[0], turn[1], turn[2] = number, changed, harder
            return -1
        if number == len(codes):
            number, changed, harder = 0, 0, 1 - changed
        steps -= 1
        code = codes[number]
        number += 1
        if state.value[code >> 1] != -1:
            continue
        rules, _ = assume(laws, state, code, deepest, FREE)
        if rules > 2:
            rules, _ = shrink(laws, state, code, deepest, rules, rules if harder == 1 else few, kept)
        if harder == 1 and rules > few:
            rules = otherwise(laws, state, code, deepest, rules, few, kept)
        if 0 < rules <= few:
            changed = 1
            decide(laws, state, code ^ 1)
            if harder == 1:
                number = len(codes)
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
