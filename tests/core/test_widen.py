"""Variables for runs: a grid obeys the rules if it goes with values of the variables, and then with one choice."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from litgrid import outlook
from litgrid.core import widen
from litgrid.core.bounds import broken, of_grid
from litgrid.core.check import hold
from litgrid.core.system import System
from litgrid.core.widen import widened
from litgrid.puzzles.lightup.kind import LightUp
from litgrid.solving import solve


@pytest.fixture(scope="module", autouse=True)
def always() -> object:
    """Let short runs have variables."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(widen, "LONG", 0)
        patch.setattr(widen, "MANY", 0)
        patch.setattr(outlook, "SMALL", 0)
        yield


def _boards(rows: int, columns: int) -> st.SearchStrategy[LightUp]:
    row = st.text("....#012", min_size=columns, max_size=columns)
    return st.lists(row, min_size=rows, max_size=rows).map(LightUp.from_clues)


@given(_boards(2, 3))
def test_each_answer_has_one_value_for_each_variable(board: LightUp) -> None:
    tables = board.tables()
    wide, variables = widened(System.of(tables), 6)
    extensions = [np.array(values, dtype=np.int8) for values in product((0, 1), repeat=variables - 6)]
    for values in product((0, 1), repeat=6):
        cells = np.array(values, dtype=np.int8)
        fitting = [values for values in extensions if not broken(wide.bounds, of_grid(np.append(cells, values))).any()]
        assert len(fitting) == hold(tables, cells.reshape(2, 3))


@given(_boards(4, 5))
def test_verdicts_are_the_same(board: LightUp) -> None:
    found = solve(board)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(widen, "MANY", 1_000_000)
        plain = solve(board)
    assert found.status == plain.status
    if plain.unique:
        assert found.solutions[0].tolist() == plain.solutions[0].tolist()


def test_short_runs_have_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(widen, "LONG", 50)
    system = System.of(LightUp.from_clues(["." * 25] * 25).tables())
    assert widened(system, 625) == (system, 625)
