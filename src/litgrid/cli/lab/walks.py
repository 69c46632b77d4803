"""What local search found, in words and as JSON."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from litgrid.answer import CNF
from litgrid.cli.words import count, heading, json_line
from litgrid.core.characters import Grid
from litgrid.core.check import confirm
from litgrid.core.printable import printable
from litgrid.core.system import System
from litgrid.core.terminal import Look, draw
from litgrid.encode.rest import Opened
from litgrid.formats import Input, Record
from litgrid.sat.formula import Formula
from litgrid.sat.walksat import Runs, Settings

MOST_NAMES = 20
"""No more true variables than this are named in words."""
NOTHING_LEFT = "propagation decides everything, and nothing is left to search; --from nothing searches all"
LEAST_SECONDS = 0.001
"""No speed is made of a shorter time."""


@dataclass(frozen=True)
class Walks:
    """What was asked, what was searched, and what came of it."""

    asked: Input
    opened: Opened | Formula
    formula: Formula
    settings: Settings
    seed: int
    runs: Runs

    @cached_property
    def grid(self) -> Grid | None:
        """The answer to a puzzle, checked against all its rules."""
        if self.runs.model is None or not isinstance(self.opened, Opened) or not isinstance(self.asked, Record):
            return None
        grid = self.opened.grid(self.runs.model)
        confirm(System.of(self.asked.puzzle.tables()), grid, "walksat")
        return grid

    @cached_property
    def names(self) -> list[str]:
        """The names of the true variables of a formula's model."""
        return [] if isinstance(self.asked, Record) else self.formula.true_names(self.runs.model)

    @property
    def decided(self) -> bool:
        """Whether propagation left nothing to search."""
        return isinstance(self.opened, Opened) and not self.opened.cells.size

    @property
    def solved_flips(self) -> list[int]:
        """The flips of the executions that found a model."""
        return [int(flips) for flips in self.runs.flips[self.runs.solved]]


def as_line(walks: Walks) -> str:
    """Return one line of JSON."""
    runs, settings, asked = walks.runs, walks.settings, walks.asked
    values: dict[str, object] = asked.about | {"status": "undecided" if runs.model is None else "model"}
    if isinstance(asked, Record):
        shape = asked.puzzle.shape
        values |= {"kind": asked.puzzle.name, "size": [shape.rows, shape.columns]}
    else:
        values |= {"kind": CNF}
    if walks.decided and isinstance(asked, Record):
        return json_line(values | {"status": "decided", "solutions": _solutions(walks, asked), "note": NOTHING_LEFT})
    values |= {
        "flips": int(runs.flips.sum()),
        "restarts": int(runs.restarts.sum()),
        "seconds": round(runs.seconds, 6),
        "heuristic": settings.heuristic,
        "noise": settings.noise,
        "max_flips": settings.max_flips,
        "max_restarts": settings.restarts,
        "seed": walks.seed,
        "variables": walks.formula.variables,
        "clauses": len(walks.formula),
        "executions": runs.solved.size,
        "solved": int(runs.solved.sum()),
        "mean_flips": float(np.mean(walks.solved_flips)) if walks.solved_flips else None,
        "median_flips": float(np.median(walks.solved_flips)) if walks.solved_flips else None,
    }
    if isinstance(asked, Record):
        values["solutions"] = _solutions(walks, asked)
    else:
        values["model"] = None if runs.model is None else runs.model.tolist()
        values["names"] = walks.names
    return json_line(values)


def _solutions(walks: Walks, asked: Record) -> list[list[str]]:
    return [] if walks.grid is None else [asked.puzzle.rows(walks.grid)]


def in_words(walks: Walks, how: Look) -> str:
    """Return a heading, the answer, and what it took."""
    lines = []
    if walks.decided and isinstance(walks.asked, Record) and walks.grid is not None:
        drawn = draw(walks.asked.puzzle.scene(walks.grid), how)
        return f"{heading(walks.asked)}\n{drawn}\n{NOTHING_LEFT[0].upper()}{NOTHING_LEFT[1:]}."
    formula = f"{count(walks.formula.variables, 'variable')}, {count(len(walks.formula), 'clause')}"
    if isinstance(walks.asked, Record):
        lines.append(f"{heading(walks.asked)}: {formula}")
        if walks.grid is not None:
            lines.append(draw(walks.asked.puzzle.scene(walks.grid), how))
    else:
        lines.append(formula)
        if walks.names:
            lines.append(f"True: {_listed(walks.names)}")
    runs = walks.runs
    spent = int(runs.flips.sum())
    speed = f" in {1000 * runs.seconds:,.1f} ms" if runs.seconds < 1 else f" in {runs.seconds:,.1f} s"
    if runs.seconds >= LEAST_SECONDS:
        speed += f", {spent / runs.seconds:,.0f} flips a second"
    if runs.solved.size > 1:
        lines += [_many(walks), f"{count(spent, 'flip')} in all{speed}."]
    else:
        used = f" and {count(int(runs.restarts[0]), 'restart')}" if runs.restarts[0] else ""
        found = "Undecided" if runs.model is None else "A model was found"
        lines.append(f"{found} after {count(spent, 'flip')}{used}{speed}.")
    return "\n".join(lines)


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
