"""Programs that are talked to. Threads read what a program says, so that it never waits for us.

No more is kept than was asked for. However a call ends (the answer, the time limit, Ctrl-C), the program is gone when
it returns; and where this process is ended, a moment later: see :mod:`litgrid.core.processes`.
"""

from __future__ import annotations

import os
import signal
import subprocess
import threading
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import IO, cast

from litgrid.core.characters import shorten
from litgrid.core.closing import Closing
from litgrid.core.errors import EngineError
from litgrid.core.limit import Limit
from litgrid.core.processes import Process

PIECE = 1 << 16
"""Bytes that are read at a time."""
PATIENCE = 2.0
"""Seconds to wait for the last that a program says, once it has ended."""
TAIL = 20
"""So many pieces of the error stream are kept, the last ones."""


class Program(Closing):
    """A program at work. Use it in a ``with`` statement: it is ended when that is left.

    ``talk``: it is written to. ``environment``: variables that it gets besides those of this process.
    """

    def __init__(
        self, name: str, command: Sequence[str], *, talk: bool = False, environment: Mapping[str, str] | None = None
    ) -> None:
        self._name = name
        self._heard: SimpleQueue[bytes] = SimpleQueue()
        self._errors: deque[bytes] = deque(maxlen=TAIL)
        self._unread: list[bytes] = []
        try:
            self._process = Process(
                command,
                environment=environment,
                stdin=subprocess.PIPE if talk else subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
            )
        except (OSError, RuntimeError) as error:  # no program, or no process or thread more
            why = error.strerror if isinstance(error, OSError) else error
            raise EngineError(f"the engine {name} cannot be started: {command[0]}: {why}") from error
        pipes = ((self._process.stdout, self._heard.put), (self._process.stderr, self._errors.append))
        self._threads = [threading.Thread(target=_drain, args=pipe, daemon=True) for pipe in pipes]
        for thread in self._threads:
            thread.start()

    def write(self, text: bytes) -> None:
        """Write to its standard input; where it does not read any more, whoever waits for its answer will see that."""
        stdin = cast("IO[bytes]", self._process.stdin)
        with suppress(BrokenPipeError):
            stdin.write(text)
            stdin.flush()

    def hang_up(self) -> None:
        """End its standard input."""
        with suppress(BrokenPipeError):
            cast("IO[bytes]", self._process.stdin).close()

    def read(self, most: int, limit: Limit, mark: bytes = b"") -> str | None:
        """Return what it prints until it prints a mark, or until its output ends; ``None`` where the time ran out.

        Raises :class:`EngineError` where it prints more than ``most`` bytes, or ends before it printed the mark.
        """
        size, end = 0, b""
        while True:
            left = limit.left()
            try:
                piece = self._heard.get(timeout=left)
            except Empty:
                return None
            if left == 0 and piece:  # it may have more to say for ever
                return None
            self._unread.append(piece)
            size += len(piece)
            if size > most:
                raise self.failure(f"printed more than {most:,} bytes, and was ended")
            if mark:
                end = end[-len(mark) :] + piece
            if (mark and mark in end) or not piece:
                break
        if mark and not piece:
            raise self.silence()
        return self.unread()

    def unread(self) -> str:
        """Return what was printed, and heard, and not returned yet."""
        said, self._unread = b"".join(self._unread), []
        return said.decode("utf-8", "replace")

    def wait(self, limit: Limit) -> int | None:
        """Return its exit code (a negative one is the signal that ended it); ``None`` where the time ran out."""
        return self._process.wait(limit.left())

    def close(self) -> None:
        self._process.end()
        for thread in self._threads:
            thread.join(PATIENCE)
        for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
            if pipe is not None:
                with suppress(BrokenPipeError):
                    pipe.close()

    def failure(self, what: str) -> EngineError:
        """End it; return the error that says what it did, and the last line that it complained in."""
        last = self.complaint()
        return EngineError(f"the engine {self._name} {what}" + (f"; it said {shorten(last, 200)}" if last else ""))

    def complaint(self) -> str:
        """End it; return the last line of its error stream, empty where there is none."""
        self.close()
        lines = b"".join(self._errors).decode("utf-8", "replace").split("\n")
        return next((line.strip() for line in reversed(lines) if line.strip()), "")

    def silence(self) -> EngineError:
        """Return the error of a program that ended without an answer. Requires that it did."""
        code = cast("int", self._process.wait())
        if code < 0:
            return self.failure(f"was ended by the signal {signal.Signals(-code).name}")
        if code:
            return self.failure(f"ended with exit code {code} and without an answer")
        return self.failure("ended without an answer")


def _drain(pipe: IO[bytes], put: Callable[[bytes], object]) -> None:
    """Hand on each piece of a stream, and an empty one at its end."""
    with suppress(OSError):  # it was closed
        while piece := os.read(pipe.fileno(), PIECE):
            put(piece)
    put(b"")
