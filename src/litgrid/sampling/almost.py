"""Answers drawn almost uniformly, by UniGen (S. Chakraborty, K. Meel, M. Vardi, CAV 2013; M. Soos et al., CAV 2020).

It cuts the models into cells by random parities until one holds a handful, and draws one of these. No model is then
more or less likely than another by more than a factor that it knows (its epsilon).
"""

from __future__ import annotations

import json
import sys
from importlib.util import find_spec
from pathlib import Path

import numpy as np

from litgrid.core.errors import EngineError, MissingPackageError, OutOfTimeError
from litgrid.core.limit import Limit
from litgrid.encode.rest import of_part
from litgrid.engines.base import Values
from litgrid.engines.process import Program
from litgrid.sampling.source import Asked, Source

PACKAGE = "pyunigen"
INSTALL = "pip install 'litgrid[sample]'"
WORKER = Path(__file__).with_name("unigen.py")
MOST_BYTES = 10_000_000
"""No answer takes more bytes than this."""
MOST_SEED = 1 << 31


def installed() -> bool:
    """Return whether the package is there."""
    return find_spec(PACKAGE) is not None


def needed() -> None:
    """Raise :class:`~litgrid.core.errors.MissingPackageError` where the package is not there."""
    if not installed():
        raise MissingPackageError(
            f"drawing almost uniformly needs the package {PACKAGE}, which is not installed here: {INSTALL}"
        )


class AlmostUniform(Source):
    """UniGen, in a process of its own. Requires that there is an answer: it ends the process where there is none.

    Raises
    ------
    MissingPackageError
        where it is not installed.
    OutOfTimeError
        when the limit is over before it is told.
    """

    method = "almost uniform"

    def __init__(self, asked: Asked, limit: Limit) -> None:
        needed()
        made = of_part(asked.part, asked.known, asked.differs, limit=limit)
        self._size = asked.part.variables.size
        clauses = [list(clause) for clause in made.clauses()]
        self._program = Program(PACKAGE, [sys.executable, str(WORKER)], talk=True)
        self._program.write(json.dumps({"clauses": clauses, "variables": self._size}).encode() + b"\n")

    def drawn(self, number: int, rng: np.random.Generator, limit: Limit) -> Values:
        """See :meth:`Source.drawn`."""
        return np.stack([self._one(int(rng.integers(MOST_SEED)), limit) for _ in range(number)])

    def _one(self, seed: int, limit: Limit) -> Values:
        self._program.write(b"%d\n" % seed)
        line = self._program.read(MOST_BYTES, limit, mark=b"\n")
        if line is None:
            raise OutOfTimeError("the time limit ran out before an answer was drawn")
        literals = np.array(json.loads(line))
        if sorted(np.abs(literals).tolist()) != list(range(1, self._size + 1)):
            raise EngineError(f"{PACKAGE} gave what is no model on the cells")
        values = np.empty(self._size, dtype=np.int8)
        values[np.abs(literals) - 1] = literals > 0
        return values

    def close(self) -> None:
        """End the process."""
        self._program.end()
