"""What a command does with several jobs, said without starting any: the option, and this process as one of the workers.

A worker is the same command once more, with the same options, whose puzzles come through a pipe, and go back through
another as what was printed about them: see :mod:`litgrid.cli.crew`.
"""

from __future__ import annotations

import io
import os
import pickle
import signal
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import wraps
from typing import IO, Any, NamedTuple, NoReturn, cast

import click

from litgrid.cli.numbers import IntRange
from litgrid.cli.options import Command


class Done(NamedTuple):
    """What came of a puzzle: what a worker printed, what is left to do, or else an exit code."""

    printed: Sequence[tuple[bool, bytes]] = ()  # pieces in order, each with whether it went to standard error
    notes: Mapping[str, tuple[int, str]] = {}
    left: Any = None
    code: int | None = None

    @property
    def size(self) -> int:
        """How many bytes were printed."""
        return sum(len(piece) for _, piece in self.printed)


def jobs_option(command: Command) -> Command:
    """Add ``--jobs``, which the :class:`litgrid.cli.source.Source` is told of that the command is given first."""

    @wraps(command)
    def placed(source: Any, *, jobs: int, **others: Any) -> Any:
        return command(replace(source, jobs=jobs), **others)

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
        sys.stdout, sys.stderr = (
            io.TextIOWrapper(
                cast("IO[bytes]", _Kept(self._printed, bool(number), terminal)), encoding, write_through=True
            )
            for number, (terminal, encoding) in enumerate(streams)
        )

    def serve(
        self, answer: Callable[[list[Any]], Iterable[Done]], notes: Callable[[], Mapping[str, tuple[int, str]]]
    ) -> NoReturn:
        """Answer what comes by ``answer``, and say with each what ``notes`` returns; at the end, exit."""
        with suppress(EOFError):
            while True:
                pieces = pickle.load(self._given)  # noqa: S301 - it comes from who started this process
                for done in answer([pickle.loads(piece) for piece in pieces]):  # noqa: S301
                    pickle.dump(
                        done._replace(printed=self._printed[:], notes=notes()), self._told, pickle.HIGHEST_PROTOCOL
                    )
                    self._printed.clear()
                    self._told.flush()
        raise click.exceptions.Exit


def serving() -> Worker | None:
    """Return the worker that this process is, if it is one."""
    context = click.get_current_context(silent=True)
    called = None if context is None else context.find_root().obj
    return None if called is None else cast("Worker | None", called.worker)


def work() -> None:
    """Be a worker."""
    from litgrid.cli import main

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    given, told = sys.stdin.buffer, os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    arguments, streams = pickle.load(given)  # noqa: S301 - it comes from who started this process
    main(arguments, worker=Worker(given, told, streams))
