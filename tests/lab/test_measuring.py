"""Each combination of engine and encoding in a process of its own: what it says, and that nothing it does spreads."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from litgrid.core.processes import FORKS
from litgrid.core.puzzle import Puzzle
from litgrid.engines import engines
from litgrid.lab.compare import combinations
from litgrid.lab.measuring import Measurement, Stand, sent
from litgrid.lab.sizes import COUNTS, GIVEN
from litgrid.puzzles import kinds
from litgrid.puzzles.binairo.kind import Binairo
from litgrid.puzzles.lightup.kind import LightUp
from litgrid.sat.cardinality import ENCODINGS
from litgrid.sat.formula import Formula, from_clauses
from tests.cli.run import HERE
from tests.processes import PATIENCE, finished, gone, wait_until

ONE = LightUp.from_clues([".1.", "...", "#.2"])
OPEN = Binairo.from_clues(["......"] * 6)
NONE = LightUp.from_clues([".1.", "...", "#.0"])
EACH = list({type(engine): engine.name for engine in engines if engine.version() is not None}.values())
"""An engine of each sort that is here: those of one sort are opened and asked by the same code."""

IMPORTED = """
import sys
from litgrid.engines import engines
from litgrid.formats import loads
from litgrid.lab import serving

puzzle, engine, encoding = sys.argv[1:]
what = loads(puzzle)
serving._warm(engines.get(engine), encoding)
known = set(sys.modules)
list(serving._measured(what, engine, encoding, whole=True))
print(*sorted(set(sys.modules) - known))
"""
"""Measures in this process, and prints what was imported while it was measured."""

PLUGIN = '''
"""Engines that misbehave, each in a way of its own."""

import os, signal, subprocess, sys, time

from litgrid.engines import engines
import numpy as np

from litgrid.engines.base import Engine, Solver, Status

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


class Claims:
    """Says what it is told to of whatever is not trivial."""

    def __init__(self, formula, status, model):
        self.formula, self.status, self.true = formula, status, model

    def close(self):
        return

    def solve(self, assumptions=(), seconds=None):
        return self.status if self.formula.variables > 1 else Status.SAT

    def model(self):
        return np.arange(1, self.formula.variables + 1, dtype=np.int32) * self.true

    def add(self, clauses):
        return

    def statistics(self):
        return {}


class Liar(Bad):
    def open(self, formula, tick=lambda: None):
        return Claims(formula, *self.act)


def noisy():
    print("I am solving", flush=True)
    os.write(1, b'{"status": "unsat"}\\n')


def forking():
    place = os.environ["BAD_ENGINE_PID"]
    child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(100)"])
    open(place, "w").write(str(child.pid))
    time.sleep(100)


def exhausted():
    os.write(2, b"terminate called after throwing an instance of 'std::bad_alloc'\\n  what():  std::bad_alloc\\n")
    os.kill(os.getpid(), signal.SIGABRT)


def wrong():
    raise ArithmeticError("two and two are five")


CRASHING = Bad("crashing", lambda: os.kill(os.getpid(), signal.SIGSEGV))
LEAVING = Bad("leaving", lambda: os._exit(3))
EXHAUSTED = Bad("exhausted", exhausted)
WRONG = Bad("wrong", wrong)
NOISY = Bad("noisy", noisy)
FORKING = Bad("forking", forking)
DENYING = Liar("denying", (Status.UNSAT, 1))
CLAIMING = Liar("claiming", (Status.SAT, 1))
'''


@pytest.fixture
def bad_engines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package with engines, as if it were installed; the processes find it as litgrid finds any plug-in."""
    (tmp_path / "badengines.py").write_text(PLUGIN)
    info = tmp_path / "badengines-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: badengines\nVersion: 1.0\n")
    names = ("crashing", "leaving", "wrong", "noisy", "forking", "denying", "claiming", "exhausted")
    entries = "".join(f"{name} = badengines:{name.upper()}\n" for name in names)
    (info / "entry_points.txt").write_text(f"[litgrid.engines]\n{entries}")
    monkeypatch.syspath_prepend(tmp_path)
    return tmp_path


def measure(what: Puzzle | Formula, engine: str, encoding: str, **how: Any) -> Measurement:
    with Stand() as stand:
        return stand.measure(sent(what), engine, encoding, **how)


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
    for puzzle, status in ((ONE, "sat"), (NONE, "unsat")):
        found = measure(puzzle, "minisat", "auto")
        assert (found.status, found.clauses) == (status, 0)


@pytest.mark.parametrize(
    ("engine", "problem"),
    [
        ("crashing", "the engine crashing was ended by the signal SIGSEGV"),
        ("leaving", "the engine leaving ended with exit code 3 and without an answer"),
        (
            "wrong",
            "without an answer; it said 'ArithmeticError: two and two are five'",
        ),
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
    wait_until(lambda: gone(int(place.read_text())))


def test_a_switch_of_the_puzzle_goes_along() -> None:
    equal = kinds.get("binairo").from_clues(["0011", "1100", "0011", "...."])
    assert measure(equal, "cadical", "auto").status == "unsat"
    assert measure(equal.with_switches(unique_lines=False), "cadical", "auto").status == "sat"


@pytest.mark.parametrize("engine", EACH)
def test_nothing_is_imported_while_it_is_measured(engine: str) -> None:
    """Importing packages and loading compiled code is in no engine's seconds."""
    job = [sent(OPEN)["puzzle"], engine, "auto"]
    done = finished([sys.executable, "-c", IMPORTED, *job], env=HERE, capture_output=True, text=True, check=True)
    assert done.stdout == "\n"


@pytest.mark.parametrize("engine", EACH)
def test_a_second_answer_is_looked_for(engine: str) -> None:
    ((name, encoding),) = combinations([engine], ["auto"])
    several = measure(OPEN, name, encoding, unique=True, timeout=PATIENCE)
    assert several.unique is False
    one = measure(ONE, name, encoding, whole=True, unique=True, timeout=PATIENCE)
    assert one.unique is (True if engines.get(engine).complete else None)
    assert one.prove is not None
    none = measure(NONE, name, encoding, unique=True)
    assert (none.status, none.unique, none.prove) == ("unsat", None, None)


@pytest.mark.parametrize("engine", EACH)
def test_a_formula_is_measured_as_it_is(engine: str) -> None:
    found = measure(from_clauses([[1, 2], [-1, 3]]), engine, GIVEN, unique=True)
    assert (found.status, found.unique, found.variables, found.clauses) == ("sat", False, 3, 2)


def test_models_that_differ_where_nobody_looks_are_one() -> None:
    formula = replace(from_clauses([[1], [2, 3]]), projection=np.array([1], dtype=np.int32))
    assert measure(formula, "cadical", GIVEN, unique=True).unique is True
    assert measure(replace(formula, projection=None), "cadical", GIVEN, unique=True).unique is False


def test_a_wrong_answer_is_named(bad_engines: Path) -> None:
    for what in (OPEN, from_clauses([[-1], [-2]])):
        found = measure(what, "claiming", "auto")
        assert found.status == "wrong"
        assert "the engine claiming gave a" in found.problem
    assert measure(OPEN, "denying", "auto").status == "unsat"  # by itself it is believed: see litgrid.lab.compare


def test_an_answer_that_comes_again_is_no_second_one(bad_engines: Path) -> None:
    found = measure(from_clauses([[1, 2]]), "claiming", GIVEN, unique=True)
    assert (found.status, found.unique) == ("wrong", None)
    assert found.problem == "the engine claiming gave an answer again that was excluded"


@pytest.mark.skipif(not FORKS, reason="jobs are forks on Linux only")
def test_many_jobs_are_done_by_one_process_of_an_engine() -> None:
    with Stand() as stand:
        for _ in range(3):
            assert stand.measure(sent(OPEN), "cadical", "auto").status == "sat"
            work = stand._work
        assert stand._work is work
        assert stand.measure(sent(OPEN), "minisat", "auto").status == "sat"
        assert stand._work is not work


def test_a_stand_that_is_kept_to_the_end_of_the_interpreter_is_closed_without_a_word() -> None:
    program = (
        "from litgrid.lab.measuring import Stand, sent\nfrom litgrid.sat.formula import from_clauses\n"
        "stand = Stand()\nprint(stand.measure(sent(from_clauses([[1]])), 'cadical', 'given').status)"
    )
    said = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert (said.returncode, said.stdout, said.stderr) == (0, "sat\n", "")


@pytest.mark.skipif(not FORKS, reason="no limit of memory elsewhere")
def test_a_limit_of_memory_is_kept() -> None:
    board = kinds.get("lightup").from_clues(["." * 120] * 120)
    assert measure(board, "cadical", "auto", whole=True, memory=60).status == "memory"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no signals")
def test_what_a_solver_says_that_ends_out_of_memory_is_understood(bad_engines: Path) -> None:
    found = measure(OPEN, "exhausted", "auto")
    assert found.status == "memory"
    assert "SIGABRT; it said 'what():  std::bad_alloc'" in found.problem
    assert measure(OPEN, "crashing", "auto", memory=1000).status == "failed"  # which says nothing of memory
