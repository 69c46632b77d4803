"""Writing a file whole or not at all.

What is written goes into a file beside it, which takes its name once all is there: a full disk, an error or Ctrl-C
leaves what was there before, and nothing else. What a process that was killed has left is removed by the next one that
writes into the same folder. Devices, pipes and what the shell passes as ``/dev/fd/63`` have no "beside", and are
written as it comes.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from secrets import token_hex
from typing import IO, Any

from litgrid.core import warden
from litgrid.core.errors import LitgridError
from litgrid.core.shared import Shared

BESIDE = ".litgrid"
"""Files that are being written are called so, with their process and something random after it, between dashes."""
STREAMS = ("/dev", "/dev/fd", "/proc")
"""Folders of names that stand for what is open already; ``/dev/shm`` holds files."""


def write_file(text: Iterable[bytes], path: str) -> int:
    """Write a file, packed if its name ends in ``.gz``; return how many bytes went into it, before they were packed.

    Raises
    ------
    LitgridError
        where it cannot be written.
    """
    with written(path) as write:
        return write(b"") + sum(map(write, text))


@contextmanager
def written(path: str) -> Iterator[Callable[[bytes], int]]:
    """Return what writes the next piece of a file, which is opened for the first: without one it stays as it was.

    Raises
    ------
    LitgridError
        where it cannot be written.
    """
    opened: list[Any] = []

    def write(piece: bytes) -> int:
        if not opened:
            opened.append(_packed(path, stack.enter_context(replaced(path)), stack))
        return int(opened[0].write(piece))

    try:
        with ExitStack() as stack:
            yield write
    except OSError as error:
        raise LitgridError(f"{path}: the file cannot be written: {error.strerror or error}") from None


def _packed(path: str, file: IO[bytes], stack: ExitStack) -> Any:
    if not path.endswith(".gz"):
        return file
    import gzip  # imported here: nearly all files are written as they are

    return stack.enter_context(gzip.GzipFile(filename="", mode="wb", compresslevel=6, fileobj=file, mtime=0))


@contextmanager
def replaced(path: str | os.PathLike[str]) -> Iterator[IO[bytes]]:
    """Return a file that is there under its name at the end of the ``with`` statement, if no error ends it.

    A link stays one, and what it leads to is replaced; a file that is there keeps its mode, and its owner where that is
    allowed. It is on the disk before it takes the place of another.

    Raises
    ------
    OSError
        where it cannot be written.
    """
    if not os.path.basename(path):  # noqa: PTH119 - of a name: what ends in a slash is a folder
        raise OSError(errno.EISDIR if path else errno.ENOENT, os.strerror(errno.EISDIR if path else errno.ENOENT))
    try:
        place = os.path.realpath(path)
        there = _there(path)
    except ValueError as error:  # a name that no file can have
        raise OSError(errno.EINVAL, str(error)) from None
    if _is_stream(path, there):
        with open(path, "wb") as file:  # noqa: PTH123 - by the name that was given: /dev/stdout leads to none
            yield file
        return
    if there is not None and not os.access(place, os.W_OK):
        raise OSError(errno.EACCES, os.strerror(errno.EACCES))
    folder = os.path.dirname(place)  # noqa: PTH120 - as place
    _swept(folder)
    beside = os.path.join(folder, f"{BESIDE}-{warden.identity()}-{token_hex(8)}")  # noqa: PTH118 - as place
    mode = 0o666 if there is None else 0o600  # until it is like the other, nobody else may look into it
    descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), mode)
    try:
        with os.fdopen(descriptor, "wb") as file:
            yield file
            if there is not None:
                _like(beside, there)
                file.flush()
                os.fsync(file.fileno())
        os.replace(beside, place)  # noqa: PTH105 - as place
    except BaseException:
        with suppress(OSError):
            os.unlink(beside)  # noqa: PTH108 - as place
        raise


@Shared
def _swept(folder: str) -> None:
    """Remove what processes that are gone have left in a folder, once: there may be many files to write."""
    with suppress(OSError):
        for name in os.listdir(folder):  # noqa: PTH208 - as place
            begin, *rest = name.split("-")
            with suppress(OSError, ValueError):  # it is gone, or of a name that is not ours
                if begin == BESIDE and len(rest) == 2 and warden.gone(rest[0]):
                    os.unlink(os.path.join(folder, name))  # noqa: PTH108, PTH118 - as place


def _there(path: str | os.PathLike[str]) -> os.stat_result | None:
    try:
        return os.stat(path)  # noqa: PTH116 - of a name that may be wrong
    except FileNotFoundError:
        return None


def _is_stream(path: str | os.PathLike[str], there: os.stat_result | None) -> bool:
    """Return whether a name is one of a device, a pipe, or an open file, or of a folder, which opening refuses."""
    folder = os.path.realpath(os.path.dirname(os.path.abspath(path)))  # noqa: PTH100, PTH120 - of a name
    named = folder in STREAMS or folder.startswith("/proc/")
    return named or (there is not None and not stat.S_ISREG(there.st_mode))


def _like(path: str, there: os.stat_result) -> None:
    """Give a file the owner and the mode of another, as far as that is allowed."""
    with suppress(OSError, AttributeError):  # no owners there, or not ours to give
        os.chown(path, there.st_uid, there.st_gid)
    os.chmod(path, stat.S_IMODE(there.st_mode))  # noqa: PTH101 - as place
