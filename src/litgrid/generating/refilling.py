"""An answer whose clues decide more: parts that single rules leave open are filled anew, while no more is open by it.

Few answers that are drawn at random are decided by all their clues: of Mosaics of 10 x 10 one in twenty, and of larger
ones hardly any. Near one that is not there is soon one that is. Another answer that is as good is taken, too, or the
search would get stuck.
"""

from __future__ import annotations

import numpy as np

from litgrid.core.bounds import literals, of_grid, sums
from litgrid.core.characters import Grid
from litgrid.core.grid import BoolArray, IntArray
from litgrid.core.limit import Limit
from litgrid.generating.drawing import CHANCES, WRONG
from litgrid.improving.bench import Bench, rules_of
from litgrid.improving.clues import Clues
from litgrid.kernel.trail import Trail


def refilled(clues: Clues, full: Bench, rng: np.random.Generator, limit: Limit) -> Grid:
    """Return an answer near another one, of which all clues together leave less open, where one is soon found.

    Only where each clue is one count of exactly what it says: then other answers have the same rules with other bounds.
    ``full`` has the rules of the board with all these clues.
    """
    book, answer, board = full.rules.book, clues.answer, Bench(rules_of(clues.board))
    counts = np.flatnonzero(np.isin(book.rule, full.rules.clues))
    bounds, said = book.bounds, clues.said(answer[None])[0]
    if counts.size != said.size or (bounds.low[counts] != said).any() or (bounds.high[counts] != said).any():
        return answer
    low, high, own, variables = bounds.low.copy(), bounds.high.copy(), bounds.take(counts), np.abs(bounds.literals)

    def left(grid: Grid) -> BoolArray:
        """Return the cells that single rules leave open, after one that is no cell."""
        low[counts] = high[counts] = sums(own, of_grid(grid))[0]
        trail = Trail(book.rules, low, high)
        trail.start(full.rules.certain)
        trail.draw(full.cells)
        return np.append(False, trail.grid() < 0)

    opened = left(answer)
    for _ in range(full.cells):
        places = np.flatnonzero(opened[variables])
        if not places.size:
            break
        limit.check()
        place = places[rng.integers(places.size)]
        count = int(np.searchsorted(bounds.starts, place, side="right")) - 1
        cells = np.abs(bounds.of(count))
        other = _anew(answer, cells[opened[cells]] - 1, board, rng)
        if other is not None and (still := left(other)).sum() <= opened.sum():
            answer, opened = other, still
    return answer


def _anew(answer: Grid, cells: IntArray, board: Bench, rng: np.random.Generator) -> Grid | None:
    """Return an answer that is as another one but in some cells; ``None`` where none is soon found."""
    kept = literals(answer)
    kept[cells] = 0
    trail, base = board.trail, board.trail.base
    trail.know(kept[kept != 0].tolist())
    done = board.filler.fill(rng.integers(0, CHANCES, 2 * cells.size), WRONG)
    values = trail.grid().reshape(answer.shape)
    trail.drop(base)
    return values if done == 1 else None
