"""A kind whose board has all that can stand on one besides its cells: regions, signs and a number.

It is registered by a test, or announced as an installed package does to a server that a test starts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from litgrid.core.bounds import from_masked, from_matrix
from litgrid.core.characters import Characters
from litgrid.core.kind import Kind
from litgrid.core.layers import Number, Regions, Signs
from litgrid.core.play import Play
from litgrid.core.tables import Count, Table

SIGNS = Signs("signs")
REGIONS = Regions("regions")


@dataclass(frozen=True, eq=False)
class Gallery(Kind):
    """In each region stand so many flowers; cells with ``=`` between them are alike, those with ``x`` are not."""

    name: ClassVar[str] = "gallery"
    title: ClassVar[str] = "Gallery"
    true: ClassVar[str] = "flower"
    false: ClassVar[str] = "no flower"
    alphabet: ClassVar[dict[str, str]] = {"?": "open", "*": "flower", ".": "no flower"}
    answer: ClassVar[str] = ".*?"
    symbols: ClassVar[dict[str, str]] = {"*": "★", ".": "·"}
    examples: ClassVar[tuple[str, ...]] = (
        "flowers: 1\nAAB\nABB\nCCC\ngiven:\n???\n???\n*??\nacross:\n=.\n.x\nx.\ndown:\n..x\n...",
    )
    play: ClassVar[Play] = Play(true="★", blank=True)
    layers = (Number("flowers", symbol="★"), REGIONS, SIGNS)

    flowers: int
    regions: Characters
    signs: Characters | None = None

    def rules(self) -> Sequence[Table]:
        number = REGIONS.numbers(self.regions).ravel()
        cells = np.arange(number.size)
        regions = np.unique(number)[:, None]
        pairs, equal = SIGNS.pairs(self.signs, self.shape)
        return [
            Count(
                "region",
                from_masked(
                    np.broadcast_to(cells + 1, (regions.size, cells.size)),
                    number == regions,
                    self.flowers,
                    self.flowers,
                ),
                lambda i: f"region {'ABCDEFGHIJKLMNOPQRSTUVWXYZ'[i]} holds {self.flowers}",
            ),
            Count(
                "sign",
                from_matrix((pairs + 1) * np.where(equal[:, None], [1, -1], 1), 1, 1),
                lambda i: f"{' and '.join(map(self.shape.name, pairs[i]))} are {'alike' if equal[i] else 'not alike'}",
                clue=True,
            ),
        ]
