"""Cardinality encodings: ``low <= number of true literals <= high`` as clauses.

An encoding makes a :class:`Template`: clauses over the variables 1 to ``length`` (the literals counted) and auxiliary
variables after them. It is made once for each (length, low, high) and stamped onto all counts of that form.

``pairwise`` is the textbook encoding, without auxiliary variables: no ``high + 1`` literals are all true.
``sequential`` (C. Sinz 2005), ``totalizer`` (O. Bailleux, Y. Boufkhad 2003), ``cardnet`` (R. Asin et al. 2009) and
``kmtotalizer`` (A. Morgado et al. 2014) come from python-sat. ``auto`` picks by size among pairwise, product (J. Chen
2010, for at most one) and our narrowed counter (:mod:`litgrid.sat.counter`).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import chain, combinations
from math import ceil, comb, sqrt
from typing import Literal, NamedTuple, get_args

import numpy as np

from litgrid.core.errors import LitgridError, UnknownNameError
from litgrid.sat.counter import Clauses, Inner, counter
from litgrid.sat.formula import Int32Array, Int64Array, from_clauses
from litgrid.sat.size import Size, total

PACKAGED = {"sequential": 1, "totalizer": 6, "cardnet": 3, "kmtotalizer": 8}
"""Encodings that python-sat knows, by its number for them."""
Encoding = Literal["auto", "pairwise", "sequential", "totalizer", "cardnet", "kmtotalizer"]
ENCODINGS: tuple[Encoding, ...] = get_args(Encoding)
"""The names of all encodings."""
MOST_CLAUSES = 20_000_000
"""No count is encoded into more clauses than this."""


class Template(NamedTuple):
    """Clauses over the variables that are counted, and others after them."""

    columns: Int64Array  # of the literals of all clauses, one after another, the variable - 1
    signs: Int32Array
    lengths: Int64Array
    auxiliaries: int

    @property
    def literals(self) -> Int64Array:
        """The literals as in DIMACS."""
        return (self.columns + 1) * self.signs


@lru_cache(maxsize=4096)
def template(length: int, low: int, high: int, encoding: str = "auto", inner: tuple[Inner, ...] = ()) -> Template:
    """Return the clauses for ``low <= number of true ones of length literals <= high``.

    ``inner`` are counts about some of the literals that hold anyway, which ``auto`` uses to make a counter smaller.
    Raises :class:`UnknownNameError` for an encoding that does not exist, :class:`LitgridError` where the encoding would
    need more than :data:`MOST_CLAUSES` clauses.
    """
    check_encoding(encoding)
    low, high = max(low, 0), min(high, length)
    if low <= high and encoding == "pairwise":
        return _pairwise(length, low, high)
    if low > high:
        clauses: Clauses = [[]]
    elif encoding == "auto" and needs_counter(length, low, high):
        clauses = counter(length, low, high, inner)
    else:
        literals = list(range(1, length + 1))
        clauses = _at_least(literals, low, length, encoding)
        top = max((abs(literal) for clause in clauses for literal in clause), default=0)
        clauses += _at_most(literals, high, max(top, length), encoding)
    formula = from_clauses(clauses, length)
    return Template(
        np.abs(formula.literals).astype(np.int64) - 1,
        np.sign(formula.literals),
        formula.starts[1:] - formula.starts[:-1],
        formula.variables - length,
    )


@lru_cache(maxsize=4096)
def size(length: int, low: int, high: int, encoding: str = "auto", inner: tuple[Inner, ...] = ()) -> Size:
    """Return how large :func:`template` is; that of ``pairwise`` is not made for it, as large as it may be.

    >>> size(100, 50, 50, "pairwise").clauses
    197826165775616065362377445600
    """
    check_encoding(encoding)
    low, high = max(low, 0), min(high, length)
    if encoding == "pairwise" and low <= high:
        return total(Size({width: comb(length, width)}) for width, _ in _widths(length, low, high))
    made = template(length, low, high, encoding, inner)
    return Size.of(made.lengths, made.auxiliaries)


def check_fits(length: int, low: int, high: int, encoding: str) -> None:
    """Raise :class:`LitgridError` where the encoding would need more than :data:`MOST_CLAUSES` clauses."""
    if encoding != "pairwise" or low > high:
        return
    for width, _ in _widths(length, low, high):
        if comb(length, width) > MOST_CLAUSES:
            raise LitgridError(
                f"the pairwise encoding of at most {width - 1} of {length} needs {comb(length, width):,} clauses, "
                f"and litgrid stops at {MOST_CLAUSES:,}; choose another encoding"
            )


def _widths(length: int, low: int, high: int) -> list[tuple[int, int]]:
    """Return how long the pairwise clauses are that say at least ``low`` and at most ``high``, and their sign."""
    return [(most + 1, sign) for most, sign in ((length - low, 1), (high, -1)) if most < length]


def _pairwise(length: int, low: int, high: int) -> Template:
    """Return the pairwise clauses, without a list of them: there may be millions."""
    check_fits(length, low, high, "pairwise")
    sides = [(width, sign, comb(length, width)) for width, sign in _widths(length, low, high)]
    columns = chain.from_iterable(chain.from_iterable(combinations(range(length), width)) for width, _, _ in sides)
    literals = [width * number for width, _, number in sides]
    return Template(
        np.fromiter(columns, dtype=np.int64, count=sum(literals)),
        np.repeat(np.array([sign for _, sign, _ in sides], dtype=np.int32), literals),
        np.repeat([width for width, _, _ in sides], [number for _, _, number in sides]).astype(np.int64),
        0,
    )


def check_encoding(encoding: str, known: Sequence[str] = ENCODINGS) -> None:
    """Raise :class:`UnknownNameError` for an encoding that does not exist."""
    if encoding not in known:
        raise UnknownNameError(f"expected an encoding, one of {', '.join(known)}; got {encoding!r}")


def needs_counter(length: int, low: int, high: int) -> bool:
    """Return whether ``auto`` counts with a counter, and not with clauses over the literals alone or a product."""
    return any(1 < most < length - 1 and not _few(length, most) for most in (high, length - low))


def _few(length: int, high: int) -> bool:
    """Return whether the pairwise encoding of at most ``high`` of ``length`` is about as small as any."""
    return high < length <= 64 and comb(length, high + 1) <= 4 * length


def _at_least(literals: list[int], low: int, top: int, encoding: str) -> Clauses:
    """At least ``low`` are true: at most the others are false."""
    return _at_most([-literal for literal in literals], len(literals) - low, top, encoding)


def _at_most(literals: list[int], high: int, top: int, encoding: str) -> Clauses:
    length = len(literals)
    if high >= length:
        return []
    if high == length - 1:
        return [[-literal for literal in literals]]
    if high == 0:
        return [[-literal] for literal in literals]
    if encoding == "auto":
        encoding = "pairwise" if _few(length, high) else "product"
    if encoding == "product":
        return _product(literals, top)
    if encoding == "pairwise":
        return [[-literal for literal in chosen] for chosen in combinations(literals, high + 1)]
    from pysat.card import CardEnc  # imported here: most small puzzles need no packaged encoding

    encoded = CardEnc.atmost(literals, high, top_id=top, encoding=PACKAGED[encoding])
    return [list(dict.fromkeys(clause)) for clause in encoded.clauses]  # cardnet repeats literals


def _product(literals: list[int], top: int) -> Clauses:
    """At most one: put the literals on a grid; at most one row and one column of it is in use."""
    width = ceil(sqrt(len(literals)))
    height = ceil(len(literals) / width)
    rows = list(range(top + 1, top + 1 + height))
    columns = list(range(top + 1 + height, top + 1 + height + width))
    clauses: Clauses = []
    for place, literal in enumerate(literals):
        clauses += [[-literal, rows[place // width]], [-literal, columns[place % width]]]
    top += height + width
    for lines in (rows, columns):
        inner = _at_most(lines, 1, top, "auto")
        top = max([top, *(abs(literal) for clause in inner for literal in clause)])
        clauses += inner
    return clauses
