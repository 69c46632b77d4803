"""Puzzles made a second of CPU, beside Simon Tatham's collection: ``python -m benchmarks generating``.

Whole processes, from their start to their end, on one core: ``litgrid generate`` proves, thins out and grades what it
makes, and writes it with its answer; the collection's programs (Debian's sgt-puzzles) make puzzles of a difficulty of
theirs and print their IDs. All of an order take turns. What their words mean: Light Up 0, 1, 2 are easy, tricky, hard,
and our levels 3 and 4 are what goes beyond easy and tricky; Unruly's easy and normal are beside our levels 1 and 2
(which *tier* of theirs a puzzle is, ``litgrid grade`` tells).
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from shutil import which
from statistics import median
from typing import NamedTuple

from benchmarks.measure import RunError, run

TITLES = ["order", "who", "puzzles", "CPU s: median (least)", "a CPU second", "rate / peer"]


class Case(NamedTuple):
    """An order, and how it is said to the peer: its program, its parameters, and how many."""

    order: list[str]
    number: int
    peer: tuple[str, str, int] | None = None


def _lightup(side: int, level: str, number: int, difficulty: int, theirs: int) -> Case:
    order = ["lightup", str(side), "--level", level]
    return Case(order, number, ("sgt-lightup", f"{side}x{side}d{difficulty}", theirs))


def _binairo(side: int, level: str, number: int, difficulty: str, theirs: int) -> Case:
    order = ["binairo", str(side), "--level", level, "--no-unique-lines"]
    return Case(order, number, ("sgt-unruly", f"{side}x{side}d{difficulty}", theirs))


CASES = [
    _lightup(10, "1", 20_000, 0, 5000),
    _lightup(10, "3..4", 3000, 2, 200),
    _lightup(20, "3..4", 300, 2, 20),
    Case(["lightup", "150"], 1),
    _binairo(10, "1", 20_000, "e", 5000),
    _binairo(14, "1", 10_000, "e", 1000),
    _binairo(20, "1", 5000, "e", 100),
    _binairo(10, "2", 10_000, "n", 5000),
    Case(["binairo", "30", "--level", "1"], 20),
    Case(["binairo", "50", "--level", "1"], 10),
    Case(["binairo", "100", "--level", "1"], 1),
    Case(["gappy", "10", "--clues", "all"], 10_000),
    Case(["gappy", "10", "--level", "1"], 5000),
    Case(["gappy", "10"], 5000),
    Case(["gappy", "10", "--fewest"], 3000),
    Case(["mosaic", "10", "--level", "1"], 2000, ("sgt-mosaic", "10x10", 2000)),
    Case(["mosaic", "20", "--level", "1"], 200, ("sgt-mosaic", "20x20", 200)),
    Case(["mosaic", "10"], 100),
    Case(["binairo", "8", "--signs", "0.3"], 300),
    Case(["starbattle", "10"], 200),
    Case(["starbattle", "10", "--stars", "2"], 60),
]


def rows(repeat: int, limit: float) -> Iterator[list[str]]:
    """Yield a row for each order and contender."""
    with tempfile.TemporaryDirectory() as folder:
        for case in CASES:
            yield from _turns(case, Path(folder) / "made.jsonl", repeat, limit)


def _turns(case: Case, file: Path, repeat: int, limit: float) -> Iterator[list[str]]:
    order = " ".join(case.order)
    contenders = []
    if case.peer is not None:
        program, parameters, number = case.peer
        path = which(program) or which(program, path="/usr/games")
        if path is None:
            print(f"skipped: there is no {program}; Debian's sgt-puzzles has it", file=sys.stderr)
        else:
            contenders.append((f"{program} {parameters}", number, [path, "--generate", str(number), parameters]))
    command = [sys.executable, "-m", "litgrid", "generate", *case.order, "-n", str(case.number), "--seed", "1"]
    contenders.append(("litgrid generate", case.number, [*command, "--anew", "-o", str(file)]))
    took: dict[str, list[float]] = {who: [] for who, _, _ in contenders}
    failed: dict[str, str] = {}
    for _ in range(repeat):
        for who, _, line in contenders:
            if who not in failed:
                try:
                    took[who].append(run(line, limit).cpu)
                except RunError as error:
                    failed[who] = str(error)
    rates = {who: number / median(took[who]) for who, number, _ in contenders if took[who]}
    for place, (who, number, _) in enumerate(contenders):
        if who not in rates:
            yield [order, who, f"{number:,}", failed[who], "", ""]
            continue
        peer = rates.get(contenders[0][0]) if place else None
        yield [
            order,
            who,
            f"{number:,}",
            f"{median(took[who]):.2f} ({min(took[who]):.2f})",
            f"{rates[who]:,.3g}" if rates[who] < 10 else f"{rates[who]:,.0f}",
            "" if peer is None else f"{rates[who] / peer:.2f}",
        ]
