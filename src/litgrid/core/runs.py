"""Runs: the stretches of cells between walls, along the rows or down the columns."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from litgrid.core.bounds import Bounds, Literals, offsets, ranges
from litgrid.core.grid import BoolArray, IntArray


@dataclass(frozen=True, eq=False)
class Runs:
    """The maximal stretches of free cells along one direction.

    ``cells`` lists the free cells run by run, ``starts`` where each run begins in it (one more entry than runs), and
    ``run_of[cell]`` the run a free cell is in, -1 for a cell in none.
    """

    cells: IntArray
    starts: IntArray
    run_of: IntArray

    @cached_property
    def lengths(self) -> IntArray:
        """How many cells each run has."""
        lengths: IntArray = self.starts[1:] - self.starts[:-1]
        return lengths

    def counts(self, low: int, high: int) -> Bounds:
        """Return a count a run: of its cells so many are true, at least and at most."""
        ones = np.ones_like(self.lengths)
        return Bounds((self.cells + 1).astype(np.int32), self.starts, low * ones, high * ones)


def runs(free: BoolArray, *, across: bool) -> Runs:
    """Return the runs of ``free`` (a mask shaped as the board) along the rows (``across``) or down the columns.

    >>> runs(np.array([[True, True, False, True]]), across=True).starts.tolist()
    [0, 2, 3]
    """
    cells = np.arange(free.size, dtype=np.int64).reshape(free.shape)
    if not across:
        free, cells = free.T, cells.T
    opens = free.copy()
    opens[:, 1:] &= ~free[:, :-1]
    mask = free.ravel()
    listed = cells.ravel()[mask]
    begins = opens.ravel()[mask]
    starts = np.append(begins.nonzero()[0], listed.size)
    run_of = np.full(free.size, -1, dtype=np.int64)
    run_of[listed] = begins.cumsum() - 1
    return Runs(listed, starts, run_of)


class Crossing(Bounds):
    """Of each free cell's two runs together, itself once, at least one cell is true.

    An open board has rows x columns x (rows + columns) literals of these counts, so they are listed when somebody asks
    for them: what an assignment makes of the counts follows from that of the runs. ``room`` is called before with how
    many there are, and may refuse.

    >>> free = np.array([[True, True], [False, True]])
    >>> lit = Crossing(runs(free, across=True), runs(free, across=False), lambda size: None)
    >>> [lit.of(cell).tolist() for cell in range(len(lit))]
    [[1, 2], [1, 2, 4], [4, 2]]
    """

    single = True
    _across: Runs
    _down: Runs
    _runs: IntArray
    _cells: IntArray
    _room: Callable[[int], None]

    def __init__(self, across: Runs, down: Runs, room: Callable[[int], None]) -> None:
        free = np.flatnonzero(across.run_of >= 0)
        runs = np.stack([across.run_of[free], down.run_of[free] + across.lengths.size])
        lengths = np.concatenate([across.lengths, down.lengths])[runs]
        ones = np.ones_like(free)
        starts = offsets(lengths.sum(axis=0) - 1)
        vars(self).update(starts=starts, low=ones, high=starts[1:] - starts[:-1])
        vars(self).update(_across=across, _down=down, _runs=runs, _cells=free, _room=room)

    @cached_property
    def literals(self) -> Literals:
        """All literals, count after count."""
        self._room(int(self.starts[-1]))
        across, down, free = self._across, self._down, self._cells
        # Two pieces a cell, its row run and its column run, out of one list of all runs.
        cells = np.concatenate([across.cells, down.cells]).astype(np.int32)
        begin = np.concatenate([across.starts[:-1], down.starts[:-1] + across.cells.size])
        lengths = np.concatenate([across.lengths, down.lengths])[self._runs].T.ravel()
        pieces = offsets(lengths)
        # The cell itself is in both runs: it is left out of the column run.
        place = np.empty(across.run_of.size, dtype=np.int64)
        place[down.cells] = np.arange(down.cells.size)
        again = pieces[1::2] + place[free] - down.starts[down.run_of[free]]
        return np.delete(cells[ranges(begin[self._runs].T.ravel(), lengths, pieces)], again) + np.int32(1)

    def total(self, values: IntArray) -> IntArray:
        """See :meth:`Bounds.total`."""
        held = [
            np.add.reduceat(values[run.cells + 1], run.starts[:-1])
            for run in (self._across, self._down)
            if run.cells.size
        ]
        along = np.concatenate([*held, np.empty(0, dtype=np.int64)])
        total: IntArray = along[self._runs].sum(axis=0) - values[self._cells + 1]
        return total
