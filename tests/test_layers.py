"""Each layer of the house imports only from those below it."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

import pytest

from tests.processes import finished

ROOT = Path(__file__).parents[1]
# The package as it is here, installed or not.
HERE = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), os.environ.get("PYTHONPATH", "")])}


def test_imports_go_downwards_only() -> None:
    program = shutil.which("lint-imports", path=str(Path(sys.executable).parent)) or shutil.which("lint-imports")
    if program is None:
        pytest.skip("import-linter is not installed here: pip install import-linter")
    done = finished([program, "--no-cache"], cwd=ROOT, env=HERE, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "0 broken" in done.stdout


def test_nothing_below_the_command_line_prints() -> None:
    for path in (ROOT / "src" / "litgrid").rglob("*.py"):
        if path.relative_to(ROOT / "src" / "litgrid").parts[0] not in ("cli", "web"):
            lines = path.read_text(encoding="utf-8").splitlines()
            assert not [line for line in lines if line.lstrip().startswith("print(")], path


@pytest.mark.parametrize("heavy", ["z3", "ortools", "matplotlib", "rich", "fpdf", "PIL", "starlette", "uvicorn"])
def test_a_small_solve_imports_nothing_heavy(heavy: str) -> None:
    program = (
        "import sys; from litgrid.puzzles import kinds; from litgrid.solving import solve; "
        "assert solve(kinds.get('lightup').from_clues(['.1.', '...', '#.2'])).status == 'unique'; "
        f"sys.exit({heavy!r} in sys.modules)"
    )
    assert finished([sys.executable, "-c", program], env=HERE, check=False).returncode == 0


def test_the_package_itself_imports_nothing_of_it() -> None:
    program = "import sys; import litgrid; sys.exit('numpy' in sys.modules)"
    assert finished([sys.executable, "-c", program], env=HERE, check=False).returncode == 0
