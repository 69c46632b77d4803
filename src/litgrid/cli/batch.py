"""Going through many puzzles: reading them in order, saying what is wrong with some, keeping the worst exit code."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from time import monotonic
from typing import Any, TextIO

import click

from litgrid.cli import BAD_INPUT, UNKNOWN, YES, complain, report, to_stderr
from litgrid.cli.jobs import Done, serving
from litgrid.cli.options import is_terminal
from litgrid.cli.words import whereabouts
from litgrid.core.errors import InputError, LitgridError
from litgrid.formats import Input, Record
from litgrid.formats.files import STDIN, opened, read_file
from litgrid.formats.formulas import formula_in
from litgrid.formats.reading import Unread

Item = Input | InputError | Unread
Load = Callable[[Iterable[str], str], Iterator[Record | InputError | Unread]]
Then = Callable[[Any, int], int]
Ahead = Callable[[Sequence[Input]], None]
MOST_AHEAD, MOST_CELLS = 256, 50_000
"""So many puzzles are read before the first of them is answered, if they have come already, and so many cells."""
PATIENCE = 1.0
"""Seconds before a bar appears."""


def only_code(code: int, _number: int) -> int:
    """Return an exit code where nothing is left to do."""
    return code


class Notes:
    """Sentences about puzzles, each said once in the end, with how many puzzles it is about."""

    def __init__(self) -> None:
        self._found: dict[str, tuple[int, str]] = {}

    def add(self, sentence: str, record: Input) -> None:
        """Note something about a puzzle."""
        self.join({sentence: (1, f"{record.source}:{record.line}")})

    def join(self, found: Mapping[str, tuple[int, str]]) -> None:
        """Note what was noted elsewhere: of each sentence, how many puzzles it is about, and where the first is."""
        for sentence, (number, place) in found.items():
            before, first = self._found.get(sentence, (0, place))
            self._found[sentence] = before + number, first

    def taken(self) -> Mapping[str, tuple[int, str]]:
        """Return what was noted, and forget it."""
        found, self._found = self._found, {}
        return found

    def say(self) -> None:
        """Say what was noted, on standard error."""
        for sentence, (number, first) in self._found.items():
            complain(f"{first}: {sentence}" if number == 1 else f"{sentence} ({number:,} puzzles, the first {first})")


def run(
    files: Sequence[str],
    load: Load,
    answer: Callable[[Any], Any],
    notes: Notes | None = None,
    *,
    then: Then = only_code,
    jobs: int = 1,
    formulas: bool | None = False,
    ahead: Ahead | None = None,
) -> int:
    """Answer every puzzle of the files (none: standard input) in order; return the largest exit code.

    ``load`` reads the puzzles of a text as it comes, and is told what that is called; ``answer`` prints about one
    puzzle, or about the formula of a file where ``formulas`` will do (``None``: no file is taken for one), and returns
    its exit code. Or it returns what ``then`` makes an exit code of, in order and in this process, with the number of
    the puzzle: with several ``jobs`` others answer. ``ahead`` is told which puzzles come next, several at a time; none
    of them waits for one that is not there yet. A bad puzzle is reported and does not stop the others. In the end
    the warnings of all puzzles are said, and what ``answer`` has noted.
    """
    if files.count("-") > 1:
        raise click.UsageError("standard input (-) can be read only once.")
    notes = Notes() if notes is None else notes

    def come(pause: Callable[[], None]) -> Iterator[tuple[float, Item]]:
        for number, path in enumerate(files or ["-"]):
            for share, item in _items(path, load, pause, formulas=formulas):
                yield (number + share) / (len(files) or 1), item

    def noted(record: Input) -> Any:
        try:
            return answer(record)
        finally:
            for sentence in record.notes:
                notes.add(sentence, record)

    worst = _Batch(noted, then, notes, ahead).run(come, jobs)
    notes.say()
    return worst


def each(
    records: Sequence[Input],
    answer: Callable[[Any], Any],
    notes: Notes | None = None,
    *,
    then: Then = only_code,
    jobs: int = 1,
) -> int:
    """Answer puzzles that have been read, as :func:`run` does; return the largest exit code."""
    items = ((number / len(records), record) for number, record in enumerate(records))
    return _Batch(answer, then, Notes() if notes is None else notes).run(lambda _: items, jobs)


class _PassingError(BaseException):
    """What answering raised, on its way through what reads, which would take an error for its own."""

    def __init__(self, error: Exception) -> None:
        self.error = error


class _Batch:
    """Puzzles that are answered one after another; with several jobs by workers, of which this process may be one."""

    def __init__(self, answer: Callable[[Any], Any], then: Then, notes: Notes, ahead: Ahead | None = None) -> None:
        self._answer, self._then, self._notes, self._ahead = answer, then, notes, ahead
        self._worst, self._number, self._progress = YES, 0, Progress()
        self._waiting: list[tuple[float, Item]] = []

    def run(self, come: Callable[[Callable[[], None]], Iterable[tuple[float, Item]]], jobs: int) -> int:
        """Answer puzzles, each with the share of the work that is done before it; return the largest exit code.

        ``come`` returns them, and calls what it is given before it waits for more.
        """
        worker = serving()
        if worker is not None:
            worker.serve(self._asked, self._notes.taken)
        if jobs == 1:
            try:
                self._go_through(come(self._pause))
            except _PassingError as passing:
                raise passing.error from None
        else:
            from litgrid.cli.crew import Crew  # imported here: most batches are small

            with Crew(jobs, click.get_current_context().find_root().obj.arguments, self._show) as crew:
                for share, item in come(lambda: None):
                    crew.put((share, _where(item)), Done(left=item) if isinstance(item, InputError) else item)
                crew.finish()
        self._progress.clear()
        return self._worst

    def _go_through(self, items: Iterable[tuple[float, Item]]) -> None:
        """Answer puzzles, some of them at a time."""
        cells = 0
        for share, item in items:
            read = item.read() if isinstance(item, Unread) else item
            self._waiting.append((share, read))
            cells += read.puzzle.shape.size if isinstance(read, Record) else 1
            if self._ahead is None or len(self._waiting) >= MOST_AHEAD or cells >= MOST_CELLS:
                self._catch_up()
                cells = 0
        self._catch_up()

    def _pause(self) -> None:
        """Answer what has come, before more is waited for."""
        try:
            self._catch_up()
        except Exception as error:
            raise _PassingError(error) from None

    def _catch_up(self) -> None:
        """Answer what has come."""
        waiting, self._waiting = self._waiting, []
        answered = self._asked([item for _, item in waiting])
        for share, item in waiting:
            self._number += 1
            self._progress.show(share, f"puzzle {self._number:,}")
            self._end(next(answered), _where(item))

    def _asked(self, items: Sequence[Item]) -> Iterator[Done]:
        """Read puzzles, where that is still to do, and answer them one after another."""
        read = [item.read() if isinstance(item, Unread) else item for item in items]
        right = [one for one in read if not isinstance(one, InputError)]
        if self._ahead is not None and len(right) > 1:
            self._ahead(right)
        for one in read:
            if self._progress.shown and is_terminal(sys.stdout):
                self._progress.clear()
            yield self._tried(partial(self._answered, one), _where(one))

    def _answered(self, read: Input | InputError) -> Done:
        left = self._answer(_right(read))
        return Done(code=left) if self._then is only_code else Done(left=left)

    def _show(self, place: tuple[float, str], done: Done) -> None:
        """Print what a worker did, and end it."""
        share, where = place
        self._number += done.puzzles
        if is_terminal(sys.stdout) or any(is_error for is_error, _ in done.printed):
            self._progress.clear()
        for is_error, piece in done.printed:
            if is_error:
                to_stderr(partial(click.echo, piece, err=True, nl=False))
            else:
                sys.stdout.buffer.write(piece)
                sys.stdout.buffer.flush()
        self._notes.join(done.notes)
        self._end(done, where)
        self._progress.show(share, f"puzzle {self._number:,}")

    def _end(self, done: Done, where: str) -> None:
        """Do what is left to do about a puzzle."""
        if done.code is None:
            done = self._tried(lambda: Done(code=self._then(_right(done.left), self._number)), where)
        self._worst = max(self._worst, done.code or YES)

    def _tried(self, do: Callable[[], Done], where: str) -> Done:
        """Do something about a puzzle; whatever goes wrong, the next one is asked too."""
        try:
            return do()
        except LitgridError as error:
            self._progress.clear()
            complain(str(error) if isinstance(error, InputError) and error.source else where + str(error))
            return Done(code=BAD_INPUT if isinstance(error, InputError) else UNKNOWN)  # not possible with these options
        except (OSError, click.ClickException):  # standard output is closed or full; the words of the command are wrong
            raise
        except Exception as error:  # one puzzle must not cost the others their answer
            self._progress.clear()
            report(error, where)
            return Done(code=UNKNOWN)


def _right(item: Any) -> Any:
    """Raise what is an error."""
    if isinstance(item, LitgridError):
        raise item
    return item


def _where(item: Item) -> str:
    """Return how a message about a puzzle begins; an error says it itself."""
    return "" if isinstance(item, InputError) else whereabouts(item)


def _items(path: str, load: Load, pause: Callable[[], None], *, formulas: bool | None) -> Iterator[tuple[float, Item]]:
    """Yield what is in a file, and what ends the reading of it, each with the share of the lines before it."""
    tell_terminal(path)
    lines = 0

    def counted(pieces: Iterator[str]) -> Iterator[str]:
        nonlocal lines
        for piece in pieces:
            lines += piece.count("\n")
            yield piece
            pause()

    pause()
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


class Progress:
    """A bar on standard error, if that is a terminal, once the work has taken a while."""

    WIDTH = 30
    """Of the bar alone, at most."""

    def __init__(self) -> None:
        self.shown = 0
        self._next = monotonic() + PATIENCE
        self._wanted = is_terminal(sys.stderr) and serving() is None

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
        self._write(line.ljust(self.shown))
        self.shown = len(line)

    def clear(self) -> None:
        """Take the bar away, before something else is printed."""
        if self.shown:
            self._write(" " * self.shown + "\r")
            self.shown = 0

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
