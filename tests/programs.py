"""Other solvers, as programs: run on a file, and what they said of it."""

from __future__ import annotations

import gzip
import shutil
from pathlib import Path

import pytest

from tests.processes import finished

PROGRAMS: dict[str, tuple[str, list[str]]] = {
    "minisat": ("cnf", ["minisat", "{file}", "{result}"]),
    "picosat": ("cnf", ["picosat", "{file}"]),
    "cadical": ("cnf", ["cadical", "{file}"]),
    "cryptominisat5": ("cnf", ["cryptominisat5", "{file}"]),
    "clasp": ("cnf", ["clasp", "{file}"]),
    "clasp-opb": ("opb", ["clasp", "{file}"]),
    "z3": ("smt2", ["z3", "-smt2", "{file}"]),
}
"""What a program reads, and how it is called; one that names ``result`` writes its answer there."""


def answer(program: str, text: str | bytes, folder: Path) -> str:
    """Return what a program says of a formula; the test is skipped where it is not installed."""
    ending, command = PROGRAMS[program]
    if shutil.which(command[0]) is None:
        pytest.skip(f"{command[0]} is not installed")
    file, result = folder / f"formula.{ending}", folder / "result"
    data = text.encode() if isinstance(text, str) else text
    file.write_bytes(gzip.decompress(data) if data.startswith(b"\x1f\x8b") else data)
    words = [word.format(file=file, result=result) for word in command]
    done = finished(words, capture_output=True, text=True, timeout=120, check=False)
    return result.read_text() if "{result}" in command else done.stdout
