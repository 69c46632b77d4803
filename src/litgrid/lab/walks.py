"""Local search on a puzzle, or on a formula, once or many times, as a question and its answer."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Any

import numpy as np

from litgrid.answer import Answer, Outcome, Telling
from litgrid.core.characters import Grid
from litgrid.core.check import confirm
from litgrid.core.errors import RefutedError
from litgrid.core.limit import Limit
from litgrid.core.options import Between, Seconds
from litgrid.core.printable import printable
from litgrid.core.puzzle import Puzzle, expect_puzzle
from litgrid.core.system import System
from litgrid.encode.rest import Opened, Start, searched
from litgrid.lab.experiment import AnyEncoding
from litgrid.model import check_unencoded
from litgrid.question import checked
from litgrid.sat.formula import Formula, from_clauses
from litgrid.sat.threesat import three_sat as reduced
from litgrid.sat.walksat import MOST_SEED, Heuristic, Runs, Settings, run

MOST_NAMES = 20
"""No more true variables than this are named in words."""
NOTHING_LEFT = "propagation decides everything, and nothing is left to search; --from nothing searches all"
REFUTED = "propagation finds that there is no answer"
LEAST_SECONDS = 0.001
"""No speed is made of a shorter time."""


@dataclass(frozen=True, eq=False)
class Walks(Answer):
    """What was asked, what was searched, and what came of it."""

    puzzle: Puzzle | Formula
    opened: Opened | Formula | None  # ``None`` where propagation finds that there is no answer
    formula: Formula
    settings: Settings
    seed: int
    runs: Runs
    every: int = 0  # so many flips the trace has an entry

    @property
    def outcome(self) -> Outcome:
        """Yes where a model was found, no where propagation finds that there is no answer."""
        if self.opened is None:
            return "no"
        return "yes" if self.runs.solved.any() else "unknown"

    @cached_property
    def grid(self) -> Grid | None:
        """The answer to a puzzle, checked against all its rules."""
        if self.runs.model is None or not isinstance(self.opened, Opened) or isinstance(self.puzzle, Formula):
            return None
        grid = self.opened.grid(self.runs.model)
        confirm(System.of(self.puzzle.tables()), grid, "walksat")
        return grid

    @property
    def decided(self) -> bool:
        """Whether propagation left nothing to search."""
        return isinstance(self.opened, Opened) and not self.opened.cells.size

    @property
    def solved_flips(self) -> list[int]:
        """The flips of the executions that found a model."""
        return [int(flips) for flips in self.runs.flips[self.runs.solved]]

    @property
    def result(self) -> str:
        """The model as minisat writes its result, in the numbers of the whole puzzle's cells where it is one."""
        if self.runs.model is None:
            return "undef\n" if self.opened is not None else "UNSAT\n"
        model: list[int] = self.runs.model.tolist()
        if self.grid is not None and isinstance(self.opened, Opened):
            values = self.grid.ravel().tolist()
            cells = [cell if value else -cell for cell, value in enumerate(values, 1)]
            # Where every cell was open the auxiliary variables have the numbers that they have in the whole formula.
            model = cells + model[len(cells) :] if self.opened.cells.size == len(cells) else cells
        return f"SAT\n{' '.join(map(str, [*model, 0]))}\n"

    def values(self, _: Telling) -> dict[str, Any]:
        runs, settings = self.runs, self.settings
        found: dict[str, Any] = {}
        if isinstance(self.puzzle, Puzzle):
            found["solutions"] = [] if self.grid is None else [self.puzzle.rows(self.grid)]
        else:
            found["model"] = None if runs.model is None else runs.model.tolist()
            found["names"] = self.formula.true_names(runs.model)
        if self.opened is None:
            return {"status": "none", **found, "note": REFUTED}
        if self.decided:
            return {"status": "decided", **found, "note": NOTHING_LEFT}
        return {
            "status": "undecided" if runs.model is None else "model",
            "flips": int(runs.flips.sum()),
            "restarts": int(runs.restarts.sum()),
            "seconds": round(runs.seconds, 6),
            "heuristic": settings.heuristic,
            "noise": settings.noise,
            "max_flips": settings.max_flips,
            "max_restarts": settings.restarts,
            "seed": self.seed,
            "variables": self.formula.variables,
            "clauses": len(self.formula),
            "executions": runs.solved.size,
            "solved": int(runs.solved.sum()),
            "mean_flips": float(np.mean(self.solved_flips)) if self.solved_flips else None,
            "median_flips": float(np.median(self.solved_flips)) if self.solved_flips else None,
            **found,
        }

    def lines(self, telling: Telling) -> Iterator[str]:
        if self.grid is not None:
            yield telling.draw(self.grid)
        if self.decided or self.opened is None:
            yield telling.say("walk.decided" if self.decided else "walk.refuted")
            return
        if not isinstance(self.puzzle, Formula) or len(self.puzzle) != len(self.formula):
            variables = telling.say("all.variables", self.formula.variables)
            yield f"{variables}, {telling.say('all.clauses', len(self.formula))}."
        if isinstance(self.puzzle, Formula) and (names := self.formula.true_names(self.runs.model)):
            more = telling.say("all.more", len(names) - MOST_NAMES) if len(names) > MOST_NAMES else ""
            yield telling.say("walk.true", names=printable(", ".join(names[:MOST_NAMES])) + more)
        runs, solved, executions = self.runs, int(self.runs.solved.sum()), self.runs.solved.size
        spent, seconds = int(runs.flips.sum()), runs.seconds
        flips, unit = telling.say("walk.flips", spent), "-ms" if seconds < 1 else ""
        took = telling.say(f"walk.took{unit}", seconds=seconds, ms=1000 * seconds)
        if seconds >= LEAST_SECONDS:
            took += telling.say("walk.speed", round(spent / seconds))
        if executions > 1:
            share = telling.say("all.executions", executions)
            yield telling.say("walk.many", solved, executions=share, percent=f"{100 * solved / executions:.1f}")
            if solved:
                mean, median = (float(of(self.solved_flips)) for of in (np.mean, np.median))
                yield telling.say("walk.solved", mean=mean, median=median)
            yield telling.say("walk.all", flips=flips, took=took)
        else:
            restarts = telling.say("walk.restarts", int(runs.restarts[0])) if runs.restarts[0] else ""
            name = "walk.undecided" if runs.model is None else "walk.model"
            yield telling.say(name, flips=flips + restarts, took=took)


@checked
def walk(
    puzzle: Puzzle | Formula,
    *,
    heuristic: Heuristic = "skc",
    noise: Annotated[float, Between(0, 1)] = 0.5,
    max_flips: Annotated[int, Between(0, 2**53)] = 100_000,
    restarts: Annotated[int, Between(0, 2**31)] = 0,
    seed: Annotated[int, Between(0, MOST_SEED)] = 0,
    executions: Annotated[int, Between(1, 10**8)] = 1,
    start: Start = "rest",
    encoding: AnyEncoding = "auto",
    three_sat: bool = False,
    timeout: Seconds = None,
    most_trace: int = 0,
) -> Walks:
    r"""Look for an answer by local search, which never proves that there is none.

    Parameters
    ----------
    puzzle
        What to search: a puzzle, or a formula.
    heuristic
        How the variable to flip is chosen.
    noise
        The probability of a random variable instead; probsat has none.
    max_flips
        After which a try ends.
    restarts
        Further tries after the first.
    seed
        For all that is random.
    executions
        How often all this is done.
    start
        Search what propagation leaves open of a puzzle, or the whole of it.
    encoding
        One of `litgrid lab encode`.
    three_sat
        Turn each clause into clauses of exactly three literals.
    timeout
        Seconds for each puzzle, after which it gives up.
    most_trace
        So many numbers of false clauses are kept of the first execution, at most.

    Raises
    ------
    LitgridError
        where the encoding cannot hold the puzzle, or is said of a formula.

    Examples
    --------
    >>> import litgrid
    >>> found = walk(litgrid.load("lightup\n.1.\n...\n#.2"), start="nothing")
    >>> found.puzzle.rows(found.grid)
    ['o1.', '..o', '#o2']
    """
    settings, limit = Settings(heuristic, noise, max_flips, restarts), Limit(timeout)
    opened: Opened | Formula | None = None
    if isinstance(puzzle, Formula):
        check_unencoded(encoding)
        opened = puzzle
    else:
        expect_puzzle(puzzle)
        with suppress(RefutedError):
            opened = searched(puzzle, start, encoding, limit)
    executions = 0 if opened is None else executions
    formula = opened.formula if isinstance(opened, Opened) else opened or from_clauses([])
    formula = reduced(formula, tick=limit.check) if three_sat else formula
    every = max(1, -(-max_flips * (restarts + 1) // most_trace)) if most_trace else 0
    runs = run(formula, settings, seed=seed, executions=executions, trace_every=every, limit=limit)
    return Walks(puzzle, opened, formula, settings, seed, runs, every)
