"""Programs of others: those that crash, lie, babble or hang; and what is left behind of them."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from litgrid.core.errors import EngineError, MissingPackageError
from litgrid.engines import engines, process, program
from litgrid.engines.base import Engine, Status
from litgrid.sat.formula import Formula, from_clauses
from tests.cli.run import run
from tests.processes import gone, wait_until

pytestmark = pytest.mark.skipif(os.name != "posix", reason="writes shell and Python scripts that are programs")

FORMULA = from_clauses([[1, -2], [2], [3, -1, -2]])
"""Its only model: 1 2 3."""
OPEN_BOARD = "lightup\n...\n...\n...\n"
Make = Callable[..., Engine]


@pytest.fixture
def make(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Make:
    """Return a function that makes an engine of the body of a Python program."""
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(scratch))

    def engine(body: str, name: str = "solver") -> Engine:
        path = tmp_path / name
        path.write_text(f"#!{sys.executable}\nimport os, sys, time\n{body}")
        path.chmod(0o755)
        return engines.get(f"program:{path}")

    return engine


def nothing_left(tmp_path: Path) -> bool:
    return not list((tmp_path / "scratch").iterdir())


def says(*lines: str, code: int = 0) -> str:
    return "".join(f"print({line!r})\n" for line in lines) + f"sys.exit({code})\n"


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("os.kill(os.getpid(), 11)", "was ended by the signal SIGSEGV$"),
        (
            "print('starting', 'out of memory', sep='\\n', file=sys.stderr)\nsys.exit(3)",
            "ended with exit code 3 and without an answer; it said 'out of memory'$",
        ),
        ("", "ended without an answer$"),
        ("raise ValueError('oh')", "exit code 1 and without an answer; it said 'ValueError: oh'$"),
        (
            says("hello", "world"),
            "gave no answer that can be read: its output:1:1: expected a solver's result, .*hello",
        ),
        (says("c only", "c comments", code=1), r"gave no answer that can be read \(exit code 1\)"),
        ("os.write(1, bytes(range(256)))", "gave no answer that can be read"),
        (says("s SATISFIABLE", "v one two 0", code=10), "its output:2:3: expected literals, .*got 'one'"),
        (says("s SATISFIABLE", code=10), "says that there is a model, but this is not it"),
        (says("s SATISFIABLE", "v 1 2 -3 0", code=10), r"gave a model that breaks clause 3 \(3 -1 -2\)$"),
        (says("s SATISFIABLE", "v 1 2 0", code=10), r"gave a model that breaks clause 3 \(3 -1 -2\)$"),
        (says("s SATISFIABLE", "v 1 -1 2 3 0", code=10), "expected each variable once, got -1 after 1"),
        (says("s SATISFIABLE", "v 1 2 3 4 0", code=10), "expected variables from 1 to 3, got 4"),
        (says("s SATISFIABLE", "v 1 2 3 0", code=20), 'contradicts itself: it said "sat", and .* exit code 20'),
        (says("s UNSATISFIABLE", code=10), 'contradicts itself: it said "unsat", and .* exit code 10'),
        (says("s UNSATISFIABLE", code=1), 'said "unsat", but ended with exit code 1'),
        (says("s SATISFIABLE", "s UNSATISFIABLE"), "expected one status"),
        ("while True: os.write(1, b'c nonsense' * 6_000)", "printed more than [0-9,]+ bytes, and was ended"),
    ],
)
def test_what_is_no_answer_is_said(
    body: str, message: str, make: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(program, "LEAST_OUTPUT", 1 << 22)
    engine = make(body)
    with engine.open(FORMULA) as solver, pytest.raises(EngineError, match=message) as caught:
        solver.solve(seconds=60)
    assert str(caught.value).startswith(f"the engine {engine.name} ")
    assert nothing_left(tmp_path)


@pytest.mark.parametrize(
    "body",
    [
        says("s SATISFIABLE", "v 1 2 3 0", code=10),
        says("s SATISFIABLE", "v 1 2 3 0", code=7),  # a model can be checked, whatever the exit code
        says("c hello", "v 1", "c between", "v", "v 2 3", "v 0", "s SATISFIABLE", code=10),
        says("v 2 3 0", "s SATISFIABLE", "c 1 may be either", code=10).replace("2 3", "1 2 3"),
        says("SAT", "1 2", "3 0", code=10),
        says("s SATISFIABLE", "v 1 2 3 0", "s SATISFIABLE", "v 1 2 3 0", code=10),
        "os.write(2, b'warning ' * 1_000_000)\n" + says("s SATISFIABLE", "v 1 2 3 0", code=10),
        "assert sys.stdin.read() == ''\n" + says("s SATISFIABLE", "v 1 2 3 0", code=10),
    ],
)
def test_a_model_in_any_form_is_read(body: str, make: Make, tmp_path: Path) -> None:
    with make(body).open(FORMULA) as solver:
        assert solver.solve(seconds=60) is Status.SAT
        assert solver.model().tolist() == [1, 2, 3]
    assert nothing_left(tmp_path)


def test_an_incomplete_model_is_one_if_every_clause_holds(make: Make) -> None:
    with make(says("s SATISFIABLE", "v 3 0", code=10)).open(from_clauses([[3, 1], [-2, 3]])) as solver:
        assert solver.solve() is Status.SAT
        assert solver.model().tolist() == [-1, -2, 3]


def test_a_broken_clause_is_called_by_its_rule(make: Make) -> None:
    formula = Formula(
        FORMULA.literals, FORMULA.starts, 3, FORMULA.origin + 8, origin_name=lambda rule: f"rule {rule} of r1c1"
    )
    with (
        make(says("s SATISFIABLE", "v 1 -2 3 0")).open(formula) as solver,
        pytest.raises(EngineError, match=r"clause 2 \(2\), rule 7 of r1c1$"),
    ):
        solver.solve()


def test_the_formula_that_it_gets(make: Make, tmp_path: Path) -> None:
    body = f"open({str(tmp_path / 'got')!r}, 'w').write(open(sys.argv[1]).read())\n" + says("s UNKNOWN")
    with make(body).open(FORMULA) as solver:
        solver.add([[4]])
        assert solver.solve([-2]) is Status.UNKNOWN
    assert (tmp_path / "got").read_text() == "p cnf 4 5\n1 -2 0\n2 0\n3 -1 -2 0\n4 0\n-2 0\n"


@pytest.mark.parametrize(
    "body",
    [
        "time.sleep(1000)",
        "while True: pass",
        "import signal\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\ntime.sleep(1000)",
        "os.close(1)\ntime.sleep(1000)",
        "while True: print('c')",
    ],
)
def test_a_time_limit_ends_the_program_and_what_it_started(body: str, make: Make, tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    start = f"""
import subprocess
child = subprocess.Popen(["sleep", "1000"])
open({str(pids)!r}, "w").write(f"{{os.getpid()}} {{child.pid}}")
"""
    with make(start + body).open(FORMULA) as solver:
        for seconds in (0.3, 3, 30):  # a busy machine takes longer to come so far
            begin = time.process_time()
            assert solver.solve(seconds=seconds) is Status.UNKNOWN
            assert time.process_time() - begin < 10
            if pids.exists() and pids.read_text():
                break
        wait_until(lambda: all(map(gone, map(int, pids.read_text().split()))))
    assert nothing_left(tmp_path)


@pytest.mark.parametrize("output", ["None", "subprocess.DEVNULL"])
def test_what_a_program_leaves_running_is_ended_with_it(output: str, make: Make, tmp_path: Path) -> None:
    pid = tmp_path / "pid"
    body = f"""
import subprocess
open({str(pid)!r}, "w").write(str(subprocess.Popen(["sleep", "1000"], stdout={output}).pid))
""" + says("s UNSATISFIABLE", code=20)
    with make(body).open(FORMULA) as solver:
        assert solver.solve() is Status.UNSAT
    wait_until(lambda: gone(int(pid.read_text())))


def test_a_signal_while_a_program_is_started_leaves_none_behind(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    pids, real = [], subprocess.Popen

    def start(*arguments: Any, **options: Any) -> subprocess.Popen[bytes]:
        begun = real(*arguments, **options)
        pids.append(begun.pid)
        signal.raise_signal(signal.SIGINT)
        return begun

    monkeypatch.setattr("subprocess.Popen", start)
    with pytest.raises(KeyboardInterrupt), make("time.sleep(1000)").open(FORMULA) as solver:
        solver.solve()
    wait_until(lambda: all(map(gone, pids)))
    assert len(pids) == 1


def test_programs_that_cannot_be_started(tmp_path: Path) -> None:
    text = tmp_path / "text"
    text.write_text("not a program")
    missing = tmp_path / "none"
    with pytest.raises(MissingPackageError, match=f"the program {missing}, which is neither on the PATH nor beside"):
        engines.get(f"program:{missing}").open(FORMULA)
    for path in (text, tmp_path):
        with pytest.raises(EngineError, match=f"{path} cannot be executed: is it one, and allowed to be, by chmod"):
            engines.get(f"program:{path}").open(FORMULA)
    text.chmod(0o755)
    with engines.get(f"program:{text}").open(FORMULA) as solver, pytest.raises(EngineError, match="cannot be started"):
        solver.solve()
    assert engines.get(f"program:{text}").version() == str(text)
    assert engines.get("program:no-such-program").version() is None


def test_a_formula_that_cannot_be_written(make: Make, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "no" / "such" / "folder"))
    with (
        make(says("s UNKNOWN")).open(FORMULA) as solver,
        pytest.raises(EngineError, match=r"cannot be given the formula: .*No such file"),
    ):
        solver.solve()


def test_a_version_is_waited_for_a_while_only(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "PATIENCE", 0.2)
    engine = make("time.sleep(1000)")
    assert engine.version() == engine.name.removeprefix("program:")
    assert make("print('This is', 'Solver 1.2.3 of today', sep='\\n')").version() == "1.2.3"


def test_names_keep_their_case_and_known_ones_their_habits(make: Make) -> None:
    engine = make("open(sys.argv[2], 'w').write('SAT\\n1 2 3 0\\n')\nsys.exit(10)", "minisat_static")
    with engine.open(FORMULA) as solver:
        assert solver.solve() is Status.SAT
    engine = make("assert sys.argv[1] == '-model'\n" + says("s SATISFIABLE", "v 1 2 3 0", code=10), "glucose")
    with engine.open(FORMULA) as solver:
        assert solver.solve() is Status.SAT
    assert engines.get(f"PROGRAM:{make('', 'Upper').name.removeprefix('program:')}").name.endswith("/Upper")
    assert engines.get("Program:MiniSat").name == "program:minisat"


def test_what_it_counts_is_summed(make: Make) -> None:
    body = says("c conflicts:  12  3.4 per second", "c propagations : 5", "s UNSATISFIABLE", code=20)
    with make(body).open(FORMULA) as solver:
        assert solver.statistics() == {}
        solver.solve()
        solver.solve()
        assert solver.statistics() == {"conflicts": 24, "propagations": 10}


@pytest.mark.parametrize("name", ["minisat", "cadical", "kissat", "cryptominisat"])
def test_what_real_programs_count(name: str) -> None:
    engine = engines.get(f"program:{name}")
    if engine.version() is None:
        pytest.skip(f"{engine.name} is not here: {engine.install}")
    with engine.open(from_clauses([[1, 2, 3], [-1, -2], [-1, -3], [-2, -3]])) as solver:
        assert solver.solve() is Status.SAT
        assert "propagations" in solver.statistics()


def test_the_next_puzzle_is_answered_after_a_failure(make: Make) -> None:
    result = run("solve", "--engine", make("sys.exit('no licence')").name, text=f"{OPEN_BOARD}\n.#")
    assert result.exit_code == 4
    assert re.fullmatch(
        r"litgrid: standard input:1: the engine program:\S+ ended with exit code 1 and without an answer; "
        r"it said 'no licence'\n",
        result.stderr,
    )
    assert "Exactly one answer." in result.stdout
