"""Boards with a map of regions, and perhaps a number for the whole board, in the formats of others.

What regions a piece of text says are numbers of cells; letters are ours. See :class:`litgrid.core.forms.Form`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from litgrid.core.characters import shorten
from litgrid.core.errors import InputError
from litgrid.core.forms import Form
from litgrid.core.grid import IntArray
from litgrid.core.layers import Regions
from litgrid.core.numerals import whole
from litgrid.core.puzzle import Puzzle
from litgrid.core.regions import borders, pieces
from litgrid.formats.reading import make
from litgrid.puzzles import kinds


def make_mapped(
    kind: str, form: Form, regions: IntArray, number: int | None = None, grid: Sequence[str] | None = None
) -> Puzzle:
    """Return a puzzle with regions of these numbers, shaped as the board."""
    clues = {form.regions: Regions.lettered(regions), "grid": grid}
    return make(kind, clues | ({form.number: number} if form.number else {}))


def regions_of(puzzle: Puzzle, form: Form) -> IntArray:
    """Return the number of each cell's region, shaped as the board."""
    layers = (layer for layer in puzzle.layers if isinstance(layer, Regions) and layer.name == form.regions)
    return next(layers).numbers(getattr(puzzle, form.regions))


def read_number(text: str, what: str) -> int:
    """Return a number for the board."""
    number = whole(text)
    if number is None:
        raise InputError(f"expected a number of {what}, got {shorten(text)}")
    return number


def assumed(kind: str, form: Form) -> Iterator[str]:
    """Yield what is taken for said where the number for the board is not."""
    for layer in kinds.get(kind).layers:
        if layer.name == form.number:
            yield f"how many {layer.name} there are is not said: {layer.usual} is taken"


def lost(puzzle: Puzzle, form: Form, name: str) -> Iterator[str]:
    """Yield what a format of that name, which has borders between regions, cannot say."""
    if form.regions:
        numbers = regions_of(puzzle, form)
        if pieces(*borders(numbers)).max() > numbers.max():
            yield f"{name} holds regions in one piece each; others are cut up, which makes it another puzzle"
