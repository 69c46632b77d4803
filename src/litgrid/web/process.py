"""A worker, as the server sees it: a process that is asked, listened to, and killed.

What it does itself is in :mod:`litgrid.web.work`.
"""

from __future__ import annotations

import asyncio
import os
import sys
from contextlib import suppress
from typing import Self

from litgrid.core import processes
from litgrid.web.settings import Settings
from litgrid.web.work import DEBUG, FATAL, HEAD, PROGRAM, QUESTION, Frame

GRACE = 0.15
"""Seconds in which a worker whose job was cancelled may still finish it, and live."""
MOST_JOBS = 500
"""A worker ends after so many jobs, whatever they left in its memory."""


class DeadError(Exception):
    """A worker has ended in the midst of a job."""


class Worker:
    """A process that answers one question at a time."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self._head: bytes | None = None
        self._ready = False
        self.jobs = 0

    @classmethod
    async def start(cls, settings: Settings) -> Self:
        """Start one; it is :meth:`ready` when it can be."""
        path = os.pathsep.join(filter(None, sys.path))
        process = await processes.start(
            [sys.executable, "-P", "-c", PROGRAM, str(settings.memory)],
            environment={"PYTHONPATH": path, "OPENBLAS_NUM_THREADS": "1"},
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=None if os.environ.get(DEBUG) else asyncio.subprocess.DEVNULL,
        )
        return cls(process)

    @property
    def alive(self) -> bool:
        """Whether it can be asked."""
        return self._process.returncode is None and self.jobs < MOST_JOBS

    async def ready(self) -> None:
        """Wait until it can be asked.

        Raises
        ------
        DeadError
            where it ends instead.
        """
        if not self._ready:
            await self.frame()
            self._ready = True

    async def ask(self, name: str, question: bytes) -> None:
        """Send a question."""
        self.jobs += 1
        stdin = self._process.stdin
        assert stdin is not None  # noqa: S101 - it was asked for
        with suppress(ConnectionError):  # it is dead, as whoever waits for the answer will see
            stdin.write(Frame(QUESTION, name.encode() + b"\n" + question).packed)
            await stdin.drain()

    async def frame(self) -> Frame:
        """Return what it says next; where that is cancelled nothing is lost.

        Raises
        ------
        DeadError
            where it ends instead.
        """
        stdout = self._process.stdout
        assert stdout is not None  # noqa: S101 - it was asked for
        try:
            if self._head is None:
                self._head = await stdout.readexactly(HEAD.size)
            letter, size = HEAD.unpack(self._head)
            content = await stdout.readexactly(size)
        except (asyncio.IncompleteReadError, ConnectionError):
            raise DeadError from None
        self._head = None
        return Frame(letter, content)

    async def finished(self) -> bool:
        """Wait for a moment until it has finished what nobody wants; return whether it has."""
        try:
            async with asyncio.timeout(GRACE):
                while not (frame := await self.frame()).final:
                    pass
        except (TimeoutError, DeadError):
            return False
        return frame.letter != FATAL

    async def end(self) -> None:
        """Kill it; the programs that it runs end with it."""
        await processes.end(self._process)
