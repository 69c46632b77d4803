"""Model counters that are Python packages, each asked in a process of its own.

They cannot be interrupted, they print, and some end the whole process where they do not like what they are asked. In a
process of its own all that costs is an answer: it is ended when the time is over, or when the memory is.

- Ganak (S. Sharma, S. Roy, M. Soos, K. Meel, 2019) counts exactly, projected on some variables.
- ApproxMC (S. Chakraborty, K. Meel, M. Vardi, 2013; M. Soos, K. Meel, 2019) cuts the answers into cells of about equal
  size by random parities, counts some cells, and multiplies: nearly right with a probability that is asked for.
"""

from __future__ import annotations

import json
import os
import sys
from array import array
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import numpy as np

from litgrid.core import memory
from litgrid.core.errors import EngineError, MissingPackageError
from litgrid.core.limit import Limit
from litgrid.engines.process import Program
from litgrid.sat.formula import Formula

MOST_PRINTED = 100_000
"""A number of answers has fewer digits."""
SERVE = "import json, sys; sys.path[:] = json.loads(sys.argv[1]); from litgrid.counting.packages import serve; serve()"


@dataclass(frozen=True, slots=True)
class Package:
    """A model counter: what brings it, the module that is imported, and how that is asked."""

    name: str
    package: str
    module: str
    ask: Callable[[Any, Formula, int, dict[str, Any]], int]

    @property
    def installed(self) -> bool:
        """Whether it is here."""
        return find_spec(self.module) is not None

    def count(self, formula: Formula, cells: int, limit: Limit, **options: Any) -> int | None:
        """Return how many models a formula has on its first variables, ``None`` where the time ran out.

        Raises
        ------
        MissingPackageError
            naming the command that brings it.
        EngineError
            where it fails.
        """
        if not self.installed:
            raise MissingPackageError(
                f"counting with {self.name} needs the package {self.package}, which is not installed here: "
                "pip install 'litgrid[counters]'"
            )
        job = {"name": self.name, "cells": cells, "variables": formula.variables, "options": options}
        flat = np.insert(formula.literals, formula.starts[1:], 0).astype("<i4")
        with Program(self.name, [sys.executable, "-P", "-c", SERVE, json.dumps(sys.path)], talk=True) as work:
            work.write(json.dumps({**job, "bytes": flat.nbytes}).encode() + b"\n")
            work.write(flat.tobytes())
            said = work.read(MOST_PRINTED, limit, b"\n")
        if said is None:
            return None
        found = json.loads(said)
        if "problem" in found:
            raise EngineError(f"the counter {self.name} failed: {found['problem']}")
        return int(found["count"], 16)


def serve() -> None:
    """Be the process: read a formula from standard input, write how many models it has to standard output."""
    # Counters print whatever they like to standard output: only the answer goes there.
    with os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8") as out:
        os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
        job = json.loads(sys.stdin.buffer.readline())
        flat = np.frombuffer(sys.stdin.buffer.read(job["bytes"]), dtype="<i4")
        memory.bound()
        try:
            counter = PACKAGES[job["name"]]
            number = counter.ask(
                import_module(counter.module), _formula(flat, job["variables"]), job["cells"], job["options"]
            )
            answer = {"count": f"{number:x}"}  # Python bounds the length of decimal numbers
        except (ValueError, RuntimeError, ImportError, MemoryError) as error:
            answer = {"problem": str(error) or type(error).__name__}
        out.write(json.dumps(answer) + "\n")


def _formula(flat: Any, variables: int) -> Formula:
    ends = np.flatnonzero(flat == 0)
    starts = np.append(0, ends - np.arange(ends.size)).astype(np.int64)
    return Formula(flat[flat != 0].astype(np.int32), starts, variables, np.full(ends.size, -1, dtype=np.int64))


def _ganak(module: Any, formula: Formula, cells: int, options: dict[str, Any]) -> int:  # noqa: ARG001
    counter = module.Counter()
    counter.new_vars(formula.variables)
    counter.set_sampling_set(range(1, cells + 1))
    counter.add_clauses(formula.clauses())
    return int(counter.count())


def _approxmc(module: Any, formula: Formula, cells: int, options: dict[str, Any]) -> int:
    """Return about how many models there are.

    Options: ``epsilon``, ``delta``, ``seed``; ``model``, the literals of the cells in some model; ``least``, a number
    of models that there are for sure.

    From version 4.3 on, pyapproxmc loses variables that nothing is said about any more once it has simplified: of
    x or y, x or not y, it counts one model and not two. Such a variable, of those that it takes to tell models apart,
    pairs the models up: it can be flipped in each. So it is asked about an odd number: a new variable is free beside
    each model but one, which makes 2 N - 1 of N.

    Half of that number plus one is within the factor of N that it was asked for. Rounding it moves it by a half, so a
    factor less by half of ``least`` is asked for.
    """
    extra = formula.variables + 1
    literals = np.append(formula.literals, [extra, *(-literal for literal in options["model"])])
    flat = np.insert(literals, [*formula.starts[1:], literals.size], 0).astype("i4")
    factor = (1 + options["epsilon"]) * (1 - 1 / (2 * options["least"]))
    counter = module.Counter(seed=options["seed"], epsilon=factor - 1, delta=options["delta"])
    counter.add_clauses(array("i", flat.tobytes()))
    cell, hashes = counter.count([*range(1, cells + 1), extra])
    return ((int(cell) << int(hashes)) + 1) // 2


GANAK = Package("ganak", "pyganak", "pyganak", _ganak)
APPROXMC = Package("approxmc", "pyapproxmc", "pyapproxmc", _approxmc)
PACKAGES = {counter.name: counter for counter in (GANAK, APPROXMC)}
