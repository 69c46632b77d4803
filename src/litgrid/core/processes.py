"""Other processes, started in one way: whatever ends this process, they end with it, and so do temporary folders.

Each runs in a process group of its own, so that what it starts ends with it. A *warden* is told of it, a small process
that is started with the first of them and outlives this one by a moment: see :mod:`litgrid.core.warden`. It has to be
another process: nobody hears SIGKILL, and a solver that computes lets no Python run. Signals stay as they are, so that
SIGTERM, or SIGHUP, ends this process as any other.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from glob import escape
from pathlib import Path
from types import FrameType
from typing import IO, TYPE_CHECKING, Any, cast

from litgrid.core import warden

if TYPE_CHECKING:
    from asyncio.subprocess import Process as Asynchronous

WATCH = "import sys; sys.path.append(sys.argv[1]); import warden; warden.main(*sys.argv[2:])"
"""The warden's program: not run as a file, as that would be compiled each time."""
LOOKS = 0.2
"""Seconds between two looks whether a parent is still there, where a warden cannot see to it."""
FORKS = sys.platform == "linux"
"""Whether a process may be a fork of this one; elsewhere the system's own libraries do not bear it."""


class _Outliving(subprocess.Popen[bytes]):
    """A process that goes on for a moment when this one has ended, of which nobody need be warned."""

    def __del__(self) -> None:
        return


class Warden:
    """The warden of this process, as this process sees it; started when something is kept first."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept: dict[str, None] = {}
        self._process: _Outliving | None = None

    def keep(self, *things: str) -> None:
        """Have these ended or removed with this process: a kind, a space, and which, as the warden is told."""
        with self._lock:
            self._kept.update(dict.fromkeys(things))
            self._tell(*(f"+{thing}" for thing in things))

    def release(self, thing: str) -> None:
        """Say that one of these has ended."""
        with self._lock:
            self._kept.pop(thing, None)
            self._tell(f"-{thing}")

    def _tell(self, *told: str) -> None:
        """Tell the warden; where there is none, or none any more, start one and tell it everything."""
        if self._process is None:
            self._process = self._started()
            threading.Thread(target=self._stand_in, args=[self._process], daemon=True).start()
            told = tuple(f"+{thing}" for thing in self._kept)
        stdin = cast("IO[bytes]", self._process.stdin)
        with suppress(BrokenPipeError):  # it was killed at this moment, and the next one is told
            stdin.write(b"".join(os.fsencode(each) + warden.END for each in told))

    def _stand_in(self, process: _Outliving) -> None:
        """Start another warden when one is killed; one that ends by itself cannot work here.

        Where none can be started now, the next thing to be kept tries again. At the end of the interpreter there may be
        no threads and no open streams any more, and a warden finds what is left by itself.
        """
        if process.wait() < 0:
            with self._lock, suppress(OSError, RuntimeError, ValueError):
                self._process = None
                self._tell()

    def _started(self) -> _Outliving:
        import tempfile  # here and below: whoever starts nothing needs none

        watched = (tempfile.gettempdir(), warden.identity())
        process = _Outliving(
            [sys.executable, "-I", "-S", "-c", WATCH, os.path.dirname(warden.__file__), *watched],  # noqa: PTH120
            bufsize=0,
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,  # Ctrl-C is not for it
            cwd=os.path.abspath(os.sep),  # noqa: PTH100 - it keeps no folder busy
            env={name: value for name, value in os.environ.items() if name != warden.OWNERS},
        )
        if hasattr(os, "register_at_fork"):  # a fork of this process must not keep the stream open
            os.register_at_fork(after_in_child=cast("IO[bytes]", process.stdin).close)
        return process


_once = threading.RLock()
"""What is made once is made by the first thread that asks for it; others wait."""


@cache
def _warden_of(pid: int) -> Warden:  # noqa: ARG001 - a fork of this process has one of its own
    return Warden()


def _warden() -> Warden:
    with _once:
        return _warden_of(os.getpid())


def ready() -> None:
    """Have a warden before anything is started, so that its own start is in nobody's time."""
    _warden().keep()


def marked() -> dict[str, str]:
    """Return variables of the environment by which what is started ends with this process, where there is a /proc."""
    ready()
    return {warden.OWNERS: f"{os.environ.get(warden.OWNERS, '')} {warden.identity()}".strip()}


def _environment(more: Mapping[str, str] | None) -> dict[str, str]:
    return {**os.environ, **(more or {}), **marked()}


class _Fork:
    """A fork of this process that does some work, with streams as :class:`subprocess.Popen` has them."""

    stderr = None

    def __init__(self, work: Callable[[IO[bytes], IO[bytes]], None]) -> None:
        self.returncode: int | None = None
        (given, giving), (hearing, told) = os.pipe(), os.pipe()
        self.pid = os.fork()
        if self.pid == 0:
            try:
                os.setsid()
                os.close(giving)
                os.close(hearing)
                work(os.fdopen(given, "rb"), os.fdopen(told, "wb"))
            finally:
                os._exit(1)
        os.close(given)
        os.close(told)
        self.stdin, self.stdout = os.fdopen(giving, "wb"), os.fdopen(hearing, "rb")

    def wait(self) -> int:
        """Return its exit code, when it has ended."""
        if self.returncode is None:
            self.returncode = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
        return self.returncode


class Process:
    """A process at work, and whatever it starts.

    Parameters
    ----------
    command
        The program and its arguments. Or where there are :data:`FORKS`, what a fork of this process does, with what it
        reads from and what it writes to: it has all that is imported here, and the locks that other threads hold.
    environment
        Variables that it gets besides those of this process.
    streams
        ``stdin``, ``stdout`` and ``stderr``, as :class:`subprocess.Popen` takes them.

    Raises
    ------
    OSError
        where it cannot be started.
    """

    def __init__(
        self,
        command: Sequence[str] | Callable[[IO[bytes], IO[bytes]], None],
        *,
        environment: Mapping[str, str] | None = None,
        **streams: int | IO[bytes] | None,
    ) -> None:
        self._reaping = threading.Lock()
        self._follower = threading.Thread(target=self._follow, daemon=True)
        started: list[subprocess.Popen[bytes] | _Fork] = []
        try:
            with _signals_wait():
                self._process = (
                    _Fork(command)
                    if callable(command)
                    else subprocess.Popen(  # noqa: S603 - who asks knows what is started
                        command, start_new_session=True, env=_environment(environment), **cast("Any", streams)
                    )
                )
                started.append(self._process)
                _warden().keep(self._group)
                self._follower.start()
        except BaseException:
            for process in started:
                self.end()
                for stream in (process.stdin, process.stdout, process.stderr):
                    if stream is not None:
                        stream.close()
            raise
        self.stdin, self.stdout, self.stderr = self._process.stdin, self._process.stdout, self._process.stderr

    @property
    def _group(self) -> str:
        return f"group {self._process.pid}"

    def _follow(self) -> None:
        """Once it has ended, end what it has started, and only then give its number back."""
        if hasattr(os, "waitid"):
            with suppress(ChildProcessError):  # the system reaps by itself where SIGCHLD is ignored
                os.waitid(os.P_PID, self._process.pid, os.WEXITED | os.WNOWAIT)
        else:
            self._process.wait()
        with self._reaping:
            warden.kill(self._process.pid)
            _warden().release(self._group)
            self._process.wait()

    def wait(self, seconds: float | None = None) -> int | None:
        """Return its exit code (a negative one is the signal that ended it); ``None`` where it is still at work."""
        self._follower.join(seconds)
        return self._process.returncode

    def end(self) -> None:
        """End it, and whatever it has started."""
        with self._reaping:
            if self._process.returncode is None:
                warden.kill(self._process.pid)
        if self._follower.ident is None:  # it could not be started
            self._follow()
        else:
            self._follower.join()


async def start(command: Sequence[str], *, environment: Mapping[str, str], **streams: int | None) -> Asynchronous:
    """Start a process as :class:`Process` does, for a loop; :func:`end` ends it.

    Raises
    ------
    OSError
        where it cannot be started.
    """
    from asyncio import create_subprocess_exec

    process = await create_subprocess_exec(
        *command, start_new_session=True, env=_environment(environment), **cast("Any", streams)
    )
    _warden().keep(f"group {process.pid}")
    return process


async def end(process: Asynchronous) -> None:
    """End what :func:`start` has started."""
    if process.returncode is None:
        warden.kill(process.pid)
    await process.wait()
    _warden().release(f"group {process.pid}")


@contextmanager
def temporary_folder() -> Iterator[Path]:
    """Give a folder that is removed at the end of the block, or when this process ends.

    Raises
    ------
    OSError
        where it cannot be made.
    """
    ready()
    import tempfile

    made = tempfile.TemporaryDirectory(prefix=f"{warden.PREFIX}{warden.identity()}-", ignore_cleanup_errors=True)
    try:
        with made as folder:
            _warden().keep(f"folder {folder}")
            yield Path(folder)
    finally:
        if not Path(made.name).exists():
            _warden().release(f"folder {made.name}")


@contextmanager
def passing(file: Path, *, begun: bool = False) -> Iterator[None]:
    """Remove a file at the end of the block, or when this process ends; or all whose names are ``begun`` so."""
    file = file.absolute()  # the warden is in another folder
    pattern = escape(str(file)) + "*" * begun
    _warden().keep(f"files {pattern}")
    try:
        yield
    finally:
        for found in file.parent.glob(escape(file.name) + "*" * begun):
            found.unlink(missing_ok=True)
        _warden().release(f"files {pattern}")


@contextmanager
def deaf() -> Iterator[None]:
    """Let what is started in this block not hear Ctrl-C, which goes to all processes, from its first moment on."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def end_with(parent: int) -> None:
    """Let this process end with its parent, where the system does not see to it."""
    threading.Thread(target=_end_with, args=(parent,), daemon=True).start()


def _end_with(parent: int) -> None:
    while os.name != "posix" or os.getppid() == parent:  # elsewhere the number stays when the parent is gone
        time.sleep(LOOKS)
    os._exit(1)


@contextmanager
def _signals_wait() -> Iterator[None]:
    """Let signals that Python hears, as Ctrl-C, wait: in the midst of its start a process is known to nobody yet."""
    came: list[tuple[int, FrameType | None]] = []
    handlers: dict[int, Callable[[int, FrameType | None], Any]] = {}
    if threading.current_thread() is threading.main_thread():
        for number in (getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)):
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
            handlers[number](number, frame)
