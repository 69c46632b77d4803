"""What propagation leaves open, as a formula: its models are the answers."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from litgrid.core.errors import LitgridError
from litgrid.core.grid import Shape
from litgrid.encode.rest import rest, whole
from litgrid.puzzles import kinds
from litgrid.sat.cardinality import ENCODINGS
from tests.boards import BOARDS, Case, as_answer
from tests.models import models

KINDS = sorted(BOARDS)


@pytest.mark.parametrize("kind", KINDS)
@given(data=st.data())
@settings(max_examples=40, deadline=None)
def test_its_models_are_the_answers(kind: str, data: st.DataObject) -> None:
    case: Case = data.draw(BOARDS[kind]())
    encoding = data.draw(st.sampled_from(ENCODINGS))
    try:
        opened = rest(case.puzzle, encoding)
    except LitgridError:
        assert not case.answers
        return
    assert opened.cells.tolist() == np.flatnonzero(opened.known < 0).tolist()
    found = {
        as_answer(opened.grid(np.array([v if value else -v for v, value in enumerate(values, 1)], dtype=np.int32)))
        for values in models(opened.formula, opened.cells.size)
    }
    assert found == case.answers


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_is_known_of_the_whole(kind: str) -> None:
    opened = whole(kinds.get(kind).empty(Shape(8, 8)))
    assert (opened.known == -1).all()
    model = np.arange(1, opened.formula.variables + 1, dtype=np.int32)
    assert (opened.grid(model) == 1).all()
    assert (opened.grid(-model) == 0).all()


def test_variables_are_called_as_their_cells() -> None:
    opened = rest(kinds.get("binairo").from_clues(["1...", "....", "....", "...."]))
    name = opened.formula.variable_name
    assert name is not None
    assert [name(variable) for variable in (1, 2)] == ["1 r1c2", "1 r1c3"]
    assert name(opened.formula.variables) is None
