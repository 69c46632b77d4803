"""`litgrid lab count`: what it prints, and every way it can end."""

from __future__ import annotations

import json
from importlib import import_module
from pathlib import Path

import pytest

from tests.cli.run import run

count = import_module("litgrid.cli.lab.count")


def test_a_slice_and_the_rest(tmp_path: Path) -> None:
    path = str(tmp_path / "results.jsonl")
    first = run("lab", "count", "--empty", "binairo", "6", "--slice", "--jobs", "1", "-o", path, "--json")
    value = json.loads(first.stdout)
    assert first.exit_code == 4
    assert (value["status"], value["count"], value["done"]) == ("unknown", None, 16)
    assert 0 < value["at_least"] < 4140
    said = first.stderr.splitlines()
    begin = "litgrid: empty binairo 6x6: looking for a seam; then up to 16 chunks tell what all will cost"
    assert said[:2] == [begin, "litgrid: chunk 0 of 31"]
    assert "16 of 31 chunks took" in said[-1]
    rest = run("lab", "count", "--empty", "binairo", "6", "--jobs", "1", "-o", path)
    assert (rest.exit_code, rest.stdout.splitlines()[0]) == (0, "empty binairo 6x6  Binairo 6 x 6")
    assert "4,140 answers, counted at a seam in 31 chunks" in rest.stdout
    again = run("lab", "count", "--empty", "binairo", "6", "--jobs", "1", "-o", path, "--json")
    assert (again.exit_code, json.loads(again.stdout)["count"], again.stderr) == (0, 4140, f"{begin}\n")


def test_it_is_told_how_far_it_is_where_there_is_no_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """At once, and then each time after twice as long."""
    clock = iter([0.0, 0.0, 0.0, 4.0, 5.0, 5.0, 14.0, 15.0, 15.0])
    monkeypatch.setattr(count, "monotonic", lambda: next(clock))
    said: list[str] = []
    monkeypatch.setattr(count, "complain", said.append)
    told = count.Told()
    for number in range(5):
        told.tell(str(number))
    assert said == ["0", "2", "4"]


@pytest.mark.parametrize(
    ("args", "code", "said"),
    [
        (["--empty", "gappy", "9"], 4, "cannot be counted in pieces"),
        (["--empty", "binairo", "5"], 2, "even"),
        (["--empty", "binairo", "4", "--backend", "dask"], 2, "need each other"),
        (["nowhere.txt"], 3, "nowhere.txt"),
    ],
)
def test_what_cannot_be(args: list[str], code: int, said: str, tmp_path: Path) -> None:
    result = run("lab", "count", *args, "-o", str(tmp_path / "results.jsonl"))
    assert (result.exit_code, result.stdout) == (code, "")
    assert said in result.stderr


def test_a_file_of_something_else_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("my notes\n")
    result = run("lab", "count", "--empty", "binairo", "4", "-o", str(path))
    assert (result.exit_code, path.read_text()) == (3, "my notes\n")
    assert "expected a file of results" in result.stderr
