"""How well levels and scores go with labels of other people: ``python -m benchmarks.score FILE``.

Each line of FILE is a puzzle as litgrid writes one, and beside its clues ``site_level``, a number that grows with how
hard somebody calls it; ``from``, whose scale that is (labels of two scales are not compared), and ``size``. Printed
are, for each scale and size, Spearman's rank correlations with the label: of the level, of the score, and the highest
that a score without ties can have, as labels have many. Then, for each two labels next to each other, how many of all
pairs of puzzles are in their order, ties as a half. Constants of :mod:`litgrid.explaining.score` are chosen by the
puzzles of even number in FILE (counted from 0) and judged by the odd ones: both are shown.
"""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import numpy as np

import litgrid
from benchmarks.__main__ import shown


class Graded(NamedTuple):
    """A puzzle: its number in the file, what it is called hard by, and what we say."""

    number: int
    label: float
    level: float
    score: float


def ranks(values: Sequence[float]) -> np.ndarray:
    """Return the rank of each value, those that are equal the mean of theirs."""
    _, place, times = np.unique(np.round(values, 9), return_inverse=True, return_counts=True)
    return (np.cumsum(times) - (times - 1) / 2)[place]


def correlation(one: Sequence[float], other: Sequence[float]) -> float:
    """Return Spearman's rank correlation."""
    first, second = ranks(one), ranks(other)
    return float(np.corrcoef(first, second)[0, 1]) if first.std() and second.std() else float("nan")


def in_order(easy: list[Graded], hard: list[Graded]) -> float:
    """Return the share of pairs in which the harder puzzle has the higher score, ties as a half."""
    less = np.subtract.outer([one.score for one in hard], [one.score for one in easy])
    return float(((less > 1e-9) + 0.5 * (abs(less) <= 1e-9)).mean())


def graded(path: Path) -> dict[tuple[str, str], list[Graded]]:
    """Return the puzzles of a file that have a grade, by scale and size."""
    found = defaultdict(list)
    for number, line in enumerate(path.read_text().splitlines()):
        said = json.loads(line)
        grade = litgrid.grade(litgrid.load(json.dumps({key: said[key] for key in ("kind", "clues")})), timeout=60)
        if grade.score:
            place = said["from"], " x ".join(map(str, said["size"]))
            found[place].append(Graded(number, said["site_level"], grade.level, grade.score))
    return found


def rows(path: Path) -> Iterator[list[str]]:
    """Yield the titles, and a row for each half of each scale and size."""
    yield ["scale", "size", "half", "puzzles", "level", "score", "highest", "in order at each boundary"]
    for (scale, size), puzzles in graded(path).items():
        halves = {half: [one for one in puzzles if one.number % 2 == odd] for odd, half in enumerate(("even", "odd"))}
        for half, some in (halves | {"both": puzzles}).items():
            labels = [one.label for one in some]
            untied = np.argsort(np.argsort(labels, kind="stable"), kind="stable")
            by_label = [[one for one in some if one.label == label] for label in sorted(set(labels))]
            figures = [
                correlation([one.level for one in some], labels),
                correlation([one.score for one in some], labels),
                correlation(untied.tolist(), labels),
            ]
            order = ", ".join(f"{in_order(easy, hard):.3f}" for easy, hard in pairwise(by_label))
            yield [scale, size, half, str(len(some)), *(f"{figure:.3f}" for figure in figures), order]


if __name__ == "__main__":
    shown(rows(Path(sys.argv[1])))
