"""The same description gives the same results, however often its run is killed and whoever computes it."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from litgrid.core.errors import InputError, LitgridError
from litgrid.lab.cluster import connected
from litgrid.lab.experiment import Chunk, Experiment
from litgrid.lab.instances import pack
from litgrid.lab.sweep import compute, sweep
from litgrid.lab.workers import BACKENDS, called
from litgrid.sat.formula import from_clauses
from litgrid.sat.walksat import Settings
from tests.cli.run import HERE, PROGRAM
from tests.processes import PATIENCE, finished, started

UNSOLVABLE = "p cnf 3 8\n" + "".join(f"{a}1 {b}2 {c}3 0\n" for a in ("", "-") for b in ("", "-") for c in ("", "-"))
"""Every execution takes all its flips: work that lasts as long as it is told to."""


def small(**changes: Any) -> Experiment:
    values = {"instances": ["example lightup-10"], "heuristics": ["skc", "least-modified"], "noises": [0.1, 0.5]}
    return Experiment.from_dict(
        {**values, "max_flips": 5000, "executions": 30, "seed": 3, "start": "nothing", **changes}
    )


def settled(path: Path) -> str:
    """Return a file of results without its seconds."""
    return re.sub(r'"seconds":[0-9.e-]+', "", path.read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> str:
    """What one worker finds in one go."""
    path = tmp_path_factory.mktemp("alone") / "results.jsonl"
    sweep(small(), str(path), jobs=1)
    return settled(path)


@pytest.mark.parametrize("backend", [name for name in BACKENDS if name != "dask"])
def test_two_workers_find_what_one_finds(backend: str, alone: str, tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    results = sweep(small(), str(path), jobs=2, backend=backend)
    assert settled(path) == alone
    assert results.complete
    assert len(results.outcomes) == 4


def test_another_seed_finds_something_else(alone: str, tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    sweep(small(seed=4), str(path), jobs=1)
    assert settled(path) != alone.replace('"seed":3', '"seed":4')


class StopError(Exception):
    """Raised to interrupt a sweep."""


def stopping(at: int) -> Callable[[int, int], None]:
    """Return what interrupts a sweep once so many chunks are done."""

    def tick(done: int, of: int) -> None:
        assert of == 4
        if done == at:
            raise StopError

    return tick


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_interrupted_sweep_goes_on(jobs: int, alone: str, tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    for at in (0, 1, 3):
        with pytest.raises(StopError):
            sweep(small(), str(path), jobs=jobs, tick=stopping(at))
        assert len(path.read_bytes().splitlines()) == 1 + at
    ticks: list[int] = []
    sweep(small(), str(path), jobs=jobs, tick=lambda done, _: ticks.append(done))
    assert ticks == [3, 4]
    assert settled(path) == alone
    assert sweep(small(), str(path), tick=stopping(5)).complete


def test_a_kill_between_the_last_chunk_and_the_order_is_made_good(alone: str, tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    sweep(small(), str(path), jobs=1)
    first, *rest = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([first, *rest[::-1], rest[0]]))
    assert sweep(small(), str(path), jobs=1, tick=stopping(5)).complete
    assert settled(path) == alone


@pytest.mark.parametrize("line", ["{}", '{"cell":[],"first":0,"flips":[]}', '{"cell":0,"first":0,"flips":7}'])
def test_lines_that_are_no_chunks_are_refused(line: str, tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    sweep(small(), str(path), jobs=1)
    with path.open("a") as file:
        file.write(line + "\n")
    with pytest.raises(InputError, match="expected a chunk of results"):
        sweep(small(), str(path), jobs=1)


def test_a_worker_of_another_version_is_refused() -> None:
    with pytest.raises(LitgridError, match=r"expected litgrid 0\.0 on the workers"):
        called("0.0", compute, (pack(from_clauses([[1]])), Settings(), 0, Chunk(0, 0, 1)))


def test_a_changed_description_is_refused(tmp_path: Path) -> None:
    path = str(tmp_path / "results.jsonl")
    sweep(small(), path, jobs=1)
    with pytest.raises(InputError, match=r"experiment noises: \[0.1, 0.5\] there, \[0.3\] here"):
        sweep(small(noises=0.3), path, jobs=1)
    assert len(sweep(small(noises=0.3), path, jobs=1, anew=True).outcomes) == 2


def test_a_changed_file_is_refused(tmp_path: Path) -> None:
    path = str(tmp_path / "results.jsonl")
    experiment = small(instances=["a.cnf"])
    (tmp_path / "a.cnf").write_text("p cnf 2 1\n1 2 0\n")
    sweep(experiment, path, folder=tmp_path, jobs=1)
    (tmp_path / "a.cnf").write_text("p cnf 2 1\n1 -2 0\n")
    with pytest.raises(InputError, match="formulas: "):
        sweep(experiment, path, folder=tmp_path, jobs=1)


def described(folder: Path) -> list[str]:
    """Return the arguments of a sweep of 40 chunks that takes a while."""
    (folder / "unsolvable.cnf").write_text(UNSOLVABLE)
    noises = ", ".join(str(number / 40) for number in range(40))
    (folder / "long.toml").write_text(
        f'instances = "unsolvable.cnf"\nnoises = [{noises}]\nmax_flips = 2_000\nexecutions = 120\n'
    )
    return ["lab", "sweep", str(folder / "long.toml"), "--jobs", "2", "-o"]


def lines(path: Path) -> int:
    return path.read_bytes().count(b"\n") if path.exists() else 0


@contextmanager
def sweeping(args: list[str], path: Path, least: int) -> Iterator[subprocess.Popen[str]]:
    """Start a sweep, and wait until so many lines are in its file."""
    with started(
        [*PROGRAM, *args, str(path)], env=HERE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        wait_for(path, least, process)
        yield process


def wait_for(path: Path, least: int, process: subprocess.Popen[str]) -> None:
    while lines(path) < least:
        assert process.poll() is None, "it was done before it could be stopped"
        time.sleep(0.005)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGKILL")
def test_a_killed_sweep_goes_on_and_finds_the_same(tmp_path: Path) -> None:
    args, whole, killed = described(tmp_path), tmp_path / "whole.jsonl", tmp_path / "killed.jsonl"
    assert finished([*PROGRAM, *args, str(whole)], env=HERE, stdout=subprocess.DEVNULL).returncode == 0
    assert lines(whole) == 41
    for least in (3, 15):
        with sweeping(args, killed, least) as process:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate(timeout=PATIENCE)
        before = killed.read_bytes()
        kept = before[: before.rfind(b"\n") + 1]
        assert least <= lines(killed) < 41
    with killed.open("ab") as file:
        file.write(b'{"cell":39,"fir')
    done = finished([*PROGRAM, *args, str(killed)], env=HERE, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert settled(killed) == settled(whole)
    # What was there before the last run is there still, seconds included: it was not run again.
    assert set(kept.splitlines()) <= set(killed.read_bytes().splitlines())


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGINT")
def test_control_c_keeps_what_is_done(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    with sweeping(described(tmp_path), path, 3) as process:
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to all processes
        _, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert errors.split("\n") == [
        f"litgrid: what is finished is in {path}: run the same command again, and it goes on from there",
        "",  # click ends the line that shows ^C
        "litgrid: interrupted",
        "",
    ]
    assert lines(path) >= 3


def test_a_dead_worker_is_told(tmp_path: Path) -> None:
    pytest.importorskip("psutil", reason="psutil is not installed, which finds the workers")
    import psutil

    with sweeping(described(tmp_path), tmp_path / "results.jsonl", 3) as process:
        parent = psutil.Process(process.pid)
        workers = [child for child in parent.children() if child.cmdline() == parent.cmdline()]
        workers[0].kill()
        _, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode == 4
    assert "a worker died" in errors
    assert "run the same command again" in errors
    assert "Traceback" not in errors


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::ResourceWarning", "ignore::FutureWarning")
def test_a_cluster_finds_the_same_though_a_worker_dies(alone: str, tmp_path: Path) -> None:
    distributed = pytest.importorskip("distributed", reason="dask is not installed: the extra `cluster` brings it")
    path = tmp_path / "results.jsonl"
    # Enough chunks that both workers are at work when one is killed.
    experiment = small(noises=[number / 20 for number in range(20)])
    sweep(experiment, str(tmp_path / "alone.jsonl"), jobs=1)
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=None, silence_logs=50, host="127.0.0.1"
    ) as cluster:
        address = cluster.scheduler_address
        sweep(small(), str(path), backend="dask", scheduler=address)
        assert settled(path) == alone
        killed: list[int] = []

        def tick(done: int, _: int) -> None:
            if done >= 5 and not killed:
                killed.append(cluster.workers[0].pid)
                os.kill(killed[0], signal.SIGKILL)

        path.unlink()
        sweep(experiment, str(path), backend="dask", scheduler=address, tick=tick)
        assert killed
        assert settled(path) == settled(tmp_path / "alone.jsonl")


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::ResourceWarning", "ignore::FutureWarning")
def test_what_can_go_wrong_with_a_cluster_is_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    distributed = pytest.importorskip("distributed", reason="dask is not installed: the extra `cluster` brings it")
    monkeypatch.setattr("litgrid.lab.cluster.PATIENCE", 0.5)
    with distributed.LocalCluster(n_workers=0, dashboard_address=None, silence_logs=50, host="127.0.0.1") as cluster:
        address = cluster.scheduler_address
        with pytest.raises(LitgridError, match="has no workers"):
            sweep(small(), str(tmp_path / "results.jsonl"), backend="dask", scheduler=address)
        for error, said in (
            (distributed.client.FutureCancelledError("a", "scheduler-connection-lost"), "was lost; do it again"),
            (distributed.KilledWorker("a", None, 3), "died again and again on one chunk; do it again"),
            (ModuleNotFoundError("No module", name="litgrid"), "has no litgrid"),
        ):
            with pytest.raises(LitgridError, match=said), connected(address, "do it again"):
                raise error


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::ResourceWarning", "ignore::FutureWarning")
@pytest.mark.parametrize("address", ["tcp://127.0.0.1:9", "nonsense://x", "tcp://x", ""])
def test_a_cluster_that_is_not_there_is_told(address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed", reason="dask is not installed: the extra `cluster` brings it")
    monkeypatch.setattr("litgrid.lab.cluster.PATIENCE", 0.5)
    with pytest.raises(LitgridError, match="cannot be reached"):
        sweep(small(), str(tmp_path / "results.jsonl"), backend="dask", scheduler=address)
