"""Every dress of every kind: the board comes out as it went in, or we ask, with what it is among the readings.

The boards are our own. Whatever a dress loses, no other board may come out of it.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable, Iterator

import pytest

from litgrid.core.errors import AmbiguousInputError
from litgrid.formats import Record, loads_all
from litgrid.puzzles import kinds

Rows = list[list[str]]

BOARDS = {
    "binairo": [".001", ".010", "01..", ".10."],
    "lightup": [".1.", "...", "#.2"],
    "mosaic": ["3.1", ".4.", "1.1"],
    "starbattle": ["AABBB", "AABBB", "CADDB", "CCDDE", "CCDEE"],
    "gappy": ["13111", "22111"],
}
OPENS = ["-", "x", "", " ", "9", "_", "?"]


def lines(rows: Rows, between: str = "", before: str = "", end: str = "\n", quote: str = "") -> str:
    return "".join(f"{before}{between.join(f'{quote}{cell}{quote}' for cell in row)}{end}" for row in rows)


def close(rows: Rows) -> list[str]:
    return ["".join(row) for row in rows]


APART: dict[str, Callable[[Rows], str]] = {
    "tabs": lambda rows: lines(rows, "\t"),
    "tabs of a spreadsheet": lambda rows: lines(rows, "\t", end="\r\n"),
    "commas": lambda rows: lines(rows, ","),
    "semicolons": lambda rows: lines(rows, ";"),
    "quotes and commas": lambda rows: lines(rows, ",", quote='"'),
    "quotes and tabs": lambda rows: lines(rows, "\t", quote='"'),
    "single quotes and semicolons": lambda rows: lines(rows, "; ", quote="'"),
    "lists": lambda rows: json.dumps(rows),
    "a program": lambda rows: f"grid = {rows!r}\n",
}
CLOSE: dict[str, Callable[[Rows], str]] = {
    "lines": lines,
    "blanks": lambda rows: lines(rows, " "),
    "a list of rows": lambda rows: json.dumps(close(rows)),
    "a list of rows, a line each": lambda rows: json.dumps(close(rows), indent=2),
    "a fence": lambda rows: f"My grid:\n\n```\n{lines(rows)}```\nthanks a lot\n",
    "words around": lambda rows: f"Can anybody solve this one?\n\n{lines(rows)}\nThanks a lot, and bye\n",
}


def spelt() -> Iterator[tuple[str, str, Rows]]:
    """Yield kinds, the name of a spelling, and rows of tokens."""
    for kind, board in BOARDS.items():
        rows = [list(row) for row in board]
        yield kind, "own", rows
        for opened in OPENS if any("." in row for row in board) else []:
            if kind == "binairo" or opened != "9":
                yield kind, repr(opened), [[opened if cell == "." else cell for cell in row] for row in rows]
        if kind == "lightup":
            yield kind, "W and B", [[{".": "W", "#": "B"}.get(cell, cell) for cell in row] for row in rows]


SPELT = list(spelt())
DRESSED = [
    pytest.param(kind, rows, dress(rows), id=f"{kind} {spelling}, {name}")
    for kind, spelling, rows in SPELT
    for name, dress in itertools.chain(APART.items(), CLOSE.items())
    if (name in APART and "tabs" not in name) or spelling not in ("''", "' '")
    if name in APART or kind not in ("starbattle", "gappy")
]


@pytest.mark.parametrize(("kind", "rows", "text"), DRESSED)
def test_a_dress_is_taken_off_or_asked_about(kind: str, rows: Rows, text: str) -> None:
    """The board is what it was; a question names its kind; nothing else may come."""
    (item,) = loads_all(text)
    if isinstance(item, AmbiguousInputError):
        assert kinds.get(kind).title in item.message
        return
    assert isinstance(item, Record), item
    assert item.puzzle.name == kind, item.reading
    board = "\n".join(item.puzzle.text().split("\n")[kind == "starbattle" :])
    assert "".join(board.split()) == "".join(BOARDS[kind])
