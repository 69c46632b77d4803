"""One answer of a board, and another one, as far as a few guesses find them.

An answer is looked for near a board without true cells. Where that takes more than a handful of guesses, each side of
each cell is tried first, and taken back where it breaks something (failed literals: J. W. Freeman, 1995). Another
answer has another value of some cell: one cell after another is tried so, and settled where nothing comes of it.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from litgrid.kernel import cython
from litgrid.kernel.memory import Memory
from litgrid.kernel.rivals import NearRivals
from litgrid.kernel.rules import Numbers
from litgrid.kernel.trail import Trail

if cython.compiled:
    import cython

EVER = cython.declare(cython.int, 1 << 30)
ASSUMED = cython.declare(cython.int, -1)
FREE = cython.declare(cython.int, 0)
UNKNOWN = cython.declare(cython.int, -1)
HANDFUL = cython.declare(cython.int, 5)
"""So many guesses are made before all cells are tried."""


class Guesses:
    """Boards that do not depend on each other.

    Parameters
    ----------
    trail
        What is known of them, which breaks no count.
    cells, counts
        Where the variables, and the counts, of each board begin, and where the last end. Only where there is one board
        lines may have to differ.
    """

    def __init__(self, trail: Trail, cells: Numbers, counts: Numbers) -> None:
        self.trail, self.memory = trail, (memory := Memory())
        self.answer = np.zeros(trail.variables, dtype=np.int32)
        self.rivals = NearRivals(trail, self.answer)
        self.rivals.suspected = memory.zeros(trail.rules.counts)
        self.cells, self.counts = memory.copy(cells), memory.copy(counts)
        self.first = self.last = self.guesses = self.tries = 0
        trail.settle()
        self.possible = trail.clashing == 0

    # What Python asks

    def answers(self, board: cython.int, most: cython.int, tries: cython.int) -> list[npt.NDArray[np.int8]] | None:
        """Return the answers of a board, two where there are several; ``None`` where that takes over ``most`` guesses.

        Cells are tried about so many times.
        """
        begun: cython.int = self.trail.end
        found: cython.int = 0
        self.first, self.last = self.cells[board] + 1, self.cells[board + 1] + 1
        self.guesses, self.tries = most, tries
        answers: list[npt.NDArray[np.int8]] = []
        with cython.nogil:
            if self.possible:
                found = self.one(board)
        if found > 0:
            answers.append(self.taken())
            with cython.nogil:
                found = self.another()
            if found > 0:
                answers.append(self.taken())
        with cython.nogil:
            self.trail.undo(begun)
        return answers if found >= 0 else None

    # The inside

    def taken(self) -> npt.NDArray[np.int8]:
        """Return the answer that was found, near which another one is looked for."""
        variable: cython.int
        for variable in range(self.first, self.last):
            self.rivals.answer[variable - 1] = self.rivals.taken(variable)
        return self.answer[self.first - 1 : self.last - 1].astype(np.int8)

    def one(self, board: cython.int) -> cython.int:
        """Look for an answer: 1 found, 0 none, -1 too many guesses; what was found stays on the trail."""
        variable: cython.int
        count: cython.int
        for variable in range(self.first, self.last):
            self.rivals.answer[variable - 1] = 0
        self.rivals.suspects = 0
        for count in range(self.counts[board], self.counts[board + 1]):
            self.rivals.suspected[self.rivals.suspects] = count
            self.rivals.suspects += 1
        self.trail.spread(EVER, FREE)  # what broke last was another board
        self.facts = self.trail.end
        found: cython.int = self.rivals.seek(self.facts, min(HANDFUL, self.guesses))
        if found < 0:
            if not self.probe():
                return 0
            self.facts = self.trail.end
            found = self.rivals.seek(self.facts, self.guesses)
        self.guesses -= self.rivals.tries
        return found

    def probe(self) -> cython.bint:
        """Settle cells of which a side breaks something, until no more do; return whether each keeps a side."""
        variable: cython.int
        changed: cython.bint = True
        while changed:
            changed = False
            for variable in range(self.first, self.last):
                if self.refuted(variable) or self.refuted(-variable):
                    changed = True
                    if self.trail.clashing > 0:
                        return False
        return True

    def refuted(self, literal: cython.int) -> cython.bint:
        """Whether an open literal breaks something; then its opposite is settled."""
        if self.trail.values[self.trail.variables + literal] != UNKNOWN or self.tries <= 0:
            return False
        self.tries -= 1
        before: cython.int = self.trail.end
        self.trail.push(literal, ASSUMED, 0)
        self.trail.spread(EVER, FREE)
        broken: cython.bint = self.trail.clashing > 0
        self.trail.undo(before)
        if broken:
            self.trail.push(-literal, ASSUMED, 0)
            self.trail.spread(EVER, FREE)
        return broken

    def another(self) -> cython.int:
        """Look for another answer, as :meth:`one` does: while that settles cells, without guesses."""
        variable: cython.int
        guessing: cython.bint = False
        left: cython.int = 1
        self.trail.undo(self.facts)
        self.rivals.suspects = 0
        while left > 0:
            settled: cython.bint = False
            left = 0
            for variable in range(self.first, self.last):
                if self.trail.values[self.trail.variables + variable] != UNKNOWN:
                    continue
                self.tries -= 1
                found: cython.int = self.rivals.differ(variable, self.guesses if guessing else 0)
                self.guesses -= self.rivals.tries
                if found == 0:
                    self.rivals.settle(variable)
                    settled = True
                elif found > 0 or guessing:
                    return found
                else:
                    left += 1
            guessing = not settled or self.tries < 0
        return 0
