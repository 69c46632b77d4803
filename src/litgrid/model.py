"""A model of a formula, or that there is none. What an engine says is checked against every clause before."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from litgrid.answer import MOST_CELLS, Answer, Outcome, Telling
from litgrid.core.errors import LitgridError, OutOfTimeError
from litgrid.core.limit import Limit, limited
from litgrid.core.printable import printable
from litgrid.engines import installed
from litgrid.engines.base import Engine, Solver, Status
from litgrid.sat.formula import Formula, Int32Array

Found = Literal["model", "none", "unknown"]
OUTCOMES: dict[Found, Outcome] = {"model": "yes", "none": "no", "unknown": "unknown"}
SAID = {"model": "SATISFIABLE", "none": "UNSATISFIABLE", "unknown": "UNKNOWN"}
A_LINE = 10
"""So many literals stand in a line."""


@dataclass(frozen=True, eq=False)
class OfFormula(Answer):
    """What an engine found out about a formula; attributes are as in :class:`Modelled`."""

    puzzle: Formula
    status: Found
    engine: str
    seconds: float
    timeout: float | None

    @property
    def outcome(self) -> Outcome:
        """Yes where it is known, and there is a model."""
        return OUTCOMES[self.status]


@dataclass(frozen=True, eq=False)
class Modelled(OfFormula):
    """What solving a formula found out.

    Attributes
    ----------
    puzzle
        the formula
    status
        ``"model"``, ``"none"``, or ``"unknown"`` where the time ran out or the engine gave up
    engine, seconds, timeout
        what was asked, how long it took, and the time limit that there was
    model
        the true literal of each variable, in order, checked against every clause; ``None`` where there is none
    """

    model: Int32Array | None

    def values(self, _: Telling) -> dict[str, Any]:
        model = None if self.model is None else self.model.tolist()
        return {"status": self.status, "model": model, **self.fields("engine", "seconds")}

    def lines(self, telling: Telling) -> Iterator[str]:
        if self.status == "none":
            yield telling.say("solve.no-model")
        elif self.model is None:
            yield telling.unknown(self.timeout)
        else:
            yield telling.say("solve.model", literals=said(self.puzzle, self.model.tolist(), telling))

    def competition(self) -> Iterator[str]:
        """Yield the lines that solvers print in the SAT competitions: ``s``, and ``v`` with the literals."""
        yield f"s {SAID[self.status]}"
        if self.model is not None:
            literals = [*self.model.tolist(), 0]
            for start in range(0, len(literals), A_LINE):
                yield f"v {' '.join(map(str, literals[start : start + A_LINE]))}"


def said(formula: Formula, literals: Sequence[int], telling: Telling, *, true: bool = True) -> str:
    """Return the true variables by name, if they have names and that says all, else the first literals."""
    named = formula.true_names(np.array(literals, dtype=np.int32)) if true else []
    some: Sequence[object] = named or literals
    listed = ", ".join(printable(str(one)) for one in some[:MOST_CELLS])
    return listed + (telling.say("all.more", len(some) - MOST_CELLS) if len(some) > MOST_CELLS else "")


def check_unencoded(encoding: str) -> None:
    """Refuse an encoding of counts for a formula: any but ``"auto"``, which says nothing."""
    if encoding != "auto":
        raise LitgridError(
            f"an encoding, as {encoding}, is about the rules of a puzzle: a formula has its clauses already"
        )


def find(formula: Formula, engine: str, timeout: float | None) -> Modelled:
    """Look for a model of a formula; see :func:`litgrid.solve`."""
    chosen, limit = installed(engine), limited(timeout)
    status, model = Status.UNKNOWN, None
    try:
        with opened(formula, chosen, limit) as solver:
            status = solver.solve(seconds=limit.left())
            if status is Status.SAT:
                model = checked(solver, chosen, formula)
    except OutOfTimeError:
        pass
    found: dict[Status, Found] = {Status.SAT: "model", Status.UNSAT: "none", Status.UNKNOWN: "unknown"}
    return Modelled(formula, found[status], chosen.name, limit.spent(), timeout, model)


def opened(formula: Formula, engine: Engine, limit: Limit) -> Solver:
    """Return a solver that holds a formula of any kind."""
    from litgrid.encode.cnf import check_memory  # imported here: puzzles are no formulas, and small ones become none

    check_memory(int(formula.starts[-1] - formula.starts[0]), len(formula))
    return engine.general().open(formula, limit.check)


def checked(solver: Solver, engine: Engine, formula: Formula) -> Int32Array:
    """Return the model that a solver has found, checked; what it leaves out is false."""
    from litgrid.engines.answer import whole_model  # imported here: to solve a puzzle none of it is needed
    from litgrid.sat.results import Result

    return whole_model(engine.name, Result("sat", solver.model()), formula)
