"""Z3 (L. de Moura, N. Bjorner, TACAS 2008) and others that speak SMT-LIB 2 (C. Barrett, P. Fontaine, C. Tinelli, 2017).

One process holds one formula, whose variables are called ``x1``, ``x2``, ... It is told clauses and asked questions,
and keeps between them what it has learnt. Where the time runs out it is ended, since not every program keeps a limit
of its own; a new one is told everything if it is asked again.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path

from litgrid.core.characters import shorten
from litgrid.core.errors import InputError, OutOfTimeError
from litgrid.core.limit import Limit
from litgrid.engines.answer import whole_model
from litgrid.engines.base import NO_MODEL, Solver, Status
from litgrid.engines.outside import OutsideEngine
from litgrid.engines.process import Program
from litgrid.sat import smtlib
from litgrid.sat.formula import Formula, Int32Array, extended, from_clauses
from litgrid.sat.results import read
from litgrid.sat.stream import Headings, whole

PREFIX = "smtlib:"
AT_ONCE = 50_000
"""Literals that are told between two looks at the clock."""
LEAST_OUTPUT, OUTPUT_PER_VARIABLE = 1 << 20, 100
"""A program may print so many bytes a question, and so many more for each variable."""
OPTIONS = b"(set-option :produce-models true)\n(set-option :produce-unsat-assumptions true)\n"
MARK = "litgrid:done"
"""What the program repeats once it has answered."""
ANSWERS = {"sat": Status.SAT, "unsat": Status.UNSAT, "unknown": Status.UNKNOWN}
_NAME = re.compile(r"(\(\s*not\s+)?\bx([0-9]{1,10})", re.ASCII)


@dataclass(frozen=True)
class Habits:
    """How a program is started: its arguments, the logic that suits clauses, the package that brings it."""

    arguments: tuple[str, ...]
    logic: str
    package: str | None = None


KNOWN = {
    # For finite domains Z3 has a SAT solver that takes assumptions: 0.12 s where QF_UF takes 1.1 s, on a Light Up of
    # 100 x 100 (2026-11-28).
    "z3": Habits(("-in", "-smt2"), "QF_FD", "z3-solver"),
    "cvc5": Habits(("--incremental", "--lang=smt2"), "QF_UF"),
}
OTHER = Habits((), "QF_UF")


class SmtSolver(Solver):
    """A formula inside a process, which is started when it is needed."""

    def __init__(self, name: str, path: str, habits: Habits, formula: Formula, tick: Callable[[], None]) -> None:
        self._name, self._habits, self._formula = name, habits, formula
        self._command = [path, *habits.arguments]
        self._program: Program | None = None
        with self._working():
            self._start(tick)

    def add(self, clauses: Iterable[Sequence[int]]) -> None:
        listed = list(clauses)
        before = self._formula.variables
        self._formula = extended(self._formula, listed)
        if self._program is not None:
            with self._working():
                new = from_clauses(listed, self._formula.variables)
                self._program.write(b"".join(_told(new, before)))

    def solve(self, assumptions: Sequence[int] = (), seconds: float | None = None) -> Status:
        limit = Limit(seconds)
        if seconds is not None and seconds <= 0:
            return Status.UNKNOWN
        new = max(map(abs, assumptions), default=0)
        if new > self._formula.variables:
            self.add([[new, -new]])
        with self._working():
            program = self._program or self._start(limit.check)
            try:
                return self._solve(program, list(assumptions), limit)
            except OutOfTimeError:
                self.close()
                return Status.UNKNOWN

    def _solve(self, program: Program, assumptions: list[int], limit: Limit) -> Status:
        literals = " ".join(map(_literal, assumptions))
        answer = self._ask(program, f"(check-sat-assuming ({literals}))" if assumptions else "(check-sat)", limit)
        status = ANSWERS.get(answer)
        if status is None:
            raise program.failure(f"gave no answer that can be read: {shorten(answer, 200)}")
        if status is Status.SAT:
            self._model = self._read_model(program, assumptions, limit)
        elif status is Status.UNSAT:
            said = self._ask(program, "(get-unsat-assumptions)", limit) if assumptions else ""
            self._core = [-int(name) if negated else int(name) for negated, name in _NAME.findall(said)]
            if not set(self._core).issubset(assumptions):
                raise program.failure(f"named assumptions that were not made: {shorten(said, 200)}")
        return status

    def _read_model(self, program: Program, assumptions: list[int], limit: Limit) -> Int32Array:
        formula = extended(self._formula, [[literal] for literal in assumptions])
        if not formula.variables:
            return NO_MODEL
        names = " ".join(f"x{variable}" for variable in range(1, formula.variables + 1))
        said = self._ask(program, f"(get-value ({names}))", limit)
        try:
            result = read(f"sat\n{said}", None, formula.variables)
        except InputError as error:
            raise program.failure(f"gave no model that can be read: {error.message}") from error
        return whole_model(self._name, result, formula)

    def close(self) -> None:
        if self._program is not None:
            self._program.close()
            self._program = None

    @contextmanager
    def _working(self) -> Iterator[None]:
        """End the process where anything goes wrong: it may be in the middle of an answer."""
        try:
            yield
        except BaseException:
            self.close()
            raise

    def _start(self, tick: Callable[[], None]) -> Program:
        self._program = program = Program(self._name, self._command, talk=True)
        program.write(OPTIONS + f"(set-logic {self._habits.logic})\n".encode())
        for text in _told(self._formula, 0):
            tick()
            program.write(text)
        return program

    def _ask(self, program: Program, question: str, limit: Limit) -> str:
        """Return the answer to a question; raise :class:`OutOfTimeError` where the time runs out."""
        program.write(f'{question}\n(echo "{MARK}")\n'.encode())
        most = LEAST_OUTPUT + OUTPUT_PER_VARIABLE * self._formula.variables
        said = program.read(most, limit, MARK.encode())
        if said is None:
            raise OutOfTimeError("the time limit ran out")
        return said.partition(MARK)[0].strip(' "\r\n')


def _literal(literal: int) -> str:
    return f"x{literal}" if literal > 0 else f"(not x{-literal})"


def _told(formula: Formula, known: int) -> Iterator[bytes]:
    """Return a formula as it is told to a program that knows the first variables."""
    stream = whole(replace(formula, variable_name=None, origin_name=None))
    headings = Headings(stream)
    return chain(
        smtlib.declarations(stream, known), (smtlib.clauses(piece, headings) for piece in formula.split(AT_ONCE))
    )


class SmtEngine(OutsideEngine):
    """A program that speaks SMT-LIB, by its name or path."""

    def __init__(self, program: str, summary: str | None = None) -> None:
        own = summary is not None
        self.name = program if own else f"{PREFIX}{program}"
        self.aliases = (f"{PREFIX}{program}",) if own else ()
        self.summary = summary or f"the program {program}, through SMT-LIB"
        self.first_value = False
        self._habits = KNOWN.get(Path(program).name, OTHER)
        self.program, self.package = program, self._habits.package
        self.install = (
            f"pip install {self.package}" if self.package else f"install it, or say where it is: {PREFIX}/path/to/it"
        )

    def open(self, formula: Formula, tick: Callable[[], None] = lambda: None) -> Solver:
        tick()
        return SmtSolver(self.name, self.path(), self._habits, formula, tick)


Z3 = SmtEngine("z3", "Z3, through SMT-LIB")
