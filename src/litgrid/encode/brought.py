"""Encodings that a kind brings: the formula of a whole puzzle, clause by clause as the kind makes it.

Such a formula is made at once, as it is small: it is one that is given, and its rules are known.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from importlib import import_module

import numpy as np

from litgrid.core.errors import LitgridError
from litgrid.core.puzzle import Puzzle
from litgrid.encode.layout import KindSize, Layout
from litgrid.encode.rules import Rules
from litgrid.sat.cardinality import ENCODINGS, check_encoding
from litgrid.sat.formula import from_clauses
from litgrid.sat.given import Given
from litgrid.sat.size import Size
from litgrid.sat.threesat import distinct, grown

MOST_CLAUSES = 1_000_000
"""No formula that a kind brings has more."""


def laid_out(
    puzzle: Puzzle, encoding: str = "auto", *, three: bool = False, rules: Rules | None = None
) -> Layout | Brought:
    """Return the formula of a puzzle before it is made, in any encoding that there is for its kind.

    ``rules`` are those of the puzzle, where they are there already.

    Raises as :class:`Layout` does, and :class:`LitgridError` where what the kind brings would be too large.
    """
    check_encoding(encoding, [*ENCODINGS, *puzzle.encodings])
    if encoding in puzzle.encodings:
        return Brought(puzzle, encoding, three=three)
    return Layout(puzzle, encoding, three=three, rules=rules)


class Brought(Given):
    """The formula of a puzzle in an encoding that its kind brings."""

    def __init__(self, puzzle: Puzzle, encoding: str, *, three: bool = False) -> None:
        shape, clauses, origin = puzzle.shape, list[list[int]](), list[int]()
        self._of: list[str] = []
        names = []
        for rule, (kind, cell, some) in enumerate(import_module(puzzle.encodings[encoding]).clauses(puzzle)):
            self._of.append(kind)
            names.append(f"{kind} {shape.name(cell)}")
            clauses += some
            origin += [rule] * len(some)
            if len(clauses) > MOST_CLAUSES:
                raise LitgridError(
                    f"a board of {shape} has more than {MOST_CLAUSES:,} clauses in the encoding {encoding}; choose "
                    "another encoding, or a smaller board"
                )
        made = replace(
            from_clauses(clauses, shape.size),
            origin=np.array(origin, dtype=np.int64),
            variable_name=lambda cell: f"{puzzle.true} {shape.name(cell - 1)}" if cell <= shape.size else None,
            origin_name=names.__getitem__,
            projection=np.arange(1, shape.size + 1, dtype=np.int32),
        )
        super().__init__(made, three=three)

    @cached_property
    def kinds(self) -> list[KindSize]:  # type: ignore[override]
        made, of = self.given, np.array(self._of)
        lengths, owner = distinct(made)[1] if self.three else np.diff(made.starts), of[made.origin]
        sizes = {kind: Size.of(lengths[owner == kind]) for kind in dict.fromkeys(self._of)}
        return [KindSize(kind, self._of.count(kind), grown(s) if self.three else s) for kind, s in sizes.items()]
