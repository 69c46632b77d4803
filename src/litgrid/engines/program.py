"""SAT programs of others: any that reads a DIMACS file, and says what it found as in the competitions or as MiniSat.

Each call writes the formula into a folder of its own, starts the program on it, and judges what comes back. A model is
checked against every clause, so a program can say one in whatever way; "none" cannot be checked, so it counts only from
a program that ended as one that says so does. Everything else is an error that names the program and what it did.

The exit codes 10 and 20, for a model and for none, are those of the SAT competitions (since 2002).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from io import BytesIO
from pathlib import Path

from litgrid.core.errors import EngineError, InputError
from litgrid.core.limit import Limit
from litgrid.core.processes import ready, temporary_folder
from litgrid.engines.anew import AnewSolver
from litgrid.engines.answer import whole_model
from litgrid.engines.base import NO_MODEL, Solver, Status
from litgrid.engines.outside import OutsideEngine
from litgrid.engines.process import Program
from litgrid.sat import dimacs
from litgrid.sat.formula import Formula, Int32Array
from litgrid.sat.results import read

PREFIX = "program:"
MODEL, NONE = 10, 20
"""Exit codes."""
LEAST_OUTPUT, OUTPUT_PER_VARIABLE = 1 << 26, 32
"""A program may print so many bytes, and so many more for each variable."""
_COUNTED = re.compile(
    r"^(?:c\s)?\s*(conflicts|propagations)\s*:\s*([0-9]{1,18})\b", re.MULTILINE | re.IGNORECASE | re.ASCII
)


@dataclass(frozen=True)
class Habits:
    """How a program is called."""

    summary: str  # a line about it
    install: str  # the command that brings it
    executable: str | None = None  # what it is called on the disk; the same as here where it is ``None``
    arguments: tuple[str, ...] = ()  # what is said before the formula's file
    file: bool = False  # whether it writes its result into a file that is named after the formula
    first_value: bool = False  # see :class:`Engine`
    package: str | None = None  # a Python package that brings it


KNOWN = {
    "minisat": Habits("MiniSat, the program", "apt-get install minisat", file=True),
    "picosat": Habits("PicoSAT, the program", "apt-get install picosat"),
    "cadical": Habits("CaDiCaL, the program", "apt-get install cadical", first_value=True),
    "kissat": Habits(
        "Kissat, the program", "pip install passagemath-kissat", first_value=True, package="passagemath-kissat"
    ),
    "cryptominisat": Habits("CryptoMiniSat, the program", "apt-get install cryptominisat", "cryptominisat5"),
    "clasp": Habits("clasp, the program", "apt-get install clasp"),
}
"""Programs that are listed."""
OTHERS = {
    "minisat_core": KNOWN["minisat"],
    "minisat_static": KNOWN["minisat"],
    "glucose": Habits("Glucose, the program", "", arguments=("-model",)),
    "glucose-syrup": Habits("Glucose in parallel, the program", "", arguments=("-model",)),
}
"""Programs that are called in a way of their own, and come with no package."""


class ProgramSolver(AnewSolver):
    """A formula for a program."""

    def __init__(self, name: str, path: str, habits: Habits, formula: Formula) -> None:
        super().__init__(replace(formula, variable_name=None, projection=None))
        self._name, self._path, self._habits = name, path, habits

    def run(self, formula: Formula, seconds: float | None) -> tuple[Status, Int32Array]:
        try:
            with temporary_folder() as folder:
                return self._run(folder, formula, Limit(seconds))
        except OSError as error:  # a full disk, or none to write to
            raise EngineError(f"the engine {self._name} cannot be given the formula: {error}") from error

    def _run(self, folder: Path, formula: Formula, limit: Limit) -> tuple[Status, Int32Array]:
        file, results = folder / "formula.cnf", folder / "result"
        file.write_text(dimacs.write(replace(formula, origin_name=None)), encoding="ascii")
        command = [self._path, *self._habits.arguments, str(file), *([str(results)] if self._habits.file else [])]
        most = LEAST_OUTPUT + OUTPUT_PER_VARIABLE * formula.variables
        with Program(self._name, command) as program:
            said = program.read(most, limit)
            code = None if said is None else program.wait(limit)
            if said is None or code is None:
                return Status.UNKNOWN, NO_MODEL
            self.count({name.lower(): int(number) for name, number in _COUNTED.findall(said)})
            if self._habits.file:
                with results.open("rb") if results.exists() else BytesIO() as stream:
                    said = stream.read(most).decode("utf-8", "replace")
            return self._judged(program, code, said, formula)

    def _judged(self, program: Program, code: int, said: str, formula: Formula) -> tuple[Status, Int32Array]:
        if code < 0 or not said.strip():
            raise program.silence()
        try:
            result = read(said, "its output", formula.variables)
        except InputError as error:
            with_code = "" if code in (0, MODEL, NONE) else f" (exit code {code})"
            raise program.failure(f"gave no answer that can be read{with_code}: {error}") from error
        if (result.status, code) in (("sat", NONE), ("unsat", MODEL)):
            raise program.failure(
                f'contradicts itself: it said "{result.status}", and ended with the exit code {code} of the opposite'
            )
        if result.status == "sat":
            return Status.SAT, whole_model(self._name, result, formula)
        if result.status == "unknown":
            return Status.UNKNOWN, NO_MODEL
        if code not in (0, NONE):
            raise program.failure(f'said "unsat", but ended with exit code {code}')
        return Status.UNSAT, NO_MODEL


class ProgramEngine(OutsideEngine):
    """A program, by its name or path."""

    assumptions = cores = False

    def __init__(self, program: str, aliases: tuple[str, ...] = ()) -> None:
        self.name, self.aliases = f"{PREFIX}{program}", aliases
        habits = KNOWN.get(program) or OTHERS.get(Path(program).name) or KNOWN.get(Path(program).name)
        self._habits = habits or Habits(f"the program {program}", "")
        self.program = program if program not in KNOWN else (self._habits.executable or program)
        self.package = self._habits.package
        self.summary, self.first_value = self._habits.summary, self._habits.first_value
        self.install = self._habits.install or f"install it, or say where it is: {PREFIX}/path/to/{Path(program).name}"

    def open(self, formula: Formula, tick: Callable[[], None] = lambda: None) -> Solver:
        tick()
        ready()
        return ProgramSolver(self.name, self.path(), self._habits, formula)


MINISAT = ProgramEngine("minisat")
PICOSAT = ProgramEngine("picosat", ("picosat",))
CADICAL = ProgramEngine("cadical")
KISSAT = ProgramEngine("kissat", ("kissat",))
CRYPTOMINISAT = ProgramEngine("cryptominisat", ("cryptominisat", "cryptominisat5"))
CLASP = ProgramEngine("clasp", ("clasp",))
