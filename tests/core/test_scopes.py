"""What counts over two runs sum up to, without their literals."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from litgrid.core.bounds import Bounds, of_grid
from litgrid.core.scopes import Crosses, spans


@given(st.data(), st.integers(1, 5), st.integers(1, 5))
def test_sums_are_those_of_the_literals(data: st.DataObject, rows: int, columns: int) -> None:
    size = rows * columns
    free = np.array(data.draw(st.lists(st.booleans(), min_size=size, max_size=size))).reshape(rows, columns)
    values = of_grid(np.array(data.draw(st.lists(st.integers(-1, 1), min_size=size, max_size=size))))
    counts = Crosses(spans(free), 1, None, lambda: None)
    listed = Bounds(counts.literals, counts.starts, counts.low, counts.high)
    assert counts.total(values).tolist() == listed.total(values).tolist()


def test_literals_are_listed_when_they_are_asked_for() -> None:
    asked: list[bool] = []
    counts = Crosses(spans(np.ones((20, 20), dtype=np.bool_)), 1, None, lambda: asked.append(True))
    assert len(counts) == 400
    assert not asked
    assert counts.literals.size == 400 * 39
    assert asked == [True]
