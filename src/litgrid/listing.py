"""Every answer of a puzzle, each once, in memory that does not grow with their number.

What single counts force is deduced once, and the rest is split into independent parts, whose answers combine as a
product. It is counted through like the digits of a number: the largest part slowest, so that its answers are never
asked for twice; the answers of the others are kept where they are few, and else found again.

Answers are checked against the tables many at a time, as many as come within a moment.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import closing
from time import perf_counter

import numpy as np

from litgrid.core.characters import Grid
from litgrid.core.check import all_obey
from litgrid.core.deduce import Deduction, OpenPart, deduce
from litgrid.core.errors import EngineError
from litgrid.core.limit import Limit
from litgrid.core.puzzle import Puzzle
from litgrid.core.system import System
from litgrid.engines import DEFAULT, engines
from litgrid.engines.base import Engine
from litgrid.sat.cardinality import check_encoding
from litgrid.search import Answer, Search

MOST_PARTS = 200
"""Small parts are bundled until there are about so many: each has an engine of its own."""
MOST_KEPT = 64_000_000
"""Bytes of answers that are kept, of all parts together."""
MOMENT = 0.02
"""Seconds for which an answer may wait for others to be checked with it."""
MOST_CHECKED = 4_000_000
"""No more literals than so many are looked at at once, for answers that are checked together."""


def answers(
    puzzle: Puzzle,
    *,
    engine: str = DEFAULT,
    encoding: str = "auto",
    limit: Limit | None = None,
    most: int | None = None,
) -> Iterator[Grid]:
    r"""Go through the answers of a puzzle, each once, in the order in which they are found.

    Parameters
    ----------
    puzzle
        What to solve.
    engine
        The name of an engine: see ``litgrid engines``.
    encoding
        How counts become clauses: see :data:`litgrid.sat.cardinality.ENCODINGS`.
    limit
        The time for all of it; ``None`` for no limit.
    most
        End after so many answers; ``None`` for all.

    Yields
    ------
    Grid
        int8, 1 true and 0 false, shaped as the board and not to be changed, checked against all rules.

    Raises
    ------
    OutOfTimeError
        when the limit is over, after all answers that were found until then.
    UnknownNameError, MissingPackageError, EngineError, LitgridError
        as :func:`litgrid.solving.solve`.

    Examples
    --------
    >>> import litgrid
    >>> puzzle = litgrid.load("lightup\n.1.\n...\n#..")
    >>> sorted(puzzle.rows(grid) for grid in litgrid.answers(puzzle))
    [['.1o', 'o..', '#o.'], ['o1.', '..o', '#o.']]
    """
    if not isinstance(puzzle, Puzzle):
        raise TypeError(f"expected a Puzzle (litgrid.load makes one of a text), got {type(puzzle).__name__}")
    check_encoding(encoding)
    listing = _Listing(puzzle, engines.get(engine), encoding, limit or Limit(None))
    return listing.run(most)


class _Listing:
    """One question."""

    def __init__(self, puzzle: Puzzle, engine: Engine, encoding: str, limit: Limit) -> None:
        self._puzzle, self._engine, self._encoding, self._limit = puzzle, engine, encoding, limit
        self._system = System.of(puzzle.tables())

    def run(self, most: int | None) -> Iterator[Grid]:
        with closing(self._boards()) as boards:
            left = most
            for grids in self._batches(boards, most):
                for grid in grids:
                    if left is not None:
                        left -= 1
                        if left < 0:
                            return
                    yield grid

    def _boards(self) -> Generator[Answer]:
        """Yield each answer as a flat board."""
        deduction = deduce(self._system, self._puzzle.shape, self._limit, MOST_PARTS)
        if not deduction.possible:
            return
        board = deduction.grid.ravel().copy()
        parts = sorted(deduction.parts, key=lambda part: part.variables.size, reverse=True)
        if not parts:
            yield board
            return
        room = MOST_KEPT // len(parts)
        listed = [_Part(self, part, deduction, room if number else 0) for number, part in enumerate(parts)]
        try:
            if all(part.possible() for part in reversed(listed)):
                yield from _product(listed, board)
        finally:
            for part in listed:
                part.close()

    def answers_of(self, part: OpenPart, deduction: Deduction) -> Iterator[Answer]:
        with Search(
            self._engine, part, deduction.grid, self._system.differs, self._encoding, tick=self._limit.check
        ) as search:
            yield from search.answers(self._limit)

    def _batches(self, boards: Iterator[Answer], most: int | None) -> Iterator[Grid]:
        """Check boards, as many at a time as come in a moment; yield them as grids, several in one array."""
        most_at_once = max(1, MOST_CHECKED // max(1, self._system.bounds.literals.size))
        if most is not None:
            most_at_once = max(1, min(most_at_once, most))
        some: list[Answer] = []
        at_once, begin = 1, perf_counter()
        try:
            for board in boards:
                some.append(board)
                if len(some) < at_once and perf_counter() - begin < MOMENT:
                    continue
                yield self._checked(some)
                # Where answers come slowly, each is shown when it is found.
                now = perf_counter()
                fitting = int(len(some) * MOMENT / max(now - begin, 1e-6))
                at_once = max(1, min(2 * at_once, fitting, most_at_once))
                some, begin = [], now
        except (Exception, KeyboardInterrupt):
            if some:
                yield self._checked(some)
            raise
        if some:
            yield self._checked(some)

    def _checked(self, boards: list[Answer]) -> Grid:
        grids = np.stack(boards)
        if not all_obey(self._system, grids).all():
            raise EngineError(f"the engine {self._engine.name} gave a grid that breaks a rule; ask another engine")
        grids.setflags(write=False)
        return grids.reshape(len(boards), self._puzzle.shape.rows, self._puzzle.shape.columns)


class _Part:
    """The answers of a part, to be gone through many times; they are kept up to ``room`` bytes."""

    def __init__(self, listing: _Listing, part: OpenPart, deduction: Deduction, room: int) -> None:
        self._listing, self._part, self._deduction = listing, part, deduction
        self.cells = part.variables.astype(np.int64) - 1
        self._most = max(1, room // (self.cells.size + 100))  # an array has a head of about so many bytes
        self._kept: list[Answer] | None = []
        self._source: Iterator[Answer] | None = None
        self._complete = False

    def possible(self) -> bool:
        """Return whether there is an answer."""
        return next(iter(self), None) is not None

    def __iter__(self) -> Iterator[Answer]:
        place = 0
        while self._kept is not None:
            if place == len(self._kept):
                if self._complete:
                    return
                if self._source is None:
                    self._source = self._listing.answers_of(self._part, self._deduction)
                answer = next(self._source, None)
                if answer is None:
                    self._complete = True
                    return
                if place == self._most:  # too many: from now on they are found again each time
                    self._kept = None
                    yield answer
                    yield from self._source
                    return
                self._kept.append(answer)
            yield self._kept[place]
            place += 1
        self._source = self._listing.answers_of(self._part, self._deduction)
        yield from self._source

    def close(self) -> None:
        """Close the engine."""
        close = getattr(self._source, "close", None)
        if close is not None:
            close()


def _product(parts: list[_Part], board: Answer) -> Iterator[Answer]:
    """Yield the board with every combination of the parts' answers, the last part's fastest."""
    running = [iter(parts[0])]
    while running:
        part = parts[len(running) - 1]
        answer = next(running[-1], None)
        if answer is None:
            running.pop()
            continue
        board[part.cells] = answer
        if len(running) < len(parts):
            running.append(iter(parts[len(running)]))
        else:
            yield board.copy()
