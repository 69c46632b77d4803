"""What is made once is made once, however many threads ask."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from time import sleep

from litgrid.core.shared import Shared

THREADS = 4


def test_it_is_made_once_for_all_threads() -> None:
    made: list[int] = []

    @Shared
    def slow(number: int) -> list[int]:
        made.append(number)
        sleep(0.05)
        return [number]

    barrier = Barrier(THREADS)

    def ask(number: int) -> list[int]:
        barrier.wait()
        return slow(number % 2)

    assert not slow.ready
    with ThreadPoolExecutor(THREADS) as threads:
        found = list(threads.map(ask, range(THREADS)))
    assert slow.ready
    assert sorted(made) == [0, 1]
    assert found[0] is found[2]
    assert found[1] is found[3]
