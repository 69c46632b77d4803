"""Rules about the cells between walls, said once: which cells are counted together, and how many of them are true.

Both follow from such a declaration: the tables of a board, and what lays the same rules for other walls while puzzles
are made (:class:`litgrid.kernel.walled.Walled`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum

import numpy as np

from litgrid.core import memory
from litgrid.core.bounds import Bounds
from litgrid.core.grid import BoolArray, Shape
from litgrid.core.tables import Count
from litgrid.kernel.spans import Spans

ENTRY = 60
"""Bytes that a cell of a list takes from here to an engine: half of it for rules and propagation."""


class Sort(IntEnum):
    """What is counted: each wall alone; each run between walls; each open cell's two runs together."""

    WALL = 0
    RUN = 1
    CROSS = 2


@dataclass(frozen=True, slots=True)
class Scope:
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

    Raises
    ------
    TooLargeError
        where the rules of so open a board would not fit into the memory.
    """
    found = spans(free)
    for scope in scopes:
        yield _table(scope, found, free)


def _table(scope: Scope, found: Spans, free: BoolArray) -> Count:
    shape = Shape(*free.shape)
    # An open board needs rows x columns x (rows + columns) entries.
    memory.need(
        ENTRY * found.room(scope.sort),
        f"this board of {shape} is too open: its rules ({scope.kind})",
        "use more walls or a smaller board",
    )
    literals, starts = found.listed(scope.sort)
    size = starts.size - 1
    low = np.full(size, scope.low, dtype=np.int64)
    high = starts[1:] - starts[:-1] if scope.high is None else np.full(size, scope.high, dtype=np.int64)
    at = None if scope.sort == Sort.RUN else np.flatnonzero(free.ravel() == (scope.sort == Sort.CROSS))

    def sentence(rule: int) -> str:
        first, last = (shape.name(abs(int(literals[place])) - 1) for place in (starts[rule], starts[rule + 1] - 1))
        return scope.says.format(at=first if at is None else shape.name(at[rule]), first=first, last=last)

    return Count(scope.kind, Bounds(literals, starts, low, high), sentence, at=at)
