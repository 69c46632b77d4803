"""Running the command line, inside this process and as a process of its own."""

from __future__ import annotations

import os
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


def run(*args: str, text: str = "") -> Result:
    """Run a command inside this process, with ``text`` as standard input."""
    return CliRunner().invoke(main, list(args), input=text)


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
