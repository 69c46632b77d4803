"""``litgrid count``: what it prints, and what it exits with."""

from __future__ import annotations

import json

import pytest

from litgrid.core.grid import Shape
from litgrid.counting import Counted
from litgrid.puzzles import kinds
from tests.cli.run import run

ONE = "lightup\n.1.\n...\n#.2\n"
BOTH = '{"id":"two","kind":"lightup","clues":[".."]}\n'


def test_in_words() -> None:
    result = run("count", text=ONE)
    assert result.exit_code == 0
    assert result.stdout.startswith("standard input:1  Light Up 3 x 3\n1 answer, counted by ")
    assert "2 answers, counted by a frontier programme in " in run("count", text=BOTH).stdout
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


@pytest.mark.parametrize("method", ["seam", "rows", "diagram"])
def test_a_method_that_does_not_do_is_said_to_be_the_reason(method: str) -> None:
    args = ("count", "--method", method)
    result = run(*args, text="lightup\n.1.\n...\n#..\n")
    assert result.exit_code == 4
    assert "cannot be counted" in result.stdout
    line = json.loads(run(*args, "--json", text="lightup\n.1.\n...\n#..\n").stdout)
    assert (line["method"], line["unfit"]) == (method, True)
    late = run(*args, "--timeout", "0", text="lightup\n.1.\n...\n#..\n").stdout
    assert "after" in late


def test_bad_input_does_not_stop_the_others() -> None:
    result = run("count", "--json", text='{"id":"bad","kind":"lightup","clues":["7"]}\n' + BOTH)
    assert result.exit_code == 3
    assert json.loads(result.stdout)["count"] == 2


def test_methods() -> None:
    for method, words in (("frontier", "a frontier programme"), ("listing", "listing them")):
        assert f"2 answers, counted by {words} in " in run("count", "--method", method, text=BOTH).stdout
        assert json.loads(run("count", "--json", "--method", method, text=BOTH).stdout)["method"] == method
    assert run("count", "--method", "guessing", text=BOTH).exit_code == 2


def test_about_so_many() -> None:
    exact = json.loads(run("count", "--json", "--approx", "--empty", "binairo", "6").stdout)
    assert (exact["status"], exact["count"]) == ("exact", 4140)
    assert "epsilon" not in exact
    puzzle = kinds.get("binairo").empty(Shape(8, 8))
    counted = Counted(puzzle, "approximate", 4_063_232, 1000, "approxmc and frontier", 4.7, 0.5, 0.1)
    assert str(counted) == (
        "About 4,063,232 answers, counted by ApproxMC and by a frontier programme in 4.7 s: within a factor of 1.5 of "
        "the true count with a probability of at least 0.9."
    )
    found = counted.record()
    assert (found["count"], found["method"]) == (4_063_232, "approxmc and frontier")
    assert (found["epsilon"], found["delta"], found["at_least"]) == (0.5, 0.1, 1000)


def test_a_board_that_can_be_counted_in_pieces_is_sent_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("litgrid.counting.methods.MOST_HALVES", 0)
    result = run("count", "--method", "seam", "--no-unique-lines", "--unique-lines", "--empty", "binairo", "6", "8")
    assert (result.exit_code, "Unknown" in result.stdout) == (4, True)
    assert "litgrid lab count --empty binairo 6 8 --unique-lines --slice -o results.jsonl" in result.stderr
    file = run("count", "--method", "seam", text="binairo\n......\n" + "......\n" * 5)
    assert "litgrid lab count - --puzzle 'standard input:1' --slice -o results.jsonl" in file.stderr
    assert "lab count" not in run("count", "--method", "rows", "--empty", "binairo", "6").stderr


def test_what_does_not_go_together() -> None:
    for options in (
        ["--epsilon", "0.5"],
        ["--seed", "1"],
        ["--approx", "--method", "ganak"],
        ["--approx", "--delta", "0"],
    ):
        result = run("count", *options, text=BOTH)
        assert result.exit_code == 2
        assert "Traceback" not in result.output
