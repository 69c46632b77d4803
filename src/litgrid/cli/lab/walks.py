"""What local search found, in words and as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from litgrid.answer import Answer, Outcome, Telling
from litgrid.cli.words import count
from litgrid.core.characters import Grid
from litgrid.core.check import confirm
from litgrid.core.printable import printable
from litgrid.core.puzzle import Puzzle
from litgrid.core.system import System
from litgrid.encode.rest import Opened
from litgrid.sat.formula import Formula
from litgrid.sat.walksat import Runs, Settings

MOST_NAMES = 20
"""No more true variables than this are named in words."""
NOTHING_LEFT = "propagation decides everything, and nothing is left to search; --from nothing searches all"
LEAST_SECONDS = 0.001
"""No speed is made of a shorter time."""


@dataclass(frozen=True)
class Walks(Answer):
    """What was asked and is called, what was searched, and what came of it."""

    puzzle: Puzzle | Formula
    title: str
    opened: Opened | Formula
    formula: Formula
    settings: Settings
    seed: int
    runs: Runs

    @property
    def outcome(self) -> Outcome:
        """Yes where a model was found."""
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

    def values(self, _: Telling) -> dict[str, Any]:
        """Return what JSON holds."""
        runs, settings = self.runs, self.settings
        found: dict[str, Any] = {}
        if isinstance(self.puzzle, Puzzle):
            found["solutions"] = [] if self.grid is None else [self.puzzle.rows(self.grid)]
        else:
            found["model"] = None if runs.model is None else runs.model.tolist()
            found["names"] = self.formula.true_names(runs.model)
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
        """Return a heading, the answer, and what it took."""
        formula = f"{count(self.formula.variables, 'variable')}, {count(len(self.formula), 'clause')}"
        if isinstance(self.puzzle, Formula):
            yield formula
            if names := self.formula.true_names(self.runs.model):
                yield f"True: {_listed(names)}"
        else:
            yield self.title if self.decided else f"{self.title}: {formula}"
            if self.grid is not None:
                yield telling.draw(self.grid)
        if self.decided:
            yield f"{NOTHING_LEFT[0].upper()}{NOTHING_LEFT[1:]}."
            return
        runs = self.runs
        spent = int(runs.flips.sum())
        speed = f" in {1000 * runs.seconds:,.1f} ms" if runs.seconds < 1 else f" in {runs.seconds:,.1f} s"
        if runs.seconds >= LEAST_SECONDS:
            speed += f", {spent / runs.seconds:,.0f} flips a second"
        if runs.solved.size > 1:
            yield _many(self)
            yield f"{count(spent, 'flip')} in all{speed}."
        else:
            used = f" and {count(int(runs.restarts[0]), 'restart')}" if runs.restarts[0] else ""
            found = "Undecided" if runs.model is None else "A model was found"
            yield f"{found} after {count(spent, 'flip')}{used}{speed}."


def result(walks: Walks) -> str:
    """Return the model as minisat writes its result, in the numbers of the whole puzzle's cells where it is one."""
    if walks.runs.model is None:
        return "undef\n"
    model: list[int] = walks.runs.model.tolist()
    if walks.grid is not None and isinstance(walks.opened, Opened):
        values = walks.grid.ravel().tolist()
        cells = [cell if value else -cell for cell, value in enumerate(values, 1)]
        # Where every cell was open the auxiliary variables have the numbers that they have in the whole formula.
        model = cells + model[len(cells) :] if walks.opened.cells.size == len(cells) else cells
    return f"SAT\n{' '.join(map(str, [*model, 0]))}\n"


def _many(walks: Walks) -> str:
    solved, executions = int(walks.runs.solved.sum()), walks.runs.solved.size
    share = f"{solved:,} of {count(executions, 'execution')} found a model ({solved / executions:.1%})"
    if not solved:
        return f"{share}."
    flips = walks.solved_flips
    return f"{share}, after {np.mean(flips):,.1f} flips on average, {np.median(flips):,.1f} in the median."


def _listed(names: list[str]) -> str:
    shown = printable(", ".join(names[:MOST_NAMES]))
    return shown if len(names) <= MOST_NAMES else f"{shown} and {len(names) - MOST_NAMES:,} more"
