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
ROUNDS = cython.declare(cython.int, 100)
"""After so many rounds of more walls it is given up."""
PIECE = cython.declare(cython.int, 8)
"""So many open cells are filled anew together."""
UNFINISHED = cython.declare(cython.int, -1)


class Lights:
    """A board that is made.

    Parameters
    ----------
    rows, columns
        Its size.
    around
        Four a cell: its neighbours, -1 for none.
    images
        What each cell becomes by each image of the symmetry of the walls, image by image.
    bulbs, walls
        In which order cells get bulbs and walls.
    luck
        Two numbers for each turn of :meth:`shuffle`.
    most
        So many guesses are made about a cell.
    """

    trail: Trail
    rivals: NearRivals
    memory: Memory
    wall: npt.NDArray[np.int32]  # by cell: 1 for a wall
    number: npt.NDArray[np.int32]  # by cell: what a wall shows, -1 for nothing
    answer: npt.NDArray[np.int32]  # by cell: 1 for a bulb
    rows: cython.int
    columns: cython.int
    area: cython.int
    runs: cython.int  # how many
    imaged: cython.int  # how many images of cells there are
    most: cython.int
    rounds: cython.int  # of putting walls
    at: cython.int  # which cell of the order is next in one
    walls: cython.p_int
    numbers: cython.p_int
    bulbs: cython.p_int
    around: cython.p_int
    run: cython.p_int  # two a cell: the run across and the run down, -1 for a wall
    cells: cython.p_int  # run by run
    starts: cython.p_int  # by run
    home: cython.p_int  # by run: its bulb in the answer, -1 for none
    marks: cython.p_int  # by cell
    spare: cython.p_int  # by cell: an answer
    flooded: cython.p_int  # cells
    opened: cython.p_int  # by cell: whether it stays open
    parts: cython.p_int  # cells
    images: cython.p_int
    order: cython.p_int
    wall_order: cython.p_int
    luck: cython.p_int

    def __init__(
        self,
        rows: int,
        columns: int,
        around: npt.NDArray[np.int32],
        images: npt.NDArray[np.int32],
        bulbs: npt.NDArray[np.int32],
        walls: npt.NDArray[np.int32],
        luck: npt.NDArray[np.int32],
        most: int,
    ) -> None:
        area, none = rows * columns, np.empty(0, dtype=np.int32)
        self.memory = memory = Memory()
        self.wall, self.number, self.answer = (np.zeros(area, dtype=np.int32) for _ in range(3))
        self.walls, self.numbers = memory.ints(self.wall), memory.ints(self.number)
        self.bulbs, self.order = memory.ints(self.answer), memory.copy(bulbs)
        self.around, self.images = memory.copy(around), memory.copy(images)
        self.wall_order, self.luck = memory.copy(walls), memory.copy(luck)
        self.run, self.cells = memory.zeros(2 * area), memory.zeros(2 * area)
        self.starts, self.home = memory.zeros(2 * area + 1), memory.zeros(2 * area)
        self.marks, self.spare, self.flooded = memory.zeros(area), memory.zeros(area), memory.zeros(area)
        self.parts, self.opened = memory.zeros(area), memory.zeros(area)
        self.rows, self.columns, self.area, self.imaged, self.most = rows, columns, area, images.size, most
        self.runs = self.rounds = self.at = 0
        counts, free = np.arange(3 * area, dtype=np.int32), np.zeros(3 * area, dtype=np.int32)
        rules = Rules(area, none, np.zeros(3 * area + 1, dtype=np.int32), counts, counts.size, none, free[:1], none)
        self.trail = Trail(rules, free, free)
        self.rivals = NearRivals(self.trail, self.answer)

    # What Python asks

    def prepare(self, target: int) -> None:
        """Put about so many walls, and bulbs for those that there are."""
        self.scatter(target)
        self.lay()
        self.fill(0)

    def begin(self, numbered: bool = True) -> int:
        """Know what single rules decide, of numbers as well where that is wanted; return how many cells stay open."""
        return self.begun(numbered)

    def counts(self, walls: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """Return which counts the numbers of walls are."""
        return walls + self.runs

    def shuffle(self, first: cython.int, last: cython.int) -> int:
        """Fill parts that stay open anew, while no more cells stay open by it; return how many do. The walls stay.

        These are the turns from ``first`` to ``last``.
        """
        left: cython.int
        with cython.nogil:
            left = self.shuffled(first, last)
        return left

    def only(self, first: cython.int, last: cython.int) -> bool:
        """Return whether what is open, of a part of an order, can only be as in the answer, and know it.

        False also where that takes too many guesses.
        """
        found: cython.bint
        with cython.nogil:
            found = self.alone(first, last)
        return found

    def repair(self, deep: cython.bint, steps: cython.int) -> int:
        """Put walls on cells that stay open, one for each part, until none do: 1; 0 where that comes to no end.

        After a look at ``steps`` cells it is -1; called again, it goes on from there. ``deep``: cells that are the same
        in all answers are known, else those that single rules decide.
        """
        done: cython.int
        with cython.nogil:
            done = self.repaired(deep, steps)
        return done

    def clear(self, first: cython.int, last: cython.int, target: cython.int, deep: cython.bint) -> int:
        """Take walls away, down to ``target``, where what is left still suffices; return how many there are.

        Asked are those from ``first`` to ``last`` in the order.
        """
        walls: cython.int
        with cython.nogil:
            walls = self.cleared(first, last, target, deep)
        return walls

    # The inside

    def lay(self) -> cython.int:
        """Give the runs between the walls their numbers, and lay the rules of these walls."""
        run: cython.int = -1
        end: cython.int = 0
        way: cython.int
        line: cython.int
        at: cython.int
        cell: cython.int
        for way in range(2):
            lines: cython.int = self.columns if way else self.rows
            length: cython.int = self.rows if way else self.columns
            for line in range(lines):
                opened: cython.bint = False
                for at in range(length):
                    cell = at * lines + line if way else line * length + at
                    if self.walls[cell] == 1:
                        opened = False
                        self.run[2 * cell + way] = -1
                        continue
                    if not opened:
                        opened = True
                        run += 1
                        self.starts[run] = end
                    self.run[2 * cell + way] = run
                    self.cells[end] = cell
                    end += 1
        self.runs = run + 1
        self.starts[self.runs] = end
        needed: cython.longlong = 4 * self.area
        for run in range(self.runs):
            length = self.starts[run + 1] - self.starts[run]
            needed += length * (length + 1)
        if needed > self.trail.rules.room:
            with cython.gil:
                self.trail.rules.grow(needed)
        self.write()
        return 0

    def write(self) -> cython.void:
        """Write the rules."""
        literals: cython.p_int = self.trail.rules.literals
        starts: cython.p_int = self.trail.rules.starts
        end: cython.int = 0
        run: cython.int
        cell: cython.int
        way: cython.int
        at: cython.int
        for run in range(self.runs):
            starts[run] = end
            for at in range(self.starts[run], self.starts[run + 1]):
                literals[end] = self.cells[at] + 1
                end += 1
        for cell in range(self.area):
            starts[self.runs + cell] = end
            if self.walls[cell] == 1:
                for at in range(4 * cell, 4 * cell + 4):
                    if self.around[at] >= 0 and self.walls[self.around[at]] == 0:
                        literals[end] = self.around[at] + 1
                        end += 1
                continue
            for way in range(2):
                run = self.run[2 * cell + way]
                for at in range(self.starts[run], self.starts[run + 1]):
                    if way == 0 or self.cells[at] != cell:
                        literals[end] = self.cells[at] + 1
                        end += 1
        starts[self.runs + self.area] = end
        self.trail.rules.counts = self.runs + self.area
        self.trail.rules.index()

    def fill(self, first: cython.int) -> cython.bint:
        """Put bulbs, in the order from ``first`` on and round, wherever it is dark, and number all walls.

        False where two bulbs see each other.
        """
        run: cython.int
        cell: cython.int
        way: cython.int
        index: cython.int
        for run in range(self.runs):
            self.home[run] = -1
        for cell in range(self.area):
            if self.walls[cell] == 1:
                self.bulbs[cell] = 0
            elif self.bulbs[cell] == 1:
                for way in range(2):
                    if self.home[self.run[2 * cell + way]] >= 0:
                        return False
                    self.home[self.run[2 * cell + way]] = cell
        for index in range(self.area):
            cell = self.order[(first + index) % self.area]
            if self.walls[cell] == 0 and self.home[self.run[2 * cell]] < 0 and self.home[self.run[2 * cell + 1]] < 0:
                self.bulbs[cell] = 1
                self.home[self.run[2 * cell]] = cell
                self.home[self.run[2 * cell + 1]] = cell
        self.count()
        return True

    def count(self) -> cython.void:
        """Give walls the numbers of the bulbs around them."""
        cell: cython.int
        at: cython.int
        for cell in range(self.area):
            self.numbers[cell] = -1
            if self.walls[cell] == 1:
                self.numbers[cell] = 0
                for at in range(4 * cell, 4 * cell + 4):
                    if self.around[at] >= 0:
                        self.numbers[cell] += self.bulbs[self.around[at]]

    def begun(self, numbered: cython.bint) -> cython.int:
        """As :meth:`begin`."""
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
            if self.walls[cell] == 1:
                self.trail.push(-cell - 1, -1, 0)
        self.trail.settle()
        return self.area - self.trail.end

    def look(self) -> cython.void:
        """Keep which cells stay open, whatever becomes known later."""
        cell: cython.int
        for cell in range(self.area):
            self.opened[cell] = self.is_open(cell)

    def is_open(self, cell: cython.int) -> cython.bint:
        """Whether a cell is not known."""
        return self.trail.values[self.area + cell + 1] == UNKNOWN

    def alone(self, first: cython.int, last: cython.int) -> cython.bint:
        """As :meth:`only`."""
        index: cython.int
        for index in range(first, last):
            cell: cython.int = self.order[index]
            if self.is_open(cell):
                if self.rivals.differ(cell + 1, self.most) != 0:
                    return False
                self.rivals.settle(cell + 1)
        return True

    def narrow(self, first: cython.int, last: cython.int) -> cython.void:
        """Know what has one value in all answers, of a part of the order; its beginning comes first."""
        index: cython.int
        cell: cython.int
        place: cython.int
        if first == 0:
            for cell in range(self.area):
                self.marks[cell] = 0
        for index in range(first, last):
            cell = self.order[index]
            if not self.is_open(cell) or self.marks[cell] == 1:
                continue
            base: cython.int = self.trail.end
            found: cython.int = self.rivals.differ(cell + 1, self.most)
            if found == 0:
                self.rivals.settle(cell + 1)
            elif found == 1:
                # What differs in the rival need not be asked.
                for place in range(base, self.trail.end):
                    if self.rivals.wish(self.trail.trail[place]) == 0:
                        self.marks[abs(self.trail.trail[place]) - 1] = 1
                self.trail.undo(base)

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

    def scatter(self, target: cython.int) -> cython.void:
        """Put walls, in their order, with all their images, until there are about ``target``."""
        walls: cython.int = 0
        index: cython.int
        for index in range(self.area):
            cell: cython.int = self.wall_order[index]
            if walls < target and self.walls[cell] == 0:
                added: cython.int = self.put(cell, 1)
                if walls + added > target:
                    self.put(cell, 0)
                else:
                    walls += added

    def mark(self, cell: cython.int, end: cython.int) -> cython.int:
        """Mark a cell that is open and was not marked; return where the marked ones end."""
        if self.opened[cell] and self.marks[cell] == 0:
            self.marks[cell] = 1
            self.flooded[end] = cell
            end += 1
        return end

    def flood(self, cell: cython.int, most: cython.int) -> cython.int:
        """Mark open cells that hang together with one by runs and walls, about ``most``; return how many there are."""
        first: cython.int = 0
        end: cython.int = self.mark(cell, 0)
        way: cython.int
        at: cython.int
        beside: cython.int
        while first < end and first < most:
            cell = self.flooded[first]
            first += 1
            for way in range(2):
                run: cython.int = self.run[2 * cell + way]
                for at in range(self.starts[run], self.starts[run + 1]):
                    end = self.mark(self.cells[at], end)
            for at in range(4 * cell, 4 * cell + 4):
                wall: cython.int = self.around[at]
                if wall >= 0 and self.walls[wall] == 1:
                    for beside in range(4 * wall, 4 * wall + 4):
                        if self.around[beside] >= 0:
                            end = self.mark(self.around[beside], end)
        return end

    def shuffled(self, first: cython.int, last: cython.int) -> cython.int:
        """As :meth:`shuffle`."""
        fewest: cython.int = self.begun(True)
        self.look()
        turn: cython.int
        other: cython.int
        for turn in range(first, last):
            if fewest == 0:
                break
            cell: cython.int = self.luck[2 * turn] % self.area
            while not self.opened[cell]:
                cell = (cell + 1) % self.area
            for other in range(self.area):
                self.marks[other] = 0
                self.spare[other] = self.bulbs[other]
            self.empty(cell)
            # Another order each time, the same cells first: the new bulbs go where it is dark.
            self.fill(self.luck[2 * turn + 1] % self.area)
            left: cython.int = self.begun(True)
            if left > fewest:
                for other in range(self.area):
                    self.bulbs[other] = self.spare[other]
                self.fill(0)
            else:
                fewest = left
                self.look()
        return fewest

    def empty(self, cell: cython.int) -> cython.void:
        """Take the bulbs away of what is open around a cell, which is turned round."""
        place: cython.int
        way: cython.int
        for place in range(self.flood(cell, PIECE)):
            self.bulbs[self.flooded[place]] = 0
        self.bulbs[cell] = 1 - self.spare[cell]
        for way in range(2):
            run: cython.int = self.run[2 * cell + way]
            for place in range(self.starts[run], self.starts[run + 1]):
                if self.cells[place] != cell and self.bulbs[cell] == 1:
                    self.bulbs[self.cells[place]] = 0

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
                self.parts[parts] = cell
                parts += 1
        for index in range(parts):
            self.put(self.parts[index], 1)
        return parts

    def repaired(self, deep: cython.bint, steps: cython.int) -> cython.int:
        """As :meth:`repair`."""
        while self.rounds < ROUNDS:
            if self.at == 0:
                self.lay()
                self.fill(0)
                if self.begun(True) == 0:
                    return 1
            if deep:
                last: cython.int = min(self.at + steps, self.area)
                self.narrow(self.at, last)
                steps -= last - self.at
                self.at = last
                if last < self.area:
                    return UNFINISHED
            self.rounds += 1
            self.at = 0
            if self.part() == 0:
                return 1
        return 0

    def cleared(self, first: cython.int, last: cython.int, target: cython.int, deep: cython.bint) -> cython.int:
        """As :meth:`clear`."""
        walls: cython.int = 0
        index: cython.int
        cell: cython.int
        for cell in range(self.area):
            walls += self.walls[cell]
        for index in range(first, last):
            cell = self.order[index]
            if walls <= target:
                break
            if self.walls[cell] == 0:
                continue
            gone: cython.int = self.put(cell, 0)
            self.lay()
            if self.fill(0) and (self.begun(True) == 0 or (deep and self.alone(0, self.area))):
                walls -= gone
            else:
                self.put(cell, 1)
        self.lay()
        self.fill(0)
        return walls
