"""One independent part of a puzzle inside one engine: answer after answer.

The part's cells are the first variables, its counts are encoded after them, and lines that must differ are looked at
lazily: only pairs that an answer violates become clauses. A first guess of the grid goes into the *sign* of each cell's
variable (a cell guessed true is +v, a cell guessed false -v, where the engine tries +v first): the engine then starts
from the guess and still moves its own saved phases freely.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Self

import numpy as np
import numpy.typing as npt

from litgrid.core.bounds import Bounds
from litgrid.core.characters import Grid
from litgrid.core.deduce import OpenPart
from litgrid.core.errors import EngineError, OutOfTimeError
from litgrid.core.grid import IntArray
from litgrid.core.limit import Limit
from litgrid.core.tables import Differ
from litgrid.encode.cnf import differ, encode
from litgrid.encode.rest import apart
from litgrid.engines.base import Engine, Solver, Status
from litgrid.sat.formula import Formula

Answer = npt.NDArray[np.int8]
"""A 0 or 1 for each of a part's cells."""


class Search:
    """The answers of a part.

    Parameters
    ----------
    engine
        Finds the models.
    part
        Unknown cells, and the counts over them.
    grid
        What is known of the whole board: 1, 0, -1.
    differs
        Lines that must differ; they bind the part's cells and known ones only.
    encoding
        How counts become clauses.
    guess
        A first guess of the whole board, or ``None``.
    selectors
        For each count that may be dropped, the number of its selector from 1, 0 for the others; see :meth:`solve`.
    tick
        Called now and then while the engine loads; raises to stop.

    Attributes
    ----------
    variables, clauses
        how many the engine was opened with; no clauses where it took the counts
    """

    def __init__(
        self,
        engine: Engine,
        part: OpenPart,
        grid: Grid,
        differs: Sequence[Differ],
        encoding: str,
        *,
        guess: Grid | None = None,
        selectors: IntArray | None = None,
        tick: Callable[[], None] = lambda: None,
    ) -> None:
        self._engine, self._grid, self._differs = engine.name, grid.ravel().copy(), differs
        self._cells = part.variables.astype(np.int64) - 1
        size, bounds = part.variables.size, part.bounds
        self._sign = np.ones(size + 1, dtype=np.int32)
        if guess is not None:
            self._sign[1:] = np.where((guess.ravel()[self._cells] == 1) == engine.first_value, 1, -1)
        self._local = np.zeros(self._grid.size + 1, dtype=np.int32)
        self._local[part.variables] = np.arange(1, size + 1) * self._sign[1:]
        local = np.sign(bounds.literals) * self._local[np.abs(bounds.literals)]
        counts = Bounds(local, bounds.starts, bounds.low, bounds.high)
        self._solver = self._open(engine, counts, encoding, selectors, tick)
        self._told: set[tuple[Differ, tuple[int, int]]] = set()

    def _open(
        self,
        engine: Engine,
        counts: Bounds,
        encoding: str,
        selectors: IntArray | None,
        tick: Callable[[], None],
    ) -> Solver:
        self._top = self.variables = self._cells.size
        self.clauses = 0
        if engine.counts and selectors is None:
            return engine.open_counts(counts, self._top, tick)
        droppable = None if selectors is None else selectors > 0
        formula = encode(counts, self._top, encoding, droppable=droppable, tick=tick)
        self._top = formula.variables
        if selectors is not None:
            formula = self._select(formula, selectors)
        self.variables, self.clauses = formula.variables, len(formula)
        return engine.open(formula, tick)

    def _select(self, formula: Formula, selectors: IntArray) -> Formula:
        """Let each clause of a count that may be dropped hold only where its selector is true."""
        chosen = selectors[formula.origin]
        ends = formula.starts[1:][chosen > 0]
        self._first_selector = self._top
        self._top += int(selectors.max(initial=0))
        literals = np.insert(formula.literals, ends, -(self._first_selector + chosen[chosen > 0]))
        starts = formula.starts + np.concatenate([[0], np.cumsum(chosen > 0)])
        return replace(formula, literals=literals.astype(np.int32), starts=starts, variables=self._top)

    def solve(self, limit: Limit, selected: Iterable[int] = ()) -> Status:
        """Look for an answer in which the selected counts hold, and every line that must differ does.

        It is left in ``answer``: a 0 or 1 for each of the part's cells, in order.
        """
        assumptions = [self._first_selector + number for number in selected]
        while True:
            status = self._solver.solve(assumptions, limit.left())
            if status is not Status.SAT:
                return status
            model = self._solver.model()[: self._cells.size]
            true = np.zeros(self._cells.size, dtype=np.int8)
            true[: model.size] = (model > 0) == (self._sign[1 : model.size + 1] > 0)
            self.answer = true
            board = self._grid.copy()
            board[self._cells] = true
            pairs = [(table, pair) for table in self._differs for pair in table.equal(board)]
            if not pairs:
                return status
            if not self._told.isdisjoint(pairs):
                raise EngineError(f"the engine {self._engine} gave a model that breaks a clause")
            self._told.update(pairs)
            for table, (first, second) in pairs:
                self._tell_apart(table.lines[first], table.lines[second])

    def core(self) -> list[int]:
        """Return the numbers of selectors that cannot all hold; requires that the last solve said ``UNSAT``."""
        return [literal - self._first_selector for literal in self._solver.core()]

    def statistics(self) -> dict[str, int]:
        """Return what the engine counted so far; see :meth:`litgrid.engines.base.Solver.statistics`."""
        return self._solver.statistics()

    def block(self) -> None:
        """Never find the last answer again."""
        cells = self._cells
        literals = np.where(self.answer == 1, -self._local[cells + 1], self._local[cells + 1])
        self._solver.add([literals.tolist()])

    def answers(self, limit: Limit) -> Iterator[Answer]:
        """Yield every answer that is left, each once: a 0 or 1 for each of the part's cells, in order.

        Raises
        ------
        OutOfTimeError
            when the limit is over, or the engine gives up.
        """
        while (status := self.solve(limit)) is Status.SAT:
            yield self.answer
            self.block()
            limit.check()
        if status is Status.UNKNOWN:
            limit.check()
            raise OutOfTimeError(f"the engine {self._engine} gave up before all answers were found")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._solver.close()

    def _tell_apart(self, first: IntArray, second: IntArray) -> None:
        clauses, self._top = differ(apart(first, second, self._local, self._grid), self._top)
        self._solver.add(clauses)
