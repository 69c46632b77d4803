"""``python -m benchmarks``: litgrid beside its peers, on one page. See README.md here.

All are processes of their own, and those of a row take turns, so that a slow minute of the machine hits all of them.
"""

from __future__ import annotations

import argparse
import math
import os
import platform
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from compileall import compile_dir
from contextlib import contextmanager
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from itertools import chain
from pathlib import Path
from shutil import copytree, which
from statistics import linear_regression, median

from benchmarks.measure import Contender, RunError, run
from benchmarks.works import WORKS, Command, Work

ROOT = Path(__file__).parents[1]
SOURCE = str(ROOT / "src")
ENGINES = ("cadical", "cp-sat", "clingo", "ganak", "unigen")
PACKAGES = ("python-sat", "ortools", "clingo", "pyganak", "pyunigen", "numpy")
LOOP = [sys.executable, "-c", "sum(i * i for i in range(20_000_000))"]
BEGIN, END = "<!-- measured -->\n", "<!-- end -->"
"""What is between these is written by ``--write``."""
PAGE = ["work", "size", "litgrid, ms", "best peer, ms", "ratio", "growth", "peak MB"]
COMPARED = ["work", "size", "then, ms", "now, ms", "now / then: median (least to most)", ""]


class Bench:
    """Runs works, with files in a folder."""

    def __init__(self, folder: Path, turns: int, limit: int) -> None:
        self.folder, self.turns, self.limit = folder, turns, limit
        compile_dir(SOURCE, quiet=1)  # nobody's runs do what only a first run does
        smallest = self.litgrid(WORKS[0], WORKS[0].sizes[0], SOURCE)
        self.take_turns([smallest])
        self.start = smallest.cost()

    def page(self, work: Work) -> list[str]:
        """Return the row of a work: its largest size, beside the peers."""
        ours = [self.litgrid(work, size, SOURCE) for size in work.sizes]
        peers = [self.contender(peer, work, work.sizes[-1]) for peer in work.peers]
        self.take_turns([*ours, *peers])
        last, size = ours[-1], f"{work.sizes[-1]:,}"
        if not last.runs:
            return [work.what, size, last.failure, *[""] * 4]
        best = min((peer for peer in peers if peer.runs), key=Contender.cost, default=None)
        beside, ratio = "", ""
        if best is not None:
            beside, ratio = f"{figure(best.cost())} {best.name}", figure(last.cost() / best.cost())
            if last.number == best.number and best.runs[0].answers not in ([], last.runs[0].answers):
                ratio = "OTHER ANSWERS"
        elif peers:
            beside = "; ".join(f"{peer.name} {peer.failure}" for peer in peers)
            if all(peer.failure.startswith(">") for peer in peers):
                ratio = f"< {figure(last.cost() / 1000 / self.limit)}"
        return [work.what, size, figure(last.cost()), beside, ratio, self.growth(work, ours), f"{last.peak():,.0f}"]

    def growth(self, work: Work, ours: list[Contender]) -> str:
        """Return the exponent of the size, the start of the interpreter taken off."""
        if len(ours) < 3 or not all(one.runs for one in ours) or ours[-1].cost() * ours[-1].number < 2 * self.start:
            return ""
        costs = [one.cost() * one.number - self.start for one in ours]
        logs = [[math.log(max(one, 1)) for one in some] for some in (work.sizes, costs)]
        return f"{linear_regression(*logs).slope:.1f}"

    def compared(self, work: Work, sources: tuple[str, str]) -> Iterator[list[str]]:
        """Yield a row a size: litgrid as it was, and as it is."""
        for size in work.sizes:
            then, now = (self.litgrid(work, size, one) for one in sources)
            self.take_turns([then, now])
            if not (then.runs and now.runs):
                yield [work.what, f"{size:,}", then.failure, now.failure, "", ""]
                continue
            ratios = [one.cpu / other.cpu for one, other in zip(now.runs, then.runs, strict=False)]
            verdict = "slower" if min(ratios) > 1.1 else "faster" if max(ratios) < 0.9 else ""
            if then.runs[0].answers != now.runs[0].answers:
                verdict = "OTHER ANSWERS"
            spread = f"{median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f})"
            yield [work.what, f"{size:,}", figure(then.cost()), figure(now.cost()), spread, verdict]

    def take_turns(self, contenders: list[Contender]) -> None:
        """Run all of them, again and again."""
        for _ in range(self.turns):
            for one in contenders:
                one.again(self.limit)

    def litgrid(self, work: Work, size: int, source: str) -> Contender:
        """Return litgrid of a folder."""
        return self.contender(
            Command(f"{sys.executable} -m litgrid {work.ours.line}", work.ours.number), work, size, source
        )

    def contender(self, command: Command, work: Work, size: int, source: str = SOURCE) -> Contender:
        """Return what runs a command on the boards of a size, made now if they are not there."""
        file = self.folder / f"{work.boards}-{size}"
        failure = ""
        if work.boards and not file.exists():
            try:
                run([sys.executable, "-m", "benchmarks.boards", work.boards, str(size), str(file)], 100, SOURCE)
            except RunError as error:
                failure = str(error)
        name, *rest = command.line.format(file=file, size=size, made=self.folder / "made").split()
        if name in ENGINES:
            path = [sys.executable, str(ROOT / "benchmarks" / "peer.py"), name]
        else:
            path = [which(name, path=f"{os.defpath}:/usr/games:{os.environ['PATH']}") or name]
            failure = failure or ("" if which(path[0]) else "not installed")
        return Contender(name, [*path, *rest], command.number, source, failure=failure)


def figure(value: float) -> str:
    """Show three digits that count."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.{max(0, 2 - math.floor(math.log10(value)))}f}"


def machine() -> str:
    """Return the date, the commit, the machine and its speed, and the versions."""
    info = Path("/proc/cpuinfo")
    names = re.findall("model name.*: (.*)", info.read_text()) if info.exists() else []
    loop = median(run(LOOP, 60, SOURCE).cpu for _ in range(3))
    commit = subprocess.run(["git", "describe", "--always", "--dirty"], cwd=ROOT, capture_output=True, text=True).stdout
    packages = [f"{name} {found}" for name in PACKAGES if (found := installed(name))]
    return "; ".join(
        [
            f"{datetime.now(UTC):%Y-%m-%d}, litgrid at {commit.strip()}",
            f"{[*names, platform.machine()][0]}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}",
            f"`{LOOP[2]}` takes {loop:,.0f} ms",
            ", ".join([f"Python {platform.python_version()}", *packages]),
        ]
    )


def installed(name: str) -> str:
    """Return the version of a package, nothing if it is not there."""
    try:
        return version(name)
    except PackageNotFoundError:
        return ""


@contextmanager
def built(commit: str, folder: Path) -> Iterator[tuple[str, str]]:
    """Have a commit checked out, its kernels built, and give its source, and a copy of ours that lies beside it."""
    tree = str(folder / "then")
    subprocess.run(["git", "worktree", "add", "--quiet", "--detach", tree, commit], cwd=ROOT, check=True)
    try:
        subprocess.run([sys.executable, "setup.py", "-q", "build_ext", "--inplace"], cwd=tree, check=True)
        compile_dir(f"{tree}/src", quiet=1)
        yield f"{tree}/src", str(copytree(SOURCE, folder / "now" / "src"))
    finally:
        subprocess.run(["git", "worktree", "remove", "--force", tree], cwd=ROOT, check=True)


def shown(rows: Iterable[list[str]]) -> str:
    """Print a table, each row when it is known, and return it."""
    lines = []
    for number, row in enumerate(rows):
        lines += [f"| {' | '.join(row)} |\n", *(["|---" * len(row) + "|\n"] if not number else [])]
        print(*lines[-1 - (not number) :], sep="", end="", flush=True)
    return "".join(lines)


def write(page: Path, text: str) -> None:
    """Put a text between the marks of a page."""
    before, _, rest = page.read_text(encoding="utf-8").partition(BEGIN)
    page.write_text(f"{before}{BEGIN}\n{text}\n{END}{rest.partition(END)[2]}", encoding="utf-8")


def asked() -> argparse.Namespace:
    """Return what is asked for on the command line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description="Time litgrid beside its peers.")
    parser.add_argument(
        "words", nargs="*", metavar="WORD", help="only works with one of these words: solve, Binairo, make"
    )
    parser.add_argument("--turns", type=int, default=3, help="runs of each; fewer where they take long")
    parser.add_argument("--limit", type=int, default=10, help="CPU seconds after which a run is stopped")
    parser.add_argument("--compare", metavar="COMMIT", help="in place of peers: litgrid as it was")
    parser.add_argument("--write", action="store_true", help="put the tables into benchmarks/README.md and README.md")
    return parser.parse_args()


def main() -> None:
    """Print the page."""
    order = asked()
    works = [work for work in WORKS if not order.words or not set(order.words).isdisjoint(work.what.split())]
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(Path(folder), order.turns, order.limit)
        said = machine()
        print(f"{said}\n")
        if order.compare:
            with built(order.compare, bench.folder) as sources:
                shown(chain([COMPARED], (row for work in works for row in bench.compared(work, sources))))
            return
        page = shown(chain([PAGE], map(bench.page, works)))
    if order.write:
        write(ROOT / "benchmarks" / "README.md", f"{said}\n\n{page}")
        heads, line, *rows = page.splitlines(keepends=True)
        chosen = [row for work, row in zip(works, rows, strict=True) if work.headline]
        write(ROOT / "README.md", "".join([heads, line, *chosen]))


if __name__ == "__main__":
    main()
