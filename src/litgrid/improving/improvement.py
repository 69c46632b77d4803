"""What would make a puzzle better: clues that it can do without, clues that would leave it one answer, the fewest.

Which clues a puzzle with one answer can do without is asked of an engine, one clue after another; the fewest of them,
and the fewest that its board can have, are least hitting sets (:mod:`litgrid.improving.fewest`). A puzzle with several
answers can be given one by clues that only this answer obeys. Where all answers can be listed, the fewest such clues of
each answer are compared; else some answers are tried.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

import numpy as np

from litgrid.core.characters import Grid
from litgrid.core.errors import EngineError, OutOfTimeError
from litgrid.core.grid import BoolArray
from litgrid.core.levels import Level
from litgrid.core.levels import level as as_level
from litgrid.core.limit import Limit
from litgrid.core.options import Seconds
from litgrid.core.puzzle import GIVEN, Puzzle
from litgrid.explaining.findings import HIGHEST
from litgrid.improving.better import Better, Improvement
from litgrid.improving.clues import Clues, expect_clues
from litgrid.improving.fewest import fewest
from litgrid.improving.rivals import AskedRivals, ListedRivals
from litgrid.improving.thinning import Thinning
from litgrid.outlook import outlook
from litgrid.question import checked
from litgrid.solving import blame

MOST_LISTED = 300
"""So many answers are compared with each other."""
MOST_CELLS = 4_000_000
"""And no more than have so many cells together."""
TRIED = 5
"""Of more answers, so many are tried."""
PATIENCE = 10.0
"""Seconds for trying some of many answers, where no time limit is set: that none is better is not proved anyway."""


@checked
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
    expect_clues(puzzle)
    most = None if level is None else as_level(level)
    limit = Limit(timeout)
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
            better = _unique(puzzle, limit, given=given)
            found = replace(found, unique=tuple(better or ()), wants_cells=better is None)
    return replace(found, seconds=limit.spent())


def _needless(found: Improvement, answer: Grid, most: int | None, limit: Limit) -> Improvement:
    clues = Clues.of(found.puzzle, answer)
    stated = clues.stated(found.puzzle)
    with Thinning(clues, limit, most=most or HIGHEST) as thinning:
        thinning.kept = stated
        needless = [clue for clue in np.flatnonzero(stated).tolist() if thinning.spared(clue)]
        found = replace(found, needless=tuple(clues.rules[clue] for clue in needless))
        needed = int(stated.sum()) - len(needless)
        if most is not None:
            with suppress(OutOfTimeError):  # where the time runs out, perhaps some could still go
                thinning.by_level(np.array(needless[::-1], dtype=np.int64))
            exact = needed == int(thinning.kept.sum())
            return replace(found, lean=Better.of(found.puzzle, clues, thinning.kept, needed, exact=exact))
        among = np.isin(np.arange(len(clues)), needless)
        try:
            few = fewest(thinning.rivals.keep(stated & ~among, among))
        except OutOfTimeError:
            return found
    if few is None:
        raise EngineError("the clues of a puzzle with one answer were said to leave another")
    least = needed + clues.least_number(few.bound)
    return replace(found, lean=Better.of(found.puzzle, clues, few.chosen, least, exact=few.exact))


def _fewest(puzzle: Puzzle, answer: Grid, limit: Limit, *, given: bool) -> Better | None:
    """Return the puzzle of the fewest clues; ``None`` where all of the kind do not suffice, and no cell is given."""
    if puzzle.scopes and puzzle.clue == GIVEN and not given:
        return None
    for cells in (False, True)[: 1 + given]:  # other cells are given only where the clues of the kind do not suffice
        clues = Clues.of(puzzle.bare, answer, cells=cells)
        with AskedRivals(clues, limit) as rivals:
            few = fewest(rivals)
        if few is not None:
            return Better.of(puzzle, clues, few.chosen, clues.least_number(few.bound), exact=few.exact)
    if given:
        raise EngineError("all cells of an answer were said to leave another")
    return None


def _unique(puzzle: Puzzle, limit: Limit, *, given: bool) -> list[Better] | None:
    """Return puzzles with one answer and one clue more, or a single one with a few clues more.

    ``None`` where it is proved that there is none.
    """
    from litgrid.listing import answers  # imported here: it counts, which takes as long to import as all of this

    # Perhaps no clue of the kind has a place left; with walls, a board without any has none but cells.
    if not given and (puzzle.scopes if puzzle.clue == GIVEN else puzzle.stated.all()):
        return None
    most = min(MOST_LISTED, MOST_CELLS // puzzle.shape.size)
    listed = np.stack(list(answers(puzzle, timeout=limit.left(), most=most + 1)))
    whole, best, lightest = len(listed) <= most, list[tuple[Clues, BoolArray]](), np.iinfo(np.int64).max
    some = listed if whole else listed[:: most // TRIED + 1]
    patience = PATIENCE / len(some) if limit.left() is None else None
    for place, answer in enumerate(some):
        clues = Clues.of(puzzle, answer, cells=given)
        said, stated = clues.said(listed).T, clues.stated(puzzle)
        if whole:
            few = fewest(ListedRivals(said, place, clues.weights, limit).keep(stated))
            limit.check()  # if it is over, there may be fewer
        else:
            few = None
            with suppress(OutOfTimeError), AskedRivals(clues, limit.share(1 / (len(some) - place), patience)) as rivals:
                few = fewest(rivals.keep(stated))
        if few is None or few.weight > lightest:
            continue
        if few.weight < lightest:
            lightest, best = few.weight, []
        # Where one clue does, all that do are returned.
        alone = whole & (np.count_nonzero(said == said[:, place, None], axis=1) == 1)
        singles = np.flatnonzero(alone & (clues.weights == few.weight))
        best += [(clues, stated | (np.arange(len(clues)) == clue)) for clue in singles] or [(clues, few.chosen)]
    if not best:
        return None if whole else []
    clues, chosen = best[0]
    before = int(clues.stated(puzzle).sum())
    several = whole and int(chosen.sum()) == before + 1
    least = before + (clues.least_number(lightest) if whole else 1)
    return [Better.of(puzzle, *one, least, exact=whole) for one in (best if several else best[:1])]
