"""Engines and encodings compared on a puzzle, each combination in a process of its own.

So memory is its own, and a crash or a time limit touches nothing else. The process says what it knows as soon as it
knows it, a JSON object a line, so that one that is stopped while it solves has said how long it took to load.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from time import perf_counter
from typing import IO, Any

import numpy as np

from litgrid.core.bounds import from_matrix
from litgrid.core.check import confirm
from litgrid.core.deduce import Deduction, OpenPart, deduce
from litgrid.core.errors import LitgridError, OutOfTimeError
from litgrid.core.grid import Shape
from litgrid.core.limit import Limit
from litgrid.core.printable import printable
from litgrid.core.puzzle import Puzzle
from litgrid.core.system import System, needed
from litgrid.engines import engines as known
from litgrid.engines import installed
from litgrid.engines.base import Engine, Status
from litgrid.engines.process import Program
from litgrid.formats import Record, formats, loads
from litgrid.render.table import aligned, html, number
from litgrid.sat.cardinality import Encoding
from litgrid.search import Search

COUNTS = "counts"
"""What stands for an encoding where an engine takes counts as they are."""
HEAD = ["engine", "encoding", "answer", "variables", "clauses", "load s", "solve s", "conflicts", "propagations", "MB"]
"""What is shown of each combination."""
MOST_SAID = 1 << 20
"""Bytes in which a process says what it knows."""
PROGRAM = "from litgrid.lab.compare import serve; serve()"


@dataclass(frozen=True, slots=True)
class Measurement:
    """What one combination took; ``None`` is not known.

    Attributes
    ----------
    engine, encoding
        the combination
    status
        ``"sat"``, ``"unsat"``, ``"unknown"``; ``"timeout"``; ``"failed"``, where ``problem`` says how
    variables, clauses
        how large the formula is, all independent parts together; no clauses where the engine takes counts
    load, solve
        seconds to encode it and bring it into the engine, and to find the first answer or that there is none
    conflicts, propagations
        what the engine counted, where it counts
    peak
        the most memory its process held, or a program that it ran, in MB
    problem
        a sentence
    """

    engine: str
    encoding: str
    status: str = "failed"
    variables: int | None = None
    clauses: int | None = None
    load: float | None = None
    solve: float | None = None
    conflicts: int | None = None
    propagations: int | None = None
    peak: float | None = None
    problem: str = ""

    @property
    def figures(self) -> list[tuple[float | None, int]]:
        """What was measured, and with how many digits it is shown, in the order of :data:`HEAD`."""
        sizes, work = (self.variables, self.clauses), (self.conflicts, self.propagations, self.peak)
        return [*((size, 0) for size in sizes), (self.load, 3), (self.solve, 3), *((much, 0) for much in work)]


@dataclass(frozen=True)
class Comparison:
    """What combinations took for one puzzle: a sequence of measurements, shown as a table.

    Attributes
    ----------
    title
        what the puzzle is called, with its kind and size
    measured
        what each took
    """

    title: str
    measured: tuple[Measurement, ...]

    def __len__(self) -> int:
        return len(self.measured)

    def __iter__(self) -> Iterator[Measurement]:
        return iter(self.measured)

    def __getitem__(self, place: int) -> Measurement:
        return self.measured[place]

    @property
    def rows(self) -> list[list[str]]:
        """A row for each, with what :data:`HEAD` says, as people read it."""
        return [
            [one.engine, one.encoding, one.status, *(number(value, digits) for value, digits in one.figures)]
            for one in self.measured
        ]

    def __str__(self) -> str:
        return f"{self.title}\n{aligned(HEAD, self.rows)}"

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        """Return what a notebook shows."""
        return {"text/html": html(self.title, HEAD, self.rows), "text/plain": str(self)}


def compare(
    puzzle: Puzzle | Record,
    engines: Sequence[str] | None = None,
    encodings: Sequence[Encoding] = ("auto",),
    *,
    whole: bool = False,
    timeout: float | None = None,
    tick: Callable[[float, str], None] = lambda *_: None,
) -> Comparison:
    r"""Solve a puzzle with each engine and each encoding, one after another, and tell what each took.

    Parameters
    ----------
    puzzle
        What to solve.
    engines
        Their names: see ``litgrid engines``; ``None`` for all that are installed.
    encodings
        How counts become clauses: see :data:`litgrid.sat.cardinality.ENCODINGS`.
    whole
        Whether nothing is deduced before.
    timeout
        Seconds after which a combination is stopped; ``None`` for no limit.
    tick
        Told before each which share is done, and what comes.

    Raises
    ------
    UnknownNameError
        for an engine that does not exist.
    MissingPackageError
        for one whose package or program is not installed.

    Examples
    --------
    >>> import litgrid
    >>> from litgrid.lab.compare import compare
    >>> puzzle = litgrid.load("lightup\n.1.\n...\n#.2")
    >>> [(one.engine, one.status) for one in compare(puzzle, ["cadical", "minisat"], whole=True)]
    [('cadical', 'sat'), ('minisat', 'sat')]
    """
    record = puzzle if isinstance(puzzle, Record) else Record("text:1", puzzle)
    named = f"{printable(record.id)}  " if record is puzzle else ""
    names = installed_names() if engines is None else [installed(name).name for name in engines]
    combined, found = combinations(names, encodings), []
    for done, (engine, encoding) in enumerate(combined):
        tick(done / len(combined), f"{engine} {encoding}")
        found.append(measure(record, engine, encoding, whole=whole, timeout=timeout))
    return Comparison(f"{named}{record.puzzle.title} {record.puzzle.shape}", tuple(found))


def installed_names() -> list[str]:
    """Return the engines that can be asked here."""
    return [engine.name for engine in known if engine.version() is not None]


def combinations(names: Sequence[str], encodings: Sequence[str]) -> list[tuple[str, str]]:
    """Return every engine with every encoding; one that takes counts once, with none.

    Raises
    ------
    UnknownNameError
        for an engine that does not exist.
    """
    found = [
        (engine.name, COUNTS if engine.counts else encoding)
        for engine in map(known.get, names)
        for encoding in encodings
    ]
    return list(dict.fromkeys(found))


def decided(puzzle: Puzzle, timeout: float | None = None) -> Status | None:
    """Return what propagation finds out without any engine; ``None`` where it leaves something, or the time is over."""
    try:
        deduction = deduce(System.of(puzzle.tables()), puzzle.shape, Limit(timeout))
    except OutOfTimeError:
        return None
    if deduction.parts:
        return None
    return Status.SAT if deduction.possible else Status.UNSAT


def measure(
    record: Record, engine: str, encoding: str, *, whole: bool = False, timeout: float | None = None
) -> Measurement:
    """Solve a puzzle in a process of its own, and return what it took.

    ``whole``: nothing is deduced before. ``timeout``: seconds after which the process is stopped.
    """
    job = {"puzzle": formats.get("jsonl").write(record), "engine": engine, "encoding": encoding, "whole": whole}
    place = {"PYTHONPATH": os.pathsep.join(filter(None, sys.path)), "PYTHONIOENCODING": "utf-8"}
    limit = Limit(timeout)
    with Program(engine, [sys.executable, "-P", "-c", PROGRAM], talk=True, environment=place) as work:
        work.write(json.dumps(job).encode() + b"\n")
        output = work.read(MOST_SAID, limit)
        code = None if output is None else work.wait(limit)
        found = replace(Measurement(engine, encoding), **_said(work.unread() if output is None else output))
        if code is None:
            return replace(found, status="timeout", problem=f"stopped after {timeout:g} s")
        if code:
            return replace(found, status="failed", problem=found.problem or _reason(code, work.complaint()))
    return found


def _said(output: str) -> dict[str, Any]:
    known: dict[str, Any] = {}
    for line in output.splitlines():
        try:
            value = json.loads(line)
        except ValueError:  # an engine wrote here, or the line was cut off
            continue
        if isinstance(value, dict):
            known.update({name: value[name] for name in value if name in Measurement.__slots__})
    return known


def _reason(code: int, complaint: str) -> str:
    if code < 0:
        return f"the process crashed: {signal.Signals(-code).name}"
    return f"the process ended with exit code {code}: {complaint or 'it said nothing'}"


def serve() -> None:
    """Be the process: read what to do from standard input, and write what it took to standard output."""
    # Whatever an engine writes to standard output goes elsewhere; what is kept is ours.
    out = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    job = json.loads(sys.stdin.readline())
    try:
        for known in _measured(**job):
            _tell(out, known)
    except (LitgridError, MemoryError) as error:
        _tell(out, {"status": "failed", "problem": str(error) or "out of memory"})
    _tell(out, {"peak": _peak()})


def _tell(out: IO[str], known: dict[str, Any]) -> None:
    out.write(json.dumps(known) + "\n")
    out.flush()


def _measured(puzzle: str, engine: str, encoding: str, *, whole: bool) -> Iterator[dict[str, Any]]:
    """Yield what is known, as it becomes known."""
    asked = loads(puzzle)
    chosen = known.get(engine)
    _warm(chosen, encoding)
    system = System.of(asked.tables())
    deduction = _nothing(system, asked.shape) if whole else deduce(system, asked.shape, Limit(None))
    answer = deduction.grid.copy()
    status = Status.SAT if deduction.possible else Status.UNSAT
    total = {"variables": 0, "load": 0.0, "solve": 0.0} | ({} if chosen.counts else {"clauses": 0})
    counted: dict[str, int] = {}
    for part in deduction.parts:
        begin = perf_counter()
        with _search(chosen, part, deduction, system, encoding) as search:
            loaded = perf_counter()
            total["variables"] += search.variables
            if not chosen.counts:
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
        confirm(system, answer, engine)
    yield {**total, **counted, "status": status.value}


def _warm(engine: Engine, encoding: str) -> None:
    """Do what is done once in a process, as importing packages and loading compiled code: it is no part of solving."""
    part = OpenPart(np.array([1], dtype=np.int32), from_matrix(np.array([[1]]), 1, 1))
    nothing = Deduction(np.full((1, 1), -1, dtype=np.int8), True, (part,))
    with _search(engine, part, nothing, System.of([]), encoding) as search:
        search.solve(Limit(None))
        search.statistics()


def _search(engine: Engine, part: OpenPart, deduction: Deduction, system: System, encoding: str) -> Search:
    return Search(engine, part, deduction.grid, system.differs, "auto" if encoding == COUNTS else encoding)


def _nothing(system: System, shape: Shape) -> Deduction:
    """Return a board of which nothing is known, as one part."""
    cells = np.arange(1, shape.size + 1, dtype=np.int32)
    return Deduction(np.full((shape.rows, shape.columns), -1, dtype=np.int8), True, (OpenPart(cells, needed(system)),))


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
