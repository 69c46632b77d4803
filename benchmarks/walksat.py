"""Flips a second of local search, beside a reference in C: ``python -m benchmarks walksat --reference PROGRAM``.

The program is H. Kautz's walksat, or one that takes its options and prints its "average flips per second". Both search
the same DIMACS files, with WalkSAT/SKC at noise 0.5, so many tries of so many flips; both times are the search alone.

``python -m benchmarks.walksat make NAME FILE`` writes a formula, ``python -m benchmarks.walksat search FILE FLIPS TRIES
HEURISTIC`` prints what one process of ours takes.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from litgrid.sat.formula import Formula

TITLES = [
    "formula",
    "variables / clauses",
    "tries x flips",
    "what",
    "million flips a second: median (best)",
    "seconds: median (best)",
    "solved",
    "speed / reference",
]


def random_3sat() -> Formula:
    """Return 10,000 variables in 42,000 random clauses of three different ones."""
    import numpy as np

    from litgrid.sat.formula import from_clauses

    rng = np.random.default_rng(1)
    variables = np.stack([rng.choice(10_000, 3, replace=False) for _ in range(42_000)]) + 1
    return from_clauses((variables * rng.choice([-1, 1], variables.shape)).tolist())


def light_up(side: int, *, three: bool) -> Formula:
    """Return the whole formula of a board with 20 % walls."""
    from benchmarks.boards import lightup
    from litgrid.encode.puzzle import formula
    from litgrid.puzzles import kinds

    return formula(kinds.get("lightup").from_clues(lightup(side, 0.2, 1)["clues"]), three=three)


@dataclass(frozen=True)
class Case:
    """A formula, and how long to search it."""

    title: str
    make: Callable[[], Formula]
    flips: int
    tries: int


CASES = {
    "random": Case("random 3-SAT, ratio 4.2", random_3sat, 10_000_000, 1),
    "lightup-100": Case("Light Up 100 x 100, 20 % walls", lambda: light_up(100, three=False), 100_000, 300),
    "lightup-100-3sat": Case("its 3-SAT form", lambda: light_up(100, three=True), 10_000_000, 1),
    "lightup-10": Case("Light Up 10 x 10, 20 % walls", lambda: light_up(10, three=False), 10_000, 1000),
    "lightup-10-3sat": Case("its 3-SAT form", lambda: light_up(10, three=True), 10_000, 1000),
}


@dataclass
class Searcher:
    """A program that searches: its command, and what it said each time."""

    what: str
    ask: Callable[[], dict[str, float]]
    said: list[dict[str, float]] = field(default_factory=list)

    def speeds(self) -> list[float]:
        """Return the million flips a second of all runs."""
        return [one["flips"] / one["seconds"] / 1e6 for one in self.said]


def ours(file: Path, case: Case, heuristic: str) -> dict[str, float]:
    """Search in a process of its own."""
    command = [sys.executable, "-m", "benchmarks.walksat", "search", str(file)]
    command += [str(case.flips), str(case.tries), heuristic]
    said: dict[str, float] = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    return said


def reference(program: str, file: Path, case: Case) -> dict[str, float]:
    """Let the reference search."""
    command = [program, "-seed", "1", "-cutoff", str(case.flips), "-restart", str(case.tries), str(file)]
    text = subprocess.run(command, check=True, capture_output=True, text=True).stdout

    def number(label: str) -> float:
        found = re.search(rf"{label} = ([0-9.]+)", text)
        if found is None:
            raise SystemExit(f"{program} printed no {label!r}")
        return float(found[1])

    seconds = number("total elapsed seconds")
    solved = number("final success rate") / 100
    return {"seconds": seconds, "flips": number("average flips per second") * seconds, "solved": solved}


def rows(folder: Path, program: str | None, repeat: int) -> Iterator[list[str]]:
    """Yield a row for each formula and searcher; they take turns."""
    for name, case in CASES.items():
        file = folder / f"walksat-{name}.cnf"
        if not file.exists():
            subprocess.run([sys.executable, "-m", "benchmarks.walksat", "make", name, str(file)], check=True)
        with file.open() as lines:
            header = next(line for line in lines if line.startswith("p cnf")).split()
        searchers = [Searcher(f"litgrid, {name}", partial(ours, file, case, name)) for name in ("skc", "probsat")]
        if program is not None:
            searchers.insert(0, Searcher("reference", partial(reference, program, file, case)))
        for _ in range(repeat):
            for one in searchers:
                one.said.append(one.ask())
        base = median(searchers[0].speeds()) if program is not None else None
        for one in searchers:
            speeds, seconds = one.speeds(), [said["seconds"] for said in one.said]
            yield [
                case.title,
                f"{int(header[2]):,} / {int(header[3]):,}",
                f"{case.tries:,} x {case.flips:,}",
                one.what,
                f"{median(speeds):.2f} ({max(speeds):.2f})",
                f"{median(seconds):.3f} ({min(seconds):.3f})",
                f"{one.said[0]['solved']:.1%}",
                "" if base is None else f"{median(speeds) / base:.2f}",
            ]


def search(file: str, flips: str, tries: str, heuristic: str) -> dict[str, Any]:
    """Search a file."""
    from litgrid.sat import dimacs
    from litgrid.sat.walksat import Settings, run

    formula = dimacs.read(Path(file).read_text())
    runs = run(formula, Settings(heuristic, 0.5, int(flips)), seed=1, executions=int(tries))
    return {"flips": int(runs.flips.sum()), "seconds": runs.seconds, "solved": float(runs.solved.mean())}


def main() -> None:
    """Make a formula, or search one."""
    what, *rest = sys.argv[1:]
    if what == "make":
        from litgrid.sat.dimacs import write

        name, file = rest
        Path(file).write_text(write(CASES[name].make()))
    else:
        print(json.dumps(search(*rest)))


if __name__ == "__main__":
    main()
