"""What drawing a board takes: the characters that a kind's cells can have, and boards turned or resized.

A page learns here what it can draw, and knows no kind.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from litgrid.core.errors import LitgridError
from litgrid.core.grid import Shape
from litgrid.core.kind import Kind
from litgrid.core.puzzle import Puzzle
from litgrid.core.turning import TURNS, resized, turned
from litgrid.web.records import MOST_CELLS, Question, as_record, kind_in, puzzle_in, shape_in, text_in, whole_in

SMALLEST = Shape(2, 2)
"""A board that nearly every kind has."""


def palette(kind: type[Puzzle]) -> list[dict[str, str]]:
    """Return the characters that can be drawn into a cell, in the kind's own order.

    ``group`` says what such a cell is: ``open``, ``given`` (it has a value), ``fixed`` (nothing is filled in), or
    ``clue`` (it says something, and is filled in as well); ``glyph`` and ``style`` are those of
    :class:`litgrid.core.scene.Scene`. Nothing, where a kind's clues are no grid of characters.

    >>> from litgrid.puzzles import kinds
    >>> [(entry["character"], entry["group"], entry["meaning"]) for entry in palette(kinds.get("gappy"))]
    [('?', 'open', 'open'), ('#', 'given', 'black'), ('.', 'given', 'white')]
    """
    if not issubclass(kind, Kind):
        return []
    try:
        board = kind.empty(SMALLEST)
    except LitgridError:
        board = kind.from_text(kind.examples[0].split("\n"))
    return [
        {"character": character, "meaning": meaning, **_drawn(board, character)}
        for character, meaning in kind.alphabet.items()
    ]


def layers(kind: type[Puzzle]) -> list[dict[str, Any]]:
    """Return what can be drawn beside and between cells: the form of each layer, and its keys in the clues.

    >>> from litgrid.puzzles import kinds
    >>> layers(kinds.get("gappy"))
    [{'form': 'labels', 'keys': ['rows', 'cols'], 'blank': None, 'optional': False, 'name': 'labels', 'offers': []}]
    """
    return [
        {
            "form": layer.form,
            "keys": list(layer.keys),
            "blank": layer.usual or None,
            "optional": layer.optional,
            "name": layer.name,
            "offers": list(layer.offers),
        }
        for layer in kind.layers
    ]


def _drawn(board: Kind, character: str) -> dict[str, str]:
    grid = board.grid.copy()
    grid[0, 0] = ord(character)
    puzzle = replace(board, grid=grid)
    scene = puzzle.scene(np.where(puzzle.fixed.reshape(grid.shape), 0, puzzle.givens).astype(np.int8))
    style, glyph = next(scene.cells)
    glyph = scene.inscribed.get(0, glyph)
    if puzzle.fixed[0]:
        group = "fixed"
    elif puzzle.givens[0, 0] >= 0:
        group = "given"
    else:
        group = "open" if character == puzzle.blank() else "clue"
    return {"group": group, "glyph": glyph, "style": style}


def empty(question: Question) -> dict[str, Any]:
    """Return a board of a kind without clues: ``kind``, ``rows``, ``columns``.

    >>> empty({"kind": "gappy", "rows": 2, "columns": 2})["record"]["clues"]
    {'rows': [None, None], 'cols': [None, None], 'grid': None}
    """
    return {"record": as_record(kind_in(question).empty(shape_in(question)))}


def transform(question: Question) -> dict[str, Any]:
    """Return the puzzle turned (``turn``), or resized (``rows``, ``columns``; new ones: ``above``, ``left``)."""
    puzzle = puzzle_in(question)
    if "turn" in question:
        places = turned(puzzle.shape, text_in(question, "turn", choices=tuple(TURNS)))
    else:
        above, left = (whole_in(question, side, -MOST_CELLS, MOST_CELLS, 0) for side in ("above", "left"))
        places = resized(puzzle.shape, shape_in(question), above, left)
    return {"record": as_record(puzzle.rearranged(places))}
