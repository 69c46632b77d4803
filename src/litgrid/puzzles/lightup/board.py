"""The inside of making Light Up: walls, and bulbs that light a board; what the numbers say, the kernel finds out.

*Filling*: any greedy filling with bulbs that do not see each other, until nothing is dark, is an answer. The rules are
laid as numbers, anew for other walls: of each run, then of each cell, which has to be lit or is a wall with a number.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from litgrid.kernel import cython
from litgrid.kernel.memory import Memory
from litgrid.kernel.rivals import NearRivals
from litgrid.kernel.rules import Rules
from litgrid.kernel.trail import Trail

if cython.compiled:
    import cython

UNKNOWN = cython.declare(cython.int, -1)
PART = cython.declare(cython.int, 40)
"""A wall is put for each part of the open cells that has about so many."""
PIECE = cython.declare(cython.int, 8)
"""So many open cells are filled anew together."""


class Lights:
    """A board that is made.

    Parameters
    ----------
    lines
        All cells row by row, and in the other half column by column, with -1 after each line.
    around
        Four a cell: its neighbours, -1 for none.
    images
        What each cell becomes by each image of the symmetry of the walls, image by image.
    order
        In which order cells get bulbs.
    most
        So many guesses are made about a cell.
    """

    trail: Trail
    rivals: NearRivals
    memory: Memory
    wall: npt.NDArray[np.int32]  # by cell: 1 for a wall
    number: npt.NDArray[np.int32]  # by cell: what a wall shows, -1 for nothing
    answer: npt.NDArray[np.int32]  # by cell: 1 for a bulb
    area: cython.int
    lined: cython.int  # how many numbers of lines there are
    runs: cython.int  # how many
    imaged: cython.int  # how many images of cells there are
    most: cython.int
    fewest: cython.int  # how many cells stay open by the bulbs
    walls: cython.p_int
    numbers: cython.p_int
    bulbs: cython.p_int
    lines: cython.p_int
    around: cython.p_int
    run: cython.p_int  # two a cell: the run across and the run down
    lit: cython.p_int  # by cell: whether a bulb lights it, or it is a wall
    marks: cython.p_int  # by cell
    spare: cython.p_int  # by cell: an answer
    flooded: cython.p_int  # cells
    opened: cython.p_int  # by cell: whether it stays open by the bulbs
    images: cython.p_int
    order: cython.p_int

    def __init__(
        self,
        lines: npt.NDArray[np.int32],
        around: npt.NDArray[np.int32],
        images: npt.NDArray[np.int32],
        order: npt.NDArray[np.int32],
        most: int,
    ) -> None:
        area, none = order.size, np.empty(0, dtype=np.int32)
        self.memory = memory = Memory()
        self.wall, self.number, self.answer = (np.zeros(area, dtype=np.int32) for _ in range(3))
        self.walls, self.numbers = memory.ints(self.wall), memory.ints(self.number)
        self.bulbs, self.order = memory.ints(self.answer), memory.ints(order)
        self.lines, self.around, self.images = memory.ints(lines), memory.ints(around), memory.ints(images)
        self.run, self.lit, self.marks = memory.zeros(2 * area), memory.zeros(area), memory.zeros(area)
        self.spare, self.flooded, self.opened = memory.zeros(area), memory.zeros(area), memory.zeros(area)
        self.area, self.lined, self.imaged, self.most = area, lines.size, images.size, most
        self.runs = self.fewest = 0
        free = np.zeros(3 * area + 1, dtype=np.int32)
        rules = Rules(area, none, free, np.arange(3 * area, dtype=np.int32), 3 * area, none, free[:1], none)
        rules.grow(4 * area)
        self.trail = Trail(rules, free[1:], free[1:])
        self.rivals = NearRivals(self.trail, self.answer)

    def lay(self) -> cython.bint:  # noqa: C901 - of runs, of walls, of cells that are to be lit
        """Lay the rules of the walls, and bulbs where it is dark then; return whether none sees another."""
        literals: cython.p_int = self.trail.rules.literals
        starts: cython.p_int = self.trail.rules.starts
        needed: cython.longlong = 4 * self.area
        run: cython.int = -1
        size: cython.int = 0
        end: cython.int = 0
        at: cython.int
        cell: cython.int
        for at in range(self.lined):
            cell = self.lines[at]
            if cell < 0 or self.walls[cell] == 1:
                size = 0
                continue
            if size == 0:
                run += 1
                starts[run] = end
            size += 1
            needed += 2 * size  # one cell more is in the rule of its run, and once more in those of all its cells
            self.run[2 * cell + (2 * at >= self.lined)] = run
            literals[end] = cell + 1
            end += 1
        if needed > self.trail.rules.room:
            self.trail.rules.grow(needed)
            return self.lay()
        self.runs = run + 1
        for cell in range(self.area):
            starts[self.runs + cell] = end
            if self.walls[cell] == 1:
                for at in range(4 * cell, 4 * cell + 4):
                    if self.around[at] >= 0 and self.walls[self.around[at]] == 0:
                        literals[end] = self.around[at] + 1
                        end += 1
                continue
            for run in range(2 * cell, 2 * cell + 2):
                for at in range(starts[self.run[run]], starts[self.run[run] + 1]):
                    if run == 2 * cell or literals[at] != cell + 1:
                        literals[end] = literals[at]
                        end += 1
        starts[self.runs + self.area] = end
        self.trail.rules.counts = self.runs + self.area
        self.trail.rules.index()
        return self.fill(0)

    def put_bulb(self, cell: cython.int) -> cython.void:
        """Put a bulb, and light all that it lights."""
        at: cython.int
        self.bulbs[cell] = 1
        for at in range(self.trail.rules.starts[self.runs + cell], self.trail.rules.starts[self.runs + cell + 1]):
            self.lit[self.trail.rules.literals[at] - 1] = 1

    def fill(self, first: cython.int) -> cython.bint:
        """Put bulbs, in the order from ``first`` on and round, wherever it is dark, and number all walls.

        False where two bulbs see each other.
        """
        cell: cython.int
        index: cython.int
        for cell in range(self.area):
            self.lit[cell] = self.walls[cell]
        for cell in range(self.area):
            if self.walls[cell] == 1:
                self.bulbs[cell] = 0
            elif self.bulbs[cell] == 1:
                if self.lit[cell] == 1:
                    return False
                self.put_bulb(cell)
        for index in range(self.area):
            cell = self.order[(first + index) % self.area]
            if self.lit[cell] == 0:
                self.put_bulb(cell)
        for cell in range(self.area):
            self.numbers[cell] = self.bulbs_of(cell) if self.walls[cell] == 1 else -1
        return True

    def bulbs_of(self, cell: cython.int) -> cython.int:
        """Return how many bulbs a cell's rule counts."""
        bulbs: cython.int = 0
        at: cython.int
        for at in range(self.trail.rules.starts[self.runs + cell], self.trail.rules.starts[self.runs + cell + 1]):
            bulbs += self.bulbs[self.trail.rules.literals[at] - 1]
        return bulbs

    def begin(self, numbered: cython.bint = True) -> cython.int:
        """Know what single rules decide, of numbers as well where that is wanted; return how many cells stay open."""
        low: cython.p_int = self.trail.low
        high: cython.p_int = self.trail.high
        count: cython.int
        cell: cython.int
        for count in range(self.runs):
            low[count] = 0
            high[count] = 1
        for cell in range(self.area):
            count = self.runs + cell
            low[count] = 1 - self.walls[cell]
            high[count] = self.trail.rules.starts[count + 1] - self.trail.rules.starts[count]
            if numbered and self.numbers[cell] >= 0:
                low[count] = self.numbers[cell]
                high[count] = self.numbers[cell]
        self.trail.begin()
        for cell in range(self.area):
            self.marks[cell] = 0
            if self.walls[cell] == 1:
                self.trail.push(-cell - 1, -1, 0)
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
            if self.walls[self.images[place]] != wall:
                self.walls[self.images[place]] = wall
                changed += 1
            place += self.area
        return changed

    def mark(self, cell: cython.int, end: cython.int) -> cython.int:
        """Mark cells of a cell's rule that are open and were not marked; return where the marked ones end."""
        at: cython.int
        for at in range(self.trail.rules.starts[self.runs + cell], self.trail.rules.starts[self.runs + cell + 1]):
            other: cython.int = self.trail.rules.literals[at] - 1
            if self.opened[other] == 1 and self.marks[other] == 0:
                self.marks[other] = 1
                self.flooded[end] = other
                end += 1
        return end

    def flood(self, cell: cython.int, most: cython.int) -> cython.int:
        """Mark open cells that hang together with one by runs and walls, about ``most``; return how many there are."""
        first: cython.int = 0
        end: cython.int = 1
        at: cython.int
        self.marks[cell] = 1
        self.flooded[0] = cell
        while first < end and first < most:
            cell = self.flooded[first]
            first += 1
            end = self.mark(cell, end)
            for at in range(4 * cell, 4 * cell + 4):
                if self.around[at] >= 0 and self.walls[self.around[at]] == 1:
                    end = self.mark(self.around[at], end)
        return end

    def shuffle(self, cell: cython.int, first: cython.int) -> cython.int:
        """Fill anew what stays open around a cell, if no more cells stay open by it; return how many do.

        The cell is the next open one, which is turned round, and the new bulbs go where it is dark, by the order from
        ``first`` on: another one each time. The walls stay. After :meth:`look`.
        """
        other: cython.int
        place: cython.int
        while not self.opened[cell]:
            cell = (cell + 1) % self.area
        for other in range(self.area):
            self.marks[other] = 0
            self.spare[other] = self.bulbs[other]
        for place in range(self.flood(cell, PIECE)):
            self.bulbs[self.flooded[place]] = 0
        if self.spare[cell] == 0:
            count: cython.int = self.runs + cell
            for place in range(self.trail.rules.starts[count], self.trail.rules.starts[count + 1]):
                self.bulbs[self.trail.rules.literals[place] - 1] = 0
            self.bulbs[cell] = 1
        self.fill(first)
        if self.begin(True) > self.fewest:
            for other in range(self.area):
                self.bulbs[other] = self.spare[other]
            self.fill(0)
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
