"""Making many puzzles: the same whoever tries what and when, what a kill leaves, and how it is given up."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import litgrid
from litgrid.core.errors import InputError, LitgridError, OutOfTimeError
from litgrid.core.grid import Shape
from litgrid.core.limit import Limit
from litgrid.core.processes import FORKS
from litgrid.formats import Record, formats
from litgrid.generating import Order
from litgrid.lab import tries as tried
from litgrid.lab.generate import NotMetError, Progress, generated
from litgrid.lab.tries import Tries, compute, unmade
from tests.cli.run import HERE, PROGRAM, ROOT
from tests.processes import PATIENCE, finished, started, wait_until

SMALL = Order("binairo", Shape(6, 6))


def lines(order: Order, number: int, seed: int = 1, **how: Any) -> list[str]:
    write = formats.get("jsonl").write
    return [write(record) for record in generated(order, number, seed, **how)]


def test_pieces_grow_where_more_are_soon_wanted_and_shrink_where_not(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr(tried, "monotonic", lambda: now[0])
    pieces = unmade({3: Tries(3, 2)}, lambda first: 5 if first < 24 else 3)
    soon = [next(pieces) for _ in range(5)]
    assert soon == [(0, 1), (1, 2), (5, 4), (9, 5), (14, 5)]

    def late() -> tuple[int, int]:
        now[0] += 1.0
        return next(pieces)

    assert [late() for _ in range(3)] == [(19, 2), (21, 1), (22, 1)]
    assert [next(pieces) for _ in range(4)] == [(23, 2), (25, 3), (28, 3), (31, 3)]


def test_workers_end_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tried, "monotonic", lambda: 0.0)  # on a busy machine too
    path = tmp_path / "tries"
    assert lines(SMALL, 60, path=str(path), jobs=2) == lines(SMALL, 60)
    pieces = [json.loads(line) for line in path.read_text().splitlines()[1:]]
    sizes = [piece["number"] for piece in sorted(pieces, key=lambda piece: int(piece["first"]))]
    assert max(sizes) > 1 == sizes[-1]


@pytest.fixture(scope="module")
def some() -> list[str]:
    return lines(SMALL, 12)


def test_they_differ_and_have_names(some: list[str]) -> None:
    records = [json.loads(line) for line in some]
    assert len({json.dumps(record["clues"]) for record in records}) == 12
    assert [record["id"] for record in records] == [f"binairo-6x6-s1-{number}" for number in range(1, 13)]
    assert all(1 <= record["level"] <= 4 and record["solution"] for record in records)


WANTED: tuple[dict[str, Any], ...] = (
    {},
    {"levels": (1, 1)},
    {"levels": (1, 2)},
    {"levels": (2, 2)},
    {"symmetry": "none"},
    {"symmetry": "mirror"},
    {"walls": 0.25},
    {"walls": 0.26},
    {"pattern": ("#......#", *["........"] * 2, "...##...", "...##...", *["........"] * 2, "#......#")},
    {"technique": "clue-full"},
    {"split": False},
    {"fewest": True},
    {"clues": "all"},
    {"unique": False},
)
EACH = [
    *(Order("lightup", Shape(8, 8), **wanted) for wanted in WANTED),
    Order("binairo", Shape(8, 8)),
    Order("binairo", Shape(8, 8), switches=(("unique_lines", False),)),
    Order("gappy", Shape(9, 9)),
    Order("gappy", Shape(9, 9), clues="all"),
]
"""Orders of which each differs in one thing from the first of its kind."""


def test_orders_share_neither_answers_nor_names() -> None:
    """None of the first puzzles that they make with one seed."""
    made = [record for order in EACH for record in generated(order, 2, 1, limit=Limit(60))]
    assert len(made) == 2 * len(EACH)
    assert len({record.id for record in made}) == len(made)
    answers = {(record.puzzle.name, record.answer.tobytes()) for record in made if record.answer is not None}
    assert len(answers) == len(made)


def test_another_seed_makes_others(some: list[str]) -> None:
    clues = {json.dumps(json.loads(line)["clues"]) for line in some}
    assert not clues.intersection(json.dumps(json.loads(line)["clues"]) for line in lines(SMALL, 12, seed=2))


@pytest.mark.parametrize(("backend", "forks"), [("processes", FORKS), ("processes", False), ("threads", FORKS)])
def test_the_same_whoever_makes_them(
    backend: str, forks: bool, some: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Workers are no forks on systems other than Linux."""
    monkeypatch.setattr("litgrid.core.workers.FORKS", forks)
    assert lines(SMALL, 12, jobs=2, backend=backend) == some


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::ResourceWarning", "ignore::FutureWarning")
def test_the_same_on_a_cluster(some: list[str]) -> None:
    distributed = pytest.importorskip("distributed", reason="dask is not installed: the extra `cluster` brings it")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=None, silence_logs=50, host="127.0.0.1"
    ) as cluster:
        assert lines(SMALL, 12, backend="dask", scheduler=cluster.scheduler_address) == some


def test_a_cluster_that_is_asked_makes_even_the_only_one() -> None:
    pytest.importorskip("distributed", reason="dask is not installed: the extra `cluster` brings it")
    with pytest.raises(LitgridError, match="the dask scheduler at nowhere cannot be reached"):
        lines(SMALL, 1, backend="dask", scheduler="nowhere")


def test_what_is_in_the_file_is_not_made_again(
    some: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "results.jsonl"
    assert lines(SMALL, 12, path=str(path)) == some
    # A hole, as two workers leave it, and a line that a kill has torn.
    whole = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*whole[:3], *whole[5:-1], whole[-1][:20]]))
    tried: list[int] = []

    def recorded(*how: Any) -> Tries:
        tried.append(how[2])
        return compute(*how)

    monkeypatch.setattr("litgrid.lab.generate.compute", recorded)
    assert lines(SMALL, 12, path=str(path)) == some
    holes = [json.loads(line) for line in [*whole[3:5], whole[-1]]]
    assert tried == [hole["first"] for hole in holes]
    assert lines(SMALL, 13, path=str(path))[:12] == some
    assert tried == [hole["first"] for hole in holes] + [tried[-1]]


@pytest.mark.parametrize(
    "line",
    [
        "{}",
        '{"first":-1,"number":1,"made":{}}',
        '{"first":0,"number":1,"made":{"x":"{}"}}',
        '{"first":0,"number":1,"made":{"0":"{}"}}',
    ],
)
def test_lines_that_are_no_tries_are_refused(line: str, tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    lines(SMALL, 1, path=str(path))
    with path.open("a") as file:
        file.write(f"{line}\n")
    with pytest.raises(InputError, match=r"results\.jsonl:3: expected"):
        lines(SMALL, 2, path=str(path))


def test_another_order_or_seed_is_refused(tmp_path: Path) -> None:
    path = str(tmp_path / "results.jsonl")
    lines(SMALL, 1, path=path)
    with pytest.raises(InputError, match=r"holds another experiment \(seed: 1 there, 2 here\)"):
        lines(SMALL, 1, seed=2, path=path)
    with pytest.raises(InputError, match=r"shape rows: 6 there, 4 here"):
        lines(Order("binairo", Shape(4, 6)), 1, path=path)
    assert lines(SMALL, 1, seed=2, path=path, anew=True) == lines(SMALL, 1, seed=2)


def until(order: Order, number: int, **how: Any) -> tuple[list[Record], LitgridError]:
    """Return what comes until it is given up, and how that is said."""
    found: list[Record] = []
    try:
        found.extend(generated(order, number, 1, **how))
    except LitgridError as error:
        return found, error
    raise AssertionError("it came to an end")


def test_more_than_there_are_is_given_up_in_the_same_place(tmp_path: Path) -> None:
    order = Order("binairo", Shape(2, 2))  # 01/10 and 10/01, each fixed by any one of its cells
    found, error = until(order, 100, patience=50)
    assert isinstance(error, NotMetError)
    assert str(error).startswith(
        "expected 100 different puzzles, found 8: 50 tries in a row brought no new one; perhaps"
    )
    again, same = until(order, 100, patience=50, jobs=2, backend="threading")
    assert ([record.id for record in again], str(same)) == ([record.id for record in found], str(error))


def test_what_is_given_up_says_which_levels_there_are() -> None:
    found, error = until(Order("lightup", Shape(2, 2), (4, 4)), 1, patience=100)
    assert not found
    assert "found 0: 100 tries" in str(error)
    assert "tries of any level brought levels 1 (" in str(error)


def test_what_is_given_up_for_its_steps_does_not_say_levels_that_were_asked_for() -> None:
    _, error = until(Order("lightup", Shape(2, 2), technique="chain"), 1, patience=100)
    assert "40 tries without chain brought levels 1 (40): ask for other steps or levels" in str(error)


def test_no_such_board_is_said_at_once() -> None:
    found, error = until(Order("gappy", Shape(7, 7)), 1)
    assert not found
    assert type(error) is LitgridError


def test_out_of_time_gives_what_there_is(tmp_path: Path) -> None:
    ticks: list[Progress] = []
    path = str(tmp_path / "results.jsonl")
    found, error = until(SMALL, 10**6, limit=Limit(0.5), path=path, tick=ticks.append)
    assert isinstance(error, OutOfTimeError)
    assert str(error) == f"expected 1,000,000 different puzzles, found {len(found):,}: the time limit ran out"
    assert ticks[-1].found == len(found)
    again, _ = until(SMALL, 10**6, limit=Limit(0.5), path=path)
    assert [record.id for record in again[: len(found)]] == [record.id for record in found]


def test_the_library_function() -> None:
    made: Iterator[Record] = litgrid.generate("akari", "5x5", 10**6, level=1, seed=3)
    for record in islice(made, 3):
        assert record.level == 1
        verdict = litgrid.solve(record.puzzle)
        assert verdict.status == "unique"
        assert record.answer is not None
        assert (verdict.solutions[0] == record.answer).all()
    free = litgrid.generate("binairo", (8, 8), unique_lines=False, seed=1)
    assert free.unique_lines is False  # type: ignore[attr-defined]


def test_without_a_number_it_is_one_puzzle() -> None:
    (record,) = litgrid.generate("lightup", (3, 4), 1, seed=5)
    for size in ((3, 4), "3x4", "3 4", [3, 4], np.array([3, 4]).tolist()):
        assert litgrid.generate("lightup", size, seed=5) == record.puzzle  # type: ignore[arg-type]
    assert litgrid.generate("lightup", np.int64(4), seed=5) == litgrid.generate("lightup", "4", seed=5)  # type: ignore[call-overload]
    for wrong in (0, -3, 2.5, (3,), (3, 4, 5), (0, 3), "3x", None, ("3", 4)):
        with pytest.raises(LitgridError, match="expected a size, as 16"):
            litgrid.generate("lightup", wrong)  # type: ignore[arg-type]
    with pytest.raises(LitgridError, match='expected "number" as a whole number of 1 or more, got 0'):
        litgrid.generate("lightup", 4, 0)


def children(path: Path) -> int:
    return path.read_bytes().count(b"\n") if path.exists() else 0


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGKILL")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_kill_loses_nothing(jobs: str, tmp_path: Path) -> None:
    out, part = tmp_path / "out.jsonl", tmp_path / "out.jsonl.part"
    how = ["generate", "binairo", "6", "-n", "60", "--seed", "1", "--jobs", jobs, "-o", str(out)]
    with started([*PROGRAM, *how], env=HERE, cwd=ROOT) as child:
        wait_until(lambda: children(part) >= 4 or child.poll() is not None)
    assert part.exists()
    assert not out.exists()
    done = finished([*PROGRAM, *how], env=HERE, cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stderr.startswith("litgrid: 60 puzzles in ")
    assert not part.exists()
    assert out.read_text().splitlines(keepends=True) == lines(SMALL, 60)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGINT")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_interruption_says_how_to_go_on(jobs: str, tmp_path: Path) -> None:
    out, part = tmp_path / "out.jsonl", tmp_path / "out.jsonl.part"
    how = ["generate", "binairo", "8", "-n", "100000", "--jobs", jobs, "-o", str(out)]
    with started([*PROGRAM, *how], env=HERE, cwd=ROOT, stderr=subprocess.PIPE, text=True) as child:
        wait_until(lambda: children(part) >= 4 or child.poll() is not None)
        os.killpg(child.pid, signal.SIGINT)  # as a terminal does: to all processes
        _, said = child.communicate(timeout=PATIENCE)
    assert child.returncode == 130
    assert [line for line in said.splitlines() if line] == [
        f"litgrid: what is finished is in {part}: run the same command again, and it goes on from there",
        "litgrid: interrupted",
    ]
