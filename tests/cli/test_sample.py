"""``litgrid sample``: what it prints, and what it exits with."""

from __future__ import annotations

import json
import re

import pytest

from tests.cli.run import run

TWO = "lightup\n.1.\n...\n#..\n"


def test_in_words() -> None:
    result = run("sample", "--number", "3", "--seed", "7", text=TWO)
    assert result.exit_code == 0
    assert result.stdout.startswith("standard input:1  Light Up 3 x 3\nAnswer 1:\n┌")
    assert result.stdout.count("Answer ") == 3
    assert result.stdout.endswith("3 answers, drawn uniformly at random (seed 7).\n\n")
    assert run("sample", "--number", "3", "--seed", "7", text=TWO).stdout == result.stdout


def test_as_json() -> None:
    result = run("sample", "--json", "--number", "2", "--seed", "1", "--empty", "binairo", "4x6")
    *found, last = map(json.loads, result.stdout.splitlines())
    head = {"id": "empty binairo 4x6", "kind": "binairo", "size": [4, 6]}
    assert last.pop("seconds") >= 0
    assert last == {**head, "status": "drawn", "count": 2, "method": "uniform", "seed": 1}
    assert [item.pop("number") for item in found] == [1, 2]
    for item in found:
        assert re.fullmatch("[01]{24}", "".join(item.pop("answer")))
        assert item == {**head, "method": "uniform"}
    more = run("sample", "--json", "--number", "20", "--seed", "1", "--empty", "binairo", "4x6").stdout
    assert more.splitlines()[:2] == result.stdout.splitlines()[:2]


def test_another_each_time() -> None:
    seeds = {
        json.loads(run("sample", "--json", "--empty", "binairo", "4").stdout.splitlines()[-1])["seed"] for _ in range(3)
    }
    assert len(seeds) == 3
    told = " ".join(run("sample", "--help").stdout.split())
    assert "number. [default: another each time]" in told


@pytest.mark.parametrize(
    ("text", "options", "code", "status", "number"),
    [
        ("lightup\n4.\n", [], 1, "none", 0),
        (TWO, ["--timeout", "0"], 4, "unknown", 0),
        (TWO, ["--method", "diverse", "--number", "4"], 0, "drawn", 4),
    ],
)
def test_how_it_ends(text: str, options: list[str], code: int, status: str, number: int) -> None:
    result = run("sample", "--json", *options, text=text)
    last = json.loads(result.stdout.splitlines()[-1])
    assert (result.exit_code, last["status"], last["count"]) == (code, status, number)
    assert run("sample", *options, text=text).exit_code == code


def test_sentences() -> None:
    assert "No answer.\n" in run("sample", text="lightup\n4.\n").stdout
    assert "Out of time after 0 s: 0 answers of 1.\n" in run("sample", "--timeout", "0", text=TWO).stdout
    diverse = run("sample", "--method", "diverse", "--seed", "2", text=TWO).stdout
    assert "1 answer, found from random guesses, and not uniformly (seed 2).\n" in diverse


@pytest.mark.parametrize("options", [["--number", "0"], ["--seed", "-1"], ["--method", "random"], ["--timeout", "-1"]])
def test_usage(options: list[str]) -> None:
    assert run("sample", *options, text=TWO).exit_code == 2


def test_bad_input() -> None:
    assert run("sample", text="lightup\n.?\n").exit_code == 3
