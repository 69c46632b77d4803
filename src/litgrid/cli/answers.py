"""``litgrid solve --all`` and ``--forced``: every answer as it is found, and what all answers have in common."""

from __future__ import annotations

import sys
from contextlib import closing
from dataclasses import dataclass
from time import perf_counter
from typing import Any

import click
import numpy as np

from litgrid.backbone import Forced
from litgrid.backbone import forced as ask_forced
from litgrid.cli import NO, UNKNOWN, YES
from litgrid.cli.words import count, gave_up, heading, json_line, named, place
from litgrid.core.characters import Grid
from litgrid.core.errors import OutOfTimeError
from litgrid.core.limit import Limit
from litgrid.core.terminal import Look, draw
from litgrid.engines import DEFAULT
from litgrid.formats import Record
from litgrid.listing import batches
from litgrid.sat.cardinality import Encoding

MOST_WAITING = 4096
"""Bytes that are written at once: so many go into a pipe as a whole, so that Ctrl-C cuts no line."""


@dataclass(frozen=True)
class Question:
    """How to ask, and how to show what comes: without a look, as JSON."""

    engine: str | None
    encoding: Encoding
    timeout: float | None
    look: Look | None


class Listing:
    """The answers of a puzzle on standard output, numbered, and what is said of all: as lines of JSON without a look.

    It is written in pieces of whole answers.
    """

    def __init__(self, record: Record, look: Look | None) -> None:
        self._record, self._look = record, look
        self._waiting: list[str] = []
        self._bytes = 0
        self.number = 0
        if look is not None:
            self._write(f"{heading(record)}\n")

    def add(self, grid: Grid, **more: object) -> None:
        """Write an answer, now or with those that follow; a line of JSON says more."""
        self.number += 1
        puzzle = self._record.puzzle
        if self._look is None:
            self._line(answer=puzzle.rows(grid), number=self.number, **more)
        else:
            self._write(f"Answer {self.number:,}:\n{draw(puzzle.scene(grid), self._look)}\n")

    def end(self, sentence: str, **values: object) -> None:
        """Write what is said of all, and what waits."""
        if self._look is None:
            self._line(**values)
        else:
            self._write(f"{sentence}\n\n")
        self.flush()

    def flush(self) -> None:
        """Write what waits."""
        text = "".join(self._waiting)
        self._waiting, self._bytes = [], 0
        sys.stdout.write(text)
        sys.stdout.flush()

    def _line(self, **values: object) -> None:
        self._write(f"{json_line({**named(self._record), **values})}\n")

    def _write(self, text: str) -> None:
        size = len(text.encode("utf-8", "backslashreplace"))
        if self._bytes + size > MOST_WAITING:
            self.flush()
        self._waiting.append(text)
        self._bytes += size


def list_all(record: Record, question: Question, *, in_order: bool, most: int | None) -> int:
    """Print every answer, and return the exit code."""
    begin = perf_counter()
    out, status = Listing(record, question.look), "all"
    found = batches(
        record.puzzle,
        engine=question.engine,
        encoding=question.encoding,
        limit=Limit(question.timeout),
        order="sorted" if in_order else "found",
        most=most,
    )
    with closing(found):
        try:
            for grids in found:
                for grid in grids:
                    out.add(grid)
                out.flush()
        except OutOfTimeError:
            status = "unknown"
    number = out.number
    if number == most:
        status = "some"
    elif not number and status == "all":
        status = "none"
    seconds = round(perf_counter() - begin, 6)
    sentence = _sentence(status, number, question.timeout)
    out.end(sentence, status=status, count=number, engine=found.engine, seconds=seconds)
    if status == "unknown" or (status == "some" and number == 1):
        return UNKNOWN
    return YES if number == 1 else NO


def _sentence(status: str, number: int, timeout: float | None) -> str:
    if status == "none":
        return "No answer."
    if status == "all":
        return "Exactly one answer." if number == 1 else f"{count(number, 'answer')}."
    if status == "some":
        return f"Stopped after {count(number, 'answer')}: there may be more."
    return f"{gave_up(timeout)}: {count(number, 'answer')} found, and there may be more."


def show_forced(record: Record, question: Question) -> int:
    """Print the cells that are equal in all answers, and return the exit code."""
    found = ask_forced(
        record.puzzle, engine=question.engine or DEFAULT, encoding=question.encoding, timeout=question.timeout
    )
    if question.look is None:
        click.echo(json_line(_forced_object(record, found)))
    else:
        lines = [heading(record)]
        if found.status != "none":
            lines.append(draw(record.puzzle.scene(found.grid), question.look))
        click.echo("\n".join([*lines, _forced_sentence(found, question.timeout), ""]), color=True)
    return {"unique": YES, "unknown": UNKNOWN}.get(found.status, NO)


def _forced_sentence(found: Forced, timeout: float | None) -> str:
    if found.status == "none":
        return "No answer."
    same = f"{found.number:,} of {count(int(found.asked.sum()), 'open cell')}"
    if found.status == "unknown":
        return f"{gave_up(timeout)}: {same} are known to be the same in all answers, if there is any."
    return f"{same} are the same in all answers" + (": there is exactly one." if found.status == "unique" else ".")


def _forced_object(record: Record, found: Forced) -> dict[str, Any]:
    grid, shape = found.grid.ravel(), record.puzzle.shape
    asked = found.asked.ravel()
    return {
        **named(record),
        "status": found.status,
        **{
            name: [place(cell, shape) for cell in np.flatnonzero(asked & (grid == value)).tolist()]
            for name, value in (("true", 1), ("false", 0), ("open", -1))
        },
        "engine": found.engine,
        "seconds": round(found.seconds, 6),
    }
