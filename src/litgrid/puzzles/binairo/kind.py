"""Binairo (Takuzu, Unruly, Tohu-Wa-Vohu): fill with 0 and 1, half of each in every line, never three alike in a row.

With signs between cells, ``=`` for equal ones and ``x`` for others, it is what is called Binairo+ and Tango.

A true cell is a 1. The rule that no two rows and no two columns are equal is part of the puzzle on many sites and not
on others: the switch ``unique_lines``, on unless said otherwise.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Self

import numpy as np

from litgrid.core.bounds import from_matrix, join
from litgrid.core.characters import Characters, Grid
from litgrid.core.errors import InputError
from litgrid.core.grid import IntArray, windows
from litgrid.core.kind import Kind
from litgrid.core.layers import Signs
from litgrid.core.play import Play
from litgrid.core.spelling import OPENS, Spelling
from litgrid.core.tables import Count, Differ, Table
from litgrid.core.technique import Technique, Tier

OTHERS = ("takuzu", "unruly", "tohuwavohu", "tohu-wa-vohu", "binoxxo", "tango", "binairo-plus")
FEW = ". _ - ? * ~"
PAIRS = (("O", "X"), ("o", "x"), ("W", "B"), ("False", "True"), ("false", "true"))
"""What people write for a zero and a one, where not digits."""
TRIVIAL = frozenset({"triple", "last-cell", "sign"})
EASY = TRIVIAL | {"half", "twins", "almost-twins", "signed-triple"}


@dataclass(frozen=True, eq=False)
class Binairo(Kind):
    """A Binairo puzzle.

    With ``unique_lines`` all rows differ, and all columns; ``signs`` are those between cells, ``None`` for none.
    """

    name: ClassVar[str] = "binairo"
    aliases: ClassVar[tuple[str, ...]] = OTHERS
    title: ClassVar[str] = "Binairo"
    true: ClassVar[str] = "1"
    false: ClassVar[str] = "0"
    alphabet: ClassVar[dict[str, str]] = {".": "open", "0": "zero", "1": "one"}
    answer: ClassVar[str] = "01."
    symbols: ClassVar[dict[str, str]] = {".": "·"}
    forms: ClassVar[str] = "litgrid.puzzles.binairo.forms"
    spellings: ClassVar[tuple[Spelling, ...]] = (
        Spelling({"0": "0", "1": "1"}, {".": f"{OPENS} # 2 3 9 -1 -2"}),
        *(Spelling({zero: "0", one: "1"}, {".": FEW}, whole=True) for zero, one in PAIRS),
        Spelling({"1": "0", "2": "1"}, {".": f"{OPENS} 0 -1"}, whole=True),
    )
    switches: ClassVar[dict[str, str]] = {"unique_lines": "no two rows and no two columns are equal"}
    examples: ClassVar[tuple[str, ...]] = ("00..\n0...\n..1.\n....",)
    instructions: ClassVar[tuple[str, ...]] = (
        "Write a 0 or a 1 into every cell.",
        "Each row and each column holds as many zeros as ones.",
        "No three cells side by side are alike, neither in a row nor in a column.",
        "Cells with = between them are equal, cells with x between them are not.",
    )
    techniques: ClassVar[tuple[Technique, ...]] = (
        Technique("triple", ("triple",)),
        Technique("sign", ("sign",)),
        Technique("last-cell", ("balance",), cells=1),
        Technique("half", ("balance",)),
        Technique("twins", ("twins",)),
        Technique("almost-twins", ("twins", "balance")),
        Technique("last-one", ("triple", "balance"), most=2),
        # Where three rules lead from an assumption to what breaks, two of them decide something else first.
        Technique("windows", ("triple", "balance"), level=3),
        Technique("signed-triple", ("triple", "sign"), most=3),
        Technique("signed-half", ("balance", "sign"), most=5),
        Technique("almost-twins", ("twins", "balance", "triple")),
        Technique("two-clues", ("balance",), most=3, between=("triple", "sign")),
    )
    play: ClassVar[Play] = Play(true="1", false="0", first=False, counters={"balance": (False, True)})
    tiers: ClassVar[tuple[Tier, ...]] = (
        Tier("trivial", TRIVIAL),
        Tier("easy", EASY),
        Tier("normal", EASY | {"last-one", "signed-half"}),
        Tier("hard"),
    )
    layers: ClassVar[tuple[Signs, ...]] = (Signs("signs"),)

    unique_lines: bool = True
    signs: Characters | None = None

    @classmethod
    def from_clues(cls, clues: Any, **switches: bool) -> Self:
        """Read a list of rows of ``0``, ``1`` and ``.``; both sides are even."""
        puzzle = super().from_clues(clues, **switches)
        rows, columns = puzzle.grid.shape
        for many, lines, line, column in ((columns, "columns", 1, columns), (rows, "rows", rows, 1)):
            if many % 2:
                raise InputError(f"expected an even number of {lines}, got {many}", line=line, column=column)
        return puzzle

    def rules(self) -> Sequence[Table]:
        """Return the balance, the triples, the signs, and where switched on the twins, of rows and of columns."""
        cells = self.shape.cells
        directions = (("row", cells), ("column", cells.T))
        tables: list[Table] = [self._balance(directions), self._triple(directions), self._sign()]
        if self.unique_lines:
            tables += [self._twins(word, lines) for word, lines in directions]
        return tables

    def _balance(self, directions: Sequence[tuple[str, IntArray]]) -> Count:
        """Exactly half of each line is ones."""
        bounds = join(from_matrix(lines + 1, lines.shape[1] // 2, lines.shape[1] // 2) for _, lines in directions)

        def sentence(rule: int) -> str:
            half = int(bounds.low[rule])
            return f"{self.shape.lines[rule]} holds {half} zero{'s' * (half > 1)} and {half} one{'s' * (half > 1)}"

        return Count("balance", bounds, sentence)

    def _triple(self, directions: Sequence[tuple[str, IntArray]]) -> Count:
        """One or two ones in any three in a row."""
        bounds = join(from_matrix(windows(lines, 3) + 1, 1, 2) for _, lines in directions)

        def sentence(rule: int) -> str:
            first, _, last = bounds.of(rule)
            return f"{self.shape.name(first - 1)} to {self.shape.name(last - 1)} are not all alike"

        return Count("triple", bounds, sentence)

    def _sign(self) -> Count:
        """One of two cells is a one, or of the first and the opposite of the second."""
        pairs, equal = self.layers[0].pairs(self.signs, self.shape)
        literals = (pairs + 1) * np.where(equal[:, None], [1, -1], 1)

        def sentence(rule: int) -> str:
            first, second = map(self.shape.name, pairs[rule])
            return f"{first} and {second} are {'equal' if equal[rule] else 'not equal'}"

        return Count("sign", from_matrix(literals, 1, 1), sentence, clue=True)

    def _twins(self, word: str, lines: IntArray) -> Differ:
        return Differ("twins", lines, lambda a, b: f"{word}s {a + 1} and {b + 1} are not equal")

    def guess(self, rng: np.random.Generator) -> Grid | None:
        """Return rows of random pairs 01 and 10, each next row the opposite: nearly always near an answer."""
        rows, columns = self.grid.shape
        first = np.repeat(rng.integers(0, 2, (rows // 2, columns // 2)), 2, axis=1)
        first[:, 1::2] ^= 1
        return np.stack([first, 1 - first], axis=1).reshape(rows, columns).astype(np.int8)
