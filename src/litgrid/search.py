"""One independent part of a puzzle inside one engine: answer after answer.

The part's cells are the first variables, its counts are encoded after them, and lines that must differ are looked at
lazily: only pairs that an answer violates become clauses. A first guess of the grid goes into the *sign* of each cell's
variable (a cell guessed true is +v, a cell guessed false -v, where the engine tries +v first): the engine then starts
from the guess and still moves its own saved phases freely.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

import numpy as np

from litgrid.core import memory
from litgrid.core.bounds import Bounds, distinct, from_lists, from_matrix, join
from litgrid.core.characters import Grid
from litgrid.core.closing import Closing
from litgrid.core.deduce import OpenPart
from litgrid.core.errors import OutOfTimeError, WrongAnswerError
from litgrid.core.grid import BoolArray, IntArray
from litgrid.core.limit import Limit
from litgrid.core.linear import Relaxed, branch, dive
from litgrid.core.tables import Differ
from litgrid.encode.cnf import differ, encode
from litgrid.encode.part import apart, opened
from litgrid.engines.base import Engine, Solver, Status, Values
from litgrid.engines.counts import check_memory
from litgrid.engines.counts import guarded as guarded_counts
from litgrid.sat.formula import guarded

MOST_TOLD = 200_000
"""No more places in pairs of lines that must differ become clauses before an engine lists answers."""
TOLD = 1_000
"""Bytes that an engine takes for such a place, as measured and rounded up, with what it then takes to search."""

FRUITLESS = 2
"""So many times fractions may tell nothing, which takes them long, before they are asked no more."""


class Search(Closing):
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
    fractions
        Ask fractions where a moment does not tell the engine: sums that clash make long proofs, which these do not.
        Where that was fruitless too often, they are asked no more.
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
        fractions: bool = False,
        tick: Callable[[], None] = lambda: None,
    ) -> None:
        self._engine, self._grid, self._differs = engine.name, grid.ravel().copy(), differs
        self._lists = engine.lists
        self._cells = part.variables.astype(np.int64) - 1
        size = part.variables.size
        self._sign = np.ones(size + 1, dtype=np.int32)
        if guess is not None:
            self._sign[1:] = np.where((guess.ravel()[self._cells] == 1) == engine.first_value, 1, -1)
        self._local = np.zeros(self._grid.size + 1, dtype=np.int32)
        self._local[part.variables] = np.arange(1, size + 1) * self._sign[1:]
        self._top = self.variables = size
        self.clauses = 0
        engine = engine if guess is None else engine.near()
        self._later: Callable[[], Solver] | None = None
        self._fractions = FRUITLESS if fractions else 0
        self._refuting: list[int] | None = None
        self._added: list[list[int]] = []
        self._answer: Values | None = None
        self._solver = self._open(engine, part.bounds, encoding, selectors, tick)
        self._told: set[tuple[Differ, tuple[int, int]]] = set()

    def _open(
        self,
        engine: Engine,
        bounds: Bounds,
        encoding: str,
        selectors: IntArray | None,
        tick: Callable[[], None],
    ) -> Solver:
        local = np.sign(bounds.literals) * self._local[np.abs(bounds.literals)]
        counts = Bounds(local, bounds.starts, bounds.low, bounds.high)
        guards = None if selectors is None else np.where(selectors > 0, self._top + selectors, 0)
        self._top += 0 if selectors is None else int(selectors.max(initial=0))
        self._counts, self._guards = counts, np.zeros(len(counts), dtype=np.int64) if guards is None else guards
        counting = engine if engine.counts else engine.first if encoding == "auto" else None
        if counting is None:
            return self._encoded(engine, counts, encoding, guards, tick)
        if not engine.counts:
            self._later = lambda: self._encoded(engine, counts, encoding, guards, tick)
        taken = counts
        if guards is not None:
            taken, self._top = guarded_counts(counts, guards, self._top)
        check_memory(taken, counting.takes)
        return counting.open_counts(taken, self._top, tick)

    def _encoded(
        self, engine: Engine, counts: Bounds, encoding: str, guards: IntArray | None, tick: Callable[[], None]
    ) -> Solver:
        droppable = None if guards is None else guards > 0
        formula = encode(counts, self._top, encoding, droppable=droppable, tick=tick)
        self._top = formula.variables
        if guards is not None:
            formula = guarded(formula, guards)
        self.variables, self.clauses = formula.variables, len(formula)
        return engine.open(formula, tick)

    def solve(self, limit: Limit, selected: Iterable[int] = (), values: Values | None = None) -> Status:
        """Look for an answer in which the selected counts hold, and every line that must differ does.

        ``values``, 1 or 0, are those of the part's first cells; those of cells with -1 are looked for.

        It is left in ``answer``.
        """
        assumptions = [self._cells.size + number for number in selected]
        if values is not None:
            literals = self._local[self._cells[: values.size] + 1] * (2 * values.astype(np.int32) - 1)
            assumptions += literals[values >= 0].tolist()
        while True:
            status = self._asked(assumptions, limit)
            if status is not Status.SAT:
                return status
            self._answer = None
            if not self._differs:
                return status
            board = self._grid.copy()
            board[self._cells] = self.answer
            pairs = [(table, pair) for table in self._differs for pair in table.equal(board)]
            if not pairs:
                return status
            if not self._told.isdisjoint(pairs):
                raise WrongAnswerError(f"the engine {self._engine} gave a model that breaks a clause")
            self._told.update(pairs)
            for table, (first, second) in pairs:
                self._tell_apart(table.lines[first], table.lines[second])

    @property
    def answer(self) -> Values:
        """The last answer, a 0 or 1 for each of the part's cells, in order; first read before the next solve."""
        if self._answer is None:  # who asks only whether there is one does not wait for it
            model = self._solver.model()[: self._cells.size]
            self._answer = np.zeros(self._cells.size, dtype=np.int8)
            self._answer[: model.size] = (model > 0) == (self._sign[1 : model.size + 1] > 0)
        return self._answer

    def _asked(self, assumptions: Sequence[int], limit: Limit) -> Status:
        """Ask the engine, and where one with counts gives up, fractions and then the engine with clauses.

        ``fractions``: they come after the engine's first moment as well.
        """
        self._refuting = None
        if self._fractions:
            status = self._solver.briefly(assumptions)
            if status is Status.UNKNOWN:
                status = self._by_fractions(branch, assumptions, limit)
                self._fractions -= status is Status.UNKNOWN
            if status is not Status.UNKNOWN:
                return status
        status = self._solver.solve(assumptions, limit.left())
        if status is not Status.UNKNOWN or self._later is None or limit.left() == 0:
            return status
        try:
            found = self._by_fractions(dive, assumptions, limit)
            if found is not Status.UNKNOWN:
                return found
            later = self._later()
        except OutOfTimeError:
            return status
        self._solver.close()
        self._solver, self._later = later, None
        self._solver.add(self._added)
        return self._solver.solve(assumptions, limit.left())

    def _by_fractions(
        self, ask: Callable[[Bounds, int, Limit], Relaxed], assumptions: Sequence[int], limit: Limit
    ) -> Status:
        """Ask :func:`dive` or :func:`branch`; keep what clashes, or tell the engine, which knows more, the answer."""
        assumed, cells = np.array(assumptions, dtype=np.int64), self._cells.size
        held = np.flatnonzero((self._guards == 0) | np.isin(self._guards, assumed))
        known = assumed[np.abs(assumed) <= cells]
        counts = [self._counts.take(held), from_matrix(known[:, None], 1, 1), from_lists(self._added, 1, self._top)]
        found, answer, clashing = ask(join(counts), self._top, limit)
        if found is False:
            names = np.concatenate([self._guards[held], known, np.zeros(len(self._added), dtype=np.int64)])[clashing]
            self._refuting = distinct(names[names != 0]).tolist()
            return Status.UNSAT
        if found:
            numbers = np.arange(1, cells + 1)
            values = np.where(answer[:cells], numbers, -numbers).tolist()
            if self._solver.solve([*assumptions, *values], limit.left()) is Status.SAT:
                return Status.SAT
        return Status.UNKNOWN

    def core(self) -> tuple[list[int], list[int]]:
        """Return the numbers of selectors, and the places of cells from 0 that had values, which cannot all hold.

        Requires that the last solve said ``UNSAT``.
        """
        literals, cells = self._solver.core() if self._refuting is None else self._refuting, self._cells.size
        return [one - cells for one in literals if one > cells], [abs(one) - 1 for one in literals if one <= cells]

    @property
    def told(self) -> list[tuple[Differ, tuple[int, int]]]:
        """The pairs of lines that the engine was told to keep apart, as answers made them equal."""
        return sorted(self._told, key=lambda pair: (self._differs.index(pair[0]), pair[1]))

    def statistics(self) -> dict[str, int]:
        """Return what the engine counted so far; see :meth:`litgrid.engines.base.Solver.statistics`."""
        return self._solver.statistics()

    def block(self, answer: Values | None = None) -> None:
        """Never find an answer, by default the last one, again."""
        cells, answer = self._cells, self.answer if answer is None else answer
        literals = np.where(answer == 1, -self._local[cells + 1], self._local[cells + 1])
        self._add([literals.tolist()])

    def _add(self, clauses: list[list[int]]) -> None:
        """Add clauses, and keep them for an engine that may come later."""
        if self._later is not None:
            self._added += clauses
        self._solver.add(clauses)

    def answers(self, limit: Limit, *, in_order: bool = False) -> Iterator[Values]:
        """Yield every answer that is left, each once: a 0 or 1 for each of the part's cells, in order.

        With ``in_order``, as tuples are sorted; nothing that is kept grows then with their number, nor does it where
        the engine lists. Requires that there was no guess. Ask nothing after.

        Raises
        ------
        OutOfTimeError
            when the limit is over, or the engine gives up.
        """
        if self._lists:
            yield from self._listed(limit, in_order)
        elif in_order:
            yield from self._in_order(limit)
        else:
            while self.holds(limit):
                yield self.answer
                self.block()

    def _listed(self, limit: Limit, in_order: bool) -> Iterator[Values]:
        """Let the engine go through them, after it was told about lines that must differ, unless they are too many."""
        grid, told = self._grid.copy(), 0
        for table, pairs in opened(self._differs, self._local, grid, limit.check):
            places = min(len(pairs) * table.lines.shape[1], MOST_TOLD)
            memory.need(TOLD * places, "an engine with lines that must differ", "choose a smaller board")
            for first, second in pairs.tolist():
                limit.check()
                told += table.lines.shape[1]
                if told > MOST_TOLD:
                    break
                self._tell_apart(table.lines[first], table.lines[second])
        for answer in self._solver.models(self._cells.size, limit, in_order=in_order):
            if told > MOST_TOLD:
                grid[self._cells] = answer
                if any(table.equal(grid) for table in self._differs):
                    continue
            yield answer

    def _in_order(self, limit: Limit) -> Iterator[Values]:
        """Go back from each answer to the last cell that can be 1 in place of 0, and from there to the least answer."""
        answer = self._least(np.empty(0, dtype=np.int8), limit)
        while answer is not None:
            yield answer
            for place in np.flatnonzero(answer == 0)[::-1].tolist():
                following = self._least(np.append(answer[:place], np.int8(1)), limit)
                if following is not None:
                    break
            else:
                return
            answer = following

    def _least(self, first: Values, limit: Limit) -> Values | None:
        """Return the least answer whose first values are these, or ``None``."""
        if not self.holds(limit, first):
            return None
        answer = self.answer
        for place in range(first.size, answer.size):
            if answer[place] and self.holds(limit, np.append(answer[:place], np.int8(0))):
                answer = self.answer
        return answer

    def forced(self, limit: Limit, alike: BoolArray) -> Iterator[tuple[int, int]]:
        """Yield the place and the value of each of the part's cells that has it in all answers.

        Requires that the last solve said ``SAT``. ``alike`` says of each cell whether all answers that were seen before
        have the same value there.

        Raises
        ------
        OutOfTimeError
            when the limit is over, or the engine gives up.
        """
        first, alike = self.answer, alike.copy()
        for place, value in enumerate(first.tolist()):
            if not alike[place]:
                continue
            other = np.full(place + 1, -1, dtype=np.int8)
            other[place] = 1 - value
            if self.holds(limit, other):
                alike &= self.answer == first
            else:
                self._add([[int(self._local[self._cells[place] + 1]) * (2 * value - 1)]])
                yield place, value

    def holds(self, limit: Limit, first: Values | None = None, selected: Iterable[int] = ()) -> bool:
        """Return whether there is an answer, which is left in ``answer``: see :meth:`solve`.

        Raises
        ------
        OutOfTimeError
            when the limit is over, or the engine gives up.
        """
        limit.check()
        status = self.solve(limit, selected, first)
        if status is Status.UNKNOWN:
            limit.check()
            raise OutOfTimeError(f"the engine {self._engine} gave up")
        return status is Status.SAT

    def close(self) -> None:
        """Close the engine."""
        self._solver.close()

    def _tell_apart(self, first: IntArray, second: IntArray) -> None:
        clauses, self._top = differ(apart(first, second, self._local, self._grid), self._top)
        self._add(clauses)
