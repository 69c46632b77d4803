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
from litgrid.cli.words import count, heading, json_line, named, place
from litgrid.core.characters import Grid
from litgrid.core.errors import OutOfTimeError
from litgrid.core.limit import Limit
from litgrid.engines import DEFAULT
from litgrid.formats import Record
from litgrid.listing import Order, batches
from litgrid.render.text import Look, draw

MOST_WAITING = 4096
"""Bytes that are written at once: so many go into a pipe as a whole, so that Ctrl-C cuts no line."""


@dataclass(frozen=True)
class Question:
    """How to ask, and how to show what comes."""

    engine: str | None
    encoding: str
    timeout: float | None
    as_json: bool
    look: Look


def list_all(record: Record, question: Question, *, in_order: bool, most: int | None) -> int:
    """Print every answer, and return the exit code."""
    begin = perf_counter()
    puzzle, out = record.puzzle, Output()
    number, status = 0, "all"
    head = named(record)
    if not question.as_json:
        out.write(f"{heading(record)}\n")
    limit = Limit(question.timeout)
    order: Order = "sorted" if in_order else "found"
    found = batches(puzzle, engine=question.engine, encoding=question.encoding, limit=limit, order=order, most=most)
    with closing(found):
        try:
            for grids in found:
                for running, grid in enumerate(grids, number + 1):
                    out.write(written(record, grid, running, None if question.as_json else question.look))
                out.flush()
                number += len(grids)
        except OutOfTimeError:
            status = "unknown"
    if number == most:
        status = "some"
    elif not number and status == "all":
        status = "none"
    if question.as_json:
        seconds = round(perf_counter() - begin, 6)
        out.write(
            f"{json_line({**head, 'status': status, 'count': number, 'engine': found.engine, 'seconds': seconds})}\n"
        )
    else:
        out.write(f"{_sentence(status, number, question.timeout)}\n\n")
    out.flush()
    if status == "unknown" or (status == "some" and number == 1):
        return UNKNOWN
    return YES if number == 1 else NO


def written(record: Record, grid: Grid, number: int, look: Look | None, **more: str) -> str:
    """Return an answer as it is printed: its number and picture; where there is no look, a line of JSON with more."""
    if look is None:
        return f"{json_line({**named(record), 'answer': record.puzzle.rows(grid), 'number': number, **more})}\n"
    return f"Answer {number:,}:\n{draw(record.puzzle.scene(grid), look)}\n"


def _sentence(status: str, number: int, timeout: float | None) -> str:
    if status == "none":
        return "No answer."
    if status == "all":
        return "Exactly one answer." if number == 1 else f"{count(number, 'answer')}."
    if status == "some":
        return f"Stopped after {count(number, 'answer')}: there may be more."
    why = "The engine gave up" if timeout is None else f"Out of time after {timeout:g} s"
    return f"{why}: {count(number, 'answer')} found, and there may be more."


def show_forced(record: Record, question: Question) -> int:
    """Print the cells that are equal in all answers, and return the exit code."""
    found = ask_forced(
        record.puzzle, engine=question.engine or DEFAULT, encoding=question.encoding, timeout=question.timeout
    )
    if question.as_json:
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
        why = "The engine gave up" if timeout is None else f"Out of time after {timeout:g} s"
        return f"{why}: {same} are known to be the same in all answers, if there is any."
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


class Output:
    """Standard output, written to in pieces of whole answers."""

    def __init__(self) -> None:
        self._waiting: list[str] = []
        self._bytes = 0

    def write(self, text: str) -> None:
        """Write an answer, now or with those that follow."""
        size = len(text.encode("utf-8", "backslashreplace"))
        if self._bytes + size > MOST_WAITING:
            self.flush()
        self._waiting.append(text)
        self._bytes += size

    def flush(self) -> None:
        """Write what waits."""
        text = "".join(self._waiting)
        self._waiting, self._bytes = [], 0
        sys.stdout.write(text)
        sys.stdout.flush()
