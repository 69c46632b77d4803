"""The inside of making Light Up: a board that is filled with bulbs, and what its numbers say of it.

Words that numba compiles and that Python runs as they are, with lists in place of arrays; whoever calls them compiles
them. *Filling*: any greedy filling with bulbs that do not see each other, until nothing is dark, is an answer.

*Propagation* keeps how many bulbs and open cells each run has, and each wall around it; how many cells could still
light one is then a sum, and single rules (a run, a dark cell, a number) are drawn to the end without going through the
cells of a rule. What they decide is what the first level of the grader decides.

*Looking for another answer* goes depth first. What is open is taken as the answer has it: if that breaks nothing it is
another answer, and if not, one of the open cells of what breaks must be otherwise. So it stays near the cell where it
began, however large the board is. (Local changes to a known model: the idea of minimal perturbation, here complete.)
"""

from __future__ import annotations

from typing import Any, NamedTuple


class Board(NamedTuple):
    """Walls, their numbers, and the answer."""

    size: Any  # rows, columns
    wall: Any  # by cell: 1 for a wall
    number: Any  # by cell: what a wall shows, -1 for nothing
    around: Any  # four a cell: its neighbours, -1 for none
    run: Any  # two a cell: the run across and the run down, -1 for a wall
    cells: Any  # run by run
    starts: Any  # by run
    answer: Any  # by cell: 1 for a bulb
    home: Any  # by run: its bulb in the answer, -1 for none


class State(NamedTuple):
    """What is known."""

    value: Any  # by cell: 1, 0, or -1 for open; 0 for walls
    bulbs: Any  # by run
    open: Any  # by run: how many cells are open
    true: Any  # by cell: bulbs around it
    unknown: Any  # by cell: open cells around it
    trail: Any  # known cells that are no walls, in order
    ends: Any  # by guess: how long the trail was before
    guesses: Any  # cells
    marks: Any  # by cell
    spare: Any  # by cell: an answer
    numbers: Any  # [how long the trail is, how many runs there are]


def lay(board: Board, state: State) -> Any:
    """Give the runs between the walls their numbers."""
    run, end = -1, 0
    for way in range(2):
        lines, length = board.size[way], board.size[1 - way]
        for line in range(lines):
            opened = False
            for at in range(length):
                cell = line * length + at if way == 0 else at * lines + line
                if board.wall[cell] == 1:
                    opened = False
                    board.run[2 * cell + way] = -1
                    continue
                if not opened:
                    opened = True
                    run += 1
                    board.starts[run] = end
                board.run[2 * cell + way] = run
                board.cells[end] = cell
                end += 1
    board.starts[run + 1] = end
    state.numbers[1] = run + 1
    return 0


def count(board: Board) -> Any:
    """Give walls the numbers of the bulbs around them."""
    for cell in range(len(board.wall)):
        board.number[cell] = -1
        if board.wall[cell] == 1:
            board.number[cell] = 0
            for place in range(4 * cell, 4 * cell + 4):
                if board.around[place] >= 0:
                    board.number[cell] += board.answer[board.around[place]]
    return 0


def fill(board: Board, state: State, order: Any, first: Any) -> Any:
    """Put bulbs, in an order from ``first`` on and round, wherever it is dark, and number all walls.

    False where two bulbs see each other.
    """
    for run in range(state.numbers[1]):
        board.home[run] = -1
    for cell in range(len(board.wall)):
        if board.wall[cell] == 1:
            board.answer[cell] = 0
        elif board.answer[cell] == 1:
            for way in range(2):
                if board.home[board.run[2 * cell + way]] >= 0:
                    return False
                board.home[board.run[2 * cell + way]] = cell
    for index in range(len(order)):
        cell = order[(first + index) % len(order)]
        if board.wall[cell] == 0 and board.home[board.run[2 * cell]] < 0 and board.home[board.run[2 * cell + 1]] < 0:
            board.answer[cell] = 1
            board.home[board.run[2 * cell]] = cell
            board.home[board.run[2 * cell + 1]] = cell
    count(board)
    return True


def put(board: Board, state: State, cell: Any, value: Any) -> Any:
    """Know a cell."""
    end = state.numbers[0]
    state.trail[end] = cell
    state.numbers[0] = end + 1
    state.value[cell] = value
    for way in range(2):
        run = board.run[2 * cell + way]
        state.open[run] -= 1
        state.bulbs[run] += value
    for place in range(4 * cell, 4 * cell + 4):
        other = board.around[place]
        if other >= 0:
            state.unknown[other] -= 1
            state.true[other] += value
    return 0


def undo(board: Board, state: State, base: Any) -> Any:
    """Take the trail back to ``base``."""
    for place in range(base, state.numbers[0]):
        cell = state.trail[place]
        value = state.value[cell]
        state.value[cell] = -1
        for way in range(2):
            run = board.run[2 * cell + way]
            state.open[run] += 1
            state.bulbs[run] -= value
        for at in range(4 * cell, 4 * cell + 4):
            other = board.around[at]
            if other >= 0:
                state.unknown[other] += 1
                state.true[other] -= value
    state.numbers[0] = base
    return 0


def look(board: Board, state: State, wall: Any) -> Any:
    """Draw what a wall's number forces; False where it is broken."""
    number, true, unknown = board.number[wall], state.true[wall], state.unknown[wall]
    if number < 0:
        return True
    if true > number or true + unknown < number:
        return False
    if unknown > 0 and (true == number or true + unknown == number):
        value = 0 if true == number else 1
        for place in range(4 * wall, 4 * wall + 4):
            other = board.around[place]
            if other >= 0 and state.value[other] == -1:
                put(board, state, other, value)
    return True


def candidate(board: Board, state: State, cell: Any) -> Any:
    """Return an open cell that would light a cell, -1 for none."""
    for way in range(2):
        run = board.run[2 * cell + way]
        if state.open[run] > 0:
            for place in range(board.starts[run], board.starts[run + 1]):
                if state.value[board.cells[place]] == -1:
                    return board.cells[place]
    return -1


def spread(board: Board, state: State, head: Any) -> Any:  # noqa: C901 - three rules
    """Draw the consequences of the trail from ``head`` on; False where a rule breaks."""
    while head < state.numbers[0]:
        cell = state.trail[head]
        head += 1
        for way in range(2):
            run = board.run[2 * cell + way]
            if state.value[cell] == 1:
                if state.bulbs[run] > 1:
                    return False
                if state.open[run] > 0:
                    for place in range(board.starts[run], board.starts[run + 1]):
                        if state.value[board.cells[place]] == -1:
                            put(board, state, board.cells[place], 0)
            elif state.bulbs[run] == 0 and state.open[run] <= 2:
                # Only where a run has two open cells at most can one of its cells have one candidate left.
                for place in range(board.starts[run], board.starts[run + 1]):
                    other = board.cells[place]
                    across = board.run[2 * other + 1 - way]
                    if state.bulbs[across] > 0:
                        continue
                    left = state.open[run] + state.open[across] - (1 if state.value[other] == -1 else 0)
                    if left == 0:
                        return False
                    if left == 1:
                        put(board, state, candidate(board, state, other), 1)
                        if state.bulbs[run] > 0:
                            break
        for place in range(4 * cell, 4 * cell + 4):
            other = board.around[place]
            if other >= 0 and not look(board, state, other):
                return False
    return True


def begin(board: Board, state: State) -> Any:
    """Know what single rules decide, and no more; return how many cells stay open."""
    state.numbers[0] = 0
    for run in range(state.numbers[1]):
        state.open[run] = board.starts[run + 1] - board.starts[run]
        state.bulbs[run] = 0
    for cell in range(len(board.wall)):
        state.value[cell] = -1 if board.wall[cell] == 0 else 0
        state.true[cell] = 0
        state.unknown[cell] = 0
        for place in range(4 * cell, 4 * cell + 4):
            other = board.around[place]
            if other >= 0 and board.wall[other] == 0:
                state.unknown[cell] += 1
    free = 0
    for cell in range(len(board.wall)):
        if board.wall[cell] == 1:
            look(board, state, cell)
            continue
        free += 1
        run, across = board.run[2 * cell], board.run[2 * cell + 1]
        single = board.starts[run + 1] - board.starts[run] == 1 and board.starts[across + 1] - board.starts[across] == 1
        if single and state.value[cell] == -1:
            put(board, state, cell, 1)
    spread(board, state, 0)
    return free - state.numbers[0]


def dark(board: Board, state: State, cell: Any) -> Any:
    """Whether a cell is dark if what is open is as in the answer."""
    for way in range(2):
        run = board.run[2 * cell + way]
        if state.bulbs[run] > 0 or (board.home[run] >= 0 and state.value[board.home[run]] == -1):
            return False
    return True


def doubt(board: Board, state: State, base: Any) -> Any:  # noqa: C901 - two rules can break
    """Return an open cell to guess about, of what breaks if all that is open is as in the answer; -1 if nothing does.

    Only what is near cells that are not as in the answer can break; these come from ``base`` on in the trail.
    """
    best, fewest = -1, len(board.wall)
    for place in range(base, state.numbers[0]):
        cell = state.trail[place]
        if state.value[cell] == board.answer[cell]:
            continue
        for way in range(2):
            run = board.run[2 * cell + way]
            if state.bulbs[run] > 0:
                continue
            for at in range(board.starts[run], board.starts[run + 1]):
                other = board.cells[at]
                left = state.open[run] + state.open[board.run[2 * other + 1 - way]]
                if left < fewest and dark(board, state, other):
                    fewest = left
                    best = candidate(board, state, other)
        for at in range(4 * cell, 4 * cell + 4):
            wall = board.around[at]
            if wall < 0 or board.number[wall] < 0 or state.unknown[wall] >= fewest:
                continue
            bulbs, bulb, other = state.true[wall], -1, -1
            for beside in range(4 * wall, 4 * wall + 4):
                near = board.around[beside]
                if near >= 0 and state.value[near] == -1:
                    bulbs += board.answer[near]
                    if board.answer[near] == 1:
                        bulb = near
                    else:
                        other = near
            if bulbs != board.number[wall]:
                fewest = state.unknown[wall]
                best = bulb if bulbs > board.number[wall] else other
    return best


def rival(board: Board, state: State, cell: Any, most: Any) -> Any:
    """Look for an answer with another value of an open cell: 1 found, 0 none, -1 not within ``most`` guesses.

    What was found stays on the trail, with what is open as in the answer.
    """
    base = state.numbers[0]
    level, tries, head = 0, 0, base
    put(board, state, cell, 1 - board.answer[cell])
    while True:
        if spread(board, state, head):
            guess = doubt(board, state, base)
            if guess < 0:
                return 1
            if tries == most:
                undo(board, state, base)
                return -1
            tries += 1
            head = state.numbers[0]
            state.ends[level] = head
            state.guesses[level] = guess
            level += 1
            put(board, state, guess, 1 - board.answer[guess])
        elif level == 0:
            undo(board, state, base)
            return 0
        else:
            level -= 1
            undo(board, state, state.ends[level])
            head = state.numbers[0]
            put(board, state, state.guesses[level], board.answer[state.guesses[level]])


def settle(board: Board, state: State, cell: Any) -> Any:
    """Know a cell as in the answer, and what follows."""
    head = state.numbers[0]
    put(board, state, cell, board.answer[cell])
    spread(board, state, head)
    return 0


def only(board: Board, state: State, order: Any, first: Any, last: Any, most: Any) -> Any:
    """Whether what is open, of a part of an order, can only be as in the answer, and know it.

    False also where that takes too many guesses.
    """
    for index in range(first, last):
        cell = order[index]
        if state.value[cell] == -1:
            if rival(board, state, cell, most) != 0:
                return False
            settle(board, state, cell)
    return True


def narrow(board: Board, state: State, order: Any, first: Any, last: Any, most: Any) -> Any:
    """Know what has one value in all answers, of an order from ``first`` to ``last``; the beginning comes first."""
    if first == 0:
        for cell in range(len(board.wall)):
            state.marks[cell] = 0
    for index in range(first, last):
        cell = order[index]
        if state.value[cell] != -1 or state.marks[cell] == 1:
            continue
        base = state.numbers[0]
        found = rival(board, state, cell, most)
        if found == 0:
            settle(board, state, cell)
        elif found == 1:
            # What differs in the rival need not be asked.
            for place in range(base, state.numbers[0]):
                other = state.trail[place]
                if state.value[other] != board.answer[other]:
                    state.marks[other] = 1
            undo(board, state, base)
    return 0


KERNELS = (
    "lay",
    "count",
    "fill",
    "put",
    "undo",
    "look",
    "candidate",
    "spread",
    "begin",
    "dark",
    "doubt",
    "rival",
    "settle",
    "only",
    "narrow",
)
"""Each calls only those before it."""
