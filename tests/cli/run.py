"""Running the command line, inside this process and as a process of its own."""

from __future__ import annotations

import contextlib
import os
import re
import shlex
import subprocess
import sys
from itertools import takewhile
from pathlib import Path

from click.testing import CliRunner, Result

from litgrid.cli import main
from tests.processes import finished

ROOT = Path(__file__).parents[2]
HERE = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), os.environ.get("PYTHONPATH", "")])}
HERE.pop("NO_COLOR", None)
PROGRAM = [sys.executable, "-m", "litgrid"]
SHELL = re.compile(r"[$*(&<`]|\d>|^for |^cd ")
"""What only a shell understands."""


def run(*args: str, text: str = "") -> Result:
    """Run a command inside this process, with ``text`` as standard input."""
    return CliRunner().invoke(main, list(args), input=text)


def line(text: str, folder: Path) -> tuple[int, str] | None:
    """Run a line for a shell in a folder; return its exit code and what it shows, None where it takes a shell.

    Commands of litgrid run inside this process, as in a terminal of 100 columns: to start another one would take as
    long as all the rest.
    """
    if SHELL.search(text):
        return None
    code, passed, shown = 0, b"", b""
    words: list[str] = []
    lexer = shlex.shlex(text, posix=True, punctuation_chars="|;>")
    lexer.commenters = ""
    lexer.whitespace_split = True
    for word in (*lexer, ";"):
        if word not in ("|", ";"):
            words.append(word)
            continue
        command = list(takewhile(lambda each: each != ">", words))
        code, passed, said, whole = _stage(command, passed, folder)
        if target := words[len(command) + 1 :]:
            (folder / target[0]).write_bytes(passed)
            shown += said
        else:
            shown += whole if word == ";" else said
        if target or word == ";":
            passed = b""
        words = []
    return code, shown.decode()


def _stage(command: list[str], given: bytes, folder: Path) -> tuple[int, bytes, bytes, bytes]:
    """Run one command of a line; return its exit code, and what it says: for the next one, on standard error, both."""
    if command[0] != "litgrid":
        path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
        done = finished(command, input=given, cwd=folder, env={**HERE, "PATH": path}, stdout=subprocess.PIPE)
        return done.returncode, done.stdout, b"", done.stdout
    with contextlib.chdir(folder):
        runner = CliRunner(env={"COLUMNS": "100"})
        result = runner.invoke(main, command[1:], input=given, prog_name="litgrid", terminal_width=98)
    return result.exit_code, result.stdout_bytes, result.stderr_bytes, result.output_bytes


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
