"""The solvers that python-sat wraps (A. Ignatiev, A. Morgado, J. Marques-Silva, SAT 2018).

They hold the interpreter lock while they solve, and CaDiCaL cannot be interrupted; so a time limit is kept by solving in
slices of conflicts, each about as long as the last ones let expect. What was learnt stays between slices.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib.metadata import PackageNotFoundError, version
from time import monotonic
from typing import TYPE_CHECKING

import numpy as np

from litgrid.core.errors import MissingPackageError
from litgrid.engines.base import Engine, Solver, Status
from litgrid.sat.formula import Formula, Int32Array

if TYPE_CHECKING:
    from pysat.solvers import Solver as Backend

SLICE = 0.1
"""Seconds that a slice should take."""


class PySatSolver(Solver):
    """One of python-sat's solvers with a formula in it."""

    def __init__(self, backend: Backend, formula: Formula) -> None:
        self._backend = backend
        self._conflicts = 500
        self.add(formula.clauses())

    def add(self, clauses: Iterable[Sequence[int]]) -> None:
        """See :meth:`Solver.add`."""
        # One call a clause, looped in C: `append_formula` asks each clause what it is, which takes as long as adding it.
        deque(map(self._backend.add_clause, clauses), maxlen=0)

    def solve(self, assumptions: Sequence[int] = (), seconds: float | None = None) -> Status:
        """See :meth:`Solver.solve`."""
        assumed = list(assumptions)
        if seconds is None:
            return Status.SAT if _interruptible(self._backend.solve, assumed) else Status.UNSAT
        end = monotonic() + seconds
        while (begin := monotonic()) < end:
            self._backend.conf_budget(self._conflicts)
            answer = _interruptible(self._backend.solve_limited, assumed)
            if answer is not None:
                return Status.SAT if answer else Status.UNSAT
            wanted = min(SLICE, max(end - monotonic(), 0.0)) / max(monotonic() - begin, 1e-6)
            self._conflicts = max(20, int(self._conflicts * min(2.0, wanted)))
        return Status.UNKNOWN

    def model(self) -> Int32Array:
        """See :meth:`Solver.model`."""
        return np.array(self._backend.get_model(), dtype=np.int32)

    def core(self) -> list[int]:
        """See :meth:`Solver.core`."""
        return list(self._backend.get_core() or [])

    def close(self) -> None:
        """See :meth:`Solver.close`."""
        self._backend.delete()


def _interruptible(solve: Callable[..., bool | None], assumptions: list[int]) -> bool | None:
    """Call python-sat, which reports Ctrl-C as an error of its own."""
    try:
        return solve(assumptions=assumptions)
    except Exception as error:
        if "keyboard interrupt" in str(error):
            raise KeyboardInterrupt from None
        raise


class PySatEngine(Engine):
    """A solver of python-sat, by the name of its class there."""

    install = "pip install python-sat"

    def __init__(
        self, name: str, backend: str, summary: str, *, first_value: bool, options: Mapping[str, int] | None = None
    ) -> None:
        self.name, self.backend, self.summary = name, backend, summary
        self.first_value, self.aliases = first_value, (backend.lower(),)
        self._options = options

    def version(self) -> str | None:
        """Return python-sat's version."""
        try:
            return f"python-sat {version('python-sat')}"
        except PackageNotFoundError:
            return None

    def open(self, formula: Formula) -> Solver:
        """See :meth:`Engine.open`."""
        try:
            from pysat import solvers
        except ImportError as error:
            raise MissingPackageError(
                f"the engine {self.name} needs the package python-sat, which is not installed here: {self.install}"
            ) from error
        backend = getattr(solvers, self.backend)()
        if self._options:
            backend.configure(dict(self._options))
        return PySatSolver(backend, formula)


CADICAL = PySatEngine(
    "cadical",
    "Cadical195",
    "CaDiCaL 1.9.5, the default",
    first_value=True,
    # Decide cells, which come first, before auxiliary variables; and do not look for all-true and the like first, since
    # a periodic grid breaks hundreds of rules that are only looked at lazily.
    options={"reverse": 1, "lucky": 0},
)
GLUCOSE = PySatEngine("glucose", "Glucose4", "Glucose 4.1", first_value=False)
MINISAT = PySatEngine("minisat", "Minisat22", "MiniSat 2.2", first_value=False)
