"""A board on which puzzles are made: its rules as the kernels read them, and a state that nothing is known in."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from litgrid.core.grid import IntArray
from litgrid.core.puzzle import Puzzle
from litgrid.core.system import System
from litgrid.explaining.laws import Book
from litgrid.kernel.filling import Filler
from litgrid.kernel.probing import Prober
from litgrid.kernel.reasons import Reasons


@dataclass(frozen=True, eq=False)
class Rules:
    """The rules of a puzzle, without given cells.

    Those that leave no choice, clues aside, force what is certain from the beginning: walls, and cells that nothing
    else lights. Nothing that becomes known would make the kernels look at these rules.
    """

    book: Book
    clues: IntArray  # which of the rules are clues
    certain: IntArray  # literals

    @classmethod
    def of(cls, puzzle: Puzzle) -> Rules:
        """Return the rules of a puzzle."""
        book = Book(System.of(puzzle.rules()), puzzle.shape.size, puzzle.techniques)
        listed = zip(book.system.tables, book.first.tolist(), strict=False)
        pieces = [np.arange(len(table)) + first for table, first in listed if table.clue]
        clues = np.concatenate([np.empty(0, dtype=np.int64), *pieces])
        return cls(book, clues, _certain(book, clues))


def _certain(book: Book, clues: IntArray) -> IntArray:
    bounds = book.bounds
    forced = np.flatnonzero((bounds.low == bounds.lengths) | (bounds.high == 0))
    forced = forced[~np.isin(book.rule[forced], clues)]
    signs = np.where(bounds.high[forced] == 0, -1, 1).repeat(bounds.lengths[forced])
    certain = np.unique(signs * bounds.take(forced).literals.astype(np.int64))
    certain = certain[np.argsort(np.abs(certain), kind="stable")]
    return certain if np.unique(np.abs(certain)).size == certain.size else certain[:0]


@lru_cache(maxsize=8)
def rules_of(board: Puzzle) -> Rules:
    """Return the rules of a board without clues, kept for the next try on the same one."""
    return Rules.of(board)


class Bench:
    """Rules with all clues switched off, and what is known.

    ``lines``: whether lines that must differ are looked at all the while, or only where they may matter.
    """

    def __init__(self, rules: Rules, *, lines: bool = False) -> None:
        self.rules, self.cells = rules, rules.book.board
        off = np.zeros(rules.book.counting, dtype=np.bool_)
        off[rules.clues] = True  # or what follows from clues would be known already
        self.trail = rules.book.trail(off)
        self.trail.look(lines=False)
        if not self.trail.know(rules.certain.tolist()):
            self.trail.drop(0)  # no such board can be filled: whoever tries finds that out
        self.trail.look(lines)
        self.prober, self.filler = Prober(Reasons(self.trail), 0), Filler(self.trail)
