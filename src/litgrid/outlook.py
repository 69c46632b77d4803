"""Whether a puzzle has one answer, none or several, and one or two of them: not why it has none.

Deduce what single counts force; split what is left into independent parts; let an engine answer each; put the answers
together and check the whole against the tables. Then look for a second answer, part by part. Where first guesses are
answers nothing of this is done; where a few guesses tell all, no engine is asked; and several small puzzles are deduced
at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Literal, NamedTuple

import numpy as np

from litgrid.core.characters import Grid
from litgrid.core.check import confirm, hold
from litgrid.core.deduce import Deduced, Deduction, OpenPart, deduce_all
from litgrid.core.errors import OutOfTimeError
from litgrid.core.gluing import glued
from litgrid.core.grid import Shape
from litgrid.core.limit import Limit, limited
from litgrid.core.puzzle import Puzzle
from litgrid.core.system import Stack, System
from litgrid.engines import DEFAULT, installed
from litgrid.engines.base import Engine, Status
from litgrid.guessing import SMALL, Guessing, guessing

Answers = Literal["unique", "several", "none", "unknown"]

WORTH_A_GUESS = 300
"""A first guess of the grid is made from so many unknown cells on."""
WORTH_PIECES = 20_000
"""Answers are looked for piece by piece from so many unknown cells on."""


def guessed(puzzle: Puzzle, system: System, seed: int) -> Iterator[Grid]:
    """Yield first guesses of a large board as long as they are answers."""
    if puzzle.shape.size < WORTH_A_GUESS:
        return  # NumPy's random numbers take longer to import than a small board to solve
    rng = np.random.default_rng(seed)
    while True:
        grid = puzzle.guess(rng)
        if grid is None or not hold([*system.tables, *system.differs], grid):
            return
        grid.setflags(write=False)
        yield grid


class Shared(NamedTuple):
    """What was found out about a puzzle, perhaps together with others, and its share of the seconds that took."""

    deduced: Deduced
    number: int
    guess: Guessing
    seconds: float = 0.0

    @property
    def system(self) -> System:
        """The rules."""
        return self.deduced.boards[self.number][0]

    def apart(self, other: Puzzle) -> Shared | None:
        """Return the same of another puzzle, where that has the same counts, and no lines that must differ."""
        system, own = System.of(other.tables()), self.system.bounds
        names = ("literals", "starts", "low", "high")
        alike = all(np.array_equal(getattr(system.bounds, name), getattr(own, name)) for name in names)
        if not alike or system.differs or self.number in self.deduced.ended:
            return None
        return _shared(self.deduced.alone(self.number)._replace(boards=[(system, other.shape)]))[0]


def _shared(deduced: Deduced, seconds: float = 0.0) -> list[Shared]:
    guesses = guessing(deduced)
    return [Shared(deduced, number, guess, seconds / len(guesses)) for number, guess in enumerate(guesses)]


def together(puzzles: Sequence[Puzzle], timeout: float | None) -> list[Shared]:
    """Deduce what follows in small puzzles of one kind."""
    limit = limited(timeout)
    shapes = [puzzle.shape for puzzle in puzzles]
    systems, stack = glued(puzzles) or _stacked(puzzles)
    deduced = deduce_all(list(zip(systems, shapes, strict=True)), stack, limit)
    return _shared(deduced, limit.spent())


def _stacked(puzzles: Sequence[Puzzle]) -> tuple[Sequence[System], Stack]:
    systems = [System.of(puzzle.tables()) for puzzle in puzzles]
    return systems, Stack.of(systems, [puzzle.shape.size for puzzle in puzzles])


def outlook(
    puzzle: Puzzle, limit: Limit, engine: str = DEFAULT, system: System | None = None
) -> tuple[Answers, list[Grid]]:
    """Return whether a puzzle has one answer, none or several, with one or two of them, and not why it has none.

    ``system``: its rules, where they are at hand.

    Where a text can be read in several ways, formats ask this of each. They stand below this layer, so that they name
    this function, as a registry does, and fetch it when a text is in doubt.
    """
    found = Outlook(puzzle, installed(engine), "auto", 0, limit)
    if system is not None:
        found.system = system
    return found.found()


class Outlook:
    """Whether one puzzle has an answer, and another one."""

    def __init__(
        self, puzzle: Puzzle, engine: Engine, encoding: str, seed: int, limit: Limit, known: Shared | None = None
    ) -> None:
        self.puzzle, self.engine, self.encoding, self.limit = puzzle, engine, encoding, limit
        self.seed, self.known = seed, known
        self.system = System.of(puzzle.tables()) if known is None else known.system

    def found(self) -> tuple[Answers, list[Grid]]:
        """Return how many answers there are, and one or two of them; see :func:`outlook`."""
        found = self._guessed()
        if found:
            return "several", found
        try:
            return self._answers(found), found
        except OutOfTimeError:
            return "unknown", found

    def _answers(self, found: list[Grid]) -> Answers:
        """Append one answer, and a second one where there are several."""
        # Where no lines must differ, a large board is looked at piece by piece before it is divided.
        large = self.puzzle.shape.size >= WORTH_PIECES and not self.system.differs
        deduced, number = (self._deduced(), 0) if self.known is None else self.known[:2]
        few = self._few(deduced)
        if few is not None:
            found += few
            return ("none", "unique", "several")[len(few)]
        from litgrid.search import Search  # imported here: few small boards get this far

        deduction = deduced.of(number, self.limit, 1 if large else None)
        if not deduction.possible:
            return "none"
        parts = deduction.parts
        if large:
            if self._pieced(deduction, found):
                return "several"
            parts = tuple(part for whole in parts for part in whole.divided(tick=self.limit.check))
        answer = deduction.grid.copy()
        second: tuple[OpenPart, Grid] | None = None
        sure = True
        guess = self._guess(deduction)
        how = deduction.grid, self.system.differs, self.encoding
        for part in parts:
            with Search(self.engine, part, *how, guess=guess, tick=self.limit.check) as search:
                status = search.solve(self.limit)
                if status is not Status.SAT:
                    return "none" if status is Status.UNSAT else "unknown"
                np.put(answer, part.variables - 1, search.answer)
                if second is None:
                    search.block()
                    status = search.solve(self.limit)
                    sure &= status is not Status.UNKNOWN
                    if status is Status.SAT:
                        second = part, search.answer
        found.append(self._checked(answer))
        if second is not None:
            other = answer.copy()
            np.put(other, second[0].variables - 1, second[1])
            found.append(self._checked(other))
            return "several"
        return "unique" if sure else "unknown"

    def _deduced(self) -> Deduced:
        """Return what follows, on a board of one row; variables for runs may come after its cells."""
        system, variables = self.system, self.puzzle.shape.size
        if variables > SMALL:  # smaller boards have no runs that are long enough
            from litgrid.core.widen import widened

            system, variables = widened(system, variables)
        return deduce_all([(system, Shape(1, variables))], Stack.of([system], [variables]), self.limit)

    def _few(self, deduced: Deduced) -> list[Grid] | None:
        """Return the answers that a few guesses find, where they find all of two, and may be made."""
        if self.engine.first is None or self.puzzle.shape.size > SMALL:
            return None
        guess = guessing(deduced)[0] if self.known is None else self.known.guess
        answers = guess()
        return answers if answers is None else [self._checked(values) for values in answers]

    def _pieced(self, deduction: Deduction, found: list[Grid]) -> bool:
        """Append two answers, where they are found piece by piece."""
        from litgrid.piecewise import two_answers  # imported here: it is for large boards

        for part in deduction.parts:
            if part.variables.size >= WORTH_PIECES:
                rng = np.random.default_rng(self.seed)
                for values in two_answers(self.engine, part, self.encoding, rng, self.limit):
                    answer = deduction.grid.copy()
                    np.put(answer, part.variables - 1, values)
                    found.append(self._checked(answer))
        return bool(found)

    def _guessed(self) -> list[Grid]:
        """Return two answers, where two first guesses are some: so much is seen without a single deduction."""
        found = list(islice(guessed(self.puzzle, self.system, self.seed), 2))
        return found if len(found) == 2 and not np.array_equal(found[0], found[1]) else []

    def _guess(self, deduction: Deduction) -> Grid | None:
        if max((part.variables.size for part in deduction.parts), default=0) < WORTH_A_GUESS:
            return None
        guess = self.puzzle.guess(np.random.default_rng(self.seed))
        return guess if guess is None else np.append(guess, np.zeros(deduction.grid.size - guess.size, dtype=np.int8))

    def _checked(self, values: Grid) -> Grid:
        shape = self.puzzle.shape
        grid = values.ravel()[: shape.size].reshape(shape.rows, shape.columns)
        confirm(self.system, grid, self.engine.name)
        grid.setflags(write=False)
        return grid
