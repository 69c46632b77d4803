"""OPB, the text format of pseudo-Boolean solvers (O. Roussel, V. Manquinho 2012): here a formula in it.

A clause says that the sum of its literals is at least 1; with the negated ones written as 1 - x, ``1 -2`` becomes
``+1 x1 -1 x2 >= 0 ;``. What variables mean and which rule constraints come from are comments, as in DIMACS::

    * var 17 bulb r2c3
    * rule 120-125 number r4c5

"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from litgrid.sat.formula import Formula
from litgrid.sat.stream import Stream, comments
from litgrid.sat.words import EMPTY, places, rows, table

IMPOSSIBLE = "+1 x1 >= 2 ;\n"
"""What cannot hold; a sum of nothing is not in the format, nor a variable twice in one."""
BEFORE = table(["+1 x", "-1 x"] * 4 + [IMPOSSIBLE])
"""What stands before a literal, by its place."""


def dump(stream: Stream) -> Iterator[bytes]:
    """Return a formula as OPB text, in pieces.

    >>> from litgrid.sat.formula import from_clauses
    >>> from litgrid.sat.stream import whole
    >>> print(b"".join(dump(whole(from_clauses([[1, -2], [2], []])))).decode(), end="")
    * #variable= 2 #constraint= 3
    +1 x1 -1 x2 >= 0 ;
    +1 x2 >= 1 ;
    +1 x1 >= 2 ;
    """
    yield from header(stream)
    for piece in stream.pieces():
        yield clauses(piece)


def header(stream: Stream) -> Iterator[bytes]:
    """Return the first line, and the comments."""
    yield f"* #variable= {max(stream.variables, 1)} #constraint= {stream.clauses}\n".encode()
    yield from comments(stream, "*")


def clauses(formula: Formula) -> bytes:
    """Return the clauses as constraints."""
    numbers, place, starts = places(formula)
    negated = np.append(0, np.cumsum(place % 2))[starts]
    negated = negated[1:] - negated[:-1]
    closes = starts[1:] - 1
    after = table([" ", *(f" >= {1 - number} ;\n" for number in range(int(negated.max(initial=0)) + 1)), ""])
    after_of = np.zeros_like(place)
    after_of[closes] = np.where(place[closes] == EMPTY, -1, negated + 1)
    return rows(numbers, BEFORE, place, after, after_of)
