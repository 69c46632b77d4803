"""The clues that a board can have for one of its answers: those of its kind, and cells that are given besides."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from litgrid.core.characters import Grid
from litgrid.core.errors import LitgridError
from litgrid.core.grid import BoolArray, IntArray
from litgrid.core.puzzle import GIVEN, Puzzle, expect_puzzle
from litgrid.core.tables import Count, Rule


@dataclass(frozen=True, eq=False)
class Clues:
    """Clues of an answer, in order: first those that the kind makes of grids, then given cells."""

    board: Puzzle  # without clues
    answer: Grid
    # those that may be given besides, ascending; none where cells are what the kind's clues are
    cells: IntArray = field(default_factory=lambda: np.empty(0, dtype=np.int64))

    @classmethod
    def of(cls, puzzle: Puzzle, answer: Grid, *, cells: bool = False) -> Clues:
        """Return the clues of a puzzle's board for an answer.

        Besides those of its kind, these are cells that the puzzle gives; with ``cells``, all that it could give.
        """
        board = puzzle.bare
        offered = ~puzzle.fixed if cells else puzzle.givens.ravel() >= 0
        clues = cls(board, answer)
        own_are_cells = clues.puzzle(clues.every).givens.ravel() >= 0
        return cls(board, answer, np.flatnonzero(offered & ~own_are_cells))

    @cached_property
    def told(self) -> IntArray:
        """Which of the clues that the board could have the answer gives."""
        return np.flatnonzero(self.board.clues_of(self.answer[None])[0] >= 0)

    @property
    def ruled(self) -> int:
        """How many, of all, say something by rules; the others each give a cell."""
        return 0 if self.board.clue == GIVEN else int(self.told.size)

    @property
    def given(self) -> IntArray:
        """The cells that those give."""
        return self.told if self.board.clue == GIVEN else self.cells

    @property
    def laid(self) -> Puzzle:
        """The board with all clues that are rules, and no cell given."""
        return self.board.clued(self.answer, self.of_board(self.every)) if self.ruled else self.board

    def of_board(self, chosen: BoolArray) -> BoolArray:
        """Return which of the clues that the board could have are those chosen."""
        mask: BoolArray = np.zeros(len(self.board.stated), dtype=np.bool_)
        mask[self.told[chosen[: self.told.size]]] = True
        return mask

    def __len__(self) -> int:
        return self.told.size + self.cells.size

    @property
    def every(self) -> BoolArray:
        """All of them, as a mask."""
        return np.ones(len(self), dtype=np.bool_)

    @cached_property
    def weights(self) -> IntArray:
        """How unwelcome each is: one given cell besides weighs more than all clues of the kind together."""
        return np.where(np.arange(len(self)) < self.told.size, 1, self._heavy)

    @property
    def _heavy(self) -> int:
        return len(self.board.stated) + 1

    def stated(self, puzzle: Puzzle) -> BoolArray:
        """Return which clues a puzzle of this board has."""
        return np.append(puzzle.stated[self.told], puzzle.givens.ravel()[self.cells] >= 0)

    def said(self, grids: Grid) -> IntArray:
        """Return what each clue says of each of several grids."""
        said = self.board.clues_of(grids)[:, self.told]
        return np.concatenate([said, grids.reshape(len(grids), self.answer.size)[:, self.cells]], axis=1)

    def puzzle(self, chosen: BoolArray) -> Puzzle:
        """Return the puzzle of some of them."""
        puzzle = self.board.clued(self.answer, self.of_board(chosen))
        if not self.cells.size:
            return puzzle
        givens = np.full(self.answer.size, -1, dtype=np.int8)
        cells = self.cells[chosen[self.told.size :]]
        givens[cells] = self.answer.ravel()[cells]
        return puzzle.with_givens(givens.reshape(self.answer.shape))

    def least_number(self, weight: int) -> int:
        """Return how many clues weigh so much at least."""
        cells, others = divmod(weight, self._heavy)
        return cells + min(others, 1 if self.cells.size else others)

    @cached_property
    def rules(self) -> list[Rule]:
        """Each as a rule, to be shown."""
        return clue_rules(self.puzzle(self.every))


def clue_rules(puzzle: Puzzle) -> list[Rule]:
    """Return the clues of a puzzle, given cells last, as rules to be shown."""
    return [
        table.describe(rule)
        for table in puzzle.tables()
        if isinstance(table, Count) and table.clue
        for rule in range(len(table))
    ]


def expect_clues(puzzle: Puzzle) -> None:
    """Raise :class:`LitgridError` where a kind does not say which clues an answer gives, so that some could go.

    Else what is made of its boards would have given cells only, and clues that nobody asked for.
    """
    expect_puzzle(puzzle)
    left = clue_rules(puzzle.bare)
    if left:
        raise LitgridError(
            f"{puzzle.title} does not say which clues an answer gives (numbers, or clues_of and clued), so that none "
            f"can be left out or added; of a board without clues it still says: {left[0].sentence}"
        )
