"""The process in which an engine is measured: what :class:`litgrid.lab.measuring.Stand` starts, and writes jobs to.

It loads the engine's packages and then forks for each job, where forks are safe (Linux); elsewhere it does one job. The
fork says what it knows as soon as it knows it, a JSON object a line, so that one that is stopped while it solves has
said how long it took to load. One that ends badly takes this process with it, in the same way.

What an engine finds is checked: an answer against the rules or the clauses, and of a second one that it is another.
"""

from __future__ import annotations

import json
import os
import sys
import traceback
from base64 import b64decode
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter
from typing import IO, Any

import numpy as np

from litgrid.core import memory as memory_of
from litgrid.core.bounds import from_matrix
from litgrid.core.characters import Grid
from litgrid.core.check import confirm
from litgrid.core.closing import Closing
from litgrid.core.deduce import Deduction, OpenPart, deduce
from litgrid.core.errors import LitgridError, TooLargeError, WrongAnswerError
from litgrid.core.limit import Limit
from litgrid.core.processes import FORKS
from litgrid.core.puzzle import Puzzle
from litgrid.core.system import System, needed
from litgrid.engines import engines as known
from litgrid.engines.base import Engine, Status, Values
from litgrid.formats import loads
from litgrid.lab.instances import unpack
from litgrid.lab.measuring import MARK
from litgrid.model import opened
from litgrid.models import projected
from litgrid.sat.cardinality import ENCODINGS
from litgrid.sat.formula import Formula, broken
from litgrid.search import Search

NOTHING = OpenPart(np.array([1], dtype=np.int32), from_matrix(np.array([[1]]), 1, 1))
"""A single cell that must be true."""


def serve() -> None:
    """Be the process: read what to do from standard input, and write what it took to standard output."""
    # Whatever an engine writes to standard output goes elsewhere; what is kept is ours.
    out = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    while line := sys.stdin.readline():
        job = json.loads(line)
        failed = None
        try:
            # Reading comes before the fork too: what it imports would be imported in each.
            given = job.pop("formula", None)
            job["what"] = loads(job.pop("puzzle")) if given is None else unpack(b64decode(given))
            _warm(known.get(job["engine"]), job["encoding"])
        except LitgridError as error:
            failed = {"problem": str(error)}
        _tell(out, failed or {}, MARK)
        sys.stdin.readline()
        if failed is None:
            _apart(job, out)
        _tell(out, {}, MARK)
        if not FORKS:
            return


def _apart(job: dict[str, Any], out: IO[bytes]) -> None:
    """Do a job in a fork; where that ends badly, end so too."""
    if not FORKS:
        _do(job, out)
        return
    child = os.fork()
    if not child:
        try:
            _do(job, out)
        except BaseException:
            traceback.print_exc()
            sys.stderr.flush()
            os._exit(1)
        os._exit(0)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if code < 0:
        os.kill(os.getpid(), -code)
    if code:
        os._exit(code)


def _tell(out: IO[bytes], known: dict[str, Any], mark: bytes = b"") -> None:
    out.write(json.dumps(known).encode() + b"\n" + mark)
    out.flush()


def _do(job: dict[str, Any], out: IO[bytes]) -> None:
    most = job.pop("memory", None)
    if most is not None:
        memory_of.bound(int(most * 1e6))
    try:
        for found in _measured(**job):
            _tell(out, found)
    except (MemoryError, TooLargeError) as error:
        _tell(out, {"status": "memory", "problem": str(error) or "out of memory"})
    except LitgridError as error:
        status = "wrong" if isinstance(error, WrongAnswerError) else "failed"
        _tell(out, {"status": status, "problem": str(error)})
    _tell(out, {"peak": _peak()})


def _measured(
    what: Puzzle | Formula, engine: str, encoding: str, *, whole: bool = False, unique: bool = False
) -> Iterator[dict[str, Any]]:
    chosen = known.get(engine)
    asked = _Clauses(what) if isinstance(what, Formula) else _Board(what, encoding, whole=whole)
    answer = asked.known.copy()
    status = Status.SAT if asked.possible else Status.UNSAT
    counting = chosen.counts and isinstance(what, Puzzle)
    total: dict[str, Any] = {"variables": 0, "load": 0.0, "solve": 0.0} | ({} if counting else {"clauses": 0})
    counted: dict[str, int] = {}
    for part in asked.parts:
        begin = perf_counter()
        with asked.open(chosen, part) as search:
            loaded = perf_counter()
            total["variables"] += search.variables
            if not counting:
                total["clauses"] += search.clauses
            total["load"] += loaded - begin
            yield total
            status = search.solve(Limit(None))
            total["solve"] += perf_counter() - loaded
            for name, value in search.statistics().items():
                counted[name] = counted.get(name, 0) + value
            if status is not Status.SAT:
                break
            np.put(answer, part.variables - 1, search.answer)
    if status is Status.SAT:
        asked.check(answer, engine)
    yield {**total, **counted, "status": status.value}
    if unique and status is Status.SAT:
        yield from _proved(asked, chosen, answer)


def _proved(asked: _Asked, engine: Engine, answer: Grid) -> Iterator[dict[str, Any]]:
    """Look for another answer, part by part, from the start: the formula in which the first one is excluded."""
    prove, sure = 0.0, True
    for part in asked.parts:
        with asked.open(engine, part) as search:
            search.block(answer.ravel()[part.variables - 1])
            begin = perf_counter()
            status = search.solve(Limit(None))
            prove += perf_counter() - begin
            if status is Status.SAT:
                other = answer.copy()
                np.put(other, part.variables - 1, search.answer)
                asked.check(other, engine.name)
                if (other == answer).ravel()[asked.telling].all():
                    raise WrongAnswerError(f"the engine {engine.name} gave an answer again that was excluded")
                yield {"unique": False, "prove": prove}
                return
        sure &= status is Status.UNSAT
        yield {"prove": prove}
    yield {"unique": True if sure else None, "prove": prove}


class _Board:
    """A puzzle that is asked: what propagation leaves of it, or the whole."""

    def __init__(self, puzzle: Puzzle, encoding: str, *, whole: bool) -> None:
        self._system, self._encoding = System.of(puzzle.tables()), encoding
        shape = puzzle.shape
        if whole:
            cells = np.arange(1, shape.size + 1, dtype=np.int32)
            nothing = np.full((shape.rows, shape.columns), -1, dtype=np.int8)
            deduction = Deduction(nothing, True, (OpenPart(cells, needed(self._system)),))
        else:
            deduction = deduce(self._system, shape, Limit(None))
        self.telling = slice(None)
        self.known, self.possible, self.parts = deduction.grid, deduction.possible, deduction.parts

    def open(self, engine: Engine, part: OpenPart) -> Search:
        return _search(engine, part, self.known, self._system, self._encoding)

    def check(self, answer: Grid, engine: str) -> None:
        confirm(self._system, answer, engine)


class _Clauses:
    """A formula that is asked, as if its variables were the cells of a board of one row."""

    possible = True

    def __init__(self, formula: Formula) -> None:
        self._formula, shown = projected(formula)
        self.telling = slice(shown)
        self.known = np.full((1, formula.variables), -1, dtype=np.int8)
        self.parts = (OpenPart(np.arange(1, formula.variables + 1, dtype=np.int32), NOTHING.bounds),)

    def open(self, engine: Engine, _: OpenPart) -> _Opened:
        return _Opened(engine, self._formula, self.telling)

    def check(self, answer: Grid, engine: str) -> None:
        if broken(self._formula, answer.ravel()).size:
            raise WrongAnswerError(f"the engine {engine} gave a model that breaks a clause")


_Asked = _Board | _Clauses


class _Opened(Closing):
    """A formula in an engine, asked as a :class:`litgrid.search.Search` is."""

    def __init__(self, engine: Engine, formula: Formula, telling: slice) -> None:
        self.variables, self.clauses, self._telling = formula.variables, len(formula), telling
        self._solver = opened(formula, engine, Limit(None))
        self.statistics = self._solver.statistics

    def solve(self, limit: Limit) -> Status:
        """Look for a model; it is left in ``answer``."""
        status = self._solver.solve(seconds=limit.left())
        if status is Status.SAT:
            model = self._solver.model()[: self.variables]
            self.answer = np.zeros(self.variables, dtype=np.int8)
            self.answer[: model.size] = model > 0
        return status

    def block(self, answer: Values) -> None:
        """Never find a model again, nor one that differs only in variables that do not tell models apart."""
        variables = np.arange(1, self.variables + 1)
        self._solver.add([np.where(answer == 1, -variables, variables)[self._telling].tolist()])

    def close(self) -> None:
        self._solver.close()


def _warm(engine: Engine, encoding: str) -> None:
    """Do what is done once in a process, as importing packages and loading compiled code: it is no part of solving."""
    with _search(engine, NOTHING, np.full((1, 1), -1, dtype=np.int8), System.of([]), encoding) as search:
        search.solve(Limit(None))
        search.statistics()


def _search(engine: Engine, part: OpenPart, grid: Grid, system: System, encoding: str) -> Search:
    return Search(engine, part, grid, system.differs, encoding if encoding in ENCODINGS else "auto")


def _peak() -> float | None:
    """Return the most memory that this process held, or a program that it ran, in MB."""
    try:
        import resource
    except ImportError:  # Windows
        return None
    unit = 1 if sys.platform == "darwin" else 1024
    child = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * unit
    own = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit
    status = Path("/proc/self/status")
    if status.exists():  # Linux counts what the parent held into the figure above, and not into this one
        lines = dict(line.split(":", 1) for line in status.read_text(encoding="utf-8").splitlines() if ":" in line)
        own = int(lines["VmHWM"].split()[0]) * 1024
    return round(max(own, child) / 1e6, 1)
