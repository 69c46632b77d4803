"""Between JSON and puzzles: what a question says, read strictly, with limits before anything is made of it.

A *question* is the object that was posted. A puzzle in it is a record as in JSON lines; what is filled in are rows of
text, ``entries``.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from litgrid.core.characters import Grid, shorten
from litgrid.core.errors import InputError, LitgridError
from litgrid.core.grid import Shape
from litgrid.core.options import Between
from litgrid.core.puzzle import Puzzle
from litgrid.core.registry import did_you_mean
from litgrid.core.words import LANGUAGES
from litgrid.formats import Record, formats, loads_all
from litgrid.formats.entries import read_entries
from litgrid.puzzles import kinds
from litgrid.question import Option

Question = Mapping[str, Any]
T = TypeVar("T")

MOST_CELLS = 10_000
"""The largest board that the page takes: 100 x 100."""
MOST_SECONDS = 60.0
"""No question may take longer."""


@dataclass(frozen=True)
class File:
    """An answer that is a file, and not JSON."""

    name: str
    type: str
    content: bytes


def expect_only(question: Question, names: Collection[str]) -> None:
    """Raise :class:`LitgridError` where a question says something that has none of some names."""
    for name in question:
        if name not in names:
            raise LitgridError(f"there is no option {shorten(name)}{did_you_mean(name, names)}")


def record_in(question: Question) -> Record:
    """Return the puzzle of a question, with its name and its level; one that is too large is refused."""
    value = question.get("puzzle")
    if not isinstance(value, dict):
        raise LitgridError(f'expected "puzzle", an object with "kind" and "clues", got {shorten(value)}')
    check_cells(_cells(value.get("clues")))
    record = next(loads_all(json.dumps(value), format="jsonl"))
    if isinstance(record, InputError):
        raise InputError(record.message)  # the place would be one in a line that nobody has seen
    return record


def puzzle_in(question: Question) -> Puzzle:
    """Return the puzzle of a question: see :func:`record_in`."""
    return record_in(question).puzzle


def _cells(clues: object) -> int:
    """Return about how many cells clues are of, before they are read."""
    if isinstance(clues, dict):
        sides = [len(value) for value in clues.values() if isinstance(value, (list, str))]
        return max(sides, default=0) ** 2
    if isinstance(clues, list):
        return sum(len(row) for row in clues if isinstance(row, (list, str)))
    return 0


def check_cells(cells: int) -> None:
    """Raise :class:`LitgridError` for a board that is too large for the page."""
    if cells > MOST_CELLS:
        raise LitgridError(
            f"expected a board of at most {MOST_CELLS:,} cells, got {cells:,}: the commands of litgrid take larger ones"
        )


def entries_in(question: Question, puzzle: Puzzle) -> Grid | None:
    """Return what a question says is filled in: ``entries``, rows of characters that the kind writes answers in."""
    rows = question.get("entries")
    return None if rows is None else read_entries(rows, puzzle)


def text_in(question: Question, name: str, default: str | None = None, choices: Sequence[str] | None = None) -> str:
    """Return a text of a question; raise :class:`LitgridError` where it is none, or none of the choices."""
    return _value(question, str, name, default, names=choices and tuple(choices))


def language_in(question: Question) -> str:
    """Return the language that a question asks for, English by default."""
    return text_in(question, "language", "en", LANGUAGES)


def number_in(question: Question, name: str, low: float, high: float, default: float) -> float:
    """Return a number of a question; raise :class:`LitgridError` where it is none from ``low`` to ``high``."""
    return _value(question, float, name, default, between=Between(low, high))


def whole_in(question: Question, name: str, low: int, high: int, default: int) -> int:
    """Return a whole number of a question: see :func:`number_in`."""
    return _value(question, int, name, default, between=Between(low, high))


def flag_in(question: Question, name: str) -> bool:
    """Return what a question says yes or no to; no where it says nothing."""
    return _value(question, bool, name, False)


def _value(question: Question, kind: type[T], name: str, default: T | None, **how: Any) -> T:
    """Return the value of an option; one without a default must be there."""
    value: T = Option(name, kind, "", "", **how).read(question.get(name, default))
    return value


def timeout_in(question: Question, default: float = 10.0) -> float:
    """Return how many seconds a question may take."""
    return number_in(question, "timeout", 0, MOST_SECONDS, default)


def shape_in(question: Question) -> Shape:
    """Return the size of a board that a question asks for."""
    rows, columns = (whole_in(question, side, 1, MOST_CELLS, 10) for side in ("rows", "columns"))
    check_cells(rows * columns)
    return Shape(rows, columns)


def kind_in(question: Question) -> type[Puzzle]:
    """Return the kind that a question names."""
    return kinds.get(text_in(question, "kind"))


def as_record(record: Record | Puzzle) -> dict[str, Any]:
    """Return a puzzle as JSON holds it, without an answer that came with it."""
    whole = record if isinstance(record, Record) else Record("", record)
    made: dict[str, Any] = json.loads(formats.get("jsonl").write(whole))
    named = isinstance(record, Record) and record.named
    wanted = ["id"] * named + ["kind", *whole.puzzle.switches, "clues", "level"]
    return {key: made[key] for key in wanted if key in made}
