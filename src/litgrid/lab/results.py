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

from litgrid.core.errors import InputError, LitgridError
from litgrid.core.grid import BoolArray
from litgrid.lab.experiment import Cell, Experiment
from litgrid.lab.journal import Line, read
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
        """Put the lines of a file of results together."""
        experiment = Experiment.from_dict(head["experiment"])
        names = list(dict.fromkeys(formula["instance"] for formula in head["formulas"]))
        cells = experiment.cells(names)
        found: list[dict[int, Line]] = [{} for _ in cells]
        for line in lines:
            found[line["cell"]][line["first"]] = line
        outcomes = [
            _outcome(cell, [chunks[first] for first in sorted(chunks)])
            for cell, chunks in zip(cells, found, strict=True)
        ]
        return cls(experiment, head["formulas"], outcomes)

    @classmethod
    def read(cls, path: str) -> Self:
        """Read a file of results, finished or not.

        Raises
        ------
        InputError
            where it cannot be read or is no such file.
        """
        head, lines = read(path)
        try:
            return cls.of(head, lines)
        except (KeyError, IndexError, TypeError, LitgridError) as error:
            raise InputError(
                f"expected a file of results of `litgrid lab sweep`, got what cannot be one: {error}", source=path
            ) from None


def _outcome(cell: Cell, chunks: list[Line]) -> Outcome:
    def column(name: str) -> Int64Array:
        return np.array([value for chunk in chunks for value in chunk[name]], dtype=np.int64)

    first = [np.arange(len(chunk["flips"]), dtype=np.int64) + chunk["first"] for chunk in chunks]
    executions = np.concatenate([np.empty(0, dtype=np.int64), *first])
    seconds = float(sum(chunk["seconds"] for chunk in chunks))
    return Outcome(cell, executions, column("solved") == 1, column("flips"), column("restarts"), seconds)


def wilson(solved: int, of: int) -> tuple[float, float]:
    """Return the 95 % interval of the share that some executions of many show.

    >>> low, high = wilson(0, 1000)
    >>> low, round(high, 4)
    (0.0, 0.0038)
    """
    if not of:
        return 0.0, 1.0
    share, square = solved / of, Z95**2
    middle = (share + square / (2 * of)) / (1 + square / of)
    half = Z95 * sqrt(share * (1 - share) / of + square / (4 * of**2)) / (1 + square / of)
    # At the ends rounding would leave a trace of a share that is exactly 0 or 1.
    return middle - half if solved else 0.0, middle + half if solved < of else 1.0
