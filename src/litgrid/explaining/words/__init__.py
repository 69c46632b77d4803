"""What all explanations say, one file a language, with places for cells and rules; kinds say the rest."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from litgrid.core.grid import Shape
from litgrid.core.words import check, read


@cache
def catalogue(language: str) -> dict[str, Any]:
    """Return the sentences of a language.

    Raises
    ------
    UnknownNameError
        for a language that has none.

    >>> catalogue("fr")["text"]["row"]
    'la ligne {number}'
    """
    check(language)
    return read(files(__package__) / f"{language}.toml")


def cell_name(cell: int, shape: Shape, language: str) -> str:
    """Return what a cell is called.

    >>> cell_name(4, Shape(3, 3), "fr")
    'l2c2'
    """
    row, column = divmod(cell, shape.columns)
    return str(catalogue(language)["text"]["cell"]).format(row=row + 1, column=column + 1)


def line_name(cells: Sequence[int], shape: Shape, language: str) -> str:
    """Return what the row or the column of some cells is called.

    >>> line_name([1, 4, 7], Shape(3, 3), "en")
    'column 2'
    """
    (row, column), (last, _) = (divmod(cell, shape.columns) for cell in (cells[0], cells[-1]))
    word, number = ("row", row) if row == last else ("column", column)
    return str(catalogue(language)["text"][word]).format(number=number + 1)
