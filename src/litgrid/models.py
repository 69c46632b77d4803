"""A model of a formula, or that there is none; its models one after another; what all models have in common.

What an engine says is checked against every clause before it is an answer. Models are told apart by the projection of
the formula; it is renumbered so that these variables are the first, as model counters and listings have it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from time import perf_counter
from typing import Any, Literal

import numpy as np

from litgrid.answer import MOST_CELLS, Answer, Outcome, Telling
from litgrid.core.errors import LitgridError, OutOfTimeError
from litgrid.core.limit import Limit
from litgrid.core.printable import printable
from litgrid.core.words import OWN
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
            yield telling.say("solve.model", literals=_told(self.puzzle, self.model.tolist(), telling))

    def competition(self) -> Iterator[str]:
        """Yield the lines that solvers print in the SAT competitions: ``s``, and ``v`` with the literals."""
        yield f"s {SAID[self.status]}"
        if self.model is not None:
            literals = [*self.model.tolist(), 0]
            for start in range(0, len(literals), A_LINE):
                yield f"v {' '.join(map(str, literals[start : start + A_LINE]))}"


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

    status: Literal["all", "some", "none", "unknown"] = "unknown"
    number = 0

    def __init__(self, formula: Formula, engine: str, timeout: float | None, most: int | None) -> None:
        self.puzzle, self._engine, self._timeout, self._most = formula, installed(engine), timeout, most
        self.engine, self._limit, self._begin = self._engine.name, limited(timeout), perf_counter()

    def __iter__(self) -> Iterator[Int32Array]:
        """Yield the true literal of each variable of the projection, in order."""
        made, shown = projected(self.puzzle)
        try:
            for model in listed(made, shown, self._engine, self._limit):
                self.number += 1
                found = model[:shown]
                yield found if self.puzzle.projection is None else np.sign(found) * self.puzzle.projection
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
        """Return what JSON holds about all."""
        seconds = round(perf_counter() - self._begin, 6)
        return {"status": self.status, "count": self.number, "engine": self.engine, "seconds": seconds}

    def lines(self, telling: Telling) -> Iterator[str]:
        """Return each model as it is found, and how many there are."""
        for model in self:
            told = _told(self.puzzle, model.tolist(), telling)
            yield telling.say("list.model", number=self.number, literals=told)
        found = telling.say("all.models", self.number)
        if self.status == "unknown":
            yield telling.say("list.unknown", why=telling.gave_up(self._timeout), found=found)
        elif self.status == "some":
            yield telling.say("list.some", found=found)
        else:
            yield f"{found}." if self.number else telling.say("solve.no-model")


@dataclass(frozen=True, eq=False)
class Common(Answer):
    """What all models of a formula have in common: its backbone.

    Attributes
    ----------
    puzzle
        the formula
    status
        ``"model"``, ``"none"`` where there is no model, ``"unknown"`` where the time ran out: more literals may be
        true in all models then
    literals
        those of the projection that are true in all models, ascending by variable
    engine, seconds, timeout
        as in :class:`Modelled`
    """

    puzzle: Formula
    status: Found
    literals: tuple[int, ...]
    engine: str
    seconds: float = 0.0
    timeout: float | None = None

    @property
    def outcome(self) -> Outcome:
        """Yes where it is known, and there is a model."""
        return OUTCOMES[self.status]

    def values(self, _: Telling) -> dict[str, Any]:
        """Return what JSON holds."""
        return {"status": self.status, "literals": list(self.literals), **self.fields("engine", "seconds")}

    def lines(self, telling: Telling) -> Iterator[str]:
        """Return how many literals there are, and the first of them."""
        if self.status == "none":
            yield telling.say("solve.no-model")
            return
        projection = self.puzzle.projection
        among = self.puzzle.variables if projection is None else projection.size
        places = {"variables": telling.say("all.variables", among), "late": telling.gave_up(self.timeout)}
        told = _told(self.puzzle, self.literals, telling, true=False)
        told = telling.say("forced.these", literals=told) if self.literals else ""
        yield telling.say(f"forced.literals-{self.status}", len(self.literals), literals=told, **places)


def _told(formula: Formula, literals: Sequence[int], telling: Telling, *, true: bool = True) -> str:
    """Return the true variables by name, if they have names and that says all, else the first literals."""
    named = formula.true_names(np.array(literals, dtype=np.int32)) if true else []
    some: Sequence[object] = named or literals
    listed = ", ".join(printable(str(one)) for one in some[:MOST_CELLS])
    return listed + (telling.say("all.more", len(some) - MOST_CELLS) if len(some) > MOST_CELLS else "")


def check_unencoded(encoding: str) -> None:
    """Refuse an encoding of counts for a formula.

    Raises
    ------
    LitgridError
        for any but ``"auto"``, which says nothing.
    """
    if encoding != "auto":
        raise LitgridError(
            f"an encoding, as {encoding}, is about the rules of a puzzle: a formula has its clauses already"
        )


def common(formula: Formula, engine: str, timeout: float | None) -> Common:
    """Return what all models of a formula have in common; see :func:`litgrid.backbone.forced`."""
    chosen, begin, limit = installed(engine), perf_counter(), limited(timeout)
    forced: list[int] = []
    status: Found = "unknown"
    with suppress(OutOfTimeError), opened(formula, chosen, limit) as solver:
        found = solver.solve(seconds=limit.left())
        if found is Status.UNSAT:
            status = "none"
        elif found is Status.SAT:
            shown = np.arange(1, formula.variables + 1) if formula.projection is None else formula.projection
            model = checked(solver, chosen, formula)[shown - 1]
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
                    other = checked(solver, chosen, formula)[shown - 1]
                    for same in model[model != other].tolist():
                        open_.pop(same, None)
            status = "model"
    literals = tuple(sorted(forced, key=abs))
    return Common(formula, status, literals, chosen.name, perf_counter() - begin, timeout)


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
