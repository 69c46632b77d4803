"""What cannot be because there is more of it than room: the pigeonhole principle.

Forty rows of six Binairo cells cannot all differ, since only fourteen rows of six are legal; and a board of more rows
than columns has not one star in each of both. A SAT solver takes minutes for what counting sees at once (A. Haken, "The
intractability of resolution", 1985).
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from litgrid.core.bounds import Bounds
from litgrid.core.grid import BoolArray, IntArray
from litgrid.core.system import System
from litgrid.core.tables import Count, Differ

LONGEST = 16
"""Lines of more cells are not looked at: listing all ways to fill one would take too long."""


def uneven(tables: Iterable[Count], cells: int) -> tuple[tuple[Count, int], tuple[Count, int]] | None:
    """Return two tables that count each cell of the board once, and do not come to the same sum; ``None`` for none.

    With each comes its sum: the first needs more true cells than the second has room for.

    >>> from litgrid.core.bounds import from_matrix
    >>> board = np.arange(1, 7).reshape(2, 3)
    >>> rows, columns = (Count("line", from_matrix(lines, 1, 1), str) for lines in (board, board.T))
    >>> [number for _, number in uneven([rows, columns], 6)]
    [3, 2]
    """
    whole = [
        table
        for table in tables
        if (literals := table.bounds.literals).size == cells
        and np.array_equal(np.sort(literals), np.arange(1, cells + 1))
    ]
    if not whole:
        return None
    most = max(((table, int(table.bounds.low.sum())) for table in whole), key=lambda item: item[1])
    least = min(((table, int(table.bounds.high.sum())) for table in whole), key=lambda item: item[1])
    return (most, least) if most[1] > least[1] else None


def crowded(table: Differ, system: System) -> bool:
    """Return whether a table has more lines than the counts inside its lines allow fillings of a line.

    >>> from litgrid.core.bounds import from_matrix
    >>> lines = np.arange(6).reshape(3, 2)
    >>> counts = System((), (from_matrix(lines + 1, 1, 1),), ())
    >>> crowded(Differ("twins", lines, lambda a, b: ""), counts)
    True
    """
    count, length = table.lines.shape
    if count <= length or length > LONGEST:
        return False
    fillings = (np.arange(1 << length)[:, None] >> np.arange(length)) & 1
    legal = np.zeros(len(fillings), dtype=np.bool_)
    for line in table.lines:
        legal |= _legal(fillings, line, system.bounds)
        if np.count_nonzero(legal) >= count:
            return False
    return True


def _legal(fillings: IntArray, line: IntArray, bounds: Bounds) -> BoolArray:
    """Return which fillings of a line obey all counts that are about cells of that line only."""
    inside = np.isin(np.abs(bounds.literals), line + 1)
    whole = np.append(0, np.cumsum(inside))[bounds.starts]
    legal = np.ones(len(fillings), dtype=np.bool_)
    order = np.argsort(line)  # a line may go through its cells in any way
    for index in np.flatnonzero((whole[1:] - whole[:-1] == bounds.lengths) & (bounds.lengths > 0)):
        literals = bounds.of(int(index))
        places = order[np.searchsorted(line, np.abs(literals) - 1, sorter=order)]
        values = fillings[:, places] == (literals > 0)
        true = values.sum(axis=1)
        legal &= (true >= bounds.low[index]) & (true <= bounds.high[index])
    return legal
