"""Splitting what is left of a puzzle into parts that do not depend on each other.

Two cells belong together if a count, or a link, is about both. Parts are found by letting every cell take the least
number among its counts' cells, with pointer jumping (Y. Shiloach, U. Vishkin, 1982), all in arrays. Small parts are put
together into bundles, since opening an engine for each of ten thousand parts of six cells would cost more than it saves.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from litgrid.core.bounds import Bounds, Literals, offsets
from litgrid.core.grid import IntArray

BUNDLE = 5_000
"""Parts are bundled until they have this many cells; a rest of fewer is not split at all."""


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """Some unknown variables, ascending, and all counts about them, numbered as in the rest that was split."""

    variables: Literals
    counts: IntArray


def split(bounds: Bounds, unknown: Literals, links: Sequence[Literals] = (), bundle: int = BUNDLE) -> list[Part]:
    """Split counts over the ``unknown`` variables (ascending) into independent parts, small ones bundled.

    ``links`` are groups of unknown variables that must stay in one part.
    """
    if not unknown.size:
        return []
    if unknown.size <= bundle:
        return [Part(unknown, np.arange(len(bounds)))]
    member = np.searchsorted(unknown, np.concatenate([np.abs(bounds.literals), *links]))
    lengths = np.concatenate([bounds.lengths, [len(link) for link in links]]).astype(np.int64)
    label = _components(member, lengths, unknown.size)
    roots, sizes = np.unique(label, return_counts=True)
    number = (np.cumsum(sizes) - sizes) // bundle
    bundle_of = number[np.searchsorted(roots, label)]
    count_in = bundle_of[member[offsets(bounds.lengths)[:-1]]]
    order, places = np.argsort(bundle_of, kind="stable"), np.argsort(count_in, kind="stable")
    numbers = np.unique(bundle_of)
    variable_ends = np.searchsorted(bundle_of[order], numbers[1:])
    count_ends = np.searchsorted(count_in[places], numbers[1:])
    return [
        Part(unknown[cells], counts)
        for cells, counts in zip(np.split(order, variable_ends), np.split(places, count_ends), strict=True)
    ]


def _components(member: IntArray, lengths: IntArray, size: int) -> IntArray:
    """Return, for each of ``size`` nodes, the least node that groups of members connect it with."""
    starts = offsets(lengths)[:-1]
    label = np.arange(size)
    while True:
        least = np.repeat(np.minimum.reduceat(label[member], starts), lengths) if member.size else member
        new = label.copy()
        np.minimum.at(new, label[member], least)
        np.minimum.at(new, member, least)
        while not np.array_equal(new, jumped := new[new]):
            new = jumped
        if np.array_equal(new, label):
            return label
        label = new
