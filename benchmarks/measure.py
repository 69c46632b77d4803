"""Run a command as a process of its own and say what it took.

The parent stays small and imports no NumPy: on Linux a child's peak memory starts from what its parent held.
"""

from __future__ import annotations

import json
import os
import resource
import signal
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from statistics import median
from typing import NamedTuple

MAXRSS_UNIT = 1 if sys.platform == "darwin" else 1024
"""``ru_maxrss`` is in bytes on macOS and in KiB elsewhere."""
LONG = 6_000
"""A contender that took so many CPU milliseconds in all has no further turn."""


class Run(NamedTuple):
    """What a process took: CPU ms of all its threads, peak MB; and what it answered."""

    cpu: float
    peak: float
    answers: list[object]


class RunError(Exception):
    """The process failed, or was stopped at its time limit."""


def run(command: list[str], limit: int, source: str) -> Run:
    """Run a command, with litgrid from a folder, and stop it after ``limit`` CPU seconds."""

    def limited() -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 1))

    with tempfile.TemporaryFile("w+") as output, tempfile.TemporaryFile("w+") as errors:
        process = subprocess.Popen(
            command, stdout=output, stderr=errors, env=os.environ | {"PYTHONPATH": source}, preexec_fn=limited
        )
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode < 0:
            stopped = -process.returncode in (signal.SIGXCPU, signal.SIGKILL)
            raise RunError(f"> {limit} s" if stopped else f"ended by signal {-process.returncode}")
        output.seek(0)
        said = [json.loads(line) for line in output if line.startswith("{") and '"status"' in line]
        if process.returncode > 1 and not said:
            errors.seek(0)
            raise RunError((errors.read().strip().splitlines() or [f"exit code {process.returncode}"])[-1])
    answers: list[object] = [(one["status"], one.get("count")) for one in said]
    return Run(1000 * (used.ru_utime + used.ru_stime), used.ru_maxrss * MAXRSS_UNIT / 1e6, answers)


@dataclass
class Contender:
    """Something to be timed: its name, its command, how many things that makes, and where litgrid is taken from."""

    name: str
    command: list[str]
    number: int
    source: str
    runs: list[Run] = field(default_factory=list)
    failure: str = ""

    def again(self, limit: int) -> None:
        """Run it once more, unless it failed before or takes long."""
        if not self.failure and sum(one.cpu for one in self.runs) < LONG:
            try:
                self.runs.append(run(self.command, limit, self.source))
            except (RunError, OSError) as error:
                self.failure, self.runs = str(error), []

    def cost(self) -> float:
        """Return the median CPU milliseconds of one thing."""
        return median(one.cpu for one in self.runs) / self.number

    def peak(self) -> float:
        """Return the most memory of all runs, in MB."""
        return max(one.peak for one in self.runs)
