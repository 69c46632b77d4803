"""What an engine is: something that finds a model of a formula, or proves that there is none.

An :class:`Engine` is a description; :meth:`Engine.open` makes a :class:`Solver` that holds one formula. What each call
requires and ensures is written on it, as IPASIR does for its interface.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import Enum
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from litgrid.core.bounds import Bounds
from litgrid.core.closing import Closing
from litgrid.core.errors import MissingPackageError
from litgrid.core.limit import Limit
from litgrid.sat.formula import Formula, Int32Array

Values = npt.NDArray[np.int8]
"""What a model says of some variables: 1 true, 0 false."""
AT_ONCE = 1_000
"""So many rules, each of which may be about thousands of cells, are loaded between two looks at the clock."""
NO_MODEL: Int32Array = np.empty(0, dtype=np.int32)


class Status(Enum):
    """What an engine found out."""

    SAT = "sat"
    UNSAT = "unsat"
    UNKNOWN = "unknown"


class Takes(NamedTuple):
    """Bytes that an engine with counts takes while it searches, as measured and rounded up."""

    itself: int = 0  # with its package
    literal: int = 0  # for each literal of a count
    each: int = 0  # for each count, beside these


class Solver(Closing, ABC):
    """One formula inside one engine. Use it in a ``with`` statement; it may hold much memory.

    Where the engine itself keeps neither, the model and the core are left in ``_model`` and ``_core``.
    """

    _model: Int32Array = NO_MODEL
    _core: Sequence[int] = ()

    @abstractmethod
    def add(self, clauses: Iterable[Sequence[int]]) -> None:
        """Add clauses, which may use new variables. Forgets the model and the core."""

    @abstractmethod
    def solve(self, assumptions: Sequence[int] = (), seconds: float | None = None) -> Status:
        """Look for a model in which all assumptions are true, for about so many seconds at most.

        ``UNKNOWN`` where the time ran out or where the engine gave up; calling again goes on with what was learnt.
        """

    def briefly(self, assumptions: Sequence[int]) -> Status:  # noqa: ARG002 - what others look for
        """Look as :meth:`solve` does, but for a moment only; where the engine knows of none, not at all."""
        return Status.UNKNOWN

    def model(self) -> Int32Array:
        """Return the true literal of each variable, in order. Requires that the last ``solve`` said ``SAT``.

        May be shorter than the number of variables; those left out can be either.
        """
        return self._model

    def core(self) -> list[int]:
        """Return assumptions that cannot all hold. Requires that the last ``solve`` said ``UNSAT``; may be empty."""
        return list(self._core)

    def models(self, variables: int, limit: Limit, *, in_order: bool = False) -> Iterator[Values]:
        """Yield what every model says of the first ``variables``, 1 true and 0 false, each once. Ask nothing after.

        With ``in_order``, as numbers in base two ascend whose first digit is the first variable. Requires that the
        engine ``lists``.

        Raises
        ------
        OutOfTimeError
            when the limit is over.
        """
        raise NotImplementedError("the engine finds one model at a time")

    def statistics(self) -> dict[str, int]:
        """Return what the solver counted so far: ``conflicts``, ``propagations``, ``flips``, as far as it tells."""
        return {}


class Engine(ABC):
    """A way to solve formulas.

    Attributes
    ----------
    name, aliases
        what to call it
    summary
        a line about it
    complete
        whether it can prove that there is no model
    first_value
        the value that it tries first for a variable
    assumptions
        whether it keeps what it has learnt when only the assumptions change; others start anew each time
    cores
        whether it finds out which assumptions clash; others name all of them
    proofs
        whether it can write a proof that there is no model: see :meth:`refute`
    limits
        whether it keeps the time limit of :meth:`Solver.solve`
    counts
        whether it takes counts as they are: see :meth:`open_counts`
    takes
        how much memory it takes with them
    first
        an engine that takes counts and gives up soon, to be asked before this one, as are a few guesses on a small
        board (:mod:`litgrid.guessing`); ``None`` where there is none
    lists
        whether it goes through all models by itself: see :meth:`Solver.models`; others are told after each that it is
        not wanted again
    install
        the command that brings what it needs
    """

    name: str
    aliases: tuple[str, ...] = ()
    summary: str
    complete: bool = True
    first_value: bool = True
    assumptions: bool = True
    cores: bool = True
    proofs: bool = False
    limits: bool = True
    counts: bool = False
    takes: Takes = Takes()
    first: Engine | None = None
    lists: bool = False
    install: str

    @abstractmethod
    def version(self) -> str | None:
        """Return the version that would be used, or ``None`` where it is not installed."""

    def need(self) -> None:
        """Do nothing where it is installed. It is asked before a puzzle is looked at, and imports nothing.

        Raises
        ------
        MissingPackageError
            naming the command that would bring what is missing.
        """
        if self.version() is None:
            raise MissingPackageError(f"the engine {self.name} is not installed here: {self.install}")

    def general(self) -> Engine:
        """Return the engine as it is for formulas of any kind, without what is set for boards."""
        return self

    def near(self) -> Engine:
        """Return the engine as it is where there is a first guess of the model."""
        return self

    @abstractmethod
    def open(self, formula: Formula, tick: Callable[[], None] = lambda: None) -> Solver:
        """Return a solver that holds the formula.

        ``tick`` is called now and then while a large formula is loaded, and raises to stop.

        Raises
        ------
        MissingPackageError
            naming the command that would bring what is missing.
        """

    def open_counts(self, bounds: Bounds, variables: int, tick: Callable[[], None] = lambda: None) -> Solver:
        """Return a solver that holds counts over the variables 1 to ``variables``, without any clauses.

        Requires ``counts``. Raises as :meth:`open` does.
        """
        raise NotImplementedError(f"{self.name} takes clauses only")

    def refute(self, formula: Formula, limit: Limit) -> list[str]:
        """Return the steps of a DRAT proof that the formula has no model; the last is the empty clause, ``"0"``.

        Requires ``proofs``.

        Raises
        ------
        EngineError
            where the formula has a model.
        OutOfTimeError
            when the limit is over.
        MissingPackageError
            as :meth:`open`.
        """
        raise NotImplementedError(f"{self.name} writes no proofs")
