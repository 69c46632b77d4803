"""How much memory may be taken: what is told, what the system gives, and refusals that say what to do."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from litgrid.core import memory
from litgrid.core.errors import LitgridError, TooLargeError
from tests.cli.run import HERE

GIGABYTE = 10**9


@pytest.mark.parametrize(
    ("text", "size"), [("500M", 500_000_000), ("12g", 12 * GIGABYTE), (" 1.5 GB ", 1_500_000_000), ("800KiB", 800_000)]
)
def test_an_amount_is_read(text: str, size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(memory.VARIABLE, text)
    monkeypatch.setattr(memory, "_limit", lambda: 1 << 62)
    assert memory.allowed() == size


@pytest.mark.parametrize("text", ["much", "5", "-1G", "1e3G", "G", "\u0663G"])
def test_what_is_no_amount_is_refused(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(memory.VARIABLE, text)
    with pytest.raises(LitgridError, match=r"LITGRID_MEMORY: expected an amount of memory, as 500M or 12G, got"):
        memory.allowed()


def test_half_of_the_machine_where_nothing_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(memory.VARIABLE, raising=False)
    monkeypatch.setattr(memory, "_limit", lambda: 1 << 62)
    monkeypatch.setattr(memory, "_machine", lambda: 8 * GIGABYTE)
    monkeypatch.setattr(memory, "taken", lambda: GIGABYTE)
    assert memory.allowed() == 4 * GIGABYTE
    memory.need(3 * GIGABYTE, "this", "do less")
    with pytest.raises(TooLargeError) as refused:
        memory.need(20 * GIGABYTE, "this list", "ask for fewer answers")
    assert str(refused.value) == (
        "this list would take about 20 GB of memory, and litgrid may take 4,000 MB, of which it has 1,000 MB already: "
        "ask for fewer answers, or allow more (LITGRID_MEMORY=21GB)"
    )
    with pytest.raises(TooLargeError):  # what is there already counts
        memory.need(3 * GIGABYTE + 1, "this list", "ask for fewer answers")


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the system does not say it")
def test_what_is_taken_is_known() -> None:
    before = memory.taken()
    more = bytearray(200_000_000)
    assert memory.taken() - before > 100_000_000
    del more


def test_a_group_has_the_limit_of_each_that_it_is_in(tmp_path: Path) -> None:
    inner = tmp_path / "outer" / "inner"
    inner.mkdir(parents=True)
    (inner / "memory.max").write_text("max\n")
    (tmp_path / "outer" / "memory.max").write_text("3000000000\n")
    assert memory._limits(str(tmp_path), "/outer/inner", "memory.max") == [3 * GIGABYTE]
    assert memory._limits(str(tmp_path), "/", "memory.max") == []


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the system does not hold a process to it")
def test_what_nobody_foresaw_is_an_error_and_not_the_end_of_the_machine() -> None:
    """Also in what a process starts; and a limit never grows."""
    program = (
        "from litgrid.core import memory; memory.bound(300_000_000); memory.bound(10**12)\n"
        "import subprocess, sys; print(memory.allowed(), flush=True)\n"
        "subprocess.run([sys.executable, '-c', 'bytearray(10**9)'])\n"
        "bytearray(10**9)"
    )
    said = subprocess.run([sys.executable, "-c", program], capture_output=True, encoding="utf-8", env=HERE, check=False)
    assert said.stdout == "300000000\n"
    assert said.stderr.count("MemoryError") == 2


@pytest.mark.skipif(sys.platform == "win32", reason="no process aborts there as it does elsewhere")
def test_a_process_that_aborts_says_a_sentence() -> None:
    program = "import os; from litgrid.cli.aborted import last_words; kept = last_words(); os.abort()"
    said = subprocess.run([sys.executable, "-c", program], capture_output=True, encoding="utf-8", env=HERE, check=False)
    assert (said.returncode, said.stdout) == (4, "")
    assert said.stderr.startswith("litgrid: an engine aborted, most likely as there was no memory left")
