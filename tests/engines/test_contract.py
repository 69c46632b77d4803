"""What an engine promises, asked of every engine."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from importlib.metadata import PackageNotFoundError
from itertools import combinations, product
from pathlib import Path
from typing import cast

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from litgrid.core.errors import MissingPackageError, OutOfTimeError, UnknownNameError
from litgrid.core.limit import Limit
from litgrid.engines import DEFAULT, engines
from litgrid.engines.base import Engine, Solver, Status
from litgrid.sat.formula import from_clauses

Clauses = list[list[int]]
VARIABLES = 6
CLAUSES = st.lists(
    st.lists(st.integers(1, VARIABLES).flatmap(lambda v: st.sampled_from((v, -v))), min_size=1, max_size=3), max_size=30
)
LITERALS = st.sets(st.integers(1, VARIABLES)).flatmap(
    lambda chosen: st.tuples(*(st.sampled_from((variable, -variable)) for variable in sorted(chosen)))
)
INSTALLED = [engine for engine in engines if engine.version() is not None]


@pytest.fixture(params=INSTALLED, ids=lambda engine: engine.name)
def engine(request: pytest.FixtureRequest) -> Engine:
    return cast("Engine", request.param)


def _satisfiable(clauses: Clauses, assumed: tuple[int, ...] | list[int] = ()) -> bool:
    for values in product((0, 1), repeat=VARIABLES):
        true = {variable if value else -variable for variable, value in enumerate(values, 1)}
        if true.issuperset(assumed) and all(true & set(clause) for clause in clauses):
            return True
    return False


def _pigeons(pigeons: int, holes: int, selector: int = 0) -> Clauses:
    """Return clauses that no solver without counting refutes soon: more pigeons than holes."""
    variable = {place: 1 + number for number, place in enumerate(product(range(pigeons), range(holes)))}
    clauses = [[variable[pigeon, hole] for hole in range(holes)] for pigeon in range(pigeons)]
    clauses += [
        [-variable[one, hole], -variable[other, hole]]
        for hole in range(holes)
        for one, other in combinations(range(pigeons), 2)
    ]
    return [[*clause, -selector] for clause in clauses] if selector else clauses


def test_it_describes_itself(engine: Engine) -> None:
    assert engines.get(engine.name) is engine
    for alias in engine.aliases:
        assert engines.get(alias) is engine
    assert engine.summary
    assert engine.install
    assert engine.version()


def _check(solver: Solver, clauses: Clauses, assumed: tuple[int, ...]) -> None:
    """Ask, and hold the answer against trying everything."""
    if solver.solve(assumed) is Status.SAT:
        model = solver.model().tolist()
        assert [abs(literal) for literal in model] == list(range(1, len(model) + 1))
        # What the model leaves out can be either, so each clause has a true literal that it holds.
        assert all(set(model) & set(clause) for clause in clauses)
        assert all(literal in model or abs(literal) > len(model) for literal in assumed)
    else:
        core = solver.core()
        assert set(core) <= set(assumed)
        assert not _satisfiable(clauses, core)


@pytest.mark.parametrize("name", [engine.name for engine in INSTALLED])
@given(clauses=CLAUSES, assumed=LITERALS, more=CLAUSES)
@settings(max_examples=60)
def test_it_is_right_with_assumptions_and_after_adding(
    name: str, clauses: Clauses, assumed: tuple[int, ...], more: Clauses
) -> None:
    with engines.get(name).open(from_clauses(clauses, VARIABLES)) as solver:
        _check(solver, clauses, assumed)
        _check(solver, clauses, ())
        solver.add(more)
        _check(solver, clauses + more, assumed)
        _check(solver, clauses + more, ())


def test_a_core_names_assumptions_that_clash(engine: Engine) -> None:
    # Each selector 4, 5, 6 brings a unit; those of 4 and 6 contradict each other.
    with engine.open(from_clauses([[-4, 1], [-5, 2], [-6, -1]])) as solver:
        assert solver.solve([4, 5, 6]) is Status.UNSAT
        assert {4, 6} <= set(solver.core()) <= {4, 5, 6}
        assert solver.solve([5, 6]) is Status.SAT
        assert solver.model()[1] == 2


def test_new_variables_may_come_later(engine: Engine) -> None:
    with engine.open(from_clauses([[1, 2]])) as solver:
        assert solver.solve() is Status.SAT
        solver.add([[-1, 9], [-2, 9]])
        assert solver.solve([-9]) is Status.UNSAT
        assert solver.solve() is Status.SAT
        assert solver.model().tolist()[8] == 9


@pytest.mark.parametrize(
    ("clauses", "variables", "status"),
    [([], 0, Status.SAT), ([], 3, Status.SAT), ([[]], 0, Status.UNSAT), ([[1], []], 1, Status.UNSAT)],
)
def test_formulas_of_nearly_nothing(engine: Engine, clauses: Clauses, variables: int, status: Status) -> None:
    with engine.open(from_clauses(clauses, variables)) as solver:
        assert solver.solve() is status
        if status is Status.SAT:
            assert solver.model().size <= variables
            assert solver.model().dtype == np.int32
        else:
            assert solver.core() == []


def test_a_time_limit_ends_it_and_it_can_go_on(engine: Engine) -> None:
    selector = 12 * 11 + 1
    with engine.open(from_clauses(_pigeons(12, 11, selector))) as solver:
        begin = time.monotonic()
        assert solver.solve([selector], seconds=0.5) is Status.UNKNOWN
        assert time.monotonic() - begin < 10
        assert solver.solve([selector], seconds=0) is Status.UNKNOWN
        assert solver.solve([-selector], seconds=60) is Status.SAT
        solver.add([[-1], [1, -selector]])
        assert solver.solve([selector], seconds=60) is Status.UNSAT
        assert solver.core() == [selector]


def test_a_limit_that_is_not_reached_changes_nothing(engine: Engine) -> None:
    with engine.open(from_clauses(_pigeons(6, 5))) as solver:
        assert solver.solve(seconds=60) is Status.UNSAT
    with engine.open(from_clauses(_pigeons(5, 5))) as solver:
        assert solver.solve(seconds=60) is Status.SAT


def test_it_finds_the_threshold_of_random_formulas(engine: Engine) -> None:
    # All engines agree with the first one on formulas with and without models.
    rng = random.Random(3)
    seen = set()
    for _ in range(12):
        clauses = [[rng.choice((v, -v)) for v in rng.sample(range(1, 51), 3)] for _ in range(213)]
        formula = from_clauses(clauses, 50)
        with engine.open(formula) as solver, engines.get(DEFAULT).open(formula) as first:
            status = solver.solve()
            assert status is first.solve()
            seen.add(status)
    assert seen == {Status.SAT, Status.UNSAT}


def test_loading_can_be_stopped(engine: Engine) -> None:
    with pytest.raises(OutOfTimeError):
        engine.open(from_clauses([[1]]), Limit(0).check)
    with engine.open(from_clauses([[1]]), Limit(60).check) as solver:
        assert solver.solve() is Status.SAT


def test_two_solvers_do_not_know_of_each_other(engine: Engine) -> None:
    formula = from_clauses([[1, 2]])
    with engine.open(formula) as one, engine.open(formula) as other:
        one.add([[-1], [-2]])
        assert one.solve() is Status.UNSAT
        assert other.solve() is Status.SAT


def test_a_missing_package_is_named_with_what_brings_it(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    if not engine.install.endswith("python-sat"):
        pytest.skip("does not need python-sat")
    for module in ("pysat", "pysat.solvers"):
        monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(
        MissingPackageError, match=f"the engine {engine.name} needs the package python-sat.*pip install"
    ):
        engine.open(from_clauses([]))


def test_an_engine_without_its_package_has_no_version(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> str:
        raise PackageNotFoundError(name)

    monkeypatch.setattr("importlib.metadata.version", missing)
    if engine.install.endswith("python-sat"):
        assert engine.version() is None


@pytest.mark.parametrize(("message", "error"), [("Caught keyboard interrupt", KeyboardInterrupt), ("oh", Exception)])
def test_control_c_inside_python_sat_is_an_interruption(
    monkeypatch: pytest.MonkeyPatch, message: str, error: type[BaseException]
) -> None:
    def raises(*arguments: object, **options: object) -> None:
        raise Exception(message)

    monkeypatch.setattr("pysat.solvers.Minisat22.solve", raises)
    monkeypatch.setattr("pysat.solvers.Minisat22.solve_limited", raises)
    with engines.get("minisat").open(from_clauses([[1]])) as solver:
        for seconds in (None, 60):
            with pytest.raises(error):
                solver.solve(seconds=seconds)


@pytest.mark.skipif(sys.platform == "win32", reason="needs a signal")
def test_control_c_stops_a_long_solve(engine: Engine) -> None:
    program = f"""
from tests.engines.test_contract import _pigeons, engines, from_clauses
with engines.get({engine.name!r}).open(from_clauses(_pigeons(13, 12))) as solver:
    print("begin", flush=True)
    try:
        solver.solve(seconds=60)
    except KeyboardInterrupt:
        print("interrupted", flush=True)
"""
    root = Path(__file__).parents[2]
    path = os.pathsep.join([str(root), str(root / "src"), os.environ.get("PYTHONPATH", "")])
    with subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONPATH": path}
    ) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "begin\n"
        time.sleep(0.3)
        child.send_signal(signal.SIGINT)
        try:
            assert child.communicate(timeout=20)[0] == "interrupted\n"
        finally:
            child.kill()


def test_an_unknown_engine_is_answered_with_all() -> None:
    with pytest.raises(UnknownNameError, match=r"one of cadical, .*minisat.*Did you mean 'minisat'"):
        engines.get("minisatt")
