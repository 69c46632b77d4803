"""Reading a file or standard input, whole or as it comes, up to a limit, with a sentence for whatever can go wrong."""

from __future__ import annotations

import io
import os
import re
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from litgrid.core.errors import InputError

if TYPE_CHECKING:
    import gzip

MOST_BYTES = 64 * 1024 * 1024
"""No more than this is read from one file."""

STDIN = "standard input"

UTF16 = {b"\xff\xfe": "UTF-16", b"\xfe\xff": "UTF-16"}
"""How a text in another encoding begins."""

GZIP = b"\x1f\x8b"
"""How a file that gzip packed begins."""

MAGIC = (b"\x89PNG", GZIP, b"PK\x03\x04", b"BZh", b"\xfd7zXZ", b"\x7fELF", b"%PDF", b"GIF8", b"\xff\xd8\xff")
"""How pictures, archives and programs begin."""

FOREIGN = re.compile("[\0-\x08\x0e-\x1a\x1c-\x1f\udc80-\udcff]")
"""What text has not, or only by mistake: where it is more than a tenth of a file's beginning, the file is not text."""

CHUNK = 1 << 16
"""So many bytes are taken from a pipe at once, if there are so many."""

SAMPLE = 4096
"""How many bytes the beginning is."""


def read_file(path: str, most: int | None = None) -> str:
    """Return the text of a file, or of standard input where ``path`` is ``"-"``; gzip is unpacked.

    No more than ``most`` bytes, by default :data:`MOST_BYTES`, are read of the file, nor of what is packed in it. A
    byte that is not UTF-8 comes as a surrogate (``surrogateescape``); the formats refuse the puzzle that it is in.

    Raises
    ------
    InputError
        where there is no such file, where it may not be read, is too long, or is not text.
    """
    most = MOST_BYTES if most is None else most
    with _opened(path) as (file, source):
        data = _most(file, source, most)
    return _text(_unpacked(data, source, most), source)


def read_pieces(path: str) -> Iterator[str]:
    """Yield a text as :func:`read_file` returns it: in one piece, but of a pipe or a terminal all lines that have come.

    Each piece of these ends with a line, and has at most :data:`MOST_BYTES`; there may be any number of them.

    Raises
    ------
    InputError
        as :func:`read_file` does.
    """
    with _opened(path) as (file, source):
        if not _comes_bit_by_bit(file):
            yield _text(_unpacked(_most(file, source, MOST_BYTES), source, MOST_BYTES), source)
            return
        pieces = _lines(file, source)
        first = next(pieces, b"")
        if first.startswith(GZIP):
            packed = first + _most(file, source, MOST_BYTES)
            yield _text(_unpacked(packed, source, MOST_BYTES), source)
            return
        yield _text(first, source)
        for piece in pieces:
            yield piece.decode("utf-8", "surrogateescape")


def too_long(source: str | None, most: int = MOST_BYTES) -> InputError:
    """Return what is said of a text that is too long."""
    return InputError(f"expected at most {most // 1024**2} MiB, got more: split the file into several", source=source)


def _comes_bit_by_bit(file: Any) -> bool:
    try:
        return not stat.S_ISREG(os.fstat(file.fileno()).st_mode)
    except OSError:  # no file of the system
        return False


def _lines(file: Any, source: str) -> Iterator[bytes]:
    """Yield the lines that have come whenever some have, and at the end what is left."""
    waiting: list[bytes] = []
    length = 0
    while data := file.read1(CHUNK):
        lines, end, rest = data.rpartition(b"\n")
        if end:
            yield b"".join([*waiting, lines, end])
            waiting, length = [], 0
        waiting.append(rest)
        length += len(rest)
        if length > MOST_BYTES:
            raise too_long(source)
    yield b"".join(waiting)


@contextmanager
def _opened(path: str) -> Iterator[tuple[Any, str]]:
    """Return a file, or standard input where ``path`` is ``"-"``, and what it is called."""
    if not path:
        raise InputError("expected the name of a file, got an empty name")
    source = STDIN if path == "-" else path
    if path == "-" and sys.stdin is None:
        raise InputError("expected a puzzle, but the stream is closed", source=source)
    try:
        with nullcontext(sys.stdin.buffer) if path == "-" else Path(path).open("rb") as file:
            yield file, source
    except InputError:
        raise
    except FileNotFoundError:
        raise InputError("expected a file, but there is none of that name", source=source) from None
    except IsADirectoryError:
        raise InputError("expected a file, got a directory", source=source) from None
    except PermissionError:
        raise InputError("expected a file that may be read, but permission is denied", source=source) from None
    except (OSError, ValueError) as error:  # ValueError: a name that no file can have
        raise InputError(f"expected a file that can be read: {error}", source=source) from None


def _most(file: IO[bytes] | gzip.GzipFile, source: str, most: int) -> bytes:
    data = file.read(most + 1)
    if len(data) > most:
        raise too_long(source, most)
    return data


def _unpacked(data: bytes, source: str, most: int) -> bytes:
    """Return what gzip packed; once only, as a file can be packed so that it unpacks to itself."""
    if not data.startswith(GZIP):
        return data
    import gzip  # imported here: nearly all files come unpacked
    import zlib

    try:
        with gzip.open(io.BytesIO(data)) as packed:
            return _most(packed, source, most)
    except (OSError, EOFError, zlib.error) as error:
        raise InputError(f"expected a gzip file that can be unpacked: {error}", source=source) from None


def _text(data: bytes, source: str) -> str:
    encoding = next((name for mark, name in UTF16.items() if data.startswith(mark)), None)
    if encoding is not None:
        raise InputError(f"expected text in UTF-8, got {encoding}: save it as UTF-8", line=1, column=1, source=source)
    foreign = FOREIGN.findall(data[:SAMPLE].decode("utf-8", "surrogateescape"))
    if data.startswith(MAGIC) or len(foreign) > max(3, min(len(data), SAMPLE) // 10):
        raise InputError("expected text in UTF-8: is this a binary file?", line=1, column=1, source=source)
    return data.decode("utf-8-sig", "surrogateescape")
