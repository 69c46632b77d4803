"""Questions at work: cancelled, late, too large for the memory, crashed, too many; and no process is left behind."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from typing import Any

import httpx
import psutil
import pytest

from litgrid.web.jobs import Job, Pool
from litgrid.web.settings import Settings
from litgrid.web.tasks import TASKS, Task
from litgrid.web.work import ANSWER, ERROR, EVENT, FATAL, Frame
from tests.processes import PATIENCE, gone
from tests.web.server import ENDLESS, LIGHTUP, Server, apart, serving

SHORT = json.dumps({"puzzle": LIGHTUP}).encode()
LONG = json.dumps({"puzzle": ENDLESS, "timeout": 60}).encode()
NONE = {"kind": "gappy", "clues": {"rows": [None] * 7, "cols": [None] * 7}}
"""It has no answer, which local search never finds out."""
WALK = json.dumps({"puzzle": NONE, "from": "nothing", "flips": 10**8}).encode()


JSON = {"Content-Type": "application/json"}


def run(test: Callable[[Pool], Awaitable[None]], **settings: Any) -> None:
    """Run a test with a pool; afterwards none of its processes is there."""

    async def main() -> None:
        pool = Pool(Settings(1, **{"workers": 1, **settings}))
        async with pool.running():
            await test(pool)

    before = children()
    apart(main())
    assert children() <= before


def workers() -> list[psutil.Process]:
    """Return the workers that this process has; browsers of other tests are none."""
    found = []
    for child in psutil.Process().children():
        with suppress(psutil.Error):
            if any("litgrid.web.work" in word for word in child.cmdline()):
                found.append(child)
    return found


def children() -> set[int]:
    """Return the workers and the programs that they run."""
    return {process.pid for worker in workers() for process in (worker, *worker.children(recursive=True))}


async def answered(job: Job) -> Frame:
    return await asyncio.wait_for(job.frame(), PATIENCE)


def status(frame: Frame) -> int:
    assert frame.letter in (ERROR, FATAL)
    return int(json.loads(frame.content)["status"])


async def until(condition: Callable[[], bool], seconds: float = PATIENCE) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end
        await asyncio.sleep(0.02)


def spent(process: psutil.Process) -> float:
    """Return how many seconds a process has computed; 0 where it is gone."""
    try:
        return float(sum(process.cpu_times()[:2]))
    except psutil.NoSuchProcess:
        return 0.0


def busy(process: psutil.Process) -> bool:
    """Return whether a process has computed for longer than it takes to start."""
    return spent(process) > 0.9


def rest(server: Server) -> None:
    """Wait until nothing is computed any more."""
    end = time.monotonic() + PATIENCE
    while True:
        before = {worker.pid: spent(worker) for worker in server.workers()}
        time.sleep(0.4)
        if all(spent(worker) - before.get(worker.pid, 0.0) < 0.1 for worker in server.workers()):
            return
        assert time.monotonic() < end


def test_an_answer() -> None:
    async def test(pool: Pool) -> None:
        frame = await answered(pool.begin("solve", SHORT))
        assert frame.letter == ANSWER
        assert json.loads(frame.content)["status"] == "unique"

    run(test)


def test_cancelling_kills_what_a_question_costs() -> None:
    async def test(pool: Pool) -> None:
        job = pool.begin("count", LONG)
        await until(lambda: any(map(busy, workers())))
        worker = max(workers(), key=spent)
        job.cancel()
        assert status(await answered(job)) == 499
        await until(lambda: gone(worker.pid))
        assert (await answered(pool.begin("solve", SHORT))).letter == ANSWER

    run(test)


def test_a_client_leaves_a_worker_to_others() -> None:
    async def test(pool: Pool) -> None:
        taken = [pool.begin("walksat", WALK, "greedy") for _ in range(4)]  # a stream is not tried for a moment
        assert [(await answered(job)).letter for job in taken[:2]] == [EVENT] * 2
        assert (await answered(pool.begin("walksat", WALK, "other"))).letter == EVENT
        assert not any(job.begins.is_set() for job in taken[2:])

    run(test, workers=3)


def test_long_questions_keep_no_short_one_out() -> None:
    """The newest is tried for a moment, and one that was tried in vain is begun again when there is a place."""

    async def test(pool: Pool) -> None:
        taken = [pool.begin("count", LONG) for _ in range(8)]
        for _ in range(3):
            assert (await answered(pool.begin("solve", SHORT))).letter == ANSWER
        first = next(job for job in taken if job.lasting)
        tried = next(job for job in taken if not job.fresh and not job.lasting)
        assert not tried.begins.is_set()
        for job in taken:
            if job not in (first, tried):
                job.cancel()
        first.cancel()
        await asyncio.wait_for(tried.begins.wait(), PATIENCE)
        await until(lambda: tried.lasting and any(map(busy, workers())))

    run(test)


def test_a_worker_that_is_done_in_a_moment_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("litgrid.web.process.GRACE", PATIENCE)

    async def test(pool: Pool) -> None:
        assert (await answered(pool.begin("solve", SHORT))).letter == ANSWER
        before = children()
        job = pool.begin("solve", SHORT)
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        job.cancel()
        await asyncio.sleep(0.3)
        assert before <= children()

    run(test)


def test_programs_that_a_cancelled_job_runs_end_with_it() -> None:
    """They are in process groups of their own, and a worker that is killed hears nothing."""
    question = json.dumps({"puzzle": NONE, "engines": ["walksat"], "timeout": 50}).encode()

    async def test(pool: Pool) -> None:
        job = pool.begin("engines", question)
        await until(lambda: any(worker.children() for worker in workers()))
        programs = [program for worker in workers() for program in worker.children()]
        job.cancel()
        await until(lambda: not any(program.is_running() for program in programs))

    run(test)


def test_time_runs_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(TASKS, "count", Task("solving:count", 1.0))

    async def test(pool: Pool) -> None:
        assert status(await answered(pool.begin("count", LONG))) == 504
        assert (await answered(pool.begin("solve", SHORT))).letter == ANSWER

    run(test)


def test_memory_runs_out() -> None:
    """A picture of a hundred million pixels does not fit; what the worker had is gone with it."""

    async def test(pool: Pool) -> None:
        board = {"kind": "lightup", "clues": ["." * 100] * 100}
        large = json.dumps({"puzzle": board, "format": "png", "cell": 99}).encode()
        assert (await answered(pool.begin("solve", SHORT))).letter == ANSWER
        assert status(await answered(pool.begin("render", large))) in (500, 507)
        assert (await answered(pool.begin("solve", SHORT))).letter == ANSWER

    run(test, memory=300 << 20)


def test_a_worker_that_crashes_costs_one_answer() -> None:
    async def test(pool: Pool) -> None:
        job = pool.begin("count", LONG)
        await until(lambda: any(map(busy, workers())))
        worker = max(workers(), key=spent)
        worker.kill()
        assert status(await answered(job)) == 500
        assert (await answered(pool.begin("solve", SHORT))).letter == ANSWER

    run(test)


def test_a_worker_that_died_while_nobody_asked() -> None:
    async def test(pool: Pool) -> None:
        assert (await answered(pool.begin("solve", SHORT))).letter == ANSWER
        for worker in workers():
            worker.kill()
        await until(lambda: not any(worker.alive for worker in pool._workers))
        assert (await answered(pool.begin("solve", SHORT))).letter == ANSWER

    run(test)


def test_where_too_many_wait_the_first_must_go() -> None:
    async def test(pool: Pool) -> None:
        walks = [pool.begin("walksat", WALK) for _ in range(4)]
        assert status(await answered(walks[1])) == 503
        assert (await answered(pool.begin("solve", SHORT))).letter == ANSWER
        pool.begin("walksat", WALK)
        assert status(await answered(walks[2])) == 503

    run(test, workers=1, waiting=2, patience=PATIENCE)


def test_a_job_that_is_cancelled_before_it_began_leaves_nothing() -> None:
    async def test(pool: Pool) -> None:
        for _ in range(5):
            pool.begin("solve", SHORT).cancel()
        assert (await answered(pool.begin("solve", SHORT))).letter == ANSWER

    run(test, workers=1, waiting=1)


def test_a_question_does_not_wait_for_ever() -> None:
    async def test(pool: Pool) -> None:
        pool.begin("walksat", WALK)
        assert status(await answered(pool.begin("walksat", WALK))) == 503

    run(test, workers=1, patience=0.5)


def test_a_stream_waits_for_who_reads_it_and_ends_when_nobody_does() -> None:
    async def test(pool: Pool) -> None:
        job = pool.begin("walksat", WALK)
        assert [(await answered(job)).letter for _ in range(3)] == [EVENT] * 3
        job.cancel()
        assert status(await answered(job)) == 499

    run(test)


def test_ending_cancels_what_is_at_work() -> None:
    async def test(pool: Pool) -> None:
        for _ in range(4):
            pool.begin("count", LONG)
        await until(lambda: bool(workers()))

    run(test)


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with serving() as running:
        yield running


def test_a_hundred_clients_at_once_are_served_or_told_to_wait(server: Server) -> None:
    async def all_at_once() -> list[httpx.Response]:
        limits = httpx.Limits(max_connections=None)
        async with httpx.AsyncClient(base_url=server.address, timeout=PATIENCE, limits=limits) as client:
            asked = [client.post("api/solve", json={"puzzle": LIGHTUP}) for _ in range(100)]
            looked = [client.get("api/kinds") for _ in range(20)]
            return await asyncio.gather(*asked, *looked)

    answers = apart(all_at_once())
    counted = Counter(answer.status_code for answer in answers[:100])
    assert set(counted) <= {200, 503}
    assert counted[200] >= 64
    assert all(answer.headers["retry-after"] for answer in answers if answer.status_code == 503)
    assert all(answer.json()["error"] for answer in answers if answer.status_code == 503)
    assert {answer.status_code for answer in answers[100:]} == {200}
    assert server.asked("solve", puzzle=LIGHTUP)["status"] == "unique"


def test_who_leaves_cancels(server: Server) -> None:
    server.asked("solve", puzzle=LIGHTUP)
    with pytest.raises(httpx.ReadTimeout):
        httpx.post(
            f"{server.address}api/count",
            json={"puzzle": ENDLESS, "timeout": 60},
            timeout=httpx.Timeout(PATIENCE, read=1.5),
        )
    rest(server)


def test_who_leaves_a_stream_cancels(server: Server) -> None:
    with server.client.stream("POST", f"{server.address}api/walksat", content=WALK, headers=JSON) as answer:
        assert answer.status_code == 200
        next(answer.iter_lines())
    rest(server)


@pytest.mark.skipif(os.name != "posix", reason="sends a POSIX signal")
def test_who_waits_is_told_and_no_process_is_left_behind() -> None:
    """Nor is one by any other signal: see tests/test_left_behind.py."""
    number = signal.SIGTERM
    with serving() as server:
        answer = apart(_interrupted(server, number))
        assert answer is None or answer.status_code >= 500
        assert server.process.wait(PATIENCE) == -number


async def _interrupted(server: Server, number: int) -> httpx.Response | None:
    """End the server while it works; return what who waited was told, if anything."""
    workers = server.workers()
    async with httpx.AsyncClient(timeout=PATIENCE) as client:
        question = {"puzzle": ENDLESS, "timeout": 60}
        asked = asyncio.create_task(client.post(f"{server.address}api/count", json=question))
        await until(lambda: any(map(busy, server.workers())))
        workers += server.workers()
        server.process.send_signal(number)
        found = (await asyncio.gather(asked, return_exceptions=True))[0]
    await until(lambda: all(gone(worker.pid) for worker in workers))
    return found if isinstance(found, httpx.Response) else None
