"""``litgrid count``: what it prints, and what it exits with."""

from __future__ import annotations

import json

from tests.cli.run import run

ONE = "lightup\n.1.\n...\n#.2\n"
BOTH = '{"id":"two","kind":"lightup","clues":[".."]}\n'


def test_in_words() -> None:
    result = run("count", text=ONE)
    assert result.exit_code == 0
    assert result.stdout.startswith("standard input:1  Light Up 3 x 3\n1 answer, counted by ")
    assert "2 answers, counted by frontier in " in run("count", text=BOTH).stdout
    none = run("count", text="lightup\n4.\n")
    assert none.exit_code == 0
    assert "No answer, counted by deduction in " in none.stdout


def test_json() -> None:
    result = run("count", "--json", text=BOTH)
    assert result.exit_code == 0
    found = json.loads(result.stdout)
    assert found.pop("seconds") >= 0
    assert found == {
        "id": "two",
        "kind": "lightup",
        "size": [1, 2],
        "status": "exact",
        "count": 2,
        "at_least": 2,
        "method": "frontier",
    }


def test_an_empty_board() -> None:
    result = run("count", "--json", "--no-unique-lines", "--empty", "binairo", "6")
    assert json.loads(result.stdout)["count"] == 11_222
    assert json.loads(run("count", "--json", "--empty", "binairo", "4x6").stdout)["count"] == 96
    assert run("count", "--empty", "nonesuch", "6").exit_code == 2
    assert run("count", "--empty", "binairo", "6", "--kind", "binairo").exit_code == 2


def test_unknown() -> None:
    result = run("count", "--timeout", "0", text=BOTH)
    assert result.exit_code == 4
    assert "Unknown, after " in result.stdout
    found = json.loads(run("count", "--json", "--timeout", "0", text=BOTH).stdout)
    assert (found["status"], found["count"], found["at_least"]) == ("unknown", None, 0)


def test_bad_input_does_not_stop_the_others() -> None:
    result = run("count", "--json", text='{"id":"bad","kind":"lightup","clues":["7"]}\n' + BOTH)
    assert result.exit_code == 3
    assert json.loads(result.stdout)["count"] == 2
