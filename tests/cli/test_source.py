"""``--puzzle``, wherever there is one: by id or by number, and what is said where an id does not tell."""

from __future__ import annotations

from pathlib import Path
from unittest.mock import Mock

import click
import pytest

from litgrid.core.errors import TooLargeError
from tests.cli.run import run
from tests.cli.test_help import COMMANDS

FILE = "".join(
    f'{{"id":"{name}","kind":"lightup","clues":["{row}"]}}\n'
    for name, row in [("a", "1."), ("b", ".1."), ("a", "1...")]
)
WHICH = {
    name: command
    for name, command in COMMANDS.items()
    if any("--puzzle" in option.opts for option in command.params) and name != "litgrid play"
}
MORE = {"litgrid convert": ["--to", "text"], "litgrid lab count": ["-o", "out"], "litgrid lab decode": ["-"]}
MORE |= {"litgrid lab judge": ["-"], "litgrid lab worksheet": ["-o", "out.pdf"]}
"""What a command needs besides."""


def asked(name: str, which: str, file: Path) -> tuple[int, str]:
    result = run(*name.split()[1:], str(file), *MORE.get(name, []), "--puzzle", which)
    return result.exit_code, result.stderr


@pytest.mark.parametrize("name", WHICH)
def test_an_id_that_is_there_twice_is_said(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "file.jsonl"
    file.write_text(FILE)
    twice = "expected the id of one puzzle, but 'a' is the id of 2 puzzles: choose one by its number"
    assert asked(name, "a", file) == (3, f"litgrid: {file}: {twice}, as with --puzzle 1 or --puzzle 3\n")
    for which in ("b", "3"):
        assert "is the id of" not in asked(name, which, file)[1]


def test_an_id_that_is_a_number() -> None:
    """It goes before the number where it tells one puzzle, and that is said where it is another's number."""
    first = FILE.replace('"a"', '"2"', 1)
    result = run("convert", "--to", "text", "--puzzle", "2", text=first)
    assert (result.exit_code, result.stdout) == (0, "lightup 1x2\n1.\n")
    assert result.stderr == (
        "litgrid: standard input: '2' is the id of puzzle 1, which is taken, and the number of another\n"
        "litgrid: standard input:1: text has no place for names\n"
    )
    both = FILE.replace('"a"', '"2"')
    result = run("convert", "--to", "text", "--puzzle", "2", text=both)
    assert (result.exit_code, result.stdout) == (0, "lightup 1x3\n.1.\n")
    assert "standard input: '2' is the id of 2 puzzles: it is taken as a number\n" in result.stderr


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["count", "file", "-o", "out"], "this board cannot be counted in pieces"),
        (["decode", "file", "result"], "no room"),
        (["judge", "file", "formula"], "expected a small board"),
    ],
)
def test_what_cannot_be_done_with_the_one_puzzle_is_said_with_its_place(
    words: list[str], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("file").write_text("\n\nlightup\n" + f"{'.' * 90}\n" * 90)
    Path("formula").write_text("p cnf 1 1\n1 0\n")
    Path("result").write_text("s UNSATISFIABLE\n")
    monkeypatch.setattr("litgrid.lab.decode.solve", Mock(side_effect=TooLargeError("no room")))
    result = run("lab", *words)
    assert (result.exit_code, result.stdout) == (4, "")
    assert result.stderr.splitlines()[-1].startswith(f"litgrid: file:3: {message}")


def test_every_command_that_reads_one_puzzle_can_choose() -> None:
    assert {"litgrid render", "litgrid explain", "litgrid hint", "litgrid lab census"} <= set(WHICH)
    assert all(isinstance(command, click.Command) for command in WHICH.values())
