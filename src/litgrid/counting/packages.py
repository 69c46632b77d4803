"""Packages that count models, or draw them, each asked in a process of its own.

They cannot be interrupted, they print, and some end the whole process where they do not like what they are asked. In a
process of its own all that costs is an answer: it is ended when the time is over, or when the memory is.

- Ganak (S. Sharma, S. Roy, M. Soos, K. Meel, 2019) counts exactly, projected on some variables.
- ApproxMC (S. Chakraborty, K. Meel, M. Vardi, 2013; M. Soos, K. Meel, 2019) cuts the answers into cells of about equal
  size by random parities, counts some cells, and multiplies: nearly right with a probability that is asked for.
- UniGen (S. Chakraborty, K. Meel, M. Vardi, 2013; M. Soos et al., 2020) draws a model from such a cell that holds a
  handful: none is then more or less likely than another by more than a factor that it knows.
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
from litgrid.core.closing import Closing
from litgrid.core.errors import EngineError, MissingPackageError
from litgrid.core.limit import Limit
from litgrid.sat.formula import Formula

MOST_PRINTED = 10_000_000
"""No answer has more characters."""
SERVE = "import json, sys; sys.path[:] = json.loads(sys.argv[1]); from litgrid.counting.packages import serve; serve()"


@dataclass(frozen=True, slots=True)
class Package:
    """What is asked about models."""

    name: str
    does: str  # what it is needed for
    package: str  # what brings it; it is a module of this name
    extra: str  # the extra of litgrid that brings it
    # how the module is asked about a formula, the models of which are told apart by so many variables, with options
    ask: Callable[[Any, Formula, int, dict[str, Any]], Any]

    @property
    def installed(self) -> bool:
        """Whether it is here."""
        return find_spec(self.package) is not None

    def expect(self) -> None:
        """Raise an error that names the command that brings it, where it is not here."""
        if not self.installed:
            raise MissingPackageError(
                f"{self.does} with {self.name} needs the package {self.package}, which is not installed here: "
                f"pip install 'litgrid[{self.extra}]'"
            )

    def count(self, formula: Formula, cells: int, limit: Limit, **options: Any) -> int | None:
        """Return how many models a formula has on its first variables, ``None`` where the time ran out."""
        with Asking(self, formula, cells) as asking:
            found = asking.ask(limit, **options)
        return None if found is None else int(found, 16)


class Asking(Closing):
    """A package in a process of its own, which is asked about one formula. Use it in a ``with`` statement."""

    def __init__(self, package: Package, formula: Formula, cells: int) -> None:
        from litgrid.engines.process import Program  # imported here: most boards are counted without

        package.expect()
        self._name = package.name
        flat = np.insert(formula.literals, formula.starts[1:], 0).astype("<i4")
        head = {"name": package.name, "cells": cells, "variables": formula.variables, "bytes": flat.nbytes}
        self._program = Program(package.name, [sys.executable, "-P", "-c", SERVE, json.dumps(sys.path)], talk=True)
        self._program.write(json.dumps(head).encode() + b"\n" + flat.tobytes())

    def ask(self, limit: Limit, **options: Any) -> Any:
        """Ask, with options; return what it says, ``None`` where the time ran out."""
        self._program.write(json.dumps(options).encode() + b"\n")
        said = self._program.read(MOST_PRINTED, limit, b"\n")
        if said is None:
            return None
        found = json.loads(said)
        if "problem" in found:
            raise EngineError(f"the package {self._name} failed: {found['problem']}")
        return found["answer"]

    def close(self) -> None:
        self._program.close()


def serve() -> None:
    """Be the process: read a formula and then options, line by line, and write what the package says to each."""
    # Packages print whatever they like to standard output: only answers go there.
    with os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8") as out:
        os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
        head = json.loads(sys.stdin.buffer.readline())
        flat = np.frombuffer(sys.stdin.buffer.read(head["bytes"]), dtype="<i4")
        memory.bound()
        for line in sys.stdin.buffer:
            try:
                package = PACKAGES[head["name"]]
                module, formula = import_module(package.package), _formula(flat, head["variables"])
                answer = package.ask(module, formula, head["cells"], json.loads(line))
                said = {"answer": hex(answer) if isinstance(answer, int) else answer}  # decimal ones may not be long
            except (ValueError, RuntimeError, ImportError, MemoryError) as error:
                said = {"problem": str(error) or type(error).__name__}
            out.write(json.dumps(said) + "\n")
            out.flush()


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


def _unigen(module: Any, formula: Formula, cells: int, options: dict[str, Any]) -> dict[str, Any]:
    """Return a model, and what to tell next time: how many there are, which is estimated the first time.

    Options: ``seed``; ``known``, what was told last, or nothing.
    """
    known = {"cell_hash_count": tuple(options["known"])} if options["known"] else {}
    sampler = module.Sampler(seed=options["seed"])  # one that has drawn cannot be asked again
    for clause in formula.clauses():
        sampler.add_clause(list(clause))
    cell, hashes, models = sampler.sample(num=1, sampling_set=list(range(1, cells + 1)), **known)
    return {"model": models[0], "known": [cell, hashes] if hashes else options["known"]}


GANAK = Package("ganak", "counting", "pyganak", "counters", _ganak)
APPROXMC = Package("approxmc", "counting", "pyapproxmc", "counters", _approxmc)
UNIGEN = Package("unigen", "drawing almost uniformly", "pyunigen", "sample", _unigen)
PACKAGES = {package.name: package for package in (GANAK, APPROXMC, UNIGEN)}
