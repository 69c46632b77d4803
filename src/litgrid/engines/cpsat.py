"""CP-SAT, the solver of Google's OR-Tools (L. Perron, F. Didier, 2020), which takes counts as they are.

It solves a model as a whole, so each call starts anew. A literal is a number there too: the variable, counted from 0,
or for its negation minus that and minus 1. Models are built as text and read at once, three times as fast as constraint
by constraint. The search runs in a thread of its own, on one worker and from one seed, so that Ctrl-C can stop it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from itertools import islice
from typing import Any

import numpy as np

from litgrid.core.bounds import Bounds
from litgrid.core.errors import EngineError
from litgrid.engines.base import AT_ONCE, Solver, Status, Takes
from litgrid.engines.package import PackageEngine
from litgrid.sat.formula import Formula, Int32Array


class CpSatSolver(Solver):
    """Counts and clauses in a model of CP-SAT."""

    def __init__(self, cp: Any, variables: int) -> None:
        self._cp, self._counts = cp, cp.CpModel()
        self._variables = 0
        self._statistics = {"conflicts": 0, "propagations": 0}
        self._extend(variables)

    def load(self, constraints: Iterator[str], tick: Callable[[], None]) -> None:
        """Add constraints, each as text."""
        tick()
        while some := "".join(islice(constraints, AT_ONCE)):
            self._counts.proto.merge_text_format(some)
            tick()

    def add(self, clauses: Iterable[Sequence[int]]) -> None:
        listed = [list(clause) for clause in clauses]
        self._extend(max((abs(literal) for clause in listed for literal in clause), default=0))
        self.load(map(_clause, listed), lambda: None)

    def _extend(self, variables: int) -> None:
        new = max(variables - self._variables, 0)
        self._counts.proto.merge_text_format("variables{domain:[0,1]}" * new)
        self._variables += new

    def solve(self, assumptions: Sequence[int] = (), seconds: float | None = None) -> Status:
        if seconds is not None and seconds <= 0:
            return Status.UNKNOWN
        self._extend(max(map(abs, assumptions), default=0))
        self._counts.clear_assumptions()
        self._counts.proto.assumptions.extend(map(_number, assumptions))
        self._search = search = self._cp.CpSolver()
        search.parameters.num_workers = 1
        search.parameters.random_seed = 0
        search.parameters.catch_sigint_signal = False
        # Simplifying first, it names assumptions that were not made (seen in OR-tools 9.15).
        search.parameters.cp_model_presolve = not assumptions
        if seconds is not None:
            search.parameters.max_time_in_seconds = seconds
        with ThreadPoolExecutor(1) as pool:
            work = pool.submit(search.solve, self._counts)
            try:
                status = work.result()
            except BaseException:
                while not work.done():
                    search.stop_search()
                    wait([work], 0.05)
                raise
        self._statistics["conflicts"] += search.num_conflicts
        self._statistics["propagations"] += search.num_binary_propagations
        if status in (self._cp.OPTIMAL, self._cp.FEASIBLE):
            return Status.SAT
        if status == self._cp.MODEL_INVALID:
            raise EngineError(f"CP-SAT did not understand its model: {self._counts.validate()}")
        return Status.UNSAT if status == self._cp.INFEASIBLE else Status.UNKNOWN

    def model(self) -> Int32Array:
        numbers = np.arange(1, self._variables + 1, dtype=np.int32)
        return np.where(np.array(self._search.response_proto.solution, dtype=np.int64) == 1, numbers, -numbers)

    def core(self) -> list[int]:
        numbers = self._search.sufficient_assumptions_for_infeasibility()
        return [number + 1 if number >= 0 else number for number in numbers]

    def statistics(self) -> dict[str, int]:
        return self._statistics


def _number(literal: int) -> int:
    """Return what CP-SAT calls a literal: -1 is the negation of 0."""
    return literal - 1 if literal > 0 else literal


def _clause(clause: Sequence[int]) -> str:
    return _literals("bool_or", [_number(literal) for literal in clause])


def _literals(kind: str, numbers: list[int]) -> str:
    return f"constraints{{{kind}{{literals:{numbers}}}}}"


def _counts(bounds: Bounds) -> Iterator[str]:
    numbers = np.where(bounds.literals > 0, bounds.literals - 1, bounds.literals).tolist()
    edges = zip(bounds.starts[:-1].tolist(), bounds.starts[1:].tolist(), strict=True)
    for (start, end), low, high in zip(edges, bounds.low.tolist(), bounds.high.tolist(), strict=True):
        literals, length = numbers[start:end], end - start
        if low > min(high, length) or high < 0:
            yield _literals("bool_or", [])
        elif low <= 0 and high >= length:
            continue
        elif high == 1:
            yield _literals("exactly_one" if low == 1 else "at_most_one", literals)
        elif low == 1 and high >= length:
            yield _literals("bool_or", literals)
        elif low <= 0 and high == length - 1:
            yield _literals("bool_or", [-number - 1 for number in literals])
        else:
            yield _sum(literals, max(low, 0), min(high, length))


def _sum(literals: list[int], low: int, high: int) -> str:
    """Return a sum of variables, in which a negated one is 1 minus itself."""
    variables = [max(number, -number - 1) for number in literals]
    signs = [1 if number >= 0 else -1 for number in literals]
    moved = signs.count(-1)
    return f"constraints{{linear{{vars:{variables} coeffs:{signs} domain:{[low - moved, high - moved]}}}}}"


class CpSatEngine(PackageEngine):
    """CP-SAT."""

    name = "cpsat"
    aliases = ("cp-sat", "ortools")
    summary = "CP-SAT of Google's OR-Tools"
    package, module, least = "ortools", "ortools.sat.python.cp_model", "9.15"
    assumptions = False
    counts = True
    takes = Takes(itself=70_000_000, literal=800, each=800)
    first_value = False

    def open(self, formula: Formula, tick: Callable[[], None] = lambda: None) -> Solver:
        return self._loaded(formula.variables, map(_clause, formula.clauses()), tick)

    def open_counts(self, bounds: Bounds, variables: int, tick: Callable[[], None] = lambda: None) -> Solver:
        return self._loaded(variables, _counts(bounds), tick)

    def _loaded(self, variables: int, constraints: Iterator[str], tick: Callable[[], None]) -> Solver:
        solver = CpSatSolver(self.load(), variables)
        solver.load(constraints, tick)
        return solver


CPSAT = CpSatEngine()
