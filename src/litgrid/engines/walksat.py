"""Our own local search as an engine: it finds models, and never proves that there is none (:mod:`litgrid.sat.walksat`).

It starts anew each time, with the assumptions as clauses of one literal, and from another random assignment.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import chain

from litgrid import __version__
from litgrid.core.limit import Limit
from litgrid.engines.base import Engine, Solver, Status
from litgrid.sat.compiling import INSTALL
from litgrid.sat.formula import Formula, Int32Array, from_clauses
from litgrid.sat.walksat import Settings, run

TRY = 100_000
"""Flips before it starts from another assignment."""
TRIES = 10
"""It gives up after so many tries, a million flips in all, where there is no time limit."""
ENDLESS = 2**40
"""So many tries are never made."""
HEURISTIC, NOISE = "skc", 0.5


class WalkSatSolver(Solver):
    """A formula to be searched."""

    def __init__(self, formula: Formula) -> None:
        self._formula = formula
        self._added: list[list[int]] = []
        self._calls = 0
        self._flips = 0
        self._model: Int32Array | None = None

    def add(self, clauses: Iterable[Sequence[int]]) -> None:
        """See :meth:`Solver.add`."""
        self._added += map(list, clauses)

    def solve(self, assumptions: Sequence[int] = (), seconds: float | None = None) -> Status:
        """See :meth:`Solver.solve`. Without a time limit it gives up after a million flips."""
        if self._added:
            self._formula, self._added = _with(self._formula, self._added), []
        formula = _with(self._formula, [[literal] for literal in assumptions])
        how = Settings(HEURISTIC, NOISE, TRY, (TRIES if seconds is None else ENDLESS) - 1)
        runs = run(formula, how, first=self._calls, limit=Limit(seconds))
        self._calls += 1
        self._flips += int(runs.flips[0])
        self._model = runs.model
        return Status.UNKNOWN if runs.model is None else Status.SAT

    def model(self) -> Int32Array:
        """See :meth:`Solver.model`."""
        if self._model is None:
            raise RuntimeError("expected that the last solve found a model")
        return self._model

    def core(self) -> list[int]:
        """Fail: it never says that there is no model."""
        raise RuntimeError("expected that the last solve proved that there is no model, which local search cannot")

    def statistics(self) -> dict[str, int]:
        """Return how many flips it has done."""
        return {"flips": self._flips}


def _with(formula: Formula, clauses: list[list[int]]) -> Formula:
    """Return a formula with more clauses."""
    return from_clauses(chain(formula.clauses(), clauses), formula.variables) if clauses else formula


class WalkSatEngine(Engine):
    """WalkSAT/SKC."""

    name = "walksat"
    summary = "local search: finds answers, proves nothing"
    complete = assumptions = cores = False
    install = INSTALL

    def version(self) -> str | None:
        """Return litgrid's version, and whether numba makes it fast."""
        from importlib import metadata

        try:
            return f"litgrid {__version__}, numba {metadata.version('numba')}"
        except metadata.PackageNotFoundError:
            return f"litgrid {__version__}, without numba"

    def open(self, formula: Formula, tick: Callable[[], None] = lambda: None) -> Solver:
        """See :meth:`Engine.open`."""
        tick()
        return WalkSatSolver(formula)


WALKSAT = WalkSatEngine()
