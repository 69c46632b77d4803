"""A puzzle to play: of a kind, a size and a level."""

from __future__ import annotations

import secrets
from typing import Any

import numpy as np

from litgrid.collection import examples
from litgrid.core.errors import LitgridError
from litgrid.core.grid import Shape
from litgrid.core.puzzle import Puzzle
from litgrid.core.turning import TURNS, turned
from litgrid.web.records import Question, as_record, kind_in, shape_in, whole_in

LEVELS = (1, 4)
MOST_SEED = 2**53 - 1
"""JavaScript has no larger whole numbers."""


def generate(question: Question) -> dict[str, Any]:
    """Return a puzzle with one answer, and its level; the same one for the same question and ``seed``."""
    kind, shape, levels = kind_in(question), shape_in(question), levels_in(question)
    seed = whole_in(question, "seed", 0, MOST_SEED, secrets.randbelow(MOST_SEED))
    found = _shipped(kind, shape, levels, np.random.default_rng(seed))
    if found is None:
        raise LitgridError(
            f"no {kind.title} puzzle of {shape} and level {levels[0]} to {levels[1]} was found: try another size or "
            "level"
        )
    puzzle, level = found
    return {"record": as_record(puzzle), "level": level, "seed": seed}


def levels_in(question: Question) -> tuple[int, int]:
    """Return the lowest and the highest level that a question asks for."""
    value = question.get("levels", list(LEVELS))
    low, high = LEVELS
    if (
        not isinstance(value, list)
        or len(value) != 2
        or not all(type(level) is int for level in value)
        or not low <= value[0] <= value[1] <= high
    ):
        raise LitgridError(f'expected "levels" as the lowest and the highest, from {low} to {high}')
    return value[0], value[1]


def _shipped(
    kind: type[Puzzle], shape: Shape, levels: tuple[int, int], rng: np.random.Generator
) -> tuple[Puzzle, int] | None:
    """Return a puzzle of the collection, turned or mirrored by chance."""
    known = [
        record for record in examples(kind.name) if record.puzzle.shape in (shape, Shape(shape.columns, shape.rows))
    ]
    known = [record for record in known if isinstance(record.level, int) and levels[0] <= record.level <= levels[1]]
    if not known:
        return None
    record = known[int(rng.integers(len(known)))]
    puzzle = record.puzzle
    for turn in rng.permutation(list(TURNS)).tolist():
        puzzle = puzzle.rearranged(turned(puzzle.shape, turn)) if rng.integers(2) else puzzle
    if puzzle.shape != shape:
        puzzle = puzzle.rearranged(turned(puzzle.shape, "transpose"))
    assert isinstance(record.level, int)  # noqa: S101 - chosen above
    return puzzle, record.level
