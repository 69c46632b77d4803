"""Writing files, with a sentence for whatever can go wrong."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO, Any

import click

from litgrid.core.errors import LitgridError


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
            opened.append(_open(path, stack))
        return int(opened[0].write(piece))

    try:
        with ExitStack() as stack:
            yield write
    except OSError as error:
        raise LitgridError(f"{path}: the file cannot be written: {error.strerror or error}") from None


def _open(path: str, stack: ExitStack) -> Any:
    try:
        file: IO[bytes] = stack.enter_context(Path(path).open("wb"))  # noqa: SIM115 - the stack closes it
    except ValueError as error:  # a name that no file can have
        raise OSError(errno.EINVAL, str(error)) from None
    if not path.endswith(".gz"):
        return file
    import gzip  # imported here: nearly all files are written as they are

    return stack.enter_context(gzip.GzipFile(filename="", mode="wb", compresslevel=6, fileobj=file, mtime=0))


def numbered(path: str, number: int) -> list[str]:
    """Return a name for each of several files.

    >>> numbered("all.svg", 1), numbered("all.svg.gz", 2)
    (['all.svg'], ['all-1.svg.gz', 'all-2.svg.gz'])
    """
    if number == 1:
        return [path]
    bare = path.removesuffix(".gz")
    stem, ending = bare.removesuffix(Path(bare).suffix), Path(bare).suffix + path[len(bare) :]
    return [f"{stem}-{place:0{len(str(number))}}{ending}" for place in range(1, number + 1)]


def keep(files: Iterable[str], path: str) -> None:
    """Refuse to write to a file that is read, or where no file can be; before the work and not after it.

    Raises
    ------
    UsageError
        of click, naming the file.
    LitgridError
        where there is no such folder, or a folder of that name.
    """
    if any(_same(path, file) for file in files):
        raise click.UsageError(f"{path} is what is read here, and would be overwritten.")
    try:
        missing, taken = not Path(path).parent.is_dir(), Path(path).is_dir()
    except (OSError, ValueError):  # a name that no file can have: opening it says so
        return
    if not path or missing or taken:
        why = errno.ENOENT if missing or not path else errno.EISDIR
        raise LitgridError(f"{path or repr(path)}: the file cannot be written: {os.strerror(why)}")


def _same(path: str, other: str) -> bool:
    try:
        return Path(path).samefile(other)
    except (OSError, ValueError):
        return False
