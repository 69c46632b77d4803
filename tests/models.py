"""All models of a formula on its first variables, by blocking one after another."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import product

import numpy as np
from numpy.typing import NDArray

from litgrid.core.bounds import Bounds, offsets
from litgrid.engines import engines
from litgrid.engines.base import Status
from litgrid.sat.formula import Formula
from tests.naive import Answer

Count = tuple[tuple[int, ...], int, int]
"""Literals, low, high: one count as a test writes it."""


def models(formula: Formula, cells: int, engine: str = "minisat") -> Iterator[Answer]:
    """Yield the values of the first ``cells`` variables in every model, each once."""
    with engines.get(engine).open(formula) as solver:
        while solver.solve() is Status.SAT:
            true = set(solver.model().tolist())
            answer = tuple(int(cell in true) for cell in range(1, cells + 1))
            yield answer
            solver.add([[-cell if value else cell for cell, value in enumerate(answer, 1)]])


def bounds_of(counts: list[Count]) -> Bounds:
    """Return counts as litgrid holds them."""
    return Bounds(
        np.array([literal for literals, _, _ in counts for literal in literals], dtype=np.int32),
        offsets(np.array([len(literals) for literals, _, _ in counts], dtype=np.int64)),
        np.array([low for _, low, _ in counts], dtype=np.int64),
        np.array([high for _, _, high in counts], dtype=np.int64),
    )


@cache
def _boards(variables: int) -> NDArray[np.int8]:
    """Return all values that variables can have, a row each."""
    return np.array(list(product((0, 1), repeat=variables)), dtype=np.int8).reshape(-1, variables)


def obeying(counts: list[Count], variables: int, known: Mapping[int, int] | None = None) -> set[Answer]:
    """Return every answer that all counts hold in and that has the known values, by trying all."""
    boards = _boards(variables)
    right = np.ones(len(boards), dtype=bool)
    for variable, value in (known or {}).items():
        right &= boards[:, variable - 1] == value
    for literals, low, high in counts:
        true = np.zeros(len(boards), dtype=np.int64)
        for literal in literals:
            true += boards[:, abs(literal) - 1] == (literal > 0)
        right &= (low <= true) & (true <= high)
    return set(map(tuple, boards[right].tolist()))
