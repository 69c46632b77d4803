"""``litgrid lab trace``: its files, and its exit codes."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.cli.run import ROOT, run


def test_files_hold_the_conflict_and_the_proof(tmp_path: Path) -> None:
    paths = {name: tmp_path / f"conflict.{name}" for name in ("svg", "latex", "proof")}
    options = [word for name, path in paths.items() for word in (f"--{name}", str(path))]
    said = run("lab", "trace", "--empty", "gappy", "8", "--json", *options)
    events = [json.loads(line) for line in said.stdout.splitlines()]
    assert events[-1]["status"] == "model"
    assert said.exit_code == 0
    assert paths["svg"].read_text().startswith("<svg")
    assert r"\node" in paths["latex"].read_text()
    learned = [event["clause"] for event in events if event.get("event") == "learn"]
    assert [list(map(int, line.split()[:-1])) for line in paths["proof"].read_text().splitlines()] == learned


def test_the_picture_of_the_course_is_that_which_its_command_makes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    course = ROOT / "docs" / "course"
    page = (course / "watching.md").read_text(encoding="utf-8")
    board = re.findall(r'^```text title="seven.txt"\n(.*?)^```', page, re.MULTILINE | re.DOTALL)[0]
    command = re.findall(r"^\$ litgrid (lab trace .* --svg conflict\.svg) >", page, re.MULTILINE)[0]
    monkeypatch.chdir(tmp_path)
    Path("seven.txt").write_text(board)
    run(*command.split())
    assert Path("conflict.svg").read_bytes() == (course / "conflict.svg").read_bytes()


def test_no_conflict_is_no_picture(tmp_path: Path) -> None:
    path = tmp_path / "puzzle.txt"
    path.write_text("lightup\n.1.\n...\n#.2\n")
    proof = tmp_path / "proof"
    said = run("lab", "trace", str(path), "--svg", str(tmp_path / "x.svg"), "--proof", str(proof))
    assert (said.exit_code, proof.exists()) == (0, True)
    assert "there was no conflict to be drawn" in said.stderr
    assert not (tmp_path / "x.svg").exists()


def test_the_exit_code_says_how_it_ended(tmp_path: Path) -> None:
    path = tmp_path / "none.txt"
    path.write_text("lightup\n4.\n..\n")
    assert run("lab", "trace", str(path)).exit_code == 1
    assert run("lab", "trace", "--empty", "gappy", "5", "--most", "1").exit_code == 4
    assert run("lab", "trace", "--empty", "gappy", "5", "--until", "conflict").exit_code == 0


def test_what_the_search_never_came_to_is_said(tmp_path: Path) -> None:
    path = tmp_path / "puzzle.txt"
    path.write_text("lightup\n.1.\n...\n#.2\n")
    said = run("lab", "trace", str(path), "--decide", "r1c2 -r2c2", "--until", "clause 9999")
    assert "It ended before: r1c2, -r2c2, clause 9999." in said.stdout
    asked = run("lab", "trace", str(path), "--until", "r2c2", "--json").stdout.splitlines()[-1]
    assert (json.loads(asked)["dropped"], json.loads(asked)["stopped"]) == ([], "until")
