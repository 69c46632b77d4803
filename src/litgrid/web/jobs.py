"""Questions at work in other processes, with an end to each: its time, its memory, or that nobody wants it any more.

A *job* is one question. A few workers answer jobs, one at a time each, and one spare worker is always warm, so that a
small job costs milliseconds. Who asks is a *client*: of its questions a few are at work at once, and a newer one of the
same *slot* cancels the older. To cancel is to kill, as solvers cannot be interrupted; but a worker that is done within
a moment is kept, since another one costs more, and one that runs a program of others is asked to end that first. What
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
from litgrid.web.work import FATAL, Frame, error

SPARE = 2
"""No more workers than this are kept while nothing is asked."""
MOST_OPEN = 20
"""So many questions of one client are at work or wait."""
AHEAD = 8
"""So many events of a stream wait to be taken."""

CANCELLED = error(409, "another question of the same client took the place of this one")
CRASHED = error(
    500, "the process that worked on this crashed, perhaps as there was no memory left; nothing else is lost"
)
SCARCE = error(503, "the system starts no more processes, or opens no more files: ask again in a moment")
LEAVING = error(503, "the server is ending")
LATE = error(503, "everything here is busy: this question waited too long; ask again in a moment")


class BusyError(Exception):
    """As many questions are waiting as can wait."""


class Client:
    """Who asks: its questions that are not done, by slot."""

    def __init__(self, share: int) -> None:
        self.turn = asyncio.Semaphore(share)
        self.jobs: dict[str, Job] = {}
        self.open = 0


class Job:
    """A question at work."""

    def __init__(self) -> None:
        self._frames: asyncio.Queue[Frame] = asyncio.Queue(AHEAD)
        self.work: asyncio.Task[None] | None = None

    async def put(self, frame: Frame) -> None:
        """Hand on a part of the answer, once there is room."""
        await self._frames.put(frame)

    async def frame(self) -> Frame:
        """Return the next part of the answer."""
        return await self._frames.get()

    def cancel(self, instead: Frame = CANCELLED) -> None:
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
        self._room = asyncio.Semaphore(settings.workers)
        self._idle: list[Worker] = []
        self._workers: set[Worker] = set()
        self._clients: dict[str, Client] = {}
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

    def begin(self, name: str, question: bytes, client: str | None = None, slot: str | None = None) -> Job:
        """Begin a job.

        Raises
        ------
        BusyError
            where as many are waiting as can wait.
        """
        who = Client(self._settings.share) if client is None else self._known(client)
        slot = slot or name
        if slot in who.jobs:
            who.jobs[slot].cancel()
        if len(self._open) >= self._settings.workers + self._settings.waiting or who.open >= MOST_OPEN:
            self._forget(client, who)
            raise BusyError
        job = who.jobs[slot] = Job()
        who.open += 1
        self._open.add(job)
        job.work = asyncio.create_task(self._run(job, name, question, who))

        def done(_: object) -> None:
            self._open.discard(job)
            who.open -= 1
            if who.jobs.get(slot) is job:
                del who.jobs[slot]
            self._forget(client, who)

        job.work.add_done_callback(done)
        return job

    def _known(self, client: str) -> Client:
        return self._clients.setdefault(client, Client(self._settings.share))

    def _forget(self, client: str | None, who: Client) -> None:
        if client is not None and not who.open:
            self._clients.pop(client, None)

    async def _run(self, job: Job, name: str, question: bytes, who: Client) -> None:
        """Wait for a turn and for room, and work."""
        try:
            async with asyncio.timeout(self._settings.patience):
                await who.turn.acquire()
                try:
                    await self._room.acquire()
                except BaseException:
                    who.turn.release()
                    raise
        except TimeoutError:
            await job.put(LATE)
            return
        worker = None
        free, broken = True, False
        try:
            worker = await self._take()
            async with asyncio.timeout(TASKS[name].seconds):
                free = False
                await worker.ask(name, question)
                while not free:
                    frame = await worker.frame()
                    free, broken = frame.final, frame.letter == FATAL
                    await job.put(frame)
        except TimeoutError:
            broken = True
            seconds = TASKS[name].seconds
            await job.put(error(504, f"this took longer than {seconds:g} seconds, and was stopped"))
        except DeadError:
            broken = True
            await job.put(CRASHED)
        except OSError:  # no worker could be started
            await job.put(SCARCE)
        finally:
            who.turn.release()
            self._spawn(self._give_back(worker, free=free, broken=broken))

    async def _take(self) -> Worker:
        """Return a worker, and see to it that another one is ready."""
        while self._idle:
            worker = self._idle.pop()
            if worker.alive:
                break
            await self._end(worker)
        else:
            worker = await self._start()
        if not self._idle and len(self._workers) < self._settings.workers:
            self._spawn(self._prepare())
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

    async def _give_back(self, worker: Worker | None, *, free: bool, broken: bool) -> None:
        """Keep a worker for the next job where it is free, or nearly, and else kill it."""
        try:
            if worker is None:
                return
            usable = not broken and (free or await worker.finished())
            if usable and worker.alive and len(self._idle) < SPARE:
                self._idle.append(worker)
                return
            await self._end(worker)
        finally:
            self._room.release()
        if not self._idle and len(self._workers) < self._settings.workers:
            self._spawn(self._prepare())

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._background.add(task)
        task.add_done_callback(self._background.discard)
