"""An engine measured on puzzles and formulas, each time in a process of its own.

So memory is its own, and a crash or a limit touches nothing else. See :mod:`litgrid.lab.serving` for the other side.
"""

from __future__ import annotations

import json
import os
import re
import sys
from base64 import b64encode
from dataclasses import asdict, dataclass, replace
from typing import Any
from weakref import finalize

from litgrid.core.closing import Closing
from litgrid.core.errors import EngineError
from litgrid.core.limit import Limit
from litgrid.core.processes import FORKS
from litgrid.core.puzzle import Puzzle
from litgrid.engines.process import Program
from litgrid.formats import Record, formats
from litgrid.lab.instances import pack
from litgrid.sat.formula import Formula

MOST_SAID = 1 << 20
"""Bytes in which a process says what it knows."""
PROGRAM = "from litgrid.lab.serving import serve; serve()"
MARK = b"\x04\n"
"""Ends what is said of a job, and says before that it can begin."""
PATIENCE = 120.0
"""Seconds in which an engine's packages must be loaded."""
EXHAUSTED = re.compile(r"bad_alloc|out ?of ?memory|MemoryError", re.IGNORECASE)
"""What is said last where no memory is left: by C++, by solvers, and by Python."""


@dataclass(frozen=True, slots=True)
class Measurement:
    """What one combination took; ``None`` is not known.

    Attributes
    ----------
    engine, encoding
        the combination
    status
        ``"sat"``, ``"unsat"``, ``"unknown"``; ``"timeout"``, ``"memory"``: a limit; ``"wrong"``, for an answer that is
        none; ``"failed"``. ``problem`` says how
    unique
        whether the answer is the only one, where that was asked and found out
    variables, clauses
        how large the formula is, all independent parts together; no clauses where the engine takes counts
    load, solve, prove
        seconds to encode it and bring it into the engine; to find the first answer or that there is none; and to find
        a second or that there is none
    conflicts, propagations
        what the engine counted until the first answer, where it counts
    peak
        the most memory its process held, or a program that it ran, in MB
    problem
        a sentence
    """

    engine: str
    encoding: str
    status: str = "failed"
    unique: bool | None = None
    variables: int | None = None
    clauses: int | None = None
    load: float | None = None
    solve: float | None = None
    prove: float | None = None
    conflicts: int | None = None
    propagations: int | None = None
    peak: float | None = None
    problem: str = ""

    @property
    def values(self) -> dict[str, Any]:
        """What JSON holds: seconds without more digits than mean anything."""
        return {name: round(one, 6) if isinstance(one, float) else one for name, one in asdict(self).items()}


def sent(what: Puzzle | Formula) -> dict[str, str]:
    """Return a puzzle or a formula as it is sent to another process."""
    if isinstance(what, Formula):
        return {"formula": b64encode(pack(what)).decode("ascii")}
    return {"puzzle": formats.get("jsonl").write(Record("", what))}


class Stand(Closing):
    """Where engines are measured, one after another; use it in a ``with`` statement."""

    def __init__(self) -> None:
        self._engine = ""
        self._work: Program | None = None

    def measure(self, what: dict[str, str], engine: str, encoding: str, **how: Any) -> Measurement:
        """Solve something, as :func:`sent` has it, and return what it took.

        ``how`` is ``whole``, whether nothing is deduced before; ``unique``, whether a second answer is looked for too;
        ``memory``, the most MB; ``timeout``, seconds after which it is stopped.
        """
        timeout = how.pop("timeout", None)
        said, late, problem = "", False, ""
        try:
            work = self._ready(engine)
            work.write(json.dumps({**what, "engine": engine, "encoding": encoding, **how}).encode() + b"\n")
            begun = work.read(MOST_SAID, Limit(PATIENCE), MARK)
            if begun is None:
                raise work.failure(f"was not ready after {PATIENCE:g} s")
            work.write(b"\n")
            ended = work.read(MOST_SAID, Limit(timeout), MARK)
            said, late = begun + (work.unread() if ended is None else ended), ended is None
        except EngineError as error:
            problem = str(error)
            said = "" if self._work is None else self._work.unread()
        found = replace(Measurement(engine, encoding), **_said(said))
        if late or problem or not FORKS:
            self.close()
        if late or problem:
            # That there is an answer is known even if nothing is known of a second.
            status = found.status if found.status == "sat" and how.get("unique") else ("timeout" if late else "failed")
            found = replace(found, status=status, problem=problem or f"stopped after {timeout:g} s")
        if found.status == "failed" and EXHAUSTED.search(found.problem):
            return replace(found, status="memory")
        return found

    def _ready(self, engine: str) -> Program:
        """Return the process of an engine: one that has loaded others would hold more memory than its own."""
        if self._work is None or self._engine != engine:
            self.close()
            place = {"PYTHONPATH": os.pathsep.join(filter(None, sys.path)), "PYTHONIOENCODING": "utf-8"}
            self._work = Program(engine, [sys.executable, "-P", "-c", PROGRAM], talk=True, environment=place)
            self._engine = engine
            # At the end of the interpreter this comes before modules are taken down; __del__ would come after.
            self._end = finalize(self, self._work.close)
        return self._work

    def close(self) -> None:
        if self._work is not None:
            self._end()
            self._work = None


def _said(output: str) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for line in output.splitlines():
        try:
            value = json.loads(line)
        except ValueError:  # an engine wrote here, or the line was cut off
            continue
        if isinstance(value, dict):
            found.update({name: value[name] for name in value if name in Measurement.__slots__})
    return found
