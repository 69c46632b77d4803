"""``python -m benchmarks [NAME ...]``: run the contests, all or those named, and print one table.

Contenders of a contest take turns, so that a slow minute of the machine hits all of them. See README.md here.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import random
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

from benchmarks import generating, sampling, walksat
from benchmarks.measure import Contender
from litgrid import __version__

HERE = Path(__file__).parent
PUZZLES = Path(os.environ.get("LITGRID_PUZZLES", HERE.parent.parent / "shared" / "puzzles"))
KEYS = {
    "lightup": {"": "solutions"},
    "gappy": {"": "solutions"},
    "binairo": {"--unique-lines": "solutions_unique_lines", "--no-unique-lines": "solutions_without"},
}
ANSWERS = {0: "none", 1: "unique", "2+": "several"}
SAMPLE = 40
"""So many of the real puzzles of a kind are given to puzzlekit, which needs about a second for each."""
MODULES = {"python-sat": "pysat"}
"""Modules that are not called as their packages."""
LOCAL, DRAWING, MAKING = "walksat", "sampling", "generating"
"""Local search, which counts flips, drawing answers, and making puzzles: each has a table of its own."""
LOOP = "sum(i * i for i in range(20_000_000))"
"""What the column "CPU / loop" compares with: plain Python, to tell a slow machine from slow code."""


class Contest:
    """Contenders over one input file."""

    def __init__(self, input_: str, contenders: list[Contender], expected: Counter[str] | None = None) -> None:
        self.input, self.contenders, self.expected = input_, contenders, expected

    def run(self, repeat: int, limit: float) -> None:
        """Let all take turns; those that take long, less often."""
        for turn in range(repeat):
            for contender in self.contenders:
                if turn * sum(contender.times("wall")) < 30:
                    contender.again(limit)

    def rows(self, loop: float) -> Iterator[list[str]]:
        """Yield a row of the table for each contender."""
        peer = next((one for one in self.contenders if one.peer and one.runs), None)
        for one in self.contenders:
            if not one.runs:
                yield [one.what, self.input, one.failure, *[""] * 6]
                continue
            wall, cpu, slowest = one.times("wall"), one.times("cpu"), one.slowest()
            peak = max(run.peak for run in one.runs)
            yield [
                one.what,
                self.input,
                f"{seconds(one.cpu())} ({seconds(min(cpu))})",
                f"{seconds(sorted(wall)[len(wall) // 2])} ({seconds(min(wall))})",
                "" if slowest is None else seconds(slowest),
                f"{peak:,.0f}",
                f"{one.cpu() / loop:.2f}",
                "" if peer is None else "1" if one is peer else f"{one.cpu() / peer.cpu():.2f}",
                self._judge(one),
            ]

    def _judge(self, one: Contender) -> str:
        said = ", ".join(
            f"{count} {answer}" if count > 1 else answer for answer, count in sorted(one.answers().items())
        )
        wrong = self.expected is not None and "solved" not in one.answers() and one.answers() != self.expected
        return f"WRONG: {said}" if wrong else said


def seconds(value: float) -> str:
    """Show seconds with three digits that count."""
    return f"{value:.1f}" if value >= 10 else f"{value:.2f}" if value >= 1 else f"{value:.3f}"


class Suite:
    """All contests. ``name()`` yields the contests called ``name``."""

    def __init__(self, folder: Path, puzzlekit: list[str] | None) -> None:
        self.folder, self.puzzlekit = folder, puzzlekit

    def startup(self) -> Iterator[Contest]:
        """The interpreter, and one small puzzle from the shell."""
        file = self.board("small")
        contenders = [
            Contender("python -c pass", [sys.executable, "-c", "pass"]),
            Contender("import numpy", [sys.executable, "-c", "import numpy"]),
            self.bare(file),
            *litgrid(file),
            *self.packaged(file),
        ]
        yield Contest("one small Light Up", contenders)

    def real(self) -> Iterator[Contest]:
        """Every published puzzle, and a sample for puzzlekit."""
        for kind, keys in KEYS.items():
            file = PUZZLES / f"{kind}.jsonl"
            if not file.exists():
                say(f"skipped: there is no {file}; set LITGRID_PUZZLES to the folder that holds it")
                continue
            records = [json.loads(line) for line in file.read_text().splitlines()]
            for switch, key in keys.items():
                expected = Counter(ANSWERS[record[key]] for record in records)
                options = [switch] if switch else []
                contenders = [self.bare(file, *options), *litgrid(file, *options)]
                yield Contest(f"{len(records)} real {kind} {switch}".strip(), contenders, expected)
            if self.puzzlekit:
                chosen = random.Random(1).sample([record for record in records if record.get("solution")], SAMPLE)
                sample = self.folder / f"sample-{kind}.jsonl"
                sample.write_text("".join(json.dumps(record) + "\n" for record in chosen))
                options = [switch for switch in keys if switch][-1:]
                contenders = [*self.packaged(sample), *litgrid(sample, *options)]
                yield Contest(" ".join([f"{SAMPLE} real {kind}, drawn", *options]), contenders)

    def lightup(self) -> Iterator[Contest]:
        """Light Up with 25 % walls, half numbered, up to a million cells; and without walls."""
        for name, kit in (
            ("lightup-100", True),
            ("lightup-open-100", True),
            ("lightup-400", False),
            ("lightup-1000", False),
        ):
            yield self.against(name, bare=name != "lightup-1000", kit=kit)

    def binairo(self) -> Iterator[Contest]:
        """Binairo: the formula of the empty 16 x 16; 50 x 50 and 100 x 100, empty and with some cells given."""
        file = self.board("binairo-16-0")
        yield Contest("binairo-16-0", [inside(file, "--formula", what="litgrid, formula only, in process")])
        for side in (50, 100):
            for percent in (0, 25, 40):
                yield self.against(f"binairo-{side}-{percent}", bare=True, kit=side == 50)

    def gappy(self) -> Iterator[Contest]:
        """Gappy 60 x 60 with all labels."""
        yield self.against("gappy-60", bare=True, kit=True)

    def written(self) -> Iterator[Contest]:
        """The formula of the empty Binairo with textbook counts, written to a file: 0.7 and 13 million clauses."""
        for side in ("16", "20"):
            file = self.folder / f"binairo-{side}.formula"
            formats = ("dimacs", "smtlib") if side == "20" else ("dimacs", "smtlib", "opb")
            command = command_of("lab", "encode", "--empty", "binairo", side, "--encoding", "pairwise", "-o", str(file))
            contenders = [Contender(f"litgrid lab encode --to {to}", [*command, "--to", to]) for to in formats]
            yield Contest(f"empty Binairo {side} x {side}, textbook", contenders)
            file.unlink(missing_ok=True)

    def counting(self) -> Iterator[Contest]:
        """How many answers, beside the model counter ganak: Light Up without numbers and with, open boards."""
        plain = [f"lightup-plain-{side}" for side in (10, 15, 20)]
        open_ = [f"gappy-open-{side}" for side in (10, 11, 12, 13)]
        for name in [*plain, "lightup-30", *open_, "binairo-8-0", "binairo-10-0"]:
            options = ["--no-unique-lines"] if name.startswith("binairo") else []
            command = [sys.executable, "-m", "benchmarks.counting"]
            file = str(self.board(name))
            ours = Contender("litgrid, in process", [*command, "litgrid", file, *options])
            ganak = Contender("ganak, on the cells", [*command, "ganak", file, *options], peer=True)
            yield Contest(" ".join([name, *options]), [ours, ganak] if find_spec("pyganak") else [ours])

    def against(self, name: str, *, bare: bool, kit: bool) -> Contest:
        """Return the contest of litgrid and its peers over made boards."""
        file = self.board(name)
        contenders = [*([self.bare(file)] if bare else []), *litgrid(file), *(self.packaged(file) if kit else [])]
        count = len(file.read_text().splitlines())
        return Contest(f"{name}, {count} boards" if count > 1 else name, contenders)

    def board(self, name: str) -> Path:
        """Return the file of the boards of a name, made now if it is not there: in a process of its own."""
        file = self.folder / f"{name}.jsonl"
        if not file.exists():
            subprocess.run([sys.executable, "-m", "benchmarks.boards", name, str(file)], check=True)
        return file

    def bare(self, file: Path, *options: str) -> Contender:
        """Return the bare python-sat model."""
        return Contender("bare python-sat", [sys.executable, str(HERE / "bare.py"), str(file), *options], peer=True)

    def packaged(self, file: Path) -> list[Contender]:
        """Return puzzlekit, if there is one."""
        if not self.puzzlekit:
            return []
        return [Contender("puzzlekit (one answer, no proof)", [*self.puzzlekit, str(HERE / "peer.py"), str(file)])]


def litgrid(file: Path, *options: str) -> list[Contender]:
    """Return litgrid's command, and litgrid in process."""
    return [
        Contender("litgrid solve --json", command_of("solve", "--json", *options, str(file))),
        inside(file, *options),
    ]


def command_of(*arguments: str) -> list[str]:
    """Return litgrid's command line, run by this Python."""
    return [sys.executable, "-c", "import sys; from litgrid.cli import main; sys.exit(main())", *arguments]


def inside(file: Path, *options: str, what: str = "litgrid, in process") -> Contender:
    """Return litgrid without its command line."""
    return Contender(what, [sys.executable, "-m", "benchmarks.inside", str(file), *options])


def say(sentence: str) -> None:
    """Tell what is going on, away from the table."""
    print(sentence, file=sys.stderr, flush=True)


def find_puzzlekit(python: str | None) -> list[str] | None:
    """Return the Python that has puzzlekit, or tell how to get one."""
    if python or find_spec("puzzlekit"):
        return [python or sys.executable]
    say(
        "skipped: puzzlekit. To have it: python -m venv V && V/bin/pip install puzzlekit; then --puzzlekit V/bin/python"
    )
    return None


def machine() -> str:
    """Return the machine, the date and the versions."""
    cpu = platform.processor() or platform.machine()
    info = Path("/proc/cpuinfo")
    if info.exists():
        cpu = next(
            (line.split(": ")[1] for line in info.read_text().splitlines() if line.startswith("model name")), cpu
        )
    packages = ", ".join(
        f"{name} {version(name)}"
        for name in ("python-sat", "numpy", "click", "clingo", "pyunigen")
        if find_spec(MODULES.get(name, name))
    )
    python = f"Python {platform.python_version()}, litgrid {__version__}, {packages}"
    return f"{datetime.now(UTC).date()}; {cpu}, {os.cpu_count()} cores, {platform.system()}; {python}"


def _asked(names: list[str]) -> argparse.Namespace:
    """Return what is asked for on the command line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description="Time litgrid beside its peers.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(names)}; all if none is given")
    parser.add_argument("--repeat", type=int, default=5, help="runs of each; fewer where they take long")
    parser.add_argument("--limit", type=float, default=120, help="seconds after which a run is stopped")
    parser.add_argument("--puzzlekit", metavar="PYTHON", help="a Python that has puzzlekit installed")
    parser.add_argument("--reference", metavar="PROGRAM", help="a walksat in C, for `walksat`")
    parser.add_argument(
        "--boards", type=Path, default=Path(tempfile.gettempdir()) / "litgrid-boards", help="where made boards are kept"
    )
    asked = parser.parse_args()
    unknown = set(asked.names) - set(names)
    if unknown:
        parser.error(f"expected names of {', '.join(names)}; got {', '.join(sorted(unknown))}")
    return asked


def main() -> None:
    """Run what was asked for."""
    names = ["startup", "real", "lightup", "binairo", "gappy", "written", "counting", LOCAL, DRAWING, MAKING]
    asked = _asked(names)
    asked.boards.mkdir(parents=True, exist_ok=True)
    suite = Suite(asked.boards, find_puzzlekit(asked.puzzlekit))
    loop = Contender("the loop", [sys.executable, "-c", LOOP])
    for _ in range(3):
        loop.again(asked.limit)
    print(f"{machine()}; the loop takes {seconds(loop.cpu())} s\n")
    titles = [
        "what",
        "input",
        "CPU s: median (min)",
        "wall s: median (min)",
        "slowest puzzle, s",
        "peak MB",
        "CPU / loop",
        "CPU / bare",
        "answers",
    ]
    chosen = asked.names or names
    own: dict[str, tuple[list[str], Callable[[], Iterable[list[str]]]]] = {
        LOCAL: (walksat.TITLES, lambda: walksat.rows(asked.boards, asked.reference, asked.repeat)),
        DRAWING: (sampling.TITLES, lambda: sampling.rows(asked.repeat, asked.limit)),
        MAKING: (generating.TITLES, lambda: generating.rows(asked.repeat, asked.limit)),
    }
    contests = [name for name in chosen if name not in own]
    if contests:
        print_rows([titles])
    for name in contests:
        for contest in getattr(suite, name)():
            say(f"... {name}: {contest.input}")
            contest.run(asked.repeat, asked.limit)
            print_rows(contest.rows(loop.cpu()))
    for name, (heads, rows) in own.items():
        if name in chosen:
            if len(chosen) > 1:
                print()
            print_rows([heads])
            print_rows(rows())


def print_rows(rows: Iterable[list[str]]) -> None:
    """Print rows of a table; a single one begins it."""
    for row in rows:
        print("| " + " | ".join(row) + " |", flush=True)
    if isinstance(rows, list):
        print("|" + "---|" * len(rows[0]), flush=True)


if __name__ == "__main__":
    main()
