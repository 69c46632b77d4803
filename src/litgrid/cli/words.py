"""What several commands say alike: names of puzzles, cells and rules, for people and as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from litgrid.core.grid import Shape
from litgrid.core.printable import printable
from litgrid.core.tables import Rule
from litgrid.formats import Record

_encode = json.JSONEncoder(separators=(",", ":")).encode  # json.dumps would make an encoder each time
MOST_CELLS = 20
"""No more cells than this are listed in a sentence."""


def json_line(values: Mapping[str, Any]) -> str:
    """Return an object as one line of JSON."""
    return _encode(values)


def named(record: Record) -> dict[str, Any]:
    """Return how an object about a puzzle begins."""
    shape = record.puzzle.shape
    return {"id": record.id, "kind": record.puzzle.name, "size": [shape.rows, shape.columns]}


def rule_objects(rules: Iterable[Rule], shape: Shape) -> list[dict[str, object]]:
    """Return rules as JSON holds them, cells as :func:`place` has them, and the one each is written in, or null."""
    return [
        {
            "rule": rule.kind,
            "at": None if rule.at is None else place(rule.at, shape),
            "cells": [place(cell, shape) for cell in rule.cells],
            "text": rule.sentence,
        }
        for rule in rules
    ]


def rule_words(rule: Rule, shape: Shape) -> str:
    """Return a rule as a sentence, with its kind and its cells."""
    return f"{rule.sentence} ({rule.kind}: {listed(rule.cells, shape)})"


def place(cell: int, shape: Shape) -> list[int]:
    """Return a cell as JSON holds it: ``[row, column]`` from 1."""
    return [cell // shape.columns + 1, cell % shape.columns + 1]


def heading(record: Record) -> str:
    """Return the line above a puzzle."""
    return f"{printable(record.id)}  {record.puzzle.title} {record.puzzle.shape}"


def whereabouts(record: Record) -> str:
    """Return how a message about a puzzle begins: with its place, if it came from somewhere."""
    return "" if record.source is None else f"{record.source}:{record.line}: "


def gave_up(timeout: float | None) -> str:
    """Return why something is not known."""
    return "The engine gave up" if timeout is None else f"Out of time after {timeout:g} s"


def listed(cells: Sequence[int], shape: Shape) -> str:
    """Return the names of cells, the first of many."""
    names = ", ".join(shape.name(cell) for cell in cells[:MOST_CELLS])
    return names if len(cells) <= MOST_CELLS else f"{names} and {len(cells) - MOST_CELLS} more"


def count(number: int, word: str) -> str:
    """Return a number of things: ``1 cell``, ``2 cells``."""
    return f"{number:,} {word}{'' if number == 1 else 's'}"
