"""Where the numbers of an array are, as kernels take it."""

from __future__ import annotations

from typing import Any, cast

import numpy as np
import numpy.typing as npt

from litgrid.kernel import cython

if cython.compiled:
    import cython


class Memory:
    """Arrays that kernels read and write; they live as long as this.

    Each method returns where the numbers of an array are; where nothing is compiled, a view in its place.

    Raises
    ------
    TypeError
        for other numbers than a method holds, or such as do not stand one after another.
    """

    arrays: list[object]

    def __init__(self) -> None:
        self.arrays = []

    def hold(self, array: npt.NDArray[Any], kind: type[np.generic]) -> cython.size_t:
        """Hold an array of a kind."""
        if array.dtype != kind or not array.flags.c_contiguous:
            raise TypeError(f"expected {kind.__name__} without gaps, got {array.dtype}, strides {array.strides}")
        self.arrays.append(array)
        if not cython.compiled:
            return cast("int", memoryview(cast("Any", array.reshape(-1))))
        return address(array)  # type: ignore[name-defined]  # noqa: F821 - of the header

    def ints(self, array: npt.NDArray[np.int32]) -> cython.p_int:
        """Hold signed numbers of 32 bits."""
        return cython.cast(cython.p_int, self.hold(array, np.int32))

    def longs(self, array: npt.NDArray[np.int64]) -> cython.p_longlong:
        """Hold signed numbers of 64 bits."""
        return cython.cast(cython.p_longlong, self.hold(array, np.int64))

    def uints(self, array: npt.NDArray[np.uint32]) -> cython.p_uint:
        """Hold numbers of 32 bits."""
        return cython.cast(cython.p_uint, self.hold(array, np.uint32))

    def ulongs(self, array: npt.NDArray[np.uint64]) -> cython.p_ulonglong:
        """Hold numbers of 64 bits."""
        return cython.cast(cython.p_ulonglong, self.hold(array, np.uint64))

    def uchars(self, array: npt.NDArray[np.uint8]) -> cython.p_uchar:
        """Hold numbers of 8 bits."""
        return cython.cast(cython.p_uchar, self.hold(array, np.uint8))

    def doubles(self, array: npt.NDArray[np.float64]) -> cython.p_double:
        """Hold numbers with a fraction."""
        return cython.cast(cython.p_double, self.hold(array, np.float64))

    def copy(self, array: npt.NDArray[np.integer]) -> cython.p_int:
        """Hold a copy of numbers, of 32 bits."""
        return self.ints(array.astype(np.int32))

    def zeros(self, size: cython.longlong) -> cython.p_int:
        """Hold so many zeros of 32 bits."""
        return self.ints(np.zeros(size, dtype=np.int32))
