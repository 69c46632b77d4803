"""The answer to draw: the grid that came with a puzzle, if it is right, or what an engine finds."""

from __future__ import annotations

from litgrid.checking import check
from litgrid.cli import NO, complain
from litgrid.cli.words import whereabouts
from litgrid.core.characters import Grid
from litgrid.formats import Record


def came_with(record: Record) -> tuple[Grid | None, int]:
    """Return the grid that came with a puzzle if it is finished and right, and the exit code: 1 if it breaks a rule."""
    if record.filled is None:
        return None, 0
    found = check(record.puzzle, record.filled)
    if found.status == "broken":
        warn(record, f"the grid that came with it is no answer: it breaks the rule that {found.broken[0].sentence}")
        return None, NO
    return (found.grid if found.status == "solved" else None), 0


def warn(record: Record, message: str) -> None:
    """Say something about a puzzle, with its place."""
    complain(whereabouts(record) + message)
