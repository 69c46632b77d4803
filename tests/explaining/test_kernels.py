"""The kernels over arrays, whose bounds Python looks at."""

from __future__ import annotations

import numpy as np
import pytest

import litgrid
from litgrid.core.limit import Limit
from litgrid.core.system import System
from litgrid.explaining import kernels
from litgrid.explaining.laws import PLAIN, Book, compiled, try_out
from litgrid.explaining.reasoner import Reasoner


def test_what_is_tried_out_stays_within_its_room() -> None:
    try_out(PLAIN)


def test_the_kernels_are_compiled_where_numba_is_installed() -> None:
    pytest.importorskip("numba")
    assert compiled() is not None


@pytest.mark.parametrize("name", ["lightup-7x7-lean-2", "binairo-6x6-lean-2", "binairo-8x8-lean-3", "gappy-9x9-lean-5"])
def test_the_kernels_stay_within_their_arrays(name: str) -> None:
    record = next(record for record in litgrid.examples() if record.id == name)
    book = Book.of(System.of(record.puzzle.tables()), record.puzzle.shape.size)
    assert record.filled is not None
    found = Reasoner(book, record.puzzle.givens, record.filled, record.puzzle.techniques, Limit(None), False)
    board = found.board
    board.laws = kernels.Laws(*map(np.array, board.laws))
    board.state = kernels.State(*map(np.array, board.state))
    board.room = lambda size: np.zeros(size, dtype=np.int64)  # type: ignore[method-assign]
    board.numbers = lambda numbers: np.array(numbers, dtype=np.int64)  # type: ignore[method-assign]
    if name.startswith("lightup"):
        assert found.close(2) <= record.filled.size
    elif name.startswith("gappy"):
        assert found.close(2, hard=True) <= record.filled.size
    for _ in range(30):
        finding = found.next()
        if finding is None:
            break
        found.take(finding)
