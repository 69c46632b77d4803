"""Clingo (M. Gebser, R. Kaminski, B. Kaufmann, T. Schaub, TPLP 2019), the answer-set solver, which takes counts.

Each variable is an atom that may be chosen freely; a clause, or a bound of a count, is a rule without a head, which
says what must not hold. The search runs beside Python, so that a time limit or Ctrl-C can end it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from time import sleep
from typing import TYPE_CHECKING, Any

import numpy as np

from litgrid.core.bounds import Bounds
from litgrid.core.limit import Limit
from litgrid.engines.base import AT_ONCE, Solver, Status, Takes, Values
from litgrid.engines.counts import at_most
from litgrid.engines.package import PackageEngine
from litgrid.sat.formula import Formula

if TYPE_CHECKING:
    import clingo

SLICE, PAUSE = 0.1, 0.002
"""Seconds after which Python looks whether somebody pressed Ctrl-C, and whether there are models."""
MOST_AHEAD = 200_000
"""While models are listed, the search is ahead by so many values of variables at most."""


class ClingoSolver(Solver):
    """Counts and clauses as rules over the atoms 1, 2, ..., one for each variable."""

    def __init__(self, control: clingo.Control, variables: int) -> None:
        self._control, self._variables = control, 0
        self._extend(variables)

    def load(self, counts: Iterator[tuple[list[int], int]], tick: Callable[[], None] = lambda: None) -> None:
        """Forbid that more of some literals than so many are true."""
        tick()
        while some := list(islice(counts, AT_ONCE)):
            with self._control.backend() as backend:
                for literals, most in some:
                    if most == len(literals) - 1:
                        backend.add_rule([], literals)
                    elif most < 0:
                        backend.add_rule([], [])
                    else:
                        backend.add_weight_rule([], most + 1, [(literal, 1) for literal in literals])
            tick()

    def add(self, clauses: Iterable[Sequence[int]]) -> None:
        listed = list(clauses)
        self._extend(max((abs(literal) for clause in listed for literal in clause), default=0))
        self.load(_clauses(listed))

    def _extend(self, variables: int) -> None:
        if variables > self._variables:
            with self._control.backend() as backend:
                atoms = [backend.add_atom() for _ in range(self._variables, variables)]
                backend.add_rule(atoms, choice=True)
            self._variables = variables

    def solve(self, assumptions: Sequence[int] = (), seconds: float | None = None) -> Status:
        limit = Limit(seconds)
        self._extend(max(map(abs, assumptions), default=0))
        # Leaving the handle ends the search.
        with self._control.solve(assumptions=list(assumptions), on_model=self._keep, async_=True) as work:
            left = limit.left()
            while left != 0 and not work.wait(SLICE if left is None else min(SLICE, left)):
                left = limit.left()
            if left == 0:
                return Status.UNKNOWN
            result = work.get()
            if result.unsatisfiable:
                # Where nothing was assumed that clashes, it names again what did before.
                self._core = sorted(set(work.core()).intersection(assumptions))
                return Status.UNSAT
        return Status.SAT if result.satisfiable else Status.UNKNOWN

    def models(self, variables: int, limit: Limit, *, in_order: bool = False) -> Iterator[Values]:
        """See :meth:`Solver.models`.

        Clingo records nothing: it goes back from each model to the last decision (M. Gebser, B. Kaufmann, A. Neumann,
        T. Schaub, CPAIOR 2009), so the models come in order if it decides in order, and for false first.
        """
        from clingo import Function
        from clingo.backend import HeuristicType

        limit.check()
        self._extend(variables)
        settings: Any = self._control.configuration
        settings.solve.models, settings.solve.project = 0, "project"
        numbers = list(range(1, variables + 1))
        # To be told which names are true takes a fourth of the time that to ask about each variable would.
        places = {Function(str(number)): number - 1 for number in numbers}
        with self._control.backend() as backend:
            for name, place in places.items():
                backend.add_rule([backend.add_atom(name)], [place + 1])
            backend.add_project(numbers)
            if in_order:
                settings.solver.heuristic = "Domain"
                for number in numbers:
                    backend.add_heuristic(number, HeuristicType.False_, variables - number + 1, 1, [])
        # Handing each model over from thread to thread takes longer than finding it: let the search run ahead.
        found: deque[list[int]] = deque()
        most, stopped = max(1, MOST_AHEAD // max(1, variables)), False

        def keep(model: clingo.Model) -> bool:
            found.append([places[name] for name in model.symbols(atoms=True)])
            while len(found) >= most and not stopped:
                sleep(PAUSE)
            return not stopped

        def come() -> Iterator[Values]:
            while found:
                limit.check()
                values = np.zeros(variables, dtype=np.int8)
                values[found.popleft()] = 1
                yield values

        with self._control.solve(on_model=keep, async_=True) as work:
            try:
                while not work.wait(PAUSE):
                    limit.check()
                    yield from come()
                yield from come()
                work.get()
            finally:
                stopped = True

    def _keep(self, model: clingo.Model) -> None:
        numbers = range(1, self._variables + 1)
        self._model = np.array([n if model.is_true(n) else -n for n in numbers], dtype=np.int32)

    def statistics(self) -> dict[str, int]:
        if "accu" not in self._control.statistics:
            return {}
        return {"conflicts": int(self._control.statistics["accu"]["solving"]["solvers"]["conflicts"])}


def _clauses(clauses: Iterable[Sequence[int]]) -> Iterator[tuple[list[int], int]]:
    """Yield each clause as: not all of its negations are true."""
    return (([-literal for literal in clause], len(clause) - 1) for clause in clauses)


class ClingoEngine(PackageEngine):
    """Clingo."""

    name = package = module = "clingo"
    summary = "clingo, for answer sets"
    counts = True
    takes = Takes(itself=10_000_000, literal=100, each=400)
    first_value = False
    lists = True

    def open(self, formula: Formula, tick: Callable[[], None] = lambda: None) -> Solver:
        return self._loaded(formula.variables, _clauses(formula.clauses()), tick)

    def open_counts(self, bounds: Bounds, variables: int, tick: Callable[[], None] = lambda: None) -> Solver:
        return self._loaded(variables, at_most(bounds, tick), tick)

    def _loaded(self, variables: int, counts: Iterator[tuple[list[int], int]], tick: Callable[[], None]) -> Solver:
        control = self.load().Control(["--stats"])
        solver = ClingoSolver(control, variables)
        solver.load(counts, tick)
        return solver


CLINGO = ClingoEngine()
