"""Lines that must differ, and no cell tells apart yet: those that some open cells are about."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt

from litgrid.core.bounds import Literals
from litgrid.core.characters import Grid
from litgrid.core.grid import IntArray
from litgrid.core.limit import Limit
from litgrid.core.tables import Differ
from litgrid.counting.plan import Places, TooManyStatesError
from litgrid.encode.part import apart, opened

MOST_PLACES = 200_000
"""A frontier programme that is told of more places where lines can differ has no chance: they are not even listed."""


def pairs(differs: Sequence[Differ], variables: npt.NDArray[np.integer], known: Grid, limit: Limit) -> Sequence[Places]:
    """Return, for each two lines that must differ and could still be equal, where the variables can tell them apart.

    ``known`` holds the values of all cells: 1, 0, -1. Pairs that the variables (cell + 1) are not about are left out.
    Raises :class:`TooManyStatesError` where there are more than ``MOST_PLACES`` places.
    """
    local = _local(variables, known)
    found = list(opened(differs, local, known, limit.check))
    if sum(len(own) * table.lines.shape[1] for table, own in found) > MOST_PLACES:
        raise TooManyStatesError("there are too many pairs of lines that must differ")
    return [
        list(apart(table.lines[first], table.lines[second], local, known))
        for table, own in found
        for first, second in own.tolist()
    ]


def lines(
    differs: Sequence[Differ], variables: npt.NDArray[np.integer], known: Grid, limit: Limit
) -> Iterator[IntArray]:
    """Yield, for each table, the cells of those lines that some of :func:`pairs` is about, shaped ``(lines, length)``.

    All of them differ where, of each pair, both do. Raises :class:`~litgrid.core.errors.OutOfTimeError`.
    """
    for table, own in opened(differs, _local(variables, known), known, limit.check):
        if own.size:
            yield table.lines[np.unique(own)]


def _local(variables: npt.NDArray[np.integer], known: Grid) -> Literals:
    local = np.zeros(known.size + 1, dtype=np.int32)
    local[variables] = variables
    return local
