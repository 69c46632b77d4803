"""What an experiment found: the executions of each cell, and what is said of them in a line.

Flips are those of solved executions, unless said otherwise, as the first programs counted them. The interval of a share
is E. Wilson's (1927), which does not leave 0 to 1 and needs no large numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import sqrt
from typing import Any, Self

import numpy as np

from litgrid.core.characters import shorten
from litgrid.core.errors import LitgridError
from litgrid.core.grid import BoolArray
from litgrid.lab.experiment import Cell, Chunk, Experiment
from litgrid.lab.journal import Line
from litgrid.sat.formula import Int64Array

Z95 = 1.959964
"""Half a 95 % interval of the normal distribution, in standard deviations."""


@dataclass(frozen=True, slots=True, eq=False)
class Outcome:
    """The executions of one cell, in order; ``seconds`` of the search alone, of all together."""

    cell: Cell
    executions: Int64Array
    solved: BoolArray
    flips: Int64Array
    restarts: Int64Array
    seconds: float

    @property
    def share(self) -> float:
        """The share of executions that were solved."""
        return float(self.solved.mean()) if self.solved.size else 0.0

    @property
    def mean_flips(self) -> float | None:
        """Of solved executions; ``None`` where there are none."""
        return float(self.flips[self.solved].mean()) if self.solved.any() else None

    @property
    def median_flips(self) -> float | None:
        """Of solved executions; ``None`` where there are none."""
        return float(np.median(self.flips[self.solved])) if self.solved.any() else None

    @property
    def expected_flips(self) -> float | None:
        """The flips of all executions for each that was solved: what an answer takes by starting again and again."""
        solved = int(self.solved.sum())
        return float(self.flips.sum()) / solved if solved else None

    @property
    def relative_error(self) -> float:
        """The standard error of :attr:`expected_flips`, a ratio of two sums, as a share of it."""
        expected = self.expected_flips
        if not expected:
            return 0.0
        return float(np.sqrt(((self.flips - expected * self.solved) ** 2.0).sum()) / self.flips.sum())

    def penalized(self, factor: int) -> float | None:
        """Return mean flips, where what was not solved counts so many times its limit: PAR-2, PAR-10."""
        limit = self.cell.max_flips * (self.cell.restarts + 1)
        return float(np.where(self.solved, self.flips, factor * limit).mean()) if self.flips.size else None

    def within(self, flips: int) -> int:
        """Return how many executions were solved within so many flips."""
        return int((self.solved & (self.flips <= flips)).sum())


@dataclass(frozen=True, eq=False)
class Results:
    """All that is known of an experiment, in the order of its cells; unfinished ones have fewer executions."""

    experiment: Experiment
    formulas: list[dict[str, Any]]
    outcomes: list[Outcome]

    @property
    def complete(self) -> bool:
        """Whether nothing is missing."""
        return all(outcome.solved.size == self.experiment.executions for outcome in self.outcomes)

    def __iter__(self) -> Iterator[Outcome]:
        return iter(self.outcomes)

    @classmethod
    def of(cls, head: Line, lines: Iterable[Line]) -> Self:
        """Put the lines of a file of results together.

        Raises
        ------
        LitgridError
            for what cannot be results.
        """
        described, formulas = head.get("experiment"), _formulas(head.get("formulas"))
        if not isinstance(described, dict):
            raise LitgridError(f"expected the description of an experiment, got {shorten(described)}")
        experiment = Experiment.from_dict(described)
        cells = experiment.cells(list(dict.fromkeys(formula["instance"] for formula in formulas)))
        found: list[list[tuple[Chunk, Line]]] = [[] for _ in cells]
        for chunk, line in {chunk_of(line, len(cells), experiment.executions): line for line in lines}.items():
            found[chunk.cell].append((chunk, line))
        return cls(experiment, formulas, [_outcome(cell, some) for cell, some in zip(cells, found, strict=True)])


def chunk_of(line: Line, cells: int, executions: int) -> Chunk:
    """Return which chunk a line holds, of so many cells of so many executions; raise where it holds none."""
    values: list[Any] = [line.get(name) for name in ("cell", "first", "seconds", "solved", "flips", "restarts")]
    cell, first, seconds, *columns = values
    if (
        _whole(cell, cells)
        and _whole(first, executions)
        and isinstance(seconds, (int, float))
        and 0 <= seconds < float("inf")
        and all(isinstance(column, list) and column for column in columns)
        and len({len(column) for column in columns}) == 1
        and len(columns[0]) <= executions - first
        and all(_whole(value, end) for column, end in zip(columns, (2, 2**63, 2**63), strict=True) for value in column)
    ):
        return Chunk(cell, first, len(columns[0]))
    raise LitgridError(
        f"expected a chunk of results, of {cells:,} cells of {executions:,} executions; got {shorten(line)}"
    )


def _whole(value: Any, end: int) -> bool:
    return type(value) is int and 0 <= value < end


def _formulas(value: Any) -> list[dict[str, Any]]:
    keys = {"instance": str, "form": str, "variables": int, "clauses": int}
    if (
        isinstance(value, list)
        and value
        and all(
            isinstance(made, dict) and all(isinstance(made.get(key), kind) for key, kind in keys.items())
            for made in value
        )
    ):
        return value
    raise LitgridError(f"expected the sizes of formulas, got {shorten(value)}")


def _outcome(cell: Cell, some: list[tuple[Chunk, Line]]) -> Outcome:
    some.sort(key=lambda one: one[0])
    executions = np.concatenate(
        [np.empty(0, dtype=np.int64), *(np.arange(chunk.first, chunk.first + chunk.executions) for chunk, _ in some)]
    )
    if (np.diff(executions) <= 0).any():
        raise LitgridError(f"expected each execution once, got some of one cell twice: {shorten(cell.instance)}")

    def column(name: str) -> Int64Array:
        return np.array([value for _, line in some for value in line[name]], dtype=np.int64)

    seconds = float(sum(line["seconds"] for _, line in some))
    return Outcome(cell, executions, column("solved") == 1, column("flips"), column("restarts"), seconds)


def wilson(solved: int, of: int) -> tuple[float, float]:
    """Return the 95 % interval of the share that some executions of many show."""
    if not of:
        return 0.0, 1.0
    share, square = solved / of, Z95**2
    middle = (share + square / (2 * of)) / (1 + square / of)
    half = Z95 * sqrt(share * (1 - share) / of + square / (4 * of**2)) / (1 + square / of)
    # At the ends rounding would leave a trace of a share that is exactly 0 or 1.
    return middle - half if solved else 0.0, middle + half if solved < of else 1.0
