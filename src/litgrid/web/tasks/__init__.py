"""What can be asked, by name: plain functions from a question to what becomes JSON, a file, or a stream of JSON.

Only the one that is asked for is imported.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Any, cast

from litgrid.question import QUESTIONS
from litgrid.web.records import Question

Work = Callable[[Question], Any]


@dataclass(frozen=True, slots=True)
class Task:
    """What can be asked."""

    place: str  # of its function; without a colon the name of a question: see :mod:`litgrid.web.tasks.asking`
    seconds: float = 30  # that it may take at most
    stream: bool = False  # whether it yields events

    def load(self) -> Work:
        """Import the function."""
        module, _, name = self.place.partition(":")
        if not name:
            from litgrid.web.tasks.asking import asking

            return asking(module)
        return cast("Work", getattr(import_module(f"litgrid.web.tasks.{module}"), name))


TASKS = {
    **{name: Task(name, 120) for name in QUESTIONS},
    "board": Task("board:board"),
    "read": Task("files:read"),
    "convert": Task("files:convert"),
    "render": Task("files:render"),
    "publish": Task("files:publish", 60),
    "number": Task("numbering:number", 120, stream=True),
    "generate": Task("making:generate", 90),
    "formula": Task("lab:formula"),
    "propagate": Task("lab:propagate"),
    "solver": Task("tracing:solver", 60),
    "conflict": Task("tracing:conflict", 60),
    "judge": Task("tracing:judge", 90),
    "walksat": Task("lab:walksat", 600, stream=True),
    "runs": Task("lab:runs", 120, stream=True),
    "engines": Task("lab:engines", 300, stream=True),
    "empty": Task("drawing:empty"),
    "transform": Task("drawing:transform"),
}
"""Every task, by name, which is its address too: ``POST /api/solve``."""
