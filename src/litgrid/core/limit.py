"""A time limit that is handed down through all the work of one question.

Whatever is given a limit raises :class:`~litgrid.core.errors.OutOfTimeError` when it is over, unless it says otherwise.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import TIMEOUT_MAX
from time import perf_counter

from litgrid.core.errors import LitgridError, OutOfTimeError

SLICE = 0.1
"""So many seconds of work are done between two looks at the clock, where it is done in slices."""


class Limit:
    """So many seconds from now on; ``None`` for no limit."""

    def __init__(self, seconds: float | None) -> None:
        self.seconds, self._begin = seconds, perf_counter()
        self._end = None if seconds is None else self._begin + min(seconds, TIMEOUT_MAX)

    def spent(self) -> float:
        """Return the seconds since it began."""
        return perf_counter() - self._begin

    def left(self) -> float | None:
        """Return the seconds left, 0 at least, or ``None`` where there is no limit."""
        return None if self._end is None else max(self._end - perf_counter(), 0.0)

    def share(self, part: float, most: float | None = None) -> Limit:
        """Return the limit of work that may take this part of the seconds left, and no more than ``most``."""
        left = self.left()
        seconds = None if left is None else part * left
        return Limit(most if seconds is None or (most is not None and most < seconds) else seconds)

    def in_slices(self, first: int, go_on: Callable[[int], bool]) -> None:
        """Go on by so many steps until it is done: by ``first``, then by as many as take about :data:`SLICE`.

        A compiled function hears neither the clock nor Ctrl-C, so what takes long is called for some steps at a time.
        Raises :class:`OutOfTimeError` before a slice, once the time is over.
        """
        steps, done = first, False
        while not done:
            self.check()
            begin = perf_counter()
            done = go_on(steps)
            steps = max(1, min(8 * steps, int(steps * SLICE / max(perf_counter() - begin, 1e-6))))

    def check(self) -> None:
        """Raise :class:`OutOfTimeError` once the time is over."""
        if self._end is not None and perf_counter() >= self._end:
            raise OutOfTimeError("the time limit ran out")


def limited(timeout: float | None) -> Limit:
    """Return the limit of so many seconds; raise :class:`LitgridError` for fewer than 0."""
    if timeout is not None and not timeout >= 0:
        raise LitgridError(f"expected a time limit of 0 seconds or more, got {timeout}")
    return Limit(timeout)
