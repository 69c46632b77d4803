"""The plan of a frontier programme, as data: what states keep where, and what deciding each cell does to them."""

from __future__ import annotations

from dataclasses import dataclass

from litgrid.core.grid import IntArray

WORD = 64
"""Bits of a word of a state."""
DEAD = -1
"""In a table: the state cannot go on."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a state keeps a code: ``bits`` bits of a word, from ``shift`` on; no bits where there is one code only."""

    word: int
    shift: int
    bits: int

    @property
    def mask(self) -> int:
        """The bits of the word."""
        return ((1 << self.bits) - 1) << self.shift


@dataclass(frozen=True, slots=True)
class Step:
    """Look up the next code: ``table[value][code * size + what the state has at place]``, ``DEAD`` for none."""

    place: Place
    size: int
    table: IntArray


@dataclass(frozen=True, slots=True)
class Chain:
    """How one new code comes about: from ``first[value]``, step by step, into ``place``."""

    first: tuple[int, int]
    steps: tuple[Step, ...]
    place: Place


@dataclass(frozen=True, slots=True)
class Layer:
    """What deciding one cell does to a state: ``keep`` says which bits of each word stay."""

    keep: tuple[int, ...]
    chains: tuple[Chain, ...]


@dataclass(frozen=True, slots=True)
class Plan:
    """How to decide variables one after another."""

    order: IntArray  # the variables, as they are decided
    layers: tuple[Layer, ...]  # what deciding each does
    words: int  # how many words a state has
    width: float  # the most bits of information that a state may hold


NOWHERE = Place(0, 0, 0)
"""The place of a code where there is only one."""
