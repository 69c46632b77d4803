"""The same contest gives the same results, however often it is killed, and who is wrong is named."""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from litgrid.core.errors import InputError, LitgridError
from litgrid.lab.contest import Contest, run
from litgrid.lab.standings import Standings, every, read
from litgrid.lab.workers import BACKENDS
from tests.lab.test_sweep import lines, sweeping

PUZZLES: list[dict[str, Any]] = [
    {"id": "one", "kind": "lightup", "clues": [".1.", "...", "#.2"], "level": 1},
    {"id": "none", "kind": "lightup", "clues": [".1.", "...", "#.0"]},
    {"id": "several", "kind": "binairo", "clues": ["......"] * 6},
]
TIMES = ("load", "solve", "prove", "peak")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Three puzzles and a formula."""
    (tmp_path / "puzzles.jsonl").write_text("".join(json.dumps(puzzle) + "\n" for puzzle in PUZZLES))
    (tmp_path / "made.cnf").write_text("p cnf 3 3\n1 2 0\n-1 0\n3 0\n")
    return tmp_path


def described(**changes: Any) -> Contest:
    values = {"instances": ["puzzles.jsonl", "made.cnf"], "engines": ["cadical", "minicard"], "unique": True}
    return Contest.from_dict({**values, "encodings": ["auto", "totalizer"], "whole": True, "timeout": 60, **changes})


def settled(path: Path) -> list[dict[str, Any]]:
    """Return the lines of a file of results without what differs from run to run."""
    found = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return [{name: value for name, value in line.items() if name not in TIMES} for line in found]


def test_every_instance_meets_every_engine_and_encoding(folder: Path) -> None:
    path = folder / "results.jsonl"
    standings = run(described(), str(path), folder=folder)
    found = {(entry.id, entry.solver): (entry.found.status, entry.found.unique) for entry in standings.entries}
    expected = {"one": ("sat", True), "none": ("unsat", None), "several": ("sat", False)}
    solvers = ["cadical auto", "cadical totalizer", "minicard counts"]  # which takes counts as they are, once
    puzzles = {(name, solver): answer for name, answer in expected.items() for solver in solvers}
    assert found == puzzles | {("made.cnf", f"{engine} given"): ("sat", True) for engine in ("cadical", "minicard")}
    _, first, *_ = settled(path)
    assert {name: first[name] for name in ("job", "id", "kind", "size", "level", "engine", "encoding")} == {
        "job": 0, "id": "one", "kind": "lightup", "size": [3, 3], "level": 1, "engine": "cadical", "encoding": "auto",
    }  # fmt: skip
    assert not list(standings.wrong)
    again = read(str(path))
    assert isinstance(again, Standings)
    assert again.entries[0].found == standings.entries[0].found


class StopError(Exception):
    """Raised to interrupt a contest."""


def stopping(at: int) -> Callable[[int, int], None]:
    def tick(done: int, _: int) -> None:
        if done == at:
            raise StopError

    return tick


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
@pytest.mark.parametrize("backend", [name for name in BACKENDS if name != "dask"])
def test_two_workers_find_what_one_finds_and_an_interrupted_contest_goes_on(backend: str, folder: Path) -> None:
    whole, path = folder / "whole.jsonl", folder / "results.jsonl"
    run(described(), str(whole), folder=folder)
    for at in (0, 3):
        with pytest.raises(StopError):
            run(described(), str(path), folder=folder, jobs=2, backend=backend, tick=stopping(at))
    told: list[int] = []
    run(described(), str(path), folder=folder, jobs=2, backend=backend, tick=lambda done, _: told.append(done))
    assert told[0] >= 3
    assert settled(path) == settled(whole)
    with pytest.raises(InputError, match="this file holds another experiment"):
        run(described(unique=False), str(path), folder=folder)


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::ResourceWarning", "ignore::FutureWarning")
def test_a_cluster_finds_the_same(folder: Path) -> None:
    distributed = pytest.importorskip("distributed", reason="dask is not installed: the extra `cluster` brings it")
    whole, path = folder / "whole.jsonl", folder / "results.jsonl"
    run(described(), str(whole), folder=folder)
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=None, silence_logs=50, host="127.0.0.1"
    ) as cluster:
        run(described(), str(path), folder=folder, backend="dask", scheduler=cluster.scheduler_address)
    assert settled(path) == settled(whole)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGKILL")
def test_a_killed_contest_goes_on_and_finds_the_same(folder: Path) -> None:
    (folder / "many.jsonl").write_text(
        "".join(json.dumps({**PUZZLES[2], "id": str(number)}) + "\n" for number in range(60))
    )
    args = ["lab", "compare", str(folder / "many.jsonl"), "--engine", "cadical", "--unique", "--jobs", "2", "-o"]
    killed, whole = folder / "killed.jsonl", folder / "whole.jsonl"
    for least in (5, 25):
        with sweeping(args, killed, least) as process:
            os.killpg(process.pid, signal.SIGKILL)
        assert least <= lines(killed) < 61
    contest = Contest.from_dict({"instances": str(folder / "many.jsonl"), "engines": "cadical", "unique": True})
    run(contest, str(whole))
    run(contest, str(killed))
    assert settled(killed) == settled(whole)
    assert len(settled(whole)) == 61


def liar(folder: Path, name: str, says: str, code: int) -> str:
    """Return an engine that says the same of every formula that has more than one variable."""
    path = folder / name
    trivial = 'grep -q "^p cnf 1 " "$1" && { echo "s SATISFIABLE"; echo "v 1 0"; exit 10; }'
    path.write_text(f'#!/bin/sh\n{trivial}\nprintf "{says}"\nexit {code}\n')
    path.chmod(0o755)
    return f"program:{path}"


@pytest.mark.skipif(sys.platform == "win32", reason="a program here is a script for sh")
def test_who_is_wrong_is_named(folder: Path) -> None:
    denies = liar(folder, "denies", "s UNSATISFIABLE\\n", 20)
    claims = liar(folder, "claims", "s SATISFIABLE\\nv 0\\n", 10)
    contest = described(instances="puzzles.jsonl", engines=[denies, claims, "cadical"], encodings="auto")
    standings = run(contest, str(folder / "results.jsonl"), folder=folder)
    said = list(standings.wrong)
    why = "says that there is no answer, and cadical found one: it is wrong"
    assert [line for line in said if "denies" in line] == [
        f"{name}: {denies} auto: {why}" for name in ("one", "several")
    ]
    broken = [line for line in said if "claims" in line]
    assert [line.split(":")[0] for line in broken] == ["one", "none", "several"]
    assert all("gave a model that breaks clause" in line for line in broken)
    assert {entry.id: entry.seconds("first answer") is None for entry in standings.solvers[f"{denies} auto"]} == {
        "one": True, "none": False, "several": True,
    }  # fmt: skip
    assert standings.ranked("first answer")[0] == "cadical auto"
    assert every(standings)[-1].title == "Wrong"


def test_a_bad_puzzle_costs_the_others_nothing(folder: Path) -> None:
    with (folder / "puzzles.jsonl").open("a") as file:
        file.write('{"kind": "lightup", "clues": ["7"]}\n')
    told: list[InputError] = []
    contest = described(instances="puzzles.jsonl", encodings="auto", engines="cadical")
    standings = run(contest, str(folder / "results.jsonl"), folder=folder, bad=told.append)
    assert [error.line for error in told] == [4]
    assert len(standings.entries) == 3
    with pytest.raises(InputError, match=r"puzzles\.jsonl:4"):
        run(contest, str(folder / "others.jsonl"), folder=folder)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "expected instances"),
        ('instances = "a"\nengines = "cadicl"', "Did you mean 'cadical'?"),
        ('instances = "a"\nencodings = ["best"]', 'expected "encodings" as one of auto'),
        ('instances = "a"\ntimeout = 0', 'expected "timeout" as a number above 0, got 0'),
        ('instances = "a"\ntimeout = inf', 'expected "timeout" as a number above 0, got Inf'),
        ('instances = "a"\nmemory = "much"', 'expected "memory" as a whole number of 1 or more'),
        ('instances = "a"\nunique = 1', 'expected "unique" as true or false, got 1'),
        ('instances = "a"\nswitches = "no-rules"', "expected switches to be of no-unique-lines, unique-lines"),
        ('instances = "a"\nencodings = []', "expected at least one of encodings"),
    ],
)
def test_what_is_wrong_with_a_description_is_said(text: str, said: str) -> None:
    with pytest.raises(InputError) as caught:
        Contest.from_toml(text, "here.toml")
    assert str(caught.value).startswith("here.toml: ")
    assert said in str(caught.value)


def test_a_contest_about_nothing_is_refused(folder: Path) -> None:
    (folder / "puzzles.jsonl").write_text('{"kind": "lightup", "clues": ["7"]}\n')
    with pytest.raises(LitgridError, match="expected at least one puzzle or formula"):
        run(described(instances="puzzles.jsonl"), str(folder / "r.jsonl"), folder=folder, bad=lambda _: None)
