"""DIMACS, with the line of each clause."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from litgrid.core.errors import InputError
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
    names: dict[str, int] = {}
    for variable in range(1, formula.variables + 1 if told is not None else 0):
        name = told(variable) if told is not None else None
        if name in names:
            raise InputError(
                f"expected each name once, but the variables {names[name]} and {variable} are called {name}"
            )
        names |= {} if name is None else {name: variable}
    return Pieces(replace(formula, origin=np.arange(len(formula), dtype=np.int64)), lines[: len(formula)], names)
