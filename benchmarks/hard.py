"""``python -m benchmarks.hard [KIND ...]``: boards that are hard for their size, each given to every engine in turn.

Each run is a process of its own, which the system ends after so many CPU seconds, so that a busy machine changes
nothing. The first engine, litgrid's default, is what the others are compared with: an engine that proves a board (one
answer, none, or two that differ) sooner than it is a loss of ours.
"""

from __future__ import annotations

import argparse
import json
import resource
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from math import inf
from pathlib import Path
from time import process_time

import numpy as np

from benchmarks.boards import Record, binairo, gappy, lightup
from benchmarks.measure import RunError, run
from litgrid import dumps, load
from litgrid.core.grid import Shape
from litgrid.core.limit import Limit
from litgrid.puzzles.starbattle.kind import StarBattle
from litgrid.puzzles.starbattle.making import sketch
from litgrid.solving import solve

ENGINES = ("cadical", "program:kissat", "clingo", "cpsat")
STARS = {14: 3, 17: 2, 20: 3, 25: 4}


def hard_gappy(seed: int) -> Record:
    """Return 40 to 60 lines, one label in ten left out."""
    rng, made = np.random.default_rng(seed), gappy((40, 46, 52, 60)[seed % 4], seed)
    for lines in ("rows", "cols"):
        made["clues"][lines] = [label if rng.random() < 0.9 else None for label in made["clues"][lines]]
    return made


def hard_binairo(seed: int) -> Record:
    """Return 30 to 60 lines with 20 to 45 % of the cells given."""
    return binairo((30, 40, 50, 60)[seed % 4], (0.2, 0.28, 0.36, 0.45)[seed // 4 % 4], seed)


def hard_lightup(seed: int) -> Record:
    """Return 60 lines, a fifth of the cells walls; of these 60 to 100 % have numbers."""
    return lightup(60, 0.2, seed, numbered=(0.6, 0.8, 0.9, 1.0)[seed % 4])


def hard_starbattle(seed: int) -> Record:
    """Return 14 to 25 lines, regions drawn around an answer."""
    rng, size = np.random.default_rng(seed), sorted(STARS)[seed % 4]
    board, made = replace(StarBattle.empty(Shape(size, size)), stars=STARS[size]), None
    while made is None:
        made = sketch(board, rng, unique=False, single=False, limit=Limit(None))
    record: Record = json.loads(dumps(made.puzzle, format="json"))
    return record


KINDS: dict[str, Callable[[int], Record]] = {
    "gappy": hard_gappy,
    "lightup": hard_lightup,
    "binairo": hard_binairo,
    "starbattle": hard_starbattle,
}


def answer(file: str, engine: str, limit: int) -> None:
    """Solve the board in a file, in this process, which ends after so many CPU seconds."""
    resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 1))
    begin = process_time()
    print(json.dumps({"status": solve(load(file), engine=engine).status, "ours": process_time() - begin}))


def rows(kind: str, boards: int, limit: int, engines: Sequence[str]) -> Iterator[list[str]]:
    """Yield, for each engine, how many boards it answered, its CPU seconds for all, and where it was the first."""
    took: dict[str, list[float]] = {engine: [] for engine in engines}
    said: dict[int, set[str]] = {}
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(boards):
            file = Path(folder) / f"{seed}.json"
            file.write_text(json.dumps(KINDS[kind](seed)))
            for engine in engines:
                command = [sys.executable, "-m", "benchmarks.hard", "--answer", str(file), engine, str(limit)]
                try:
                    done = run(command, 60 * limit, "")
                except RunError:
                    took[engine].append(inf)
                else:
                    took[engine].append(done.cpu / 1000)
                    said.setdefault(seed, set()).add(str(done.answers[0]))
    wrong = sum(len(some) > 1 for some in said.values())
    for engine, times in took.items():
        known = [seconds for seconds in times if seconds < inf]
        first = sum(
            seconds < inf and seconds == min(each) for seconds, *each in zip(times, *took.values(), strict=True)
        )
        row = [
            kind,
            engine,
            f"{len(known)} of {boards}",
            f"{sum(known) + limit * (boards - len(known)):.1f}",
            str(first),
        ]
        yield [*row, f"WRONG: {wrong} boards" if wrong else ""]


def main() -> None:
    """Print a table."""
    if sys.argv[1:2] == ["--answer"]:
        answer(sys.argv[2], sys.argv[3], int(sys.argv[4]))
        return
    parser = argparse.ArgumentParser(prog="python -m benchmarks.hard", description="Engines on hard boards.")
    parser.add_argument("kinds", nargs="*", metavar="KIND", help=f"of {', '.join(KINDS)}; all if none is given")
    parser.add_argument("--boards", type=int, default=8, help="how many of each kind")
    parser.add_argument("--limit", type=int, default=8, help="CPU seconds after which a run is ended")
    parser.add_argument("--engines", default=",".join(ENGINES), help="which, as `litgrid engines` names them")
    asked = parser.parse_args()
    print("| kind | engine | answered | CPU s in all, others as the limit | first | |\n|---|---|---|---|---|---|")
    for kind in asked.kinds or KINDS:
        for row in rows(kind, asked.boards, asked.limit, asked.engines.split(",")):
            print("| " + " | ".join(row) + " |", flush=True)


if __name__ == "__main__":
    main()
