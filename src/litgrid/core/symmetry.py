"""The symmetries of a puzzle: what can be done to every answer so that an answer comes out.

The board is turned and mirrored, and true and false change places; each of these is a symmetry if it turns the rules
into themselves. So what is found is true of any puzzle, and of one with walls or clues only what these allow.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

import numpy as np

from litgrid.core.bounds import Bounds
from litgrid.core.characters import Grid
from litgrid.core.errors import LitgridError
from litgrid.core.grid import IntArray, Shape
from litgrid.core.system import System
from litgrid.core.tables import Differ
from litgrid.core.turning import TURNS, ways

SymmetryName = Literal["none", "180", "mirror", "flip", "90", "diagonal"]
"""None; turned by half; left and right; top and bottom; turned by a quarter; about the main diagonal."""
TURNED = {"180": "half", "mirror": "mirror", "flip": "flip", "90": "left", "diagonal": "transpose"}
"""What a board is turned by, of :data:`litgrid.core.turning.TURNS`, to look the same again."""


@dataclass(frozen=True, slots=True, eq=False)
class Symmetry:
    """Each cell takes the value of the one at ``source``, the opposite one where values are ``swapped``."""

    source: IntArray
    swapped: bool

    @property
    def changes(self) -> bool:
        """Whether it does anything."""
        return self.swapped or bool((self.source != np.arange(self.source.size)).any())

    def __call__(self, grids: Grid) -> Grid:
        """Return what becomes of full grids, shaped ``(number, cells)``."""
        moved: Grid = grids[:, self.source]
        return 1 - moved if self.swapped else moved


@lru_cache(maxsize=8)
def images(shape: Shape, name: str) -> IntArray:
    """Return what each cell becomes by each turn of a symmetry, ``none`` or one of :data:`TURNED`: ``(images, cells)``.

    Raises :class:`LitgridError` where a symmetry needs a square board.

    >>> images(Shape(1, 3), "180").tolist()
    [[0, 1, 2], [2, 1, 0]]
    """
    if name in ("90", "diagonal") and shape.rows != shape.columns:
        raise LitgridError(f"the symmetry {name} needs a square board, got one of {shape}")
    found = [shape.cells.ravel()]
    turned = found[0] if name == "none" else TURNS[TURNED[name]](shape.cells).ravel()
    while not np.array_equal(following := found[-1][turned], found[0]):
        found.append(following)
    return np.stack(found)


def orbits(shape: Shape, name: str) -> IntArray:
    """Return for each cell the least of its :func:`images`."""
    least: IntArray = images(shape, name).min(axis=0)
    return least


def symmetries(system: System, shape: Shape, tick: Callable[[], None] = lambda: None) -> list[Symmetry]:
    """Return the symmetries of a puzzle's rules and clues, a group: the first one changes nothing."""
    counts, lines = _counts(system.bounds, tick), _lines(system.differs, lambda cells: cells)
    found = []
    for source in map(np.ravel, ways(shape)):
        if _lines(system.differs, source.__getitem__) != lines:
            continue
        for sign in (1, -1):
            literals = np.sign(system.bounds.literals) * sign * (source[np.abs(system.bounds.literals) - 1] + 1)
            if _counts(Bounds(literals, system.bounds.starts, system.bounds.low, system.bounds.high), tick) == counts:
                found.append(Symmetry(source, sign < 0))
    return found


def _counts(bounds: Bounds, tick: Callable[[], None]) -> set[tuple[int, ...]]:
    """Return what counts say, however each is written."""
    said = set()
    for index, (low, high) in enumerate(zip(bounds.low.tolist(), bounds.high.tolist(), strict=True)):
        tick()
        literals = sorted(bounds.of(index).tolist(), key=abs)
        low, high = max(low, 0), min(high, len(literals))
        if literals and literals[0] < 0:  # "2 of 3" of these is "1 of 3" of their opposites
            literals = [-literal for literal in literals]
            low, high = len(literals) - high, len(literals) - low
        said.add((low, high, *literals))
    return said


def _lines(differs: tuple[Differ, ...], move: Callable[[IntArray], IntArray]) -> Counter[object]:
    """Return which lines must differ: of each table its lines, and the sets of cells that are compared."""
    return Counter(
        frozenset(frozenset(map(frozenset, way.tolist())) for way in (cells, cells.T))
        if np.unique(cells).size == cells.size
        else tuple(map(tuple, cells.tolist()))
        for cells in (move(table.lines) for table in differs)
    )
