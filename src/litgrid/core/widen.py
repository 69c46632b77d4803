"""A variable for each run that says whether it holds a true cell: an open board has far fewer literals with them.

That one of a cell's two runs holds one names two such variables, where it else names every cell of both: a board of
n x n without walls has some 2 n³ literals of these counts, and 2 n² with the variables, which come after the cells.
Where a run holds at most one true cell anyway, one count says what its variable is: exactly one of its cells and of
"there is none" is true. So an answer has one value for each variable, and there are as many answers as before.
"""

from __future__ import annotations

import numpy as np

from litgrid.core.bounds import Bounds, from_matrix, offsets
from litgrid.core.scopes import Crosses
from litgrid.core.system import System

LONG, MANY = 50, 1_000_000
"""Counts that name more cells each, and more in all, are worth it: others force more alone than two variables do."""


def widened(system: System, cells: int) -> tuple[System, int]:
    """Return the same rules, with variables for runs where these are long, and how many variables there are then.

    >>> from litgrid.puzzles import kinds
    >>> board = kinds.get("lightup").from_clues(["." * 90] * 90)
    >>> wide, variables = widened(System.of(board.tables()), 8100)
    >>> wide.bounds.literals.size, variables
    (32580, 8280)
    """
    pieces, top = list(system.pieces), cells
    for place, cross in enumerate(system.pieces):
        if not isinstance(cross, Crosses) or not cross.at_least_one or not _worth(cross):
            continue
        runs = cross.runs()
        at_most = next((number for number, piece in enumerate(pieces) if _at_most_one(piece, runs)), None)
        if at_most is not None:
            held = np.arange(top + 1, top + 1 + len(runs), dtype=np.int32)
            literals, one = np.insert(runs.literals, runs.starts[:-1], -held), np.ones(len(runs), dtype=np.int64)
            pieces[at_most] = Bounds(literals, offsets(runs.lengths + 1), one, one)
            pieces[place] = from_matrix(held[cross.pairs], 1, 2)
            top += len(runs)
    return (system, cells) if top == cells else (System((), tuple(pieces), system.differs), top)


def _worth(cross: Crosses) -> bool:
    return int(cross.starts[-1]) > max(LONG * len(cross), MANY)


def _at_most_one(piece: Bounds, runs: Bounds) -> bool:
    alike = np.array_equal(piece.starts, runs.starts) and np.array_equal(piece.literals, runs.literals)
    return alike and not piece.low.any() and bool((piece.high == 1).all())
