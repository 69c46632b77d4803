"""Lines that must differ, and no cell tells apart yet: those that some open cells are about."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt

from litgrid.core.characters import Grid
from litgrid.core.grid import BoolArray, IntArray
from litgrid.core.tables import Differ
from litgrid.counting.plan import Places
from litgrid.encode.rest import pairs as opened_pairs


def pairs(differs: Sequence[Differ], variables: npt.NDArray[np.integer], known: Grid) -> Sequence[Places]:
    """Return, for each two lines that must differ and could still be equal, where the variables can tell them apart.

    ``known`` holds the values of all cells: 1, 0, -1. Pairs that the variables (cell + 1) are not about are left out.
    """
    local = np.zeros(known.size + 1, dtype=np.int32)
    local[variables] = variables
    return list(opened_pairs(differs, local, known))


def lines(differs: Sequence[Differ], variables: npt.NDArray[np.integer], known: Grid) -> Iterator[IntArray]:
    """Yield, for each table, the cells of those lines that some of :func:`pairs` is about, shaped ``(lines, length)``.

    All of them differ where, of each pair, both do.
    """
    inside: BoolArray = np.zeros(known.size, dtype=np.bool_)
    inside[variables - 1] = True
    for table in differs:
        opened: BoolArray = np.any(inside[table.lines], axis=1)
        own = {line for pair in table.unsettled(known) if opened[list(pair)].any() for line in pair}
        if own:
            yield table.lines[sorted(own)]
