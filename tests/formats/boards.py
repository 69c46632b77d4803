"""Random puzzles of every kind, solvable or not, and what must be equal when a format has written and read one."""

from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import strategies as st

from litgrid.core.errors import InputError
from litgrid.core.puzzle import Puzzle
from litgrid.core.regions import borders, pieces
from litgrid.formats import Record, formats, loads_all
from litgrid.puzzles import kinds

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


@st.composite
def grids(draw: st.DrawFn, alphabet: str, rows: int, columns: int) -> list[str]:
    row = st.text(alphabet, min_size=columns, max_size=columns)
    return draw(st.lists(row, min_size=rows, max_size=rows))


@st.composite
def lightup(draw: st.DrawFn, *, square: bool = False) -> Puzzle:
    rows = draw(st.integers(1, 6))
    columns = rows if square else draw(st.integers(1, 6))
    return kinds.get("lightup").from_clues(draw(grids(".#01234ox", rows, columns)))


@st.composite
def binairo(draw: st.DrawFn) -> Puzzle:
    rows, columns = draw(st.sampled_from([2, 4, 6])), draw(st.sampled_from([2, 4, 6]))
    return kinds.get("binairo").from_clues(draw(grids("01.", rows, columns)), unique_lines=draw(st.booleans()))


@st.composite
def gappy(draw: st.DrawFn) -> Puzzle:
    size = draw(st.integers(2, 12))
    labels = st.lists(st.none() | st.integers(0, size - 2), min_size=size, max_size=size)
    grid = draw(st.none() | grids("#.?", size, size))
    return kinds.get("gappy").from_clues({"rows": draw(labels), "cols": draw(labels), "grid": grid})


@st.composite
def mosaic(draw: st.DrawFn) -> Puzzle:
    rows, columns = draw(st.integers(1, 6)), draw(st.integers(1, 6))
    return draw(board("mosaic", rows, columns))


@st.composite
def starbattle(draw: st.DrawFn) -> Puzzle:
    rows, columns = draw(st.integers(1, 6)), draw(st.integers(1, 6))
    return draw(board("starbattle", rows, columns))


@st.composite
def board(draw: st.DrawFn, kind: str, rows: int, columns: int) -> Puzzle:
    """A puzzle of that kind and size, with everything that its clues can say."""
    if kind == "gappy":
        labels = st.lists(st.none() | st.integers(0, max(rows - 2, 0)), min_size=rows, max_size=rows)
        labelled = {"rows": draw(labels), "cols": draw(labels), "grid": draw(st.none() | grids("#.?", rows, rows))}
        return kinds.get(kind).from_clues(labelled)
    if kind == "starbattle":
        grid = draw(st.none() | grids("*.?", rows, columns))
        letters = draw(grids("ABA", rows, columns))
        numbers = pieces(*borders(np.array([[*map(ord, row)] for row in letters])))
        if numbers.max() >= len(LETTERS):
            numbers = np.arange(rows)[:, None].repeat(columns, axis=1)
        regions = ["".join(LETTERS[number] for number in row) for row in numbers.tolist()]
        return kinds.get(kind).from_clues({"regions": regions, "stars": draw(st.integers(1, 4)), "grid": grid})
    clues: Any = draw(grids("".join(kinds.get(kind).alphabet), rows, columns))
    if kind == "mosaic" and draw(st.booleans()):
        clues = {"grid": clues, "given": draw(grids("#.?", rows, columns))}
    switches = {name: draw(st.booleans()) for name in kinds.get(kind).switches}
    return kinds.get(kind).from_clues(clues, **switches)


PUZZLES = {"lightup": lightup(), "binairo": binairo(), "gappy": gappy(), "mosaic": mosaic(), "starbattle": starbattle()}
"""A strategy for each kind."""


PAIRS = [
    (format_name, kind)
    for format_name in formats.names()
    for kind in kinds.names()
    if kind in formats.get(format_name).kinds or not formats.get(format_name).kinds
]
"""Every format, with every kind that it holds."""


def relettered(clues: Any) -> Any:
    """Return clues whose regions have letters in the order of their first cells: formats have borders, or numbers."""
    if not isinstance(clues, dict) or "regions" not in clues:
        return clues
    letters = dict(zip(dict.fromkeys("".join(clues["regions"])), LETTERS, strict=False))
    return clues | {"regions": ["".join(letters[char] for char in row) for row in clues["regions"]]}


def same(first: Puzzle, second: Puzzle) -> bool:
    """Whether two puzzles are the same: kind, clues, switches."""
    return (
        type(first) is type(second)
        and relettered(first.clues) == relettered(second.clues)
        and all(getattr(first, name) == getattr(second, name) for name in first.switches)
    )


def only(items: list[object]) -> Record:
    """Return the one record of a reading."""
    assert len(items) == 1, items
    assert isinstance(items[0], Record), items[0]
    return items[0]


def read(text: str, *, kind: str | None = None, format: str | None = None) -> Record:  # noqa: A002
    """Return the one record of a text."""
    return only(list(loads_all(text, kind=kind, format=format)))


def error_of(text: str, *, kind: str | None = None, format: str | None = None) -> str:  # noqa: A002
    """Return what is said of a text, the file ``a``, that is no puzzle."""
    (item,) = loads_all(text, source="a", kind=kind, format=format)
    assert isinstance(item, InputError)
    return str(item)
