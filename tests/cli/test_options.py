"""What options and commands have in common."""

from __future__ import annotations

from litgrid.cli.options import command


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
