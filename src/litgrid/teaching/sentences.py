"""What a solver did, in words: variables have the names of cells, clauses the sentences of their rules.

A learned clause that is about cells alone becomes a sentence about the board.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import cast

from litgrid.answer import say
from litgrid.core.grid import IntArray
from litgrid.core.puzzle import Puzzle
from litgrid.core.rulewords import RuleWords
from litgrid.sat.formula import Formula
from litgrid.tracing.events import Event


class Sentences:
    """Says what a solver did on a puzzle or a formula; ``cells`` are those that the first variables are about."""

    def __init__(self, puzzle: Puzzle | Formula, formula: Formula, cells: IntArray, language: str) -> None:
        self._puzzle, self._formula, self._cells, self._language = puzzle, formula, cells, language

    def events(self, events: Sequence[Event]) -> str:
        """Return what happened, as a sentence: of several events with the same reason what all brought."""
        event = events[0]
        literals = self.literals([one.literal for one in events if one.literal is not None])
        said = self.learned(event.clause or ()) if event.event == "learn" else ""
        return self._say(
            event.event,
            literal=literals,
            why=self.why(event),
            level=event.level,
            said=said,
            clause=event.number or 0,
        )

    def alike(self, event: Event) -> tuple[object, ...]:
        """Return what events have in common that one sentence says."""
        return event.event, event.level, self.why(event), event.number if event.event == "watch" else None

    def literals(self, literals: Sequence[int]) -> str:
        """Return what it says that literals are true."""
        if (cells := self._on_cells(literals)) is not None:
            return self._words.values(cells) if cells else ""
        true = [self._say("true" if one > 0 else "false", variable=abs(one)) for one in literals]
        return ", ".join(true)

    def why(self, event: Event) -> str:
        """Return why a clause holds: what its rule says, or that it was learned, or that it is one."""
        if event.event not in ("propagate", "conflict"):
            return ""
        if event.number is None:
            return self._say("other-value")
        if event.number > len(self._formula):
            return self._say("by-learned", clause=event.number)
        origin = int(self._formula.origin[event.number - 1])
        if 0 <= origin < len(self._rules):
            return self._rules[origin]
        if origin >= 0 and self._formula.origin_name is not None:
            return self._formula.origin_name(origin)
        return self._say("by-clause", clause=event.number, said=self.learned(event.clause or ()))

    def learned(self, clause: Sequence[int]) -> str:
        """Return a clause as a sentence about the board, or as literals where it is not about cells alone."""
        cells = self._on_cells(clause)
        if not clause:
            return self._say("empty")
        if cells is None:
            return " ".join(map(str, clause))
        given = [-literal for literal in cells if literal < 0]
        one_of = self._words.values([literal for literal in cells if literal > 0], either=True)
        if len(cells) == 1 or not given:
            return self._words.values(cells, either=True)
        if not one_of:
            return self._say("not-together", cells=self._words.values(given))
        return self._say("with", given=self._words.values(given), cells=one_of)

    def _on_cells(self, clause: Sequence[int]) -> list[int] | None:
        """Return literals about the whole board's cells; ``None`` where one is about none."""
        if any(abs(literal) > self._cells.size for literal in clause):
            return None
        return [int(self._cells[abs(literal) - 1] + 1) * (1 if literal > 0 else -1) for literal in clause]

    def _say(self, name: str, **places: object) -> str:
        return say(f"trace.{name}", self._language, None, **places)

    @cached_property
    def _words(self) -> RuleWords:
        return RuleWords(cast("Puzzle", self._puzzle), self._language)

    @cached_property
    def _rules(self) -> list[str]:
        if isinstance(self._puzzle, Formula):
            return []
        return self._words.every
