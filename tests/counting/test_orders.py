"""Orders of cells: each holds every cell once."""

from __future__ import annotations

import numpy as np
import pytest

from litgrid.core.deduce import deduce
from litgrid.core.grid import Shape
from litgrid.core.limit import Limit
from litgrid.core.system import System
from litgrid.counting.orders import eaten, swept
from litgrid.puzzles import kinds


@pytest.mark.parametrize("kind", ["lightup", "binairo", "gappy"])
def test_each_cell_comes_once(kind: str) -> None:
    puzzle = kinds.get(kind).empty(Shape(8, 8))
    (part,) = deduce(System.of(puzzle.tables()), puzzle.shape, Limit(None)).parts
    variables = part.variables.astype(np.int64)
    listed = [*swept(variables, puzzle.shape), *eaten(part.bounds, variables, puzzle.shape, Limit(None))]
    assert len(listed) >= 6
    for order in listed:
        assert sorted(order.tolist()) == variables.tolist()
    assert len({tuple(order.tolist()) for order in listed}) > 4


def test_a_handful_of_cells_is_swept_one_way() -> None:
    assert len(swept(np.arange(1, 5), Shape(2, 2))) == 1
