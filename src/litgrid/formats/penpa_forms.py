"""How each kind is drawn in Penpa+, and read from a drawing.

=========  ============================================================================================================
Light Up   black surfaces are walls, perhaps with a number; suns (``sun_moon`` 3) are bulbs
Binairo    circles: white is zero, black is one
Gappy      numbers in a margin above (columns) and on the left (rows); black surfaces are black cells, green ones white
=========  ============================================================================================================

The first two are as the solver noqx has them; for Gappy there is no convention, and this is that of similar puzzles.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from litgrid.core.characters import Grid, shorten
from litgrid.core.errors import InputError
from litgrid.core.grid import Shape
from litgrid.core.numerals import whole
from litgrid.formats.penpa_board import Layer, Place

DARK = (4, 1, 3, 8)
"""The colours of surfaces that count as black; the first is black, the others are greys."""
GREEN = 2
SUN = ("sun_moon", 3)
CIRCLE = "circle_M"
CIRCLES = (CIRCLE, "circle_L", "circle_S")
VALUES = {"0": 1, "1": 2}
"""Which style of a circle a value is."""
COLOURS = {"#": DARK[0], ".": GREEN}
UNNUMBERED = ("", "?")


@dataclass(frozen=True)
class Form:
    """How a kind is drawn, and read from a drawing.

    Attributes
    ----------
    clues, clue_layer
        from a layer to clues, and back
    filled, filled_layer
        from a layer to an answer, and back
    closed
        whether a cell of an answer where nothing is drawn is false
    margin
        how wide the margins above and on the left are, for labels
    """

    clues: Callable[[Layer, Shape], Any]
    clue_layer: Callable[[Any], Layer]
    filled: Callable[[Layer, Shape], Grid]
    filled_layer: Callable[[Grid], Layer]
    closed: Callable[[Layer], bool]
    margin: int = 0


def _lightup_clues(layer: Layer, shape: Shape) -> list[str]:
    cells = [["."] * shape.columns for _ in range(shape.rows)]
    for row, column in _inside(shape, layer.surfaces):
        if layer.surfaces[row, column] in DARK:
            text = layer.numbers.get((row, column), "")
            if text not in ("", "?", *"01234"):
                where = shape.name(row * shape.columns + column)
                raise InputError(f"expected a number from 0 to 4 in the wall {where}, got {shorten(text)}")
            cells[row][column] = text if text in set("01234") else "#"
    for row, column in _inside(shape, layer.symbols):
        if layer.symbols[row, column] == SUN and cells[row][column] == ".":
            cells[row][column] = "o"
    return ["".join(row) for row in cells]


def _lightup_layer(rows: list[str]) -> Layer:
    cells = _cells(rows)
    return Layer(
        {place: DARK[0] for place, char in cells if char in "#01234"},
        {place: char for place, char in cells if char in "01234"},
        {place: SUN for place, char in cells if char == "o"},
    )


def _suns(layer: Layer, shape: Shape) -> Grid:
    return _grid(shape, {place: 1 for place, symbol in layer.symbols.items() if symbol == SUN})


def _binairo_clues(layer: Layer, shape: Shape) -> list[str]:
    values = _circles(layer, shape)
    return ["".join(".01"[value + 1] for value in row) for row in values.tolist()]


def _binairo_layer(rows: list[str]) -> Layer:
    return Layer(symbols={place: (CIRCLE, VALUES[char]) for place, char in _cells(rows) if char in VALUES})


def _circles(layer: Layer, shape: Shape) -> Grid:
    circles = {place: style for place, (name, style) in layer.symbols.items() if name in CIRCLES and style in (1, 2)}
    return _grid(shape, {place: style - 1 for place, style in circles.items()})


def _gappy_clues(layer: Layer, shape: Shape) -> dict[str, object]:
    def label(place: Place) -> int | str | None:
        text = layer.numbers.get(place, "")
        number = whole(text)
        return None if text in UNNUMBERED else text if number is None else number

    given = ["".join("?.#"[value + 1] for value in row) for row in _surfaces(layer, shape).tolist()]
    return {
        "rows": [label((row, -1)) for row in range(shape.rows)],
        "cols": [label((-1, column)) for column in range(shape.columns)],
        "grid": given,
    }


def _gappy_layer(clues: dict[str, Any]) -> Layer:
    labels = {
        **{(-1, place): str(label) for place, label in enumerate(clues["cols"]) if label is not None},
        **{(place, -1): str(label) for place, label in enumerate(clues["rows"]) if label is not None},
    }
    given = {place: COLOURS[char] for place, char in _cells(clues["grid"] or []) if char in COLOURS}
    return Layer(given, labels)


def _surfaces(layer: Layer, shape: Shape) -> Grid:
    colours = {place: colour for place, colour in layer.surfaces.items() if colour in (*DARK, GREEN)}
    return _grid(shape, {place: int(colour != GREEN) for place, colour in colours.items()})


FORMS = {
    "lightup": Form(
        _lightup_clues,
        _lightup_layer,
        _suns,
        lambda grid: Layer(symbols={place: SUN for place, value in _values(grid) if value == 1}),
        closed=lambda _: True,
    ),
    "binairo": Form(
        _binairo_clues,
        _binairo_layer,
        _circles,
        lambda grid: Layer(symbols={place: (CIRCLE, value + 1) for place, value in _values(grid)}),
        closed=lambda _: False,
    ),
    "gappy": Form(
        _gappy_clues,
        _gappy_layer,
        _surfaces,
        lambda grid: Layer({place: DARK[0] if value else GREEN for place, value in _values(grid)}),
        closed=lambda layer: GREEN not in layer.surfaces.values(),
        margin=1,
    ),
}


def _cells(rows: list[str]) -> list[tuple[Place, str]]:
    return [((row, column), char) for row, line in enumerate(rows) for column, char in enumerate(line)]


def _values(grid: Grid) -> list[tuple[Place, int]]:
    """Return the cells that are decided, and their values."""
    return [((row, column), int(grid[row, column])) for row, column in np.argwhere(grid >= 0).tolist()]


def _inside(shape: Shape, places: Iterable[Place]) -> Iterator[Place]:
    return ((row, column) for row, column in places if 0 <= row < shape.rows and 0 <= column < shape.columns)


def _grid(shape: Shape, values: Mapping[Place, int]) -> Grid:
    grid = np.full((shape.rows, shape.columns), -1, dtype=np.int8)
    for place in _inside(shape, values):
        grid[place] = values[place]
    return grid
