"""Running the command line, inside this process and as a process of its own."""

from __future__ import annotations

import contextlib
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

from click.testing import CliRunner, Result

from litgrid.cli import main
from tests.processes import finished

ROOT = Path(__file__).parents[2]
HERE = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), os.environ.get("PYTHONPATH", "")])}
HERE.pop("NO_COLOR", None)
PROGRAM = [sys.executable, "-m", "litgrid"]
ALONE = re.compile(r"(?:(?P<before>(?:printf|echo) [^|;]*) \| )?litgrid (?P<arguments>[^|;<>$*(]*)")
"""A line for a shell that needs none, but perhaps for what the command is given."""


def run(*args: str, text: str = "") -> Result:
    """Run a command inside this process, with ``text`` as standard input."""
    return CliRunner().invoke(main, list(args), input=text)


def line(words: re.Match[str], folder: Path) -> Result:
    """Run a line for a shell (of :data:`ALONE`) inside this process, as in a terminal of 100 columns.

    To start a process would take as long as all the rest.
    """
    before = words["before"]
    text = finished(["bash", "-c", before], cwd=folder, capture_output=True).stdout if before else b""
    with contextlib.chdir(folder):
        runner = CliRunner(env={"COLUMNS": "100"})
        arguments = shlex.split(words["arguments"])
        return runner.invoke(main, arguments, input=text, prog_name="litgrid", terminal_width=98)


def process(*args: str, text: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a command as a process."""
    return finished(
        [*PROGRAM, *args],
        input=text,
        capture_output=True,
        encoding="utf-8",
        env={**HERE, "PYTHONIOENCODING": "utf-8", **environment},
        cwd=ROOT,
    )
