"""The ways to count the answers of one part of a puzzle, by name. Each is exact, or says so many it has found."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, Self

import numpy as np

from litgrid.core.characters import Grid
from litgrid.core.check import all_obey, confirm
from litgrid.core.deduce import OpenPart
from litgrid.core.errors import OutOfTimeError
from litgrid.core.grid import Shape
from litgrid.core.limit import Limit
from litgrid.core.system import System, decided_by
from litgrid.counting.frontier import MOST_STATES, count_bounds
from litgrid.counting.halves import count_seams
from litgrid.counting.meeting import count_rows
from litgrid.counting.packages import APPROXMC, GANAK
from litgrid.counting.pairs import lines, pairs
from litgrid.counting.plan import TooManyStatesError
from litgrid.counting.rows import best_rows
from litgrid.counting.seam import best_seam
from litgrid.counting.walk import walk
from litgrid.encode.part import of_part
from litgrid.engines import lister
from litgrid.engines.base import Engine, Values
from litgrid.search import Search

MOST_HALVES = 1_000_000_000
"""A seam with so many halves takes minutes: `litgrid lab count` does larger ones."""
ROW_STATES = 4
"""A state of whole rows takes less room than a state of cells: so many may be held for each."""
OVERRATED = 8
"""So many times more states of rows are expected than there are, on large boards."""
DIAGRAM_STATES = 30_000_000
"""So many states of a diagram take half a gigabyte, and some seconds."""
SHARE = 0.2
"""The share of the time that making a diagram may take."""
MOST_WALKED = 200_000_000
"""No more answers of the counts are gone through: a million takes a second or two."""
AT_ONCE = 1_000
"""So many answers are checked at once."""
MOST_CHECKED = 4_000_000
"""No more literals than so many are looked at at once, for answers that are checked together."""


class Found(NamedTuple):
    """So many answers there are at least; ``exact`` says whether that is all, ``seam`` whether a seam was found."""

    number: int
    exact: bool
    seam: bool = False


@dataclass(frozen=True, eq=False)
class Asked:
    """One part of a puzzle whose answers are to be counted."""

    part: OpenPart  # its cells, and the counts over them
    grid: Grid  # what is known of the whole board
    system: System  # the tables of the puzzle
    bound: bool  # whether two lines with cells of the part must still come to differ
    most_states: int = MOST_STATES  # how many states a frontier programme may hold
    most_listed: int | None = None  # how many answers may be listed; ``None`` for as many as there are

    @classmethod
    def of(cls, part: OpenPart, grid: Grid, system: System, limit: Limit, **how: Any) -> Self:
        """Return what is asked, having looked whether lines must still come to differ."""
        bound = any(True for _ in lines(system.differs, part.variables, grid.ravel(), limit))
        return cls(part, grid, system, bound, **how)


def by_frontier(asked: Asked, limit: Limit) -> Found:
    """Count by states: see :mod:`litgrid.counting.frontier`."""
    part, shape = asked.part, Shape(*asked.grid.shape)
    try:
        apart = pairs(asked.system.differs, part.variables, asked.grid.ravel(), limit)
        number = count_bounds(part.bounds, part.variables, shape, limit, pairs=apart, most_states=asked.most_states)
    except (TooManyStatesError, OutOfTimeError):
        return Found(0, False)
    return Found(number, True)


def by_seam(asked: Asked, limit: Limit) -> Found:
    """Count at a seam, where lines must still come to differ: see :mod:`litgrid.counting.seam`."""
    part, number, seam = asked.part, 0, None
    if not asked.bound or np.count_nonzero(asked.grid < 0) > part.variables.size:
        return Found(0, False)  # lines of other parts, which would be compared too
    try:
        seam = best_seam(part.bounds, asked.grid, part.variables - 1, asked.system.differs, limit)
        if seam is None or seam.halves >= MOST_HALVES:
            return Found(0, False, seam is not None)
        for ways in count_seams(seam, limit):
            number += ways
    except (TooManyStatesError, OutOfTimeError):
        return Found(number, False, seam is not None)
    return Found(number, True)


def by_rows(asked: Asked, limit: Limit) -> Found:
    """Count by whole rows, where no lines must still come to differ: see :mod:`litgrid.counting.rows`."""
    if asked.bound:
        return Found(0, False)
    rows = best_rows(asked.part.bounds, asked.grid, asked.part.variables - 1)
    most = ROW_STATES * asked.most_states
    if rows is None or 2**rows.expected >= OVERRATED * most:
        return Found(0, False)
    try:
        return Found(count_rows(rows, limit, most), True)
    except (TooManyStatesError, OutOfTimeError):
        return Found(0, False)


def by_diagram(asked: Asked, limit: Limit) -> Found:
    """Go through the answers of the counts alone, and count those whose lines differ (:mod:`litgrid.counting.walk`)."""
    if not asked.bound:
        return Found(0, False)
    most_states = min(asked.most_states, DIAGRAM_STATES)
    walked = walk([asked.part], asked.grid, asked.system.differs, limit.share(SHARE), most_states=most_states)
    if walked is None or walked.most > MOST_WALKED:
        return Found(0, False)
    number = 0
    try:
        for some in walked.batches(limit):
            number += len(some)
    except OutOfTimeError:
        return Found(number, False)
    return Found(number, True)


def by_listing(asked: Asked, limit: Limit) -> Found:
    """Let an engine find the answers one by one; each is checked against the tables."""
    engine, number = lister(), 0
    check = _Check(asked, engine)
    some: list[Values] = []
    exact = True
    try:
        with closing(_answers(asked, engine, limit)) as answers:
            for number, answer in enumerate(answers, 1):
                some.append(answer)
                if number == asked.most_listed:
                    exact = False
                    break
                if len(some) == check.at_once:
                    check(some)
                    some = []
    except OutOfTimeError:
        exact = False
    check(some)
    return Found(number, exact)


def by_ganak(asked: Asked, limit: Limit) -> Found:
    """Ask the model counter Ganak, of the package pyganak."""
    try:
        formula = of_part(asked.part, asked.grid, asked.system.differs, limit=limit)
    except OutOfTimeError:
        return Found(0, False)
    number = GANAK.count(formula, asked.part.variables.size, limit)
    return Found(number or 0, number is not None)


Method = Literal["seam", "rows", "diagram", "frontier", "listing", "ganak"]
METHODS: dict[Method, Callable[[Asked, Limit], Found]] = {
    "seam": by_seam,
    "rows": by_rows,
    "diagram": by_diagram,
    "frontier": by_frontier,
    "listing": by_listing,
    "ganak": by_ganak,
}
"""Every method, by name."""


def about(asked: Asked, least: int, limit: Limit, *, epsilon: float, delta: float, seed: int) -> int | None:
    """Return about how many answers a part has, by ApproxMC; ``None`` where the time ran out.

    The number is within a factor of ``1 + epsilon`` of the true one with a probability of ``1 - delta`` at least.
    ``least`` is a number of answers, of two or more, that there are for sure.
    """
    engine = lister()
    try:
        with closing(_answers(asked, engine, limit)) as answers:
            answer = next(answers)
        formula = of_part(asked.part, asked.grid, asked.system.differs, limit=limit)
    except OutOfTimeError:
        return None
    _Check(asked, engine)([answer])
    cells = np.arange(1, answer.size + 1)
    return APPROXMC.count(
        formula,
        answer.size,
        limit,
        model=np.where(answer == 1, cells, -cells).tolist(),
        least=least,
        epsilon=epsilon,
        delta=delta,
        seed=seed,
    )


def _answers(asked: Asked, engine: Engine, limit: Limit) -> Generator[Values]:
    with Search(engine, asked.part, asked.grid, asked.system.differs, "auto", tick=limit.check) as search:
        yield from search.answers(limit)


class _Check:
    """Checks answers of a part against the tables, ``at_once`` at a time."""

    def __init__(self, asked: Asked, engine: Engine) -> None:
        self._asked, self._engine = asked, engine
        self._cells = asked.part.variables.astype(np.int64) - 1
        self._board = asked.grid.ravel().copy()
        settled = self._board >= 0
        settled[self._cells] = True
        self._decided = decided_by(asked.system, settled)
        self.at_once = max(1, min(AT_ONCE, MOST_CHECKED // max(1, self._decided.bounds.literals.size)))

    def __call__(self, answers: Sequence[Values]) -> None:
        """Raise :class:`~litgrid.core.errors.EngineError` where one of them breaks a rule."""
        if not answers:
            return
        boards = np.tile(np.maximum(self._board, 0), (len(answers), 1))
        boards[:, self._cells] = np.stack(answers)
        right = all_obey(self._decided, boards)
        if not right.all():
            self._board[self._cells] = answers[int(right.argmin())]
            confirm(self._asked.system, self._board, self._engine.name)
