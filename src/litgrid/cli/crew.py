"""Several processes that answer puzzles; what they print comes in the order of the puzzles, each as soon as it may.

Each is worked on until it dies: then the puzzle that it was at gets an error, and another process takes its place. No
more puzzles wait, read and not answered, or answered and not printed, than :data:`MOST` says.
"""

from __future__ import annotations

import os
import pickle
import shutil
import signal
import subprocess
import sys
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from threading import Condition, Lock, Thread
from time import monotonic
from typing import IO, Any, cast

from litgrid.cli.jobs import Done
from litgrid.core import memory
from litgrid.core.closing import Closing
from litgrid.core.errors import LitgridError
from litgrid.core.processes import Process

MOST, MOST_BYTES = 4096, 1 << 25
"""So many puzzles are between reading and printing at most, and so many bytes of them, unless one alone has more."""
SOON, MOST_AT_ONCE = 0.05, 64
"""Puzzles go to a worker in bundles, of one at first, and then as many as take so many seconds, up to a number."""
LEAST = 1 << 27
"""So many bytes of memory has each at least, or there are fewer."""
PROGRAM = "from litgrid.cli.jobs import work; work()"
BROKEN = (EOFError, OSError, pickle.UnpicklingError)
"""What reading from a process, or writing to it, raises once it has died."""


class Crew(Closing):
    """Workers that run the command again. Use it in a ``with`` statement, at whose end they are gone.

    There are so many ``jobs``, once so many have something to do; fewer where the memory would not do. ``show`` is
    called, in order and in a thread of its own, with each puzzle's name for what follows, and what came of it.
    """

    def __init__(self, jobs: int, arguments: list[str], show: Callable[[Any, Done], None]) -> None:
        self._jobs, self._show = max(1, min(jobs, memory.allowed() // LEAST)), show
        streams = [(stream.isatty(), stream.encoding) for stream in (sys.stdout, sys.stderr)]
        self._hello = pickle.dumps((arguments, streams))
        self._lock = Lock()
        self._room, self._work_comes, self._done_comes = (Condition(self._lock) for _ in range(3))
        self._waiting: deque[tuple[int, bytes]] = deque()
        self._names: dict[int, Any] = {}
        self._done: dict[int, Done] = {}
        self._come = self._shown = self._held = self._idle = 0
        self._processes: set[Process] = set()
        self._workers: list[Thread] = []
        self._failure: BaseException | None = None
        self._closed = False
        self._printer = Thread(target=self._safely, args=[self._print], daemon=True)
        self._printer.start()

    def put(self, name: Any, item: object) -> None:
        """Have a puzzle answered, or shown what is :class:`Done` already; wait while too many are under way."""
        piece = b"" if isinstance(item, Done) else pickle.dumps(item, pickle.HIGHEST_PROTOCOL)
        with self._lock:
            self._wait(lambda: not self._names or (len(self._names) < MOST and self._held + len(piece) <= MOST_BYTES))
            self._names[self._come] = name
            if isinstance(item, Done):
                self._done[self._come] = item
                self._done_comes.notify()
            else:
                self._held += len(piece)
                self._waiting.append((self._come, piece))
                self._work_comes.notify()
                if self._idle == 0 and len(self._workers) < self._jobs:
                    self._workers.append(Thread(target=self._safely, args=[self._work], daemon=True))
                    self._workers[-1].start()
            self._come += 1

    def finish(self) -> None:
        """Wait until all is shown."""
        with self._lock:
            self._wait(lambda: not self._names)

    def close(self) -> None:
        with self._lock:
            self._closed = True
            self._work_comes.notify_all()
            self._done_comes.notify_all()
        for process in list(self._processes):
            process.end()
        for thread in (*self._workers, self._printer):
            thread.join()

    def _wait(self, until: Callable[[], bool]) -> None:
        self._room.wait_for(lambda: self._failure is not None or until())
        if self._failure is not None:
            raise self._failure

    def _safely(self, work: Callable[[], None]) -> None:
        """Do the work of a thread; what it raises is raised where puzzles come from."""
        try:
            work()
        except BaseException as error:
            with self._lock:
                self._failure = self._failure or error
                self._room.notify()

    def _print(self) -> None:
        while True:
            with self._lock:
                self._done_comes.wait_for(lambda: self._closed or self._shown in self._done)
                if self._closed:
                    return
                done, name = self._done.pop(self._shown), self._names[self._shown]
            self._show(name, done)
            with self._lock:
                del self._names[self._shown]
                self._held -= done.size
                self._shown += 1
                if len(self._names) <= MOST // 2 and self._held <= MOST_BYTES // 2:
                    self._room.notify()

    def _work(self) -> None:
        """Let a process answer bundle after bundle, and others after it where it dies."""
        process, size = None, 1
        while bundle := self._bundle(size):
            begin = monotonic()
            process = process or self._started()
            try:
                stdin, stdout = cast("IO[bytes]", process.stdin), cast("IO[bytes]", process.stdout)
                pickle.dump([piece for _, piece in bundle], stdin)
                stdin.flush()
                for _ in range(len(bundle)):
                    done = pickle.load(stdout)  # noqa: S301 - it comes from our own process
                    self._answered(*bundle.popleft(), done)
            except BROKEN:
                if self._closed:
                    return
                self._end(process)
                if size == 1:
                    self._answered(*bundle.popleft(), Done(left=_death(process)))
                process, size = None, 1  # of several that are worked on together, any may be the one
                with self._lock:
                    self._waiting.extendleft(reversed(bundle))
                    self._work_comes.notify_all()
            else:
                took = monotonic() - begin
                size = min(2 * size, MOST_AT_ONCE) if took < SOON else max(size // 2, 1) if took > 2 * SOON else size
        if process is not None:
            self._end(process)

    def _bundle(self, size: int) -> deque[tuple[int, bytes]]:
        """Return the next puzzles, up to so many, when there are some; none at the end."""
        with self._lock:
            self._idle += 1
            self._work_comes.wait_for(lambda: self._closed or self._waiting)
            self._idle -= 1
            share = 0 if self._closed else min(size, -(-len(self._waiting) // self._jobs))
            return deque(self._waiting.popleft() for _ in range(share))

    def _answered(self, number: int, piece: bytes, done: Done) -> None:
        with self._lock:
            self._held += done.size - len(piece)
            self._done[number] = done
            if number == self._shown:
                self._done_comes.notify()

    def _started(self) -> Process:
        share = memory.allowed() // self._jobs
        environment = {
            "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
            "COLUMNS": str(shutil.get_terminal_size().columns),
            memory.VARIABLE: f"{max(share // 10**6, 1)}M",
        }
        command = [sys.executable, "-P", "-c", PROGRAM]
        process = Process(command, environment=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        with self._lock:
            self._processes.add(process)
        with suppress(OSError):  # it has died, and whoever waits for an answer will see that
            cast("IO[bytes]", process.stdin).write(self._hello)
        if self._closed:
            process.end()
        return process

    def _end(self, process: Process) -> None:
        process.end()
        for stream in (process.stdin, process.stdout):
            with suppress(OSError):
                cast("IO[bytes]", stream).close()
        with self._lock:
            self._processes.discard(process)


def _death(process: Process) -> LitgridError:
    code = process.wait() or 0
    if code < 0:
        name = signal.Signals(-code).name
        return LitgridError(
            f"the process that was at it was ended by the signal {name}, perhaps as memory ran out; others are answered"
        )
    return LitgridError(f"the process that was at it ended with exit code {code}; others are answered")
