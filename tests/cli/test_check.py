"""``litgrid check``: what obeys the rules, and what breaks them where."""

from __future__ import annotations

import json
from pathlib import Path
from textwrap import dedent

import pytest

from litgrid.checking import check
from litgrid.formats import loads
from litgrid.puzzles import kinds
from tests.cli.run import run


def test_solved() -> None:
    result = run("check", text="lightup\no1.\n..o\n#o2\n")
    assert result.exit_code == 0
    assert result.stdout.endswith("Solved: every rule is obeyed.\n\n")


def test_broken() -> None:
    result = run("check", text="lightup\noo\n.#\n")
    assert result.exit_code == 1
    assert result.stdout == dedent("""\
        standard input:1  Light Up 2 x 2
        ┌─────┐
        │[●|●]│
        │ · █ │
        └─────┘
        1 rule is broken:
          - the run r1c1 to r1c2 holds at most one bulb: here bulbs at r1c1 and r1c2

        """)


def test_unfinished() -> None:
    # Walls are decided by the rules, so they are not open; a lit cell is, since nobody said that it has no bulb.
    light = run("check", text="lightup\n.1.\no..\n#.2\n")
    assert light.stdout.endswith("No rule is broken so far; 5 cells are open.\n\n")
    assert run("check", text="binairo\n0110\n100.\n0101\n101.\n").stdout.endswith("2 cells are open.\n\n")
    result = run("check", text="binairo\n0011\n1100\n0101\n101.\n")
    assert (result.exit_code, result.stdout.splitlines()[-2]) == (
        0,
        "No rule is broken so far; 1 cell is open.",
    )


def test_filled_takes_the_grid_as_finished() -> None:
    text = "lightup\n.1.\n..o\n#.2\n"
    assert run("check", text=text).exit_code == 0
    result = run("check", "--filled", text=text)
    assert result.exit_code == 1
    assert "the 1 at r1c2 touches exactly 1 bulb: here no bulb at r1c1, r1c3 and r2c2" in result.stdout


def test_the_rule_about_equal_lines_is_a_switch() -> None:
    grid = "binairo\n0101\n1010\n0101\n1010\n"
    result = run("check", text=grid)
    assert result.exit_code == 1
    assert "rows 1 and 3 are not equal, and here they are" in result.stdout
    assert run("check", "--no-unique-lines", text=grid).exit_code == 0


def test_json_and_the_grid_that_comes_with_the_puzzle() -> None:
    lines = [
        {"id": "a", "kind": "lightup", "clues": [".."], "solution": ["o."]},
        {"id": "b", "kind": "lightup", "clues": [".."], "solution": ["oo"]},
        {"id": "c", "kind": "lightup", "clues": [".."], "solution": None},
        {"id": "d", "kind": "lightup", "clues": [".o"], "solution": ["o."]},
    ]
    result = run("check", "--json", text="\n".join(map(json.dumps, lines)))
    assert result.exit_code == 1
    found = [json.loads(line) for line in result.stdout.splitlines()]
    assert [item["status"] for item in found] == ["solved", "broken", "unfinished", "broken"]
    assert found[1] == {
        "id": "b",
        "kind": "lightup",
        "size": [1, 2],
        "status": "broken",
        "broken": [
            {
                "rule": "clash",
                "at": None,
                "cells": [[1, 1], [1, 2]],
                "text": "the run r1c1 to r1c2 holds at most one bulb",
                "here": "the run r1c1 to r1c2 holds at most one bulb: here bulbs at r1c1 and r1c2",
            },
        ],
    }
    # A filled grid must keep to the given cells.
    assert [rule["text"] for rule in found[3]["broken"]] == ["r1c2 is given as bulb"]


def test_long_lists_are_cut() -> None:
    grid = "lightup\n" + "\n".join(["o" * 30] * 30)
    result = run("check", text=grid)
    assert "60 rules are broken:" in result.stdout  # a run in each row and each column
    assert result.stdout.endswith("  and 40 more rules\n\n")
    assert "r1c20 and 10 more\n" in result.stdout


def test_bad_input() -> None:
    result = run("check", text="lightup\n.7\n\nlightup\no\n")
    assert result.exit_code == 3
    assert "Solved" in result.stdout
    assert result.stderr.startswith("litgrid: standard input:2:2: expected one of")


def test_an_open_cell_is_not_taken_as_false_where_false_is_written() -> None:
    # 0 would be right in the open cell, but nobody has written it.
    puzzle = loads("binairo\n0011\n1100\n0101\n101.")
    assert check(puzzle).status == "unfinished"
    assert check(puzzle, filled=True).status == "solved"


@pytest.mark.parametrize("kind", kinds.names())
def test_published_solutions_obey_the_rules(kind: str, real_puzzles: Path) -> None:
    # The publishers' answers, not ours. Some Binairo sites do not know the rule about equal lines.
    text = (real_puzzles / f"{kind}.jsonl").read_text(encoding="utf-8")
    wanted = [json.loads(line)["solution"] is not None for line in text.splitlines()]
    found = [json.loads(line) for line in run("check", "--json", "--no-unique-lines", text=text).stdout.splitlines()]
    for filled, item in zip(wanted, found, strict=True):
        assert (item["status"] == "solved") or not filled, item


@pytest.mark.parametrize(
    ("puzzle", "here"),
    [
        (
            {
                "kind": "binairo",
                "clues": {"grid": ["0.", ".."], "across": ["=", "."], "down": [".."]},
                "solution": ["01", "10"],
            },
            "r1c1 and r1c2 are equal: here a 1 at r1c2 and a 0 at r1c1",
        ),
        (
            {
                "kind": "gappy",
                "clues": {"rows": [1, *[None] * 7], "cols": [None] * 8, "grid": ["##......", *["?" * 8] * 7]},
            },
            "row 1 has 1 white cell between its two black ones: here black at r1c1 and white",
        ),
        ({"kind": "mosaic", "clues": ["9.", ".."]}, "and there are too few cells for it"),
        ({"kind": "lightup", "clues": ["4"]}, "and there are too few cells for it"),
    ],
    ids=["sign", "label", "nine", "four"],
)
def test_what_is_broken_is_never_said_as_if_it_held(puzzle: dict[str, object], here: str) -> None:
    result = run("check", text=json.dumps(puzzle))
    assert result.exit_code == 1
    assert here in result.stdout


def test_what_is_entered_is_not_blamed_where_nothing_is() -> None:
    result = run("check", "--complete", text="lightup\n0#\n.0\n")
    assert result.exit_code == 1
    assert "entered" not in result.stdout
    assert "It cannot be completed: no answer fits." in result.stdout
