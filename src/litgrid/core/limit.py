"""A time limit that is handed down through all the work of one question."""

from __future__ import annotations

from time import monotonic

from litgrid.core.errors import OutOfTimeError


class Limit:
    """So many seconds from now on; ``None`` for no limit.

    >>> Limit(None).left() is None
    True
    """

    def __init__(self, seconds: float | None) -> None:
        self._end = None if seconds is None else monotonic() + seconds

    def left(self) -> float | None:
        """Return the seconds left, 0 at least, or ``None`` where there is no limit."""
        return None if self._end is None else max(self._end - monotonic(), 0.0)

    def share(self, part: float, most: float | None = None) -> Limit:
        """Return the limit of work that may take this part of the seconds left, and no more than ``most``."""
        left = self.left()
        seconds = None if left is None else part * left
        return Limit(most if seconds is None or (most is not None and most < seconds) else seconds)

    def check(self) -> None:
        """Raise :class:`OutOfTimeError` once the time is over."""
        if self._end is not None and monotonic() >= self._end:
            raise OutOfTimeError("the time limit ran out")
