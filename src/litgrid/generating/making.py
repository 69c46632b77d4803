"""A slow maker, in the place of the real one."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from litgrid.core.characters import Grid
from litgrid.core.errors import LitgridError
from litgrid.core.limit import Limit
from litgrid.core.puzzle import Puzzle
from litgrid.explaining import level
from litgrid.generating.order import Order
from litgrid.puzzles import empty, kinds
from litgrid.sampling import sample
from litgrid.solving import solve


@dataclass(frozen=True, eq=False)
class Made:
    """A puzzle that was made, its answer, and its level."""

    puzzle: Puzzle
    answer: Grid
    level: int


def make(order: Order, seed: int, number: int, limit: Limit) -> Made | None:
    """Make try ``number`` of an order."""
    limit.check()
    rng = np.random.default_rng([seed, number])
    kind = kinds.get(order.kind)
    if order.walls is not None:
        walls = rng.random((order.shape.rows, order.shape.columns)) < order.walls / 2
        walls |= walls[::-1, ::-1]
        board = kind.from_clues(["".join("#" if cell else "." for cell in row) for row in walls])
    else:
        board = empty(order.kind, f"{order.shape.rows}x{order.shape.columns}").with_switches(**dict(order.switches))
    found = sample(board, 1, seed=int(rng.integers(1 << 30)))
    if not len(found.grids):
        raise LitgridError("there is no such filled board")
    answer = found.grids[0]
    chosen = np.ones(board.clues_of(answer[None]).shape[1], dtype=np.bool_)
    if solve(board.clued(answer, chosen)).status != "unique":
        return None
    for place in rng.permutation(len(chosen)):
        chosen[place] = False
        if solve(board.clued(answer, chosen)).status != "unique":
            chosen[place] = True
    puzzle = board.clued(answer, chosen)
    graded = level(puzzle, answer)
    return Made(puzzle, answer, graded) if order.levels[0] <= graded <= order.levels[1] else None
