"""Solvers that start anew each time: they get the formula, the clauses added since and the assumptions as one formula.

Nothing is learnt from call to call, and nothing is known about which assumptions clash, so the core names them all.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Sequence

import numpy as np

from litgrid.engines.base import Solver, Status
from litgrid.sat.formula import Formula, Int32Array, extended


class AnewSolver(Solver):
    """A formula that is handed over as a whole each time."""

    def __init__(self, formula: Formula) -> None:
        self._formula = formula
        self._added: list[list[int]] = []
        self._statistics: dict[str, int] = {}

    @abstractmethod
    def run(self, formula: Formula, seconds: float | None) -> tuple[Status, Int32Array]:
        """Solve a formula without empty clauses; return the model as well, empty where there is none."""

    def add(self, clauses: Iterable[Sequence[int]]) -> None:
        self._added += map(list, clauses)

    def solve(self, assumptions: Sequence[int] = (), seconds: float | None = None) -> Status:
        self._core = list(assumptions)
        if self._added:
            self._formula, self._added = extended(self._formula, self._added), []
        formula = extended(self._formula, [[literal] for literal in assumptions])
        if (np.diff(formula.starts) == 0).any():  # which some programs cannot read
            return Status.UNSAT
        if seconds is not None and seconds <= 0:
            return Status.UNKNOWN
        status, self._model = self.run(formula, seconds)
        return status

    def statistics(self) -> dict[str, int]:
        """Return the sums of all calls."""
        return self._statistics

    def count(self, counted: dict[str, int]) -> None:
        """Add what one call counted."""
        for name, number in counted.items():
            self._statistics[name] = self._statistics.get(name, 0) + number
