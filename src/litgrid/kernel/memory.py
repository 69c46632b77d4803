"""Where the numbers of an array are, as kernels take it."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import accumulate, pairwise
from typing import Any, TypeVar, cast

import numpy as np
import numpy.typing as npt

Number = TypeVar("Number", bound=np.generic)


def held(array: npt.NDArray[Number], kind: type[Number], compiled: bool) -> int:
    """Return the address of an array's first number; where nothing is compiled, a view in its place.

    Parameters
    ----------
    kind
        what the numbers must be

    Raises
    ------
    TypeError
        for other numbers, or such as do not stand one after another.

    >>> held(np.array([3, 4]), np.int64, False)[1]
    4
    """
    if array.dtype != kind or not array.flags.c_contiguous:
        raise TypeError(f"expected {kind.__name__} without gaps, got {array.dtype}, strides {array.strides}")
    if compiled:
        return array.ctypes.data
    return cast("int", memoryview(cast("Any", array.reshape(-1))))


def laid(
    arrays: Iterable[npt.NDArray[np.integer]], sizes: Iterable[int], compiled: bool
) -> tuple[list[npt.NDArray[np.int32]], list[int]]:
    """Return numbers of 32 bits, one after another in one array, and where each of them are, as :func:`held` says it.

    To ask where one array is takes as long as to make it.

    Parameters
    ----------
    arrays
        what is copied
    sizes
        how many zeros come then

    >>> pieces, places = laid([np.array([3, 4])], [1], False)
    >>> [piece.tolist() for piece in pieces], places[1][0]
    ([[3, 4], [0]], 0)
    """
    given = [np.asarray(array) for array in arrays]
    starts = [*accumulate((*(array.size for array in given), *sizes), initial=0)]
    memory = np.zeros(starts[-1], dtype=np.int32)
    pieces = [memory[first:last] for first, last in pairwise(starts)]
    for piece, array in zip(pieces, given, strict=False):
        piece[:] = array
    if compiled:
        address = held(memory, np.int32, True)
        return pieces, [address + memory.itemsize * first for first in starts[:-1]]
    return pieces, [held(piece, np.int32, False) for piece in pieces]
