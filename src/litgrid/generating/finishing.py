"""Boards that somebody has begun: what is missing for one answer is added, and nothing that stands there goes.

An answer of the board as it stands is drawn at random, and all clues that it gives are laid; where they leave another
answer, a wall is put where both differ if the kind has walls, else another answer is drawn. Then the clues that were
added are left out again, one after another, while the puzzle stays as it is wanted.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from textwrap import indent
from typing import Annotated, Any, Literal

import numpy as np

from litgrid.answer import Answer, Outcome, Telling
from litgrid.core.characters import Grid
from litgrid.core.errors import OutOfTimeError
from litgrid.core.grid import BoolArray, IntArray
from litgrid.core.kind import Kind
from litgrid.core.levels import Level
from litgrid.core.levels import level as as_level
from litgrid.core.limit import Limit
from litgrid.core.options import Between, Seconds
from litgrid.core.puzzle import Puzzle
from litgrid.core.symmetry import SymmetryName, orbits
from litgrid.core.tables import Rule
from litgrid.explaining.findings import HIGHEST
from litgrid.explaining.grading import level as level_of
from litgrid.generating.drawing import any_answer
from litgrid.improving.better import Better
from litgrid.improving.clues import Clues, expect_clues
from litgrid.improving.thinning import Thinning
from litgrid.outlook import outlook
from litgrid.question import checked

TRIES = 30
"""So many boards are tried before the best is told, where no time is set."""


@dataclass(frozen=True, eq=False)
class Finished(Answer):
    """A board that somebody has begun, as a puzzle with one answer.

    Attributes
    ----------
    puzzle
        what was begun
    status
        ``"finished"``; ``"none"``: nothing that can be added leaves an answer; ``"unknown"``: none was found
    finished
        the puzzle, if there is one
    level
        its level, as :func:`litgrid.grade` has it
    wanted
        the level that was asked for, if any; the puzzle that was found may have another one
    added
        the clues that it has more
    seconds
        how long it took
    """

    puzzle: Puzzle
    status: Literal["finished", "none", "unknown"]
    finished: Puzzle | None = None
    level: int | None = None
    wanted: int | None = None
    added: tuple[Rule, ...] = field(default=(), repr=False)
    seconds: float = 0.0

    @property
    def outcome(self) -> Outcome:
        """Yes for a puzzle of the level that was asked for."""
        if self.status == "none":
            return "no"
        return "yes" if self.finished is not None and self.wanted in (None, self.level) else "unknown"

    def values(self, telling: Telling) -> dict[str, Any]:
        made = self.finished
        return {
            "status": self.status,
            "clues": None if made is None else made.clues,
            "added": telling.rules(self.added, made or self.puzzle),
            **self.fields("level", "seconds"),
        }

    def lines(self, telling: Telling) -> Iterator[str]:
        """Return the puzzle, and how hard it is."""
        if self.finished is None:
            yield from telling.none("finish.none" if self.status == "none" else "finish.unknown")
            return
        other = "finish.other" if self.wanted not in (None, self.level) else "finish.level"
        yield telling.say(other, level=self.level, wanted=self.wanted)
        yield indent(self.finished.text(), "  ")


@checked
def finish(
    puzzle: Puzzle,
    *,
    level: Level | None = None,
    symmetry: SymmetryName = "none",
    seed: Annotated[int, Between(0)] = 0,
    timeout: Seconds = None,
) -> Finished:
    r"""Fill in what a board that somebody has begun lacks to have one answer; what stands there stays.

    Clues of the kind are added, numbers, labels or given cells, and walls where the kind has numbers in walls.

    Parameters
    ----------
    puzzle
        What was begun.
    level
        How hard the puzzle shall be, 1 to 4 or ``"easy"``, ``"medium"``, ``"hard"``, ``"very hard"``.
    symmetry
        What walls that are put come with: ``"none"``, turned by half (``"180"``) or by a quarter (``"90"``), left and
        right (``"mirror"``), top and bottom (``"flip"``), about the main diagonal (``"diagonal"``).
    seed
        The same seed fills in the same.
    timeout
        Seconds for each puzzle, after which the best that was found is told.

    Raises
    ------
    LitgridError
        where the kind does not say which clues an answer gives, or the board is not square and the symmetry needs that.

    Examples
    --------
    >>> import litgrid
    >>> found = litgrid.finish(litgrid.load("lightup\n.1.\n...\n..."), level="easy", seed=1)
    >>> found.level, litgrid.solve(found.finished).status, found.finished.text().split("\n")[0][1]
    (1, 'unique', '1')
    """
    expect_clues(puzzle)
    orbit = orbits(puzzle.shape, symmetry)
    wanted = None if level is None else as_level(level)
    limit, rng = Limit(timeout), np.random.default_rng(seed)

    def off(found: Finished) -> int:
        """Return how far something is from what is wanted: in levels; further than any, where nothing was found."""
        if found.status == "unknown":
            return HIGHEST
        return 0 if found.level is None or wanted is None else abs(found.level - wanted)

    best = Finished(puzzle, "unknown")
    with suppress(OutOfTimeError):
        status, answers = outlook(puzzle, limit) if wanted is None else ("unknown", [])
        if status == "unique":  # it lacks nothing
            own = level_of(puzzle, answers[0], limit=limit)
            return Finished(puzzle, "finished", puzzle, own, seconds=limit.spent())
        for _ in range(TRIES):
            best = min(best, _tried(puzzle, wanted or HIGHEST, orbit, rng, limit), key=off)
            if not off(best):
                break
    return replace(best, wanted=wanted, seconds=limit.spent())


def _tried(begun: Puzzle, most: int, orbit: IntArray, rng: np.random.Generator, limit: Limit) -> Finished:
    """Return what one try brings.

    Walls are put until there are about as many as the kind has, and then where another answer differs.
    """
    if (answer := any_answer(begun, rng, limit)) is None:
        return Finished(begun, "none")
    board, usual = begun, max((begun.usual_walls or 0) * answer.size, 1)
    while board.fixed.sum() < usual and (walled := _walled(board, True, orbit, rng, limit)) is not None:
        board, answer = walled
    while True:
        clues = Clues.of(board, answer)
        with Thinning(clues, limit, most=most) as thinning:
            other = thinning.rival()
            if other is None and (most > 1 or thinning.decided(1)):
                level = thinning.leave_out(rng.permutation(np.flatnonzero(~clues.stated(board))))
                better = Better.of(begun, clues, thinning.chosen)
                if level > most:  # how much so was not asked
                    level = level_of(better.puzzle, answer, limit=limit)
                return Finished(begun, "finished", better.puzzle, level, added=better.added)
        where = True if other is None else (other != answer).ravel()
        if (walled := _walled(board, where, orbit, rng, limit)) is None:
            return Finished(begun, "unknown")
        board, answer = walled


def _walled(
    board: Puzzle, where: BoolArray | bool, orbit: IntArray, rng: np.random.Generator, limit: Limit
) -> tuple[Puzzle, Grid] | None:
    """Return a board with a wall more, and its images, in an open cell, and an answer; ``None`` where there is none."""
    if not isinstance(board, Kind) or not board.scopes:
        return None
    taken = board.fixed | (board.givens.ravel() >= 0)
    free = np.bincount(orbit, taken, orbit.size)[orbit] == 0
    for cell in rng.permutation(np.flatnonzero(free & where)).tolist():
        grid = board.grid.copy()
        grid.ravel()[orbit == orbit[cell]] = ord(board.unnumbered)
        made = replace(board, grid=grid)
        if (answer := any_answer(made, rng, limit)) is not None:
            return made, answer
    return None
