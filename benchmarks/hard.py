"""``python -m benchmarks.hard [KIND ...]``: boards that are hard for their size, each given to every engine in turn.

Each run is a process of its own, which the system ends after so many CPU seconds, so that a busy machine changes
nothing. The first engine, litgrid's default, is what the others are compared with: an engine that proves a board (one
answer, none, or two that differ) sooner than it is a loss of ours. ``plain:`` ones are those of ``peer.py``. Boards of
``-none`` have seldom an answer, and no single rule says so.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from math import inf
from pathlib import Path

import numpy as np

from benchmarks.boards import Record, binairo, empty, gappy, lightup
from benchmarks.measure import RunError, run
from litgrid import dumps, load
from litgrid.core.deduce import deduce
from litgrid.core.grid import Shape
from litgrid.core.limit import Limit
from litgrid.core.propagate import rules_of
from litgrid.core.system import System
from litgrid.kernel.trail import Trail
from litgrid.outlook import outlook
from litgrid.puzzles.starbattle.kind import StarBattle
from litgrid.puzzles.starbattle.making import sketch

ENGINES = ("cadical", "program:kissat", "clingo", "cpsat", "plain:cadical", "plain:cp-sat")
ANSWER, PEER = "--answer", Path(__file__).with_name("peer.py")
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
        made = next(sketch(board, rng, unique=False, single=False, limit=Limit(None)), None)
    record: Record = json.loads(dumps(made[0], format="json"))
    return record


def no_gappy(seed: int) -> Record:
    """Return the same with a label of one more or one less."""
    rng, made = np.random.default_rng(seed), hard_gappy(seed)
    while True:
        labels = list(made["clues"]["rows"])
        place = int(rng.choice([place for place, label in enumerate(labels) if label]))
        labels[place] += int(rng.choice((-1, 1)))
        changed = made | {"clues": made["clues"] | {"rows": labels}}
        if _open(changed):
            return changed


def no_lightup(seed: int) -> Record:
    """Return the same with numbers of one more or one less, up to 16 of them."""
    rng, made = np.random.default_rng(seed), hard_lightup(seed)
    chars = np.array([list(row) for row in made["clues"]])
    for place in rng.permutation(np.flatnonzero(np.isin(chars, list("123"))))[:16]:
        before, chars.flat[place] = chars.flat[place], str(int(chars.flat[place]) + rng.choice((-1, 1)))
        changed = made | {"clues": ["".join(row) for row in chars]}
        if _open(changed):
            made = changed
        else:
            chars.flat[place] = before
    return made


def no_binairo(seed: int) -> Record:
    """Return 30 to 60 lines with 25 to 31 % of the cells given at random, so far as that breaks no single rule."""
    rng, size = np.random.default_rng(seed), (30, 40, 50, 60)[seed % 4]
    made, share = empty("binairo", size), (0.25, 0.27, 0.29, 0.31)[seed // 4 % 4]
    bounds, chars = System.of(load(json.dumps(made)).tables()).bounds, np.full(size * size, ".")
    trail, end = Trail(rules_of(bounds, size * size), bounds.low, bounds.high), 0
    for cell in rng.permutation(size * size).tolist():
        for value in rng.permutation(2).tolist():
            if trail.value(cell + 1) < 0 and np.count_nonzero(chars != ".") < share * size * size:
                if trail.assume(cell + 1 if value else -cell - 1):
                    trail.drop(end)
                else:
                    chars[cell], end = str(value), trail.all_literals().size
    return made | {"clues": ["".join(row) for row in chars.reshape(size, size)]}


def no_starbattle(seed: int) -> Record:
    """Return 14 to 25 lines, and regions of about one size that grow anywhere."""
    rng, (size, stars) = np.random.default_rng(seed), ((14, 2), (17, 3), (20, 4), (25, 4))[seed % 4]
    region = np.full((size + 2, size + 2), size)
    region[1:-1, 1:-1] = -1
    cells = np.flatnonzero(region < 0)
    region.flat[rng.choice(cells, size, replace=False)] = np.arange(size)
    while (region < 0).any():
        sizes = np.bincount(region[region >= 0], minlength=size)[:size]
        for number in np.argsort(sizes + 3 * rng.random(size)):
            own = np.flatnonzero(region == number)
            beside = np.concatenate([own - 1, own + 1, own - size - 2, own + size + 2])
            beside = beside[region.flat[beside] < 0]
            if beside.size:
                region.flat[rng.choice(beside)] = number
                break
    names = ["".join(chr(ord("A") + number) for number in row) for row in region[1:-1, 1:-1].tolist()]
    return {"kind": "starbattle", "size": [size, size], "clues": {"regions": names, "stars": stars, "grid": None}}


def _open(record: Record) -> bool:
    puzzle = load(json.dumps(record))
    return deduce(System.of(puzzle.tables()), puzzle.shape, Limit(None)).possible


KINDS: dict[str, Callable[[int], Record]] = {
    "gappy": hard_gappy,
    "lightup": hard_lightup,
    "binairo": hard_binairo,
    "starbattle": hard_starbattle,
    "gappy-none": no_gappy,
    "lightup-none": no_lightup,
    "binairo-none": no_binairo,
    "starbattle-none": no_starbattle,
}


def answer(file: str, engine: str) -> None:
    """Say what answers the board in a file has, and not why it has none."""
    print(json.dumps({"status": outlook(load(file), Limit(None), engine)[0]}))


def _command(file: Path, engine: str) -> list[str]:
    own, _, peer = engine.partition("plain:")
    return [sys.executable, *([str(PEER), peer, str(file)] if peer else ["-m", __spec__.name, ANSWER, str(file), own])]


def rows(kind: str, boards: int, limit: int, engines: Sequence[str]) -> Iterator[list[str]]:
    """Yield, for each engine, how many boards it answered, its CPU seconds for all, and where it was the first."""
    took: dict[str, list[float]] = {engine: [] for engine in engines}
    said: dict[int, set[str]] = {}
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(boards):
            file = Path(folder) / f"{seed}.json"
            file.write_text(json.dumps({"id": str(seed)} | KINDS[kind](seed)))
            for engine in engines:
                try:
                    done = run(_command(file, engine), limit, os.environ.get("PYTHONPATH", ""))
                except RunError:
                    took[engine].append(inf)
                else:
                    took[engine].append(done.cpu / 1000)
                    said.setdefault(seed, set()).update(map(str, done.answers))
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
    if sys.argv[1:2] == [ANSWER]:
        answer(*sys.argv[2:])
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
