"""Parts of several puzzles turned into clauses with one call, and taken apart again: small boards are many calls."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

import numpy as np

from litgrid.core.bounds import Bounds, join, offsets, ranges
from litgrid.core.deduce import OpenPart
from litgrid.core.grid import IntArray
from litgrid.encode.cnf import encode
from litgrid.sat.formula import Formula


def encode_all(
    parts: Sequence[OpenPart], encoding: str = "auto", tick: Callable[[], None] = lambda: None
) -> Iterator[Formula]:
    """Yield the formula of each part, whose variables are its cells, from 1 on, and after them those that help.

    >>> from litgrid.core.bounds import from_matrix
    >>> one, two = (from_matrix(np.array([cells]), 1, 1) for cells in ([2, 4], [7, 3]))
    >>> some = OpenPart(np.array([2, 4]), one), OpenPart(np.array([3, 5, 7]), two)
    >>> [list(formula.clauses()) for formula in encode_all(some)]
    [[[1, 2], [-1, -2]], [[3, 1], [-3, -1]]]
    """
    if not parts:
        return
    sizes = np.array([part.variables.size for part in parts], dtype=np.int64)
    owner = np.arange(len(parts)).repeat([len(part.bounds) for part in parts])
    # Each part's cells are numbered after those of the parts before: first as they are, and then without gaps.
    room = offsets(np.array([part.variables[-1] for part in parts], dtype=np.int64))
    bounds = join(part.bounds for part in parts).shifted(room[owner])
    number = np.zeros(int(room[-1]) + 1, dtype=np.int32)
    number[np.concatenate([part.variables for part in parts]) + room[:-1].repeat(sizes)] = np.arange(1, sizes.sum() + 1)
    literals = np.sign(bounds.literals) * number[np.abs(bounds.literals)]
    formula = encode(Bounds(literals, bounds.starts, bounds.low, bounds.high), int(sizes.sum()), encoding, tick=tick)
    yield from _apart(formula, owner, sizes)


def _apart(formula: Formula, owner: IntArray, sizes: IntArray) -> Iterator[Formula]:
    """Yield the clauses of each part, given the part of each count, and how many cells each part has."""
    lengths = formula.starts[1:] - formula.starts[:-1]
    part = owner[formula.origin]
    order = np.argsort(part, kind="stable")
    part, lengths = part[order], lengths[order]
    literals = formula.literals[ranges(formula.starts[order], lengths)]
    variables, cells = np.abs(literals), offsets(sizes)
    # An auxiliary variable belongs to the part whose clauses it is in; there, those of a part are in order already.
    of = np.concatenate([np.arange(sizes.size).repeat(sizes), np.zeros(formula.variables - cells[-1], dtype=np.int64)])
    of[variables - 1] = part.repeat(lengths)
    grouped = np.argsort(of, kind="stable")
    many = np.bincount(of, minlength=sizes.size)
    local = np.empty(of.size, dtype=np.int32)
    local[grouped] = np.arange(1, of.size + 1) - offsets(many)[:-1].repeat(many)
    literals = np.sign(literals) * local[variables - 1]
    starts, origin = offsets(lengths), formula.origin[order] - np.searchsorted(owner, part)
    edges = np.searchsorted(part, np.arange(sizes.size + 1)).tolist()
    for (first, end), own in zip(pairwise(edges), many.tolist(), strict=True):
        begin = starts[first]
        yield Formula(literals[begin : starts[end]], starts[first : end + 1] - begin, own, origin[first:end])
