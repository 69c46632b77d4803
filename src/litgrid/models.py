"""A model of a formula, or that there is none; and its models one after another.

What an engine says is checked against every clause before it is an answer. Models are told apart by the projection of
the formula; it is renumbered so that these variables are the first, as model counters and listings have it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from time import perf_counter
from typing import Any, Literal

import numpy as np

from litgrid.answer import MOST_CELLS, Answer, Outcome, Telling
from litgrid.core.errors import LitgridError, OutOfTimeError
from litgrid.core.limit import Limit
from litgrid.core.printable import printable
from litgrid.encode.cnf import check_memory
from litgrid.engines import installed
from litgrid.engines.base import Engine, Solver, Status
from litgrid.sat.formula import Formula, Int32Array
from litgrid.sat.size import Size

Found = Literal["model", "none", "unknown"]
OUTCOMES: dict[Found, Outcome] = {"model": "yes", "none": "no", "unknown": "unknown"}
SAID = {"model": "SATISFIABLE", "none": "UNSATISFIABLE", "unknown": "UNKNOWN"}
A_LINE = 10
"""So many literals stand in a line."""


@dataclass(frozen=True, eq=False)
class Modelled(Answer):
    """What solving a formula found out.

    Attributes
    ----------
    puzzle
        the formula
    status
        ``"model"``, ``"none"``, or ``"unknown"`` where the time ran out or the engine gave up
    model
        the true literal of each variable, in order, checked against every clause; ``None`` where there is none
    engine, seconds, timeout
        what was asked, how long it took, and the time limit that there was
    """

    puzzle: Formula
    status: Found
    model: Int32Array | None
    engine: str
    seconds: float = 0.0
    timeout: float | None = None

    @property
    def outcome(self) -> Outcome:
        """Yes where there is a model."""
        return OUTCOMES[self.status]

    def values(self, _: Telling) -> dict[str, Any]:
        """Return what JSON holds."""
        model = None if self.model is None else self.model.tolist()
        return {"status": self.status, "model": model, **self.fields("engine", "seconds")}

    def lines(self, telling: Telling) -> Iterator[str]:
        """Return the true variables by name, if they have names, else the first literals."""
        if self.status == "none":
            yield telling.say("solve.no-model")
        elif self.model is None:
            yield telling.unknown(self.timeout)
        else:
            some = self.puzzle.true_names(self.model) or self.model.tolist()
            listed = ", ".join(printable(str(one)) for one in some[:MOST_CELLS])
            more = telling.say("all.more", len(some) - MOST_CELLS) if len(some) > MOST_CELLS else ""
            yield telling.say("solve.model", literals=listed + more)

    def competition(self) -> Iterator[str]:
        """Yield the lines that solvers print in the SAT competitions: ``s``, and ``v`` with the literals."""
        yield f"s {SAID[self.status]}"
        if self.model is not None:
            literals = [*self.model.tolist(), 0]
            for start in range(0, len(literals), A_LINE):
                yield f"v {' '.join(map(str, literals[start : start + A_LINE]))}"


def find(formula: Formula, engine: str, timeout: float | None) -> Modelled:
    """Look for a model of a formula; see :func:`litgrid.solve`."""
    chosen, begin, limit = installed(engine), perf_counter(), limited(timeout)
    status, model = Status.UNKNOWN, None
    try:
        with opened(formula, chosen, limit) as solver:
            status = solver.solve(seconds=limit.left())
            if status is Status.SAT:
                model = checked(solver, chosen, formula)
    except OutOfTimeError:
        pass
    found: dict[Status, Found] = {Status.SAT: "model", Status.UNSAT: "none", Status.UNKNOWN: "unknown"}
    return Modelled(formula, found[status], model, chosen.name, perf_counter() - begin, timeout)


def limited(timeout: float | None) -> Limit:
    """Return the limit of so many seconds.

    Raises
    ------
    LitgridError
        for fewer than 0.
    """
    if timeout is not None and not timeout >= 0:
        raise LitgridError(f"expected a time limit of 0 seconds or more, got {timeout}")
    return Limit(timeout)


def opened(formula: Formula, engine: Engine, limit: Limit) -> Solver:
    """Return a solver that holds a formula of any kind."""
    check_memory(Size.of(np.diff(formula.starts)))
    return engine.general().open(formula, limit.check)


def checked(solver: Solver, engine: Engine, formula: Formula) -> Int32Array:
    """Return the model that a solver has found, checked; what it leaves out is false."""
    from litgrid.engines.answer import whole_model  # imported here: to solve a puzzle none of it is needed
    from litgrid.sat.results import Result

    return whole_model(engine.name, Result("sat", solver.model()), formula)


def projected(formula: Formula) -> tuple[Formula, int]:
    """Return a formula whose first variables are those that tell models apart, and how many these are.

    >>> from litgrid.sat.formula import from_clauses
    >>> made, shown = projected(replace(from_clauses([[1, -3], [2]]), projection=np.array([3], dtype=np.int32)))
    >>> list(made.clauses()), shown
    ([[2, -1], [3]], 1)
    """
    if formula.projection is None:
        return formula, formula.variables
    others = np.delete(np.arange(1, formula.variables + 1), formula.projection - 1)
    number = np.empty(formula.variables + 1, dtype=np.int32)
    number[np.concatenate([formula.projection, others])] = np.arange(1, formula.variables + 1)
    literals = np.sign(formula.literals) * number[np.abs(formula.literals)]
    return replace(formula, literals=literals, variable_name=None, projection=None), formula.projection.size


def listed(formula: Formula, shown: int, engine: Engine, limit: Limit) -> Iterator[Int32Array]:
    """Yield models of a formula, checked, of which no two are alike on the first ``shown`` variables.

    Raises
    ------
    OutOfTimeError
        when the limit is over, or the engine gives up.
    """
    with opened(formula, engine, limit) as solver:
        while (status := solver.solve(seconds=limit.left())) is Status.SAT:
            model = checked(solver, engine, formula)
            yield model
            solver.add([(-model[:shown]).tolist()])
        if status is Status.UNKNOWN:
            raise OutOfTimeError("the time limit ran out")
