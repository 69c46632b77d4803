"""Our own local search as an engine: it finds models, and never proves that there is none (:mod:`litgrid.sat.walksat`).

Assumptions are clauses of one literal to it, and each call searches from other random assignments than the one before.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from litgrid.core.limit import Limit
from litgrid.engines.anew import AnewSolver
from litgrid.engines.base import NO_MODEL, Engine, Solver, Status
from litgrid.kernel import is_compiled
from litgrid.sat.formula import Formula, Int32Array
from litgrid.sat.walksat import Settings, run

TRY = 100_000
"""Flips before it starts from another assignment."""
TRIES = 10
"""It gives up after so many tries, a million flips in all, where there is no time limit."""
ENDLESS = 2**40
"""So many tries are never made."""


class WalkSatSolver(AnewSolver):
    """A formula to be searched."""

    def __init__(self, formula: Formula) -> None:
        super().__init__(formula)
        self._calls = 0

    def solve(self, assumptions: Sequence[int] = (), seconds: float | None = None) -> Status:
        """See :meth:`Solver.solve`; without a time limit it gives up after a million flips."""
        status = super().solve(assumptions, seconds)
        return Status.SAT if status is Status.SAT else Status.UNKNOWN  # also for a clause without literals

    def run(self, formula: Formula, seconds: float | None) -> tuple[Status, Int32Array]:
        how = Settings(max_flips=TRY, restarts=(TRIES if seconds is None else ENDLESS) - 1)
        runs = run(formula, how, first=self._calls, limit=Limit(seconds))
        self._calls += 1
        self.count({"flips": int(runs.flips[0])})
        return (Status.UNKNOWN, NO_MODEL) if runs.model is None else (Status.SAT, runs.model)


class WalkSatEngine(Engine):
    """WalkSAT/SKC at noise 0.5."""

    name = "walksat"
    summary = "WalkSAT, our own local search"
    complete = assumptions = cores = False
    install = "pip install litgrid"

    def version(self) -> str | None:
        """Return whether it is compiled: litgrid itself is always here."""
        return "compiled" if is_compiled() else "not compiled"

    def open(self, formula: Formula, tick: Callable[[], None] = lambda: None) -> Solver:
        tick()
        return WalkSatSolver(formula)


WALKSAT = WalkSatEngine()
