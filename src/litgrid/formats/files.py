"""Reading a file or standard input, whole up to a limit or line by line, with a sentence for whatever can go wrong."""

from __future__ import annotations

import io
import os
import re
import stat
import sys
import zlib
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias, cast

from litgrid.core.errors import InputError

if TYPE_CHECKING:
    from gzip import GzipFile

    File: TypeAlias = io.BufferedReader | GzipFile

MOST_BYTES = 64 * 1024 * 1024
"""No more than this is read from one file."""

PIECE = 2**20
"""So many bytes are read at a time."""

CHUNK = 1 << 16
"""So many bytes are taken from a pipe at once, if there are so many."""

STDIN = "standard input"

UTF16 = {b"\xff\xfe": "UTF-16", b"\xfe\xff": "UTF-16"}
"""How a text in another encoding begins."""

BOM = b"\xef\xbb\xbf"
"""How a text in UTF-8 may begin."""

GZIP = b"\x1f\x8b"
"""How a file that gzip packed begins."""

MAGIC = (b"\x89PNG", GZIP, b"PK\x03\x04", b"BZh", b"\xfd7zXZ", b"\x7fELF", b"%PDF", b"GIF8", b"\xff\xd8\xff")
"""How pictures, archives and programs begin."""

FOREIGN = re.compile("[\0-\x08\x0e-\x1a\x1c-\x1f\udc80-\udcff]")
"""What text has not, or only by mistake: where it is more than a tenth of a file's beginning, the file is not text."""

SAMPLE = 4096
"""How many bytes the beginning is."""


def read_file(path: str, most: int | None = None) -> str:
    """Return the text of a file, or of standard input where ``path`` is ``"-"``; gzip is unpacked.

    No more than ``most`` bytes, by default :data:`MOST_BYTES`, are read of the text. A byte that is not UTF-8 comes as
    a surrogate (``surrogateescape``); the formats refuse the puzzle that it is in.

    Raises
    ------
    InputError
        where there is no such file, where it may not be read, is too long, or is not text.
    """
    source = STDIN if path == "-" else path
    with _opened(path, source) as file, _explained(source):
        return _whole(file, source, MOST_BYTES if most is None else most)


def read_bytes(path: str) -> bytes:
    """Return what is in a file, or on standard input where ``path`` is ``"-"``: as it is, as pictures are.

    Raises
    ------
    InputError
        where there is no such file, where it may not be read, or is too long.
    """
    source = STDIN if path == "-" else path
    with _explained(source), _buffered(path, source) as file:
        data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise too_long(source)
    return data


def read_pieces(path: str) -> Iterator[str]:
    """Yield a text as :func:`read_file` returns it: in one piece, but of a pipe or a terminal all lines that have come.

    Each piece of these ends with a line, and has at most :data:`MOST_BYTES`; there may be any number of them.

    Raises
    ------
    InputError
        as :func:`read_file` does.
    """
    source = STDIN if path == "-" else path
    with _opened(path, source) as file, _explained(source):
        if _comes_bit_by_bit(file):
            yield from (piece.decode("utf-8", "surrogateescape") for piece in _lines(file, source))
        else:
            yield _whole(file, source, MOST_BYTES)


def too_long(source: str | None, most: int = MOST_BYTES) -> InputError:
    """Return what is said of a text that is too long."""
    return InputError(f"expected at most {most // 1024**2} MiB, got more: split the file into several", source=source)


def _comes_bit_by_bit(file: File) -> bool:
    try:
        return not stat.S_ISREG(os.fstat(file.fileno()).st_mode)
    except OSError:  # no file of the system
        return False


def _lines(file: File, source: str) -> Iterator[bytes]:
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
def open_lines(path: str) -> Iterator[Callable[[int], bytes]]:
    """Return what reads the next line of a file, or so many bytes of it: see :func:`read_file`.

    The file may be of any length: no more of it is held.

    Raises
    ------
    InputError
        as :func:`read_file` does, but for the length; reading a line raises it, too.
    """
    source = STDIN if path == "-" else path
    with _opened(path, source) as file:

        def readline(size: int) -> bytes:
            with _explained(source):
                return file.readline(size)

        yield readline


@contextmanager
def _opened(path: str, source: str) -> Iterator[File]:
    """Give a file that is unpacked, begins as text does, and is read up to its first character."""
    with ExitStack() as stack:
        with _explained(source):
            file: File = stack.enter_context(_buffered(path, source))
            if file.peek(SAMPLE).startswith(GZIP):  # unpacked once only, as a file can be packed into itself
                import gzip  # imported here: nearly all files come unpacked

                file = stack.enter_context(gzip.GzipFile(fileobj=file))
            begin = file.peek(SAMPLE)[:SAMPLE]
            _check_text(begin, source)
            file.read(len(BOM) if begin.startswith(BOM) else 0)
        yield file


def _buffered(path: str, source: str) -> AbstractContextManager[io.BufferedReader]:
    if not path:
        raise InputError("expected the name of a file, got an empty name")
    if path != "-":
        return Path(path).open("rb")
    if sys.stdin is None:
        raise InputError("expected a puzzle, but the stream is closed", source=source)
    buffer = sys.stdin.buffer
    return nullcontext(
        buffer if isinstance(buffer, io.BufferedReader) else io.BufferedReader(cast("io.RawIOBase", buffer))
    )


@contextmanager
def _explained(source: str) -> Iterator[None]:
    """Turn what can go wrong with a file into a sentence."""
    try:
        yield
    except InputError:
        raise
    except (OSError, ValueError, EOFError, zlib.error) as error:  # ValueError: a name that no file can have
        raise InputError(f"expected {_file_expected(error)}", source=source) from None


def _file_expected(error: Exception) -> str:
    """Return the file that was expected, where there was this error."""
    from gzip import BadGzipFile

    match error:
        case FileNotFoundError():
            return "a file, but there is none of that name"
        case IsADirectoryError():
            return "a file, got a directory"
        case PermissionError():
            return "a file that may be read, but permission is denied"
        case BadGzipFile() | EOFError() | zlib.error():
            return f"a gzip file that can be unpacked: {error}"
    return f"a file that can be read: {error}"


def _whole(file: File, source: str, most: int) -> str:
    data = bytearray()
    while len(data) <= most and (piece := file.read(PIECE)):
        data += piece
    if len(data) > most:
        raise too_long(source, most)
    return data.decode("utf-8", "surrogateescape")


def _check_text(begin: bytes, source: str) -> None:
    """Raise :class:`InputError` where a file begins as no text does."""
    encoding = next((name for mark, name in UTF16.items() if begin.startswith(mark)), None)
    if encoding is not None:
        raise InputError(f"expected text in UTF-8, got {encoding}: save it as UTF-8", line=1, column=1, source=source)
    foreign = FOREIGN.findall(begin.decode("utf-8", "surrogateescape"))
    if begin.startswith(MAGIC) or len(foreign) > max(3, len(begin) // 10):
        raise InputError("expected text in UTF-8: is this a binary file?", line=1, column=1, source=source)
