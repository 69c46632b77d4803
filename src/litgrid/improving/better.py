"""What improving found: puzzles with other clues, and their words.

As any answer has them: one JSON form, one wording in each language.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from textwrap import indent
from typing import Any

from litgrid.answer import Answer, Outcome, Telling
from litgrid.core.errors import EngineError
from litgrid.core.grid import BoolArray
from litgrid.core.puzzle import Puzzle
from litgrid.core.rulewords import RuleWords
from litgrid.core.tables import Rule
from litgrid.improving.clues import Clues, clue_rules
from litgrid.outlook import Answers
from litgrid.solving import solve

MOST_SHOWN = 5
"""So many clues that would each do are shown."""


@dataclass(frozen=True, eq=False)
class Better:
    """A puzzle with one answer, made of another one.

    Attributes
    ----------
    puzzle
        the puzzle
    removed, added
        the clues that the other one has and this one has not, and the other way round
    clues
        how many clues it has
    least
        how many clues it takes at least, as far as is proved
    exact
        whether it is proved that fewer would not do
    """

    puzzle: Puzzle
    removed: tuple[Rule, ...]
    added: tuple[Rule, ...]
    clues: int
    least: int
    exact: bool

    @classmethod
    def of(cls, puzzle: Puzzle, clues: Clues, chosen: BoolArray, least: int = 0, *, exact: bool = False) -> Better:
        """Return the puzzle of some clues of an answer, which is proved to be its only one."""
        made = clues.puzzle(chosen)
        verdict = solve(made)
        if verdict.status != "unique" or (verdict.solutions[0] != clues.answer).any():
            raise EngineError("a puzzle that was said to have one answer has not")
        before, after = clue_rules(puzzle), clue_rules(made)
        there, still = set(before), set(after)
        removed, added = (rule for rule in before if rule not in still), (rule for rule in after if rule not in there)
        return cls(made, tuple(removed), tuple(added), len(after), least, exact)

    def values(self, telling: Telling) -> dict[str, Any]:
        """Return what JSON holds."""
        return {
            "clues": self.puzzle.clues,
            "number": self.clues,
            "least": self.least,
            "exact": self.exact,
            "removed": telling.rules(self.removed),
            "added": telling.rules(self.added, self.puzzle),
        }

    def told(self, name: str, telling: Telling) -> Iterator[str]:
        """Return how few clues there are of what ``name`` says, and the puzzle."""
        sentence = "improve.exact" if self.exact else "improve.not-exact"
        yield telling.say(sentence, what=telling.say(name), clues=self.clues, least=self.least)
        yield indent(self.puzzle.text(), "  ")


@dataclass(frozen=True, eq=False)
class Improvement(Answer):
    """What would make a puzzle better.

    Attributes
    ----------
    puzzle
        the puzzle
    status
        what solving says of it: ``"unique"``, ``"several"``, ``"none"``, ``"unknown"``
    needless
        with ``"unique"``: the clues that could each go, if all others stay, and make the puzzle no harder than a level
        that was asked for; ``None`` where that was not asked, or not found in time
    lean
        with ``"unique"``: the puzzle with the fewest of its clues
    fewest
        with ``"unique"``, where that was asked: the same answer with the fewest clues that its board can have
    unique
        with ``"several"``: puzzles with one answer, with one clue more; or a single one with a few clues more, where
        one does not do
    wants_cells
        whether it is proved that the kind's own clues cannot do what was asked, so that cells would have to be given
    seconds
        how long it took
    asked
        what was looked for: ``"needless"``, ``"unique"``, ``"fewest"``
    without
        with ``"none"``: as in :class:`litgrid.Verdict`
    """

    puzzle: Puzzle
    status: Answers
    needless: tuple[Rule, ...] | None = None
    lean: Better | None = None
    fewest: Better | None = None
    unique: tuple[Better, ...] = ()
    wants_cells: bool = False
    seconds: float = 0.0
    asked: frozenset[str] = frozenset()
    without: Mapping[str, Answers] = field(default_factory=dict)

    @property
    def outcome(self) -> Outcome:
        """Yes where all that was asked for was found; no where the puzzle is not such that it can be."""
        if self.wants_cells:
            return "no"
        if self.status == "several" and "unique" in self.asked:
            return "yes" if self.unique else "unknown"
        if self.status != "unique":
            return "unknown" if self.status == "unknown" else "no"
        if self.asked == {"unique"}:
            return "no"  # there is nothing to add to one answer
        wanted = {"needless": self.lean, "fewest": self.fewest}
        found = all(wanted[name] is not None for name in self.asked - {"unique"})
        return "yes" if found and (self.fewest is None or self.fewest.exact) else "unknown"

    def values(self, telling: Telling) -> dict[str, Any]:
        """Return what JSON holds; null for what was not asked, or not found."""
        return {
            "status": self.status,
            "needless": None if self.needless is None else telling.rules(self.needless),
            "lean": self.lean and self.lean.values(telling),
            "fewest": self.fewest and self.fewest.values(telling),
            "unique": [better.values(telling) for better in self.unique],
            "wants_cells": self.wants_cells,
            "seconds": round(self.seconds, 6),
        }

    def lines(self, telling: Telling) -> Iterator[str]:
        """Return which clues can go, or are missing, and the puzzles without or with them."""
        if self.status == "unique":
            yield from self._less(telling)
        elif self.status == "several":
            yield from self._more(telling)
        else:
            yield from telling.none("improve.none" if self.status == "none" else "all.time-over")

    def _less(self, telling: Telling) -> Iterator[str]:
        if self.needless is not None:
            yield telling.say("improve.needless" if self.needless else "improve.needed")
            yield from (f"  {telling.words.of(rule)}" for rule in self.needless)
        if self.lean is not None and self.needless:
            yield from self.lean.told("improve.lean", telling)
        if self.fewest is not None:
            yield from self.fewest.told("improve.fewest", telling)
        if self.wants_cells:
            yield telling.say("improve.wants-cells")
        elif ("needless" in self.asked and not self.lean) or ("fewest" in self.asked and not self.fewest):
            yield telling.say("improve.late")
        elif self.asked == {"unique"}:
            yield telling.say("improve.unique")

    def _more(self, telling: Telling) -> Iterator[str]:
        if self.wants_cells:
            yield telling.say("improve.wants-cells")
            return
        if not self.unique:
            yield telling.say("improve.several-late" if "unique" in self.asked else "improve.several")
            return
        first, number = self.unique[0], len(self.unique)
        if number == 1:
            proved = telling.say("improve.proved") if first.exact and len(first.added) > 1 else ""
            yield telling.say("improve.more", len(first.added), proved=proved)
            said = [(first, rule) for rule in first.added]
        else:
            yield telling.say("improve.any", number)
            said = [(better, better.added[0]) for better in self.unique[:MOST_SHOWN]]
        yield from (f"  {RuleWords(better.puzzle, telling.language).of(rule)}" for better, rule in said)
        if number > MOST_SHOWN:
            yield telling.say("improve.others", number - MOST_SHOWN)
        yield telling.say("improve.then" if number == 1 else "improve.with-first")
        yield indent(first.puzzle.text(), "  ")

    @property
    def best(self) -> Better | None:
        """The puzzle to go on with: that of the fewest clues; of those with one more clue the first."""
        return self.fewest or self.lean or next(iter(self.unique), None)
