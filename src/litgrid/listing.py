"""Every answer of a puzzle, each once, in memory that does not grow with their number.

What single counts force is deduced once, and the rest is split into independent parts, whose answers combine as a
product. It is counted through like the digits of a number: the largest part slowest, so that its answers are never
asked for twice; the answers of the others are kept where they are few, and else found again.

Where a counting diagram of the whole is small, the answers are read off it, many at a time; else an engine finds them.
Either way they are checked against the tables many at a time: as many as come within a moment.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import closing
from functools import partial
from itertools import chain
from time import perf_counter
from typing import Annotated, Any, Literal, overload

import numpy as np

from litgrid.answer import Answer, Outcome, Telling
from litgrid.core.characters import Grid
from litgrid.core.check import confirm_all
from litgrid.core.deduce import Deduction, OpenPart, deduce
from litgrid.core.errors import LitgridError, OutOfTimeError
from litgrid.core.limit import Limit, limited
from litgrid.core.options import Between, Seconds
from litgrid.core.puzzle import Puzzle, expect_puzzle
from litgrid.core.system import System
from litgrid.core.words import OWN
from litgrid.counting.plan import fitting
from litgrid.counting.walk import MOST_STATES, Walk, walk
from litgrid.engines import DEFAULT, EngineName, installed, lister
from litgrid.engines.base import Values
from litgrid.model import check_unencoded
from litgrid.models import Models
from litgrid.question import checked
from litgrid.sat.cardinality import Encoding
from litgrid.sat.formula import Formula
from litgrid.search import Search
from litgrid.solving import blame

Order = Literal["found", "sorted"]

DIAGRAM = "diagram"
"""What lists where no engine does."""
MOST_PARTS = 200
"""Small parts are bundled until there are about so many: each has an engine of its own."""
SHARE = 0.2
"""The share of the time left that making a diagram may take."""
MOST_KEPT = 64_000_000
"""Bytes of answers that are kept, of all parts together."""
MOMENT = 0.02
"""Seconds for which an answer may wait for others to be checked with it."""
SHOWN_ALONE = 100
"""So many answers do not wait for others at all."""
MOST_CHECKED = 4_000_000
"""No more literals than so many are looked at at once, for answers that are checked together."""


@checked
def answers(
    puzzle: Puzzle,
    *,
    engine: str | None = None,
    encoding: Encoding = "auto",
    timeout: Seconds = None,
    order: Order = "found",
    most: Annotated[int | None, Between(0)] = None,
) -> Iterator[Grid]:
    r"""Go through the answers of a puzzle, each once.

    Parameters
    ----------
    puzzle
        What to solve.
    engine
        The name of an engine: see ``litgrid engines``; ``None`` for none where a counting diagram is small
        (:mod:`litgrid.counting.walk`), and else for :func:`litgrid.engines.lister`.
    encoding
        How counts become clauses: see :data:`litgrid.sat.cardinality.ENCODINGS`.
    timeout
        Seconds for all of it.
    order
        ``"found"``: as they are found. ``"sorted"``: as the values of their cells are sorted, row by row, 0 before 1,
        whatever the engine.
    most
        End after so many answers; ``None`` for all.

    Yields
    ------
    Grid
        int8, 1 true and 0 false, shaped as the board and not to be changed, checked against all rules.

    Raises
    ------
    OutOfTimeError
        when the time is over, after all answers that were found until then.
    UnknownNameError, MissingPackageError, EngineError, LitgridError
        as :func:`litgrid.solve`.

    Examples
    --------
    >>> import litgrid
    >>> puzzle = litgrid.load("lightup\n.1.\n...\n#..")
    >>> sorted(puzzle.rows(grid) for grid in litgrid.answers(puzzle))
    [['.1o', 'o..', '#o.'], ['o1.', '..o', '#o.']]
    """
    return chain.from_iterable(Listing(puzzle, engine, encoding, limit=limited(timeout), order=order, most=most))


@overload
def listed(
    puzzle: Puzzle,
    *,
    engine: str | None = ...,
    encoding: Encoding = ...,
    timeout: float | None = ...,
    order: Order = ...,
    most: int | None = ...,
) -> Listing: ...
@overload
def listed(
    puzzle: Formula,
    *,
    engine: str | None = ...,
    encoding: Encoding = ...,
    timeout: float | None = ...,
    order: Order = ...,
    most: int | None = ...,
) -> Models: ...
@checked
def listed(
    puzzle: Puzzle | Formula,
    *,
    engine: EngineName | None = None,
    encoding: Encoding = "auto",
    timeout: Seconds = None,
    order: Order = "found",
    most: Annotated[int | None, Between(1)] = None,
) -> Listing | Models:
    r"""List the answers of a puzzle, or the models of a formula, as they are found, and say how many there are.

    Parameters
    ----------
    puzzle
        What to solve: a puzzle, or a formula, whose projection tells models apart.
    engine
        What solves: see ``litgrid engines``; by default none where a counting diagram is small.
    encoding
        How counts become clauses.
    timeout
        Seconds for each puzzle, after which the list ends.
    order
        As they are ``found``, or ``sorted``, so that no engine shows; models come as they are found.
    most
        Stop after so many.

    Raises
    ------
    LitgridError
        as :func:`litgrid.solving.solve`.

    Examples
    --------
    >>> import litgrid
    >>> print(listed(litgrid.load("lightup\n.1")))
    Answer 1:
    ┌─────┐
    │ ● 1 │
    └─────┘
    Exactly one answer.
    """
    if isinstance(puzzle, Formula):
        check_unencoded(encoding)
        if order != "found":
            raise LitgridError("models of a formula are listed as they are found, and not sorted")
        return Models(puzzle, engine or DEFAULT, timeout, most)
    return Listing(puzzle, engine, encoding, limit=Limit(timeout), order=order, most=most)


class Listing(Answer):
    """The answers of a puzzle as :func:`answers` gives them, as many at a time as come in a moment, along a first axis.

    It can be gone through once, and closed. ``most_states`` is how many states a counting diagram may have, of 16 bytes
    and more: more than by default pay where all answers are gone through.

    Attributes
    ----------
    engine
        what lists them, once the first have come: the name of an engine, or ``"diagram"``
    status
        what is known once :meth:`records` or :meth:`lines` have been gone through: ``"all"``; ``"some"`` where it ended
        as so many were wanted; ``"none"``; ``"unknown"`` where the time ran out
    number
        how many came
    """

    passing = True
    status: Literal["all", "some", "none", "unknown"] = "unknown"
    number = 0

    def __init__(
        self,
        puzzle: Puzzle,
        engine: str | None = None,
        encoding: Encoding = "auto",
        *,
        limit: Limit | None = None,
        order: Order = "found",
        most: int | None = None,
        most_states: int = MOST_STATES,
    ) -> None:
        expect_puzzle(puzzle)
        self._named = None if engine is None else installed(engine)
        self._in_order, self._most, self._most_states = order == "sorted", most, fitting(most_states)
        self.puzzle, self._encoding, self._limit = puzzle, encoding, limit or Limit(None)
        self._system = System.of(puzzle.tables())
        self._running = self._batches()
        self._engine = self._named or lister()
        self.engine = self._engine.name
        self._begin = perf_counter()

    def __reduce__(self) -> tuple[Any, ...]:
        """Return how a copy is made: it knows what this one does, and lists anew."""
        named = None if self._named is None else self._named.name
        how: dict[str, Any] = {
            "limit": self._limit,
            "order": "sorted" if self._in_order else "found",
            "most": self._most,
            "most_states": self._most_states,
        }
        known = {"status": self.status, "number": self.number, "without": dict(self.without), "engine": self.engine}
        return partial(Listing, engine=named, encoding=self._encoding, **how), (self.puzzle,), known

    def __iter__(self) -> Iterator[Grid]:
        return self._running

    def close(self) -> None:
        """End before all have come."""
        self._running.close()

    @property
    def outcome(self) -> Outcome:
        """Yes where there is exactly one answer."""
        if self.status == "unknown" or (self.status == "some" and self.number == 1):
            return "unknown"
        return "yes" if self.number == 1 else "no"

    def records(self, language: str = OWN) -> Iterator[dict[str, Any]]:
        """Return a line of JSON for each answer as it is found, and one about all."""
        telling = Telling(self, language)
        for grid in self._told():
            yield telling.numbered(self.number, grid)
        yield self.record(language)

    def values(self, _: Telling) -> dict[str, Any]:
        seconds = round(perf_counter() - self._begin, 6)
        return {"status": self.status, "count": self.number, "engine": self.engine, "seconds": seconds}

    def lines(self, telling: Telling) -> Iterator[str]:
        for grid in self._told():
            yield telling.numbered_picture(self.number, grid)
        found = telling.say("all.answers", self.number)
        if self.status == "unknown":
            yield telling.say("list.unknown", why=telling.gave_up(self._limit.seconds), found=found)
        elif self.status == "all" and self.number > 1:
            yield f"{found}."
        elif self.status == "none":
            yield from telling.none("all.none")
        else:
            yield telling.say("solve.unique" if self.status == "all" else "list.some", found=found)

    def _told(self) -> Iterator[Grid]:
        """Yield one answer after another, and know in the end whether these are all."""
        self.number = 0
        with closing(self):
            try:
                for grids in self:
                    for grid in grids:
                        self.number += 1
                        yield grid
            except OutOfTimeError:
                return
        self.status = "some" if self.number == self._most else "all" if self.number else "none"
        self.without = blame(self.puzzle, self._limit) if self.status == "none" else {}

    def _batches(self) -> Generator[Grid]:
        number = 0
        with closing(self._boards()) as boards:
            for some in boards:
                if self._most is not None:
                    some = some[: self._most - number]
                    number += len(some)
                yield self._checked(some)
                if number == self._most:
                    return

    def _boards(self) -> Generator[Values]:
        if self._most == 0:
            return
        deduction = deduce(self._system, self.puzzle.shape, self._limit, 1 if self._in_order else MOST_PARTS)
        if not deduction.possible:
            return
        walked = self._walk(deduction) if self._named is None else None
        if walked is not None:
            self.engine = DIAGRAM
            yield from walked.batches(self._limit)
            return
        with closing(self._found(deduction)) as boards:
            yield from self._gathered(boards)

    def _walk(self, deduction: Deduction) -> Walk | None:
        """Return a diagram to be read off; ``None`` where it would be too large."""
        if not deduction.parts:
            return None
        return walk(
            deduction.parts,
            deduction.grid,
            self._system.differs,
            self._limit.share(SHARE),
            in_order=self._in_order,
            most_states=self._most_states,
        )

    def _gathered(self, boards: Generator[Values]) -> Generator[Values]:
        """Put boards together that come in a moment, so that they are checked together."""
        some: list[Values] = []
        at_once, number, begin = 1, 0, perf_counter()
        most_at_once = max(1, MOST_CHECKED // max(1, self._system.bounds.literals.size))
        if self._most is not None:
            most_at_once = max(1, min(most_at_once, self._most))
        try:
            for board in boards:
                some.append(board)
                now = perf_counter()
                if len(some) < at_once and now - begin < MOMENT and number + len(some) != self._most:
                    continue
                yield np.stack(some)
                number += len(some)
                # Where answers are few or come slowly, each is shown when it is found.
                fitting = int(len(some) * MOMENT / max(now - begin, 1e-6))
                at_once = max(1, min(2 * at_once, fitting, most_at_once)) if number >= SHOWN_ALONE else 1
                some, begin = [], now
        except (Exception, KeyboardInterrupt):
            if some:
                yield np.stack(some)
            raise
        if some:
            yield np.stack(some)

    def _found(self, deduction: Deduction) -> Generator[Values]:
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

    def answers_of(self, part: OpenPart, deduction: Deduction) -> Iterator[Values]:
        """Ask the engine for the answers of a part."""
        with Search(
            self._engine, part, deduction.grid, self._system.differs, self._encoding, tick=self._limit.check
        ) as search:
            yield from search.answers(self._limit, in_order=self._in_order)

    def _checked(self, boards: Values) -> Grid:
        confirm_all(self._system, boards, self.engine)
        grids = boards.reshape(len(boards), self.puzzle.shape.rows, self.puzzle.shape.columns)
        grids.setflags(write=False)
        return grids


class _Part:
    """The answers of a part, to be gone through many times; they are kept up to ``room`` bytes."""

    def __init__(self, listing: Listing, part: OpenPart, deduction: Deduction, room: int) -> None:
        self._listing, self._part, self._deduction = listing, part, deduction
        self.cells = part.variables.astype(np.int64) - 1
        self._most = max(1, room // (self.cells.size + 100))  # an array has a head of about so many bytes
        self._kept: list[Values] | None = []
        self._source: Iterator[Values] | None = None
        self._complete = False

    def possible(self) -> bool:
        return next(iter(self), None) is not None

    def __iter__(self) -> Iterator[Values]:
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
        close = getattr(self._source, "close", None)
        if close is not None:
            close()


def _product(parts: list[_Part], board: Values) -> Iterator[Values]:
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
