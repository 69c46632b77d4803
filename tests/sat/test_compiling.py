"""What is compiled is kept, and what was kept and is of no use is compiled anew."""

from __future__ import annotations

import importlib
import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import litgrid
from litgrid.sat import compiling
from tests.processes import finished

COUNT = """
import sys; sys.path.insert(0, sys.argv[1])
import litgrid, numpy as np
from litgrid.core.grid import Shape
from litgrid.core.limit import Limit
from litgrid.core.system import System
from litgrid.core.deduce import deduce
from litgrid.counting import frontier, halves, meeting
from litgrid.counting.rows import best_rows
from litgrid.counting.seam import best_seam
halves.FEW = frontier.WIDE = 0
for unique in (True, False):
    puzzle = litgrid.kinds.get("binairo").empty(Shape(6, 6)).with_switches(unique_lines=unique)
    print(litgrid.count(puzzle, method="seam" if unique else "frontier").count)
system = System.of(puzzle.tables())
found = deduce(system, puzzle.shape, Limit(None))
rows = best_rows(found.parts[0].bounds, found.grid, found.parts[0].variables - 1)
print(meeting.count_rows(rows, Limit(None), 10**6, worth=0))
"""
"""Counts with every kernel, however small the board is."""
COUNTS = ["4140", "11222", "11222"]


@pytest.fixture
def numba() -> None:
    pytest.importorskip("numba", reason="numba is not installed")


class Broken:
    """What was kept and cannot be loaded."""

    signatures: tuple[object, ...] = ()

    def __init__(self, function: Callable[..., object]) -> None:
        self.py_func = function

    def __call__(self, *arguments: object) -> None:
        raise AttributeError("a type that is gone")


@pytest.mark.usefixtures("numba")
def test_how_long_compiling_took_is_said_once() -> None:
    function = compiling.Kept(importlib.import_module("numba").njit(lambda number: number + 1))
    first, second = (compiling.ready(function, lambda one: one(1)) for _ in range(2))
    assert first.seconds > 0
    assert second.seconds == 0


@pytest.mark.usefixtures("numba")
def test_what_was_kept_is_known_to_be(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    module = tmp_path / "one_more.py"
    module.write_text("def more(number):\n    return number + 1\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    function = compiling.kept(importlib.import_module("one_more").more)
    assert isinstance(function, compiling.Kept)
    assert not function.is_kept
    assert function(1) == 2
    assert function.is_kept
    os.utime(module, (2e9, 2e9))  # written since
    assert not function.is_kept


@pytest.mark.usefixtures("numba")
def test_what_cannot_be_loaded_is_compiled_anew() -> None:
    function = compiling.Kept(Broken(lambda number: number + 1))
    assert function(1) == function(1) == 2
    assert compiling.ready(compiling.Kept(Broken(lambda number: number + 1)), lambda one: one(1)).compiled


@pytest.mark.usefixtures("numba")
def test_what_fails_when_compiled_anew_fails() -> None:
    def wrong(number: int) -> int:
        return number.nothing  # type: ignore[attr-defined,no-any-return]

    with pytest.raises(Exception, match="nothing"):
        compiling.Kept(Broken(wrong))(1)


@pytest.mark.usefixtures("numba")
def test_kernels_do_with_a_damaged_cache(tmp_path: Path) -> None:
    package = tmp_path / "package"
    shutil.copytree(
        Path(litgrid.__file__).parent,
        package / "litgrid",
        ignore=shutil.ignore_patterns("__pycache__", "*.nbi", "*.nbc"),
    )
    command = [sys.executable, "-c", COUNT, str(package)]
    environment = {key: value for key, value in os.environ.items() if not key.startswith("NUMBA_")}
    for damaged in (False, True):
        kept = [file for ending in ("*.nbi", "*.nbc") for file in package.rglob(ending)]
        assert damaged == bool(kept)
        for number, file in enumerate(kept):
            whole = file.read_bytes()
            file.write_bytes(whole[: len(whole) // 2] if number % 2 else b"\x80\x04cnowhere\nGone\n.")
        done = finished(command, capture_output=True, text=True, env=environment, check=False)
        assert (done.stdout.split(), done.stderr) == (COUNTS, "")
