"""Programs of others, started and ended: each in a process group of its own, so that what it starts ends with it.

Threads read what a program says, so that it never waits for us, and no more is kept than was asked for. However a call
ends (the answer, the time limit, Ctrl-C, another signal that ends this process), the program is gone when it returns.
"""

from __future__ import annotations

import os
import signal
import subprocess
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from queue import Empty, SimpleQueue
from types import FrameType
from typing import IO, Self, cast

from litgrid.core.characters import shorten
from litgrid.core.errors import EngineError
from litgrid.core.limit import Limit

PIECE = 1 << 16
"""Bytes that are read at a time."""
PATIENCE = 2.0
"""Seconds to wait for the last that a program says, once it has ended."""
TAIL = 20
"""So many pieces of the error stream are kept, the last ones."""
ENDING = ("SIGTERM", "SIGHUP")
"""Signals that end this process and would leave a program behind."""


class Program:
    """A program at work. Use it in a ``with`` statement: it is ended when that is left.

    Parameters
    ----------
    name
        The engine's name, for messages.
    command
        The program and its arguments.
    talk
        Whether it is written to.
    """

    def __init__(self, name: str, command: Sequence[str], *, talk: bool = False) -> None:
        self._name = name
        self._heard: SimpleQueue[bytes] = SimpleQueue()
        self._errors: deque[bytes] = deque(maxlen=TAIL)
        self._gone = False
        try:
            with _signals_wait(self.end):
                self._process = subprocess.Popen(  # noqa: S603 - the user named the program
                    command,
                    stdin=subprocess.PIPE if talk else subprocess.DEVNULL,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.PIPE,
                    start_new_session=True,
                )
                pipes = ((self._process.stdout, self._heard.put), (self._process.stderr, self._errors.append))
                self._threads = [threading.Thread(target=_drain, args=pipe, daemon=True) for pipe in pipes]
                self._threads.append(threading.Thread(target=self._follow, daemon=True))
                for thread in self._threads:
                    thread.start()
        except OSError as error:
            raise EngineError(f"the engine {name} cannot be started: {command[0]}: {error.strerror}") from error

    def _follow(self) -> None:
        """Once it has ended, end what it has started, which would keep its output open."""
        self._process.wait()
        self._kill()

    def _kill(self) -> None:
        if not hasattr(os, "killpg"):
            self._process.kill()
            return
        with suppress(ProcessLookupError, PermissionError):  # all of it has ended
            os.killpg(self._process.pid, signal.SIGKILL)

    def write(self, text: bytes) -> None:
        """Write to its standard input; where it does not read any more, whoever waits for its answer will see that."""
        stdin = cast("IO[bytes]", self._process.stdin)
        with suppress(BrokenPipeError):
            stdin.write(text)
            stdin.flush()

    def read(self, most: int, limit: Limit, mark: bytes = b"") -> str | None:
        """Return what it prints until it prints a mark, or until its output ends; ``None`` where the time ran out.

        Raises
        ------
        EngineError
            where it prints more than ``most`` bytes, or ends before it printed the mark.
        """
        pieces, size, end = [], 0, b""
        while True:
            left = limit.left()
            try:
                piece = self._heard.get(timeout=left)
            except Empty:
                return None
            if left == 0 and piece:  # it may have more to say for ever
                return None
            pieces.append(piece)
            size += len(piece)
            if size > most:
                raise self.failure(f"printed more than {most:,} bytes, and was ended")
            if mark:
                end = end[-len(mark) :] + piece
            if (mark and mark in end) or not piece:
                break
        if mark and not piece:
            raise self.silence()
        return b"".join(pieces).decode("utf-8", "replace")

    def wait(self, limit: Limit) -> int | None:
        """Return its exit code (a negative one is the signal that ended it); ``None`` where the time ran out."""
        try:
            return self._process.wait(limit.left())
        except subprocess.TimeoutExpired:
            return None

    def end(self) -> None:
        """End it, and whatever it has started."""
        if self._gone:
            return
        self._gone = True
        self._kill()
        self._process.wait()
        for thread in self._threads:
            thread.join(PATIENCE)
        for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
            if pipe is not None:
                with suppress(BrokenPipeError):
                    pipe.close()

    def failure(self, what: str) -> EngineError:
        """End it; return the error that says what it did, and the last line that it complained in."""
        self.end()
        lines = b"".join(self._errors).decode("utf-8", "replace").split("\n")
        last = next((line.strip() for line in reversed(lines) if line.strip()), "")
        return EngineError(f"the engine {self._name} {what}" + (f"; it said {shorten(last, 200)}" if last else ""))

    def silence(self) -> EngineError:
        """Return the error of a program that ended without an answer. Requires that it did."""
        code = self._process.wait()
        if code < 0:
            return self.failure(f"was ended by the signal {signal.Signals(-code).name}")
        if code:
            return self.failure(f"ended with exit code {code} and without an answer")
        return self.failure("ended without an answer")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.end()


def _drain(pipe: IO[bytes], put: Callable[[bytes], object]) -> None:
    """Hand on each piece of a stream, and an empty one at its end."""
    with suppress(OSError):  # it was closed
        while piece := os.read(pipe.fileno(), PIECE):
            put(piece)
    put(b"")


@contextmanager
def _signals_wait(undo: Callable[[], None]) -> Iterator[None]:
    """Let signals that end this process wait, and undo what was done meanwhile where one came.

    In the midst of its start a program is known to nobody yet, and would be left behind.
    """
    came: list[tuple[int, FrameType | None]] = []
    handlers = {}
    if threading.current_thread() is threading.main_thread():
        for number in (getattr(signal, name) for name in ("SIGINT", *ENDING) if hasattr(signal, name)):
            handler = signal.getsignal(number)
            if callable(handler):
                handlers[number] = handler
                signal.signal(number, lambda *arrival: came.append(arrival))
    try:
        yield
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)
    for number, frame in came:
        undo()
        handlers[number](number, frame)


@contextmanager
def orderly() -> Iterator[None]:
    """While programs run, let signals that end this process do so as Ctrl-C does, so that no program is left behind.

    Where somebody else handles these signals, or in another thread than the main one, nothing is changed.
    """

    def leave(number: int, frame: FrameType | None) -> None:  # noqa: ARG001
        raise SystemExit(128 + number)

    numbers = [getattr(signal, name) for name in ENDING if hasattr(signal, name)]
    if threading.current_thread() is not threading.main_thread():
        numbers = []
    changed = [number for number in numbers if signal.getsignal(number) == signal.SIG_DFL]
    for number in changed:
        signal.signal(number, leave)
    try:
        yield
    finally:
        for number in changed:
            signal.signal(number, signal.SIG_DFL)
