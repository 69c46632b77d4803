"""A kind whose board has everything that can stand on one besides its cells: regions, signs, a number and labels.

It is registered by a test, or by the file of an installed package for a server that a test starts.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self

import numpy as np

from litgrid.core.bounds import Bounds, from_matrix, offsets
from litgrid.core.characters import Grid, read_grid, strings
from litgrid.core.grid import IntArray
from litgrid.core.play import Play
from litgrid.core.puzzle import GridPuzzle, Scene
from litgrid.core.tables import Count, Table


@dataclass(frozen=True, eq=False)
class Gallery(GridPuzzle):
    """In each region stand so many flowers; ``=`` stands between cells that are alike, ``x`` between others."""

    name: ClassVar[str] = "gallery"
    title: ClassVar[str] = "Gallery"
    true: ClassVar[str] = "flower"
    false: ClassVar[str] = "no flower"
    alphabet: ClassVar[dict[str, str]] = {"?": "open", "*": "flower", ".": "no flower"}
    answer: ClassVar[str] = ".*?"
    symbols: ClassVar[dict[str, str]] = {"*": "★", ".": "·"}
    play: ClassVar[Play] = Play(true="★", blank=True)
    layers: ClassVar[Any] = (
        {"form": "number", "keys": ["flowers"], "blank": 1, "optional": False},
        {"form": "regions", "keys": ["regions"], "blank": "A", "optional": False},
        {"form": "signs", "keys": ["across", "down"], "blank": None, "optional": True},
    )
    examples = (
        '{"flowers": 1, "regions": ["AAB", "ABB", "CCC"], "grid": null, "across": ["=.", ".x", "x."], "down": ["..x", "..."]}',
    )

    flowers: int = 1
    regions: Any = None
    across: Any = None
    down: Any = None

    @classmethod
    def from_clues(cls, clues: Any, **switches: bool) -> Self:
        if isinstance(clues, list):
            clues = {"grid": clues}
        regions = clues.get("regions") or ["A" * len(row) for row in clues["grid"]]
        grid = clues.get("grid") or ["?" * len(row) for row in regions]
        return cls(
            read_grid(grid, cls.alphabet, what=cls.title),
            flowers=clues.get("flowers", 1),
            regions=regions,
            across=clues.get("across"),
            down=clues.get("down"),
        )

    @property
    def clues(self) -> Any:
        found = {"flowers": self.flowers, "regions": self.regions, "grid": strings(self.grid)}
        if self.across:
            found |= {"across": self.across, "down": self.down}
        return found

    def text(self) -> str:
        return json.dumps(self.clues)

    @classmethod
    def from_text(cls, lines, **switches):
        return cls.from_clues(json.loads(lines[0]))

    @classmethod
    def empty(cls, shape):
        return cls.from_clues(["?" * shape.columns] * shape.rows)

    def rearranged(self, places: IntArray) -> Self:
        letters = np.array([ord(char) for row in self.regions for char in row], dtype=np.uint8)
        signs = {frozenset(edge): sign for edge, sign in self.signs.items()}

        def between(first: IntArray, second: IntArray) -> list[str]:
            pairs = zip(first.tolist(), second.tolist(), strict=True)
            return ["".join(signs.get(frozenset(edge), ".") for edge in zip(*row, strict=True)) for row in pairs]

        return replace(
            self,
            grid=np.append(self.grid, np.uint8(ord("?")))[places],
            regions=strings(letters[places.clip(0)]),
            across=between(places[:, :-1], places[:, 1:]),
            down=between(places[:-1], places[1:]),
        )

    @property
    def signs(self) -> dict[tuple[int, int], str]:
        width = self.shape.columns
        found = {
            (row * width + column, row * width + column + 1): sign
            for row, line in enumerate(self.across or [])
            for column, sign in enumerate(line)
        } | {
            (row * width + column, (row + 1) * width + column): sign
            for row, line in enumerate(self.down or [])
            for column, sign in enumerate(line)
        }
        return {edge: sign for edge, sign in found.items() if sign != "."}

    @property
    def region_numbers(self) -> tuple[int, ...]:
        letters = sorted(set("".join(self.regions)))
        return tuple(letters.index(char) for char in "".join(self.regions))

    def rules(self) -> Sequence[Table]:
        regions = np.array(self.region_numbers)
        cells = [np.flatnonzero(regions == number) + 1 for number in range(regions.max() + 1)]
        starts = offsets(np.array([line.size for line in cells], dtype=np.int64))
        ones = np.full(len(cells), self.flowers, dtype=np.int64)
        tables = [
            Count(
                "region",
                Bounds(np.concatenate(cells).astype(np.int32), starts, ones, ones),
                lambda i: f"region {i} holds",
            ),
        ]
        pairs = np.array([[a + 1, (-b - 1 if s == "=" else b + 1)] for (a, b), s in self.signs.items()]).reshape(-1, 2)
        tables.append(Count("sign", from_matrix(pairs, 1, 1), lambda i: "sign", clue=True))
        return tables

    def scene(self, grid: Grid) -> Scene:
        return replace(super().scene(grid), regions=self.region_numbers, signs=self.signs, note=f"{self.flowers} ★")
