"""Regions: pieces of a board that borders between cells cut out."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from litgrid.core.grid import BoolArray, IntArray
from litgrid.core.split import components


def borders(regions: npt.NDArray[np.integer]) -> tuple[BoolArray, BoolArray]:
    """Return where cells side by side, and cells one above the other, are of different regions.

    >>> [between.astype(int).tolist() for between in borders(np.array([[0, 0, 1], [0, 1, 1]]))]
    [[[0, 1], [1, 0]], [[0, 1, 0]]]
    """
    return regions[:, 1:] != regions[:, :-1], regions[1:] != regions[:-1]


def pieces(across: BoolArray, down: BoolArray) -> IntArray:
    """Return for each cell the number of its piece, from 0 in the order of first cells, by what :func:`borders` says.

    >>> pieces(*borders(np.array([[7, 7, 5], [7, 5, 7]]))).tolist()
    [[0, 0, 1], [0, 2, 3]]
    """
    rows, columns = len(across), down.shape[1]
    cells = np.arange(rows * columns).reshape(rows, columns)
    joined = np.concatenate(
        [
            np.stack([cells[:, :-1][~across], cells[:, 1:][~across]], axis=1),
            np.stack([cells[:-1][~down], cells[1:][~down]], axis=1),
        ]
    )
    first = components(joined.ravel(), np.full(len(joined), 2), cells.size)
    numbers: IntArray = np.unique(first, return_inverse=True)[1].reshape(rows, columns)
    return numbers
