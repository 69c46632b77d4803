"""Run a command as a process of its own and say what it took.

The parent stays small and imports no NumPy: on Linux a child's peak memory starts from what its parent held.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass, field
from statistics import median
from threading import Timer
from time import perf_counter
from typing import Any

MAXRSS_UNIT = 1 if sys.platform == "darwin" else 1024
"""``ru_maxrss`` is in bytes on macOS and in KiB elsewhere."""


@dataclass(frozen=True)
class Run:
    """What one process took: seconds on the clock, CPU seconds of all its threads, peak MB, and what it printed."""

    wall: float
    cpu: float
    peak: float
    lines: list[dict[str, Any]]


class RunError(Exception):
    """The process failed, or was stopped at its time limit."""


def run(command: list[str], limit: float) -> Run:
    """Run a command that prints JSON lines, and stop it after ``limit`` seconds."""
    with tempfile.TemporaryFile("w+") as output, tempfile.TemporaryFile("w+") as errors:
        begin = perf_counter()
        process = subprocess.Popen(command, stdout=output, stderr=errors)
        timer = Timer(limit, process.kill)
        timer.start()
        _, status, used = os.wait4(process.pid, 0)
        wall = perf_counter() - begin
        timer.cancel()
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode < 0:
            raise RunError(f"> {limit:.0f} s" if wall >= limit else f"ended by signal {-process.returncode}")
        output.seek(0)
        lines = [line for line in output.read().splitlines() if line.startswith("{")]
        if process.returncode and not lines:
            errors.seek(0)
            raise RunError((errors.read().strip().splitlines() or [f"exit code {process.returncode}"])[-1])
    return Run(
        wall, used.ru_utime + used.ru_stime, used.ru_maxrss * MAXRSS_UNIT / 1e6, [json.loads(line) for line in lines]
    )


@dataclass
class Contender:
    """Something to be timed: what it is and its command; ``peer`` if the others of its contest are compared with it."""

    what: str
    command: list[str]
    peer: bool = False
    runs: list[Run] = field(default_factory=list)
    failure: str = ""

    def again(self, limit: float) -> None:
        """Run it once more, unless it failed before."""
        if not self.failure:
            try:
                self.runs.append(run(self.command, limit))
            except (RunError, OSError) as error:
                self.failure = str(error)

    def times(self, kind: str) -> list[float]:
        """Return the seconds (``"wall"`` or ``"cpu"``) of all runs, as the process itself says if it does."""
        return [run.lines[-1].get(kind, getattr(run, kind)) if run.lines else getattr(run, kind) for run in self.runs]

    def cpu(self) -> float:
        """Return the median CPU seconds."""
        return median(self.times("cpu"))

    def answers(self) -> Counter[str]:
        """Return how often each answer was given."""
        return Counter(str(line["status"]) for line in self.runs[0].lines if "status" in line)

    def slowest(self) -> float | None:
        """Return the seconds of the slowest puzzle in the median of the runs."""
        seconds = [max((line["seconds"] for line in run.lines if "seconds" in line), default=None) for run in self.runs]
        known = [value for value in seconds if value is not None]
        return median(known) if known else None
