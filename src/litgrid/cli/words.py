"""What several commands say alike: names of puzzles, and numbers of things."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from litgrid.answer import say
from litgrid.core.kindwords import title
from litgrid.core.printable import printable
from litgrid.core.words import OWN
from litgrid.formats import FormulaRecord, Input
from litgrid.formats.reading import Unread


@cache
def _encode() -> Callable[[object], str]:
    import json  # imported here: most answers are for people

    return json.JSONEncoder(separators=(",", ":")).encode  # json.dumps would make an encoder each time


def json_line(values: Mapping[str, Any]) -> str:
    """Return an object as one line of JSON."""
    return _encode()(values)


def heading(record: Input, language: str = OWN) -> str:
    """Return the line above a puzzle or a formula."""
    if isinstance(record, FormulaRecord):
        variables, clauses = record.formula.variables, len(record.formula)
        size = f"{say('all.variables', language, variables)}, {say('all.clauses', language, clauses)}"
        return f"{printable(record.id)}  {size}"
    return f"{printable(record.id)}  {title(type(record.puzzle), language)} {record.puzzle.shape}"


def whereabouts(record: Input | Unread) -> str:
    """Return how a message about a puzzle or a formula begins: with its place, if it came from somewhere."""
    return "" if record.source is None else f"{record.source}:{record.line}: "


def count(number: int, word: str) -> str:
    """Return a number of things: ``1 cell``, ``2 cells``."""
    return f"{number:,} {word}{'' if number == 1 else 's'}"
