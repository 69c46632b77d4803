"""Regions: a map of the board, a letter a cell."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

import numpy as np

from litgrid.core.characters import Characters, read_grid, strings
from litgrid.core.errors import InputError
from litgrid.core.grid import IntArray, Shape
from litgrid.core.layers.base import Layer
from litgrid.core.regions import borders, pieces
from litgrid.core.scene import Scene
from litgrid.core.words import OWN, beside, cell_name

IN_ORDER = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
LETTERS = dict.fromkeys(IN_ORDER.swapcase(), "region")


class Regions(Layer[Characters]):
    """A map of regions: a letter a cell, cells of one letter are a region. It is part of the board."""

    form: ClassVar[str] = "regions"
    open_ended: ClassVar[bool] = True
    characters: ClassVar[str] = IN_ORDER.swapcase()

    def shape(self, said: Mapping[str, Any]) -> Shape:
        return Shape(len(said[self.name]), len(said[self.name][0]))

    def blank(self, shape: Shape) -> Characters:
        """Return a region a row, of which regions say what rows say; one for all where rows are more than letters."""
        numbers = np.arange(shape.rows) if shape.rows <= len(IN_ORDER) else np.zeros(shape.rows, dtype=np.int64)
        return np.array([[*map(ord, row)] for row in self.lettered(numbers[:, None])], dtype=np.uint8).repeat(
            shape.columns, axis=1
        )

    def read(self, said: Mapping[str, Any], shape: Shape | None, title: str) -> Characters:
        try:
            return read_grid(said[self.name], LETTERS, what=f"{title} region", shape=shape, each="a letter")
        except InputError as error:
            raise error.under(self.name) from None

    def written(self, values: Characters, shape: Shape) -> dict[str, Any]:
        return {self.name: self.lines(values, shape)}

    def take(self, lines: Sequence[str]) -> tuple[dict[str, Any], int]:
        return {self.name: list(lines)}, len(lines)

    def lines(self, values: Characters, shape: Shape) -> list[str]:  # noqa: ARG002
        return strings(values)

    def moved(self, values: Characters, shape: Shape, places: IntArray) -> Characters:  # noqa: ARG002
        """Return the map moved; new cells are of the region of the nearest old cell in their row, or their column."""
        known = places >= 0
        rows = np.flatnonzero(known.any(axis=1))
        columns = np.flatnonzero(known.any(axis=0))
        if not rows.size:
            return self.blank(Shape(*places.shape))
        # What is known is a rectangle: beyond it the rim is repeated.
        inner = places[np.ix_(rows, columns)]
        near = inner[
            np.clip(np.arange(len(places)) - rows[0], 0, rows.size - 1)[:, None],
            np.clip(np.arange(places.shape[1]) - columns[0], 0, columns.size - 1),
        ]
        moved: Characters = values.ravel()[near]
        return moved

    def numbers(self, values: Characters) -> IntArray:
        """Return the number of each cell's region, from 0, in the order of their letters; shaped as the board."""
        numbers: IntArray = np.unique(values, return_inverse=True)[1].reshape(values.shape).astype(np.int64)
        return numbers

    @staticmethod
    def lettered(numbers: IntArray) -> list[str]:
        """Return the map of regions with these numbers, shaped as the board, as rows: capitals first.

        Raises :class:`InputError` where there are more regions than letters.
        """
        if numbers.max(initial=0) >= len(IN_ORDER):
            raise InputError(f"expected at most {len(IN_ORDER)} regions, a letter each, got {numbers.max() + 1:,}")
        return strings(np.frombuffer(IN_ORDER.encode("ascii"), dtype=np.uint8)[numbers])

    def remarks(self, values: Characters, shape: Shape, language: str = OWN) -> Iterator[str]:
        """Yield which regions are not in one piece."""
        numbers = pieces(*borders(values))
        letters, first = np.unique(values, return_index=True)
        other = np.flatnonzero(numbers.ravel() != numbers.ravel()[first[np.searchsorted(letters, values.ravel())]])
        for letter, cell in zip(*np.unique(values.ravel()[other], return_index=True), strict=True):
            ends = (first[np.searchsorted(letters, letter)], other[cell])
            start, end = (cell_name(int(place), shape, language) for place in ends)
            said = str(beside("litgrid.core.words", language)["text"]["pieces"])
            yield said.format(region=chr(letter), start=start, end=end)

    def drawn(self, values: Characters, shape: Shape, scene: Scene) -> Scene:  # noqa: ARG002
        return scene._replace(regions=tuple(self.numbers(values).ravel().tolist()))
