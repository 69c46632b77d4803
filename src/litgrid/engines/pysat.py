"""The solvers that python-sat wraps (A. Ignatiev, A. Morgado, J. Marques-Silva, SAT 2018).

CaDiCaL holds the interpreter lock while it solves, and cannot be interrupted; so a time limit is kept, and Ctrl-C
heard, by solving in slices of conflicts: each twice as long as the one before, but no longer than some seconds and than
half of the time that is left, as far as the last one lets expect. What was learnt stays between slices, and growing
ones keep the cost of starting again small. The others go on after the first slice in a thread, and are interrupted.
One that is to give up soon has slices of propagations: each takes some 0.2 microseconds whatever the puzzle, a conflict
3 in a Star Battle and 50 in a Gappy.

The compiled module is used without the classes around it: these take as long to import as a small puzzle to solve, and
a call of Python for each clause. Nor is its way with Ctrl-C used: its handler jumps out of a solver, whatever that is
doing, so that the next call of any solver may end the process. It sets none where it is told that this is not the main
thread.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from functools import partial
from itertools import islice, takewhile
from math import inf
from time import monotonic
from typing import Any, NamedTuple

import numpy as np

from litgrid.core.bounds import Bounds
from litgrid.core.errors import EngineError, MissingPackageError, OutOfTimeError
from litgrid.core.limit import Limit
from litgrid.engines.base import AT_ONCE, Engine, Solver, Status, Takes
from litgrid.engines.counts import at_most
from litgrid.engines.package import PackageEngine
from litgrid.sat.formula import Formula, Int32Array

LEAST = 1 / 25
"""The shortest slice for the first one."""
LONGEST_SLICE = 2.0
"""Seconds, about, after which Ctrl-C is heard at the latest."""
SAID = {True: Status.SAT, False: Status.UNSAT, None: Status.UNKNOWN}
FEW = 350
"""Propagations for each variable after which clauses are tried in place of counts."""
EMPTY_CLAUSE = "0"
"""The last step of a proof."""
LARGE = 20_000
"""Formulas of so many variables get an engine's options for large ones."""


class _Slices(NamedTuple):
    """How a solver's budget is named, how much is in the first slice, and how fast slices grow."""

    budget: str
    first: int
    growth: int


ENDLESS, GIVING_UP = _Slices("cbudget", 500, 2), _Slices("pbudget", 10_000, 10)


class PySatSolver(Solver):
    """One of python-sat's solvers with a formula or with counts in it.

    ``name`` is how the compiled module's functions for it begin; ``held`` is a solver that there is already; it gives
    up in each call after the ``most`` propagations.
    """

    def __init__(self, compiled: Any, name: str, held: Any = None, most: float = inf) -> None:
        self._compiled, self._name = compiled, name
        self._held = self._function("new")() if held is None else held
        self._add = partial(self._function("add_cl"), self._held)
        self._cadical, self._assumed, self._most = name.startswith("cadical"), list[int](), most
        self._slices = ENDLESS if most == inf else GIVING_UP
        if name == "cadical300":
            self.configure({"factor": 0})  # no variables of its own: they would be taken for others

    def _function(self, what: str) -> Callable[..., Any]:
        function: Callable[..., Any] = getattr(self._compiled, f"{self._name}_{what}")
        return function

    def _do(self, what: str, *arguments: Any) -> Any:
        return self._function(what)(self._held, *arguments)

    def configure(self, options: Mapping[str, int]) -> None:
        """Set options."""
        for option, value in options.items():
            self._do("set", option, value)

    def load(self, formula: Formula, tick: Callable[[], None]) -> None:
        """Add the clauses of a formula."""
        clauses = iter(formula.clauses())
        for _ in range(0, len(formula), AT_ONCE):
            tick()
            self.add(islice(clauses, AT_ONCE))

    def load_counts(self, bounds: Bounds, tick: Callable[[], None]) -> None:
        """Add counts, for which the solver must have a constraint of its own."""
        for literals, most in at_most(bounds, tick):
            if most == len(literals) - 1 or most < 0:
                self._add([-literal for literal in literals] if most >= 0 else [])
            else:
                self._do("add_am", literals, most)

    def add(self, clauses: Iterable[Sequence[int]]) -> None:
        deque(map(self._add, clauses), maxlen=0)

    def solve(self, assumptions: Sequence[int] = (), seconds: float | None = None) -> Status:
        end = inf if seconds is None else monotonic() + seconds
        self._assumed = list(assumptions)
        return SAID[self._in_slices(end)]

    def briefly(self, assumptions: Sequence[int]) -> Status:
        self._assumed = list(assumptions)
        return SAID[self._search(self._slices.first)]

    def _in_slices(self, end: float) -> bool | None:
        first, left = self._slices.first, self._most
        work = first
        while left > 0 and (begin := monotonic()) < end:
            answer = self._search(int(min(work, left)))
            if answer is not None:
                return answer
            if not self._cadical and left == inf:
                return self._beside(end)
            left -= work
            now = monotonic()
            fitting = work * min(LONGEST_SLICE, (end - now) / 2) / max(now - begin, 1e-6)
            work = int(max(LEAST * first, min(self._slices.growth * work, fitting)))
        return None

    def _search(self, work: int, *, interruptible: bool = False) -> bool | None:
        """Search for a slice; CaDiCaL says with a number what others say with a truth value."""
        self._do(self._slices.budget, work)
        if self._cadical:
            said = self._do("solve_lim", self._assumed, 0)
            return None if said == 0 else bool(said > 0)
        found: bool | None = self._do("solve_lim", self._assumed, 0, int(interruptible))
        return found

    def _beside(self, end: float) -> bool | None:
        from concurrent.futures import ThreadPoolExecutor  # imported here: small puzzles do not get this far

        self._do("clearint")
        with ThreadPoolExecutor(1) as pool:
            asked = pool.submit(self._search, -1, interruptible=True)
            try:
                return asked.result(None if end == inf else max(end - monotonic(), 0))
            except TimeoutError:
                return None
            finally:
                if not asked.done():
                    self._do("interrupt")

    def model(self) -> Int32Array:
        return np.array(self._do("model") or [], dtype=np.int32)

    def core(self) -> list[int]:
        return list(self._do("core", *([self._assumed] if self._cadical else [])) or [])

    def statistics(self) -> dict[str, int]:
        counted = self._do("acc_stats")
        told = {name: counted[name] for name in ("conflicts", "propagations")}
        if told["conflicts"] and not told["propagations"]:  # MapleCM does not count them
            del told["propagations"]
        return told

    def close(self) -> None:
        if self._held is not None:
            self._do("del", *([None] if self._cadical else []))
            self._held = None


class PySatEngine(PackageEngine):
    """A solver of python-sat, by the name of its class there."""

    package, module = "python-sat", "pysolvers"
    takes = Takes(literal=60, each=200)

    def __init__(
        self,
        name: str,
        backend: str,
        summary: str,
        *,
        first_value: bool,
        counts: bool = False,
        proofs: bool = False,
        compiled: str | None = None,
        options: Mapping[str, int] | None = None,
        near_options: Mapping[str, int] | None = None,
        large_options: Mapping[str, int] | None = None,
        most: float = inf,
    ) -> None:
        self.name, self.backend, self.summary = name, backend, summary
        self.first_value, self.counts, self.proofs = first_value, counts, proofs
        self.aliases = () if name == backend.lower() else (backend.lower(),)
        self._compiled = compiled or backend.lower()
        self._most = most
        self._options, self._near_options, self._large_options = options or {}, near_options or {}, large_options or {}

    def after(self, first: Engine, name: str, summary: str) -> Engine:
        """Return the same engine, by another name, which is asked after ``first`` has given up."""
        other = copy(self)
        other.first, other.name, other.summary, other.aliases = first, name, summary, ()
        return other

    def general(self) -> Engine:
        other = copy(self)
        other._options, other._large_options = {}, {}
        return other

    def near(self) -> Engine:
        other = copy(self)
        other._options = {**self._options, **self._near_options}
        return other

    def open(self, formula: Formula, tick: Callable[[], None] = lambda: None) -> Solver:
        return self._loaded(formula.variables, lambda solver: solver.load(formula, tick))

    def open_counts(self, bounds: Bounds, variables: int, tick: Callable[[], None] = lambda: None) -> Solver:
        return self._loaded(variables, lambda solver: solver.load_counts(bounds, tick))

    def refute(self, formula: Formula, limit: Limit) -> list[str]:
        from pysat import solvers  # imported here: what writes a proof is not in the compiled module alone

        with getattr(solvers, self.backend)(with_proof=True) as backend:
            solver = self._loaded(formula.variables, lambda solver: solver.load(formula, limit.check), backend.cadical)
            status = solver.solve(seconds=limit.left())
            if status is Status.UNKNOWN:
                raise OutOfTimeError("the time limit ran out before the proof was found")
            if status is Status.SAT:
                raise EngineError(f"{self.name} found a model of a formula that was said to have none")
            # Where propagation alone refutes, nothing may have been written; and what comes after the empty clause, the
            # last step of a proof, is only tidying up.
            return [*takewhile(lambda step: step != EMPTY_CLAUSE, backend.get_proof()), EMPTY_CLAUSE]

    def _loaded(self, variables: int, load: Callable[[PySatSolver], None], held: Any = None) -> PySatSolver:
        compiled = self.load()
        if not hasattr(compiled, f"{self._compiled}_new"):
            raise MissingPackageError(
                f"the engine {self.name} needs a newer python-sat: pip install --upgrade {self.package}"
            )
        solver = PySatSolver(compiled, self._compiled, held, self._most * max(variables, 1))
        solver.configure(self._options)
        if variables >= LARGE:
            solver.configure(self._large_options)
        try:
            load(solver)
        except BaseException:
            if held is None:
                solver.close()
            raise
        return solver


CADICAL = PySatEngine(
    "cadical",
    "Cadical195",
    "CaDiCaL 1.9.5",
    first_value=False,
    proofs=True,
    # Decide cells, which come first, before auxiliary variables; and do not look for all-true and the like first, since
    # a periodic grid breaks hundreds of rules that are only looked at lazily. False comes first, as in MiniCard.
    options={"reverse": 1, "lucky": 0, "phase": 0},
    # Stay near the guess. Without one, a proof that there is no (other) answer takes several times longer so.
    near_options={"stabilizeonly": 1},
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
# With counts as they are most parts take half the time or less, and none a template; long proofs are shorter, and some
# are found only, with variables that clauses bring.
AUTO = CADICAL.after(
    PySatEngine("minicard", "Minicard", "MiniCard, for a while", first_value=False, counts=True, most=FEW),
    "auto",
    "the default: a few guesses, MiniCard with counts, CaDiCaL 1.9.5 with clauses, each if those before give up",
)
GLUCOSE = PySatEngine("glucose", "Glucose4", "Glucose 4.1", first_value=False, compiled="glucose41")
MINISAT = PySatEngine("minisat", "Minisat22", "MiniSat 2.2", first_value=False)
# Not here: Glucose 4.2, which looks at its limit of conflicts only now and then (758,440 of 2,000 allowed); Lingeling,
# which has none; and Kissat, which ends the whole process when it is asked again.
CADICAL153 = PySatEngine("cadical153", "Cadical153", "CaDiCaL 1.5.3", first_value=True, proofs=True)
CADICAL300 = PySatEngine("cadical300", "Cadical300", "CaDiCaL 3.0.0", first_value=True)
MAPLECHRONO = PySatEngine("maplechrono", "MapleChrono", "MapleLCMDistChronoBT", first_value=False)
MAPLECM = PySatEngine("maplecm", "MapleCM", "MapleCM", first_value=False)
MERGESAT = PySatEngine("mergesat", "Mergesat3", "MergeSat 3.0", first_value=False)
# These have a constraint for "at most so many of these literals".
MINICARD = PySatEngine("minicard", "Minicard", "MiniCard, MiniSat with counts", first_value=False, counts=True)
GLUECARD = PySatEngine(
    "gluecard",
    "Gluecard4",
    "Gluecard 4.1, Glucose with counts",
    first_value=False,
    counts=True,
    compiled="gluecard41",
)
