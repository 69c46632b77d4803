"""How a text was read that does not say what it is: on standard error, and in JSON."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.run import run

TEXT = "x001\nx010\n01xx\nx10x\n"
SAID = "read as Binairo, x for open: exactly one answer; as Light Up or Mosaic it would have none"


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "a.txt"
    path.write_text(TEXT)
    return str(path)


@pytest.mark.parametrize("command", ["solve", "count", "check", "hint", "grade"])
def test_the_reading_is_said(file: str, command: str) -> None:
    result = run(command, "--json", file)
    first = json.loads(result.stdout.splitlines()[0])
    assert (first["kind"], first["reading"]) == ("binairo", SAID)
    assert result.stderr == f"litgrid: {file}:1: {SAID}\n"


def test_a_text_that_says_what_it_is_has_none(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text(f"takuzu\n{TEXT.replace('x', '.')}")
    result = run("solve", "--json", str(path))
    assert "reading" not in json.loads(result.stdout)
    assert result.stderr == ""


def test_what_is_asked_for(file: str) -> None:
    result = run("solve", "--strict", file)
    assert result.exit_code == 3
    assert "or Binairo (x for open)" in result.stderr
    assert "--kind binairo" in result.stderr
    assert run("convert", "--to", "text", "--open", "x", "--kind", "binairo", file).stdout.startswith("binairo 4x4")


def test_convert_goes_through_the_same_door(file: str) -> None:
    result = run("convert", "--to", "takuzu-text", file)
    assert result.stdout.split("\n")[1:3] == [row.replace("x", ".") for row in TEXT.split("\n")[:2]]
    assert SAID in result.stderr
