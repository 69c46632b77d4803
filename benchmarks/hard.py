"""``python -m benchmarks.hard [FAMILY ...]``: boards hard for their size, and the worst of them given to others.

Of each family so many are drawn, all given to litgrid's default, and those that took it longest to its peers as well,
which so meet what litgrid is worst at. Each run is a process of its own, which the system ends after so many CPU
seconds, so that a busy machine changes nothing; starting it is not counted. Boards of ``-none`` have seldom an answer,
and no single rule says so.
"""

from __future__ import annotations

import argparse
import json
import resource
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from math import inf
from multiprocessing import get_context
from multiprocessing.connection import Connection

import numpy as np

from benchmarks.boards import Record, binairo, empty, gappy, lightup, mosaic
from litgrid import dumps, load
from litgrid.core.deduce import deduce
from litgrid.core.errors import EngineError
from litgrid.core.grid import Shape
from litgrid.core.limit import Limit
from litgrid.core.propagate import rules_of
from litgrid.core.system import System
from litgrid.engines import DEFAULT
from litgrid.kernel.trail import Trail
from litgrid.outlook import outlook
from litgrid.puzzles.starbattle.kind import StarBattle
from litgrid.puzzles.starbattle.making import sketch

PEERS = ("cadical", "program:kissat", "clingo", "cpsat")
FORK = get_context("fork")
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
    """Return 60 lines, 10 to 20 % of the cells walls; of these 30 to 100 % have numbers."""
    return lightup(60, (0.1, 0.2)[seed % 2], seed, numbered=(0.3, 0.6, 0.8, 1.0)[seed // 2 % 4])


def hard_mosaic(seed: int) -> Record:
    """Return 40 to 60 lines, half of the cells black, and as many with numbers."""
    return mosaic((40, 46, 52, 60)[seed % 4], seed)


def hard_starbattle(seed: int) -> Record:
    """Return 14 to 25 lines, regions drawn around an answer."""
    rng, size = np.random.default_rng(seed), sorted(STARS)[seed % 4]
    board, made = replace(StarBattle.empty(Shape(size, size)), stars=STARS[size]), None
    while made is None:
        made = next(sketch(board, rng, unique=False, single=False, limit=Limit(None)), None)
    record: Record = json.loads(dumps(made[0], format="json"))
    return record


def no_gappy(seed: int) -> Record:
    """Return the same with a label of one more or one less; of another seed where rules see through each of these."""
    rng, made = np.random.default_rng(seed), hard_gappy(seed)
    rows = made["clues"]["rows"]
    for change in rng.permutation(2 * len(rows)).tolist():
        place, more = divmod(change, 2)
        if rows[place]:
            labels = [*rows[:place], rows[place] + (1 if more else -1), *rows[place + 1 :]]
            changed = made | {"clues": made["clues"] | {"rows": labels}}
            if _open(changed):
                return changed
    return no_gappy(seed + 1_000)


def no_numbers(hard: Callable[[int], Record], seed: int) -> Record:
    """Return the same with numbers of one more or one less, up to 16 of them."""
    rng, made = np.random.default_rng(seed), hard(seed)
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


FAMILIES: dict[str, Callable[[int], Record]] = {
    "gappy": hard_gappy,
    "lightup": hard_lightup,
    "binairo": hard_binairo,
    "mosaic": hard_mosaic,
    "starbattle": hard_starbattle,
    "gappy-none": no_gappy,
    "lightup-none": partial(no_numbers, hard_lightup),
    "binairo-none": no_binairo,
    "mosaic-none": partial(no_numbers, hard_mosaic),
    "starbattle-none": no_starbattle,
}


def _spent() -> float:
    used = [resource.getrusage(whose) for whose in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)


def _work(engine: str, boards: Sequence[Record], limit: int, end: Connection) -> None:
    """Say what answers the last board has, and the CPU seconds that took; the one before has everything imported."""
    resource.setrlimit(resource.RLIMIT_CPU, (limit + 1, limit + 2))
    for board in boards:
        begin = _spent()
        try:
            said = outlook(load(json.dumps(board)), Limit(None), engine)[0]
        except EngineError:  # the limit holds for a program too, and this process outlives it
            if _spent() - begin < limit:
                raise
            return
        took = _spent() - begin
    end.send((said, took))


def timed(engine: str, board: Record, limit: int) -> tuple[str, float]:
    """Return what answers an engine says a board has, and the CPU seconds that took; infinitely many over a limit."""
    here, there = FORK.Pipe(duplex=False)
    process = FORK.Process(target=_work, args=(engine, [gappy(8, 1), board], limit, there))
    process.start()
    there.close()
    try:
        answer: tuple[str, float] = here.recv()
    except EOFError:
        return "", inf
    else:
        return answer
    finally:
        process.join()


def row(family: str, boards: int, worst: int, limit: int, peers: Sequence[str]) -> list[str]:
    """Return what litgrid took for the boards of a family, and it and its peers for the worst of them."""
    ours = [timed(DEFAULT, FAMILIES[family](seed), limit) for seed in range(boards)]
    times = [took for _, took in ours]
    order = np.argsort(times, kind="stable")[::-1][:worst].tolist()
    runs = {DEFAULT: [ours[seed] for seed in order]}
    runs |= {name: [timed(name, FAMILIES[family](seed), limit) for seed in order] for name in peers}
    cost = {name: sum(min(took, limit) for _, took in each) for name, each in runs.items()}
    told = [{said for said, _ in each} - {""} for each in zip(*runs.values(), strict=True)]
    return [
        family,
        *(f"{took:.3f}" for took in np.quantile(times, (0.5, 0.95, 1), method="lower")),
        str(times.count(inf)),
        *(_seconds([took for _, took in each]) for each in runs.values()),
        f"{cost[DEFAULT] / min(cost[name] for name in peers):.2f}",
        " WRONG" * any(len(said) > 1 for said in told),
    ]


def _seconds(times: list[float]) -> str:
    known, lost = [took for took in times if took < inf], times.count(inf)
    return " + ".join([f"{sum(known):.3f}"] * bool(known) + [f"{lost} unfinished"] * bool(lost))


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.hard", description="The worst of many hard boards.")
    parser.add_argument("families", nargs="*", metavar="FAMILY", help=f"of {', '.join(FAMILIES)}; all if none is given")
    parser.add_argument("--boards", type=int, default=200, help="how many of each family")
    parser.add_argument("--worst", type=int, default=8, help="how many of these are given to others")
    parser.add_argument("--limit", type=int, default=5, help="CPU seconds after which a run is ended")
    parser.add_argument("--peers", default=",".join(PEERS), help="which, as `litgrid engines` names them")
    asked = parser.parse_args()
    peers = asked.peers.split(",")
    print("| family | median | 95 % | worst | unfinished |", " | ".join([DEFAULT, *peers]), "| ratio | |")
    print("|---" * (len(peers) + 8) + "|")
    for family in asked.families or FAMILIES:
        print("|", " | ".join(row(family, asked.boards, asked.worst, asked.limit, peers)), "|", flush=True)


if __name__ == "__main__":
    main()
