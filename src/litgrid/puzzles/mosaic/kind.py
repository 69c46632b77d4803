"""Mosaic (Fill-a-Pix): a number tells how many of the up to nine cells around and under it are black."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import ClassVar

from litgrid.core.grid import BoolArray, IntArray, around
from litgrid.core.kind import Kind
from litgrid.core.play import Play
from litgrid.core.spelling import OPENS, Spelling
from litgrid.core.tables import Table
from litgrid.core.technique import Technique

DIGITS = {str(number): number for number in range(10)}


class Mosaic(Kind):
    """A Mosaic puzzle; a true cell is black."""

    name: ClassVar[str] = "mosaic"
    aliases: ClassVar[tuple[str, ...]] = ("fill-a-pix", "fillapix")
    title: ClassVar[str] = "Mosaic"
    true: ClassVar[str] = "black"
    false: ClassVar[str] = "white"
    alphabet: ClassVar[dict[str, str]] = {".": "no number", **dict.fromkeys(DIGITS, "number")}
    answer: ClassVar[str] = ".#?"
    forms: ClassVar[str] = "litgrid.puzzles.mosaic.forms"
    spellings: ClassVar[tuple[Spelling, ...]] = (Spelling({digit: digit for digit in DIGITS}, {".": f"{OPENS} -1 -2"}),)
    numbers: ClassVar[dict[str, int]] = DIGITS
    unnumbered: ClassVar[str] = "."
    counted: ClassVar[str] = "black cell"
    number_says: ClassVar[str] = "has {} around and under it"
    symbols: ClassVar[dict[str, str]] = {"#": "■", ".": "·"}
    examples: ClassVar[tuple[str, ...]] = ("3.1\n.4.\n1.1",)
    instructions: ClassVar[tuple[str, ...]] = (
        "Blacken cells so that each number is met.",
        "A number says how many of the nine cells around it, its own among them, are black.",
    )
    techniques: ClassVar[tuple[Technique, ...]] = (
        Technique("empty", ("number",), value=False),
        Technique("full", ("number",), value=True),
        Technique("difference", ("number",), most=2, between=("number",)),
    )
    play: ClassVar[Play] = Play(true="■", blank=True)

    @classmethod
    def foreign(cls, lines: Sequence[str]) -> int:
        """Return also how many numbers are too large on a board of one or two rows: other puzzles have such lines."""
        width = max(map(len, lines), default=0)
        low = lines if len(lines) < 3 else ()
        return super().foreign(lines) + sum(
            int(found[0]) > len(lines) * len(range(max(found.start() - 1, 0), min(found.start() + 2, width)))
            for line in low
            for found in re.finditer("[2-9]", line)
        )

    def rules(self) -> Sequence[Table]:
        """Return the numbers."""
        return [self.number_rules()]

    def near(self, cells: IntArray) -> tuple[IntArray, BoolArray]:
        """Return the nine cells around and under each."""
        return around(self.shape, cells)
