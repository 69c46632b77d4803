"""Lines that must differ, said by clauses about each two of them.

For each place one auxiliary variable says that the two lines differ there, and one clause that they do somewhere. The
clauses of one pair are stamped onto all others.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from litgrid.core.bounds import offsets
from litgrid.core.grid import IntArray
from litgrid.core.tables import Differ
from litgrid.encode.cnf import differ
from litgrid.sat.formula import Formula, from_clauses
from litgrid.sat.size import Size


class Pairs:
    """All pairs of lines of a table, each a rule, in the order of ``combinations``."""

    def __init__(self, table: Differ) -> None:
        self.table = table
        length = table.lines.shape[1]
        clauses, width = differ([(place, length + place) for place in range(1, length + 1)], 2 * length)
        self._one = from_clauses(clauses, width)
        self.size = Size.of(np.diff(self._one.starts), width - 2 * length)
        """The size of the clauses of one pair."""

    def __len__(self) -> int:
        return len(self.table)

    def pieces(self, rule: int, top: int, literals: int) -> Iterator[Formula]:
        """Make the clauses of all pairs, about so many literals at a time.

        Rules are numbered from ``rule``, and auxiliary variables come after ``top``.
        """
        first, second = np.triu_indices(len(self.table.lines), 1)
        step = max(1, literals // max(1, self.size.literals))
        for start in range(0, len(self), step):
            piece = self._some(first[start : start + step], second[start : start + step], rule + start, top)
            top = piece.variables
            yield piece

    def _some(self, first: IntArray, second: IntArray, rule: int, top: int) -> Formula:
        lines, one = self.table.lines, self._one
        fresh = top + 1 + np.arange(first.size * self.size.auxiliaries).reshape(first.size, -1)
        local = np.concatenate([lines[first] + 1, lines[second] + 1, fresh], axis=1).astype(np.int32)
        literals = local[:, np.abs(one.literals) - 1] * np.sign(one.literals)
        origin = np.arange(rule, rule + first.size).repeat(len(one))
        lengths = np.tile(np.diff(one.starts), first.size)
        return Formula(literals.ravel(), offsets(lengths), top + fresh.size, origin)
