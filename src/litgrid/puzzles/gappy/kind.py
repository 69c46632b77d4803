"""Gappy: two black cells in every row and column, none touching another, with as many white cells between as labelled.

A true cell is black. A label is the number of white cells between the two black ones of its line; lines may have none.
No grid of fewer than 8 rows exists; such a puzzle has no answer.

Each line with a label obeys three counts which together are as strong as listing its placements, and linear in size
(forbidding every pair of cells at a wrong distance is quadratic, and ten times slower at 60 x 60). With ``d`` the label
plus one, a black cell has a black partner ``d`` cells away; and if the line is cut into blocks of ``d`` cells, exactly
one black cell is in an even block and exactly one in an odd block, since the two are in neighbouring blocks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar, NamedTuple

import numpy as np

from litgrid.core.bounds import Bounds, from_masked, from_matrix, join
from litgrid.core.characters import Grid
from litgrid.core.grid import IntArray, Shape, blocks
from litgrid.core.kind import Kind
from litgrid.core.layers import Labels
from litgrid.core.layers.labels import NONE
from litgrid.core.play import Play
from litgrid.core.tables import Count, Table
from litgrid.core.technique import Technique


def between(lines: Grid) -> IntArray:
    """Return how many cells lie between the two black ones of full lines, along the last axis."""
    count: IntArray = lines.shape[-1] - 2 - lines[..., ::-1].argmax(axis=-1) - lines.argmax(axis=-1)
    return count


@dataclass(frozen=True, eq=False)
class Gappy(Kind):
    """A Gappy puzzle; ``labels`` are those of the rows, then of the columns, -1 where a line has none."""

    name: ClassVar[str] = "gappy"
    title: ClassVar[str] = "Gappy"
    true: ClassVar[str] = "black"
    false: ClassVar[str] = "white"
    alphabet: ClassVar[dict[str, str]] = {"?": "open", "#": "black", ".": "white"}
    answer: ClassVar[str] = ".#?"
    symbols: ClassVar[dict[str, str]] = {"#": "■", ".": "·"}
    forms: ClassVar[str] = "litgrid.puzzles.gappy.forms"
    examples: ClassVar[tuple[str, ...]] = ("5 5 1 6 1 5 1 6 1\n1 1 1 1 5 1 6 1 6",)
    instructions: ClassVar[tuple[str, ...]] = (
        "Blacken cells so that each row and each column holds exactly two black cells.",
        "No two black cells touch, not even at a corner.",
        "A number beside a row or above a column says how many white cells lie between its two black ones.",
    )

    techniques: ClassVar[tuple[Technique, ...]] = (
        Technique("touch", ("touch",)),
        Technique("placements", ("gap",)),
        Technique("pair", ("pair",)),
        Technique("shadow", ("pair", "touch"), broken="pair", value=False, most=5),
        Technique("shadow", ("gap", "touch"), broken="gap", value=False, most=5),
        Technique("placement-blocked", ("gap", "gap")),
        Technique("placement-blocked", ("gap", "pair")),
        Technique("placement-blocked", ("gap", "gap", "touch"), most=5),
        Technique("two-clues", ("gap", "pair"), most=6, between=("touch",)),
        Technique("fish", ("pair",), most=4, confined=True),
    )
    play: ClassVar[Play] = Play(true="■", blank=True, counters={"pair": (True,)}, gaps=True)

    layers: ClassVar[tuple[Labels, ...]] = (
        Labels(
            "labels",
            most=lambda length: length - 2,
            counts=between,
            square="every line holds two black cells, so the board is square",
        ),
    )

    labels: IntArray

    def rules(self) -> Sequence[Table]:
        """Return pairs, touching cells and labels."""
        same, names = _same(self.shape.rows), self.shape.lines

        def touches(rule: int) -> str:
            first, *_, last = same.touch.of(rule) - 1
            return f"the block {self.shape.name(first)} to {self.shape.name(last)} holds at most 1 black cell"

        # Of a labelled line, exactly one in the even blocks and one in the odd ones say it already.
        implied = self.labels != NONE
        pair = Count("pair", same.pair, lambda line: f"{names[line]} holds exactly 2 black cells", implied=implied)
        return (pair, Count("touch", same.touch, touches), self._gap(same.lines, names))

    def _gap(self, lines: IntArray, names: Sequence[str]) -> Count:
        """Two black cells of a labelled line are label + 1 apart."""
        labelled = np.flatnonzero(self.labels != NONE)
        labels = self.labels[labelled]
        literals = lines[labelled]
        number, size = literals.shape
        apart, place, rule = labels[:, None] + 1, np.arange(size), np.arange(number)
        # One count a cell: it is white, or the cell `apart` before or after it is black.
        partners = np.empty((number, size, 3), dtype=np.int64)
        exists = np.ones((number, size, 3), dtype=np.bool_)
        partners[:, :, 0] = -literals
        for column, other in ((1, place - apart), (2, place + apart)):
            within = np.clip(other, 0, max(size - 1, 0))
            exists[:, :, column] = within == other
            partners[:, :, column] = literals[rule[:, None], within]
        # Two counts a line: the blocks of even and of odd number.
        halves = np.empty((number, 2, size), dtype=np.bool_)
        halves[:, 1] = place // apart % 2 == 1
        np.logical_not(halves[:, 1], out=halves[:, 0])
        bounds = join(
            [
                from_masked(partners, exists, 1, 3),
                from_masked(np.broadcast_to(literals[:, None], halves.shape), halves, 1, 1),
            ]
        )

        def sentence(index: int) -> str:
            label = int(labels[index])
            cells = "1 white cell" if label == 1 else f"{label} white cells"
            return f"{names[labelled[index]]} has {cells} between its two black ones"

        rule_of = np.concatenate([rule.repeat(size), rule.repeat(2)])
        return Count("gap", bounds, sentence, rule_of, clue=True, value=labels)

    def guess(self, rng: np.random.Generator) -> Grid | None:  # noqa: ARG002
        """Return an all-white grid: most cells are white."""
        return np.zeros(self.grid.shape, dtype=np.int8)


class _Same(NamedTuple):
    """What boards of a size share whatever their labels: the literals of each line, and two kinds of rules."""

    lines: IntArray
    pair: Bounds
    touch: Bounds


@lru_cache(maxsize=2)
def _same(size: int) -> _Same:
    shape = Shape(size, size)
    lines = np.concatenate([shape.cells, shape.cells.T]) + 1
    return _Same(lines, from_matrix(lines, 2, 2), from_matrix(blocks(shape) + 1, 0, 1))
