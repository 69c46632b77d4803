"""Reading a file or standard input whole, up to a limit, with a sentence for whatever can go wrong."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import BinaryIO

from litgrid.core.errors import InputError

MOST_BYTES = 64 * 1024 * 1024
"""No more than this is read from one file."""

STDIN = "standard input"


def read_file(path: str) -> str:
    """Return the text of a file, or of standard input where ``path`` is ``"-"``.

    Raises
    ------
    InputError
        where there is no such file, where it may not be read, is too long, or is not text in UTF-8.
    """
    source = STDIN if path == "-" else path
    if path == "-" and sys.stdin is None:
        raise InputError("expected a puzzle, but the stream is closed", source=source)
    try:
        if path == "-":
            data = _most(sys.stdin.buffer, source)
        else:
            with Path(path).open("rb") as file:
                data = _most(file, source)
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
    return _text(data, source)


def _most(file: BinaryIO, source: str) -> bytes:
    data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise InputError(
            f"expected at most {MOST_BYTES // 1024**2} MiB, got more: split the file into several", source=source
        )
    return data


def _text(data: bytes, source: str) -> str:
    try:
        text = data.decode("utf-8-sig")
        place = data.find(0)
    except UnicodeDecodeError as error:
        place = error.start
    if place < 0:
        return text
    line_start = data.rfind(b"\n", 0, place) + 1
    line, column = data.count(b"\n", 0, place) + 1, place - line_start + 1
    raise InputError(
        f"expected text in UTF-8, got the byte 0x{data[place]:02x}: is this a binary file?",
        line=line,
        column=column,
        source=source,
    )
