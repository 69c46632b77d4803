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
from collections.abc import Callable, Sequence
from contextlib import suppress
from threading import Condition, Lock, Thread
from time import monotonic
from typing import IO, Any, NamedTuple, cast

from litgrid.cli.jobs import Done, work
from litgrid.core import memory
from litgrid.core.closing import Closing
from litgrid.core.errors import LitgridError
from litgrid.core.processes import FORKS, Process
from litgrid.formats import Input
from litgrid.formats.reading import Unread

MOST, MOST_BYTES = 4096, 1 << 25
"""So many puzzles are between reading and printing at most, and so many bytes of them, unless one alone has more."""
SOON, MOST_AT_ONCE = 0.1, 128
"""Puzzles go to a worker in bundles, of one at first, and then as many as take so many seconds, up to a number."""
LEAST = 1 << 27
"""So many bytes of memory has each at least, or there are fewer."""
PROGRAM = "import sys; from litgrid.cli.jobs import work; work(sys.stdin.buffer, sys.stdout.buffer)"
BROKEN = (EOFError, OSError, pickle.UnpicklingError)
"""What reading from a process, or writing to it, raises once it has died."""


class _Piece(NamedTuple):
    """A puzzle by its number: unread, or pickled as others and formulas are, which has a size that can be told."""

    number: int
    size: int
    held: Unread | bytes | Done


class Crew(Closing):
    """Workers that run the command again. Use it in a ``with`` statement, at whose end they are gone.

    There are so many ``jobs``; fewer where the memory would not do. ``show`` is called, in order and by one thread at a
    time, with each puzzle's name for what follows, or that of the last of some in a row, and what came of them.
    """

    def __init__(self, jobs: int, arguments: list[str], show: Callable[[Any, Done], None]) -> None:
        self._jobs, self._show = max(1, min(jobs, memory.allowed() // LEAST)), show
        streams = [(stream.isatty(), stream.encoding) for stream in (sys.stdout, sys.stderr)]
        environment = {
            "COLUMNS": str(shutil.get_terminal_size().columns),
            memory.VARIABLE: f"{(memory.taken() + memory.allowed() // self._jobs) // 10**6 + 1}M",
        }
        self._hello = pickle.dumps((arguments, streams, environment))
        self._lock = Lock()
        self._room, self._work_comes = Condition(self._lock), Condition(self._lock)
        self._waiting: deque[_Piece] = deque()
        self._names: deque[Any] = deque()
        self._done: dict[int, Done] = {}
        self._come = self._shown = self._held = self._idle = 0
        self._showing = self._closed = False
        self._failure: BaseException | None = None
        self._processes: set[Process] = set()
        # One for each core is forked, before there are threads, as forks have the locks that these hold.
        first = [self._started(work) for _ in range(min(self._jobs, len(os.sched_getaffinity(0))) if FORKS else 0)]
        self._workers: list[Thread] = []
        for process in first:
            self._employ(process)

    def put(self, name: Any, item: Input | Unread | Done) -> None:
        """Have a puzzle answered, or shown what is :class:`Done` already; wait while too many are under way."""
        held = item if isinstance(item, Unread | Done) else pickle.dumps(item, pickle.HIGHEST_PROTOCOL)
        size = len(held) if isinstance(held, bytes) else held.size
        with self._lock:
            self._wait(lambda: not self._names or (len(self._names) < MOST and self._held + size <= MOST_BYTES))
            piece = _Piece(self._come, size, held)
            self._come += 1
            self._held += size
            self._names.append(name)
            if not isinstance(held, Done):
                self._waiting.append(piece)
                self._work_comes.notify()
                if self._idle == 0 and len(self._workers) < self._jobs:
                    self._employ()
                return
        self._answered(held, [piece])

    def finish(self) -> None:
        """Wait until all is shown."""
        with self._lock:
            self._wait(lambda: not self._names)

    def close(self) -> None:
        with self._lock:
            self._closed = True
            self._work_comes.notify_all()
        for process in list(self._processes):
            process.end()
        for thread in self._workers:
            thread.join()

    def _wait(self, until: Callable[[], bool]) -> None:
        self._room.wait_for(lambda: self._failure is not None or until())
        if self._failure is not None:
            raise self._failure

    def _employ(self, process: Process | None = None) -> None:
        self._workers.append(Thread(target=self._safely, args=[process], daemon=True))
        self._workers[-1].start()

    def _safely(self, process: Process | None) -> None:
        """Do the work of a thread; what it raises is raised where puzzles come from."""
        try:
            self._work(process)
        except BaseException as error:
            self._fail(error)

    def _fail(self, error: BaseException) -> None:
        with self._lock:
            self._failure = self._failure or error
            self._room.notify()

    def _work(self, process: Process | None) -> None:
        """Let a process answer bundle after bundle, and others after it where it dies."""
        size = 1
        while bundle := self._bundle(size):
            begin = monotonic()
            process = process or self._started()
            try:
                stdin, stdout = cast("IO[bytes]", process.stdin), cast("IO[bytes]", process.stdout)
                pickle.dump([piece.held for piece in bundle], stdin, pickle.HIGHEST_PROTOCOL)
                stdin.flush()
                while bundle:
                    done = pickle.load(stdout)  # noqa: S301 - it comes from our own process
                    self._answered(done, [bundle.popleft() for _ in range(done.puzzles)])
            except BROKEN:
                if self._closed:
                    return
                self._end(process)
                if size == 1:
                    self._answered(Done(left=_death(process)), [bundle.popleft()])
                process, size = None, 1  # of several that are worked on together, any may be the one
                with self._lock:
                    self._waiting.extendleft(reversed(bundle))
                    self._work_comes.notify_all()
            else:
                took = monotonic() - begin
                size = min(2 * size, MOST_AT_ONCE) if took < SOON else max(size // 2, 1) if took > 2 * SOON else size
        if process is not None:
            self._end(process)

    def _bundle(self, size: int) -> deque[_Piece]:
        """Return the next puzzles, up to so many in a row, when there are some; none at the end."""
        with self._lock:
            self._idle += 1
            self._work_comes.wait_for(lambda: self._closed or self._waiting)
            self._idle -= 1
            share = 0 if self._closed else min(size, -(-len(self._waiting) // (2 * self._jobs)))
            bundle: deque[_Piece] = deque()
            while len(bundle) < share and (not bundle or self._waiting[0].number == bundle[-1].number + 1):
                bundle.append(self._waiting.popleft())
            return bundle

    def _answered(self, done: Done, pieces: Sequence[_Piece]) -> None:
        """Take what came of puzzles in a row, and show what may be shown now, unless another thread is at it."""
        with self._lock:
            self._held += done.size - sum(piece.size for piece in pieces)
            self._done[pieces[0].number] = done
            if self._showing:
                return
            self._showing = True
        while (ready := self._next()) is not None:
            try:
                self._show(*ready)
            except BaseException as error:  # the output is closed or full, which is no fault of a worker
                self._fail(error)
                return
            with self._lock:
                for _ in range(ready[1].puzzles):
                    self._names.popleft()
                self._held -= ready[1].size
                self._shown += ready[1].puzzles
                if len(self._names) <= MOST // 2 and self._held <= MOST_BYTES // 2:
                    self._room.notify()

    def _next(self) -> tuple[Any, Done] | None:
        """Return what may be shown next, for the thread that shows; where there is nothing, any may be that again."""
        with self._lock:
            if self._shown in self._done and not self._closed:
                done = self._done.pop(self._shown)
                return self._names[done.puzzles - 1], done
            self._showing = False
            return None

    def _started(self, fork: Callable[[IO[bytes], IO[bytes]], None] | None = None) -> Process:
        environment = {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        command = fork or [sys.executable, "-P", "-c", PROGRAM]
        process = Process(command, environment=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        with self._lock:
            self._processes.add(process)
        with suppress(OSError):  # it has died, and whoever waits for an answer will see that
            stdin = cast("IO[bytes]", process.stdin)
            stdin.write(self._hello)
            stdin.flush()
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
