"""Codes that states have, and what follows from them.

While a plan is made there is a field for each set of cells that something is said about. Many follow from one another:
once a column of Light Up has its bulb, each cell below is lit, and each of these is a field of its own. So states keep
the codes of some fields only, the *carriers*, and the others are looked up. Which field follows from which is found
where they come about, by trying all cases: only among those that come about from the same carriers.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import prod

import numpy as np

from litgrid.counting.layers import DEAD, NOWHERE, Chain, Place, Step

MOST_CASES = 1_000
"""Whether a field follows from another is only looked at in so many cases."""


class Node:
    """A set of cells that some count comes to have left; the root is the empty one."""

    __slots__ = ("parent",)

    def __init__(self, parent: Node | None) -> None:
        self.parent = parent


@dataclass(slots=True, eq=False)
class Carrier:
    """A code that states have, and the fields that follow from it."""

    size: int
    place: Place = NOWHERE
    fields: list[Field] = field(default_factory=list)


@dataclass(slots=True, eq=False)
class Field:
    """What is kept for a node: the diagram for each code of its carrier; the only one where it has none."""

    node: Node
    values: list[int]
    carrier: Carrier | None = None


@dataclass(slots=True, eq=False)
class Made:
    """A new field, and how its codes come about: from ``first`` by a table for each carrier, for either value."""

    result: Field
    carriers: tuple[Carrier, ...]
    first: tuple[int, int]
    tables: list[list[list[int]]]

    @property
    def mortal(self) -> bool:
        """Whether it ends some states."""
        return DEAD in self.first or any(DEAD in row for table in self.tables for row in table)

    @property
    def cases(self) -> int:
        """How many codes the carriers have together, for both values."""
        return 2 * prod(carrier.size for carrier in self.carriers)

    def codes(self) -> list[int]:
        """Return the new code in each case."""
        found: list[int] = []
        for value, first in enumerate(self.first):
            codes = [first]
            for carrier, table in zip(self.carriers, self.tables, strict=True):
                size, row = carrier.size, table[value]
                codes = [
                    new
                    for code in codes
                    for new in (row[code * size : (code + 1) * size] if code != DEAD else [DEAD] * size)
                ]
            found += codes
        return found

    def chain(self, place: Place) -> Chain:
        """Return it as a part of a layer."""
        steps = [
            Step(carrier.place, carrier.size, np.array(table, dtype=np.int64).reshape(2, -1))
            for carrier, table in zip(self.carriers, self.tables, strict=True)
        ]
        return Chain(self.first, tuple(steps), place)


def carry(made: list[Made]) -> None:
    """Give each new field a carrier: its own, or that of another that comes about from the same and tells more."""
    alike: dict[tuple[Carrier, ...], list[Made]] = {}
    for one in made:
        if len(one.result.values) > 1:
            alike.setdefault(one.carriers, []).append(one)
    for some in alike.values():
        some.sort(key=lambda one: len(one.result.values), reverse=True)
        known: list[tuple[Carrier, list[int]]] = []
        few = len(some) > 1 and some[0].cases <= MOST_CASES
        codes = [one.codes() if few else [] for one in some]
        alive = [DEAD not in case for case in zip(*codes, strict=True)]
        for one, own in zip(some, codes, strict=True):
            result, own = one.result, [code for code, lives in zip(own, alive, strict=True) if lives]
            for carrier, its in known:
                follows = dict(zip(its, own, strict=True))
                if few and all(follows[code] == new for code, new in zip(its, own, strict=True)):
                    result.values = [result.values[follows.get(code, 0)] for code in range(carrier.size)]
                    result.carrier = carrier
                    break
            else:
                result.carrier = Carrier(len(result.values))
                known.append((result.carrier, own))
            result.carrier.fields.append(result)
