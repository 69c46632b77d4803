"""The inside of making boards with walls: walls, an answer, and what rules say of both; whose rules, it does not know.

A kind says which lists of :class:`litgrid.kernel.spans.Spans` it counts, how many are true, and which cells a number in
a wall counts. These counts are laid anew for other walls. The answer has a true cell wherever one may be.
"""

from __future__ import annotations

import numpy as np

from litgrid.kernel import cython
from litgrid.kernel.memory import Memory
from litgrid.kernel.rivals import NearRivals
from litgrid.kernel.rules import Numbers, Rules
from litgrid.kernel.spans import Spans
from litgrid.kernel.trail import Trail

if cython.compiled:
    import cython

EVER = cython.declare(cython.int, 1 << 30)
ASSUMED = cython.declare(cython.int, -1)
FREE = cython.declare(cython.int, 0)
UNKNOWN = cython.declare(cython.int, -1)
PART = cython.declare(cython.int, 40)
"""A wall is put for each part of the open cells that has about so many."""
PIECE = cython.declare(cython.int, 16)
"""So many open cells are filled anew together."""


class Walled:
    """A board that is made.

    Parameters
    ----------
    spans
        The board, on which walls may be.
    sorts, low, high
        Of each rule, the sort of the lists that it counts, and how many are true in each; -1: as many as there are.
    near
        So many a cell: those that a number there counts, if they are open, -1 for none.
    images
        What each cell becomes by each image of the symmetry of the walls, image by image.
    order
        In which order cells become true.
    most
        So many guesses are made about a cell.
    """

    def __init__(
        self,
        spans: Spans,
        sorts: Numbers,
        low: Numbers,
        high: Numbers,
        near: Numbers,
        images: Numbers,
        order: Numbers,
        most: int,
    ) -> None:
        area, none = order.size, np.empty(0, dtype=np.int32)
        self.memory = memory = Memory()
        self.spans, self.area, self.rules, self.around = spans, area, sorts.size, near.size // area
        self.imaged, self.most, self.fewest = images.size, most, 0
        self.number, self.answer, self.count = (np.zeros(area, dtype=np.int32) for _ in range(3))
        self.numbers, self.true = memory.ints(self.number), memory.ints(self.answer)
        self.counts = memory.ints(self.count)
        self.sorts, self.low, self.high = memory.copy(sorts), memory.copy(low), memory.copy(high)
        self.near, self.images, self.order = memory.copy(near), memory.copy(images), memory.copy(order)
        self.marks, self.spare, self.flooded = memory.zeros(area), memory.zeros(area), memory.zeros(area)
        self.opened = memory.zeros(area)
        counts = 2 * area * sorts.size + area
        free = np.zeros(counts + 1, dtype=np.int32)
        rules = Rules(area, none, free, np.arange(counts, dtype=np.int32), counts, none, free[:1], none)
        self.trail = Trail(rules, free[1:], free[1:])
        self.rivals = NearRivals(self.trail, self.answer)

    def lay(self) -> cython.bint:
        """Lay the rules of the walls, and fill the board; return whether that could be."""
        rules: Rules = self.trail.rules
        needed: cython.longlong = self.area * self.around
        rule: cython.int
        cell: cython.int
        at: cython.int
        self.spans.survey()
        for rule in range(self.rules):
            needed += self.spans.room(self.sorts[rule])
        if needed > rules.room:
            rules.grow(needed)
        first: cython.int = 0
        count: cython.int = 0
        for rule in range(self.rules):
            count = self.spans.lay(self.sorts[rule], rules.literals, rules.starts, first)
            for at in range(first, count):
                self.trail.low[at] = self.low[rule]
                self.trail.high[at] = self.high[rule]
                if self.high[rule] < 0:
                    self.trail.high[at] = rules.starts[at + 1] - rules.starts[at]
            first = count
        for cell in range(self.area):
            if self.spans.walls[cell]:
                self.true[cell] = 0
                end: cython.int = rules.starts[count]
                for at in range(self.around * cell, self.around * (cell + 1)):
                    if self.near[at] >= 0 and not self.spans.walls[self.near[at]]:
                        rules.literals[end] = self.near[at] + 1
                        end += 1
                self.counts[cell] = count
                count += 1
                rules.starts[count] = end
        rules.counts = count
        rules.index()
        return self.fill(0, -1)

    def fill(self, first: cython.int, changed: cython.int) -> cython.bint:
        """Make true what the answer has, and in the order from ``first`` on and round what still may be.

        ``changed`` becomes true before all, -1 for none, and what then must not be goes. Where it must go without that,
        the answer stays as it is. Returns whether it was filled.
        """
        cell: cython.int
        index: cython.int
        self.begin(False)
        if changed >= 0:
            self.become_true(changed)
        for cell in range(self.area):
            if self.true[cell]:
                self.become_true(cell)
                if changed < 0 and self.trail.values[self.area + cell + 1] != 1:
                    return False
        for index in range(first, self.area):
            self.become_true(self.order[index])
        for index in range(first):
            self.become_true(self.order[index])
        for cell in range(self.area):
            self.true[cell] = self.trail.values[self.area + cell + 1]
        self.show()
        return True

    def become_true(self, cell: cython.int) -> cython.void:
        """Make a cell true, if it is open."""
        if self.is_open(cell):
            self.trail.push(cell + 1, ASSUMED, 0)
            self.trail.spread(EVER, FREE)

    def show(self) -> cython.void:
        """Write the numbers of all walls, as the answer has them."""
        rules: Rules = self.trail.rules
        cell: cython.int
        at: cython.int
        for cell in range(self.area):
            self.numbers[cell] = -1
            if self.spans.walls[cell]:
                self.numbers[cell] = 0
                for at in range(rules.starts[self.counts[cell]], rules.starts[self.counts[cell] + 1]):
                    self.numbers[cell] += self.true[rules.literals[at] - 1]

    def begin(self, numbered: cython.bint = True) -> cython.int:
        """Know what single rules decide, of numbers as well where that is wanted; return how many cells stay open."""
        low: cython.p_int = self.trail.low
        high: cython.p_int = self.trail.high
        starts: cython.p_int = self.trail.rules.starts
        cell: cython.int
        for cell in range(self.area):
            self.marks[cell] = 0
            if self.spans.walls[cell]:
                count: cython.int = self.counts[cell]
                shown: cython.bint = numbered and self.numbers[cell] >= 0
                low[count] = self.numbers[cell] if shown else 0
                high[count] = self.numbers[cell] if shown else starts[count + 1] - starts[count]
        self.trail.begin()
        self.trail.settle()
        return self.area - self.trail.end

    def look(self) -> cython.int:
        """Keep which cells stay open, whatever becomes known later; return how many do."""
        cell: cython.int
        for cell in range(self.area):
            self.opened[cell] = self.is_open(cell)
        self.fewest = self.area - self.trail.end
        return self.fewest

    def is_open(self, cell: cython.int) -> cython.bint:
        """Whether a cell is not known."""
        return self.trail.values[self.area + cell + 1] == UNKNOWN

    def differs(self, cell: cython.int) -> cython.bint:
        """Return whether a cell has another value in another answer, or that takes too many guesses; else it is known.

        What else differs there is marked, and is not asked about.
        """
        place: cython.int
        if not self.is_open(cell) or self.marks[cell] == 1:
            return self.marks[cell] == 1
        base: cython.int = self.trail.end
        found: cython.int = self.rivals.differ(cell + 1, self.most)
        if found == 0:
            self.rivals.settle(cell + 1)
        for place in range(base, self.trail.end):
            if found == 1 and self.rivals.wish(self.trail.trail[place]) == 0:
                self.marks[abs(self.trail.trail[place]) - 1] = 1
        if found == 1:
            self.trail.undo(base)
        return found != 0

    def put(self, cell: cython.int, wall: cython.int) -> cython.int:
        """Put walls on all images of a cell, or take them away; return how many changed."""
        changed: cython.int = 0
        place: cython.int = cell
        while place < self.imaged:
            if self.spans.walls[self.images[place]] != wall:
                self.spans.walls[self.images[place]] = wall
                changed += 1
            place += self.area
        return changed

    def flood(self, cell: cython.int, most: cython.int) -> cython.int:
        """Mark open cells that hang together with one by counts, about ``most``; return how many there are."""
        rules: Rules = self.trail.rules
        first: cython.int = 0
        end: cython.int = 1
        index: cython.int
        at: cython.int
        self.marks[cell] = 1
        self.flooded[0] = cell
        while first < end < most:
            cell = self.flooded[first]
            first += 1
            for index in range(rules.occurs_starts[cell + 1], rules.occurs_starts[cell + 2]):
                count: cython.int = rules.occurs[index] >> 1
                for at in range(rules.starts[count], rules.starts[count + 1]):
                    other: cython.int = rules.literals[at] - 1
                    if self.opened[other] and not self.marks[other]:
                        self.marks[other] = 1
                        self.flooded[end] = other
                        end += 1
        return end

    def shuffle(self, cell: cython.int, first: cython.int) -> cython.int:
        """Fill anew what stays open around a cell, if no more cells stay open by it; return how many do.

        The cell is the next open one, which is turned round, and what becomes true then goes by the order from
        ``first`` on: another one each time. The walls stay. After :meth:`look`.
        """
        other: cython.int
        place: cython.int
        while not self.opened[cell]:
            cell = (cell + 1) % self.area
        for other in range(self.area):
            self.marks[other] = 0
            self.spare[other] = self.true[other]
        for place in range(self.flood(cell, PIECE)):
            self.true[self.flooded[place]] = 0
        self.fill(first, -1 if self.spare[cell] else cell)
        other = 0
        while other < self.area and self.true[other] == self.spare[other]:
            other += 1
        if other == self.area:
            return self.fewest
        if self.begin(True) > self.fewest:
            for other in range(self.area):
                self.true[other] = self.spare[other]
            self.show()
        else:
            self.look()
        return self.fewest

    def part(self) -> cython.int:
        """Put a wall on one cell of each part that stays open; return how many parts there are."""
        parts: cython.int = 0
        index: cython.int
        cell: cython.int
        self.look()
        for cell in range(self.area):
            self.marks[cell] = 0
        for index in range(self.area - 1, -1, -1):
            cell = self.order[index]
            if self.is_open(cell) and self.marks[cell] == 0:
                self.flood(cell, PART)
                self.spare[parts] = cell
                parts += 1
        for index in range(parts):
            self.put(self.spare[index], 1)
        return parts
