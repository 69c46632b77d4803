"""Signs on the edges between neighbouring cells, which say whether these are equal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import numpy as np

from litgrid.core.characters import Characters, Grid, read_grid, strings
from litgrid.core.errors import InputError, LitgridError
from litgrid.core.grid import BoolArray, IntArray, Shape, edges
from litgrid.core.layers.base import Layer
from litgrid.core.scene import Scene

SIGNS = {".": "no sign", "=": "equal", "x": "different"}
SITE = ord("?")
"""An edge that could have a sign and has none; it is written as one that could not."""


class Signs(Layer[Characters]):
    """``=`` or ``x`` between neighbours that are equal or different; a flat array, in the order of :func:`edges`."""

    form: ClassVar[str] = "signs"
    clue: ClassVar[str] = "sign"
    optional: ClassVar[bool] = True
    offers: ClassVar[tuple[float, ...]] = (0, 0.2, 0.5)
    help: ClassVar[str] = "Share of the edges between cells that may have a sign: 0.2 is a fifth."
    characters: ClassVar[str] = "".join(SIGNS)

    @property
    def keys(self) -> tuple[str, ...]:
        """Those of the signs between cells of a row, and of a column."""
        return ("across", "down")

    def blank(self, shape: Shape) -> Characters:
        return np.full(len(edges(shape)), ord("."), dtype=np.uint8)

    def _sides(self, shape: Shape) -> tuple[Shape, Shape]:
        return Shape(shape.rows, shape.columns - 1), Shape(shape.rows - 1, shape.columns)

    def read(self, said: Mapping[str, Any], shape: Shape | None, title: str) -> Characters:
        """Read rows of signs between the cells of each row, and between each row and the next."""
        assert shape is not None  # noqa: S101 - cells come first
        values = self.blank(shape)
        first = 0
        for key, side in zip(self.keys, self._sides(shape), strict=True):
            if said[key] is not None and side.size:
                what = f"{title} {key}"
                try:
                    values[first : first + side.size] = read_grid(
                        _plain(said[key]), SIGNS, what=what, shape=side
                    ).ravel()
                except InputError as error:
                    raise error.under(key) from None
            first += side.size
        return values

    def written(self, values: Characters, shape: Shape) -> dict[str, Any]:
        """Return rows of signs; nothing where there are none."""
        if not self.stated(values).any():
            return {}
        signs = np.where(values == SITE, np.uint8(ord(".")), values)
        across, down = self._sides(shape)
        pieces = np.split(signs, [across.size])
        return {
            key: strings(piece.reshape(side.rows, side.columns)) if side.size else [""] * side.rows
            for key, piece, side in zip(self.keys, pieces, (across, down), strict=True)
        }

    def take(self, lines: Sequence[str]) -> tuple[dict[str, Any], int]:  # noqa: ARG002
        """Take nothing: signs stand below lines with their keys."""
        return {}, 0

    def lines(self, values: Characters, shape: Shape) -> list[str]:
        written = self.written(values, shape)
        return [line for key, rows in written.items() for line in (f"{key}:", *rows)]

    def moved(self, values: Characters, shape: Shape, places: IntArray) -> Characters:
        """Return the signs between cells that are neighbours on both boards."""
        pairs = np.append(places, -1)[edges(Shape(*places.shape))]
        number = np.full((shape.size + 1, 2), -1, dtype=np.int64)  # of the edge right of a cell, and below it
        old = edges(shape)
        number[old[:, 0], (old[:, 1] - old[:, 0] != 1).astype(np.int64)] = np.arange(len(old))
        if shape.columns == 1:
            number = number[:, ::-1]
        low, high = pairs.min(axis=1), pairs.max(axis=1)
        right = (high - low == 1) & (low % shape.columns < shape.columns - 1)
        below = high - low == shape.columns
        edge = np.where(low < 0, -1, np.where(below, number[low, 1], np.where(right, number[low, 0], -1)))
        return np.append(values, np.uint8(ord(".")))[edge]

    def drawn(self, values: Characters, shape: Shape, scene: Scene) -> Scene:
        at = np.flatnonzero(self._has(values))
        pairs = map(tuple, edges(shape)[at].tolist())
        signs = {pair: chr(values[edge]) for pair, edge in zip(pairs, at.tolist(), strict=True)}
        return scene._replace(signs=signs)

    def _has(self, values: Characters) -> BoolArray:
        has: BoolArray = (values == ord("=")) | (values == ord("x"))
        return has

    def between(self, signs: Mapping[tuple[int, int], str], shape: Shape) -> dict[str, Any]:
        """Return signs between neighbouring cells, by the numbers of these, as JSON has them."""
        number = {pair: edge for edge, pair in enumerate(map(tuple, edges(shape).tolist()))}
        values = self.blank(shape)
        for pair, sign in signs.items():
            values[number[pair]] = ord(sign)
        return self.written(values, shape)

    def pairs(self, values: Characters | None, shape: Shape) -> tuple[IntArray, BoolArray]:
        """Return the two cells of each sign, shaped ``(signs, 2)``, and whether it says that they are equal."""
        if values is None:
            return np.empty((0, 2), dtype=np.int64), np.empty(0, dtype=np.bool_)
        at = np.flatnonzero(self._has(values))
        return edges(shape)[at], values[at] == ord("=")

    def made(self, wanted: float, shape: Shape, rng: np.random.Generator) -> Characters:
        """Return edges, a share of all, at random, that may have a sign."""
        if not 0 <= wanted <= 1:
            raise LitgridError(
                f"expected a share of {self.name} from 0 to 1, got {wanted:g}; 0.2 is a fifth of the edges"
            )
        values = self.blank(shape)
        values[rng.permutation(values.size)[: round(wanted * values.size)]] = SITE
        return values

    def _sites(self, values: Characters) -> IntArray:
        """Return the edges with signs, and those that could have some."""
        return np.flatnonzero(self._has(values) | (values == SITE))

    def stated(self, values: Characters) -> BoolArray:
        return self._has(values)[self._sites(values)]

    def says(self, values: Characters, shape: Shape, grids: Grid) -> IntArray:
        """Return 1 for equal cells, 0 for others."""
        first, second = edges(shape)[self._sites(values)].T
        flat = grids.reshape(len(grids), shape.size)
        equal: IntArray = (flat[:, first] == flat[:, second]).astype(np.int64)
        return equal

    def chosen(self, values: Characters, said: IntArray, chosen: BoolArray) -> Characters:
        signs = values.copy()
        signs[self._sites(values)] = np.where(chosen, np.where(said == 1, ord("="), ord("x")), SITE)
        return signs


def _plain(rows: Any) -> Any:
    """Return rows with the crosses that people type, and that litgrid prints, as ``x``."""
    typed = isinstance(rows, list) and all(isinstance(row, str) for row in rows)
    return [row.replace("X", "x").replace("\N{MULTIPLICATION SIGN}", "x") for row in rows] if typed else rows
