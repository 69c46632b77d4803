"""What the page needs to show and to judge a board: the *view*.

The page knows no rule: it evaluates the tables that come with the board, where a literal is a cell's number from 1,
negative where the cell is to be false.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from litgrid.core.errors import LitgridError
from litgrid.core.kindwords import title
from litgrid.core.tables import Count, Differ, Table
from litgrid.web.records import Question, as_record, language_in, record_in

MOST_LITERALS = 2_100_000
"""An open Light Up of 100 x 100 has so many; they are 10 MB as JSON."""


def board(question: Question) -> dict[str, Any]:
    """Return the view of a puzzle: see ``docs/web-api.md``."""
    record, language = record_in(question), language_in(question)
    puzzle = record.puzzle
    tables = puzzle.tables()
    _check(tables)
    scene = puzzle.scene(puzzle.givens)
    labels = {"rows": scene.left, "columns": scene.top} if scene.left or scene.top else None
    return {
        "kind": puzzle.name,
        "title": title(type(puzzle), language),
        "rows": puzzle.shape.rows,
        "columns": puzzle.shape.columns,
        "record": as_record(record),
        "answer": puzzle.answer,
        "fixed": np.flatnonzero(puzzle.fixed).tolist(),
        "givens": puzzle.givens.ravel().tolist(),
        "symbols": [[glyph, style] for style, glyph in scene.cells],
        "glyphs": dict(scene.symbols),
        "inscribed": {str(cell): said for cell, said in scene.inscribed.items()},
        "labels": labels,
        "regions": list(scene.regions) or None,
        "signs": [[*cells, sign] for cells, sign in scene.signs.items()],
        "note": scene.note,
        "tables": [_count(table) for table in tables if isinstance(table, Count)],
        "differs": [
            {"kind": table.kind, "lines": table.lines.tolist()} for table in tables if isinstance(table, Differ)
        ],
        "play": puzzle.play._asdict(),
    }


def _check(tables: tuple[Table, ...]) -> None:
    literals = sum(table.bounds.literals.size for table in tables if isinstance(table, Count))
    if literals > MOST_LITERALS:
        raise LitgridError(
            f"this board is too open for the page: its rules have {literals:,} entries, and the page stops at "
            f"{MOST_LITERALS:,}; use more walls or a smaller board"
        )


def _count(table: Count) -> dict[str, Any]:
    bounds = table.bounds
    edges = bounds.starts.tolist()
    literals = bounds.literals.tolist()
    return {
        "kind": table.kind,
        "clue": table.clue,
        "literals": list(map(literals.__getitem__, map(slice, edges, edges[1:]))),
        "low": bounds.low.tolist(),
        "high": bounds.high.tolist(),
        "rule": table.rules.tolist(),
        "at": None if table.at is None else table.at.tolist(),
        "value": None if table.value is None else table.value.tolist(),
        "implied": None if table.implied is None else table.implied.tolist(),
    }
