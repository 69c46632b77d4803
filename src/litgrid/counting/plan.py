"""What has to be remembered while the cells of a part are decided one after another: the plan of a frontier programme.

A frontier programme decides cell after cell and keeps, in place of all the ways to do so, how many ways lead to each
*state*: what the cells decided so far still mean for the others. Here a state says, for each set of open literals that
some count is about, how many of them must be and may be true, as an interval. Counts that have the same literals left
share one interval: their intervals meet. So "at most one bulb in this column" and a dozen of "this cell is lit by its
row or by this column" become three states of a column: it has its bulb, it may get one, it must get one.

Which counts have the same literals left follows from a tree, for all layers at once: each count is a path of its
literals from the last decided (next to the root) to the first; to decide a cell is to step to the parent.

(A. Conway, I. Enting, A. Guttmann, "Algebraic techniques for enumerating self-avoiding walks", 1993, for states at a
frontier; S. Minato, D. Knuth's Simpath, and H. Iwashita and others, 2012, for frontiers in general.)
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import log2

import numpy as np

from litgrid.core.bounds import Bounds
from litgrid.core.grid import IntArray

WORD = 64
"""Bits of a word of a state."""
DEAD = -1

Interval = tuple[int, int]
"""How many of the literals left must be true, and how many may be."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a state keeps a code: ``bits`` bits of a word, from ``shift`` on; no bits where there is one code only."""

    word: int
    shift: int
    bits: int


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
    """The layers, the number of words of a state, and the most bits of information that a state may hold."""

    layers: tuple[Layer, ...]
    words: int
    width: float


class _Node:
    """A set of literals that some count comes to have left."""

    __slots__ = ("negative", "parent", "size")

    def __init__(self, parent: _Node | None, negative: bool) -> None:
        self.parent, self.negative = parent, negative
        self.size: int = 0 if parent is None else parent.size + 1


@dataclass(slots=True)
class _Field:
    """What is kept for a node: the intervals that it may have, and where the number of one is."""

    values: list[Interval]
    place: Place = field(default_factory=lambda: Place(0, 0, 0))


def plan(bounds: Bounds, order: IntArray) -> Plan | None:
    """Return the plan of deciding the variables of ``order`` in this order; ``None`` where a count cannot hold.

    ``bounds`` is about these variables only.
    """
    return _Planning(bounds, order).plan()


class _Planning:
    def __init__(self, bounds: Bounds, order: IntArray) -> None:
        self._root = _Node(None, False)
        self._at: list[list[_Node]] = [[] for _ in range(order.size)]
        self._fields: dict[_Node, _Field] = {}
        self._free: list[int] = []  # for each word, a mask of its free bits
        self._bits = self._width = 0.0
        self.possible = True
        position = np.empty(int(order.max(initial=0)) + 1, dtype=np.int64)
        position[order] = np.arange(order.size)
        self._grow(bounds, position)

    def _grow(self, bounds: Bounds, position: IntArray) -> None:
        """Put each count into the tree."""
        children: dict[tuple[_Node, int], _Node] = {}
        for index, (low, high) in enumerate(zip(bounds.low.tolist(), bounds.high.tolist(), strict=True)):
            literals = bounds.of(index)
            places = position[np.abs(literals)]
            node = self._root
            for at in np.argsort(-places):
                literal = int(literals[at])
                child = children.get((node, literal))
                if child is None:
                    child = children[node, literal] = _Node(node, literal < 0)
                    self._at[int(places[at])].append(child)
                node = child
            interval = _meet((0, node.size), (low, high))
            if interval is None:
                self.possible = False
            elif interval != (0, node.size):
                known = self._fields.get(node)
                met = _meet(known.values[0], interval) if known else interval
                if met is None:
                    self.possible = False
                else:
                    self._fields[node] = _Field([met])

    def plan(self) -> Plan | None:
        if not self.possible:
            return None
        layers = [self._layer(nodes) for nodes in self._at]
        words = max(len(self._free), 1)
        whole = tuple(
            Layer((*layer.keep, *[(1 << WORD) - 1] * (words - len(layer.keep))), layer.chains) for layer in layers
        )
        return Plan(whole, words, self._width)

    def _layer(self, nodes: list[_Node]) -> Layer:
        groups: dict[_Node, list[_Node]] = {}
        for node in nodes:
            if node in self._fields and node.parent is not None:
                groups.setdefault(node.parent, []).append(node)
        made: list[tuple[_Node, _Field, tuple[int, int], tuple[Step, ...]]] = []
        freed: list[Place] = []
        for parent, members in groups.items():
            fields = [(self._fields.pop(node), node) for node in members]
            if parent in self._fields:
                fields.append((self._fields.pop(parent), parent))
            freed += [known.place for known, _ in fields if known.place.bits]
            self._bits -= sum(log2(len(known.values)) for known, _ in fields)
            made.append((parent, *_chained(parent, fields)))
        for place in freed:
            self._free[place.word] |= _mask(place)
        keep = [(1 << WORD) - 1] * len(self._free)
        for place in freed:
            keep[place.word] &= ~_mask(place)
        chains = []
        for parent, result, first, steps in made:
            if len(result.values) > 1:
                result.place = self._allocate((len(result.values) - 1).bit_length())
                self._bits += log2(len(result.values))
            if result.values and result.values != [(0, parent.size)]:
                self._fields[parent] = result
            chains.append(Chain(first, steps, result.place))
        self._width = max(self._width, self._bits)
        return Layer(tuple(keep), tuple(chains))

    def _allocate(self, bits: int) -> Place:
        run = (1 << bits) - 1
        for word, free in enumerate(self._free):
            for shift in range(WORD - bits + 1):
                if (free >> shift) & run == run:
                    self._free[word] &= ~(run << shift)
                    return Place(word, shift, bits)
        self._free.append((1 << WORD) - 1 & ~run)
        return Place(len(self._free) - 1, 0, bits)


def _mask(place: Place) -> int:
    return ((1 << place.bits) - 1) << place.shift


def _meet(first: Interval, second: Interval) -> Interval | None:
    low, high = max(first[0], second[0]), min(first[1], second[1])
    return (low, high) if low <= high else None


def _chained(parent: _Node, fields: list[tuple[_Field, _Node]]) -> tuple[_Field, tuple[int, int], tuple[Step, ...]]:
    """Return what a node's interval becomes when its members lose the cell that is decided."""
    whole: list[Interval | None] = [(0, parent.size)] * 2
    varying = []
    for known, node in fields:
        if len(known.values) > 1:
            varying.append((known, node))
        else:
            for value in (0, 1):
                before = whole[value]
                whole[value] = None if before is None else _meet(before, _after(known.values[0], node, parent, value))
    values: list[Interval] = []
    first = tuple(_number(values, interval) for interval in whole)
    steps = []
    for known, node in varying:
        size = len(known.values)
        after: list[Interval] = []
        table = np.array(
            [
                [
                    _number(after, _meet(before, _after(interval, node, parent, value)))
                    for before in values
                    for interval in known.values
                ]
                for value in (0, 1)
            ],
            dtype=np.int64,
        ).reshape(2, -1)
        steps.append(Step(known.place, size, table))
        values = after
    return _Field(values), (first[0], first[1]), tuple(steps)


def _after(interval: Interval, node: _Node, parent: _Node, value: int) -> Interval:
    """Return an interval of a node once its first literal has got its value; the parent itself has lost nothing."""
    true = 0 if node is parent else int((value == 1) != node.negative)
    return interval[0] - true, interval[1] - true


def _number(values: list[Interval], interval: Interval | None) -> int:
    """Return the place of an interval in a list, appended where it is new."""
    if interval is None:
        return DEAD
    if interval not in values:
        values.append(interval)
    return values.index(interval)
