"""Going through many puzzles: reading them in order, saying what is wrong with some, keeping the worst exit code."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from time import monotonic
from typing import Any, TextIO

import click

from litgrid.cli import BAD_INPUT, UNKNOWN, YES, complain, report, to_stderr
from litgrid.cli.options import is_terminal
from litgrid.cli.words import whereabouts
from litgrid.core.errors import InputError, LitgridError
from litgrid.formats import Input, Record
from litgrid.formats.files import STDIN, opened, read_file
from litgrid.formats.formulas import formula_in

Load = Callable[[Iterable[str], str], Iterator[Record | InputError]]
PATIENCE = 1.0
"""Seconds before a bar appears."""


class Notes:
    """Sentences about puzzles, each said once in the end, with how many puzzles it is about."""

    def __init__(self) -> None:
        self._found: dict[str, tuple[int, str]] = {}

    def add(self, sentence: str, record: Input) -> None:
        """Note something about a puzzle."""
        number, first = self._found.get(sentence, (0, f"{record.source}:{record.line}"))
        self._found[sentence] = number + 1, first

    def say(self) -> None:
        """Say what was noted, on standard error."""
        for sentence, (number, first) in self._found.items():
            complain(f"{first}: {sentence}" if number == 1 else f"{sentence} ({number:,} puzzles, the first {first})")


def run(
    files: Sequence[str],
    load: Load,
    answer: Callable[[Any], int],
    notes: Notes | None = None,
    *,
    formulas: bool | None = False,
) -> int:
    """Answer every puzzle of the files (none: standard input) in order; return the largest exit code.

    ``load`` reads the puzzles of a text as it comes, and is told what that is called; ``answer`` prints about one
    puzzle, or about the formula of a file where ``formulas`` will do (``None``: no file is taken for one), and returns
    its exit code. A bad puzzle is reported and does not stop the others. In the end the warnings of all puzzles are
    said, and what ``answer`` has noted.
    """
    if files.count("-") > 1:
        raise click.UsageError("standard input (-) can be read only once.")
    notes = Notes() if notes is None else notes

    def come() -> Iterator[tuple[float, Input | InputError]]:
        for number, path in enumerate(files or ["-"]):
            for share, item in _items(path, load, formulas=formulas):
                yield (number + share) / (len(files) or 1), item
                if not isinstance(item, InputError):
                    for sentence in item.notes:
                        notes.add(sentence, item)

    worst = _answered(come(), answer)
    notes.say()
    return worst


def each(records: Sequence[Record], answer: Callable[[Any], int]) -> int:
    """Answer puzzles that have been read, as :func:`run` does; return the largest exit code."""
    return _answered(((number / len(records), record) for number, record in enumerate(records)), answer)


def _answered(items: Iterable[tuple[float, Input | InputError]], answer: Callable[[Any], int]) -> int:
    """Answer one puzzle after another, each with the share of the work that is done before it."""
    worst, progress = YES, Progress()
    for number, (share, item) in enumerate(items, 1):
        progress.show(share, f"puzzle {number:,}")
        worst = max(worst, _one(item, answer, progress))
    progress.clear()
    return worst


def _items(path: str, load: Load, *, formulas: bool | None) -> Iterator[tuple[float, Input | InputError]]:
    """Yield what is in a file, and what ends the reading of it, each with the share of the lines before it."""
    tell_terminal(path)
    lines = 0

    def counted(pieces: Iterator[str]) -> Iterator[str]:
        nonlocal lines
        for piece in pieces:
            lines += piece.count("\n")
            yield piece

    try:
        with opened(path) as file:
            if formulas is not None and (formula := formula_in(file, wanted=formulas)) is not None:
                yield 0.0, formula
                return
            for item in load(counted(file.pieces()), called(path)):
                yield min(((item.line or 1) - 1) / max(lines, 1), 1.0), item
    except InputError as error:
        yield 1.0, error


def read_text(path: str) -> str:
    """Return the text of a file or, for ``-``, of standard input; say so where that is the keyboard."""
    tell_terminal(path)
    return read_file(path)


def called(path: str) -> str:
    """Return what a file is called in messages."""
    return STDIN if path == "-" else path


def tell_terminal(path: str) -> None:
    """Say where it is the keyboard that is read."""
    if path == "-" and is_terminal(sys.stdin):
        complain("reading from the terminal; end with Ctrl-D")


def _one(item: Input | InputError, answer: Callable[[Any], int], progress: Progress) -> int:
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


def warn(record: Input, message: str) -> None:
    """Say something about a puzzle, with its place."""
    complain(whereabouts(record) + message)
