"""Reading a file or standard input, whole up to a limit or line by line, with a sentence for whatever can go wrong."""

from __future__ import annotations

import io
import os
import stat
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from importlib import import_module
from typing import TYPE_CHECKING, TypeAlias, cast

from litgrid.core.errors import InputError

if TYPE_CHECKING:
    from bz2 import BZ2File
    from gzip import GzipFile
    from lzma import LZMAFile

    File: TypeAlias = io.BufferedReader | GzipFile | BZ2File | LZMAFile

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

PACKED = {b"\x1f\x8b": "gzip", b"BZh": "bz2", b"\xfd7zXZ": "lzma"}
"""How packed files begin, and the module that unpacks them."""

MAGIC = (b"\x89PNG", b"PK\x03\x04", b"\x7fELF", b"%PDF", b"GIF8", b"\xff\xd8\xff", *PACKED)
"""How pictures, archives and programs begin."""

FOREIGN = frozenset(map(chr, (*range(9), *range(14, 27), *range(28, 32), *range(0xDC80, 0xDD00))))
"""What text has not, or only by mistake: where it is more than a tenth of a file's beginning, the file is not text."""

SAMPLE = 4096
"""How many bytes the beginning is."""


class Opened:
    """A text that is open: how it begins, and what is in it, whole or as it comes; reading may fail as opening does."""

    def __init__(self, file: File, source: str) -> None:
        self._file, self.source = file, source
        with _explained(source):
            self.begin = file.peek(SAMPLE).decode("utf-8", "surrogateescape")

    def whole(self, most: int | None = None) -> str:
        """Return the text; see :func:`read_file`."""
        with _explained(self.source):
            return _whole(self._file, self.source, MOST_BYTES if most is None else most)

    def pieces(self) -> Iterator[str]:
        """Yield the text in one piece, but of a pipe or a terminal all lines that have come.

        Each piece of these ends with a line, and has at most :data:`MOST_BYTES`; there may be any number of them.
        """
        with _explained(self.source):
            if _comes_bit_by_bit(self._file):
                yield from (piece.decode("utf-8", "surrogateescape") for piece in _lines(self._file, self.source))
            else:
                yield _whole(self._file, self.source, MOST_BYTES)

    def read(self, size: int) -> bytes:
        """Return so many of the next bytes, or fewer at the end; the text may be of any length."""
        with _explained(self.source):
            return self._file.read(size)

    def readline(self, size: int) -> bytes:
        """Return the next line, or so many bytes of it; the text may be of any length."""
        with _explained(self.source):
            return self._file.readline(size)


def read_file(path: str, most: int | None = None) -> str:
    """Return the text of a file, or of standard input where ``path`` is ``"-"``; what is packed is unpacked.

    No more than ``most`` bytes, by default :data:`MOST_BYTES`, are read of the text. A byte that is not UTF-8 comes as
    a surrogate (``surrogateescape``); the formats refuse the puzzle that it is in. Raises :class:`InputError` where
    there is no such file, where it may not be read, is too long, or is not text.
    """
    with opened(path) as file:
        return file.whole(most)


def read_bytes(path: str) -> bytes:
    """Return what is in a file, or on standard input where ``path`` is ``"-"``: as it is, as pictures are."""
    source = STDIN if path == "-" else path
    with _explained(source), _buffered(path, source) as file:
        data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise too_long(source)
    return data


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
def opened(path: str, called: str | None = None) -> Iterator[Opened]:
    """Give a text, unpacked if it was packed by gzip, bzip2 or xz; errors call it as it is ``called``."""
    source = called or (STDIN if path == "-" else path)
    with ExitStack() as stack:
        with _explained(source):
            file: File = stack.enter_context(_buffered(path, source))
            begin = file.peek(SAMPLE)
            if (module := next((name for mark, name in PACKED.items() if begin.startswith(mark)), None)) is not None:
                # Imported here: nearly all files come unpacked. And once only, as a file can be packed into itself.
                file = stack.enter_context(import_module(module).open(file))
            begin = file.peek(SAMPLE)[:SAMPLE]
            _check_text(begin, source)
            file.read(len(BOM) if begin.startswith(BOM) else 0)
        yield Opened(file, source)


def _buffered(path: str, source: str) -> AbstractContextManager[io.BufferedReader]:
    if not path:
        raise InputError("expected the name of a file, got an empty name")
    if path != "-":
        return open(path, "rb")
    if sys.stdin is None:
        raise InputError("expected a puzzle, but the stream is closed", source=source)
    buffer = sys.stdin.buffer
    return nullcontext(
        buffer if isinstance(buffer, io.BufferedReader) else io.BufferedReader(cast("io.RawIOBase", buffer))
    )


@contextmanager
def _explained(source: str) -> Iterator[None]:
    try:
        yield
    except InputError:
        raise
    except _file_errors() as error:
        raise InputError(f"expected {_file_expected(error)}", source=source) from None


def _file_errors() -> tuple[type[Exception], ...]:
    return (OSError, ValueError, ImportError, *_packing_errors())  # ValueError: a name that no file can have


def _packing_errors() -> tuple[type[Exception], ...]:
    """Return what unpacking raises, beside an ``OSError``; asked for when there is an error only."""
    import zlib
    from gzip import BadGzipFile

    lzma = sys.modules.get("lzma")
    return (BadGzipFile, EOFError, zlib.error, *([] if lzma is None else [lzma.LZMAError]))


def _file_expected(error: Exception) -> str:
    """Return the file that was expected, where there was this error."""
    match error:
        case FileNotFoundError():
            return "a file, but there is none of that name"
        case IsADirectoryError():
            return "a file, got a directory"
        case PermissionError():
            return "a file that may be read, but permission is denied"
    if isinstance(error, _packing_errors()):
        return f"a packed file that can be unpacked: {error}"
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
    foreign = sum(char in FOREIGN for char in begin.decode("utf-8", "surrogateescape"))
    if begin.startswith(MAGIC) or foreign > max(3, len(begin) // 10):
        raise InputError("expected text in UTF-8: is this a binary file?", line=1, column=1, source=source)
