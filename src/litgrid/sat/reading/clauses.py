"""DIMACS, with the line of each clause."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from litgrid.sat import dimacs
from litgrid.sat.reading.pieces import Pieces


def read(text: str) -> Pieces:
    """Read a formula in DIMACS. Raises :class:`~litgrid.core.errors.InputError` as :func:`litgrid.sat.dimacs.read`."""
    formula = dimacs.read(text)
    lines: list[int] = []
    begun = False
    for number, line in enumerate(text.split("\n"), 1):
        first = line.lstrip()[:1]
        if first == "%":
            break
        if first in ("c", "p", ""):
            continue
        for word in line.split():
            if not begun:
                lines.append(number)
            begun = word.strip("-0") != ""
    told = formula.variable_name
    names = {} if told is None else {told(one) or "": one for one in range(1, formula.variables + 1)}
    names.pop("", None)
    return Pieces(replace(formula, origin=np.arange(len(formula), dtype=np.int64)), lines[: len(formula)], names)
