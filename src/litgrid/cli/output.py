"""Where a command writes its files: what they are called, and whether they can be written, before the work."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

import click

from litgrid.core.errors import LitgridError
from litgrid.core.files import expect_place, write_file


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


def made_folder(path: str, what: str) -> Path:
    """Return a folder into which ``what`` shall be written; make it where there is none."""
    try:
        Path(path).mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        raise LitgridError(f"{path}: the {what} cannot be written: {getattr(error, 'strerror', error)}") from None
    return Path(path)


def keep(files: Sequence[str], *outputs: str | None) -> None:
    """Refuse to write to files that are read, or where no file can be; before the work and not after it.

    Standard output, ``-``, and ``None`` are no files. Raises :class:`UsageError` of click, naming the file,
    :class:`LitgridError` where there is no such folder, or a folder of that name.
    """
    for path in outputs:
        if path is None or path == "-":
            continue
        if any(same(path, file) for file in files):
            raise click.UsageError(f"{path} is what is read here, and would be overwritten.")
        expect_place(path)


def put(pieces: Iterable[bytes], path: str | None) -> int:
    """Write bytes as they come, into a file or, for ``-`` and ``None``, to standard output; return how many."""
    if path is not None and path != "-":
        return write_file(pieces, path)
    size = sum(map(sys.stdout.buffer.write, pieces))
    sys.stdout.buffer.flush()
    return size


def same(path: str, other: str) -> bool:
    """Return whether two names are of one file."""
    try:
        return Path(path).samefile(other) if Path(path).exists() else Path(path).resolve() == Path(other).resolve()
    except (OSError, ValueError):
        return False
