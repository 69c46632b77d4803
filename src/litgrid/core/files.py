"""Writing a file whole or not at all.

What is written goes into another file of the same folder, which takes its name once all is there: a full disk, an
error, Ctrl-C or a signal that kills leaves what was there before, and nothing else. So the other file has no name at
first, where the system has such files: then it goes with the process. Elsewhere it has one, and the warden removes it.
Devices, pipes and what the shell passes as ``/dev/fd/63`` are in no folder, and are written as it comes.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager, nullcontext, suppress
from importlib import import_module
from pathlib import Path
from typing import IO, Any

from litgrid.core.errors import LitgridError

BESIDE = ".litgrid-"
"""Files that are not complete are called so, with something random after it, if they are called anything."""
STREAMS = ("/dev", "/dev/fd", "/proc")
"""Folders of names that stand for what is open already; ``/dev/shm`` holds files."""
OPEN = "/proc/self/fd/{}"
"""What leads to a file that is open, also if it has no name."""


def expect_place(path: str, ending: str = "") -> None:
    """Raise what writing a file would, where there is no such folder or a folder of that name: before any work for it.

    Where it shall end somehow, a name that ends otherwise is refused, too. Raises :class:`LitgridError` where no file
    can be there.
    """
    try:
        missing, taken = not Path(path).parent.is_dir(), Path(path).is_dir()
    except (OSError, ValueError):  # a name that no file can have: opening it says so
        return
    if not path or missing or taken:
        why = errno.ENOENT if missing or not path else errno.EISDIR
        raise LitgridError(f"{path or repr(path)}: the file cannot be written: {os.strerror(why)}")
    expect_ending(path, ending)


def expect_ending(path: str, ending: str) -> str:
    """Return the name of a file that shall end somehow, if it ends so or has no ending.

    Raises
    ------
    LitgridError
        where it ends otherwise.
    """
    if ending and Path(path.removesuffix(".gz")).suffix.lower() not in ("", ending):
        raise LitgridError(f"expected a name that ends in {ending}, got {path!r}")
    return path


def write_file(text: Iterable[bytes], path: str) -> int:
    """Write a file, packed if its name ends in ``.gz``, ``.bz2`` or ``.xz``; return its bytes before that."""
    with written(path) as write:
        return write(b"") + sum(map(write, text))


def rename(file: Path, path: Path) -> None:
    """Let a file that is whole take a name; raise :class:`LitgridError` where it cannot."""
    with _told(path):
        if (there := _there(path)) is not None:
            _like(str(file), there)
        file.replace(os.path.realpath(path))


@contextmanager
def written(path: str) -> Iterator[Callable[[bytes], int]]:
    """Return what writes the next piece of a file, which is opened for the first: without one it stays as it was."""
    opened: list[Any] = []

    def write(piece: bytes) -> int:
        if not opened:
            opened.append(_packed(path, stack.enter_context(replaced(path)), stack))
        return int(opened[0].write(piece))

    with _told(path), ExitStack() as stack:
        yield write


@contextmanager
def _told(path: str | os.PathLike[str]) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise LitgridError(f"{path}: the file cannot be written: {error.strerror or error}") from None


def _packed(path: str, file: IO[bytes], stack: ExitStack) -> Any:
    # Imported here: nearly all files are written as they are.
    if path.endswith(".gz"):
        import gzip

        return stack.enter_context(gzip.GzipFile(filename="", mode="wb", compresslevel=6, fileobj=file, mtime=0))
    if path.endswith((".bz2", ".xz")):
        return stack.enter_context(import_module("lzma" if path.endswith(".xz") else "bz2").open(file, "wb"))
    return file


@contextmanager
def replaced(path: str | os.PathLike[str]) -> Iterator[IO[bytes]]:
    """Return a file that is there under its name at the end of the ``with`` statement, if no error ends it.

    A link stays one, and what it leads to is replaced; a file that is there keeps its mode, and its owner where that is
    allowed. It is on the disk before it takes the place of another. Raises :class:`OSError` where it cannot be written.
    """
    if not os.path.basename(path):  # noqa: PTH119 - of a name: what ends in a slash is a folder
        raise OSError(errno.EISDIR if path else errno.ENOENT, os.strerror(errno.EISDIR if path else errno.ENOENT))
    try:
        place = os.path.realpath(path)
        there = _there(path)
    except ValueError as error:  # a name that no file can have
        raise OSError(errno.EINVAL, str(error)) from None
    if is_stream(path):
        with open(path, "wb") as file:  # noqa: PTH123 - by the name that was given: /dev/stdout leads to none
            yield file
        return
    if there is not None and not os.access(place, os.W_OK):
        raise OSError(errno.EACCES, os.strerror(errno.EACCES))
    folder = os.path.dirname(place)  # noqa: PTH120 - as place
    beside = os.path.join(folder, f"{BESIDE}{os.urandom(8).hex()}")  # noqa: PTH118 - as place
    mode = 0o666 if there is None else 0o600  # until it is like the other, nobody else may look into it
    unnamed = _unnamed(folder, mode)
    name = beside if unnamed is None else OPEN.format(unnamed)
    try:
        with _named(beside, mode) if unnamed is None else nullcontext(unnamed) as descriptor:
            with os.fdopen(descriptor, "wb") as file:
                yield file
                file.flush()
                if there is not None:
                    _like(name, there)
                    os.fsync(descriptor)
                if name != beside:
                    os.link(name, beside, src_dir_fd=descriptor)  # said only as links are followed then
            os.replace(beside, place)  # noqa: PTH105 - as place
    except BaseException:
        with suppress(OSError):
            os.unlink(beside)  # noqa: PTH108 - as place
        raise


def _unnamed(folder: str, mode: int) -> int | None:
    """Open a file that has no name yet, if the system has such files in this folder, and can name them later."""
    with suppress(AttributeError, OSError):
        descriptor = os.open(folder, os.O_WRONLY | os.O_TMPFILE, mode)
        if os.path.exists(OPEN.format(descriptor)):  # noqa: PTH110 - as place
            return descriptor
        os.close(descriptor)
    return None


@contextmanager
def _named(file: str, mode: int) -> Iterator[int]:
    """Open a file that is removed at the end of the block, or when this process ends."""
    from litgrid.core.processes import passing  # imported here: it is rarely needed

    with passing(Path(file)):
        yield os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), mode)


def _there(path: str | os.PathLike[str]) -> os.stat_result | None:
    try:
        return os.stat(path)  # noqa: PTH116 - of a name that may be wrong
    except FileNotFoundError:
        return None


def is_stream(path: str | os.PathLike[str]) -> bool:
    """Return whether a name is one of a device, a pipe, or an open file, or of a folder, which opening refuses."""
    try:
        there = _there(path)
    except (OSError, ValueError):  # opening it says so
        return False
    folder = os.path.realpath(os.path.dirname(os.path.abspath(path)))  # noqa: PTH100, PTH120 - of a name
    named = folder in STREAMS or folder.startswith("/proc/")
    return named or (there is not None and not stat.S_ISREG(there.st_mode))


def _like(path: str, there: os.stat_result) -> None:
    """Give a file the owner and the mode of another, as far as that is allowed."""
    with suppress(OSError, AttributeError):  # no owners there, or not ours to give
        os.chown(path, there.st_uid, there.st_gid)
    os.chmod(path, stat.S_IMODE(there.st_mode))  # noqa: PTH101 - as place
