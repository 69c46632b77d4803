"""Least hitting sets of sets that are too many to be listed, or not known beforehand.

Implicit hitting sets (E. Moreno-Centeno, R. Karp, 2013): a least set that hits those which are known is found by
MaxSAT (RC2, A. Ignatiev, A. Morgado, J. Marques-Silva, 2019); whoever asks names sets that it misses, and these are
added, until it misses none. No smaller set can do, as it would have to hit those that are known.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from importlib import import_module
from typing import Any

from litgrid.core.closing import Closing
from litgrid.core.errors import OutOfTimeError
from litgrid.core.limit import Limit
from litgrid.engines.base import Status
from litgrid.engines.pysat import PySatSolver

SOLVER, TRIM = "m22", 5
"""Each core is asked for anew a few times, which makes it smaller: four times as fast on 12 x 12 Binairo."""

Missed = Callable[[list[int]], Iterable[Iterable[int]]]
"""Names sets that a set misses, of whatever order and number; none where it misses none."""


class Hitting(Closing):
    """Sets of numbers from 0, and the least sets that hit all of them.

    ``weight`` is what each number weighs, 1 or more; the least set is that of the least weight.

    >>> with Hitting() as hitting:
    ...     hitting.add([0, 1]), hitting.add([1, 2]), hitting.add([3])
    ...     hitting.least(Limit(None)), hitting.bound
    (None, None, None)
    ([1, 3], 2)
    """

    def __init__(self, weight: Callable[[int], int] = lambda _: 1) -> None:
        from pysat.examples.rc2 import RC2
        from pysat.formula import WCNF

        self._weight = weight
        self._maxsat = RC2(WCNF(), solver=SOLVER, trim=TRIM)
        self._maxsat.oracle = self._timed = _Timed(self._maxsat.oracle)
        self._known: set[int] = set()

    @property
    def bound(self) -> int:
        """No set of less weight hits them all."""
        return int(self._maxsat.cost)

    def add(self, numbers: Iterable[int]) -> None:
        """Add a set, which is not empty."""
        listed = sorted(numbers)
        self._maxsat.add_clause([number + 1 for number in listed])
        for number in listed:
            if number not in self._known:
                self._known.add(number)
                self._maxsat.add_clause([-number - 1], self._weight(number))

    def least(self, limit: Limit) -> list[int]:
        """Return a least set that hits all that were added, ascending.

        Raises :class:`OutOfTimeError` when the limit is over; ``bound`` is what is known until then.
        """
        if not self._known:
            return []
        self._timed.limit = limit
        return [literal - 1 for literal in self._maxsat.compute() if literal > 0]

    def run(self, missed: Missed, limit: Limit, most: int | None = None) -> list[int] | None:
        """Return a least set that misses none; ``None`` where it would weigh more than ``most``."""
        while most is None or self.bound <= most:
            chosen = self.least(limit)
            if most is not None and self.bound > most:
                return None
            limit.check()
            done = True
            for numbers in missed(chosen):
                self.add(numbers)
                done = False
            if done:
                return chosen
        return None

    def close(self) -> None:
        self._maxsat.delete()


class _Timed:
    """A solver of python-sat for RC2, which knows no time limit: it ends with an error when the limit is over."""

    def __init__(self, backend: Any) -> None:
        self._backend = backend
        self._solver = PySatSolver(import_module("pysolvers"), "minisat22", backend.solver.minisat)
        self.limit = Limit(None)

    def solve(self, assumptions: Sequence[int] = (), **_: object) -> bool:
        status = self._solver.solve(assumptions, self.limit.left())
        if status is Status.UNKNOWN:
            raise OutOfTimeError("the time limit ran out before the least set was found")
        self._found = status is Status.SAT
        return self._found

    solve_limited = solve

    def get_status(self) -> bool:
        return self._found

    def get_model(self) -> list[int]:
        return list(self._solver.model().tolist())

    def get_core(self) -> list[int]:
        return self._solver.core()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._backend, name)
