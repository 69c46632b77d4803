"""Stretches of open cells between walls, and what is counted over them: cells, as lists of literals.

A *run* goes along a row or down a column as far as no wall is in the way. Lists are of three sorts: each wall alone;
each run; each open cell's two runs together, its *cross*, in which the cell itself is named once.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from litgrid.kernel import cython
from litgrid.kernel.memory import Memory

if cython.compiled:
    import cython

WALL = cython.declare(cython.int, 0)
RUN = cython.declare(cython.int, 1)


class Spans:
    """The runs of a board.

    Parameters
    ----------
    rows, columns
        The board.
    wall
        By cell, 1 for a wall; it may be changed: see :meth:`survey`.

    Examples
    --------
    >>> import numpy as np
    >>> spans = Spans(2, 2, np.array([0, 0, 1, 0], dtype=np.int32))
    >>> [spans.listed(sort)[0].tolist() for sort in range(3)]
    [[3], [1, 2, 4, 1, 2, 4], [1, 2, 1, 2, 4, 4, 2]]
    """

    def __init__(self, rows: int, columns: int, wall: npt.NDArray[np.int32]) -> None:
        area = wall.size
        self.memory = memory = Memory()
        self.rows, self.columns, self.wall, self.run_of = rows, columns, wall, np.empty(2 * area, dtype=np.int32)
        self.walls, self.run, self.cells = memory.ints(wall), memory.ints(self.run_of), memory.zeros(2 * area)
        self.starts, self.runs, self.open = memory.zeros(2 * area + 1), 0, 0
        self.survey()

    def listed(self, sort: int) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int64]]:
        """Return the lists of a sort, one after another, and where each starts, and the last ends."""
        literals, starts = np.empty(self.room(sort), dtype=np.int32), np.zeros(self.number(sort) + 1, dtype=np.int32)
        memory = Memory()
        self.lay(sort, memory.ints(literals), memory.ints(starts), 0)
        return literals, starts.astype(np.int64)

    def survey(self) -> cython.void:
        """Find the runs, as the walls are."""
        way: cython.int
        line: cython.int
        at: cython.int
        begun: cython.bint
        self.runs = 0
        end: cython.int = 0
        for way in range(2):
            for line in range(self.columns if way else self.rows):
                begun = False
                for at in range(self.rows if way else self.columns):
                    cell: cython.int = at * self.columns + line if way else line * self.columns + at
                    if self.walls[cell]:
                        self.run[2 * cell + way] = -1
                        begun = False
                        continue
                    if not begun:
                        self.starts[self.runs] = end
                        self.runs += 1
                        begun = True
                    self.run[2 * cell + way] = self.runs - 1
                    self.cells[end] = cell
                    end += 1
        self.starts[self.runs] = end
        self.open = end // 2

    def number(self, sort: cython.int) -> cython.int:
        """Return how many lists of a sort there are."""
        return self.runs if sort == RUN else self.rows * self.columns - self.open if sort == WALL else self.open

    def room(self, sort: cython.int) -> cython.longlong:
        """Return how many literals they have."""
        if sort == WALL:
            return self.rows * self.columns - self.open
        if sort == RUN:
            return 2 * self.open
        room: cython.longlong = -self.open
        run: cython.int
        for run in range(self.runs):
            length: cython.longlong = self.starts[run + 1] - self.starts[run]
            room += length * length
        return room

    def lay(self, sort: cython.int, literals: cython.p_int, starts: cython.p_int, count: cython.int) -> cython.int:
        """Write them as counts from one on, which has its start; return how many counts there are then."""
        end: cython.int = starts[count]
        at: cython.int
        way: cython.int
        cell: cython.int
        run: cython.int
        if sort == RUN:
            for run in range(self.runs):
                for at in range(self.starts[run], self.starts[run + 1]):
                    literals[end] = self.cells[at] + 1
                    end += 1
                count += 1
                starts[count] = end
            return count
        for cell in range(self.rows * self.columns):
            if (self.walls[cell] == 1) != (sort == WALL):
                continue
            if sort == WALL:
                literals[end] = cell + 1
                end += 1
            else:
                for way in range(2):
                    run = self.run[2 * cell + way]
                    for at in range(self.starts[run], self.starts[run + 1]):
                        if way == 0 or self.cells[at] != cell:
                            literals[end] = self.cells[at] + 1
                            end += 1
            count += 1
            starts[count] = end
        return count
