"""Machine code is kept, loaded without the compiler, and made anew where what was kept is of no use."""

from __future__ import annotations

import importlib
import sys
import tempfile
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any, NamedTuple
from zlib import crc32

import numpy as np
import pytest

from litgrid.sat.machine import Machine
from tests.processes import finished

pytest.importorskip("numba", reason="numba is not installed")

SOURCE = """
def add(a, b):
    return a + b


def unasked(a):
    return a


def three(a):
    return add(a, 3) + unasked(0)


def total(pair, factor):
    found = 0
    for index in range(len(pair.first)):
        found += add(pair.first[index], pair.second[index]) * factor
    pair.second[:1] = 7
    return found, len(pair.second[1:]), found > 0


def largest(numbers, at_least):
    for number in numbers:
        at_least = max(number, at_least)
    return at_least
"""
NAMES = ("add", "unasked", "three", "total", "largest")


class Pair(NamedTuple):
    first: Any
    second: Any


def pair() -> Pair:
    return Pair(np.array([1, 2, 3]), np.array([10, 20, 30]))


def try_out(made: Any) -> None:
    made.three(4)
    made.total(pair(), 2)
    made.largest(np.array([1, 2]), True)


@pytest.fixture
def sums(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """A module of functions, beside which what is compiled is kept."""
    (tmp_path / "sums_to_compile.py").write_text(SOURCE)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    sys.modules.pop("sums_to_compile", None)
    return importlib.import_module("sums_to_compile")


def made(module: ModuleType) -> Machine:
    return Machine(vars(module), NAMES, try_out)


def checked(found: SimpleNamespace | None) -> None:
    assert found is not None
    assert found.three(4) == 7
    numbers = pair()
    assert found.total(numbers, -1) == (-66, 2, 0)
    assert numbers.second.tolist() == [7, 20, 30]
    assert found.total(numbers, 2) == (2 * (6 + 57), 2, 1)
    assert found.largest(np.array([5, 9, 2]), 3) == 9
    assert found.largest(np.empty(0, dtype=np.int64), 1 << 40) == 1 << 40


def kept(folder: Path) -> list[Path]:
    return list(folder.rglob("*.code"))


def test_what_is_compiled_is_kept_and_loaded_without_numba(sums: ModuleType, tmp_path: Path) -> None:
    first = made(sums)
    assert not first.is_kept
    checked(first.load())
    assert first.is_kept
    (file,) = kept(tmp_path)
    assert file.parent.name == "__pycache__"
    lines = [
        "import sys",
        f"sys.path[:0] = {[str(Path(__file__).parents[2]), *sys.path]!r}",
        "import sums_to_compile",
        "from tests.sat import test_machine as test",
        "sys.modules.pop('numba')",
        "test.checked(test.made(sums_to_compile).load())",
        "print('numba' in sys.modules)",
    ]
    done = finished([sys.executable, "-c", "\n".join(lines)], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("False\n", "")
    with Path(sums.__file__ or "").open("a") as more:
        more.write("\n# changed\n")
    assert not first.is_kept


@pytest.mark.parametrize("damage", ["cut", "turned", "empty", "other"])
def test_what_is_damaged_is_made_anew(sums: ModuleType, tmp_path: Path, damage: str) -> None:
    checked(made(sums).load())
    (file,) = kept(tmp_path)
    whole = file.read_bytes()
    turned = bytearray(whole)
    turned[len(turned) // 2] ^= 1
    stamp = whole.split(b"[", 1)[1].split(b",", 1)[0]
    odd = b"[" + stamp + b', "name", [3]]\nno object'
    damaged = {
        "cut": whole[:-100],
        "turned": bytes(turned),
        "empty": b"",
        "other": b"%08x\n" % crc32(odd) + odd,  # whole, and new, and still wrong
    }
    file.write_bytes(damaged[damage])
    assert not made(sums).is_kept
    checked(made(sums).load())
    assert made(sums).is_kept


def test_what_has_no_folder_is_compiled_all_the_same(
    sums: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "file"))
    checked(made(sums).load())
    assert not kept(tmp_path)


def test_no_home_is_no_harm(sums: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_home(_: type[Path]) -> Path:
        raise RuntimeError("Could not determine home directory.")

    (tmp_path / "temporary").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temporary"))
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setattr(Path, "home", classmethod(no_home))
    if (tmp_path / "__pycache__").exists():
        (tmp_path / "__pycache__").rename(tmp_path / "gone")
    (tmp_path / "__pycache__").write_text("")
    assert not made(sums).is_kept
    checked(made(sums).load())
    assert kept(tmp_path / "temporary")


def test_another_folder_is_used_where_one_cannot_be_written(sums: ModuleType, tmp_path: Path) -> None:
    if (tmp_path / "__pycache__").exists():
        (tmp_path / "__pycache__").rename(tmp_path / "gone")
    (tmp_path / "__pycache__").write_text("")
    checked(made(sums).load())
    (file,) = kept(tmp_path)
    assert file.parent == tmp_path / "cache" / "litgrid"
    assert made(sums).is_kept


def test_arguments_of_other_types_are_refused(sums: ModuleType) -> None:
    found = made(sums).load()
    assert found is not None
    wrong: list[tuple[str, tuple[Any, ...]]] = [
        ("largest", (np.array([1.5]), 1)),
        ("largest", (np.arange(9, dtype=np.int32), 1)),
        ("largest", (np.arange(9)[::2], 1)),
        ("largest", (np.arange(9), 1, 2)),
        ("largest", ([1, 2], 1)),
        ("total", ((np.arange(3),), 1)),
        ("three", (1.5,)),
        ("three", (None,)),
    ]
    for name, arguments in wrong:
        with pytest.raises((TypeError, ValueError, BufferError, AttributeError)):
            getattr(found, name)(*arguments)


def test_what_does_not_compile_is_none(sums: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(vars(sums), "add", lambda a, b: int(str(a)) + b)
    assert made(sums).load() is None


def test_it_can_be_switched_off(sums: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    assert made(sums).load() is None
