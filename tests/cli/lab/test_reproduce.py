"""`litgrid lab reproduce`: both tables, and sentences that follow from them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.cli.run import run

pytest.importorskip("joblib", reason="joblib is not installed: the extra `lab` brings it")


def test_the_quick_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("litgrid.cli.lab.reproduce.QUICK", 10)
    folder = tmp_path / "kept"
    first = run("lab", "reproduce", "--quick", "--jobs", "2", "-o", str(folder))
    assert first.exit_code == 0, first.stderr
    text = first.stdout
    assert text.startswith("example lightup-7, executions 10 (theirs 1,000), seed 0\n")
    assert "10,927.4 (100 %)" in text
    assert len(re.findall(r"^(?:sat|3-sat) +ours ", text, re.MULTILINE)) == 2
    assert "What cannot be compared:" in text
    # Seven verdicts, each somewhere.
    agree, _, rest = text.partition("As in theirs:")[2].partition("What cannot be compared:")
    assert len(re.findall("^- ", agree, re.MULTILINE)) == 7
    assert len(re.findall("^- ", rest, re.MULTILINE)) == 3
    assert sorted(path.name for path in folder.iterdir()) == ["heuristics.jsonl", "noises.jsonl"]
    again = run("lab", "reproduce", "--quick", "-o", str(folder), "--markdown")
    assert again.exit_code == 0
    assert "| form | whose |" in again.stdout


def test_what_is_wrong_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    result = run("lab", "reproduce", "--quick", "-o", str(tmp_path / "file"))
    assert (result.exit_code, result.stdout) == (4, "")
    assert "cannot be written" in result.stderr
    assert run("lab", "reproduce", "--backend", "dask").exit_code == 2
    assert run("lab", "reproduce", "--seed", str(2**64)).exit_code == 2
