"""The inside of making Light Up, the other half: walls until all numbers suffice, and numbers that are left out.

Written as :mod:`litgrid.puzzles.lightup_kernels`, whose words it uses.
"""

from __future__ import annotations

from typing import Any

from litgrid.puzzles.lightup_kernels import Board, State, begin, fill, lay, narrow, only, rival, settle

PART = 40
"""A wall is put for each part of the open cells that has about so many."""
ROUNDS = 100
"""After so many rounds of more walls it is given up."""
PIECE = 8
"""So many open cells are filled anew together."""


def scatter(board: Board, images: Any, order: Any, target: Any) -> Any:
    """Put walls, in an order, with all their images, until there are about ``target``; return how many there are."""
    cells = len(board.wall)
    walls = 0
    for index in range(cells):
        cell = order[index]
        if walls < target and board.wall[cell] == 0:
            begun = walls
            for place in range(cell, len(images), cells):
                walls += 1 - board.wall[images[place]]
                board.wall[images[place]] = 1
            if walls > target:
                walls = begun
                for place in range(cell, len(images), cells):
                    board.wall[images[place]] = 0
    return walls


def flood(board: Board, state: State, cell: Any, most: Any) -> Any:
    """Mark open cells that hang together with one by runs and walls, about ``most``; they come after the trail.

    Returns how many there are.
    """
    first = state.numbers[0]
    end = first
    stop = first + most
    state.marks[cell] = 1
    state.trail[end] = cell
    end += 1
    while first < end and first < stop:
        cell = state.trail[first]
        first += 1
        for way in range(2):
            run = board.run[2 * cell + way]
            for place in range(board.starts[run], board.starts[run + 1]):
                other = board.cells[place]
                if state.value[other] == -1 and state.marks[other] == 0:
                    state.marks[other] = 1
                    state.trail[end] = other
                    end += 1
        for at in range(4 * cell, 4 * cell + 4):
            wall = board.around[at]
            if wall >= 0 and board.wall[wall] == 1:
                for beside in range(4 * wall, 4 * wall + 4):
                    other = board.around[beside]
                    if other >= 0 and state.value[other] == -1 and state.marks[other] == 0:
                        state.marks[other] = 1
                        state.trail[end] = other
                        end += 1
    return end - state.numbers[0]


def shuffle(board: Board, state: State, order: Any, first: Any, last: Any, luck: Any) -> Any:  # noqa: C901 - one turn, whose steps share what they keep
    """Fill parts that stay open anew, while no more cells stay open by it; return how many do. The walls stay.

    These are the turns from ``first`` to ``last``, of which ``luck`` has two numbers each.
    """
    cells = len(board.wall)
    fewest = begin(board, state)
    for turn in range(first, last):
        if fewest == 0:
            break
        cell = luck[2 * turn] % cells
        while state.value[cell] != -1:
            cell = (cell + 1) % cells
        for other in range(cells):
            state.marks[other] = 0
            state.spare[other] = board.answer[other]
        for place in range(state.numbers[0], state.numbers[0] + flood(board, state, cell, PIECE)):
            board.answer[state.trail[place]] = 0
        # Another order each time, the same cells first: the new bulbs go where it is dark.
        board.answer[cell] = 1 - state.spare[cell]
        for way in range(2):
            run = board.run[2 * cell + way]
            for place in range(board.starts[run], board.starts[run + 1]):
                if board.cells[place] != cell and board.answer[cell] == 1:
                    board.answer[board.cells[place]] = 0
        fill(board, state, order, luck[2 * turn + 1] % cells)
        left = begin(board, state)
        if left > fewest:
            for other in range(cells):
                board.answer[other] = state.spare[other]
            fill(board, state, order, 0)
            left = begin(board, state)
        fewest = left
    return fewest


def part(board: Board, state: State, images: Any, order: Any) -> Any:
    """Put a wall on one cell of each part that stays open; return how many parts there are."""
    cells = len(board.wall)
    for cell in range(cells):
        state.marks[cell] = 0
    parts = 0
    for index in range(cells - 1, -1, -1):
        cell = order[index]
        if state.value[cell] == -1 and state.marks[cell] == 0:
            flood(board, state, cell, PART)
            state.guesses[parts] = cell
            parts += 1
    for index in range(parts):
        for place in range(state.guesses[index], len(images), cells):
            board.wall[images[place]] = 1
    return parts


def repair(board: Board, state: State, images: Any, order: Any, deep: Any, most: Any, reached: Any, steps: Any) -> Any:
    """Put walls on cells that stay open, one for each part, until none do: 1; 0 where that comes to no end.

    After a look at ``steps`` cells it is -1; with the same ``reached``, two numbers, at first 0, it goes on from there.

    ``images`` holds the cells that a symmetry turns each cell into, image by image. ``deep``: cells that are the same
    in all answers are known, else those that single rules decide.
    """
    cells = len(board.wall)
    while reached[0] < ROUNDS:
        if reached[1] == 0:
            lay(board, state)
            fill(board, state, order, 0)
            if begin(board, state) == 0:
                return 1
        if deep:
            last = min(reached[1] + steps, cells)
            narrow(board, state, order, reached[1], last, most)
            steps -= last - reached[1]
            reached[1] = last
            if last < cells:
                return -1
        reached[0] += 1
        reached[1] = 0
        if part(board, state, images, order) == 0:
            return 1
    return 0


def clear(
    board: Board, state: State, images: Any, order: Any, first: Any, last: Any, target: Any, deep: Any, most: Any
) -> Any:
    """Take walls away, down to ``target``, where what is left still suffices; return how many there are.

    Asked are those from ``first`` to ``last`` in the order.
    """
    cells = len(board.wall)
    walls = 0
    for cell in range(cells):
        walls += board.wall[cell]
    for index in range(first, last):
        cell = order[index]
        if walls <= target:
            break
        if board.wall[cell] == 0:
            continue
        gone = 0
        for place in range(cell, len(images), cells):
            gone += board.wall[images[place]]
            board.wall[images[place]] = 0
        lay(board, state)
        if fill(board, state, order, 0):
            left = begin(board, state)
            if left == 0 or (deep and only(board, state, order, 0, cells, most)):
                walls -= gone
                continue
        for place in range(cell, len(images), cells):
            board.wall[images[place]] = 1
    lay(board, state)
    fill(board, state, order, 0)
    return walls


def thin(board: Board, state: State, order: Any, first: Any, last: Any, deep: Any, most: Any) -> Any:
    """Leave out, in an order, from ``first`` to ``last``, the numbers without which the others suffice.

    Returns how many stay undecided; these are marked, and stay. Without a number an answer is another one
    only if it breaks the number: so only the cells around it are asked.
    """
    doubtful = 0
    for index in range(first, last):
        wall = order[index]
        state.marks[wall] = 0
        number = board.number[wall]
        if number < 0:
            continue
        board.number[wall] = -1
        needed = 1 if begin(board, state) > 0 else 0
        if needed and deep:
            needed = 0
            for place in range(4 * wall, 4 * wall + 4):
                cell = board.around[place]
                if cell >= 0 and state.value[cell] == -1:
                    needed = rival(board, state, cell, most)
                    if needed != 0:
                        break
                    settle(board, state, cell)
        if needed != 0:
            board.number[wall] = number
        if needed < 0:
            state.marks[wall] = 1
            doubtful += 1
    return doubtful


WALLS = ("scatter", "flood", "shuffle", "part", "repair", "clear", "thin")
"""Each calls only those before it, and those of the other module."""
