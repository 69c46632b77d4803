"""A board on which puzzles are made: its rules as the kernels read them, and a state that nothing is known in."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
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
    benches: list[Bench] = field(default_factory=list)  # those that nobody uses now, see :func:`lent`

    @classmethod
    def of(cls, puzzle: Puzzle, certain: IntArray | None = None) -> Rules:
        """Return the rules of a puzzle; ``certain`` where that is known, as from the same board without clues."""
        book = Book(System.of(puzzle.rules()), puzzle.shape.size, puzzle.techniques)
        listed = zip(book.system.tables, book.first.tolist(), strict=False)
        pieces = [np.arange(len(table)) + first for table, first in listed if table.clue]
        clues = np.concatenate([np.empty(0, dtype=np.int64), *pieces])
        return cls(book, clues, _certain(book, clues) if certain is None else certain)


def _certain(book: Book, clues: IntArray) -> IntArray:
    bounds = book.bounds
    own = ~np.isin(book.rule, clues)
    every, none = (np.repeat(own & kind, bounds.lengths) for kind in (bounds.low == bounds.lengths, bounds.high == 0))
    certain = np.unique(np.append(bounds.literals[every], -bounds.literals[none]))
    certain = certain[np.argsort(np.abs(certain), kind="stable")]
    return certain if np.unique(np.abs(certain)).size == certain.size else certain[:0]


@lru_cache(maxsize=8)
def rules_of(board: Puzzle) -> Rules:
    """Return the rules of a board without clues, kept for the next try on the same one."""
    return Rules.of(board)


class Bench:
    """Rules with all clues switched off, and what is known."""

    def __init__(self, rules: Rules) -> None:
        self.rules, self.cells = rules, rules.book.board
        off = np.zeros(rules.book.counting, dtype=np.bool_)
        off[rules.clues] = True  # or what follows from clues would be known already
        self.trail = rules.book.trail(off)
        self.trail.look(lines=False)
        if not self.trail.know(rules.certain.tolist()):
            self.trail.drop(0)  # no such board can be filled: whoever tries finds that out
        self.prober, self.filler = Prober(Reasons(self.trail), 0), Filler(self.trail)

    def looking(self, *, lines: bool) -> Bench:
        """Look at lines that must differ all the while, or only where they may matter; return itself."""
        self.trail.look(lines)
        return self


@contextmanager
def lent(rules: Rules) -> Iterator[Bench]:
    """Lend a bench on which nothing is known: that of the last try on the same rules, or a new one.

    What is done on it is undone in the end. Where that goes wrong, it is not used again.
    """
    bench = rules.benches.pop() if rules.benches else Bench(rules)
    yield bench.looking(lines=False)
    rules.benches.append(bench)
