"""What options and commands have in common."""

from __future__ import annotations

import click
import pytest

from litgrid.cli.options import command
from tests.cli.run import run
from tests.cli.test_help import COMMANDS


@pytest.mark.parametrize("name", [name for name, one in COMMANDS.items() if not isinstance(one, click.Group)])
def test_an_option_that_holds_one_value_is_refused_twice(name: str) -> None:
    for option in COMMANDS[name].params:
        if isinstance(option, click.Option) and not (option.multiple or option.is_flag):
            values = ["1"] * option.nargs
            said = [option.opts[0], *values, option.opts[-1], *values]
            result = run(*name.split()[1:], *said)
            assert (result.exit_code, "is given 2 times" in result.stderr) == (2, True), said


@pytest.mark.parametrize("name", ["booklet", "publish", "lab worksheet"])
def test_a_file_that_ends_otherwise_is_refused_before_any_puzzle_is_read(name: str) -> None:
    result = run(*name.split(), "nowhere", "-o", "a.xyz")
    assert result.exit_code == 2
    assert "Invalid value for '-o' / '--output': expected a name that ends in ." in result.stderr


def test_exit_codes_stand_in_two_columns() -> None:
    @command("done", "not what was\nasked for", unknown="out of time", interrupted="", note="That is all.")
    def nothing() -> None:
        """Do nothing."""

    assert (nothing.epilog or "").split("\n") == [
        "\b",
        "Exit codes:",
        "  0  done                      3    bad input",
        "  1  not what was              4    out of time",
        "     asked for",
        "  2  usage",
        "That is all.",
    ]


def test_a_long_meaning_moves_the_second_column() -> None:
    @command("a meaning that is longer than most", bad="", unknown="out of time", note="")
    def nothing() -> None:
        """Do nothing."""

    assert (nothing.epilog or "").split("\n")[2:4] == [
        "  0  a meaning that is longer than most   4    out of time",
        "  2  usage                                130  interrupted",
    ]
