"""Whose turn it is: places for as long as a question takes, and a moment for each that is new.

There are so many *places*. One client, which is an address of the network, may take all but one of them; the next goes
to who has the fewest, and there to the oldest question. So that long questions keep no short one out, there is one more
place for a *moment*: the newest question is tried in it, and one that is not answered by then is begun again when its
place is free. Where too many wait, the one that has waited the longest must go, of the client that has the most there.
"""

from __future__ import annotations

import asyncio
from bisect import insort
from collections import Counter
from itertools import count

MOMENT = 1.0
"""Seconds."""


class Turn:
    """What waits; ``begins`` is set when it is its turn."""

    def __init__(self, client: str, *, fresh: bool = True) -> None:
        self.client, self.fresh = client, fresh  # whether it may still be tried for a moment
        self.begins = asyncio.Event()
        self.lasting = False  # whether it has a place then, and not a moment
        self.number = 0  # so many came before it


class Turns:
    """Who has a place, who is tried, and who waits."""

    def __init__(self, places: int, waiting: int) -> None:
        self._places, self._most = places, waiting
        self._placed: list[Turn] = []
        self._tried: list[Turn] = []
        self._waiting: list[Turn] = []
        self._numbers = count()

    def enter(self, turn: Turn) -> Turn | None:
        """Let one wait; return the one that has to go for it, if there is one."""
        turn.number = next(self._numbers)
        self._waiting.append(turn)
        self._next()
        if len(self._waiting) <= self._most:
            return None
        crowd = Counter(each.client for each in self._waiting)
        goes = max(self._waiting, key=lambda each: crowd[each.client])
        self._waiting.remove(goes)
        return goes

    def again(self, turn: Turn) -> None:
        """Let one whose moment is over wait on, where it was."""
        self._tried.remove(turn)
        turn.begins.clear()
        turn.fresh = False
        insort(self._waiting, turn, key=lambda each: each.number)
        self._next()

    def leave(self, turn: Turn) -> None:
        """Let one go, whatever it has."""
        for among in (self._placed, self._tried, self._waiting):
            if turn in among:
                among.remove(turn)
        self._next()

    def _next(self) -> None:
        while len(self._placed) < self._places:
            has = Counter(each.client for each in self._placed)
            may = [each for each in self._waiting if has[each.client] < max(1, self._places - 1)]
            if not may:
                break
            turn = min(may, key=lambda each: has[each.client])
            turn.lasting = True
            self._begin(turn, self._placed)
        if not self._tried and (fresh := [each for each in reversed(self._waiting) if each.fresh]):
            crowd = Counter(each.client for each in self._waiting)
            self._begin(min(fresh, key=lambda each: crowd[each.client]), self._tried)

    def _begin(self, turn: Turn, among: list[Turn]) -> None:
        self._waiting.remove(turn)
        among.append(turn)
        turn.begins.set()
