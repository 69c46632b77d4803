"""What counting found out, and how good a count must be."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from litgrid.answer import Answer, Outcome, Telling
from litgrid.core.puzzle import Puzzle
from litgrid.sat.formula import Formula


@dataclass(frozen=True, eq=False)
class Counted(Answer):
    """What counting found out.

    Attributes
    ----------
    puzzle
        what it is about, a puzzle or a formula
    status
        ``"exact"``; ``"approximate"``, with the guarantee of ``epsilon`` and ``delta``; or ``"unknown"`` where time or
        memory ran out
    count
        how many answers there are, of any size: all, or about so many; ``None`` where that is unknown
    at_least
        so many there are for sure
    method
        how: the names of the methods that got there, as ``"frontier"``, or ``"frontier and listing"`` for different
        parts; ``"deduction"`` where nothing was left to count, or nothing more was found; the method that was asked
        for where it got nowhere
    seconds
        how long it took
    epsilon, delta
        where approximate: with a probability of ``1 - delta`` at least, ``count`` is within a factor of ``1 + epsilon``
        of the true number, above or below; else ``None``
    in_pieces
        where unknown: whether :func:`litgrid.lab.count.count` can count it in pieces, however long that takes
    unfit
        where unknown, and not for want of time: whether it is the method that was asked for which got nowhere
    without
        where a puzzle has no answer: as in :class:`litgrid.Verdict`
    """

    puzzle: Puzzle | Formula
    status: Literal["exact", "approximate", "unknown"]
    count: int | None
    at_least: int
    method: str
    seconds: float = 0.0
    epsilon: float | None = None
    delta: float | None = None
    in_pieces: bool = False
    unfit: bool = False
    without: Mapping[str, str] = field(default_factory=dict)

    @property
    def outcome(self) -> Outcome:
        """Yes where it is counted, be it none."""
        return "unknown" if self.count is None else "yes"

    def values(self, _: Telling) -> dict[str, Any]:
        """Return what JSON holds; the guarantee only where it is approximate, ``unfit`` only where it is so."""
        guarantee = ("epsilon", "delta") if self.status == "approximate" else ()
        unfit = ("unfit",) if self.unfit else ()
        return self.fields("status", "count", "at_least", "method", *unfit, *guarantee, "seconds")

    def lines(self, telling: Telling) -> Iterator[str]:
        how = telling.say("all.and").join(telling.say(f"method.{name}") for name in self.method.split(" and "))
        took = telling.say("count.took", how=how, seconds=self.seconds)
        if self.count is not None and self.epsilon is not None and self.delta is not None:
            about, sure = self._things(telling, self.count), 1 - self.delta
            yield telling.say("count.approximate", about=about, took=took, factor=1 + self.epsilon, sure=sure)
        elif self.count is not None:
            there = self.count or isinstance(self.puzzle, Formula)
            yield f"{self._things(telling, self.count) if there else telling.say('count.none')}, {took}."
            yield from telling.blamed()
        elif self.at_least:
            yield telling.say("count.at-least", least=self._things(telling, self.at_least), took=took)
        else:
            yield telling.say("count.unfit" if self.unfit else "count.unknown", how=how, seconds=self.seconds)

    def _things(self, telling: Telling, number: int) -> str:
        return telling.say("all.models" if isinstance(self.puzzle, Formula) else "all.answers", number)


@dataclass(frozen=True, slots=True)
class Guarantee:
    """How good a count must be, and the seed of its random parities."""

    epsilon: float
    delta: float
    seed: int

    def can_build_on(self, least: int) -> bool:
        """Whether so many that there are for sure are enough to ask ApproxMC: see :mod:`litgrid.counting.packages`."""
        return least * self.epsilon >= 1 + self.epsilon
