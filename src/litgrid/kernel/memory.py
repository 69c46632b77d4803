"""Where the numbers of an array are, as kernels take it."""

from __future__ import annotations

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
