"""``litgrid publish``: what is said, what is written, and what it exits with."""

from __future__ import annotations

from pathlib import Path

import click

from litgrid.cli.collected import publish
from tests.cli.run import run

ONE = '{"id":"one","kind":"lightup","clues":[".1.","...","#.2"],"level":"easy"}\n'
SEVERAL = '{"id":"two","kind":"lightup","clues":[".."]}\n'


def test_a_page_is_written_and_what_is_wrong_is_told(tmp_path: Path) -> None:
    path = tmp_path / "a.html"
    done = run("publish", "-o", str(path), "--title", "L <1>", text=ONE)
    assert (done.exit_code, done.stderr) == (0, f"litgrid: {path}: 1 puzzle\n")
    assert "<title>L &lt;1&gt;</title>" in path.read_text(encoding="utf-8")
    several = run("publish", "-o", str(path), text=ONE + SEVERAL)
    assert several.exit_code == 1
    assert "two has several answers" in several.stderr
    path.unlink()
    strict = run("publish", "-o", str(path), "--strict", text=ONE + SEVERAL)
    assert strict.exit_code == 1
    assert "is not written" in strict.stderr
    assert not path.exists()
    locked = run("publish", "-o", str(path), "--code", "7", text=ONE + SEVERAL)
    assert "exactly one answer each" in locked.stderr
    assert not path.exists()


def test_names_and_standard_output(tmp_path: Path) -> None:
    assert run("publish", "-o", str(tmp_path / "a.pdf"), text=ONE).exit_code == click.UsageError.exit_code
    done = run("publish", "-o", "-", text=ONE)
    assert done.exit_code == 0
    assert done.stdout.startswith("<!doctype html>")


def test_its_options_are_those_of_the_question() -> None:
    names = {option for parameter in publish.params for option in parameter.opts + parameter.secondary_opts}
    assert {"--hints", "--no-hints", "--code", "--sections", "--grade", "--author", "--strict"} <= names


def test_what_is_no_text_on_the_command_line_is_no_bug(tmp_path: Path) -> None:
    for option in ("--title", "--author", "--code"):
        assert run("publish", "-o", str(tmp_path / "a.html"), option, "\udcff", text=ONE).exit_code == 0
