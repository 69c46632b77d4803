"""A file of results that survives whatever happens to the process that writes it.

The first line says what the experiment is; each further line is one finished chunk. One process writes, a line at a
time and at once to the system, so that a kill loses what was not finished and nothing else. A line that a kill has torn
is the last one, has no end, and is dropped. Once all is done the file is written anew in canonical order, so that two
runs of one description leave the same file, seconds apart.
"""

from __future__ import annotations

import json
import os
import stat
import sys
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

from litgrid.core.characters import shorten
from litgrid.core.closing import Closing
from litgrid.core.errors import InputError, LitgridError
from litgrid.core.files import replaced

Line = dict[str, Any]
MARK = b'{"litgrid":'
"""How our files begin."""


def read(path: str) -> tuple[Line, list[Line]]:
    """Return the first line and the others of a file of results, without one that is torn."""
    try:
        with Path(path).open("rb") as file:
            data = _read(file, path)
    except OSError as error:
        raise InputError(f"expected a file of results that can be read: {error.strerror}", source=path) from None
    lines = _lines(data, path)
    if not lines:
        raise InputError("expected a file of results that litgrid wrote, got an empty one", source=path)
    return lines[0], lines[1:]


def _read(file: IO[bytes], path: str) -> bytes:
    """Return all that a file holds, but refuse one that is not ours by its beginning: it may be endless."""
    begin = file.read(40)
    if begin and not begin.startswith(MARK[: len(begin)]):
        raise InputError(
            f"expected a file of results that litgrid wrote, got one that begins with "
            f"{shorten(begin.decode('utf-8', 'replace'))}",
            source=path,
        )
    return begin + file.read()


def _lines(data: bytes, path: str) -> list[Line]:
    lines = []
    for number, line in enumerate(data.split(b"\n")[:-1], 1):
        try:
            value = json.loads(line)
        except (ValueError, RecursionError):
            value = None
        if not isinstance(value, dict):
            raise InputError(
                f"expected a JSON object, got {shorten(line.decode('utf-8', 'replace'))}", line=number, source=path
            )
        lines.append(value)
    return lines


class Journal(Closing):
    """A file of results, open to be continued; ``lines`` is what was done before. Use it in a ``with`` statement.

    A file that begins with another line than ``head`` is not touched, unless it is begun ``anew``. Raises
    :class:`InputError` where it is not ours, or holds another experiment, :class:`LitgridError` where it cannot be
    written, or another process is writing it.
    """

    def __init__(self, path: str, head: Mapping[str, Any], *, anew: bool = False) -> None:
        self._head = json.loads(json.dumps(head))  # tuples come back as lists
        try:
            self._path = Path(path).resolve()
            self._file: IO[bytes] = os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT, 0o666), "r+b")
        except (OSError, ValueError) as error:
            raise LitgridError(f"{path}: the results cannot be written: {getattr(error, 'strerror', error)}") from None
        if not stat.S_ISREG(os.fstat(self._file.fileno()).st_mode):
            self._file.close()
            raise LitgridError(f"{path}: the results cannot be written: expected a file that can be read again")
        try:
            _lock(self._file, path)
            self.lines = self._resume(path, anew=anew)
        except BaseException:
            self.close()
            raise

    def _resume(self, path: str, *, anew: bool) -> list[Line]:
        data = _read(self._file, path)
        lines = _lines(data, path)
        if lines and not anew:
            there = lines[0]
            if there != self._head:
                raise InputError(
                    f"this file holds another experiment ({_difference(there, self._head)}): name another file, or "
                    "start anew with --anew, which drops what is there",
                    source=path,
                )
            self._file.truncate(data.rfind(b"\n") + 1)
            self._file.seek(0, os.SEEK_END)
            return lines[1:]
        self._file.seek(0)
        self._file.truncate()
        self.append(self._head)
        return []

    def append(self, line: Mapping[str, Any]) -> None:
        """Write a line, so that it is there whatever happens to this process."""
        try:
            self._file.write(_text(line))
            self._file.flush()
        except OSError as error:
            raise LitgridError(
                f"{self._path}: the results cannot be written: {error.strerror}; what is finished is there"
            ) from None

    def finish(self, lines: Iterable[Mapping[str, Any]]) -> None:
        """Put these lines in the place of those that are there, all at once."""
        try:
            with replaced(self._path) as other:
                other.writelines(map(_text, [self._head, *lines]))
        except OSError as error:
            raise LitgridError(
                f"{self._path}: the finished results cannot be put in order: {error.strerror}; they are all there"
            ) from None

    def close(self) -> None:
        with suppress(OSError):  # what a full disk did not take, which is said already
            self._file.close()


def _text(line: Mapping[str, Any]) -> bytes:
    return json.dumps(line, separators=(",", ":")).encode() + b"\n"


def _difference(there: Mapping[str, Any], here: Mapping[str, Any], within: str = "") -> str:
    for name in {**there, **here}:
        old, new = there.get(name), here.get(name)
        if isinstance(old, dict) and isinstance(new, dict) and old != new:
            return _difference(old, new, f"{name} ")
        if old != new:
            return f"{within}{name}: {shorten(old, 100)} there, {shorten(new, 100)} here"
    return "in nothing"


def _lock(file: IO[bytes], path: str) -> None:
    """Keep other processes from writing the file as long as this one does; the system lets go whatever happens."""
    if sys.platform == "win32":
        return
    import fcntl

    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise LitgridError(
            f"{path}: another process is writing these results: wait for it, or name another file"
        ) from None
    except OSError:  # a file system without locks
        return
