"""How tests start other processes: each in a group of its own, which ends with the block or the call that started it.

What a test starts ends also where pytest is killed: pytest has a warden, as litgrid has, which ends whatever names
pytest in its environment (:func:`owned`). And signals are as usual in what is started, however pytest was started
itself: in the background of a script SIGINT is ignored, and with nohup SIGHUP.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import psutil

from litgrid.core import processes, warden

PATIENCE = 120.0
"""Seconds that a test waits for what happens at once on a machine that has nothing else to do."""


def owned() -> None:
    """Let all that this process starts from now on end with it, and hear signals, also those that were ignored here."""
    os.environ[warden.OWNERS] = processes.marked()[warden.OWNERS]
    for name in ("SIGINT", "SIGHUP", "SIGTERM", "SIGQUIT"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is signal.SIG_IGN:
            # What is handled here is as usual in what is started; tests raise SIGINT in this process, too.
            signal.signal(number, signal.default_int_handler if name == "SIGINT" else lambda *_: None)


@contextmanager
def started(command: Sequence[str], **options: Any) -> Iterator[subprocess.Popen[Any]]:
    """Start a process as :class:`subprocess.Popen` does; at the end of the block it is killed, with what it started."""
    process = subprocess.Popen(command, **{"start_new_session": True, **options})
    try:
        yield process
    finally:
        with suppress(OSError):
            if process.poll() is None or hasattr(os, "killpg"):
                warden.kill(process.pid)
        process.wait()
        for stream in (process.stdin, process.stdout, process.stderr):
            if stream is not None:
                with suppress(OSError):
                    stream.close()


def finished(
    command: Sequence[str],
    *,
    input: Any = None,  # noqa: A002 - as it is called there
    capture_output: bool = False,
    check: bool = False,
    timeout: float = PATIENCE,
    **options: Any,
) -> subprocess.CompletedProcess[Any]:
    """Run a process to its end as :func:`subprocess.run` does."""
    if capture_output:
        options |= {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    if input is not None:
        options["stdin"] = subprocess.PIPE
    with started(command, **options) as process:
        stdout, stderr = process.communicate(input, timeout)
        done = subprocess.CompletedProcess(command, process.returncode, stdout, stderr)
    if check:
        done.check_returncode()
    return done


def forked(command: Callable[[], object], folder: Path, stdin: Path, stdout: Path, stderr: Path) -> int:
    """Run a command in a fork of this process, which has imported what it needs; return the number of the fork.

    It leads a group of its own, and ends by itself when it has computed for :data:`PATIENCE`.
    """
    if pid := os.fork():
        return pid
    import resource

    code = 1
    try:
        os.setsid()
        resource.setrlimit(resource.RLIMIT_CPU, (int(PATIENCE), int(PATIENCE)))
        os.chdir(folder)
        for number, (path, mode) in enumerate(((stdin, "r"), (stdout, "w"), (stderr, "w"))):
            with path.open(mode) as file:
                os.dup2(file.fileno(), number)
        sys.stdin, sys.stdout, sys.stderr = (
            open(number, mode, encoding="utf-8")  # noqa: PTH123, SIM115
            for number, mode in enumerate("rww")
        )
        command()
        code = 0
    except SystemExit as ended:
        code = ended.code if isinstance(ended.code, int) else 1
        if isinstance(ended.code, str):
            sys.stderr.write(ended.code)
    except BaseException:
        traceback.print_exc()
    finally:
        for stream in (sys.stdout, sys.stderr):
            with suppress(OSError, ValueError):
                stream.flush()
        os._exit(code)


def wait_until(condition: Callable[[], Any], seconds: float = PATIENCE) -> None:
    """Wait until something holds; fail where it does not for very long."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "this did not happen"
        time.sleep(0.02)


def spent(pid: int) -> float:
    """Return how many seconds a process has computed, with what it has started; what is gone counts nothing."""
    total = 0.0
    with suppress(psutil.NoSuchProcess):
        for process in (psutil.Process(pid), *psutil.Process(pid).children(recursive=True)):
            with suppress(psutil.NoSuchProcess):
                total += sum(process.cpu_times()[:2])
    return total


def computed(pid: int, seconds: float) -> None:
    """Wait until a process has computed for so many seconds, with what it has started."""
    wait_until(lambda: spent(pid) >= seconds)


def gone(pid: int) -> bool:
    """Return whether a process has ended, asked for or not."""
    state = Path(f"/proc/{pid}/stat")
    try:
        os.kill(pid, 0)
        return state.exists() and state.read_text().rpartition(")")[2].split()[0] in "ZX"
    except (ProcessLookupError, FileNotFoundError):
        return True


def name_of(pid: int) -> str:
    """Return what a process is called; nothing where it has ended meanwhile."""
    with suppress(psutil.NoSuchProcess):
        return str(psutil.Process(pid).name())
    return ""


def of(mark: str) -> list[int]:
    """Return the processes at work whose environment has a variable, written ``name=value``."""
    found = []
    for place in Path("/proc").iterdir():
        with suppress(OSError):
            if place.name.isdigit() and mark.encode() in (place / "environ").read_bytes().split(b"\0"):
                found.append(int(place.name))
    return [pid for pid in found if not gone(pid)]
