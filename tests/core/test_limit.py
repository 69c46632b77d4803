"""A time limit, whatever it is."""

from __future__ import annotations

from math import inf
from threading import Lock

import pytest

from litgrid.core.limit import Limit


@pytest.mark.parametrize("seconds", [1e10, 1e300, inf])
def test_no_limit_is_longer_than_a_system_can_wait(seconds: float) -> None:
    left = Limit(seconds).left()
    assert left is not None
    assert Lock().acquire(timeout=left)
