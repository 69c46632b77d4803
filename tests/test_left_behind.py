"""Whatever ends, however it is ended: a second later no process is left, neither of ours nor of others, and no folder.

Each test runs litgrid with a mark in its environment, which all that it starts inherits, and with a folder of its own
for temporary files; and then looks for the mark and into the folder. Programs of others are scripts that start another
program and wait for it, which is what a wrapper around a solver does.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO

import psutil
import pytest

from litgrid.core import warden
from tests.cli.run import HERE, PROGRAM, ROOT
from tests.processes import PATIENCE, finished, name_of, of, started, wait_until
from tests.web.server import Server, serving

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")

SIGNALS = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL]
names = pytest.mark.parametrize("number", SIGNALS, ids=[number.name for number in SIGNALS])
BOARD = "lightup\n...\n...\n...\n"
QUESTION = {
    "puzzle": {"kind": "lightup", "clues": ["..."] * 3},
    "engines": ["program:picosat"],
    "timeout": 60,
    "whole": True,
}
MOMENT = 1.0
"""So many seconds may pass on a machine with nothing else to do."""


@dataclass
class Place:
    """Where a test runs litgrid: what it starts can be told from all else."""

    folder: Path

    @property
    def scratch(self) -> Path:
        return self.folder / "scratch"

    @property
    def wrapper(self) -> str:
        return str(self.folder / "picosat")

    @property
    def environment(self) -> dict[str, str]:
        path = f"{self.folder}{os.pathsep}{os.environ['PATH']}"
        return HERE | {"MARK": str(self.folder), "TMPDIR": str(self.scratch), "PATH": path}

    def processes(self) -> list[int]:
        return of(f"MARK={self.folder}")

    def solvers(self) -> list[int]:
        """Return the programs at work that wrappers have started."""
        return [pid for pid in self.processes() if name_of(pid) == "sleep"]

    def folders(self) -> list[Path]:
        return list(self.scratch.iterdir())

    @contextmanager
    def running(self, *command: str, stderr: int | IO[str] = subprocess.DEVNULL) -> Iterator[subprocess.Popen[str]]:
        streams = {"stdout": subprocess.DEVNULL, "stderr": stderr}
        with started(command, env=self.environment, cwd=ROOT, **streams) as process:
            yield process

    def empty(self) -> None:
        """Wait for a moment until nothing is left; a busy machine has longer moments."""
        wait_until(lambda: not self.processes() and not self.folders(), MOMENT + os.getloadavg()[0])


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Place]:
    found = Place(tmp_path)
    found.scratch.mkdir()
    (tmp_path / "board.txt").write_text(BOARD)
    # The program that it starts keeps its output open, as what it answers comes from there.
    Path(found.wrapper).write_text("#!/bin/sh\nsleep 1000 &\nwait\n")
    Path(found.wrapper).chmod(0o755)
    yield found
    for pid in found.processes():
        warden.kill(pid)
        os.kill(pid, signal.SIGKILL)


def solve(place: Place) -> list[str]:
    return [*PROGRAM, "solve", "--engine", f"program:{place.wrapper}", str(place.folder / "board.txt")]


def smt(place: Place) -> list[str]:
    return [*PROGRAM, "solve", "--engine", f"smtlib:{place.wrapper}", str(place.folder / "board.txt")]


def compare(place: Place) -> list[str]:
    engine = f"program:{place.wrapper}"
    return [*PROGRAM, "lab", "compare", "--whole", "--engine", engine, str(place.folder / "board.txt")]


COMMANDS = pytest.mark.parametrize("command", [solve, smt, compare])


@pytest.mark.parametrize(
    ("command", "number"),
    [
        *((solve, number) for number in SIGNALS),
        *((smt, number) for number in (signal.SIGINT, signal.SIGKILL)),
        *((compare, number) for number in SIGNALS[:2] + SIGNALS[3:]),
    ],
)
def test_a_command_is_ended(command: Callable[[Place], list[str]], number: signal.Signals, place: Place) -> None:
    with place.running(*command(place)) as litgrid:
        wait_until(place.solvers)
        litgrid.send_signal(number)
        litgrid.wait(PATIENCE)
        place.empty()


@pytest.mark.parametrize("guard", ["bwrap", "setpriv"])
def test_a_program_of_a_class_ends_even_where_the_warden_is_killed_as_well(guard: str, place: Place) -> None:
    for name in ("sh", "sleep", guard):
        if shutil.which(name) is None:
            pytest.skip(f"there is no {name}")
        (place.folder / name).symlink_to(shutil.which(name) or "")
    (place.folder / "class").mkdir()
    (place.folder / "class" / "hers").write_text("exec sleep 1000\n")
    command = [*PROGRAM, "lab", "judge", "--kind", "lightup", "--boards", "1", "--with", "sh {program}"]
    command += ["--class", str(place.folder / "class"), "-o", str(place.folder / "marks.csv")]
    environment = place.environment | {"PATH": str(place.folder)}
    with started(
        [*command, "--program-timeout", "900"], env=environment, cwd=ROOT, stderr=subprocess.DEVNULL
    ) as litgrid:
        wait_until(place.solvers)
        litgrid.send_signal(signal.SIGSTOP)  # it would start another warden
        for pid in place.processes():
            if name_of(pid).startswith("python") and pid != litgrid.pid:
                os.kill(pid, signal.SIGKILL)
        litgrid.kill()
        wait_until(lambda: not place.solvers())


@COMMANDS
def test_any_process_of_ours_is_killed(command: Callable[[Place], list[str]], place: Place) -> None:
    """It goes on, with another warden, or ends; and once the rest is killed as well nothing is left."""
    number = 0
    while True:
        with place.running(*command(place)) as litgrid:
            wait_until(place.solvers)
            before = place.processes()
            ours = [pid for pid in before if pid != litgrid.pid and name_of(pid).startswith("python")]
            if number == len(ours):
                break
            os.kill(ours[number], signal.SIGKILL)
            # Until it has gone it counts; and where litgrid is killed as well, only the next one ends what is left.
            wait_until(lambda: ours[number] not in place.processes())  # noqa: B023
            wait_until(lambda: litgrid.poll() is not None or len(place.processes()) == len(before))  # noqa: B023
            litgrid.kill()
            place.empty()
        number += 1
    assert number == (3 if command is compare else 1)


def test_what_is_left_where_all_of_ours_are_killed_goes_with_the_next_run(place: Place) -> None:
    with place.running(*solve(place)):
        wait_until(place.solvers)
        solvers = place.solvers()
        for pid in place.processes():
            if name_of(pid).startswith("python"):
                os.kill(pid, signal.SIGSTOP)  # or another warden would be started
        for pid in place.processes():
            if name_of(pid).startswith("python"):
                os.kill(pid, signal.SIGKILL)
        assert place.folders()
        assert place.solvers() == solvers
    command = [*PROGRAM, "solve", "--engine", "program:false"]
    assert finished(command, input=BOARD, env=place.environment, text=True, capture_output=True).returncode == 4
    place.empty()


def test_ctrl_c_that_is_ignored_stays_so(place: Place) -> None:
    """As in the background of a script, or with nohup: what ends it then is another signal."""
    ignoring = ["sh", "-c", 'trap "" INT HUP; exec "$@"', "sh"]
    for command in (solve, compare):
        with place.running(*ignoring, *command(place)) as litgrid:
            wait_until(place.solvers)
            for number in (signal.SIGINT, signal.SIGHUP):
                litgrid.send_signal(number)
            assert finished([*ignoring, *PROGRAM, "solve", str(place.folder / "board.txt")], env=HERE).returncode == 1
            assert litgrid.poll() is None
            assert place.solvers()
            litgrid.terminate()
            litgrid.wait(PATIENCE)
            place.empty()


def workers(place: Place) -> list[int]:
    """Return the page's workers that run something."""
    found = {
        psutil.Process(pid).ppid()
        for pid in place.processes()
        if "lab.serving" in " ".join(psutil.Process(pid).cmdline())
    }
    return list(found)


@contextmanager
def measuring(place: Place, server: Server) -> Iterator[None]:
    """Ask the page's server to measure an engine that never ends."""
    with server.client.stream("POST", f"{server.address}api/engines", json=QUESTION):
        wait_until(place.solvers)
        yield


@names
def test_the_server_is_ended(number: signal.Signals, place: Place) -> None:
    with serving(environment=place.environment) as server, measuring(place, server):
        server.process.send_signal(number)
        server.process.wait(PATIENCE)
        place.empty()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_a_worker_of_the_page_is_ended(number: signal.Signals, place: Place) -> None:
    """The server goes on, without what the worker had started."""
    with serving(environment=place.environment) as server, measuring(place, server):
        (worker,) = workers(place)
        os.kill(worker, number)
        wait_until(lambda: not place.solvers(), MOMENT + os.getloadavg()[0])
        assert server.get("api/kinds").status_code == 200
        server.process.kill()
        place.empty()


def test_who_leaves_the_page_ends_what_it_had_started(place: Place) -> None:
    with serving(environment=place.environment) as server:
        with measuring(place, server):
            pass
        wait_until(lambda: not place.solvers(), MOMENT + os.getloadavg()[0])
        server.process.terminate()
        place.empty()


SWEEP = """
instances = "unsolvable.cnf"
max_flips = 100_000_000
executions = 40
"""


def sweep(place: Place) -> list[str]:
    (place.folder / "unsolvable.cnf").write_text("p cnf 2 4\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n")
    (place.folder / "long.toml").write_text(SWEEP)
    files = [str(place.folder / "long.toml"), "-o", str(place.folder / "out")]
    return [*PROGRAM, "lab", "sweep", *files, "--jobs", "2"]


@pytest.mark.parametrize(
    ("busy", "number", "whole"),
    [
        (0.0, signal.SIGTERM, False),
        *((0.5, number, False) for number in SIGNALS),
        *((busy, number, True) for busy in (0.0, 0.5) for number in (signal.SIGINT, signal.SIGKILL)),
    ],
)
def test_a_sweep_is_ended(busy: float, number: signal.Signals, whole: bool, place: Place) -> None:
    """By a signal to itself, or to its whole group, as a terminal sends it; and nothing is said but by litgrid."""
    said = place.folder / "said"
    with said.open("w") as stderr, place.running(*sweep(place), stderr=stderr) as litgrid:
        wait_until(lambda: len([pid for pid in place.processes() if is_worker(pid, litgrid.pid, busy)]) >= 2)
        (os.killpg if whole else os.kill)(litgrid.pid, number)
        litgrid.wait(PATIENCE)
        place.empty()
    lines = [line for line in said.read_text().splitlines() if line]
    assert all(line.startswith("litgrid: ") for line in lines), lines
    assert bool(lines) is (number == signal.SIGINT)


def is_worker(pid: int, of: int, busy: float) -> bool:
    """Return whether a process is a worker, a fork of another, be it only just started, and has computed so long."""
    try:
        process = psutil.Process(pid)
        fork = process.ppid() == of and process.cmdline() == psutil.Process(of).cmdline()
        return bool(fork and sum(process.cpu_times()[:2]) >= busy)
    except psutil.NoSuchProcess:
        return False


PYTEST = """
from tests.processes import started
from tests.test_left_behind import *

def test_that_does_not_end(tmp_path):
    import os
    place = Place(Path(os.environ["MARK"]))
    with place.running(*compare(place)):
        litgrid = subprocess.Popen(solve(place), env=place.environment)
        litgrid.wait()
"""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_pytest_is_ended(number: signal.Signals, place: Place) -> None:
    (place.folder / "test_inner.py").write_text(PYTEST)
    options = [
        "-p",
        "no:cacheprovider",
        "-q",
        "--rootdir",
        str(ROOT),
        "-c",
        str(ROOT / "pyproject.toml"),
        "-p",
        "tests.conftest",
    ]
    command = [sys.executable, "-m", "pytest", *options, f"{place.folder / 'test_inner.py'}::test_that_does_not_end"]
    with place.running(*command) as inner:
        wait_until(lambda: len(place.solvers()) >= 2)
        inner.send_signal(number)
        inner.wait(PATIENCE)
        wait_until(lambda: not place.processes(), MOMENT + os.getloadavg()[0])
