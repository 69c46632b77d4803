"""Each combination of engine and encoding in a process of its own: what it says, and that nothing it does spreads."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from litgrid.engines import engines
from litgrid.engines.base import Status
from litgrid.formats import Record, formats
from litgrid.lab.compare import COUNTS, combinations, decided, measure
from litgrid.puzzles import kinds
from litgrid.puzzles.binairo.kind import Binairo
from litgrid.puzzles.lightup.kind import LightUp
from litgrid.sat.cardinality import ENCODINGS
from tests.cli.run import HERE
from tests.processes import PATIENCE, finished, gone, wait_until

ONE = Record("one", LightUp.from_clues([".1.", "...", "#.2"]))
OPEN = Record("open", Binairo.from_clues(["......"] * 6))
NONE = Record("none", LightUp.from_clues([".1.", "...", "#.0"]))
EACH = list({type(engine): engine.name for engine in engines if engine.version() is not None}.values())
"""An engine of each sort that is here: those of one sort are opened and asked by the same code."""

IMPORTED = """
import sys
from litgrid.lab import compare

def warm(*how):
    plain(*how)
    known.update(sys.modules)

plain, known, compare._warm = compare._warm, set(), warm
list(compare._measured(*sys.argv[1:], whole=True))
print(*sorted(set(sys.modules) - known))
"""
"""Measures in this process, and prints what was imported while it was measured."""

PLUGIN = '''
"""Engines that misbehave, each in a way of its own."""

import os, signal, subprocess, sys, time

from litgrid.engines import engines
from litgrid.engines.base import Engine, Solver

cadical = engines.get("cadical")


class Bad(Engine):
    complete, install, summary = True, "", ""

    def __init__(self, name, act):
        self.name, self.act = name, act

    def version(self):
        return "1"

    def open(self, formula, tick=lambda: None):
        inner = cadical.open(formula, tick)
        if formula.variables < 2:
            return inner
        solve = inner.solve
        inner.solve = lambda *args: self.act() or solve(*args)
        return inner


def noisy():
    print("I am solving", flush=True)
    os.write(1, b'{"status": "unsat"}\\n')


def forking():
    place = os.environ["BAD_ENGINE_PID"]
    child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(100)"])
    open(place, "w").write(str(child.pid))
    time.sleep(100)


def wrong():
    raise ArithmeticError("two and two are five")


CRASHING = Bad("crashing", lambda: os.kill(os.getpid(), signal.SIGSEGV))
LEAVING = Bad("leaving", lambda: os._exit(3))
WRONG = Bad("wrong", wrong)
NOISY = Bad("noisy", noisy)
FORKING = Bad("forking", forking)
'''


@pytest.fixture
def bad_engines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package with engines, as if it were installed; the processes find it as litgrid finds any plug-in."""
    (tmp_path / "badengines.py").write_text(PLUGIN)
    info = tmp_path / "badengines-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: badengines\nVersion: 1.0\n")
    names = ("crashing", "leaving", "wrong", "noisy", "forking")
    entries = "".join(f"{name} = badengines:{name.upper()}\n" for name in names)
    (info / "entry_points.txt").write_text(f"[litgrid.engines]\n{entries}")
    monkeypatch.syspath_prepend(tmp_path)
    return tmp_path


@pytest.mark.parametrize("engine", EACH)
def test_every_sort_of_engine_that_is_here_is_measured(engine: str) -> None:
    ((name, encoding),) = combinations([engine], ["auto"])
    found = measure(OPEN, name, encoding, timeout=PATIENCE)
    assert found.problem == ""
    assert found.status in ("sat", "unknown") if not engines.get(engine).complete else found.status == "sat"
    assert found.load is not None
    assert found.load > 0
    assert found.solve is not None
    assert found.variables == 36 or found.encoding != COUNTS
    if sys.platform != "win32":
        assert found.peak is not None
        assert 5 < found.peak < 5000


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_every_encoding_finds_the_same(encoding: str) -> None:
    assert measure(ONE, "cadical", encoding, whole=True).status == "sat"
    found = measure(NONE, "minisat", encoding, whole=True)
    assert found.status == "unsat"
    assert found.clauses


def test_what_propagation_decides_is_not_encoded() -> None:
    for record, status in ((ONE, "sat"), (NONE, "unsat")):
        found = measure(record, "minisat", "auto")
        assert (found.status, found.clauses) == (status, 0)


def test_names_are_completed_and_repeated_ones_dropped() -> None:
    assert combinations(["cadical", "CADICAL195"], ["auto", "pairwise"]) == [
        ("cadical", "auto"),
        ("cadical", "pairwise"),
    ]


@pytest.mark.parametrize(
    ("engine", "problem"),
    [
        ("crashing", "the process crashed: SIGSEGV"),
        ("leaving", "the process ended with exit code 3: it said nothing"),
        ("wrong", "the process ended with exit code 1: ArithmeticError: two and two are five"),
        ("nothing", "got 'nothing'"),
    ],
)
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no signals")
def test_an_engine_that_fails_fails_alone(engine: str, problem: str, bad_engines: Path) -> None:
    found = measure(OPEN, engine, "auto")
    assert found.status == "failed"
    assert problem in found.problem
    if engine != "nothing":  # what was known before is kept
        assert found.load is not None
        assert found.solve == 0


def test_what_an_engine_prints_is_not_taken_for_ours(bad_engines: Path) -> None:
    assert measure(OPEN, "noisy", "auto").status == "sat"


@pytest.mark.skipif(not Path("/proc").exists(), reason="looks for processes in /proc")
def test_a_time_limit_stops_all_that_was_started(bad_engines: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = bad_engines / "pid"
    monkeypatch.setenv("BAD_ENGINE_PID", str(place))
    for seconds in (2, 10, 60):  # a busy machine takes longer to come so far
        found = measure(OPEN, "forking", "auto", timeout=seconds)
        assert (found.status, found.problem) == ("timeout", f"stopped after {seconds} s")
        if place.exists() and place.read_text():
            break
    assert found.load is not None
    wait_until(lambda: gone(int(place.read_text())), 10)


def test_a_switch_of_the_puzzle_goes_along() -> None:
    equal = kinds.get("binairo").from_clues(["0011", "1100", "0011", "...."])
    assert measure(Record("a", equal), "cadical", "auto").status == "unsat"
    assert measure(Record("a", equal.with_switches(unique_lines=False)), "cadical", "auto").status == "sat"


@pytest.mark.parametrize("engine", EACH)
def test_nothing_is_imported_while_it_is_measured(engine: str) -> None:
    """Importing packages and loading compiled code is in no engine's seconds."""
    job = [formats.get("jsonl").write(OPEN), engine, "auto"]
    done = finished([sys.executable, "-c", IMPORTED, *job], env=HERE, capture_output=True, text=True, check=True)
    assert done.stdout == "\n"


@pytest.mark.parametrize(
    ("record", "status"), [(ONE, Status.SAT), (NONE, Status.UNSAT), (OPEN, None)], ids=["one", "none", "open"]
)
def test_what_propagation_decides(record: Record, status: Status | None) -> None:
    assert decided(record.puzzle) is status
    assert decided(record.puzzle, 0.0) is None
