"""From what is drawn in Penpa+ to the cells of a kind, and back, by its table: :class:`litgrid.core.forms.Drawn`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from litgrid.core.characters import Grid, shorten
from litgrid.core.errors import InputError
from litgrid.core.forms import Drawn
from litgrid.core.grid import IntArray, Shape
from litgrid.core.numerals import whole
from litgrid.core.puzzle import Puzzle
from litgrid.core.regions import borders, pieces
from litgrid.formats.mapped import make_mapped, regions_of
from litgrid.formats.penpa_board import Layer, Place
from litgrid.formats.reading import make

UNNUMBERED = ("", "?")


def read_clues(kind: type[Puzzle], form: Drawn, layer: Layer, shape: Shape, number: int | None = None) -> Puzzle:
    """Return the puzzle that is drawn in a layer, with its number for the board."""
    cells = [[kind.answer[2]] * shape.columns for _ in range(shape.rows)]
    for (row, column), char in _chars(form, layer, shape):
        text = layer.numbers.get((row, column), "") if form.numbers and (row, column) in layer.surfaces else ""
        if text not in (*UNNUMBERED, *form.numbers):
            where = f"the {kind.alphabet[char]} {shape.name(row * shape.columns + column)}"
            known = f"a number from {form.numbers[0]} to {form.numbers[-1]}"
            raise InputError(f"expected {known} in {where}, got {shorten(text)}")
        if cells[row][column] == kind.answer[2]:
            cells[row][column] = char if text in UNNUMBERED else text
    grid = ["".join(row) for row in cells]
    if form.regions:
        return make_mapped(kind.name, form, _regions(layer, shape), number, grid)
    if not kind.labelled:
        return make(kind.name, grid)

    def label(place: Place) -> int | str | None:
        text = layer.numbers.get(place, "")
        number = whole(text)
        return None if text in UNNUMBERED else text if number is None else number

    rows = [label((row, -1)) for row in range(shape.rows)]
    return make(
        kind.name, {"rows": rows, "cols": [label((-1, column)) for column in range(shape.columns)], "grid": grid}
    )


def draw_clues(form: Drawn, puzzle: Puzzle) -> Layer:
    """Return the layer of a puzzle."""
    clues: Any = puzzle.clues
    labels = {}
    if puzzle.labelled:
        labels = {(-1, place): str(label) for place, label in enumerate(clues["cols"]) if label is not None}
        labels |= {(place, -1): str(label) for place, label in enumerate(clues["rows"]) if label is not None}
        clues = clues["grid"] or []
    elif form.regions:
        clues = puzzle.cell_rows
    layer = _drawn(form, (((r, c), char) for r, line in enumerate(clues) for c, char in enumerate(line)))
    layer.numbers.update(labels)
    return replace(layer, borders=_borders(regions_of(puzzle, form))) if form.regions else layer


def _regions(layer: Layer, shape: Shape) -> IntArray:
    """Return the number of each cell's region, by the borders between cells."""
    across = np.zeros((shape.rows, shape.columns - 1), dtype=np.bool_)
    down = np.zeros((shape.rows - 1, shape.columns), dtype=np.bool_)
    for place, other in layer.borders:
        (across if other[1] > place[1] else down)[place] = True
    return pieces(across, down)


def _borders(regions: IntArray) -> frozenset[tuple[Place, Place]]:
    across, down = borders(regions)
    found = [((r, c), (r, c + 1)) for r, c in np.argwhere(across).tolist()]
    return frozenset(found + [((r, c), (r + 1, c)) for r, c in np.argwhere(down).tolist()])


def read_answer(form: Drawn, layer: Layer, puzzle: Puzzle) -> Grid | None:
    """Return the answer of a layer with the given cells, ``None`` where nothing is drawn."""
    grid = read_filled(form, layer, puzzle)
    if grid is None:
        return None
    drawn = {form.surfaces.get(colour) for colour in layer.surfaces.values()}
    return np.where(grid < 0, 0, grid).astype(np.int8) if form.closed and puzzle.answer[0] not in drawn else grid


def read_filled(form: Drawn, layer: Layer, puzzle: Puzzle) -> Grid | None:
    """Return what a player has drawn in a layer, with the given cells, ``None`` where that is nothing."""
    form = replace(form, surfaces={**form.surfaces, **form.marks})
    false, true, _ = tuple(puzzle.answer)
    grid = np.full((puzzle.shape.rows, puzzle.shape.columns), -1, dtype=np.int8)
    for place, char in _chars(form, layer, puzzle.shape):
        if char in (false, true):
            grid[place] = char == true
    if not (grid >= 0).any():
        return None
    return np.where(grid < 0, puzzle.givens, grid).astype(np.int8)


def draw_answer(form: Drawn, puzzle: Puzzle, grid: Grid, *, marked: bool = False) -> Layer:
    """Return the layer of the cells that are decided; ``marked``: with the colours of players."""
    form = replace(form, surfaces={**form.surfaces, **form.marks}) if marked else form
    places = map(tuple, np.argwhere(grid >= 0).tolist())
    return _drawn(form, (((row, column), puzzle.answer[grid[row, column]]) for row, column in places))


def _chars(form: Drawn, layer: Layer, shape: Shape) -> Iterator[tuple[Place, str]]:
    """Return the cells of a board in which something is drawn that the kind has, and the character that it is."""
    surfaces = ((place, form.surfaces.get(colour)) for place, colour in layer.surfaces.items())
    symbols = ((place, form.symbols.get(symbol)) for place, symbol in layer.symbols.items())
    for place, char in (*surfaces, *symbols):
        if char is not None and 0 <= place[0] < shape.rows and 0 <= place[1] < shape.columns:
            yield place, char


def _drawn(form: Drawn, cells: Iterable[tuple[Place, str]]) -> Layer:
    surfaces = {char: colour for colour, char in reversed([*form.surfaces.items()])}
    symbols = {char: symbol for symbol, char in reversed([*form.symbols.items()])}
    layer = Layer()
    for place, char in cells:
        if char in form.numbers:
            layer.surfaces[place], layer.numbers[place] = next(iter(form.surfaces)), char
        elif char in surfaces:
            layer.surfaces[place] = surfaces[char]
        elif char in symbols:
            layer.symbols[place] = symbols[char]
    return layer
