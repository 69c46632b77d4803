"""Counts that numbers between 0 and 1 meet: the dual simplex method (C. E. Lemke, 1954).

A table says of each variable of a *row* which sum it is of those of the *columns*, which are at one of their ends. Step
by step a row that is beyond its ends is brought to the nearer one: the columns that cost least go first, each to its
other end; the last one goes so far as it has to, and changes places with the row. Variables are the cells, the counts,
and the cost, which is the first row; a count joins when it is first broken. The next row is the furthest beyond its
ends for the length of its sum, of which a bound is kept (P. M. J. Harris, 1973). Numbers are rounded: what is found is
to be checked.
"""

from __future__ import annotations

import numpy as np

from litgrid.kernel import cython
from litgrid.kernel.memory import Memory
from litgrid.kernel.rules import Numbers

if cython.compiled:
    import cython

BROKEN = cython.declare(cython.double, 1e-6)
"""A variable is beyond an end by more than this."""
NOTHING = cython.declare(cython.double, 1e-9)
"""A number below this is taken for 0."""
NOWHERE = cython.declare(cython.int, -(1 << 30))
"""The place of a count that has not joined."""
GOLDEN = 0.6180339887498949
UNFINISHED = cython.declare(cython.int, -1)


class Simplex:
    """Numbers for cells, and which counts they are to meet.

    Parameters
    ----------
    cells
        How many there are.
    literals, starts
        Of counts, as in :class:`litgrid.core.bounds.Bounds`.
    low, high
        Of each count, how much its cells may come to, those of negative literals taken off.

    Examples
    --------
    One of each two of three cells is met by halves:

    >>> import numpy as np
    >>> simplex = Simplex(3, np.array([1, 2, 2, 3, 1, 3]), np.array([0, 2, 4, 6]), np.ones(3), np.ones(3))
    >>> simplex.relax(100), simplex.values[:3].tolist()
    (1, [0.5, 0.5, 0.5])

    If the first is 1, nothing meets them:

    >>> simplex.bound(0, 1, 1)
    >>> simplex.relax(100)
    0
    """

    def __init__(self, cells: int, literals: Numbers, starts: Numbers, low: Numbers, high: Numbers) -> None:
        counts, self.memory = low.size, (memory := Memory())
        self.cells, self.counts, self.broken, self.steps, self.size = cells, counts, -1, 0, 1
        self.literals, self.starts = memory.copy(literals), memory.copy(starts)
        self.low = memory.doubles(np.concatenate([np.zeros(cells), low, [-np.inf]]))
        self.high = memory.doubles(np.concatenate([np.ones(cells), high, [np.inf]]))
        self.values = np.zeros(cells + counts + 1)
        self.value = memory.doubles(self.values)
        self.weight, self.ratio = memory.doubles(np.ones(counts + 1)), memory.doubles(np.zeros(cells))
        table = np.zeros((counts + 1) * cells)
        # Costs that differ: no two cells are then the next to go.
        table[:cells] = 1 + np.arange(cells) * GOLDEN % 1
        self.table = memory.doubles(table)
        self.rows, self.columns = memory.zeros(counts + 1), memory.copy(np.arange(cells))
        self.rows[0] = cells + counts
        place = np.full(cells + counts + 1, NOWHERE)
        place[:cells] = -1 - np.arange(cells)
        self.place = memory.copy(place)

    # What Python asks

    def relax(self, steps: cython.int) -> int:
        """Return 1 where numbers meet all counts, 0 where none do, as ``broken`` shows, -1 after so many steps."""
        result: cython.int
        with cython.nogil:
            result = self.go(steps)
        return result

    def bound(self, cell: cython.int, low: cython.int, high: cython.int) -> None:
        """Change the ends of a cell."""
        self.low[cell] = low
        self.high[cell] = high
        place: cython.int = self.place[cell]
        if place < 0:
            end: cython.double = min(max(self.value[cell], low), high)
            if end != self.value[cell]:
                self.move(-1 - place, end - self.value[cell])

    def times(self) -> list[float]:
        """Return how many times each count is taken in what is broken: so they add up to what no cells can be."""
        column: cython.int
        times = [0.0] * self.counts
        if self.rows[self.broken] >= self.cells:
            times[self.rows[self.broken] - self.cells] = -1.0
        for column in range(self.cells):
            if self.columns[column] >= self.cells:
                times[self.columns[column] - self.cells] = self.table[self.broken * self.cells + column]
        return times

    # The inside

    def go(self, steps: cython.int) -> cython.int:
        """Mend what is broken, for so many steps at most: see :meth:`relax`."""
        row: cython.int
        for _ in range(steps):
            row = self.worst()
            if row < 0:
                if self.join():
                    continue
                return 1
            if not self.mend(row):
                self.broken = row
                return 0
            self.steps += 1
        return UNFINISHED

    def beyond(self, variable: cython.int) -> cython.double:
        """Return how far a variable is beyond its ends; below 0 where it is between."""
        return max(self.low[variable] - self.value[variable], self.value[variable] - self.high[variable])

    def worst(self) -> cython.int:
        """Return the row that is the furthest beyond its ends, for its weight; -1 where none is."""
        row: cython.int
        found: cython.int = -1
        most: cython.double = -1.0  # a weight may have become endless
        for row in range(1, self.size):
            over: cython.double = self.beyond(self.rows[row])
            if over > BROKEN and over * over / self.weight[row] > most:
                most = over * over / self.weight[row]
                found = row
        return found

    def join(self) -> cython.bint:
        """Add rows for counts that are broken; return whether there are any."""
        count: cython.int
        before: cython.int = self.size
        for count in range(self.counts):
            variable: cython.int = self.cells + count
            if self.place[variable] == NOWHERE:
                self.value[variable] = self.sum(count)
                if self.beyond(variable) > BROKEN:
                    self.add(count)
        return self.size > before

    def sum(self, count: cython.int) -> cython.double:
        """Return what the cells of a count come to."""
        at: cython.int
        total: cython.double = 0.0
        for at in range(self.starts[count], self.starts[count + 1]):
            literal: cython.int = self.literals[at]
            total += self.value[literal - 1] if literal > 0 else -self.value[-literal - 1]
        return total

    def add(self, count: cython.int) -> cython.void:
        """Add a row for a count: cells that are rows are sums themselves."""
        at: cython.int
        column: cython.int
        row: cython.longlong = self.size * self.cells
        for at in range(self.starts[count], self.starts[count + 1]):
            literal: cython.int = self.literals[at]
            sign: cython.double = 1.0 if literal > 0 else -1.0
            place: cython.int = self.place[abs(literal) - 1]
            if place < 0:
                self.table[row - 1 - place] += sign
            else:
                other: cython.longlong = place * self.cells
                for column in range(self.cells):
                    self.table[row + column] += sign * self.table[other + column]
        self.rows[self.size] = self.cells + count
        self.place[self.cells + count] = self.size
        weight: cython.double = 1.0
        for column in range(self.cells):
            weight += self.table[row + column] * self.table[row + column]
        self.weight[self.size] = weight
        self.size += 1

    def mend(self, row: cython.int) -> cython.bint:
        """Bring a row to the end that it is beyond; return whether its columns can do so."""
        column: cython.int
        own: cython.int = self.rows[row]
        end: cython.double = self.low[own] if self.value[own] < self.low[own] else self.high[own]
        way: cython.double = 1.0 if end > self.value[own] else -1.0
        first: cython.longlong = row * self.cells
        for column in range(self.cells):
            variable: cython.int = self.columns[column]
            self.ratio[column] = -1.0
            if self.low[variable] < self.high[variable]:
                gain: cython.double = self.table[first + column] * way
                if self.value[variable] >= self.high[variable]:
                    gain = -gain
                if gain > NOTHING:
                    self.ratio[column] = abs(self.table[column]) / gain
        while True:
            last: cython.int = -1
            for column in range(self.cells):
                if self.ratio[column] >= 0 and (last < 0 or self.ratio[column] < self.ratio[last]):
                    last = column
            if last < 0:
                return False
            variable = self.columns[last]
            span: cython.double = self.low[variable] + self.high[variable] - 2 * self.value[variable]
            lack: cython.double = end - self.value[own]
            if abs(self.table[first + last] * span) >= abs(lack) - NOTHING:
                break
            self.ratio[last] = -1.0
            self.move(last, span)
        self.move(last, (end - self.value[own]) / self.table[first + last])
        self.value[own] = end
        self.swap(row, last)
        return True

    def move(self, column: cython.int, by: cython.double) -> cython.void:
        """Move the variable of a column, and the rows with it."""
        row: cython.int
        at: cython.longlong = column
        for row in range(self.size):
            self.value[self.rows[row]] += self.table[at] * by
            at += self.cells
        self.value[self.columns[column]] += by

    def swap(self, row: cython.int, column: cython.int) -> cython.void:
        """Let a row and a column change places."""
        table: cython.p_double = self.table
        width: cython.int = self.cells
        first: cython.longlong = row * width
        pivot: cython.double = table[first + column]
        weight: cython.double = self.weight[row] / (pivot * pivot)
        at: cython.int
        other: cython.int
        for at in range(width):
            table[first + at] /= -pivot
        table[first + column] = 1 / pivot
        for other in range(self.size):
            begin: cython.longlong = other * width
            share: cython.double = table[begin + column]
            if other != row and share != 0:
                table[begin + column] = 0.0
                for at in range(width):
                    table[begin + at] += share * table[first + at]
                self.weight[other] = max(self.weight[other], share * share * weight)
        self.weight[row] = max(weight, 1.0)
        leaving: cython.int = self.rows[row]
        entering: cython.int = self.columns[column]
        self.rows[row] = entering
        self.columns[column] = leaving
        self.place[entering] = row
        self.place[leaving] = -1 - column
