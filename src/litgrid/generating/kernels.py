"""The inside of making puzzles: filling a board at random, and leaving clues out while the others still suffice.

Words that numba compiles and Python runs as they are, as in :mod:`litgrid.explaining.kernels`, on which they rest.

*Filling* goes through the cells in order and back from what breaks (depth first); a cell is true as likely as the
counts of exactly so many around it want.

*Sifting* tests the clues one by one, in an order: each goes if those before it that stayed, and all after it, suffice.
As in QuickXplain (U. Junker, AAAI 2004) the clues are halved again and again, and what the clues outside of a half
imply is known all the while it is sifted: to the others of its half only one clue at a time is added. So the work is a
few boards for each doubling of the number of clues, and not a board for each clue.

A clue that is off is a rule that may be any number: it is never tight and never broken.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from litgrid.explaining.kernels import ASSUMED, FREE, Laws, State, force, opened, push, spread, undo
from litgrid.explaining.probing import close

EVER = 1 << 40
EVEN = 19
"""Chances are out of twice this power of two."""
NEAR = 2
"""As deep as the reasoner looks for what is seen at a glance."""
ANY = 0
"""In place of how many rules at a time: whatever shows that there is no other answer."""
UNFINISHED = -2
OUT, IN, DOUBTFUL = 0, 1, 2
"""What becomes of an item; doubtful is one without which no other answer was found, nor that there is none."""


class Items(NamedTuple):
    """What is in or out together: a clue, or several, as those that a symmetry turns into each other.

    Attributes
    ----------
    codes, codes_starts
        for each, the cells that it is about, as the answer has them
    given
        whether it gives these cells
    counts, counts_starts, low, high
        for each, the counts of its rules, and their bounds
    """

    codes: Any
    codes_starts: Any
    given: Any
    counts: Any
    counts_starts: Any
    low: Any
    high: Any


class Room(NamedTuple):
    """What the kernels write in."""

    kept: Any  # by item: what becomes of it
    queue: Any  # items
    stack: Any  # four numbers a level
    ends: Any  # two numbers a guess
    turned: Any  # whether a guess was turned round
    reasons: Any
    rules: Any
    other: Any  # by cell: the other answer that was found last
    turn: Any


def likely(laws: Laws, state: State, cell: Any, chance: Any) -> Any:
    """Return a cell as a literal, true as likely as the counts of exactly so many around it want, on average."""
    wanted, number = 0.0, 0
    for index in range(laws.occurs_starts[2 * cell], laws.occurs_starts[2 * cell + 1]):
        at = laws.occurs[index]
        count = at >> 1
        if at & 1 == 0 and laws.low[count] == laws.high[count]:
            wanted += state.spare[at] / opened(laws, state, count)
            number += 1
    true = chance < 1 << EVEN if number == 0 else chance * number < wanted * (1 << EVEN + 1)
    return 2 * cell if true else 2 * cell + 1


def equal(laws: Laws, state: State) -> Any:
    """Whether two lines of a full board are equal that must differ."""
    for one in range(len(laws.table)):
        first, length = laws.cells_starts[one], laws.cells_starts[one + 1] - laws.cells_starts[one]
        for other in range(one):
            if laws.table[one] == laws.table[other]:
                at, index = laws.cells_starts[other], 0
                while index < length and state.value[laws.cells[first + index]] == state.value[laws.cells[at + index]]:
                    index += 1
                if index == length:
                    return True
    return False


def fill(
    laws: Laws, alone: Laws, state: State, wish: Any, chances: Any, most: Any, room: Room, head: Any, end: Any
) -> Any:
    """Fill the board, guessing at most ``most`` times wrongly; return 1, 0 where there is no way, -1 where it gave up.

    Also how far consequences were drawn, and the end of the trail. ``wish`` holds the literals to guess; it is empty
    where ``chances`` decide.
    """
    level, wrong, cell, drawn = 0, 0, 0, 0
    cells = len(state.value)
    head, end = spread(alone, state, head, end, EVER, FREE)
    while True:
        while cell < cells and state.value[cell] != -1:
            cell += 1
        if state.numbers[2] > 0 or (cell == cells and equal(laws, state)):
            wrong += 1
            # Back to the last guess that has another side.
            while level > 0 and room.turned[level - 1] == 1:
                level -= 1
            if level == 0:
                return 0, head, end
            if wrong > most:
                return -1, head, end
            back, cell = room.ends[2 * level - 2], room.ends[2 * level - 1]
            code = state.trail[back] ^ 1
            undo(alone, state, back, head, end)
            room.turned[level - 1] = 1
        elif cell == cells:
            return 1, head, end
        else:
            if len(wish) > 0:
                code = wish[cell]
            else:
                code = likely(alone, state, cell, chances[drawn % len(chances)])
                drawn += 1
            back = end
            room.ends[2 * level], room.ends[2 * level + 1] = end, cell
            room.turned[level] = 0
            level += 1
        head = back
        end = push(state, code, ASSUMED, 0, back)
        head, end = spread(alone, state, head, end, EVER, FREE)


def bound(laws: Laws, state: State, count: Any, low: Any, high: Any) -> Any:
    """Change the bounds of a count."""
    state.spare[2 * count] += high - laws.high[count]
    state.spare[2 * count + 1] += laws.low[count] - low
    laws.low[count], laws.high[count] = low, high
    return 0


def add(laws: Laws, state: State, items: Items, room: Room, first: Any, last: Any, end: Any) -> Any:
    """Let those of a part of the queue hold that are not out, and draw the consequences; return the trail's new end."""
    head = end
    for place in range(first, last):
        item = room.queue[place]
        if room.kept[item] == OUT:
            continue
        if items.given[item]:
            for index in range(items.codes_starts[item], items.codes_starts[item + 1]):
                if state.value[items.codes[index] >> 1] == -1:
                    end = push(state, items.codes[index], ASSUMED, 0, end)
        for index in range(items.counts_starts[item], items.counts_starts[item + 1]):
            count = items.counts[index]
            bound(laws, state, count, items.low[index], items.high[index])
            if min(state.spare[2 * count], state.spare[2 * count + 1]) <= 0:
                end = force(laws, state, count, end)
    if end > head:
        _, end = spread(laws, state, head, end, EVER, FREE)
    return end


def drop(laws: Laws, state: State, items: Items, room: Room, first: Any, last: Any) -> Any:
    """Let those of a part of the queue hold no more; what followed from them is undone elsewhere."""
    for place in range(first, last):
        item = room.queue[place]
        for index in range(items.counts_starts[item], items.counts_starts[item + 1]):
            count = items.counts[index]
            bound(laws, state, count, 0, laws.starts[count + 1] - laws.starts[count])
    return 0


def rival(
    laws: Laws, alone: Laws, state: State, answer: Any, codes: Any, first: Any, last: Any, most: Any, room: Room
) -> Any:
    """Whether another answer differs in one of some cells: 1 yes, 0 no, -1 where that takes over ``most`` guesses."""
    facts = end = state.numbers[1]
    found = 0
    for index in range(first, last):
        code = codes[index]
        if state.value[code >> 1] != -1:
            continue
        other = push(state, code ^ 1, ASSUMED, 0, end)
        found, head, other = fill(laws, alone, state, answer, answer, most, room, end, other)
        if found == 1:
            for cell in range(len(state.value)):
                room.other[cell] = state.value[cell]
        undo(alone, state, end, head, other)
        if found != 0:
            break
        head = end
        end = push(state, code, ASSUMED, 0, end)
        _, end = spread(alone, state, head, end, EVER, FREE)
    undo(alone, state, facts, end, end)
    return found


def decided(laws: Laws, state: State, wrong: Any, few: Any, deepest: Any, room: Room) -> Any:
    """Whether ``few`` rules at a time, lines that must differ among them, decide all from what is known.

    All that is found at a less depth, from ``deepest`` on, is taken first: it is found sooner.
    """
    facts = state.numbers[1]
    for line in range(len(laws.table)):
        state.left[line] = 0
        for index in range(laws.cells_starts[line], laws.cells_starts[line + 1]):
            state.left[line] += state.value[laws.cells[index]] == -1
    end = facts
    for depth in range(deepest, NEAR + 1):
        room.turn[0] = room.turn[1] = room.turn[2] = room.turn[3] = 0
        end = close(laws, state, wrong, depth, few, 0, room.reasons, room.rules, room.turn, EVER)
    state.numbers[1] = facts
    undo(laws, state, facts, end, end)
    return end == len(wrong)


def suffice(laws: Laws, alone: Laws, state: State, items: Items, wrong: Any, few: Any, room: Room) -> Any:
    """Return how many rules at a time decide all with the items of the queue, 1 or ``few``, or 0 where these do not.

    The queue is as for :func:`sift`.
    """
    base, last = state.numbers[1], room.stack[0] + 1
    end = add(alone, state, items, room, 1, last, base)
    enough = 1 if end == len(wrong) else 0
    if few > 1 and enough == 0:
        state.numbers[1] = end
        enough = few if decided(laws, state, wrong, few, NEAR, room) else 0  # as the grader does
        state.numbers[1] = base
    undo(alone, state, base, end, end)
    drop(alone, state, items, room, 1, last)
    return enough


def sole(laws: Laws, alone: Laws, state: State, items: Items, answer: Any, most: Any, room: Room) -> Any:
    """Whether the items of the queue, which is as for :func:`sift`, leave another answer: see :func:`rival`."""
    base, last = state.numbers[1], room.stack[0] + 1
    end = add(alone, state, items, room, 1, last, base)
    state.numbers[1] = end
    found = rival(laws, alone, state, answer, answer, 0, len(answer), most, room)
    state.numbers[1] = base
    undo(alone, state, base, end, end)
    drop(alone, state, items, room, 1, last)
    return found


def sift(  # noqa: C901
    laws: Laws,
    alone: Laws,
    state: State,
    items: Items,
    answer: Any,
    wrong: Any,
    few: Any,
    most: Any,
    room: Room,
    steps: Any,
) -> Any:
    """Leave items out while those that stay suffice, by ``few`` rules at a time or :data:`ANY`; return how many stay.

    ``room.kept`` says which are there, and in the end which stay; ``room.queue`` holds them from its second place on,
    in the order in which they are tested, ``room.stack[0]`` how many, and after them ``room.stack[1]`` that stay in any
    case. All of them must suffice; where one rule at a time does not, -1 is returned, and what is kept means nothing.
    Those of ``wrong`` are the literals of ``answer`` the other way round. ``alone`` are the laws that count; lines that
    must differ are looked at where they may matter.

    After so many ``steps``, an item or two halves each, it returns :data:`UNFINISHED`; called again it goes on from
    there. ``room.turn`` says where, and is 0 at first.
    """
    goal, turn, stack = len(answer), room.turn, room.stack
    if turn[4] == 0:
        begun = state.numbers[1]
        first, last = 1, room.stack[0] + 1
        behind, after_all = last, last + room.stack[1]
        base = end = add(alone, state, items, room, behind, after_all, begun)
        enough = True
        if few == 1:
            # What those after it imply at once goes first, without a test.
            first = last
            for index in range(last - 1, 0, -1):
                item, known = room.queue[index], items.given[room.queue[index]]
                for place in range(items.codes_starts[item], items.codes_starts[item + 1]):
                    known = known and state.value[items.codes[place] >> 1] != -1
                if known:
                    room.kept[item] = OUT
                else:
                    first -= 1
                    room.queue[first] = item
                    end = add(alone, state, items, room, first, first + 1, end)
            enough = end == goal
            undo(alone, state, base, end, end)
            drop(alone, state, items, room, first, last)
            if not enough:
                last = first
            end = base
        stack[0], stack[1], stack[2], stack[3] = first, last, 0, base
        level, stayed = 1, 0
    else:
        level, stayed, base, end, begun = turn[4], turn[5], turn[6], turn[7], turn[8]
        behind, after_all, enough = turn[9], turn[10], turn[11] == 1
    while level > 0:
        if steps == 0:
            turn[4], turn[5], turn[6], turn[7], turn[8] = level, stayed, base, end, begun
            turn[9], turn[10], turn[11] = behind, after_all, 1 if enough else 0
            return UNFINISHED
        steps -= 1
        at = 4 * level - 4
        first, last, phase, begin = stack[at], stack[at + 1], stack[at + 2], stack[at + 3]
        middle = (first + last) // 2
        if phase > 0:
            undo(alone, state, begin, end, end)
            end = begin
        if phase == 2 or first == last:
            drop(alone, state, items, room, first, middle)
            level -= 1
            continue
        if phase == 0 and end == goal:
            for index in range(first, last):
                room.kept[room.queue[index]] = OUT
            level -= 1
            continue
        if last - first == 1:
            item = room.queue[first]
            if few != 1:
                state.numbers[1] = end
                begin, after = items.codes_starts[item], items.codes_starts[item + 1]
                found = rival(laws, alone, state, answer, items.codes, begin, after, most, room)
                if found < 1 and few != ANY:
                    found = 0 if decided(laws, state, wrong, few, NEAR - 1, room) else 1
                room.kept[item] = DOUBTFUL if found < 0 else IN if found == 1 else OUT
                state.numbers[1] = base
            stayed += room.kept[item] != OUT
            level -= 1
            continue
        # First one half is tested beside the other, then the other beside what stayed of it.
        if phase == 0:
            end = add(alone, state, items, room, middle, last, end)
            first, last = first, middle
        else:
            drop(alone, state, items, room, middle, last)
            end = add(alone, state, items, room, first, middle, end)
            first = middle
        stack[at + 2] = phase + 1
        stack[at + 4], stack[at + 5], stack[at + 6], stack[at + 7] = first, last, 0, end
        level += 1
    state.numbers[1] = begun
    undo(alone, state, begun, base, base)
    drop(alone, state, items, room, behind, after_all)
    return stayed if enough else -1
