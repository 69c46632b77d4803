"""The solvers that python-sat wraps (A. Ignatiev, A. Morgado, J. Marques-Silva, SAT 2018).

They hold the interpreter lock while they solve, and CaDiCaL cannot be interrupted; so a time limit is kept by solving
in slices of conflicts: each twice as long as the one before, but no longer than half of the time that is left, as far
as the last one lets expect. What was learnt stays between slices, and growing ones keep the cost of starting again
small.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice, takewhile
from time import monotonic
from typing import TYPE_CHECKING

import numpy as np

from litgrid.core.errors import EngineError, MissingPackageError, OutOfTimeError
from litgrid.core.limit import Limit
from litgrid.engines.base import Engine, Solver, Status
from litgrid.sat.formula import Formula, Int32Array

if TYPE_CHECKING:
    from pysat.solvers import Solver as Backend

FIRST_SLICE, LEAST_SLICE = 500, 20
"""Conflicts in the first slice, and in the shortest."""
AT_ONCE = 50_000
"""Clauses that are loaded between two looks at the clock."""
EMPTY_CLAUSE = "0"
"""The last step of a proof."""
LARGE = 20_000
"""Formulas of so many variables get an engine's options for large ones."""


class PySatSolver(Solver):
    """One of python-sat's solvers with a formula in it."""

    def __init__(self, backend: Backend, formula: Formula, tick: Callable[[], None]) -> None:
        self._backend = backend
        clauses = iter(formula.clauses())
        try:
            for _ in range(0, len(formula), AT_ONCE):
                tick()
                self.add(islice(clauses, AT_ONCE))
        except BaseException:
            self.close()
            raise

    def add(self, clauses: Iterable[Sequence[int]]) -> None:
        """See :meth:`Solver.add`."""
        # One call a clause, looped in C: `append_formula` asks each clause what it is, which takes as long again.
        deque(map(self._backend.add_clause, clauses), maxlen=0)

    def solve(self, assumptions: Sequence[int] = (), seconds: float | None = None) -> Status:
        """See :meth:`Solver.solve`."""
        assumed = list(assumptions)
        if seconds is None:
            return Status.SAT if _interruptible(self._backend.solve, assumed) else Status.UNSAT
        end = monotonic() + seconds
        conflicts = FIRST_SLICE
        while (begin := monotonic()) < end:
            self._backend.conf_budget(conflicts)
            answer = _interruptible(self._backend.solve_limited, assumed)
            if answer is not None:
                return Status.SAT if answer else Status.UNSAT
            now = monotonic()
            fitting = conflicts * (end - now) / 2 / max(now - begin, 1e-6)
            conflicts = max(LEAST_SLICE, min(2 * conflicts, int(fitting)))
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
        self,
        name: str,
        backend: str,
        summary: str,
        *,
        first_value: bool,
        proofs: bool = False,
        options: Mapping[str, int] | None = None,
        large_options: Mapping[str, int] | None = None,
    ) -> None:
        self.name, self.backend, self.summary = name, backend, summary
        self.first_value, self.proofs, self.aliases = first_value, proofs, (backend.lower(),)
        self._options, self._large_options = options or {}, large_options or {}

    def version(self) -> str | None:
        """Return python-sat's version."""
        from importlib import metadata

        try:
            return f"python-sat {metadata.version('python-sat')}"
        except metadata.PackageNotFoundError:
            return None

    def open(self, formula: Formula, tick: Callable[[], None] = lambda: None) -> Solver:
        """See :meth:`Engine.open`."""
        return PySatSolver(self._backend(formula), formula, tick)

    def refute(self, formula: Formula, limit: Limit) -> list[str]:
        """See :meth:`Engine.refute`."""
        backend = self._backend(formula, with_proof=True)
        with PySatSolver(backend, formula, limit.check) as solver:
            status = solver.solve(seconds=limit.left())
            if status is Status.UNKNOWN:
                raise OutOfTimeError("the time limit ran out before the proof was found")
            if status is Status.SAT:
                raise EngineError(f"{self.name} found a model of a formula that was said to have none")
            steps: list[str] = backend.get_proof()
        # Where propagation alone refutes, nothing may have been written; and what comes after the empty clause, the
        # last step of a proof, is only tidying up.
        return [*takewhile(lambda step: step != EMPTY_CLAUSE, steps), EMPTY_CLAUSE]

    def _backend(self, formula: Formula, **extra: bool) -> Backend:
        try:
            from pysat import solvers
        except ImportError as error:
            raise MissingPackageError(
                f"the engine {self.name} needs the package python-sat, which is not installed here: {self.install}"
            ) from error
        backend = getattr(solvers, self.backend)(**extra)
        options = {**self._options, **(self._large_options if formula.variables >= LARGE else {})}
        if options:
            backend.configure(options)
        return backend


CADICAL = PySatEngine(
    "cadical",
    "Cadical195",
    "CaDiCaL 1.9.5, the default",
    first_value=True,
    proofs=True,
    # Decide cells, which come first, before auxiliary variables; and do not look for all-true and the like first, since
    # a periodic grid breaks hundreds of rules that are only looked at lazily.
    options={"reverse": 1, "lucky": 0, "stabilizeonly": 1},
    # Everything that costs time in proportion to the formula at each conflict or restart: walking a queue of decided
    # variables, remembering the best phases, restarting, simplifying, collecting garbage. On one board of 1000 x 1000
    # (2.6 million clauses, 5000 conflicts) this took 40 seconds of 43.
    large_options={
        "stabilizeonly": 1,
        "target": 0,
        "rephase": 0,
        "walk": 0,
        "inprocessing": 0,
        "reduceint": 100_000,
    },
)
GLUCOSE = PySatEngine("glucose", "Glucose4", "Glucose 4.1", first_value=False)
MINISAT = PySatEngine("minisat", "Minisat22", "MiniSat 2.2", first_value=False)
