"""Whether counts can hold with what is known of a board."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from litgrid.kernel import cython
from litgrid.kernel.memory import Memory

if cython.compiled:
    import cython

Longs = npt.NDArray[np.int64]
MOST = cython.declare(cython.longlong, 1 << 62)
"""There are fewer counts."""


class Counts:
    """Counts, one after another.

    Parameters
    ----------
    literals, starts
        Those of all counts, where those of each begin, and where the last end.
    low, high
        Of each count, how many of its literals are true.
    """

    def __init__(self, literals: npt.NDArray[np.int32], starts: Longs, low: Longs, high: Longs) -> None:
        self.memory, self.size = (memory := Memory()), low.size
        self.literals, self.starts = memory.ints(literals), memory.longs(starts)
        self.low, self.high = memory.longs(low), memory.longs(high)

    def can_hold(self, cells: npt.NDArray[np.uint8], first: cython.longlong = 0, last: cython.longlong = MOST) -> bool:
        """Return whether each from one to before another can, where cells are 1, 0, and anything else for unknown."""
        memory: Memory = Memory()
        taken: cython.p_uchar = memory.uchars(cells)
        found: cython.bint
        with cython.nogil:
            found = self.held(taken, first, min(last, self.size))
        return found

    def held(self, cells: cython.p_uchar, first: cython.longlong, last: cython.longlong) -> cython.bint:
        """As :meth:`can_hold`."""
        count: cython.longlong
        place: cython.longlong
        for count in range(first, last):
            true: cython.longlong = 0
            unknown: cython.longlong = 0
            for place in range(self.starts[count], self.starts[count + 1]):
                literal: cython.int = self.literals[place]
                value: cython.int = cells[abs(literal) - 1]
                if value > 1:
                    unknown += 1
                elif (value == 1) == (literal > 0):
                    true += 1
            if true > self.high[count] or true + unknown < self.low[count]:
                return False
        return True
