"""What a command does with several jobs, said without starting any: the option, and this process as one of the workers.

A worker is the same command once more, with the same options, whose puzzles come through a pipe, and go back through
another as what was printed about them: see :mod:`litgrid.cli.crew`.
"""

from __future__ import annotations

import io
import os
import pickle
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import wraps
from threading import Condition, Thread
from time import sleep
from typing import IO, Any, NamedTuple, NoReturn, cast

import click

from litgrid.cli import calling
from litgrid.cli.numbers import IntRange
from litgrid.cli.options import Command

SOON = 0.02
"""Within so many seconds it is told what came of a puzzle."""


class Done(NamedTuple):
    """What came of a puzzle, or of some in a row: what a worker printed, what is left to do, or else an exit code."""

    printed: Sequence[tuple[bool, bytes]] = ()  # pieces in order, each with whether it went to standard error
    notes: Mapping[str, tuple[int, str]] = {}
    left: Any = None
    code: int | None = None
    puzzles: int = 1

    @property
    def size(self) -> int:
        """How many bytes were printed."""
        return sum(len(piece) for _, piece in self.printed)

    def joined(self, following: Done) -> list[Done]:
        """Return the same as what follows is added, in one where nothing is left to do, and noted of one at most."""
        if self.code is None or following.code is None or following.notes:
            return [self, following]
        code, puzzles = max(self.code, following.code), self.puzzles + following.puzzles
        return [self._replace(printed=[*self.printed, *following.printed], code=code, puzzles=puzzles)]


def jobs_option(command: Command) -> Command:
    """Add ``--jobs``, which the :class:`litgrid.cli.source.Source` is told of that the command is given first."""

    @wraps(command)
    def placed(source: Any, *, jobs: int, **others: Any) -> Any:
        return command(source._replace(jobs=jobs), **others)

    text = "How many puzzles are worked on at once, each in a process of its own."
    add = click.option("--jobs", type=IntRange(min=1), default=1, show_default=True, metavar="N", help=text)
    return add(cast("Command", placed))


class _Kept(io.RawIOBase):
    """A stream that keeps what is printed, in a list that it shares with another."""

    def __init__(self, kept: list[tuple[bool, bytes]], errors: bool, terminal: bool) -> None:
        self._kept, self._errors, self._terminal = kept, errors, terminal

    def write(self, piece: Any) -> int:
        self._kept.append((self._errors, bytes(piece)))
        return len(piece)

    def writable(self) -> bool:
        return True

    def isatty(self) -> bool:
        return self._terminal


class Worker:
    """What this process is where it is a worker: its command finds it, and is given puzzles until none are left."""

    def __init__(self, given: IO[bytes], told: IO[bytes], streams: list[tuple[bool, str]]) -> None:
        self._given, self._told = given, told
        self._printed: list[tuple[bool, bytes]] = []
        self._untold: list[Done] = []
        self._comes = Condition()
        sys.stdout, sys.stderr = (
            io.TextIOWrapper(
                cast("IO[bytes]", _Kept(self._printed, bool(number), terminal)), encoding, write_through=True
            )
            for number, (terminal, encoding) in enumerate(streams)
        )

    def serve(
        self, answer: Callable[[list[Any]], Iterable[Done]], notes: Callable[[], Mapping[str, tuple[int, str]]]
    ) -> NoReturn:
        """Answer what comes by ``answer``, and say with it what ``notes`` returns; at the end, exit."""
        Thread(target=self._tell_soon, daemon=True).start()
        with suppress(EOFError):
            while True:
                pieces = pickle.load(self._given)  # noqa: S301 - it comes from who started this process
                items = [pickle.loads(piece) if isinstance(piece, bytes) else piece for piece in pieces]  # noqa: S301
                for done in answer(items):
                    done = done._replace(printed=self._printed[:], notes=notes())
                    self._printed.clear()
                    with self._comes:
                        self._untold[-1:] = self._untold[-1].joined(done) if self._untold else [done]
                        self._comes.notify()
                self._tell()
        raise click.exceptions.Exit

    def _tell(self) -> None:
        with self._comes:
            for done in self._untold:
                pickle.dump(done, self._told, pickle.HIGHEST_PROTOCOL)
            self._told.flush()
            self._untold.clear()

    def _tell_soon(self) -> None:
        """Tell what there is, and not each time that there is something; the next puzzle may take long."""
        with suppress(OSError):  # nobody listens any more
            while True:
                with self._comes:
                    self._comes.wait_for(lambda: self._untold)
                sleep(SOON)
                self._tell()


def serving() -> Worker | None:
    """Return the worker that this process is, if it is one."""
    called = calling()
    return None if called is None else called.worker


def work(given: IO[bytes], told: IO[bytes]) -> None:
    """Be a worker, that is given puzzles by one stream and tells what came of them by another."""
    import signal  # imported here: few processes are workers

    from litgrid.cli import main

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    arguments, streams, environment = pickle.load(given)  # noqa: S301 - it comes from who started this process
    os.environ.update(environment)
    main(arguments, worker=Worker(given, told, streams))
