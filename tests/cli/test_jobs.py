"""Several processes that answer puzzles: what they print is what one prints, and one that dies costs one puzzle."""

from __future__ import annotations

import json
import os
import re
import subprocess
import time
from pathlib import Path

import psutil
import pytest

from litgrid.cli import PIPE_CLOSED, UNKNOWN, YES
from litgrid.cli.crew import PROGRAM as WORKER
from tests import processes
from tests.cli.run import HERE, PROGRAM, run

PUZZLE = '{"id":"%s","kind":"lightup","clues":[".1.","...","#.2"]}\n'
MIXED = "".join(
    [
        PUZZLE % "one",
        '{"id":"bad","kind":"lightup","clues":["9x"]}\n',
        '{"id":"none","kind":"lightup","clues":["4."]}\n',
        '{"id":"several","kind":"binairo","unique_lines":false,"clues":["....","....","....","...."]}\n',
        '{"id":"gappy","kind":"gappy","size":[9,9],"clues":{"rows":"3.......3","columns":"........."}}\n',
        PUZZLE % "last",
    ]
)


@pytest.mark.parametrize(
    "command",
    [
        ["solve", "--json"],
        ["solve"],
        ["solve", "--all", "--max", "3", "--json"],
        ["check"],
        ["count", "--json"],
        ["explain"],
        ["grade", "--json"],
        ["convert", "--to", "pzpr"],
        ["render", "--answer"],
        ["lab", "census", "--json"],
        ["lab", "walksat", "--seed", "1", "--json"],
    ],
    ids=" ".join,
)
def test_several_print_what_one_does(command: list[str]) -> None:
    """On both streams, in the order of the puzzles, with the same exit code."""
    alone, together = (run(*command, "--jobs", jobs, text=MIXED) for jobs in ("1", "2"))
    assert alone.exit_code == together.exit_code
    assert [_timeless(one.stdout) for one in (alone, together)] == [_timeless(alone.stdout)] * 2
    assert together.stderr == alone.stderr


def test_so_do_those_that_are_no_forks(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on systems other than Linux."""
    monkeypatch.setattr("litgrid.cli.crew.FORKS", False)
    test_several_print_what_one_does(["solve", "--json"])


def _timeless(text: str) -> str:
    return re.sub(r'"seconds":[^},]*', "", text)


@pytest.mark.parametrize(
    ("command", "names"),
    [
        (["convert", "-o", "all.txt", "--to", "pzpr"], ["all.txt"]),
        (["convert", "-o", "one.xml"], ["one-1.xml", "one-2.xml"]),
        (["render", "-o", "picture.svg"], ["picture-1.svg", "picture-2.svg"]),
        (["explain", "-o", "strip.svg"], ["strip-1.svg", "strip-2.svg"]),
        (["improve", "-o", "better.jsonl"], ["better.jsonl"]),
        (["lab", "encode", "--level", "--gzip", "-o", "./"], ["formulas.jsonl", "last.cnf.gz", "one.cnf.gz"]),
    ],
    ids=lambda value: " ".join(value),
)
def test_files_are_written_by_one(
    command: list[str], names: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    found = []
    for jobs in ("1", "2"):
        run(*command, "--jobs", jobs, text=PUZZLE % "one" + PUZZLE % "last")
        found.append({path.name: path.read_bytes() for path in tmp_path.iterdir()})
        for path in tmp_path.iterdir():
            path.unlink()
    assert sorted(found[0]) == names
    assert found[0] == found[1]


@pytest.mark.skipif(os.name != "posix", reason="processes die of signals")
def test_one_that_dies_costs_the_puzzle_that_it_was_at() -> None:
    """The next one is answered, by another process; and the first, which is answered at once, before that."""
    slow = json.dumps({"id": "slow", "kind": "binairo", "clues": ["." * 10] * 10})
    command = [*PROGRAM, "count", "--json", "--method", "listing", "--jobs", "2"]
    streams = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with processes.started(command, **streams, env=HERE) as started:
        assert started.stdin is not None
        assert started.stdout is not None
        assert started.stderr is not None
        started.stdin.write((PUZZLE % "first" + slow + "\n" + PUZZLE % "second").encode())
        started.stdin.flush()
        assert json.loads(started.stdout.readline())["id"] == "first"
        time.sleep(1)  # until the second has been begun
        workers = [one for one in psutil.Process(started.pid).children() if {"count", WORKER} & {*one.cmdline()}]
        max(workers, key=lambda one: one.cpu_times().user).kill()
        assert json.loads(started.stdout.readline())["id"] == "second"
        started.stdin.close()
        assert started.wait() == UNKNOWN
        said = started.stderr.read().decode()
    assert said.startswith("litgrid: standard input:2: the process that was at it was ended by the signal SIGKILL")
    assert said.count("\n") == 1


def test_what_is_answered_does_not_wait_for_a_hard_one_that_came_with_it() -> None:
    """A worker has both, as puzzles that come fast are handed out several at a time."""
    slow = json.dumps({"id": "slow", "kind": "binairo", "clues": ["." * 10] * 10})
    command = [*PROGRAM, "count", "--json", "--method", "listing", "--jobs", "2"]
    with processes.started(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=HERE) as started:
        assert started.stdin is not None
        assert started.stdout is not None
        names = [str(number) for number in range(100)]
        started.stdin.write(("".join(PUZZLE % name for name in names) + f"{slow}\n" * 4).encode())
        started.stdin.flush()
        assert [json.loads(started.stdout.readline())["id"] for _ in names] == names


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no such device")
def test_a_full_disk_is_no_death_of_a_worker(tmp_path: Path) -> None:
    """Nor is a reader that has gone."""
    file = tmp_path / "many.jsonl"
    file.write_text("".join(PUZZLE % number for number in range(1000)))
    command = [*PROGRAM, "solve", "--json", "--jobs", "2", str(file)]
    with Path("/dev/full").open("w") as full:
        done = processes.finished(command, stdout=full, stderr=subprocess.PIPE, env=HERE)
    assert (done.returncode, done.stderr.count(b"\n")) == (UNKNOWN, 1)
    assert b"the output cannot be written" in done.stderr
    with processes.started(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=HERE) as started:
        assert started.stdout is not None
        started.stdout.readline()
        started.stdout.close()
        assert (started.wait(60), started.stderr and started.stderr.read()) == (PIPE_CLOSED, b"")


def test_one_puzzle_needs_no_more_than_one() -> None:
    assert run("solve", "--jobs", "100000", text=PUZZLE % "one").exit_code == YES


def test_a_proof_is_of_one_puzzle() -> None:
    assert "--jobs is for several" in run("solve", "--jobs", "2", "--proof", "a.drat", text=PUZZLE % "one").stderr
