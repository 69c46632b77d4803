"""Grids of characters: how puzzles are written down, read into arrays of character codes and back.

A puzzle names its characters in an *alphabet* (character to what it means). Everything else is a lookup in a table of
256 entries.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from math import isqrt
from typing import Any

import numpy as np
import numpy.typing as npt

from litgrid.core.errors import InputError
from litgrid.core.grid import BoolArray, Shape

Characters = npt.NDArray[np.uint8]
"""The code of a character a cell, shaped as the board."""

Grid = npt.NDArray[np.int8]
"""One value a cell, shaped as the board: 1 true, 0 false, -1 unknown."""

MOST_CELLS = 4_000_000
"""The largest board litgrid takes: its tables would not fit in the memory of a usual machine."""


def read_grid(
    rows: Any,
    alphabet: Mapping[str, str],
    *,
    what: str,
    shape: Shape | None = None,
    hints: Mapping[str, str] | None = None,
    each: str = "",
) -> Characters:
    """Read rows of characters, all of one length and each from ``alphabet`` (character to what it means).

    Returns the characters' codes, shaped ``(rows, columns)``; ``shape`` is the shape they must have, if any. ``hints``
    says something about characters that people often try, ``each`` what may stand in a cell, where listing is too long.
    Raises :class:`InputError` naming the row as the line, and the column.
    """
    if not isinstance(rows, (list, tuple)) or not all(isinstance(row, str) for row in rows):
        raise InputError(f"expected the {what} grid as a list of strings, got {shorten(rows)}")
    if not rows or not rows[0]:
        raise InputError(f"expected a {what} grid of at least one row and one column, got nothing", line=1, column=1)
    width = len(rows[0])
    check_size(len(rows), width)
    allowed = set(alphabet)
    for number, row in enumerate(rows, 1):
        if not allowed.issuperset(row):
            column = next(place for place, char in enumerate(row, 1) if char not in alphabet)
            hint = (hints or {}).get(row[column - 1], "")
            message = f"expected {each or f'one of {choices(alphabet)}'}; got {row[column - 1]!r}{hint}"
            raise InputError(message, line=number, column=column)
        if len(row) != width:
            place = min(len(row), width) + 1
            message = f"expected {width} cells, as in the first row, got {len(row)}{by_one(len(row), width)}"
            raise InputError(message, line=number, column=place)
    if shape is not None and shape != Shape(len(rows), width):
        raise InputError(f"expected a {what} grid of {shape}, got {len(rows)} x {width}", line=1, column=1)
    return np.frombuffer("".join(rows).encode("ascii"), dtype=np.uint8).reshape(len(rows), width)


def by_one(got: int, expected: int) -> str:
    """Return what is asked where cells are one short, or one too many; else nothing.

    >>> by_one(3, 4), by_one(5, 4), by_one(2, 4)
    (': is it cut off?', ': is one too many?', '')
    """
    return {-1: ": is it cut off?", 1: ": is one too many?"}.get(got - expected, "")


def off(cells: int, step: int = 1) -> str:
    """Return how far cells are from a square whose side a number divides."""
    low = isqrt(cells) // step * step
    near = min((low, low + step), key=lambda side: abs(side * side - cells))
    which = "is it cut off?" if near * near > cells else "is one too many?"
    return f"{cells:,} cells: a square has {near * near:,}; {which}"


def choices(alphabet: Mapping[str, str]) -> str:
    """Return what may stand in a cell, for a message.

    >>> choices({".": "free", "0": "numbered wall", "1": "numbered wall"})
    '. (free), 0 1 (numbered wall)'
    """
    characters: dict[str, list[str]] = {}
    for char, meaning in alphabet.items():
        characters.setdefault(meaning, []).append(char)
    return ", ".join(f"{' '.join(chars)} ({meaning})" for meaning, chars in characters.items())


def check_size(rows: int, columns: int) -> None:
    """Raise :class:`InputError` for a board that is too large."""
    if rows * columns > MOST_CELLS:
        raise InputError(f"expected at most {MOST_CELLS:,} cells, got {rows} rows of {columns}")


def shorten(value: object, most: int = 40) -> str:
    """Show a value in an error message, cut where it is long: a text in quotes, anything else as JSON has it."""
    if isinstance(value, str):
        return written(value, most)
    import json  # imported here: few values are wrong

    try:
        return _cut(json.dumps(value), most)
    except (TypeError, ValueError, RecursionError):  # not of JSON: from Python
        return written(value, most)


def written(value: object, most: int = 40) -> str:
    """Show a value of Python in an error message, cut where it is long."""
    return _cut(repr(value[: most + 1] if isinstance(value, str) else value), most)


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 3]}..."


def codes(grid: Characters, meaning: Mapping[str, int], otherwise: int = -1) -> Grid:
    """Return the value that each character stands for, ``otherwise`` for those not named."""
    values: Grid = _table(tuple(meaning.items()), otherwise)[grid]
    return values


@lru_cache(maxsize=64)
def _table(meaning: tuple[tuple[str, int], ...], otherwise: int) -> Grid:
    table = np.full(256, otherwise, dtype=np.int8)
    for char, value in meaning:
        table[ord(char)] = value
    return table


def free_of(grid: Characters, chars: str) -> BoolArray:
    """Return where a grid of characters holds one of ``chars``."""
    mask: BoolArray = codes(grid, dict.fromkeys(chars, 1), 0) == 1
    return mask


def strings(grid: Characters) -> list[str]:
    """Return a grid of character codes as a string a row."""
    text, width = grid.tobytes().decode("ascii"), grid.shape[1]
    return [text[start : start + width] for start in range(0, grid.size, width)]
