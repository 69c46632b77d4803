"""Questions at work in other processes, with an end to each: its time, its memory, or that nobody wants it any more.

A *job* is one question. A few workers answer jobs, one at a time each, and one spare worker is always warm, so that a
small job costs milliseconds. Which job comes next is a matter of :mod:`litgrid.web.turns`. To cancel is to kill, as
solvers cannot be interrupted; but a worker that is done within a moment is kept, since another one costs more. What
cannot wait any more is told to come back.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager, suppress
from typing import Any

from litgrid.web.process import DeadError, Worker
from litgrid.web.settings import Settings
from litgrid.web.tasks import TASKS
from litgrid.web.turns import MOMENT, Turn, Turns
from litgrid.web.work import FATAL, Frame, error

SPARE = 2
"""No more workers than this are kept while nothing is asked."""
AHEAD = 8
"""So many events of a stream wait to be taken."""

GONE = error(499, "whoever asked has gone")
CRASHED = error(
    500, "the process that worked on this crashed, perhaps as there was no memory left; nothing else is lost"
)
SCARCE = error(503, "the system starts no more processes, or opens no more files: ask again in a moment")
LEAVING = error(503, "the server is ending")
BUSY = error(503, "everything here is busy: ask again in a moment")
LATE = error(503, "everything here is busy: this question waited too long; ask again in a moment")


class Job(Turn):
    """A question at work, or waiting to be."""

    def __init__(self, client: str, *, fresh: bool) -> None:
        super().__init__(client, fresh=fresh)
        self._frames: asyncio.Queue[Frame] = asyncio.Queue(AHEAD)
        self.work: asyncio.Task[None] | None = None

    async def put(self, frame: Frame) -> None:
        """Hand on a part of the answer, once there is room."""
        await self._frames.put(frame)

    async def frame(self) -> Frame:
        """Return the next part of the answer."""
        return await self._frames.get()

    def cancel(self, instead: Frame = GONE) -> None:
        """Stop it; who waits for its answer gets this one."""
        if self.work is None or self.work.done():
            return
        self.work.cancel()
        while not self._frames.empty():
            self._frames.get_nowait()
        self._frames.put_nowait(instead)


class Pool:
    """The workers, and what they work on."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._turns = Turns(settings.workers, settings.waiting)
        self._idle: list[Worker] = []
        self._workers: set[Worker] = set()
        self._open: set[Job] = set()
        self._background: set[asyncio.Task[None]] = set()

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Have a worker ready; at the end cancel what is at work, and leave no process behind."""
        self._spawn(self._prepare())
        try:
            yield
        finally:
            for job in list(self._open):
                job.cancel(LEAVING)
            while tasks := [*self._background, *(job.work for job in self._open if job.work is not None)]:
                await asyncio.gather(*tasks, return_exceptions=True)
            await asyncio.gather(*(worker.end() for worker in self._workers))
            self._workers.clear()

    def begin(self, name: str, question: bytes, client: str = "") -> Job:
        """Begin a job; where too many wait, one of them is told to come back."""
        job = Job(client, fresh=not TASKS[name].stream)  # of a stream, what was said cannot be begun again
        self._open.add(job)
        job.work = asyncio.create_task(self._run(job, name, question))
        job.work.add_done_callback(lambda _: self._done(job))
        goes = self._turns.enter(job)
        if isinstance(goes, Job):
            goes.cancel(BUSY)
        return job

    def _done(self, job: Job) -> None:
        self._open.discard(job)
        self._turns.leave(job)

    async def _run(self, job: Job, name: str, question: bytes) -> None:
        """Work when it is the turn of a job, and again where a moment was not enough."""
        late = asyncio.get_running_loop().time() + self._settings.patience
        while not await self._worked(job, name, question, late):
            self._turns.again(job)

    async def _worked(self, job: Job, name: str, question: bytes, late: float) -> bool:
        """Wait for a turn, and work; return whether that is all, and not only the end of a moment."""
        try:
            async with asyncio.timeout_at(late):
                await job.begins.wait()
        except TimeoutError:
            await job.put(LATE)
            return True
        seconds = TASKS[name].seconds
        worker = None
        free, broken = True, False
        try:
            worker = await self._take()
            async with asyncio.timeout(seconds) as limit:
                await worker.ready()
                if not job.lasting:
                    limit.reschedule(asyncio.get_running_loop().time() + MOMENT)
                free = False
                await worker.ask(name, question)
                while not free:
                    frame = await worker.frame()
                    free, broken = frame.final, frame.letter == FATAL
                    await job.put(frame)
        except TimeoutError:
            broken = True
            if not job.lasting:
                return False
            await job.put(error(504, f"this took longer than {seconds:g} seconds, and was stopped"))
        except DeadError:
            broken = True
            await job.put(CRASHED)
        except OSError:  # no worker could be started
            await job.put(SCARCE)
        finally:
            if worker is not None:  # its place is free when it is, even if whoever waited has gone meanwhile
                await asyncio.shield(self._spawn(self._give_back(worker, free=free, broken=broken)))
        return True

    async def _take(self) -> Worker:
        """Return a worker, and see to it that another one is ready."""
        while self._idle:
            worker = self._idle.pop()
            if worker.alive:
                break
            await self._end(worker)
        else:
            worker = await self._start()
        self._refill()
        return worker

    async def _start(self) -> Worker:
        worker = await Worker.start(self._settings)
        self._workers.add(worker)
        return worker

    async def _prepare(self) -> None:
        with suppress(OSError):  # who needs one tries again, and is told
            self._idle.append(await self._start())

    async def _end(self, worker: Worker) -> None:
        await worker.end()
        self._workers.discard(worker)

    async def _give_back(self, worker: Worker, *, free: bool, broken: bool) -> None:
        """Keep a worker for the next job where it is free, or nearly, and else kill it."""
        usable = not broken and (free or await worker.finished())
        if usable and worker.alive and len(self._idle) < SPARE:
            self._idle.append(worker)
            return
        await self._end(worker)
        self._refill()

    def _refill(self) -> None:
        """See to it that a worker is ready, where there may be one more."""
        if not self._idle and len(self._workers) <= self._settings.workers + 1:
            self._spawn(self._prepare())

    def _spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._background.add(task)
        task.add_done_callback(self._background.discard)
        return task
