"""What all kernels have in common: whether they are compiled, and what is said where they are not."""

from __future__ import annotations

import doctest
import json
import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from litgrid import kernel
from litgrid.kernel import SLOW, cython, is_compiled
from litgrid.kernel.rivals import NearRivals
from litgrid.kernel.rules import Rules
from litgrid.kernel.trail import Trail
from tests.kernel.forms import PACKAGE, bare
from tests.kernel.forms import kernel as kernel_in
from tests.processes import finished

NAMES = kernel.names()


def test_all_that_is_written_for_cython_is_compiled() -> None:
    written = [file for file in PACKAGE.rglob("*.py") if "\n    import cython\n" in file.read_text(encoding="utf-8")]
    assert {"litgrid.kernel.trail", "litgrid.kernel.walled"} < set(NAMES)
    assert len(written) == len(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_what_is_compiled_is_the_file_as_it_is(name: str) -> None:
    """Where this fails, the file was changed since: python -m pip install -e . compiles it anew."""
    built = import_module(name).__file__
    assert built is not None
    if built.endswith(".py"):
        pytest.skip("nothing is compiled here")
    source = Path(built).with_name(f"{name.rpartition('.')[2]}.py")
    assert Path(built).stat().st_mtime >= source.stat().st_mtime


@pytest.mark.parametrize("name", NAMES)
def test_examples_are_true(name: str) -> None:
    assert doctest.testmod(import_module(name)).failed == 0


@pytest.fixture(scope="module")
def interpreted(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment of a program that finds no compiled kernels."""
    return {**os.environ, "PYTHONPATH": bare(tmp_path_factory.mktemp("bare"))}


def said(environment: dict[str, str], *command: str, text: str = "") -> subprocess.CompletedProcess[str]:
    return finished(
        [sys.executable, *command], input=text, capture_output=True, encoding="utf-8", env=environment, check=True
    )


def test_without_a_compiler_it_says_so(interpreted: dict[str, str]) -> None:
    assert said(interpreted, "-m", "litgrid", "engines").stdout.strip().endswith(f"{SLOW}.")
    program = "import litgrid.cli; litgrid.cli.LONG = 0.0; litgrid.cli.main(['lab', 'walksat', '--json'])"
    result = said(interpreted, "-c", program, text="p cnf 2 2\n1 0\n-1 2 0\n")
    assert json.loads(result.stdout)["model"] == [1, 2]
    assert result.stderr == f"litgrid: {SLOW}\n"


def test_compiled_nothing_is_said() -> None:
    if not is_compiled():
        pytest.skip("nothing is compiled here")
    program = "import litgrid.cli; litgrid.cli.LONG = 0.0; litgrid.cli.main(['lab', 'walksat', '--json'])"
    assert said({**os.environ}, "-c", program, text="p cnf 1 1\n1 0\n").stderr == ""


def test_only_the_right_numbers_are_held() -> None:
    numbers, memory = np.arange(6), kernel_in("memory", "interpreted").Memory()
    assert list(memory.longs(numbers)) == [0, 1, 2, 3, 4, 5]
    for wrong in (numbers.astype(np.int32), numbers[::2]):
        with pytest.raises(TypeError, match="expected int64 without gaps"):
            memory.longs(wrong)


def test_kernels_refuse_other_numbers() -> None:
    none = np.empty(0, dtype=np.int32)
    trail = Trail(Rules(2, none, np.array([0]), none, 0, none, np.array([0]), none), none, none)
    wrong: list[Any] = [np.zeros(2, dtype=np.int64), np.zeros(4, dtype=np.int32)[::2]]
    for numbers in wrong:
        with pytest.raises(TypeError, match="expected int32 without gaps"):
            NearRivals(trail, numbers)


def test_the_stand_in_does_as_cython_does() -> None:
    with cython.nogil:
        assert cython.declare(cython.uint, 3) == 3
    assert cython.cast(cython.size_t, 4) == 4
    assert not cython.compiled
