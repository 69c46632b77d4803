"""Counting a board that takes hours: in pieces, over all cores or a cluster, in a file that survives a kill.

The pieces are the tasks of a seam (:mod:`litgrid.counting.seam`), in a shuffled order, so that those that are done at
any time are a fair sample of all: their times say what the rest will cost.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from functools import lru_cache, partial
from threading import get_ident
from time import thread_time
from typing import Any

import numpy as np

from litgrid import __version__
from litgrid.answer import Answer, Outcome, Telling, say
from litgrid.core.errors import LitgridError
from litgrid.core.limit import Limit
from litgrid.core.puzzle import Puzzle
from litgrid.core.system import System
from litgrid.core.words import OWN
from litgrid.counting.halves import Halves
from litgrid.counting.seam import Seam, best_seam
from litgrid.formats import Record, formats, loads
from litgrid.lab.journal import Line
from litgrid.lab.resuming import going

MINUTE, HOUR = 60.0, 3600.0
MOST_CHUNKS = 5000
"""Tasks are bundled so that there are no more chunks of them than this."""


@dataclass(frozen=True, eq=False)
class Progress(Answer):
    """How far a count has come."""

    puzzle: Puzzle
    chunks: int
    done: int  # so many of them
    found: int  # the answers in these
    seconds: float  # of one core, for these

    @property
    def count(self) -> int | None:
        """How many answers there are, once all is done."""
        return self.found if self.done == self.chunks else None

    @property
    def expected(self) -> float | None:
        """About how many seconds of one core all will take together; ``None`` while nothing is known."""
        return self.seconds / self.done * self.chunks if self.done else None

    @property
    def outcome(self) -> Outcome:
        """Yes where all is counted."""
        return "unknown" if self.count is None else "yes"

    def values(self, _: Telling) -> dict[str, Any]:
        return {
            "status": "unknown" if self.count is None else "exact",
            "count": self.count,
            "at_least": self.found,
            "method": "seam",
            "chunks": self.chunks,
            "done": self.done,
            "seconds": round(self.seconds, 3),
            "expected": None if self.expected is None else round(self.expected, 3),
        }

    def lines(self, telling: Telling) -> Iterator[str]:
        chunks = telling.say("pieces.chunks", self.chunks, lasting=lasting(self.seconds, telling.language))
        found = telling.say("all.answers", self.found) if self.found else telling.say("count.none")
        name = "pieces.counted" if self.count is not None else "pieces.unknown"
        yield telling.say(name, found=found, done=self.done, chunks=chunks)


def count(
    puzzle: Puzzle,
    path: str,
    *,
    most: int | None = None,
    anew: bool = False,
    tick: Callable[[Progress], None] = lambda _: None,
    **where: Any,
) -> Progress:
    """Count what is not counted yet, and return how far it is.

    Parameters
    ----------
    puzzle
        What to count the answers of.
    path
        The file of results. What it holds of this puzzle already is not counted again.
    most
        No more chunks than this are counted now, ``None`` for all: a slice, to see what all will cost.
    anew
        Whether to drop what the file holds.
    tick
        Called after each chunk.
    **where
        Where to compute: see :func:`litgrid.lab.workers.computing`.

    Raises
    ------
    InputError
        for a file that holds something else.
    LitgridError
        where the board has no seam, results cannot be written, a worker died, or a cluster cannot be reached.
    """
    line = formats.get("jsonl").write(Record("", puzzle))
    tasks = len(seam_of(puzzle).tasks)
    size = -(-tasks // MOST_CHUNKS)
    chunks = -(-tasks // size)
    order = np.random.default_rng(0).permutation(chunks).tolist()
    head = {"litgrid": __version__, "count": line.strip(), "tasks": tasks, "chunks": chunks}
    work = (path, head, compute, lambda chunk: (line, chunk, size), partial(_chunk, chunks=chunks))
    with closing(going(*work, keys=order, most=most, anew=anew, **where)) as states:
        for done in states:
            found, seconds = (sum(one[name] for one in done.values()) for name in ("count", "seconds"))
            now = Progress(puzzle, chunks, len(done), found, seconds)
            tick(now)
    return now


def lasting(seconds: float, language: str = OWN) -> str:
    """Return a length of time for people.

    >>> lasting(7.25), lasting(600), lasting(40_000)
    ('7.2 s', '10 minutes', '11.1 hours')
    """
    if seconds < 2 * MINUTE:
        return say("time.seconds", language, round(seconds, 1))
    if seconds < 2 * HOUR:
        return say("time.minutes", language, seconds / MINUTE)
    return say("time.hours", language, seconds / HOUR)


def seam_of(puzzle: Puzzle) -> Seam:
    """Return the seam of a puzzle's whole board; raise :class:`LitgridError` where it has none."""
    system = System.of(puzzle.tables())
    known = np.full((puzzle.shape.rows, puzzle.shape.columns), -1, dtype=np.int8)
    seam = best_seam(system.bounds, known, np.arange(puzzle.shape.size), system.differs, Limit(None))
    if seam is None:
        raise LitgridError(
            "this board cannot be counted in pieces: some rule is about more than a line, or its lines are too long; "
            "try `litgrid count`"
        )
    return seam


@lru_cache(maxsize=8)
def _halves(line: str, thread: int) -> tuple[Seam, Halves]:  # noqa: ARG001 - each thread has room of its own
    seam = seam_of(loads(line))
    return seam, Halves(seam)


def compute(line: str, chunk: int, size: int) -> Line:
    """Count a chunk of a board, in a worker; return its line of the results."""
    seam, halves = _halves(line, get_ident())
    begin = thread_time()
    number = sum(halves.count(task, Limit(None)) for task in seam.tasks[chunk * size : (chunk + 1) * size])
    return {"chunk": chunk, "count": number, "seconds": round(thread_time() - begin, 6)}


def _chunk(line: Line, chunks: int) -> int:
    chunk, found, seconds = (line.get(name) for name in ("chunk", "count", "seconds"))
    if not (
        isinstance(chunk, int) and 0 <= chunk < chunks and isinstance(found, int) and isinstance(seconds, int | float)
    ):
        raise LitgridError('expected a line with "chunk", "count" and "seconds"')
    return chunk
