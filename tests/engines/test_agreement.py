"""Every engine against trying everything, on many small random formulas with and without models."""

from __future__ import annotations

from functools import cache

import numpy as np
import numpy.typing as npt
import pytest

from litgrid.engines import engines
from litgrid.engines.base import Engine, Status
from litgrid.engines.package import PackageEngine
from litgrid.engines.pysat import PySatEngine
from litgrid.sat.formula import Formula, broken, from_clauses
from tests.engines.test_contract import ENGINES

VARIABLES = 8
EVERYTHING: npt.NDArray[np.bool_] = np.arange(2**VARIABLES)[:, None] >> np.arange(VARIABLES) & 1 == 1
"""A row for each way to fill the variables."""


@cache
def _formulas() -> list[tuple[Formula, bool]]:
    """Return random formulas of clauses of one to four literals, and whether each has a model."""
    rng = np.random.default_rng(11)
    made = []
    for _ in range(600):
        clauses = []
        for _ in range(int(rng.integers(20, 50))):
            variables = rng.choice(VARIABLES, size=int(rng.choice(4, p=[0.02, 0.08, 0.7, 0.2])) + 1, replace=False) + 1
            clauses.append((variables * rng.choice([-1, 1], size=variables.size)).tolist())
        literals = [np.array(clause) for clause in clauses]
        holds = np.array([(EVERYTHING[:, np.abs(each) - 1] == (each > 0)).any(axis=1) for each in literals])
        made.append((from_clauses(clauses, VARIABLES), bool(holds.all(axis=0).any())))
    return made


def _number(engine: Engine) -> int:
    """Return how many formulas to ask an engine: all of one that answers in microseconds, fewer of a program."""
    if isinstance(engine, PySatEngine) or engine.name in ("pycosat", "clingo"):
        return 600
    return 200 if isinstance(engine, PackageEngine) else 60


def test_there_are_both_kinds() -> None:
    share = np.mean([has for _, has in _formulas()])
    assert 0.3 < share < 0.7
    assert 0.2 < np.mean([has for _, has in _formulas()[:60]]) < 0.8


@pytest.mark.parametrize("name", ENGINES)
def test_it_agrees_with_trying_everything(name: str) -> None:
    engine = engines.get(name)
    for formula, has in _formulas()[: _number(engine)]:
        with engine.open(formula) as solver:
            status = solver.solve(seconds=None if engine.complete else 0.1)
            if status is Status.SAT:
                model = solver.model()
                values = np.zeros(VARIABLES, dtype=np.int8)
                values[np.abs(model) - 1] = model > 0
                assert not broken(formula, values).size
            assert status is (Status.SAT if has else Status.UNSAT) or (status is Status.UNKNOWN and not engine.complete)
