"""Going through many puzzles: reading them in order, saying what is wrong with some, keeping the worst exit code."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from time import monotonic
from typing import TextIO

import click

from litgrid.cli import BAD_INPUT, UNKNOWN, YES, complain, report, to_stderr
from litgrid.cli.options import is_terminal
from litgrid.cli.words import whereabouts
from litgrid.core.errors import InputError, LitgridError
from litgrid.formats import Record, load_coming
from litgrid.formats.files import STDIN, read_file, read_pieces

PATIENCE = 1.0
"""Seconds before a bar appears."""
MOST_GATHERED = 16_000_000
"""How many cells puzzles that are held together may have: a link of 40 characters can claim 4 million."""


class Notes:
    """Sentences about puzzles, each said once in the end, with how many puzzles it is about."""

    def __init__(self) -> None:
        self._found: dict[str, tuple[int, str]] = {}

    def add(self, sentence: str, record: Record) -> None:
        """Note something about a puzzle."""
        number, first = self._found.get(sentence, (0, f"{record.source}:{record.line}"))
        self._found[sentence] = number + 1, first

    def say(self) -> None:
        """Say what was noted, on standard error."""
        for sentence, (number, first) in self._found.items():
            complain(f"{first}: {sentence}" if number == 1 else f"{sentence} ({number:,} puzzles, the first {first})")


def run(
    files: Sequence[str],
    answer: Callable[[Record], int],
    *,
    switches: Mapping[str, bool | None],
    notes: Notes | None = None,
    **how: str | None,
) -> int:
    """Answer every puzzle of the files (none: standard input) in order; return the largest exit code.

    ``answer`` prints about one puzzle and returns its exit code; ``how`` is the kind and the format, if they were said.
    A bad puzzle is reported and does not stop the others. In the end the warnings of all puzzles are said, and what
    ``answer`` has noted.
    """
    if files.count("-") > 1:
        raise click.UsageError("standard input (-) can be read only once.")
    worst = YES
    progress, puzzles = Progress(), 0
    notes = Notes() if notes is None else notes
    for number, path in enumerate(files or ["-"]):
        tell_terminal(path)
        come = _Come(read_pieces(path))
        items = _until_error(
            load_coming(come, kind=how["kind"], format=how["format"], source=STDIN if path == "-" else path, **switches)
        )
        for item in items:
            puzzles += 1
            done = number + min(((item.line or 1) - 1) / max(come.lines, 1), 1.0)
            progress.show(done / (len(files) or 1), f"puzzle {puzzles:,}")
            worst = max(worst, _one(item, answer, progress))
            if isinstance(item, Record):
                for sentence in item.warnings:
                    notes.add(sentence, item)
    progress.clear()
    notes.say()
    return worst


class _Come:
    """Pieces of a text, and how many lines of it have come."""

    def __init__(self, pieces: Iterator[str]) -> None:
        self._pieces = pieces
        self.lines = 0

    def __iter__(self) -> Iterator[str]:
        for piece in self._pieces:
            self.lines += piece.count("\n")
            yield piece


def _until_error(items: Iterator[Record | InputError]) -> Iterator[Record | InputError]:
    """Yield the puzzles of a file, and what ends the reading of it."""
    try:
        yield from items
    except InputError as error:
        yield error


def gather(files: Sequence[str], *, switches: Mapping[str, bool | None], **how: str | None) -> tuple[list[Record], int]:
    """Return every puzzle of the files, and the exit code of reading them: bad ones are reported and left out.

    So are those for which, with all before them, there is no room: :data:`MOST_GATHERED`.
    """
    records: list[Record] = []
    notes, room = Notes(), MOST_GATHERED

    def keep(record: Record) -> int:
        nonlocal room
        if record.puzzle.shape.size > room:
            notes.add(
                f"left out: expected puzzles of at most {MOST_GATHERED:,} cells together, got more: split the file, or "
                "name fewer",
                record,
            )
            return BAD_INPUT
        room -= record.puzzle.shape.size
        records.append(record)
        return YES

    return records, run(files, keep, switches=switches, notes=notes, kind=how["kind"], format=how["format"])


def each(records: Sequence[Record], answer: Callable[[Record], int]) -> int:
    """Answer puzzles that have been read, as :func:`run` does; return the largest exit code."""
    worst = YES
    progress = Progress()
    for number, record in enumerate(records):
        progress.show(number / len(records), f"puzzle {number + 1:,}")
        worst = max(worst, _one(record, answer, progress))
    progress.clear()
    return worst


def read_text(path: str, most: int | None = None) -> str:
    """Return the text of a file or, for ``-``, of standard input; say so where that is the keyboard."""
    tell_terminal(path)
    return read_file(path, most)


def tell_terminal(path: str) -> None:
    """Say where it is the keyboard that is read."""
    if path == "-" and is_terminal(sys.stdin):
        complain("reading from the terminal; end with Ctrl-D")


def _one(item: Record | InputError, answer: Callable[[Record], int], progress: Progress) -> int:
    """Answer one puzzle, or say what is wrong with it; whatever goes wrong, the next one is asked too."""
    if isinstance(item, InputError) or is_terminal(sys.stdout):
        progress.clear()
    if isinstance(item, InputError):
        complain(str(item))
        return BAD_INPUT
    where = whereabouts(item)
    try:
        return answer(item)
    except LitgridError as error:
        progress.clear()
        complain(where + str(error))
        return BAD_INPUT if isinstance(error, InputError) else UNKNOWN  # not possible with these options
    except OSError:  # standard output is closed or full
        raise
    except Exception as error:  # one puzzle must not cost the others their answer
        progress.clear()
        report(error, where)
        return UNKNOWN


class Progress:
    """A bar on standard error, if that is a terminal, once the work has taken a while."""

    WIDTH = 30
    """Of the bar alone, at most."""

    def __init__(self) -> None:
        self._shown = 0
        self._next = monotonic() + PATIENCE
        self._wanted = is_terminal(sys.stderr)

    def show(self, share: float, what: str) -> None:
        """Show which share of the work is done, and what it is at."""
        if not self._wanted or monotonic() < self._next:
            return
        self._next = monotonic() + 0.1
        line = f"{share:4.0%}  {what}"
        room = columns(sys.stderr) - 1  # the last column would wrap on some terminals
        width = min(self.WIDTH, room - len(line) - 3)
        if width > 0:
            filled = int(width * share)
            line = f"[{'#' * filled}{'-' * (width - filled)}] {line}"
        line = line[:room]
        self._write(line.ljust(self._shown))
        self._shown = len(line)

    def clear(self) -> None:
        """Take the bar away, before something else is printed."""
        if self._shown:
            self._write(" " * self._shown + "\r")
            self._shown = 0

    def _write(self, text: str) -> None:
        to_stderr(lambda: click.echo("\r" + text, err=True, nl=False))


def columns(stream: TextIO) -> int:
    """Return how wide a terminal is; 80 where it does not say."""
    try:
        return os.get_terminal_size(stream.fileno()).columns or 80
    except OSError:
        return 80
