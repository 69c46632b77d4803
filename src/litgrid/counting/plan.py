"""What has to be remembered while the cells of a part are decided one after another: the plan of a frontier programme.

A frontier programme decides cell after cell and keeps, in place of all the ways to do so, how many ways lead to each
*state*: what the cells decided so far still mean for the others. Here a state says, for each set of open cells that
some counts are about, what these cells must still do, as the number of a decision diagram. Counts that come to have the
same cells left share one: their diagrams meet. So "at most one bulb in this column" and a dozen of "this cell is lit by
its row or by this column" become three states of a column: it has its bulb, it may get one, it must get one. And a
count inside exactly one larger one (three in a row, inside a line) joins it from the start: the states of the line are
then those of its smallest automaton, and lines that cannot be finished are seen at once.

Which counts have the same cells left follows from a tree, for all layers at once: each set is a path of its cells from
the last decided (next to the root) to the first; to decide a cell is to step to the parent.

(States at a frontier: A. Conway, I. Enting, A. Guttmann, 1993; D. Knuth's Simpath, TAOCP 7.1.4; S. Minato.)
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from itertools import pairwise
from math import inf, log2, prod

import numpy as np

from litgrid.core import memory
from litgrid.core.bounds import Bounds
from litgrid.core.errors import LitgridError
from litgrid.core.grid import IntArray
from litgrid.core.limit import Limit
from litgrid.counting.carriers import Carrier, Field, Made, Node, carry
from litgrid.counting.diagrams import FALSE, TRUE, Diagrams
from litgrid.counting.layers import DEAD, NOWHERE, WORD, Layer, Place, Plan

MOST_CELLS = 500
"""No count may be about more cells: a diagram of them would be deeper than Python calls."""
MOST_PENDING = 10
"""No more cells of a line are remembered in order to compare it with another."""
MOST_CODES = 2_000
"""Fields whose codes could meet in more ways than this are kept apart."""
Places = Sequence[tuple[int, int]]
"""Where two lines can differ: two variables; or a literal that says so, and 0. As of :func:`litgrid.encode.rest.apart`.
"""


STATE = 50
"""Bytes that a state takes while the next layer is made."""


class TooManyStatesError(LitgridError):
    """A frontier became too wide for the memory that counting may take."""


def fitting(states: int) -> int:
    """Return so many states, or as many as there is memory for."""
    return min(states, memory.allowed() // STATE)


def plan(
    bounds: Bounds,
    order: IntArray,
    pairs: Sequence[Places] = (),
    *,
    limit: Limit | None = None,
    narrower_than: float = inf,
) -> Plan | None:
    """Return the plan of deciding the variables of ``order`` in this order; ``None`` where a rule cannot hold.

    ``bounds`` is about these variables only, and so are ``pairs``: of each, at least one place must differ. Raises
    :class:`TooManyStatesError` where more than ``MOST_PENDING`` cells of a pair would have to be remembered at once,
    where a count is about more than ``MOST_CELLS``, and where the plan is not narrower than asked for.
    """
    planning = _Planning(bounds, order, pairs, limit or Limit(None))
    return planning.plan(narrower_than) if planning.possible else None


class _Planning:
    def __init__(self, bounds: Bounds, order: IntArray, pairs: Sequence[Places], limit: Limit) -> None:
        if bounds.lengths.max(initial=0) > MOST_CELLS:
            raise TooManyStatesError(f"a count is about more than {MOST_CELLS} cells")
        self._order, self._limit = order, limit
        self._at: list[list[Node]] = [[] for _ in range(order.size)]
        self._diagrams = Diagrams()
        self._fields: dict[Node, list[Field]] = {}
        self._free: list[int] = []  # for each word, a mask of its free bits
        self._bits = self._width = 0.0
        self.possible = True
        layer_of = np.empty(int(order.max(initial=0)) + 1, dtype=np.int64)
        layer_of[order] = np.arange(order.size)
        self._root = Node(None)
        self._children: dict[tuple[Node, int], Node] = {}
        self._open_counts(bounds, layer_of[np.abs(bounds.literals)])
        for places in pairs:
            limit.check()
            self._open_pair(
                [(int(layer_of[abs(x)]), int(layer_of[y]) if y else -1, x > 0) for x, y in places if x != y]
            )

    def _open_counts(self, bounds: Bounds, layers: IntArray) -> None:
        starts = bounds.starts.tolist()
        positive = (bounds.literals > 0).tolist()
        listed = layers.tolist()
        literals = []
        for first, end in pairwise(starts):
            self._limit.check()
            literals.append(sorted(zip(listed[first:end], positive[first:end], strict=True), reverse=True))
        homes = _homes([frozenset(layer for layer, _ in count) for count in literals], self._limit)
        for count, home, low, high in zip(literals, homes, bounds.low.tolist(), bounds.high.tolist(), strict=True):
            self._limit.check()
            self._open([layer for layer, _ in literals[home]], self._diagrams.count(count, low, high))

    def _open_pair(self, places: list[tuple[int, int, bool]]) -> None:
        ends = [(layer, other) if layer < other else (other, layer) for layer, other, _ in places if other >= 0]
        if any(sum(first <= at < last for first, last in ends) > MOST_PENDING for at, _ in ends):
            raise TooManyStatesError("lines that must differ are too long to be remembered")
        layers = {layer for place in places for layer in place[:2] if layer >= 0}
        self._open(sorted(layers, reverse=True), self._diagrams.apart(places))

    def _open(self, layers: Sequence[int], said: int) -> None:
        """Put cells, the last first, into the tree, and what they must do into the field there."""
        node = self._root
        for layer in layers:
            child = self._children.get((node, layer))
            if child is None:
                child = self._children[node, layer] = Node(node)
                self._at[layer].append(child)
            node = child
        for known in self._fields.get(node, ()):
            said = self._diagrams.meet(known.values[0], said)
        if said == FALSE:
            self.possible = False
        if said != TRUE:
            self._fields[node] = [Field(node, [said])]

    def plan(self, narrower_than: float) -> Plan:
        layers = []
        for number, nodes in enumerate(self._at):
            self._limit.check()
            layers.append(self._layer(number, nodes))
            if self._width >= narrower_than:
                raise TooManyStatesError(f"the plan is not narrower than {narrower_than:.0f} bits")
        words = max(len(self._free), 1)
        whole = tuple(
            Layer((*layer.keep, *[(1 << WORD) - 1] * (words - len(layer.keep))), layer.chains) for layer in layers
        )
        return Plan(self._order, whole, words, self._width)

    def _layer(self, number: int, nodes: list[Node]) -> Layer:
        taken: list[tuple[Node, list[Field]]] = []
        for node in nodes:
            if node in self._fields and node.parent is not None:
                # No other node at this layer has the same parent: the tree knows a node by its parent and its layer.
                taken += [(node.parent, fields) for fields in self._grouped(self._fields.pop(node), node.parent)]
        freed = self._freed(taken)
        made = [self._chained(number, parent, fields) for parent, fields in taken]
        keep = [(1 << WORD) - 1] * len(self._free)
        for gone in freed:
            self._bits -= log2(gone.size)
            self._free[gone.place.word] |= gone.place.mask
            keep[gone.place.word] &= ~gone.place.mask
        chains = []
        carry(made)
        for one in made:
            result, carrier = one.result, one.result.carrier
            if result.values and result.values != [TRUE]:
                self._fields.setdefault(result.node, []).append(result)
            if carrier is not None and carrier.fields[0] is result:
                carrier.place = self._allocate((carrier.size - 1).bit_length())
                self._bits += log2(carrier.size)
                chains.append(one.chain(carrier.place))
            elif one.mortal:
                chains.append(one.chain(NOWHERE))
        self._width = max(self._width, self._bits)
        return Layer(tuple(keep), tuple(chains))

    def _freed(self, taken: list[tuple[Node, list[Field]]]) -> list[Carrier]:
        """Return the carriers that are needed no more.

        One that has more codes than the fields that it is left with can tell apart is one of them: they are taken, too,
        and get a new one.
        """
        touched = dict.fromkeys(one.carrier for _, fields in taken for one in fields if one.carrier is not None)
        gone = {one for _, fields in taken for one in fields}
        freed = []
        for carrier in touched:
            carrier.fields = [one for one in carrier.fields if one not in gone]
            if len(set(zip(*(one.values for one in carrier.fields), strict=True))) == carrier.size:
                continue
            freed.append(carrier)
            for one in carrier.fields:
                taken.append((one.node, [one]))
                left = [other for other in self._fields.pop(one.node) if other is not one]
                if left:
                    self._fields[one.node] = left
        return freed

    def _grouped(self, fields: list[Field], parent: Node) -> list[list[Field]]:
        """Return which fields meet: those of a node, and those that its parent has already, which are taken from it.

        Fields that could make too many codes together stay apart.
        """
        groups: list[list[Field]] = []

        def joined(known: Field) -> bool:
            for group in groups:
                carriers = {one.carrier for one in [*group, known] if one.carrier is not None}
                if prod(carrier.size for carrier in carriers) <= MOST_CODES:
                    group.append(known)
                    return True
            return False

        for known in sorted(fields, key=lambda one: len(one.values)):
            if not joined(known):
                groups += [[known]]
        left = [known for known in self._fields.pop(parent, []) if not joined(known)]
        if left:
            self._fields[parent] = left
        return groups

    def _chained(self, layer: int, parent: Node, fields: list[Field]) -> Made:
        """Return what becomes of fields that meet when a cell is decided."""
        meet, decide = self._diagrams.meet, self._diagrams.decide
        constant = TRUE
        carried: dict[Carrier, list[Field]] = {}
        for known in fields:
            if known.carrier is None:
                constant = meet(constant, known.values[0])
            else:
                carried.setdefault(known.carrier, []).append(known)
        values: dict[int, int] = {}

        def number(diagram: int) -> int:
            return DEAD if diagram == FALSE else values.setdefault(diagram, len(values))

        first = (number(decide(constant, layer, 0)), number(decide(constant, layer, 1)))
        tables = []
        carriers = sorted(carried, key=lambda carrier: (carrier.place.word, carrier.place.shift))
        for carrier in carriers:
            before, values = values, {}
            table = []
            for value in (0, 1):
                said = [
                    reduce(meet, (decide(one.values[code], layer, value) for one in carried[carrier]))
                    for code in range(carrier.size)
                ]
                table.append([number(meet(so_far, diagram)) for so_far in before for diagram in said])
            tables.append(table)
        return Made(Field(parent, list(values)), tuple(carriers), first, tables)

    def _allocate(self, bits: int) -> Place:
        run = (1 << bits) - 1
        for word, free in enumerate(self._free):
            for shift in range(WORD - bits + 1):
                if (free >> shift) & run == run:
                    self._free[word] &= ~(run << shift)
                    return Place(word, shift, bits)
        self._free.append(((1 << WORD) - 1) & ~run)
        return Place(len(self._free) - 1, 0, bits)


def _homes(sets: list[frozenset[int]], limit: Limit) -> list[int]:
    """Return, for each set, the only set that is larger and holds it; itself where there is none, or several.

    >>> _homes([frozenset({1, 2}), frozenset({1, 2, 3}), frozenset({3})], Limit(None))
    [1, 1, 1]
    """
    distinct = {one: number for number, one in enumerate(sets)}
    touching: dict[int, list[frozenset[int]]] = {}
    for one in distinct:
        limit.check()
        for cell in one:
            touching.setdefault(cell, []).append(one)
    homes = []
    for number, one in enumerate(sets):
        limit.check()
        near = min((touching[cell] for cell in one), key=len, default=[])
        around = [other for other in near if one < other]
        homes.append(distinct[around[0]] if len(around) == 1 else number)
    return homes
