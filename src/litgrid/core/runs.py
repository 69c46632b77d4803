"""Runs: the stretches of cells between walls, along the rows or down the columns."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from litgrid.core.bounds import Bounds, offsets, ranges
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


def crossing(across: Runs, down: Runs) -> tuple[npt.NDArray[np.int32], IntArray]:
    """Return the cells of each free cell's two runs together, itself once, list after list, and where each starts.

    >>> free = np.array([[True, True], [False, True]])
    >>> cells, starts = crossing(runs(free, across=True), runs(free, across=False))
    >>> [cells[first:end].tolist() for first, end in zip(starts, starts[1:])]
    [[0, 1], [0, 1, 3], [3, 1]]
    """
    free = np.flatnonzero(across.run_of >= 0)
    row_run, column_run = across.run_of[free], down.run_of[free]
    # Two pieces a cell, its row run and its column run, out of one list of all runs.
    cells = np.concatenate([across.cells, down.cells]).astype(np.int32)
    first = np.stack([across.starts[row_run], down.starts[column_run] + across.cells.size], axis=1).ravel()
    lengths = np.stack([across.lengths[row_run], down.lengths[column_run]], axis=1).ravel()
    pieces = offsets(lengths)
    # The cell itself is in both runs: it is left out of the column run.
    place = np.empty(across.run_of.size, dtype=np.int64)
    place[down.cells] = np.arange(down.cells.size)
    again = pieces[1::2] + place[free] - down.starts[column_run]
    starts: IntArray = pieces[::2] - np.arange(free.size + 1)
    return np.delete(cells[ranges(first, lengths, pieces)], again), starts
