"""Rules about the cells between walls, said once: which cells are counted together, and how many of them are true.

Both follow from such a declaration: the tables of a board, and what lays the same rules for other walls while puzzles
are made (:class:`litgrid.kernel.walled.Walled`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from enum import IntEnum
from functools import cached_property
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from litgrid.core import memory
from litgrid.core.bounds import Bounds, Literals, broken, of_grid, offsets
from litgrid.core.grid import BoolArray, IntArray, Shape
from litgrid.core.tables import Count
from litgrid.kernel.spans import Spans

ENTRY = 60
"""Bytes that a cell of a list takes from here to an engine: half of it for rules and propagation."""


class Sort(IntEnum):
    """What is counted: each wall alone; each run between walls; each open cell's two runs together."""

    WALL = 0
    RUN = 1
    CROSS = 2


class Scope(NamedTuple):
    """Rules of one kind.

    Attributes
    ----------
    kind
        the kind's name
    sort
        what they count
    low, high
        how many are true, at least and at most; ``None``: any number
    says
        what one says, as a sentence in which ``{at}`` is its cell, or ``{first}`` and ``{last}`` those of a run
    """

    kind: str
    sort: Sort
    low: int
    high: int | None
    says: str


def spans(free: BoolArray) -> Spans:
    """Return the runs of free cells; ``free`` is shaped as the board.

    >>> spans(np.array([[True, True, False, True]])).run_of.tolist()
    [0, 2, 0, 3, -1, -1, 1, 4]
    """
    rows, columns = free.shape
    return Spans(rows, columns, (~free).astype(np.int32).ravel())


def tables(scopes: Sequence[Scope], free: BoolArray) -> Iterator[Count]:
    """Yield the table of each scope, on a board where these cells are free.

    Raises :class:`TooLargeError` where the rules of so open a board would not fit into the memory.
    """
    found = spans(free)
    for scope in scopes:
        yield _table(scope, found, free)


class Crosses(Bounds):
    """Counts over each open cell's two runs together, itself once; ``room`` may refuse to have them listed.

    An open board has rows x columns x (rows + columns) literals of these, so they are listed when somebody asks for
    them: what an assignment makes of the counts follows from that of the runs.

    >>> found = spans(np.array([[True, True], [False, True]]))
    >>> lit = Crosses(found, 1, None, lambda: None)
    >>> [lit.of(cell).tolist() for cell in range(len(lit))]
    [[1, 2], [1, 2, 4], [4, 2]]
    """

    single = True
    pairs: IntArray
    """The two runs of each count."""
    at_least_one: bool
    """Whether each says that one is true, or more, and nothing else."""
    _found: Spans
    _room: Callable[[], None]

    def __init__(self, found: Spans, low: int, high: int | None, room: Callable[[], None]) -> None:
        lengths = np.bincount(found.run_of[found.run_of >= 0])
        pairs: IntArray = found.run_of.reshape(-1, 2).astype(np.int64)
        pairs = pairs[pairs[:, 0] >= 0]
        starts = offsets(lengths[pairs].sum(axis=1) - 1)
        vars(self).update(starts=starts, **_limits(starts, low, high), pairs=pairs, _found=found, _room=room)
        self.at_least_one = low == 1 and high is None

    def runs(self) -> Bounds:
        """Return the runs, each holding any number of true cells."""
        literals, starts = self._found.listed(Sort.RUN)
        return Bounds(literals, starts, **_limits(starts, 0, None))

    @cached_property
    def literals(self) -> Literals:
        """All literals, count after count."""
        self._room()
        return self._found.listed(Sort.CROSS)[0]

    def can_hold(self, grid: npt.NDArray[np.integer]) -> bool:
        """See :meth:`Bounds.can_hold`: nothing is listed for that."""
        return super().can_hold(grid) if "literals" in vars(self) else not broken(self, of_grid(grid)).any()

    def total(self, values: IntArray) -> IntArray:
        own = values[np.flatnonzero(self._found.run_of[::2] >= 0) + 1]
        along = np.zeros(self._found.runs, dtype=np.int64)
        np.add.at(along, self.pairs, own[:, None])
        total: IntArray = along[self.pairs].sum(axis=1) - own
        return total

    def __reduce__(self) -> tuple[type[Bounds], tuple[Literals, IntArray, IntArray, IntArray]]:
        return Bounds, (self.literals, self.starts, self.low, self.high)


def _limits(starts: IntArray, low: int, high: int | None) -> dict[str, IntArray]:
    lengths = starts[1:] - starts[:-1]
    most = lengths if high is None else np.full(lengths.size, high, dtype=np.int64)
    return {"low": np.full(lengths.size, low, dtype=np.int64), "high": most}


def _table(scope: Scope, found: Spans, free: BoolArray) -> Count:
    shape = Shape(*free.shape)
    at = None if scope.sort == Sort.RUN else np.flatnonzero(free.ravel() == (scope.sort == Sort.CROSS))

    def room() -> None:
        what = f"this board of {shape} is too open: its rules ({scope.kind})"
        memory.need(ENTRY * found.room(scope.sort), what, "use more walls or a smaller board")

    def sentence(rule: int) -> str:
        first, last = (shape.name(abs(int(literal)) - 1) for literal in bounds.of(rule)[[0, -1]])
        return scope.says.format(at=first if at is None else shape.name(at[rule]), first=first, last=last)

    if scope.sort == Sort.CROSS:
        bounds: Bounds = Crosses(found, scope.low, scope.high, room)
    else:
        literals, starts = found.listed(scope.sort)
        bounds = Bounds(literals, starts, **_limits(starts, scope.low, scope.high))
    return Count(scope.kind, bounds, sentence, at=at)
