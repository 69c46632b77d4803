"""Writing files, with a sentence for whatever can go wrong."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import click

from litgrid.core.errors import LitgridError


def write_file(text: Iterable[bytes], path: str) -> int:
    """Write a file, packed if its name ends in ``.gz``; return how many bytes went into it, before they were packed.

    Raises
    ------
    LitgridError
        where it cannot be written.
    """
    try:
        with Path(path).open("wb") as file:
            if not path.endswith(".gz"):
                return sum(file.write(piece) for piece in text)
            import gzip  # imported here: nearly all files are written as they are

            with gzip.GzipFile(filename="", mode="wb", compresslevel=6, fileobj=file, mtime=0) as packed:
                return sum(packed.write(piece) for piece in text)
    except LitgridError:
        raise
    except (OSError, ValueError) as error:  # ValueError: a name that no file can have
        raise LitgridError(f"{path}: the file cannot be written: {getattr(error, 'strerror', None) or error}") from None


def keep(files: Iterable[str], path: str) -> None:
    """Refuse to write to a file that is read.

    Raises
    ------
    UsageError
        of click, naming the file.
    """
    if any(_same(path, file) for file in files):
        raise click.UsageError(f"{path} is what is read here, and would be overwritten.")


def _same(path: str, other: str) -> bool:
    try:
        return Path(path).samefile(other)
    except (OSError, ValueError):
        return False
