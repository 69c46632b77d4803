"""``litgrid solve --all`` and ``--forced``: what they print, and how they end."""

from __future__ import annotations

import json
import signal
import subprocess
import sys

import pytest

from tests.cli.run import HERE, PROGRAM, ROOT, run
from tests.processes import PATIENCE, finished, started

TWO = "lightup\n.1.\n...\n#..\n"
BIG = "\n".join(["." * 8] * 8)


def test_all_in_words() -> None:
    result = run("solve", "--all", "--sorted", text=TWO)
    assert result.exit_code == 1
    assert result.stdout.startswith("standard input:1  Light Up 3 x 3\nAnswer 1:\n┌")
    assert result.stdout.count("Answer 2:\n") == 1
    assert result.stdout.endswith("2 answers.\n\n")


def test_all_as_json() -> None:
    result = run("solve", "--all", "--sorted", "--json", text=TWO)
    *found, last = map(json.loads, result.stdout.splitlines())
    head = {"id": "standard input:1", "kind": "lightup", "size": [3, 3]}
    assert found == [
        {**head, "answer": [".1o", "o..", "#o."], "number": 1},
        {**head, "answer": ["o1.", "..o", "#o."], "number": 2},
    ]
    assert {**last, "seconds": 0, "engine": ""} == {**head, "status": "all", "count": 2, "engine": "", "seconds": 0}


@pytest.mark.parametrize(
    ("text", "options", "code", "status", "number"),
    [
        ("lightup\n.1.\n...\n#.2\n", [], 0, "all", 1),
        ("lightup\n4.\n", [], 1, "none", 0),
        (TWO, ["--max", "2"], 1, "some", 2),
        (TWO, ["--max", "3"], 1, "all", 2),
        (TWO, ["--max", "1"], 4, "some", 1),
        (TWO, ["--timeout", "0"], 4, "unknown", 0),
    ],
)
def test_how_it_ends(text: str, options: list[str], code: int, status: str, number: int) -> None:
    result = run("solve", "--all", "--json", *options, text=text)
    last = json.loads(result.stdout.splitlines()[-1])
    assert (result.exit_code, last["status"], last["count"]) == (code, status, number)
    assert run("solve", "--all", *options, text=text).exit_code == code


@pytest.mark.parametrize(
    "options", [["--all", "--proof", "p"], ["--all", "--forced"], ["--max", "3"], ["--sorted"], ["--all", "--max", "0"]]
)
def test_usage(options: list[str]) -> None:
    assert run("solve", *options, text=TWO).exit_code == 2


def test_forced() -> None:
    result = run("solve", "--forced", text=TWO)
    assert result.exit_code == 1
    assert "3 of 7 open cells are the same in all answers.\n" in result.stdout
    values = json.loads(run("solve", "--forced", "--json", text=TWO).stdout)
    assert values["status"] == "several"
    assert values["true"] == [[3, 2]]
    assert values["false"] == [[2, 2], [3, 3]]
    assert values["open"] == [[1, 1], [1, 3], [2, 1], [2, 3]]


@pytest.mark.skipif(sys.platform == "win32", reason="needs a signal")
@pytest.mark.parametrize("engine", ["cadical", None])
def test_interrupted_in_the_middle(engine: str | None) -> None:
    chosen = [] if engine is None else ["--engine", engine]
    with started(
        [*PROGRAM, "solve", "--kind", "binairo", "--all", "--json", *chosen],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        bufsize=0,  # what a buffer holds after the last line that is read here would be missing below
        env=HERE,
        cwd=ROOT,
    ) as child:
        assert child.stdin is not None
        assert child.stdout is not None
        child.stdin.write(BIG.encode())
        child.stdin.close()
        child.stdin = None
        lines = [child.stdout.readline() for _ in range(200)]
        child.send_signal(signal.SIGINT)
        rest, said = child.communicate(timeout=PATIENCE)
    assert child.returncode == 130
    assert said.strip() == b"litgrid: interrupted"
    assert rest == b"" or rest.endswith(b"\n")
    found = [json.loads(line) for line in [*lines, *rest.splitlines()]]
    assert [item["number"] for item in found] == list(range(1, len(found) + 1))
    assert len({tuple(item["answer"]) for item in found}) == len(found)


@pytest.mark.skipif(sys.platform == "win32", reason="needs a shell")
def test_a_closed_pipe() -> None:
    command = '"$@" solve --kind binairo --all | head -3 > /dev/null; exit ${PIPESTATUS[0]}'
    done = finished(
        ["bash", "-c", command, "bash", *PROGRAM],
        input=BIG.encode(),
        capture_output=True,
        env=HERE,
        cwd=ROOT,
    )
    assert done.returncode == 141
    assert done.stderr == b""


def test_a_seed_needs_a_guess() -> None:
    for question in ("--all", "--forced"):
        result = run("solve", question, "--seed", "1", text=BIG)
        assert result.exit_code == 2
        assert f"--seed does not go with {question}." in result.stderr
