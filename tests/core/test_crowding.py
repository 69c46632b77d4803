"""Lines that are too many to differ: counted, in whatever order a line goes through its cells."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from litgrid.core.crowding import crowded
from litgrid.core.system import System
from litgrid.core.tables import Differ
from tests.models import Count, bounds_of, obeying


@given(st.permutations(range(6)), st.data())
def test_what_is_crowded_cannot_differ(cells: list[int], data: st.DataObject) -> None:
    """Three lines of two cells: where that is said, no board obeys; and it is said where too few fillings are left."""
    lines = np.array(cells).reshape(3, 2)
    counts: list[Count] = []
    for line in lines.tolist():
        literals = tuple((cell + 1) * data.draw(st.sampled_from((1, -1))) for cell in data.draw(st.permutations(line)))
        low = data.draw(st.integers(0, 2))
        counts.append((literals, low, data.draw(st.integers(low, 2))))
    boards = obeying(counts, 6)
    differing = [
        board for board in boards if len({tuple(board[cell] for cell in line) for line in lines.tolist()}) == 3
    ]
    fillings = {tuple(board[cell] for cell in line) for board in boards for line in lines.tolist()}
    found = crowded(Differ("differ", lines, lambda a, b: f"{a} and {b} differ"), System((), (bounds_of(counts),), ()))
    assert found == (len(fillings) < 3)
    assert not (found and differing)
