"""A number for the whole board, as of how many stars stand in each line."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from litgrid.core.characters import shorten
from litgrid.core.errors import InputError, LitgridError
from litgrid.core.grid import IntArray, Shape
from litgrid.core.layers.base import Layer
from litgrid.core.numerals import BLANKS, whole
from litgrid.core.scene import Scene


@dataclass(frozen=True, eq=False)
class Number(Layer[int]):
    """One number for the whole board; it is part of the board.

    Attributes
    ----------
    usual
        what it is where nothing is said
    most
        the largest
    symbol
        what is drawn behind it
    """

    usual: int = 1  # type: ignore[misc]
    most: int = 99
    symbol: str = ""
    form: ClassVar[str] = "number"
    offers: ClassVar[tuple[float, ...]] = (1, 2, 3)
    help: str = "A number of the whole board."  # type: ignore[misc]

    def blank(self, shape: Shape) -> int:  # noqa: ARG002
        return self.usual

    def read(self, said: Mapping[str, Any], shape: Shape | None, title: str) -> int:  # noqa: ARG002
        value = said[self.name]
        if value is None:
            return self.usual
        if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= self.most:
            message = f'expected "{self.name}" as a number from 1 to {self.most}, got {shorten(value)}'
            raise InputError(message, key=self.name)
        return value

    def written(self, values: int, shape: Shape) -> dict[str, Any]:  # noqa: ARG002
        return {self.name: values}

    def take(self, lines: Sequence[str]) -> tuple[dict[str, Any], int]:
        """Take a line as ``stars: 2``, if the first one is such."""
        first, second = (re.match(f"{self.name}[ \t]*:", line, re.IGNORECASE) for line in (*lines[:2], "", "")[:2])
        if first is None:
            return {self.name: None}, 0
        if second is not None:
            raise InputError(f"expected one line {self.name}:, got another one", line=2, column=1)
        rest = lines[0].partition(":")[2].strip(BLANKS)
        number = whole(rest)
        return {self.name: rest if number is None else number}, 1

    def lines(self, values: int, shape: Shape) -> list[str]:  # noqa: ARG002
        return [f"{self.name}: {values}"]

    def made(self, wanted: float, shape: Shape, rng: np.random.Generator) -> int:  # noqa: ARG002
        if wanted != int(wanted) or not 1 <= wanted <= self.most:
            raise LitgridError(f"expected {self.name} as a whole number from 1 to {self.most}, got {wanted:g}")
        return int(wanted)

    def moved(self, values: int, shape: Shape, places: IntArray) -> int:  # noqa: ARG002
        return values

    def drawn(self, values: int, shape: Shape, scene: Scene) -> Scene:  # noqa: ARG002
        return scene._replace(note=f"{values} {self.symbol}".rstrip())

    def foreign(self, lines: Sequence[str]) -> tuple[int, int]:
        """Return whether the first line is of it; a text without such a line is likelier of another kind."""
        taken = self.take(lines)[1]
        return taken, 1 - taken
