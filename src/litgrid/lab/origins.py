"""The experiments of two student reports (2020), which litgrid descends from, done again: theirs, ours, and a verdict.

They ran local search 1000 times a cell on the formula of one Light Up puzzle and on its 3-SAT form: once for each
heuristic at noise 0.1, and once for several noises. The heuristic of the second table is not named; its mean at noise
0.1 is that of JW on the 3-SAT form, to the digit. Means are of solved executions: at noise 1 their mean of 58,942 flips
is less than the 640 unsolved executions alone would make it.

Their formula is not published. So what can come back is the shape, and whether it does is computed here from both sets
of figures by the same rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from litgrid.lab.experiment import Experiment
from litgrid.lab.results import Results, wilson
from litgrid.lab.tables import Table, percent
from litgrid.render.table import number

EXAMPLE = "lightup-7"
"""A 7 x 7 of ours. It should be about as hard as theirs: on harder boards nothing is solved, and on easier ones
everything is. Of 54 boards of 6 x 6 to 8 x 8 there were two on which JW on SAT at noise 0.1 took about as many flips as
their 479 (480 and 466, in 20 executions); on the 3-SAT form of the first it solved nothing, so it is the second."""
HEURISTICS = ("jw", "moms", "score", "least-modified")
FORMS = ("3-sat", "sat")
NOISES = (0.0, 0.1, 0.2, 0.4, 0.6, 0.8, 1.0)
LIMITS = (100, 1000, 10_000, 100_000)
NOISE, HEURISTIC, FORM = 0.1, "jw", "3-sat"
"""Of the first table; and of the second."""
EXECUTIONS = 1000


@dataclass(frozen=True, slots=True)
class Measured:
    """One cell: of how many executions how many were solved, and the mean flips of those; ``None`` if not known."""

    solved: int
    executions: int
    flips: float | None

    @property
    def share(self) -> float:
        """The share that was solved."""
        return self.solved / self.executions

    def harder(self, other: Measured) -> bool:
        """Whether this cell is harder: fewer are solved, beyond chance, or if that is not so, they take more flips."""
        mine, its = (wilson(cell.solved, cell.executions) for cell in (self, other))
        if mine[1] < its[0] or its[1] < mine[0]:
            return self.share < other.share
        return (self.flips or 0) > (other.flips or 0)


Heuristics = dict[tuple[str, str], Measured]
"""The first table: form and heuristic to what was measured."""


@dataclass(frozen=True, slots=True)
class Noises:
    """The second table: for each of some limits, executions solved within it, by noise; and mean flips, by noise."""

    solved: dict[int, list[int]]
    executions: int
    flips: list[float | None]


THEIR_HEURISTICS: Heuristics = {
    ("3-sat", "jw"): Measured(1000, EXECUTIONS, 10_927.4),
    ("3-sat", "score"): Measured(975, EXECUTIONS, 25_610.6),
    ("3-sat", "least-modified"): Measured(1000, EXECUTIONS, 1_071.8),
    ("sat", "jw"): Measured(1000, EXECUTIONS, 479.0),
    ("sat", "moms"): Measured(771, EXECUTIONS, 27_064.5),
    ("sat", "score"): Measured(1000, EXECUTIONS, 5_886.3),
    ("sat", "least-modified"): Measured(1000, EXECUTIONS, 107.8),
}
THEIR_NOISES = Noises(
    {
        1000: [29, 41, 29, 10, 2, 0, 0],
        10_000: [584, 565, 496, 321, 148, 62, 9],
        100_000: [1000, 1000, 1000, 1000, 980, 839, 360],
    },
    EXECUTIONS,
    [11_558.6, 10_927.4, 12_943.6, 19_538.3, 30_760.3, 44_369.4, 58_942.0],
)


def experiments(executions: int = EXECUTIONS, seed: int = 0) -> tuple[Experiment, Experiment]:
    """Return the two experiments: heuristics, and noises.

    The formula is the whole textbook one, as theirs was, with nothing deduced before.
    """
    common = {
        "instances": [f"example {EXAMPLE}"],
        "max_flips": LIMITS[-1],
        "executions": executions,
        "seed": seed,
        "encoding": "pairwise",
        "start": "nothing",
    }
    return (
        Experiment.from_dict({**common, "heuristics": HEURISTICS, "noises": NOISE, "forms": FORMS}),
        Experiment.from_dict({**common, "heuristics": HEURISTIC, "noises": NOISES, "forms": FORM}),
    )


def our_heuristics(results: Results) -> Heuristics:
    """Return the first table as we measured it."""
    return {
        (outcome.cell.form, outcome.cell.heuristic): Measured(
            int(outcome.solved.sum()), outcome.solved.size, outcome.mean_flips
        )
        for outcome in results
    }


def our_noises(results: Results) -> Noises:
    """Return the second table as we measured it; one try of 100,000 flips tells for each lower limit too."""
    return Noises(
        {limit: [outcome.within(limit) for outcome in results] for limit in LIMITS},
        results.experiment.executions,
        [outcome.mean_flips for outcome in results],
    )


def tables(heuristics: Heuristics, noises: Noises) -> list[Table]:
    """Return both tables, ours beside theirs."""

    def said(cell: Measured | None) -> str:
        return "not legible" if cell is None else f"{number(cell.flips)} ({percent(cell.share)})"

    first = [
        [form, whose, *(said(table.get((form, heuristic))) for heuristic in HEURISTICS)]
        for form in FORMS
        for whose, table in (("theirs", THEIR_HEURISTICS), ("ours", heuristics))
    ]
    second = []
    for limit in LIMITS:
        for whose, table in (("theirs", THEIR_NOISES), ("ours", noises)):
            found = table.solved.get(limit)
            share = [percent(one / table.executions) for one in found] if found else ["-"] * len(NOISES)
            second.append([f"solved within {limit:,}", whose, *share])
    for whose, table in (("theirs", THEIR_NOISES), ("ours", noises)):
        second.append([f"mean flips within {LIMITS[-1]:,}", whose, *map(number, table.flips)])
    return [
        Table(
            f"Heuristics at noise {NOISE} and at most {LIMITS[-1]:,} flips: mean flips of solved executions (solved)",
            ["form", "whose", *HEURISTICS],
            first,
        ),
        Table(f"Noise: {HEURISTIC} on {FORM}", ["", "whose", *(f"noise {noise:g}" for noise in NOISES)], second),
    ]


def verdicts(heuristics: Heuristics, noises: Noises) -> list[tuple[bool, str]]:
    """Return what theirs shows, whether ours shows it too, and a sentence with our figures."""
    return [_forms(heuristics), *(_winner(heuristics, form) for form in FORMS), *_success(noises), _flips(noises)]


CANNOT = (
    "Their formula is not published, so that no figure of ours can be held against the same figure of theirs.",
    "Their MOMS on the 3-SAT form is not legible.",
    "How many of theirs were solved within 100 flips is not told.",
)
"""What cannot be compared."""


def _forms(ours: Heuristics) -> tuple[bool, str]:
    harder = [name for name in HEURISTICS if ours["3-sat", name].harder(ours["sat", name])]
    others = [name for name in HEURISTICS if name not in harder]
    if not others:
        return True, "3-SAT is harder than SAT for every heuristic."
    return False, f"3-SAT is harder than SAT for {_listed(harder)}, but not for {_listed(others)}."


def _winner(ours: Heuristics, form: str) -> tuple[bool, str]:
    best = HEURISTICS[0]
    for name in HEURISTICS[1:]:
        if ours[form, best].harder(ours[form, name]):
            best = name
    cell = ours[form, best]
    sentence = f"{best} wins on {form}, with {percent(cell.share)} solved in {number(cell.flips)} flips"
    return best == "least-modified", sentence + (
        "." if best == "least-modified" else "; in theirs least-modified does."
    )


def _success(ours: Noises) -> list[tuple[bool, str]]:
    """Success falls with noise: it falls from end to end, and rises from no noise to the next beyond chance."""
    found = []
    for limit in THEIR_NOISES.solved:
        solved = ours.solved[limit]
        ranges = [wilson(one, ours.executions) for one in solved]
        rises = any(after[0] > before[1] for before, after in pairwise(ranges))
        best = solved.index(max(solved))
        shares = [
            f"{percent(one / ours.executions)} at noise {noise:g}" for one, noise in zip(solved, NOISES, strict=True)
        ]
        if not any(solved):
            how = "nothing is solved at any noise"
        elif ranges[-1][1] >= max(low for low, _ in ranges):
            how = f"success does not fall with noise: {shares[0]}, {shares[-1]}"
        elif rises:
            how = f"success rises from {shares[0]} to {shares[best]}, and only then falls, to {shares[-1]}"
        else:
            how = f"success falls from {shares[0]} to {shares[-1]}"
        found.append((how.startswith("success falls"), f"Within {limit:,} flips {how}."))
    return found


def _flips(ours: Noises) -> tuple[bool, str]:
    """Flips rise with noise: from end to end, and in as many steps as theirs, where anything is solved."""
    known = [(noise, flips) for noise, flips in zip(NOISES, ours.flips, strict=True) if flips is not None]
    if len(known) < 2:
        return False, "Mean flips cannot be held against noise: too little is solved."

    def rising(flips: Sequence[float | None]) -> int:
        return sum(before is not None and after is not None and after > before for before, after in pairwise(flips))

    (first, start), (last, end) = known[0], known[-1]
    steps = rising(ours.flips)
    sentence = (
        f"Mean flips go from {number(start)} at noise {first:g} to {number(end)} at {last:g}, rising in {steps} of "
        f"{len(known) - 1} steps; theirs rise in {rising(THEIR_NOISES.flips)} of {len(NOISES) - 1}."
    )
    return end > start and steps >= rising(THEIR_NOISES.flips), sentence


def _listed(names: Sequence[str]) -> str:
    return " and ".join(filter(None, [", ".join(names[:-1]), *names[-1:]])) or "none"
