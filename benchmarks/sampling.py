"""Answers a second, drawn at random and listed: ``python -m benchmarks sampling``.

litgrid draws from the counting diagram, exactly uniformly; the peer is UniGen, which is almost uniform, through
pyunigen, on the clauses of the same puzzle, with the number of answers estimated beforehand. Lists come from the
diagram, and from clingo. Each run is a process of its own; making the diagram, or estimating, is not in the rate and
has a column of its own. What litgrid gives is checked against the tables within the time.

``python -m benchmarks.sampling ask WAY KIND SIZE NUMBER`` prints what one process takes.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from litgrid.core.puzzle import Puzzle

TITLES = ["board", "what", "answers", "beforehand, s", "answers a second: median (best)", "rate / peer"]

WAYS = {
    "uniform": "litgrid sample, uniform",
    "unigen": "pyunigen, almost uniform",
    "diagram": "litgrid, listed from the diagram",
    "clingo": "litgrid, listed by clingo",
}
CASES: list[tuple[str, str, list[tuple[str, int]]]] = [
    ("binairo", "6", [("unigen", 100), ("uniform", 400_000), ("clingo", 4140), ("diagram", 4140)]),
    ("binairo", "8", [("unigen", 50), ("uniform", 200_000), ("clingo", 50_000), ("diagram", 1_000_000)]),
    ("binairo", "10", [("unigen", 10), ("uniform", 100_000)]),
    ("gappy", "10", [("unigen", 10), ("uniform", 200_000), ("clingo", 50_000), ("diagram", 146_510)]),
    ("lightup", "10", [("unigen", 10), ("uniform", 200_000), ("clingo", 50_000), ("diagram", 1_000_000)]),
]
"""Kind, size, and what is asked for how many; peers come before litgrid."""
PEERS = {"uniform": "unigen", "diagram": "clingo"}


def rows(repeat: int, limit: float) -> Iterator[list[str]]:
    """Yield a row for each board and way; the ways of a board take turns."""
    for kind, size, ways in CASES:
        said: dict[str, list[dict[str, float]]] = {way: [] for way, _ in ways}
        late = set()
        for _ in range(repeat):
            for way, number in ways:
                if way not in late:
                    try:
                        said[way].append(ask(way, kind, size, number, limit))
                    except subprocess.TimeoutExpired:
                        late.add(way)
        for way, number in ways:
            title = [f"{kind} {size} x {size}", WAYS[way], f"{number:,}"]
            if not said[way]:
                yield [*title, f"> {limit:.0f} in all", "", ""]
                continue
            rates = [one["number"] / one["seconds"] for one in said[way]]
            peer = [one["number"] / one["seconds"] for one in said.get(PEERS.get(way, ""), [])]
            yield [
                *title,
                f"{median(one['before'] for one in said[way]):.3f}",
                f"{median(rates):,.0f} ({max(rates):,.0f})",
                f"{median(rates) / median(peer):,.0f}" if peer else "",
            ]


def ask(way: str, kind: str, size: str, number: int, limit: float) -> dict[str, float]:
    """Ask a process of its own."""
    command = [sys.executable, "-m", "benchmarks.sampling", "ask", way, kind, size, str(number)]
    done = subprocess.run(command, check=True, capture_output=True, text=True, timeout=limit)
    said: dict[str, float] = json.loads(done.stdout)
    return said


def answer(way: str, kind: str, size: str, number: int) -> dict[str, float]:
    """Return the seconds that making takes, and those of drawing or listing so many."""
    from litgrid.puzzles import empty

    puzzle = empty(kind, size)
    made: dict[str, Callable[[], Callable[[], int]]] = {
        "uniform": partial(_uniform, puzzle, number),
        "unigen": partial(_unigen, puzzle, number),
        "diagram": partial(_listed, puzzle, number, None),
        "clingo": partial(_listed, puzzle, number, "clingo"),
    }
    begin = perf_counter()
    draw = made[way]()
    middle = perf_counter()
    found = draw()
    return {"before": middle - begin, "seconds": perf_counter() - middle, "number": found}


def _uniform(puzzle: Puzzle, number: int) -> Callable[[], int]:
    import numpy as np

    from litgrid.core.check import all_obey
    from litgrid.core.deduce import deduce
    from litgrid.core.limit import Limit
    from litgrid.core.system import System
    from litgrid.sampling.source import Asked
    from litgrid.sampling.uniform import uniform_source

    system, limit, rng = System.of(puzzle.tables()), Limit(None), np.random.default_rng(1)
    deduction = deduce(system, puzzle.shape, limit)
    (part,) = deduction.parts  # of an empty board all is open
    source = uniform_source(Asked(part, deduction.grid, system.differs), limit)

    def draw() -> int:
        found = 0
        while found < number:
            some = source.drawn(4096, rng, limit)
            assert all_obey(system, some).all()
            found += len(some)
        return found

    return draw


def _unigen(puzzle: Puzzle, number: int) -> Callable[[], int]:
    from pyunigen import Sampler

    from litgrid.encode.rest import rest

    opened = rest(puzzle)
    clauses = [list(clause) for clause in opened.formula.clauses()]
    cells = list(range(1, opened.cells.size + 1))

    def sampler() -> Sampler:
        one = Sampler(seed=1)
        for clause in clauses:
            one.add_clause(clause)
        return one

    count = sampler().sample(num=1, sampling_set=cells)[:2]
    loaded = sampler()

    def draw() -> int:
        return len(loaded.sample(num=number, sampling_set=cells, cell_hash_count=count)[2])

    return draw


def _listed(puzzle: Puzzle, number: int, engine: str | None) -> Callable[[], int]:
    from litgrid.listing import Listing

    listing = Listing(puzzle, engine=engine, order="sorted")
    found = iter(listing)
    first = len(next(found))  # with the diagram made, or the engine loaded

    def draw() -> int:
        listed = first
        for some in found:
            listed += len(some)
            if listed >= number:
                break
        listing.close()
        return listed

    return draw


if __name__ == "__main__":
    _, _, *asked = sys.argv
    print(json.dumps(answer(asked[0], asked[1], asked[2], int(asked[3]))))
