"""A formula as it was written: clauses, the pieces that they are from, their lines, and the names of variables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from litgrid.sat.formula import Formula, from_clauses


@dataclass(frozen=True, slots=True, eq=False)
class Pieces:
    """A formula, whose origins number its pieces; what only defines variables is from none (-1)."""

    formula: Formula
    lines: list[int]  # the line of each piece, from 1
    names: dict[str, int] = field(default_factory=dict)  # variables by what they are called


def gathered(
    asserted: Sequence[tuple[int, Sequence[Sequence[int]]]],
    definitions: Sequence[Sequence[int]],
    variables: int,
    names: dict[str, int],
) -> Pieces:
    """Return pieces, each a line and its clauses, with definitions of variables behind."""
    clauses = [clause for _, listed in asserted for clause in listed]
    formula = from_clauses([*clauses, *definitions], variables)
    origin = np.full(len(formula), -1, dtype=np.int64)
    origin[: len(clauses)] = np.repeat(
        np.arange(len(asserted)), np.array([len(listed) for _, listed in asserted], dtype=np.int64)
    )
    return Pieces(replace(formula, origin=origin), [line for line, _ in asserted], names)
