"""The entry at fault: which one cannot stand, and why.

The easiest to see, of all that are wrong by what the answers have in common, or else the first that does not fit those
before it. What breaks a rule outright is named at once, even where there is no time to find the answers.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from litgrid.answer import Telling, say
from litgrid.backbone import forced
from litgrid.core.characters import Grid
from litgrid.core.check import violations
from litgrid.core.errors import OutOfTimeError
from litgrid.core.grid import IntArray
from litgrid.core.limit import Limit
from litgrid.core.puzzle import Puzzle
from litgrid.core.rulewords import RuleWords
from litgrid.core.tables import Rule
from litgrid.explaining.reasoner import Reasoner
from litgrid.explaining.state import State
from litgrid.explaining.steps import Step
from litgrid.formats.record import free_cells
from litgrid.outlook import outlook

AT_ONCE = 0.5
"""No more seconds than this are spent on which of the entries that break a rule is wrong."""
SHARE = 0.4
"""This part of the time may be spent on what all answers have in common."""

Fault = Literal["", "puzzle", "entry", "unknown"]
"""Where there is no answer: the puzzle has none, an entry is wrong, or it is not known which of these."""


@dataclass(frozen=True, eq=False)
class Mistake:
    """An entry that cannot stand.

    Attributes
    ----------
    cell, value
        the entry
    step
        a step that decides the cell otherwise, from the clues and from entries that are right (or that came before)
    grid
        what is filled in, and given
    broken
        the rules that this breaks outright
    sure
        whether no answer has the entry; else it does not fit those before it, of which one may be wrong
    """

    cell: int
    value: int
    step: Step
    grid: Grid
    broken: tuple[Rule, ...] = ()
    sure: bool = True

    def values(self, telling: Telling) -> dict[str, Any]:
        """Return what JSON holds."""
        return {
            "entry": telling.entries([(self.cell, self.value)])[0],
            "text": self.text(telling.language),
            "step": self.step.values(telling),
            "broken": telling.rules(self.broken),
        }

    def text(self, language: str = "en") -> str:
        """Return which entry cannot stand, and why; first which rule is broken, unless the step says it."""
        said = self.step.against(self.cell, self.value, language, sure=self.sure)
        if not self.broken or any(rule in self.step.rules for rule in self.broken):
            return said
        rule = RuleWords(self.step.puzzle, language).broken(self.broken[0], self.grid)
        return f"{say('mistake.broken', language, rule=rule)} {said}"


def told(fault: Fault, mistake: Mistake | None, language: str) -> str:
    """Return which entry cannot stand, or that it was not found in time; nothing where the puzzle has no answer."""
    if mistake is not None:
        return mistake.text(language)
    return say(f"mistake.{fault}", language) if fault in ("entry", "unknown") else ""


def at_fault(fault: Fault, mistake: Mistake | None, telling: Telling) -> dict[str, Any]:
    """Return what JSON holds of it: nothing where there is an answer."""
    found = {"fault": fault, "mistake": mistake and mistake.values(telling)}
    return {name: value for name, value in found.items() if value}


def find_mistake(puzzle: Puzzle, start: Grid, limit: Limit) -> tuple[Fault, Mistake | None]:
    """Return where the fault lies if a half-filled grid leads to no answer, and the entry that is easiest seen."""
    entries = np.flatnonzero((start >= 0) & free_cells(puzzle))
    if not entries.size:
        return "puzzle", None
    full = puzzle.with_givens(start).givens
    broken = tuple(violations(puzzle.tables(), full))
    entered = _Entered(puzzle, start, entries, full, broken)
    limit = limit.share(1.0, AT_ONCE) if broken else limit
    status, answers = outlook(puzzle, limit)
    if status == "none":
        return "puzzle", None
    if status != "unknown":
        with suppress(OutOfTimeError):
            return "entry", entered.easiest(answers[0] if status == "unique" else None, limit)
    if broken:
        return "entry", entered.outright()
    return "entry" if answers else "unknown", None


@dataclass(frozen=True, eq=False)
class _Entered:
    """Entries of which one is at fault; ``full`` is what is filled in, and given, and breaks some rules outright."""

    puzzle: Puzzle
    start: Grid
    entries: IntArray
    full: Grid
    broken: tuple[Rule, ...]

    def easiest(self, common: Grid | None, limit: Limit) -> Mistake | None:
        """Return the entry that is easiest seen to be wrong; ``common`` is the only answer, if there is only one."""
        if common is None:
            common = forced(self.puzzle, timeout=limit.share(SHARE).left()).grid
        wrong = [cell for cell in self.entries.tolist() if 0 <= common.flat[cell] != self.start.flat[cell]]
        seen = {cell for rule in self.broken for cell in rule.cells}
        wrong = [cell for cell in wrong if cell in seen] or wrong  # what breaks a rule is in sight
        if wrong:
            right = np.where(common == self.start, self.start, -1).astype(np.int8)
            return self._mistake(right, common, wrong, limit)

        def leads_on(start: Grid) -> bool:
            found, _ = outlook(self.puzzle.with_givens(start), limit)
            if found == "unknown":
                raise OutOfTimeError("the time limit ran out")
            return found != "none"

        # Each entry could be right, but not all: the first that does not fit those before.
        return self._after(leads_on, limit)

    def outright(self) -> Mistake | None:
        """Return the first entry with which those before it break a rule as they stand."""
        tables, put = self.puzzle.tables(), self.puzzle.with_givens
        return self._after(lambda start: not violations(tables, put(start).givens), Limit(None))

    def _only(self, cells: IntArray | list[int]) -> Grid:
        kept = np.full_like(self.start, -1)
        kept.flat[cells] = self.start.flat[cells]
        return kept

    def _after(self, fits: Callable[[Grid], bool], limit: Limit) -> Mistake | None:
        """Return the first entry that does not fit those before it, by halving."""
        numbers = range(1, self.entries.size)
        fitting = bisect_left(numbers, True, key=lambda number: not fits(self._only(self.entries[:number])))
        cell = int(self.entries[fitting])
        other = self._only([cell])
        other.flat[cell] ^= 1
        return self._mistake(self._only(self.entries[:fitting]), other, [cell], limit, sure=False)

    def _mistake(
        self, right: Grid, answer: Grid, wrong: Sequence[int], limit: Limit, *, sure: bool = True
    ) -> Mistake | None:
        before = self.puzzle.with_givens(right)
        state = State.of(before, answer, limit)
        finding = Reasoner(state).next(wrong)
        if finding is None:
            return None
        cell = next(cell for literal in finding.literals if (cell := abs(literal) - 1) in wrong)
        step = Step(before, state.book, finding)
        return Mistake(cell, int(self.start.flat[cell]), step, self.full, self.broken, sure)
