"""The experiments of two student reports (2020), which litgrid descends from, done again on their own board.

They ran local search 1000 times a cell: four heuristics at one noise, on a formula and its 3-SAT form, and seven noises
with one of these. Their program is public, and does other things than the reports say. So all is done twice: *as they
did it*, with the formula and the heuristics of that program (``first``), and as the textbook has it.

A figure of ours agrees with theirs where the 95 % intervals of both meet. Means are of solved executions. How theirs
scatter is not told; ours, which should be the same, stands for it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import sqrt
from typing import NamedTuple

import numpy as np

from litgrid.lab.experiment import Experiment
from litgrid.lab.results import Z95, Results, wilson
from litgrid.lab.tables import Table, percent
from litgrid.render.table import number
from litgrid.sat.walksat import FIRST

EXAMPLE = "lightup-first"
"""Their board."""
HEURISTICS = ("jw", "moms", "score", "least-modified")
FORMS = ("3-sat", "sat")
NOISES = (0.0, 0.1, 0.2, 0.4, 0.6, 0.8, 1.0)
LIMITS = (1000, 10_000, 100_000)
NOISE, HEURISTIC, FORM, LIMIT = 0.1, "jw", "3-sat", LIMITS[-1]
"""Of the first table; and of the second, which does not say so: its mean at this noise is that of this cell."""
EXECUTIONS = 1000
SAME = "as they did it"
WAYS = {SAME: ("first", FIRST), "textbook": ("pairwise", HEURISTICS)}
"""The encoding and the heuristics of each way to do it again."""


class Key(NamedTuple):
    """What a figure is of."""

    form: str
    heuristic: str
    noise: float
    limit: int

    def __str__(self) -> str:
        return f"{self.heuristic} on {self.form}, noise {self.noise:g}, within {self.limit:,} flips"


@dataclass(frozen=True, slots=True)
class Measured:
    """Of how many executions how many were solved; mean and standard deviation of their flips, where known."""

    solved: int
    executions: int
    flips: float | None = None
    deviation: float | None = None

    @property
    def range(self) -> tuple[float, float]:
        """The interval of the share that was solved."""
        return wilson(self.solved, self.executions)

    def around(self, deviation: float | None) -> float:
        """Return half the interval of the mean, for a deviation."""
        return Z95 * (deviation or 0) / sqrt(max(self.solved, 1))

    def share(self) -> str:
        """Say the share that was solved."""
        low, high = self.range
        return f"{percent(self.solved / self.executions)} ({100 * low:.1f} - {100 * high:.1f})"

    def mean(self) -> str:
        """Say the mean."""
        around = "" if self.deviation is None else f" ± {number(self.around(self.deviation), 0)}"
        return f"{number(self.flips)}{around}"

    def differences(self, theirs: Measured) -> Iterator[tuple[bool, str]]:
        """Yield of each figure that is known of theirs whether this one agrees, and both in words."""
        mine, its = self.range, theirs.range
        yield mine[0] <= its[1] and its[0] <= mine[1], f"{self.share()} solved, theirs {theirs.share()}"
        if theirs.flips is not None and self.flips is not None:
            reach = self.around(self.deviation) + theirs.around(self.deviation)
            yield abs(self.flips - theirs.flips) <= reach, f"{self.mean()} flips, theirs {theirs.mean()}"


Figures = Mapping[Key, Measured]

THEIRS: Figures = {
    **{
        Key(FORM, HEURISTIC, noise, limit): Measured(solved, EXECUTIONS)
        for limit, row in {
            1000: (29, 41, 29, 10, 2, 0, 0),
            10_000: (584, 565, 496, 321, 148, 62, 9),
        }.items()
        for noise, solved in zip(NOISES, row, strict=True)
    },
    **{
        Key(FORM, HEURISTIC, noise, LIMIT): Measured(solved, EXECUTIONS, flips)
        for noise, solved, flips in zip(
            NOISES,
            (1000, 1000, 1000, 1000, 980, 839, 360),
            (11_558.6, 10_927.4, 12_943.6, 19_538.3, 30_760.3, 44_369.4, 58_942.0),
            strict=True,
        )
    },
    Key("3-sat", "score", NOISE, LIMIT): Measured(975, EXECUTIONS, 25_610.6),
    Key("3-sat", "least-modified", NOISE, LIMIT): Measured(1000, EXECUTIONS, 1_071.8),
    Key("sat", "jw", NOISE, LIMIT): Measured(1000, EXECUTIONS, 479.0),
    Key("sat", "moms", NOISE, LIMIT): Measured(771, EXECUTIONS, 27_064.5),
    Key("sat", "score", NOISE, LIMIT): Measured(1000, EXECUTIONS, 5_886.3),
    Key("sat", "least-modified", NOISE, LIMIT): Measured(1000, EXECUTIONS, 107.8),
}
"""All that is legible."""


def experiments(executions: int = EXECUTIONS, seed: int = 0) -> dict[tuple[str, str], Experiment]:
    """Return what is run: by way, and by table."""
    found = {}
    for way, (encoding, heuristics) in WAYS.items():
        common = {
            "instances": [f"example {EXAMPLE}"],
            "max_flips": LIMIT,
            "executions": executions,
            "seed": seed,
            "encoding": encoding,
            "start": "nothing",
        }
        one = heuristics[HEURISTICS.index(HEURISTIC)]
        found[way, "heuristics"] = {**common, "heuristics": heuristics, "noises": NOISE, "forms": FORMS}
        found[way, "noises"] = {**common, "heuristics": one, "noises": NOISES, "forms": FORM}
    return {name: Experiment.from_dict(values) for name, values in found.items()}


def figures(results: Iterable[Results]) -> dict[Key, Measured]:
    """Return the figures of results of one way; an execution tells for each lower limit too."""
    found = {}
    for outcome in (outcome for some in results for outcome in some):
        cell = outcome.cell
        name = HEURISTICS[FIRST.index(cell.heuristic)] if cell.heuristic in FIRST else cell.heuristic
        for limit in LIMITS:
            flips = outcome.flips[outcome.solved & (outcome.flips <= limit)]
            mean, deviation = (float(np.mean(flips)), float(np.std(flips))) if flips.size else (None, None)
            key = Key(cell.form, name, cell.noise, limit)
            found[key] = Measured(flips.size, outcome.solved.size, mean, deviation)
    return found


def tables(ways: Mapping[str, Figures]) -> list[Table]:
    """Return both tables, theirs beside ours."""
    whose = {"theirs": THEIRS, **ways}
    one = [
        [form, way, *(_said(some.get(Key(form, name, NOISE, LIMIT))) for name in HEURISTICS)]
        for form in FORMS
        for way, some in whose.items()
    ]
    two = [
        [f"solved within {limit:,}", way, *(some[Key(FORM, HEURISTIC, noise, limit)].share() for noise in NOISES)]
        for limit in LIMITS
        for way, some in whose.items()
    ]
    two += [
        ["mean flips", way, *(some[Key(FORM, HEURISTIC, noise, LIMIT)].mean() for noise in NOISES)]
        for way, some in whose.items()
    ]
    title = f"Heuristics at noise {NOISE} and at most {LIMIT:,} flips: mean flips of solved executions; solved"
    return [
        Table(title, ["form", "whose", *HEURISTICS], one),
        Table(f"Noise: {HEURISTIC} on {FORM}", ["", "whose", *(f"noise {noise:g}" for noise in NOISES)], two),
    ]


def _said(cell: Measured | None) -> str:
    return "not legible" if cell is None else f"{cell.mean()}; {cell.share()}"


def verdicts(ours: Figures) -> list[tuple[bool, str]]:
    """Return of each figure of theirs whether ours agrees, and a sentence with both."""
    return [(agrees, f"{key}: {both}") for key, its in THEIRS.items() for agrees, both in ours[key].differences(its)]
