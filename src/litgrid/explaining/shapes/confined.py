"""Counting twice: what some rules need can only be in others, which have room for no more.

The blacks of k rows of a Gappy that are confined to k columns are all blacks of these columns (a *fish*, as solvers of
sudokus call it; the condition is that of P. Hall, 1935, with equality); the stars of a region that is confined to a row
are all stars of the row. No chain shows that: it takes a sum over rules.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import cache, cached_property, reduce
from itertools import chain
from operator import or_

import numpy as np

from litgrid.core.grid import BoolArray
from litgrid.core.technique import Technique
from litgrid.explaining.findings import Finding
from litgrid.explaining.laws import Book
from litgrid.explaining.state import State


def confined(state: State, ways: Iterable[tuple[int, Confinement]], wrong: Sequence[int]) -> Finding | None:
    """Return what follows as the fewest rules need all the room that others have, by the first technique of equals.

    ``ways``: techniques by their numbers, and the rules that they are about.
    """
    refutable, values = set(wrong), state.values.tolist()
    every = ((technique, confinement.find(values, refutable)) for technique, confinement in ways)
    found = [one._replace(technique=technique) for technique, one in every if one is not None]
    return min(found, key=lambda one: one.cost, default=None)


class Confinement:
    """Rules that may be confined, of a technique's first kind, and those that they may be confined to, of its last.

    Each is one count of cells, and not switched off.
    """

    def __init__(self, book: Book, technique: Technique, off: BoolArray | None) -> None:
        bounds, rule = book.bounds, book.rule
        alone: BoolArray = np.bincount(rule, minlength=book.counting) == 1
        alone[rule.repeat(bounds.lengths)[bounds.literals < 0]] = False
        if off is not None:
            alone &= ~off
        kinds: dict[str, list[int]] = {kind: [] for kind in technique.kinds}
        for name in np.flatnonzero(alone).tolist():
            kinds.get(book.kind(name), []).append(name)
        self.inside, self.most = kinds[technique.kinds[0]], technique.most
        names = {*chain.from_iterable(kinds.values())}
        count = {name: at for at, name in enumerate(rule.tolist()) if name in names}
        self.low, self.high = ({name: int(side[count[name]]) for name in names} for side in (bounds.low, bounds.high))
        self.cells = {name: sum(1 << cell for cell in book.cells(name)) for name in names}  # a bit a cell
        self.rooms: dict[int, list[int]] = {}  # of each cell, the rules that they may be confined to and that hold it
        for name in kinds[technique.kinds[-1]]:
            for cell in book.cells(name):
                self.rooms.setdefault(cell, []).append(name)

    def find(self, value: Sequence[int], wanted: Collection[int]) -> Finding | None:
        """Return the fewest rules that decide one of some literals, given as their opposites; ``None`` for none.

        >>> from litgrid.core.bounds import from_matrix
        >>> from litgrid.core.system import System
        >>> from litgrid.core.tables import Count
        >>> lines = np.array([[1, 2, 3], [4, 5, 6], [1, 4, 7], [2, 5, 8]])  # cell 3 is false, and so is cell 6
        >>> book = Book(System.of([Count("line", from_matrix(lines, 1, 1), str)]), 8)
        >>> fish = Technique("fish", ("line",), most=2, confined=True)
        >>> found = Confinement(book, fish, None).find([-1, -1, 0, -1, -1, 0, -1, -1], range(-8, 9))
        >>> found.rules, found.inside, found.literals, found.facts
        ((0, 1, 2, 3), 2, (-7, -8), (-3, -6))
        """
        true, unknown = (sum(1 << cell for cell, one in enumerate(value) if one == side) for side in (1, -1))
        left = {rule: self.high[rule] - (cells & true).bit_count() for rule, cells in self.cells.items()}
        need = {rule: self.low[rule] - (self.cells[rule] & true).bit_count() for rule in self.inside}
        opened = {rule: self.cells[rule] & unknown for rule in self.inside if need[rule] > 0}
        busy = sorted(opened, key=lambda rule: opened[rule].bit_count())
        most = max(need.values(), default=0)
        forced = {rule: self.forced(rule, opened[rule]) for rule in busy}
        least = {rule: sum(left[one] for one in rooms) for rule, rooms in forced.items()}

        def grown(
            inside: tuple[int, ...], taken: int, others: Sequence[int], room: tuple[int, ...], size: int, spare: int
        ) -> Finding | None:
            """Add rules to those that are confined to a room, ``size`` in all, which need ``spare`` beyond it.

            ``taken``: the cells of those.
            """
            if len(inside) == size:
                return self._judged(inside, room, true, unknown, wanted)
            for place, rule in enumerate(others, 1):
                if rule in room or self.cells[rule] & taken:
                    continue
                needed = spare + need[rule]
                free = needed + most * (size - len(inside) - 1)
                if least[rule] > free and sum(left[one] for one in forced[rule].difference(room)) > free:
                    continue
                now, also = (*inside, rule), taken | self.cells[rule]
                for more in self._covers(opened[rule], now, room, free, left):
                    beyond = needed - sum(left[one] for one in more[len(room) :])
                    found = grown(now, also, others[place:], more, size, beyond)
                    if found is not None:
                        return found
            return None

        for size in range(1, self.most + 1):
            found = grown((), 0, [rule for rule in busy if least[rule] <= most * size], (), size, 0)
            if found is not None:
                return found
        return None

    @cached_property
    def forced(self) -> Callable[[int, int], set[int]]:
        """Of some cells of a rule, the rules that any room for them has: they alone hold one of them."""

        def force(rule: int, cells: int) -> set[int]:
            others = ([other for other in self.rooms[cell] if other != rule] for cell in _places(cells))
            return {some[0] for some in others if len(some) == 1}

        return cache(force)

    def _covers(
        self, cells: int, inside: tuple[int, ...], room: tuple[int, ...], free: int, left: dict[int, int]
    ) -> Iterator[tuple[int, ...]]:
        """Yield the rules of a room, and such beside them as hold some cells too, with no more left than is free."""
        held = self._union(room)
        cells &= ~held
        if not cells:
            yield room
            return
        for rule in self.rooms[(cells & -cells).bit_length() - 1]:
            if left[rule] <= free and rule not in inside and not self.cells[rule] & held:
                yield from self._covers(cells, inside, (*room, rule), free - left[rule], left)

    def _union(self, rules: Iterable[int]) -> int:
        return reduce(or_, map(self.cells.__getitem__, rules), 0)

    def _judged(
        self, inside: tuple[int, ...], room: tuple[int, ...], true: int, unknown: int, wanted: Collection[int]
    ) -> Finding | None:
        """Return what follows, if the rules inside need all the room that there is."""
        needing, having = self._union(inside), self._union(room)
        outside, beside = needing & ~having, having & ~needing
        decided = tuple(-cell - 1 for cell in _places(beside & unknown))
        if not any(-literal in wanted for literal in decided):
            return None
        facts = tuple(cell + 1 if true >> cell & 1 else -cell - 1 for cell in _places(outside | beside & true))
        return Finding(decided, (*sorted(inside), *sorted(room)), facts, "confined", inside=len(inside))


def _places(cells: int) -> Iterator[int]:
    """Yield the numbers of some cells, each a bit."""
    while cells:
        yield (cells & -cells).bit_length() - 1
        cells &= cells - 1
