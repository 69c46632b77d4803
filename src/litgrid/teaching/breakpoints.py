"""What is said to a tracer: decisions, as cells or variables, and events to wait for."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from litgrid.core.characters import shorten
from litgrid.core.errors import InputError
from litgrid.core.grid import PLACE
from litgrid.core.puzzle import Puzzle
from litgrid.encode.rest import Opened
from litgrid.sat.formula import Formula
from litgrid.tracing.events import Event

_UNTIL = re.compile(r"(conflict|learn|restart|level|clause)(?:\s+([1-9][0-9]{0,8}))?", re.ASCII)
_LITERAL = re.compile(rf"([-!~¬]?)(?:r{PLACE}|([1-9][0-9]{{0,8}}))", re.ASCII | re.IGNORECASE)


def decisions(value: object) -> str:
    """Return what is said to be decided, if it could be for some puzzle; raise :class:`InputError` if not."""
    if isinstance(value, str) and all(map(_LITERAL.fullmatch, words(value))):
        return value
    raise InputError("expected cells as r2c3, -r2c3 for false, or numbers of variables")


def words(text: str) -> list[str]:
    """Return the literals that are said."""
    return text.replace(",", " ").split()


def awaited(value: object) -> str:
    """Return what is said to be waited for, if it could be; raise :class:`InputError` if not."""
    if isinstance(value, str) and (not value or _UNTIL.fullmatch(value.strip()) or _LITERAL.fullmatch(value.strip())):
        return value
    raise InputError("expected conflict, learn, restart, level 3, clause 17, a cell or a variable")


@dataclass(frozen=True)
class Reader:
    """Reads what people call literals, and what they wait for."""

    puzzle: Puzzle | Formula
    opened: Opened
    formula: Formula

    def literal(self, text: str) -> int:
        """Return a literal: of an open cell as ``r2c3``, ``-r2c3`` for false, or of a variable by its number."""
        match = _LITERAL.fullmatch(text)
        if match is None:
            raise InputError(f"expected a cell as r2c3, -r2c3 for false, or a variable's number, got {shorten(text)}")
        sign, row, column, number = match.groups()
        variable = int(number) if number else self._variable(text, int(row), int(column))
        if variable > self.formula.variables:
            raise InputError(f"expected a variable from 1 to {self.formula.variables:,}, got {text}")
        return -variable if sign else variable

    def _variable(self, text: str, row: int, column: int) -> int:
        if isinstance(self.puzzle, Formula):
            raise InputError(f"expected a variable by its number, got {text}: a formula has no board")
        places = np.flatnonzero(self.opened.cells == self.puzzle.shape.cell(row, column))
        if not places.size:
            raise InputError(f"propagation decides {text} before the search: it is no variable")
        return int(places[0]) + 1

    def until(self, text: str) -> Callable[[Event], bool]:
        """Return what says whether an event is the one that is waited for."""
        if not text:
            return lambda _: False
        match = _UNTIL.fullmatch(text.strip())
        if match is None:
            variable = abs(self.literal(text.strip()))
            return lambda event: event.event in ("decide", "propagate") and abs(event.literal or 0) == variable
        word, number = match[1], int(match[2] or 1)
        if word in ("level", "clause") and match[2] is None:
            raise InputError(f"expected a number behind {word!r}, as in '{word} 3'")
        if word == "level":
            return lambda event: event.event == "decide" and event.level == number
        if word == "clause":
            return lambda event: event.number == number and event.event != "watch"
        left = iter(range(number - 1, -1, -1))
        return lambda event: event.event == word and next(left) == 0
