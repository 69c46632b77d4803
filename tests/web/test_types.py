"""The types of the pages' modules, as their code and their JSDoc comments say them, checked by TypeScript."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

HERE = Path(__file__).parent
TSC = shutil.which("tsc") or shutil.which("tsc", path=str(HERE.parents[1] / "node_modules" / ".bin"))
UNCHECKED = re.compile(r"/js/(?:play/|choosing/|(?:board|pointers)\.js)")
"""Modules whose constructors name what they keep in a way that the compiler does not follow."""


@pytest.mark.skipif(TSC is None, reason="no types are checked: npm install --no-save typescript@5")
def test_tsc_finds_nothing() -> None:
    done = subprocess.run([str(TSC), "-p", str(HERE / "tsconfig.json")], capture_output=True, text=True, check=False)
    found = [line for line in done.stdout.splitlines() if re.search(r": error TS\d+:", line)]
    assert not [line for line in found if not UNCHECKED.search(line)]
    assert done.returncode == 0 or found, done.stdout + done.stderr
