"""Which clues of an answer a puzzle keeps, so that none is needless for what is wanted of it.

What few rules decide, and on small boards whether there is another answer, the kernels find out; where that takes them
too long an engine says it, and the grader, which of the harder levels it is.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np
import numpy.typing as npt

from litgrid.core.bounds import Literals, offsets, pieces
from litgrid.core.bounds import literals as literals_of
from litgrid.core.characters import Grid
from litgrid.core.closing import Closing
from litgrid.core.grid import BoolArray, IntArray
from litgrid.core.limit import Limit
from litgrid.core.puzzle import Puzzle
from litgrid.core.tables import Differ
from litgrid.explaining.findings import CHAIN, FEW, HIGHEST
from litgrid.explaining.grading import level_from, score
from litgrid.explaining.laws import Book
from litgrid.explaining.state import State
from litgrid.improving.clues import Clues
from litgrid.improving.rivals import AskedRivals
from litgrid.kernel.probing import Prober
from litgrid.kernel.reasons import Reasons
from litgrid.kernel.rivals import NearRivals
from litgrid.kernel.sifting import Sieve

WRONG, FEW_WRONG = 200, 20
"""So many wrong guesses are made about a clue before an engine is asked whether it is needless, or few rules are."""
STEPS = 200_000
"""So many cells, about, are looked at before a first look at the clock."""
ANY = 0
"""In place of how many rules at a time: whatever shows that there is no other answer."""
WAYS = {1: (1,), 2: (1, FEW), CHAIN: (1, FEW, ANY), HIGHEST: (1, ANY)}
"""By how many rules at a time groups are left out, one way after the other, where a level is wanted at most."""
OUT, DOUBTFUL = 0, 2
"""What becomes of a group; doubtful is one without which no other answer was found, nor that there is none."""


class Thinning(Closing):
    """The clues of an answer, of which as many are left out as can be: ``kept`` says which groups of them are there.

    Parameters
    ----------
    clues
        All that the puzzle may have; they must leave no other answer.
    limit
        The time for it.
    group
        The number of each clue's group, from 0: clues of a group are in or out together. By default each is alone.
    most, highest
        The highest level that is wanted, and the highest score, ``None`` for any; a score costs a grading a group.
    """

    def __init__(
        self,
        clues: Clues,
        limit: Limit,
        group: IntArray | None = None,
        *,
        most: int = HIGHEST,
        highest: float | None = None,
    ) -> None:
        self.clues, self._limit, self._most, self._highest = clues, limit, most, highest
        self.group = group = np.arange(len(clues)) if group is None else group
        self.book = book = Book.of(clues.laid)
        answer = clues.answer.ravel().astype(np.int32)
        # Lines that must differ force a cell only where two do so in one place: else single rules may pass them over.
        trail = book.unclued(lines=any(_almost_equal(table, answer) for table in book.differs))
        self._sieve = Sieve(NearRivals(trail, answer), Prober(Reasons(trail), 0), *_items(book, clues, group))
        self.kept: BoolArray = np.ones(int(group.max(initial=-1)) + 1, dtype=np.bool_)

    @property
    def chosen(self) -> BoolArray:
        """Which of the clues are there."""
        return self.kept[self.group]

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle of what is there."""
        return self.clues.puzzle(self.chosen)

    @cached_property
    def rivals(self) -> AskedRivals:
        """The other answers."""
        return AskedRivals(self.clues, self._limit)

    def close(self) -> None:
        if "rivals" in vars(self):
            self.rivals.close()

    def decided(self, few: int) -> int:
        """Return how many rules at a time decide all, 1 or ``few``; 0 where these do not."""
        self._sieve.lay(np.flatnonzero(self.kept).tolist(), [])
        return self._sieve.suffice(few)

    def rival(self) -> Grid | None:
        """Return another answer that what is there leaves, shaped as the board; ``None`` where it leaves none."""
        self._sieve.lay(np.flatnonzero(self.kept).tolist(), [])
        found = self._sieve.rival(WRONG)
        if found is None:
            return self.rivals.other(self.chosen)
        return found.reshape(self.clues.answer.shape) if found.size else None

    def level(self) -> int:
        """Return the level of what is there; where that is not as wanted, a higher one than is."""
        clues, book, chosen = self.clues, self.book, self.chosen
        level = min(self.decided(FEW if self._most > 1 else 1), 2)
        if not level:
            off: BoolArray = np.zeros(book.counting, dtype=np.bool_)
            off[book.clues] = ~chosen[: clues.ruled]
            given = clues.given[chosen[clues.ruled :]]
            known = np.full(clues.answer.shape, -1, dtype=np.int8)
            known.flat[given] = clues.answer.flat[given]
            level = level_from(State(book, known, clues.answer, self._limit, off), self._most)
        if self._highest is None or level > self._most:
            return level
        scored = score(clues.puzzle(chosen), clues.answer, level, limit=self._limit)
        return level if scored <= self._highest else HIGHEST + 1

    def leave_out(self, order: IntArray) -> int:
        """Leave out groups, one after another, while the puzzle is as wanted; return the level.

        It is too high, and what is left out means nothing, where it is so from the beginning. In the end each group of
        ``order`` is needed.
        """
        before = []
        for few in WAYS[self._most]:
            before.append(self.kept)
            self.sift(order, few)
        if self._highest is not None:
            del before[1:]  # clues that few rules need are seldom those that a score needs
        done = self._most != 2 or self._few
        while (level := self.level()) > self._most:
            if not before:
                return level
            self.kept, done = before.pop(), False  # that was too much
        if not done:
            self.by_level(order)
            level = self.level()
        return level

    @property
    def _few(self) -> bool:
        """Whether a board is of level 2 at most just where few rules at a time decide it.

        So no technique that it has rules for takes more of them, and no two clues that are counted together have others
        of their kind between them: clues that lie over each other say more together than follows from one by one.
        """
        system = self.book.system
        there = {table.kind for table in system.tables if len(table)} | {table.kind for table in system.differs}
        ways = [way for way in self.clues.board.techniques if there.issuperset(way.kinds)]
        apart = [set(way.kinds).isdisjoint(way.between) for way in ways if way.between is not None]
        return bool(apart) and all(apart) and all(way.most <= FEW for way in ways)

    def sift(self, order: IntArray, few: int) -> None:
        """Leave out groups that ``few`` rules at a time do not need, where these decide all.

        ``ANY``: what leaves no other answer without it.
        """
        others = self.kept.copy()
        others[order] = False
        self._sieve.lay(order[self.kept[order]].tolist(), np.flatnonzero(others).tolist())
        fates = sifted(self._sieve, few, WRONG if few == ANY else FEW_WRONG, self.book.board, self._limit)
        if fates is None:
            return
        self.kept = fates != OUT
        for group in order[fates[order] == DOUBTFUL].tolist():
            self._limit.check()
            self.kept[group] = False
            self.kept[group] = self.rivals.other(self.chosen) is not None

    def by_level(self, order: IntArray) -> None:
        """Leave out without what the puzzle is still as wanted."""
        gone = True
        while gone:  # what was hard with more clues is not always so with fewer
            gone = False
            for group in order[self.kept[order]].tolist():
                if self.spared(group):
                    self.kept = self.kept & (np.arange(self.kept.size) != group)
                    gone = True

    def spared(self, group: int) -> bool:
        """Return whether without a group there is still one answer, and the puzzle as wanted."""
        self._limit.check()
        kept, anyhow = self.kept, self._most == HIGHEST and self._highest is None
        self.kept = kept & (np.arange(kept.size) != group)
        try:
            return self.rivals.other(self.chosen) is None and (anyhow or self.level() <= self._most)
        finally:
            self.kept = kept


def sifted(sieve: Sieve, few: int, most: int, cells: int, limit: Limit) -> npt.NDArray[np.int32] | None:
    """Sift what was laid, with ``most`` wrong guesses about an item of a board of so many cells; return all fates."""
    limit.in_slices(max(STEPS // cells, 1), lambda steps: sieve.sift(few, most, steps))
    return sieve.fates()


def _almost_equal(table: Differ, answer: Literals) -> bool:
    ones = answer[table.lines].astype(np.float32)
    alike = ones @ ones.T + (1 - ones) @ (1 - ones).T
    return bool((alike == table.lines.shape[1] - 1).any())


def _items(book: Book, clues: Clues, group: IntArray) -> tuple[IntArray, ...]:
    """Return the groups of clues as the kernels read them."""
    bounds, rule, right, cells = book.bounds, book.rule, literals_of(clues.answer), clues.given
    said, said_starts = right[cells], np.arange(cells.size + 1)
    counts, count_starts = cells[:0], np.zeros(cells.size + 1, dtype=np.int64)
    members, first = np.argsort(group, kind="stable"), offsets(np.bincount(group))
    if clues.ruled:
        # Rules come first: the counts of each, and what the answer says of the cells of these.
        counts, starts = pieces(np.argsort(rule, kind="stable"), offsets(np.bincount(rule)), book.clues)
        taken = bounds.take(counts)
        said = np.append(right[np.abs(taken.literals) - 1], said)
        said_starts = np.append(taken.starts[starts], taken.literals.size + said_starts[1:])
        counts, count_starts = pieces(counts, np.append(starts, count_starts[1:] + counts.size), members)
    said, said_starts = pieces(said, said_starts, members)
    gives = (members[first[:-1]] >= clues.ruled).astype(np.int64)
    return said, said_starts[first], gives, counts, count_starts[first], bounds.low[counts], bounds.high[counts]
