"""The types of the pages' modules, as their code and their JSDoc comments say them, checked by TypeScript."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

HERE = Path(__file__).parent
TSC = shutil.which("tsc") or shutil.which("tsc", path=str(HERE.parents[1] / "node_modules" / ".bin"))


@pytest.mark.skipif(TSC is None, reason="no types are checked: npm install --no-save typescript@5")
def test_tsc_finds_nothing() -> None:
    done = subprocess.run([str(TSC), "-p", str(HERE / "tsconfig.json")], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
