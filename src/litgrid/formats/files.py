"""Reading a file or standard input whole, up to a limit, with a sentence for whatever can go wrong."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import BinaryIO

from litgrid.core.errors import InputError

MOST_BYTES = 64 * 1024 * 1024
"""No more than this is read from one file."""

STDIN = "standard input"

UTF16 = {b"\xff\xfe": "UTF-16", b"\xfe\xff": "UTF-16"}
"""How a text in another encoding begins."""

MAGIC = (b"\x89PNG", b"\x1f\x8b", b"PK\x03\x04", b"BZh", b"\xfd7zXZ", b"\x7fELF", b"%PDF", b"GIF8", b"\xff\xd8\xff")
"""How pictures, archives and programs begin."""

FOREIGN = re.compile("[\0-\x08\x0e-\x1a\x1c-\x1f\udc80-\udcff]")
"""What text has not, or only by mistake: where it is more than a tenth of a file's beginning, the file is not text."""

SAMPLE = 4096
"""How many bytes the beginning is."""


def read_file(path: str) -> str:
    """Return the text of a file, or of standard input where ``path`` is ``"-"``.

    A byte that is not UTF-8 comes as a surrogate (``surrogateescape``); the formats refuse the puzzle that it is in.

    Raises
    ------
    InputError
        where there is no such file, where it may not be read, is too long, or is not text.
    """
    if not path:
        raise InputError("expected the name of a file, got an empty name")
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
    encoding = next((name for mark, name in UTF16.items() if data.startswith(mark)), None)
    if encoding is not None:
        raise InputError(f"expected text in UTF-8, got {encoding}: save it as UTF-8", line=1, column=1, source=source)
    foreign = FOREIGN.findall(data[:SAMPLE].decode("utf-8", "surrogateescape"))
    if data.startswith(MAGIC) or len(foreign) > max(3, min(len(data), SAMPLE) // 10):
        raise InputError("expected text in UTF-8: is this a binary file?", line=1, column=1, source=source)
    return data.decode("utf-8-sig", "surrogateescape")
