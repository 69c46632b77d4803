"""`litgrid lab reproduce`: both tables, theirs, as they did it and the textbook's, and what does not agree."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.cli.run import run


def test_the_quick_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("litgrid.cli.lab.reproduce.QUICK", 10)
    folder = tmp_path / "kept"
    first = run("lab", "reproduce", "--quick", "--jobs", "2", "-o", str(folder))
    assert first.exit_code == 0, first.stderr
    text = first.stdout
    assert text.startswith("example lightup-first, executions 10 (theirs 1,000), seed 0\n")
    assert "10,927.4; 100 %" in text
    for whose in ("theirs", "as they did it", "textbook"):
        assert len(re.findall(rf"^(?:sat|3-sat) +{whose} ", text, re.MULTILINE)) == 2
    told = re.search(r"as they did it: (\d+) of 40 figures agree with theirs\.\n", text)
    assert told is not None
    assert len(re.findall("^- ", text, re.MULTILINE)) == 40 - int(told[1])
    parts = [f"{way}-{part}.jsonl" for way in ("as-they-did-it", "textbook") for part in ("heuristics", "noises")]
    assert sorted(path.name for path in folder.iterdir()) == parts
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
