"""Thermometers: fill each from its bulb, a small letter, on; a number beside a line counts its filled cells."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from litgrid.core.bounds import from_lists
from litgrid.core.characters import Characters
from litgrid.core.grid import IntArray, edges
from litgrid.core.kind import Kind
from litgrid.core.layers import Labels, Regions
from litgrid.core.play import Play
from litgrid.core.tables import Count, Table


@dataclass(frozen=True, eq=False)
class Thermometers(Kind):
    """A Thermometers puzzle; a thermometer is the cells of a letter, and the same small letter is its bulb."""

    name: ClassVar[str] = "thermometers"
    title: ClassVar[str] = "Thermometers"
    true: ClassVar[str] = "mercury"
    false: ClassVar[str] = "empty"
    alphabet: ClassVar[dict[str, str]] = {"?": "open", "#": "mercury", ".": "empty"}
    answer: ClassVar[str] = ".#?"
    symbols: ClassVar[dict[str, str]] = {"#": "■", ".": "·"}
    examples: ClassVar[tuple[str, ...]] = ("2 3 1\n3 2 1\naAB\ncbB\nCCC",)
    play: ClassVar[Play] = Play(true="■", blank=True)
    layers: ClassVar[tuple[Labels, Regions]] = (Labels("labels"), Regions("tubes"))

    labels: IntArray
    tubes: Characters

    def rules(self) -> Sequence[Table]:
        """Return that mercury comes from the bulb, and the labels."""
        name, cells = self.shape.name, self.shape.cells
        after = self._links()
        said = np.flatnonzero(self.labels >= 0)
        lines = [*cells, *cells.T]
        words = [f"row {n + 1}" for n in range(self.shape.rows)] + [
            f"column {n + 1}" for n in range(self.shape.columns)
        ]

        def tube(rule: int) -> str:
            cell, before = after[rule]
            return f"there is mercury at {name(cell)} only if there is some at {name(before)}"

        def label(rule: int) -> str:
            return f"{words[said[rule]]} holds {self.labels[said[rule]]} cells of mercury"

        tubes = from_lists([[before + 1, -cell - 1] for cell, before in after], 1, 2)
        labels = from_lists([lines[line] + 1 for line in said], self.labels[said], self.labels[said])
        return [Count("tube", tubes, tube), Count("label", labels, label, clue=True, value=self.labels[said])]

    def _links(self) -> list[tuple[int, int]]:
        """Return each cell on a way from a bulb, and the cell before it."""
        letters = "".join(map(chr, self.tubes.ravel()))
        reached = [cell for cell, letter in enumerate(letters) if letter.islower()]
        before: dict[int, int] = {}
        beside = [pair for one, other in edges(self.shape).tolist() for pair in ((one, other), (other, one))]
        for cell in reached:
            for one, other in beside:
                if one == cell and letters[other] == letters[cell].upper() and other not in before:
                    before[other] = cell
                    reached.append(other)
        return sorted(before.items())
