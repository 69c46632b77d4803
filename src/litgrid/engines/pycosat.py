"""PicoSAT (A. Biere, JSAT 2008) inside Python, by the package pycosat, which offers one call and no state.

That call cannot be interrupted, but it takes a limit of propagations. So it is made again and again, each time with a
limit twice as high, or as high as the time that is left lets expect: a Ctrl-C lands between two calls. Each starts from
nothing, so a call that would do no more than the one before is not made.
"""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import Any

import numpy as np

from litgrid.core.limit import Limit
from litgrid.engines.anew import AnewSolver
from litgrid.engines.base import NO_MODEL, Solver, Status
from litgrid.engines.package import PackageEngine
from litgrid.sat.formula import Formula, Int32Array

FIRST_SLICE, LAST_SLICE = 1_000_000, 2**62
"""Propagations in the first call, and where doubling them ends."""
WORTH_MORE, SLOWER = 1.2, 1.5
"""A further call is made where there is time for so many times the propagations of the last, each so much slower."""


class PycosatSolver(AnewSolver):
    """A formula for pycosat."""

    def __init__(self, solve: Callable[..., Any], formula: Formula) -> None:
        super().__init__(formula)
        self._solve = solve

    def run(self, formula: Formula, seconds: float | None) -> tuple[Status, Int32Array]:
        limit = Limit(seconds)
        propagations, growth = FIRST_SLICE, 2.0
        while growth > WORTH_MORE:
            begin = monotonic()
            answer = self._solve(list(formula.clauses()), vars=formula.variables, prop_limit=propagations)
            if answer == "UNSAT":
                return Status.UNSAT, NO_MODEL
            if answer != "UNKNOWN":
                return Status.SAT, np.array(answer, dtype=np.int32)
            left = limit.left()
            if left is not None:
                growth = min(2.0, left / max(monotonic() - begin, 1e-6) / SLOWER)
            propagations = min(int(propagations * growth), LAST_SLICE)
        return Status.UNKNOWN, NO_MODEL


class PycosatEngine(PackageEngine):
    """PicoSAT by pycosat."""

    name = "pycosat"
    summary = "PicoSAT 965"
    package = module = "pycosat"
    first_value = False
    assumptions = cores = False

    def open(self, formula: Formula, tick: Callable[[], None] = lambda: None) -> Solver:
        tick()
        return PycosatSolver(self.load().solve, formula)


PYCOSAT = PycosatEngine()
