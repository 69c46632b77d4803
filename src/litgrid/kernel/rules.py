"""Rules as numbers: counts of literals, and lines that must differ, with what each variable occurs in.

A *literal* is a signed variable, from 1, as in DIMACS and in :mod:`litgrid.core.bounds`. A *count* bounds how many of
its literals are true; a *rule* is one count or several. Two lines of one *table* must differ: each two are a rule as
well, numbered after the others, in a square of all lines.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from litgrid.kernel import cython
from litgrid.kernel.memory import Memory

if cython.compiled:
    import cython

Numbers = npt.NDArray[np.integer]


class Rules:
    """What does not change while consequences are drawn; bounds are beside it, see :class:`litgrid.kernel.trail.Trail`.

    Parameters
    ----------
    variables
        How many there are.
    literals, starts
        Of all counts, one after another, and where each count begins, and where the last ends.
    rule, rules
        Of each count, the number of its rule; and how many rules count.
    lines, line_starts, table
        Lines that must differ: their variables, one line after another, and where each begins; the table of each.
    """

    def __init__(
        self,
        variables: int,
        literals: Numbers,
        starts: Numbers,
        rule: Numbers,
        rules: int,
        lines: Numbers,
        line_starts: Numbers,
        table: Numbers,
    ) -> None:
        self.memory = memory = Memory()
        self.literals = memory.ints(np.ascontiguousarray(literals, dtype=np.int32))  # many, and so no copy
        self.starts, self.rule = memory.copy(starts), memory.copy(rule)
        self.occurs, self.occurs_starts = memory.zeros(literals.size), memory.zeros(variables + 3)
        self.lines, self.line_starts, self.table = memory.copy(lines), memory.copy(line_starts), memory.copy(table)
        self.lines_of, self.lines_of_starts = memory.zeros(lines.size), memory.zeros(variables + 3)
        self.variables, self.counts, self.counting, self.width = variables, rule.size, rules, table.size
        self.room = literals.size
        self.index()
        self.repeating = self.repeated()
        self.index_lines()

    def grow(self, room: int) -> None:
        """Have room for so many literals, and for more; those that there are are lost."""
        self.room = 2 * room
        self.literals, self.occurs = self.memory.zeros(self.room), self.memory.zeros(self.room)

    @property
    def size(self) -> int:
        """How many numbers of rules there are, two lines that differ among them."""
        return self.counting + self.width * self.width

    def rule_of(self, reason: cython.int) -> cython.int:
        """Return the rule of a reason: a count, or two lines, which are numbered after the counts."""
        return self.rule[reason] if reason < self.counts else self.counting + reason - self.counts

    def index(self) -> cython.void:
        """Sort what occurs by variable: numbers are counted two places behind where they stand in the end."""
        place: cython.int
        count: cython.int
        variable: cython.int
        negated: cython.int
        for variable in range(self.variables + 2):
            self.occurs_starts[variable] = 0
        negative: cython.int = 0
        for place in range(self.starts[self.counts]):
            self.occurs_starts[abs(self.literals[place]) + 2] += 1
            negative |= self.literals[place]
        for variable in range(2, self.variables + 2):
            self.occurs_starts[variable] += self.occurs_starts[variable - 1]
        for negated in range(2 if negative < 0 else 1):  # what occurs negated comes last
            for count in range(self.counts):
                for place in range(self.starts[count], self.starts[count + 1]):
                    if (self.literals[place] < 0) == negated:
                        variable = abs(self.literals[place]) + 1
                        self.occurs[self.occurs_starts[variable]] = 2 * count + negated
                        self.occurs_starts[variable] += 1

    def repeated(self) -> cython.int:
        """Return a count in which a variable stands twice; -1 where there is none."""
        place: cython.int
        other: cython.int
        variable: cython.int
        for variable in range(1, self.variables + 1):
            other = self.occurs_starts[variable]
            for place in range(self.occurs_starts[variable] + 1, self.occurs_starts[variable + 1]):
                # Those of either sign ascend, and what is negated comes last.
                while (
                    self.occurs[place] & 1
                    and not self.occurs[other] & 1
                    and self.occurs[other] < self.occurs[place] - 1
                ):
                    other += 1
                if self.occurs[place] == self.occurs[place - 1] or self.occurs[place] == self.occurs[other] + 1:
                    return self.occurs[place] >> 1
        return -1

    def index_lines(self) -> cython.void:
        """Sort lines by variable."""
        place: cython.int
        line: cython.int
        variable: cython.int
        for place in range(self.line_starts[self.width]):
            self.lines_of_starts[self.lines[place] + 2] += 1
        for variable in range(2, self.variables + 2):
            self.lines_of_starts[variable] += self.lines_of_starts[variable - 1]
        for line in range(self.width):
            for place in range(self.line_starts[line], self.line_starts[line + 1]):
                variable = self.lines[place] + 1
                self.lines_of[self.lines_of_starts[variable]] = line
                self.lines_of_starts[variable] += 1
