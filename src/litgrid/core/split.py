"""Splitting what is left of a puzzle into parts that do not depend on each other.

Two cells belong together if a count, or a link, is about both. Parts are found by letting every cell take the least
number among its counts' cells, with pointer jumping (Y. Shiloach, U. Vishkin, 1982), all in arrays. Small parts are put
together into bundles: opening an engine for each of ten thousand parts of six cells would cost more than it saves.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from litgrid.core.bounds import Bounds, Literals, offsets
from litgrid.core.grid import IntArray

BUNDLE = 5_000
"""Parts are bundled until they have this many cells; a rest of fewer is not split at all."""


class Part(NamedTuple):
    """Some unknown variables, ascending, and all counts about them, numbered as in the rest that was split."""

    variables: Literals
    counts: IntArray


def split(
    bounds: Bounds,
    unknown: Literals,
    links: Sequence[Literals] = (),
    bundle: int = BUNDLE,
    tick: Callable[[], None] = lambda: None,
) -> list[Part]:
    """Split counts over the ``unknown`` variables (ascending) into independent parts, small ones bundled.

    ``links`` are groups of unknown variables that must stay in one part. ``tick`` is called now and then, and raises to
    stop.
    """
    if not unknown.size:
        return []
    if unknown.size <= bundle:
        return [Part(unknown, np.arange(len(bounds)))]
    number = np.zeros(int(unknown[-1]) + 1, dtype=np.int64)
    number[unknown] = np.arange(unknown.size)
    member = number[np.concatenate([np.abs(bounds.literals), *links])]
    lengths = np.concatenate([bounds.lengths, [len(link) for link in links]]).astype(np.int64)
    label = components(member, lengths, unknown.size, tick)
    sizes = np.bincount(label, minlength=unknown.size)
    begins = (sizes.cumsum() - sizes) // bundle
    bundle_of = np.append(0, np.cumsum(begins[1:] != begins[:-1]))[label]
    most = int(bundle_of.max())
    count_in = bundle_of[member[offsets(bounds.lengths)[:-1]]]
    return [
        Part(unknown[cells], counts)
        for cells, counts in zip(_groups(bundle_of, most), _groups(count_in, most), strict=True)
    ]


def _groups(number: IntArray, most: int) -> list[IntArray]:
    """Return, for each number from 0 on, where it stands."""
    # Stable sorting of 16 bits is radix sort.
    order = np.argsort(number.astype(np.uint16) if most < 1 << 16 else number, kind="stable")
    return np.split(order, np.bincount(number, minlength=most + 1).cumsum()[:-1])


def components(member: IntArray, lengths: IntArray, size: int, tick: Callable[[], None] = lambda: None) -> IntArray:
    """Return, for each of ``size`` nodes, the least node that groups of members connect it with."""
    starts = offsets(lengths)[:-1]
    label = np.arange(size)
    while member.size:
        tick()
        # Every label is a root here: hooking roots onto lesser ones and jumping to the new roots moves all nodes.
        roots = label[member]
        new = label.copy()
        np.minimum.at(new, roots, np.minimum.reduceat(roots, starts).repeat(lengths))
        while not np.array_equal(new, jumped := new[new]):
            new = jumped
        if np.array_equal(new, label):
            break
        label = new
    return label
