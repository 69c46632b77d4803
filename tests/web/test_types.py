"""What the pages' modules keep to: types, as their code and their JSDoc comments say them; size; nothing at import."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from litgrid.web.answers import STATIC

HERE = Path(__file__).parent
TSC = shutil.which("tsc") or shutil.which("tsc", path=str(HERE.parents[1] / "node_modules" / ".bin"))
MODULES = sorted((STATIC / "js").rglob("*.js"))
BEGINNINGS = {"main.js", "settings.js"}
"""They are what a page runs: the one begins it, the other is no module, and sets its colours before it is drawn."""
DECLARES = re.compile(r"(?:import|export|const|let|class|function|async function)\b|[\s/*}\])]|$")


@pytest.mark.skipif(TSC is None, reason="no types are checked: npm install --no-save typescript@5")
def test_tsc_finds_nothing() -> None:
    done = subprocess.run([str(TSC), "-p", str(HERE / "tsconfig.json")], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("module", MODULES, ids=lambda module: str(module.relative_to(STATIC)))
def test_modules_are_small_and_only_declare(module: Path) -> None:
    lines = module.read_text(encoding="utf-8").splitlines()
    assert len(lines) < 300
    done = [line for line in lines if not DECLARES.match(line)]
    assert module.name in BEGINNINGS or not done
