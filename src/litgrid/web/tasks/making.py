"""Puzzles to play, made to order."""

from __future__ import annotations

import secrets
from dataclasses import fields
from typing import Any

import numpy as np

from litgrid.collection import examples
from litgrid.core.errors import LitgridError, OutOfTimeError
from litgrid.core.grid import Shape
from litgrid.core.limit import Limit
from litgrid.core.turning import TURNS, turned
from litgrid.generating.order import LEVELS, Order
from litgrid.lab.generate import MOST_SEED, NotMetError, generated
from litgrid.question import MAKING
from litgrid.web.records import Question, as_record, expect_only, kind_in, number_in, shape_in, timeout_in, whole_in

WANTED = [field.name for field in fields(Order) if field.name in MAKING["generate"].options] + ["level"]
"""Options that are part of an order."""
OWN = ("kind", "rows", "columns", "switches", "seed", "timeout", "language")
"""What is said beside these."""


def generate(question: Question) -> dict[str, Any]:
    """Return a puzzle with one answer, and its level; the same one for the same question and ``seed``.

    Where none of that level can be made in time, one that comes with litgrid is taken, turned by chance.
    """
    order = order_in(question)
    seed = whole_in(question, "seed", 0, MOST_SEED, secrets.randbelow(MOST_SEED))
    try:
        made = next(generated(order, 1, seed, limit=Limit(timeout_in(question, 15.0))))
    except (NotMetError, OutOfTimeError):
        pass
    else:
        return {"record": as_record(made.puzzle), "level": made.level, "seed": seed, "made": True}
    shipped = _shipped(order, np.random.default_rng(seed))
    if shipped is None:
        low, high = order.levels
        raise LitgridError(
            f"no puzzle of {order.shape} and level {low} to {high} could be made in time: try another size or level"
        )
    return {**shipped, "seed": seed, "made": False}


def order_in(question: Question) -> Order:
    """Return what is wanted of a puzzle."""
    kind = kind_in(question)
    expect_only(question, [*OWN, *WANTED, *(layer.name for layer in kind.layers)])
    switches = question.get("switches", {})
    if not isinstance(switches, dict) or not all(isinstance(value, bool) for value in switches.values()):
        raise LitgridError('expected "switches" as an object of true and false')
    known = tuple((name, value) for name, value in switches.items() if name in kind.switches)
    layers = [
        (layer.name, number_in(question, layer.name, 0, 99, 0)) for layer in kind.layers if layer.name in question
    ]
    options = MAKING["generate"].options
    wanted = {name: options[name].read(question[name]) for name in WANTED if question.get(name) is not None}
    levels = wanted.pop("level", LEVELS)
    return Order(kind.name, shape_in(question), levels, switches=known, layers=tuple(layers), **wanted)


def _shipped(order: Order, rng: np.random.Generator) -> dict[str, Any] | None:
    low, high = order.levels
    shapes = (order.shape, Shape(order.shape.columns, order.shape.rows))
    known = [
        (record.puzzle, record.level)
        for record in examples(order.kind)
        if isinstance(record.level, int) and low <= record.level <= high and record.puzzle.shape in shapes
        if record.puzzle == record.puzzle.with_switches(**dict(order.switches))
    ]
    if not known or order.score is not None or order.technique is not None:
        return None
    puzzle, level = known[int(rng.integers(len(known)))]
    for turn in rng.permutation(list(TURNS)).tolist():
        puzzle = puzzle.rearranged(turned(puzzle.shape, turn)) if rng.integers(2) else puzzle
    if puzzle.shape != order.shape:
        puzzle = puzzle.rearranged(turned(puzzle.shape, "transpose"))
    return {"record": as_record(puzzle), "level": level}
