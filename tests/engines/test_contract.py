"""What an engine promises, asked of every engine."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import partial
from importlib.metadata import PackageNotFoundError
from itertools import combinations, product
from pathlib import Path
from typing import cast

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from litgrid.core.bounds import Bounds, from_matrix, offsets
from litgrid.core.errors import MissingPackageError, OutOfTimeError, UnknownNameError
from litgrid.core.limit import Limit
from litgrid.engines import DEFAULT, engines
from litgrid.engines.base import Engine, Solver, Status
from litgrid.engines.package import PackageEngine
from litgrid.engines.program import ProgramEngine
from litgrid.engines.pysat import PySatEngine
from litgrid.engines.smtlib import SmtEngine
from litgrid.sat.formula import from_clauses
from tests.processes import PATIENCE, spent, started, wait_until

Clauses = list[list[int]]
VARIABLES = 6
CLAUSES = st.lists(
    st.lists(st.integers(1, VARIABLES).flatmap(lambda v: st.sampled_from((v, -v))), min_size=1, max_size=3), max_size=30
)
Counted = tuple[list[int], int, int]
COUNTS = st.lists(
    st.tuples(
        st.lists(st.integers(1, VARIABLES).flatmap(lambda v: st.sampled_from((v, -v))), max_size=5),
        st.integers(-1, 6),
        st.integers(-1, 6),
    ),
    max_size=5,
)
LITERALS = st.sets(st.integers(1, VARIABLES)).flatmap(
    lambda chosen: st.tuples(*(st.sampled_from((variable, -variable)) for variable in sorted(chosen)))
)
ENGINES = [
    pytest.param(
        engine.name,
        id=engine.name,
        marks=pytest.mark.skipif(engine.version() is None, reason=f"{engine.name} is not here: {engine.install}"),
    )
    for engine in engines
]


@pytest.fixture(params=ENGINES)
def engine(request: pytest.FixtureRequest) -> Engine:
    return engines.get(cast("str", request.param))


def none(engine: Engine) -> Status:
    """Return what an engine says of a formula that has no model."""
    return Status.UNSAT if engine.complete else Status.UNKNOWN


def _satisfiable(clauses: Clauses, assumed: tuple[int, ...] | list[int] = ()) -> bool:
    for values in product((0, 1), repeat=VARIABLES):
        true = {variable if value else -variable for variable, value in enumerate(values, 1)}
        if true.issuperset(assumed) and all(true & set(clause) for clause in clauses):
            return True
    return False


def hard(selector: bool = False) -> Clauses:
    """Return clauses that nobody refutes soon: random ones, so many that there is hardly a model.

    With a selector, which is the last variable, they hold only where it is true.
    """
    rng, variables = random.Random(5), 600
    clauses = [[rng.choice((v, -v)) for v in rng.sample(range(1, variables + 1), 3)] for _ in range(2_760)]
    return [[*clause, -variables - 1] for clause in clauses] if selector else clauses


def _pigeons(pigeons: int, holes: int) -> Clauses:
    """Return clauses that put each pigeon into a hole of its own."""
    variable = {place: 1 + number for number, place in enumerate(product(range(pigeons), range(holes)))}
    clauses = [[variable[pigeon, hole] for hole in range(holes)] for pigeon in range(pigeons)]
    clauses += [
        [-variable[one, hole], -variable[other, hole]]
        for hole in range(holes)
        for one, other in combinations(range(pigeons), 2)
    ]
    return clauses


def test_it_describes_itself(engine: Engine) -> None:
    assert engines.get(engine.name) is engine
    for alias in engine.aliases:
        assert engines.get(alias) is engine
    assert engine.summary
    assert engine.install
    assert engine.version()


def _check(engine: Engine, solver: Solver, clauses: Clauses, assumed: tuple[int, ...]) -> None:
    """Ask, and hold the answer against trying everything."""
    status = solver.solve(assumed)
    if status is Status.SAT:
        model = solver.model().tolist()
        assert [abs(literal) for literal in model] == list(range(1, len(model) + 1))
        # What the model leaves out can be either, so each clause has a true literal that it holds.
        assert all(set(model) & set(clause) for clause in clauses)
        assert all(literal in model or abs(literal) > len(model) for literal in assumed)
    elif status is Status.UNSAT:
        assert engine.complete
        core = solver.core()
        assert set(core) <= set(assumed)
        assert not _satisfiable(clauses, core)
    else:
        assert not engine.complete


@pytest.mark.parametrize("name", ENGINES)
@given(clauses=CLAUSES, assumed=LITERALS, more=CLAUSES)
@settings(max_examples=15)
def test_it_is_right_with_assumptions_and_after_adding(
    name: str, clauses: Clauses, assumed: tuple[int, ...], more: Clauses
) -> None:
    engine = engines.get(name)
    with engine.open(from_clauses(clauses, VARIABLES)) as solver:
        _check(engine, solver, clauses, assumed)
        _check(engine, solver, clauses, ())
        solver.add(more)
        _check(engine, solver, clauses + more, assumed)
        _check(engine, solver, clauses + more, ())


@pytest.mark.parametrize("name", [entry for entry in ENGINES if engines.get(str(entry.id)).counts])
@given(counts=COUNTS, assumed=LITERALS, more=CLAUSES)
@settings(max_examples=40)
def test_it_is_right_from_counts(name: str, counts: list[Counted], assumed: tuple[int, ...], more: Clauses) -> None:
    engine = engines.get(name)
    lengths = np.array([len(literals) for literals, _, _ in counts], dtype=np.int64)
    bounds = Bounds(
        np.array([literal for literals, _, _ in counts for literal in literals], dtype=np.int32),
        offsets(lengths),
        np.array([low for _, low, _ in counts], dtype=np.int64),
        np.array([high for _, _, high in counts], dtype=np.int64),
    )
    # Written out as clauses: of any so many literals not all are true, and of their negations neither.
    clauses = [
        [-literal for literal in chosen]
        for literals, low, high in counts
        for signed, most in ((literals, high), ([-literal for literal in literals], len(literals) - low))
        if most < len(literals)
        for chosen in combinations(signed, max(most + 1, 0))
    ]
    with engine.open_counts(bounds, VARIABLES) as solver:
        _check(engine, solver, clauses, assumed)
        solver.add(more)
        _check(engine, solver, clauses + more, assumed)
        _check(engine, solver, clauses + more, ())


def test_a_core_names_assumptions_that_clash(engine: Engine) -> None:
    # Each selector 4, 5, 6 brings a unit; those of 4 and 6 contradict each other.
    with engine.open(from_clauses([[-4, 1], [-5, 2], [-6, -1]])) as solver:
        assert solver.solve([4, 5, 6]) is none(engine)
        if engine.complete:
            assert {4, 6} <= set(solver.core()) <= {4, 5, 6}
        assert solver.solve([5, 6]) is Status.SAT
        assert solver.model()[1] == 2


def test_new_variables_may_come_later(engine: Engine) -> None:
    with engine.open(from_clauses([[1, 2]])) as solver:
        assert solver.solve() is Status.SAT
        solver.add([[-1, 9], [-2, 9]])
        assert solver.solve([-9]) is none(engine)
        assert solver.solve() is Status.SAT
        assert solver.model().tolist()[8] == 9


@pytest.mark.parametrize(
    ("clauses", "variables", "status"),
    [([], 0, Status.SAT), ([], 3, Status.SAT), ([[]], 0, Status.UNSAT), ([[1], []], 1, Status.UNSAT)],
)
def test_formulas_of_nearly_nothing(engine: Engine, clauses: Clauses, variables: int, status: Status) -> None:
    with engine.open(from_clauses(clauses, variables)) as solver:
        assert solver.solve() is (none(engine) if status is Status.UNSAT else status)
        if status is Status.SAT:
            assert solver.model().size <= variables
            assert solver.model().dtype == np.int32
        elif engine.complete:
            assert solver.core() == []


def test_a_time_limit_ends_it_and_it_can_go_on(engine: Engine) -> None:
    assert engine.limits
    clauses = hard(selector=True)
    selector = max(map(abs, clauses[0]))
    with engine.open(from_clauses(clauses)) as solver:
        begin = time.process_time()
        assert solver.solve([selector], seconds=0.1) is Status.UNKNOWN
        assert time.process_time() - begin < 10
        assert solver.solve([selector], seconds=0) is Status.UNKNOWN
        assert solver.solve([-selector], seconds=60) is Status.SAT
        solver.add([[-1], [1, -selector]])
        if engine.complete:
            assert solver.solve([selector], seconds=60) is Status.UNSAT
            assert solver.core() == [selector]


def test_a_limit_that_is_not_reached_changes_nothing(engine: Engine) -> None:
    with engine.open(from_clauses(_pigeons(6, 5))) as solver:
        assert solver.solve(seconds=60 if engine.complete else 0.1) is none(engine)
    with engine.open(from_clauses(_pigeons(5, 5))) as solver:
        assert solver.solve(seconds=60) is Status.SAT


def test_what_it_counts(engine: Engine) -> None:
    with engine.open(from_clauses(_pigeons(7, 6))) as solver:
        solver.solve(seconds=60 if engine.complete else 0.1)
        counted = solver.statistics()
    assert set(counted) <= {"conflicts", "propagations", "flips"}
    if isinstance(engine, PySatEngine):
        assert counted["conflicts"] > 0
    assert all(number >= 0 for number in counted.values())


def test_it_finds_the_threshold_of_random_formulas(engine: Engine) -> None:
    # All engines agree with the first one on formulas with and without models.
    rng = random.Random(3)
    seen = set()
    for _ in range(12):
        clauses = [[rng.choice((v, -v)) for v in rng.sample(range(1, 51), 3)] for _ in range(213)]
        formula = from_clauses(clauses, 50)
        with engine.open(formula) as solver, engines.get(DEFAULT).open(formula) as first:
            expected = first.solve()
            status = solver.solve(seconds=None if engine.complete else 1)
            assert status is expected or (status is Status.UNKNOWN and not engine.complete)
            seen.add(expected)
    assert seen == {Status.SAT, Status.UNSAT}


def test_loading_can_be_stopped(engine: Engine) -> None:
    with pytest.raises(OutOfTimeError):
        engine.open(from_clauses([[1]]), Limit(0).check)
    with engine.open(from_clauses([[1]]), Limit(60).check) as solver:
        assert solver.solve() is Status.SAT


@pytest.mark.parametrize("name", [entry for entry in ENGINES if engines.get(str(entry.id)).counts])
def test_few_counts_are_loaded_between_two_looks_at_the_clock(name: str) -> None:
    """As a count may be about thousands of cells."""
    looks: list[int] = []
    counts = from_matrix(np.ones((20_000, 1), dtype=np.int32), 0, 0)
    with engines.get(name).open_counts(counts, 1, partial(looks.append, 1)):
        assert len(looks) >= 20


def test_two_solvers_do_not_know_of_each_other(engine: Engine) -> None:
    formula = from_clauses([[1, 2]])
    with engine.open(formula) as one, engine.open(formula) as other:
        one.add([[-1], [-2]])
        assert one.solve() is none(engine)
        assert other.solve() is Status.SAT


def test_what_is_missing_is_named_with_what_brings_it(
    engine: Engine, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def missing(name: str) -> str:
        raise PackageNotFoundError(name)

    if isinstance(engine, PackageEngine):
        monkeypatch.setitem(sys.modules, engine.module, None)
    elif not isinstance(engine, ProgramEngine | SmtEngine):
        pytest.skip("needs nothing that could be missing")
    monkeypatch.setattr("importlib.metadata.version", missing)
    monkeypatch.setattr("importlib.metadata.files", missing)
    monkeypatch.setattr("sys.executable", str(tmp_path / "python"))
    monkeypatch.setenv("PATH", str(tmp_path))
    assert engine.version() is None
    with pytest.raises(MissingPackageError, match=f"the engine {engine.name} needs the .*: {engine.install}"):
        engine.open(from_clauses([]))
    with pytest.raises(MissingPackageError, match=f"the engine {engine.name} needs the .*: {engine.install}"):
        engine.need()


def test_what_is_installed_is_not_missed(engine: Engine) -> None:
    if engine.version() is None:
        pytest.skip("is not installed")
    engine.need()


def test_a_package_that_is_too_old_is_named(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    if not (isinstance(engine, PackageEngine) and engine.least):
        pytest.skip("takes any version, as far as is known")
    monkeypatch.setattr("importlib.metadata.version", lambda name: "0.9.1")
    with pytest.raises(MissingPackageError, match=r"from version .* on, here is 0\.9\.1: pip install --upgrade"):
        engine.open(from_clauses([]))


def test_a_python_sat_without_a_solver_is_too_old() -> None:
    with pytest.raises(MissingPackageError, match="needs a newer python-sat: pip install --upgrade python-sat"):
        PySatEngine("new", "Unheard1", "not there yet", first_value=True).open(from_clauses([]))


INTERRUPTED = f"""
import os, signal, sys
from tests.engines.test_contract import engines, from_clauses, hard
formula = from_clauses(hard())
for name in map(str.strip, sys.stdin):
    if os.fork():
        if os.wait()[1]:
            break
        continue
    signal.alarm({int(PATIENCE)})
    engine = engines.get(name)
    for _ in range(2):  # what was interrupted once does no harm to what comes
        with engine.open(formula) as solver:
            try:
                print(os.getpid(), flush=True)
                solver.solve(seconds=None if engine.complete else {PATIENCE})  # without a limit it gives up soon
            except KeyboardInterrupt:
                print("interrupted", flush=True)
    with engine.open(from_clauses([[1]])) as solver:
        print(solver.solve().value, flush=True)
    os._exit(0)
"""
"""Reads names of engines, and begins with each in a process of its own, which need not start anew."""


@pytest.fixture(scope="module")
def interrupted() -> Iterator[subprocess.Popen[str]]:
    root = Path(__file__).parents[2]
    path = os.pathsep.join([str(root), str(root / "src"), os.environ.get("PYTHONPATH", "")])
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    environment = {**os.environ, "PYTHONPATH": path}
    with started([sys.executable, "-c", INTERRUPTED], **pipes, text=True, env=environment) as process:
        yield process


def has_spent(number: int, seconds: float) -> bool:
    return spent(number) > seconds


@pytest.mark.skipif(sys.platform == "win32", reason="needs a signal")
def test_control_c_stops_a_long_solve(engine: Engine, interrupted: subprocess.Popen[str]) -> None:
    assert interrupted.stdin is not None
    assert interrupted.stdout is not None
    print(engine.name, file=interrupted.stdin, flush=True)
    for _ in range(2):
        number = int(interrupted.stdout.readline())
        wait_until(partial(has_spent, number, spent(number) + 0.1))
        os.kill(number, signal.SIGINT)
        assert interrupted.stdout.readline() == "interrupted\n"
    assert interrupted.stdout.readline() == "sat\n"


def test_an_unknown_engine_is_answered_with_all() -> None:
    with pytest.raises(UnknownNameError, match=r"one of auto, cadical, .*minisat.*Did you mean 'minisat'"):
        engines.get("minisatt")
