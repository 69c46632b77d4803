"""Work spread over processes: in order, ended early, and with one that dies."""

from __future__ import annotations

import os
from contextlib import closing
from itertools import count
from threading import Event

import psutil
import pytest

from litgrid.core.errors import LitgridError
from litgrid.core.workers import in_order, spread


def late(number: int) -> int:
    """Return a number; the first after the others."""
    Event().wait(0.3 if number == 0 else 0)
    return number


def die(number: int) -> int:
    os._exit(number)


@pytest.mark.parametrize("jobs", [1, 2])
def test_results_come_in_order(jobs: int) -> None:
    told: list[int] = []
    assert spread(late, [(number,) for number in range(20)], jobs=jobs, tick=told.append) == [*range(20)]
    assert told == [*range(21)]


@pytest.mark.parametrize("jobs", [1, 2])
def test_whoever_leaves_early_leaves_nobody_at_work(jobs: int) -> None:
    before = {*psutil.Process().children()}
    with closing(in_order(late, ((number,) for number in count()), jobs=jobs)) as results:
        assert [next(results), next(results)] == [0, 1]
    assert {*psutil.Process().children()} <= before


def test_one_that_dies_is_a_sentence() -> None:
    with pytest.raises(LitgridError, match="a worker died, perhaps because memory ran out; ask for fewer at once"):
        spread(die, [(number,) for number in range(1, 5)], jobs=2)
