"""The models of a formula, one after another, and what all of them have in common.

Models are told apart by the projection of the formula. Model counters have it renumbered so that these variables are
the first.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np

from litgrid.answer import Answer, Outcome, Telling
from litgrid.core.errors import OutOfTimeError
from litgrid.core.limit import Limit, limited
from litgrid.core.words import OWN
from litgrid.engines import installed
from litgrid.engines.base import Engine, Solver, Status
from litgrid.model import Found, OfFormula, checked, opened, said
from litgrid.sat.formula import Formula, Int32Array


class Models(Answer):
    """The models of a formula, as far as its projection tells them apart; they can be gone through once.

    Attributes
    ----------
    puzzle
        the formula
    status
        what is known once they have been gone through: ``"all"``; ``"some"`` where it ended as so many were wanted;
        ``"none"``; ``"unknown"`` where the time ran out
    number
        how many came
    engine
        the name of the engine that is asked
    """

    passing = True
    status: Literal["all", "some", "none", "unknown"] = "unknown"
    number = 0

    def __init__(self, formula: Formula, engine: str, timeout: float | None, most: int | None) -> None:
        self.puzzle, self._engine, self._timeout, self._most = formula, installed(engine), timeout, most
        self.engine, self._limit = self._engine.name, limited(timeout)

    def __iter__(self) -> Iterator[Int32Array]:
        """Yield the true literal of each variable of the projection, in order."""
        self.number = 0
        try:
            for model in listed(self.puzzle, self._engine, self._limit):
                self.number += 1
                yield model
                if self.number == self._most:
                    self.status = "some"
                    return
        except OutOfTimeError:
            return
        self.status = "all" if self.number else "none"

    @property
    def outcome(self) -> Outcome:
        """Yes where there is a model."""
        if self.status == "unknown":
            return "unknown"
        return "yes" if self.number else "no"

    def records(self, language: str = OWN) -> Iterator[dict[str, Any]]:
        """Return a line of JSON for each model as it is found, and one about all."""
        for model in self:
            yield self.about | {"model": model.tolist(), "number": self.number}
        yield self.record(language)

    def values(self, _: Telling) -> dict[str, Any]:
        seconds = round(self._limit.spent(), 6)
        return {"status": self.status, "count": self.number, "engine": self.engine, "seconds": seconds}

    def lines(self, telling: Telling) -> Iterator[str]:
        for model in self:
            told = said(self.puzzle, model.tolist(), telling)
            yield telling.say("list.model", number=self.number, literals=told)
        found = telling.say("all.models", self.number)
        if self.status == "unknown":
            yield telling.say("list.unknown", why=telling.gave_up(self._timeout), found=found)
        elif self.status == "some":
            yield telling.say("list.some", found=found)
        else:
            yield f"{found}." if self.number else telling.say("solve.no-model")


@dataclass(frozen=True, eq=False)
class Common(OfFormula):
    """What all models of a formula have in common: its backbone.

    Attributes
    ----------
    puzzle, status, engine, seconds, timeout
        as in :class:`litgrid.model.Modelled`
    literals
        those of the projection that are true in all models, ascending by variable; where the time ran out there may be
        more
    """

    literals: tuple[int, ...]

    def values(self, _: Telling) -> dict[str, Any]:
        return {"status": self.status, "literals": list(self.literals), **self.fields("engine", "seconds")}

    def lines(self, telling: Telling) -> Iterator[str]:
        if self.status == "none":
            yield telling.say("solve.no-model")
            return
        among = telling.say("all.variables", self.puzzle.shown.size)
        places = {"variables": among, "late": telling.gave_up(self.timeout)}
        told = said(self.puzzle, self.literals, telling, true=False)
        told = telling.say("forced.these", literals=told) if self.literals else ""
        yield telling.say(f"forced.literals-{self.status}", len(self.literals), literals=told, **places)


def common(formula: Formula, engine: str, timeout: float | None) -> Common:
    """Return what all models of a formula have in common; see :func:`litgrid.backbone.forced`."""
    chosen, limit = installed(engine), limited(timeout)
    forced: list[int] = []
    status: Found = "unknown"
    with suppress(OutOfTimeError), opened(formula, chosen, limit) as solver:
        found = solver.solve(seconds=limit.left())
        if found is Status.UNSAT:
            status = "none"
        elif found is Status.SAT:
            model = _shown(solver, chosen, formula)
            open_ = dict.fromkeys(model.tolist())
            while open_:
                limit.check()
                literal, _ = open_.popitem()
                found = solver.solve([-literal], limit.left())
                if found is Status.UNKNOWN:
                    raise OutOfTimeError("the time limit ran out")
                if found is Status.UNSAT:
                    forced.append(literal)
                    solver.add([[literal]])
                else:  # what differs in another model is none of them
                    other = _shown(solver, chosen, formula)
                    for same in model[model != other].tolist():
                        open_.pop(same, None)
            status = "model"
    literals = tuple(sorted(forced, key=abs))
    return Common(formula, status, chosen.name, limit.spent(), timeout, literals)


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


def listed(formula: Formula, engine: Engine, limit: Limit) -> Iterator[Int32Array]:
    """Yield what models of a formula, checked, say of the variables that tell them apart; no two say the same.

    Raises :class:`OutOfTimeError` when the limit is over, or the engine gives up.
    """
    with opened(formula, engine, limit) as solver:
        while (status := solver.solve(seconds=limit.left())) is Status.SAT:
            model = _shown(solver, engine, formula)
            yield model
            solver.add([(-model).tolist()])
        if status is Status.UNKNOWN:
            raise OutOfTimeError("the time limit ran out")


def _shown(solver: Solver, engine: Engine, formula: Formula) -> Int32Array:
    return checked(solver, engine, formula)[formula.shown - 1]
