"""The formula of the first Light Up program, clause by clause in its order, for experiments that repeat its own.

Its cells come in order, each with all that the program says of it. So a pair of cells that light each other comes
twice, once for each of them, and the clause of a free cell names the cell twice, in its row and in its column.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, zip_longest

from litgrid.core.puzzle import Puzzle
from litgrid.puzzles.lightup.kind import NUMBERS

Clauses = list[list[int]]
AROUND = ((-1, 0), (0, -1), (0, 1), (1, 0))
"""Above, left, right, below."""


def clauses(puzzle: Puzzle) -> Iterator[tuple[str, int, Clauses]]:
    """Yield the kind of a rule, its cell, and its clauses, in which the variable of a cell is its number + 1."""
    rows = puzzle.cell_rows
    free, givens = [character in puzzle.answer for row in rows for character in row], puzzle.givens.ravel()
    height, width = len(rows), len(rows[0])
    for cell, character in enumerate("".join(rows)):
        row, column = divmod(cell, width)
        if not free[cell]:
            yield "wall", cell, [[-cell - 1]]
            if character in NUMBERS:
                places = [(row + down, column + right) for down, right in AROUND]
                beside = [r * width + c + 1 for r, c in places if 0 <= r < height and 0 <= c < width]
                yield "number", cell, _exactly(NUMBERS[character], beside)
            continue
        line = range(row * width, (row + 1) * width)
        across = _outwards(line[column::-1], line[column:], free)
        file = range(column, height * width, width)
        down = _outwards(file[row::-1], file[row:], free)
        yield "clash", cell, [[-a, -b] for run in (down, across) for a, b in combinations(run, 2)]
        yield "dark", cell, [across + down]
        if givens[cell] >= 0:
            yield "given", cell, [[cell + 1 if givens[cell] else -cell - 1]]


def _exactly(number: int, literals: list[int]) -> Clauses:
    """Forbid each choice of another number of true ones, by what is chosen and what is not."""
    if number in (0, len(literals)):
        return [[literal if number else -literal] for literal in literals]
    return [
        [-literal if literal in chosen else literal for literal in literals]
        for trues in range(len(literals) + 1)
        if trues != number
        for chosen in combinations(literals, trues)
    ]


def _outwards(before: Sequence[int], after: Sequence[int], free: list[bool]) -> list[int]:
    """Return the variables of a run, from a cell outwards: one step back, one step on, and so on."""
    ways = []
    for way in (before, after):
        steps = way[1:]
        ways.append([*steps[: next((at for at, cell in enumerate(steps) if not free[cell]), len(steps))]])
    return [before[0] + 1, *(cell + 1 for pair in zip_longest(*ways) for cell in pair if cell is not None)]
