"""What would make a puzzle better: clues that it can do without, clues that would leave it one answer, the fewest.

Which clues a puzzle with one answer can do without is asked of an engine, one clue after another; the fewest of them,
and the fewest that its board can have, are least hitting sets (:mod:`litgrid.improving.fewest`). A puzzle with several
answers can be given one by clues that only this answer obeys. Where all answers can be listed, the fewest such clues of
each answer are compared; else some answers are tried.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from time import perf_counter
from typing import Any

import numpy as np

from litgrid.answer import Answer, Outcome, Telling
from litgrid.core.characters import Grid
from litgrid.core.errors import EngineError, OutOfTimeError
from litgrid.core.grid import BoolArray
from litgrid.core.levels import Level
from litgrid.core.levels import level as as_level
from litgrid.core.limit import Limit
from litgrid.core.options import Seconds
from litgrid.core.puzzle import GIVEN, Puzzle
from litgrid.core.rulewords import RuleWords
from litgrid.core.tables import Rule
from litgrid.explaining import level as level_of
from litgrid.improving.clues import Clues, clue_rules, expect_clues
from litgrid.improving.fewest import Fewest, fewest
from litgrid.improving.listed import ListedRivals
from litgrid.improving.rivals import AskedRivals
from litgrid.solving import Answers, blame, check_question, outlook, solve

MOST_LISTED = 300
"""So many answers are compared with each other."""
MOST_CELLS = 4_000_000
"""And no more than have so many cells together."""
MOST_SHOWN = 5
"""So many clues that would each do are shown."""
TRIED = 5
"""Of more answers, so many are tried."""
PATIENCE = 10.0
"""Seconds for trying some of many answers, where no time limit is set: that none is better is not proved anyway."""


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
        yield from self.rows()

    def rows(self) -> Iterator[str]:
        """Return the puzzle, indented."""
        return (f"  {row}" for row in self.puzzle.text().split("\n"))


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
        words = RuleWords(first.puzzle, telling.language)
        if number == 1:
            proved = telling.say("improve.proved") if first.exact and len(first.added) > 1 else ""
            yield telling.say("improve.more", len(first.added), proved=proved)
            yield from (f"  {words.of(rule)}" for rule in first.added)
        else:
            yield telling.say("improve.any", number)
            for better in self.unique[:MOST_SHOWN]:
                yield f"  {RuleWords(better.puzzle, telling.language).of(better.added[0])}"
            if number > MOST_SHOWN:
                yield telling.say("improve.others", number - MOST_SHOWN)
        yield telling.say("improve.then" if number == 1 else "improve.with-first")
        yield from first.rows()

    @property
    def best(self) -> Better | None:
        """The puzzle to go on with: that of the fewest clues; of those with one more clue the first."""
        return self.fewest or self.lean or next(iter(self.unique), None)


def improve(
    puzzle: Puzzle,
    *,
    needless: bool = False,
    unique: bool = False,
    fewest: bool = False,
    given: bool = False,
    level: Level | None = None,
    timeout: Seconds = None,
) -> Improvement:
    r"""Find out what would make a puzzle better.

    Parameters
    ----------
    puzzle
        What to improve.
    needless
        Look for clues of a puzzle with one answer that can go.
    unique
        Look for clues that would leave a puzzle with several answers one. Where nothing is said, this and ``needless``.
    fewest
        Look for the fewest clues that the board can have for the one answer.
    given
        Where the kind has clues of its own, numbers or labels, take given cells besides, as few as will do.
    level
        Let no clue go that would make the puzzle harder than this, 1 to 4 or ``"easy"``, ``"medium"``, ``"hard"``,
        ``"very hard"``. That still fewer would not do is not proved then. The fewest of all are not bound to it.
    timeout
        Seconds for each puzzle, after which the best that was found is told.

    Raises
    ------
    LitgridError
        where the kind has no boards without clues, or does not say which clues an answer gives.

    Examples
    --------
    >>> import litgrid
    >>> found = litgrid.improve(litgrid.load("lightup\n.1.\n...\n#.2"))
    >>> [rule.sentence for rule in found.needless], found.lean.puzzle.clues
    (['the 1 at r1c2 touches exactly 1 bulb'], ['.#.', '...', '#.2'])
    """
    check_question(puzzle, timeout)
    expect_clues(puzzle)
    most = None if level is None else as_level(level)
    begin, limit = perf_counter(), Limit(timeout)
    status, answers = outlook(puzzle, limit)
    wanted = {"needless": needless, "unique": unique, "fewest": fewest}
    asked = frozenset(name for name, wished in wanted.items() if wished) or frozenset(("needless", "unique"))
    found = Improvement(puzzle, status, asked=asked, without=blame(puzzle, limit) if status == "none" else {})
    with suppress(OutOfTimeError):
        if status == "unique":
            if "needless" in asked:
                found = _needless(found, answers[0], most, limit)
            if "fewest" in asked:
                best = _fewest(puzzle, answers[0], limit, given=given)
                found = replace(found, fewest=best, wants_cells=best is None)
        elif status == "several" and "unique" in asked:
            better = None if not given and _exhausted(puzzle) else _unique(puzzle, limit, given=given)
            found = replace(found, unique=tuple(better or ()), wants_cells=better is None)
    return replace(found, seconds=perf_counter() - begin)


def _exhausted(puzzle: Puzzle) -> bool:
    """Return whether the board has no place left for a clue of the kind: cells are clues where it can have no others."""
    return bool(puzzle.scopes) if puzzle.clue == GIVEN else bool(puzzle.stated.all())


def _needless(found: Improvement, answer: Grid, most: int | None, limit: Limit) -> Improvement:
    clues = Clues.of(found.puzzle, answer)
    stated = clues.stated(found.puzzle)
    with AskedRivals(clues, limit) as rivals:
        without: BoolArray = np.zeros(len(clues), dtype=np.bool_)
        for clue in np.flatnonzero(stated).tolist():
            without[clue] = _suffice(rivals, _less(stated, clue), most)
        found = replace(found, needless=tuple(clues.rules[clue] for clue in np.flatnonzero(without).tolist()))
        needed = int((stated & ~without).sum())
        if most is not None:
            chosen = _within(rivals, stated, without, most)
            return replace(found, lean=_better(found.puzzle, clues, chosen, needed, exact=needed == int(chosen.sum())))
        try:
            few = fewest(rivals, without, stated & ~without)
        except OutOfTimeError:
            return found
    if few is None:
        raise EngineError("the clues of a puzzle with one answer were said to leave another")
    least = needed + clues.least_number(few.bound)
    return replace(found, lean=_better(found.puzzle, clues, few.chosen, least, exact=few.exact))


def _within(rivals: AskedRivals, stated: BoolArray, without: BoolArray, most: int) -> BoolArray:
    """Return clues of which none can go without leaving a rival, or a puzzle harder than a level.

    Where the time runs out, perhaps some could still go.
    """
    chosen = stated
    with suppress(OutOfTimeError):
        for clue in np.flatnonzero(without)[::-1].tolist():
            trial = _less(chosen, clue)
            if _suffice(rivals, trial, most):
                chosen = trial
    return chosen


def _suffice(rivals: AskedRivals, chosen: BoolArray, most: int | None) -> bool:
    """Return whether some clues leave no rival, and with ``most`` a puzzle that is no harder."""
    if rivals.differing(chosen) is not None:
        return False
    clues = rivals.clues
    return most is None or level_of(clues.puzzle(chosen), clues.answer, most=most, limit=rivals.limit) <= most


def _less(chosen: BoolArray, clue: int) -> BoolArray:
    less = chosen.copy()
    less[clue] = False
    return less


def _fewest(puzzle: Puzzle, answer: Grid, limit: Limit, *, given: bool) -> Better | None:
    """Return the puzzle of the fewest clues; ``None`` where all of the kind do not suffice, and no cell is given."""
    if puzzle.scopes and puzzle.clue == GIVEN and not given:
        return None
    for cells in (False, True)[: 1 + given]:  # other cells are given only where the clues of the kind do not suffice
        clues = Clues.of(puzzle.bare, answer, cells=cells)
        with AskedRivals(clues, limit) as rivals:
            few = fewest(rivals)
        if few is not None:
            return _better(puzzle, clues, few.chosen, clues.least_number(few.bound), exact=few.exact)
    if given:
        raise EngineError("all cells of an answer were said to leave another")
    return None


def _better(puzzle: Puzzle, clues: Clues, chosen: BoolArray, least: int, *, exact: bool) -> Better:
    made = clues.puzzle(chosen)
    verdict = solve(made)
    if verdict.status != "unique" or (verdict.solutions[0] != clues.answer).any():
        raise EngineError("a puzzle that was said to have one answer has not")
    before, after = clue_rules(puzzle), clue_rules(made)
    removed, added = set(before) - set(after), set(after) - set(before)
    return Better(
        made,
        tuple(rule for rule in before if rule in removed),
        tuple(rule for rule in after if rule in added),
        len(after),
        least,
        exact,
    )


def _unique(puzzle: Puzzle, limit: Limit, *, given: bool) -> list[Better] | None:
    """Return puzzles with one answer and one clue more, or a single one with a few clues more.

    ``None`` where it is proved that there is none.
    """
    from litgrid.listing import answers

    most = min(MOST_LISTED, MOST_CELLS // puzzle.shape.size)
    listed = np.stack(list(answers(puzzle, timeout=limit.left(), most=most + 1)))
    if len(listed) > most:
        return _tried(puzzle, list(listed[:: most // TRIED + 1]), limit, given=given)
    first = Clues.of(puzzle, listed[0], cells=given)
    best: list[tuple[Clues, BoolArray]] = []
    lightest = np.iinfo(np.int64).max
    for place, answer in enumerate(listed):
        clues = replace(first, answer=answer)  # which clues there are may depend on it
        said, stated = clues.said(listed).T, clues.stated(puzzle)
        few = fewest(ListedRivals(said, place, clues.weights, limit))
        limit.check()  # if it is over, there may be fewer
        if few is None or few.weight > lightest:
            continue
        if few.weight < lightest:
            lightest, best = few.weight, []
        # Where one clue does, all that do are returned.
        alone = np.count_nonzero(said == said[:, place, None], axis=1) == 1
        singles = np.flatnonzero(alone & (clues.weights == few.weight)).tolist()
        for some in [[clue] for clue in singles] or [np.flatnonzero(few.chosen).tolist()]:
            every = stated.copy()
            every[some] = True
            best.append((clues, every))
    if not best:
        return None
    least = int(stated.sum()) + clues.least_number(lightest)
    several = int(best[0][1].sum()) == int(stated.sum()) + 1
    return [_better(puzzle, *one, least, exact=True) for one in (best if several else best[:1])]


def _tried(puzzle: Puzzle, some: Sequence[Grid], limit: Limit, *, given: bool) -> list[Better]:
    """Return a puzzle with one answer that is one of these, with the fewest clues more; the best that was found."""
    best: tuple[Clues, Fewest] | None = None
    most = PATIENCE / len(some) if limit.left() is None else None
    for left, answer in zip(range(len(some), 0, -1), some, strict=True):
        clues = Clues.of(puzzle, answer, cells=given)
        with suppress(OutOfTimeError), AskedRivals(clues, limit.share(1 / left, most)) as rivals:
            few = fewest(rivals, kept=clues.stated(puzzle))
            if few is not None and (best is None or few.weight < best[1].weight):
                best = clues, few
    if best is None:
        return []
    least = int(best[0].stated(puzzle).sum()) + 1
    return [_better(puzzle, best[0], best[1].chosen, least, exact=False)]
