"""The rules of a puzzle as the kernels read them, what each is called, and which techniques some of them are.

The unit is the *rule*, which may be several counts (a label of Gappy): what one rule alone forces, by however many of
its counts, is one step. Two lines that differ are a rule as well; they are numbered after the others.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from itertools import chain
from typing import Any

import numpy as np

from litgrid.core.bounds import Bounds, distinct, offsets
from litgrid.core.grid import BoolArray, IntArray
from litgrid.core.propagate import NONE, lines_of
from litgrid.core.puzzle import Puzzle
from litgrid.core.system import System
from litgrid.core.tables import Differ, Rule, Table
from litgrid.core.technique import Technique
from litgrid.explaining.findings import FEW
from litgrid.kernel.rules import Rules
from litgrid.kernel.trail import Trail

NAMED = 1 << 14
"""Of so many sets of rules it is kept which technique they are."""


@dataclass(frozen=True, eq=False)
class Book:
    """All rules of a puzzle, numbered: those of tables that count, table by table, then every two lines that differ.

    ``board`` is how many cells there are; techniques, the first ones preferred, are named by their numbers.
    """

    system: System
    board: int
    techniques: tuple[Technique, ...] = ()

    @classmethod
    @lru_cache(maxsize=4)
    def of(cls, puzzle: Puzzle) -> Book:
        """Return the rules of a puzzle; of the last ones they are still there."""
        return cls(System.of(puzzle.tables()), puzzle.shape.size, tuple(puzzle.techniques))

    def __reduce__(self) -> tuple[Any, ...]:
        """Return how a copy is made elsewhere: what kernels hold is made anew."""
        return Book, (self.system, self.board, self.techniques)

    @property
    def bounds(self) -> Bounds:
        """All counts."""
        return self.system.bounds

    @property
    def differs(self) -> tuple[Differ, ...]:
        """The tables of lines that must differ."""
        return self.system.differs

    @cached_property
    def first(self) -> IntArray:
        """The number of the first rule of each table that counts, and how many rules do."""
        return offsets(np.array([len(table) for table in self.system.tables], dtype=np.int64))

    @cached_property
    def rule(self) -> IntArray:
        """The rule of each count."""
        rules = (table.rules + start for table, start in zip(self.system.tables, self.first.tolist(), strict=False))
        return np.concatenate([np.empty(0, dtype=np.int64), *rules])

    @cached_property
    def clues(self) -> IntArray:
        """Which rules that count are clues."""
        return np.flatnonzero(np.repeat([table.clue for table in self.system.tables], np.diff(self.first)))

    @cached_property
    def line_first(self) -> IntArray:
        """The number of the first line of each table of lines that differ, and how many lines do."""
        return offsets(np.array([len(table.lines) for table in self.differs], dtype=np.int64))

    @cached_property
    def counting(self) -> int:
        """How many rules count; two lines that differ are numbered from here on."""
        return int(self.first[-1])

    @cached_property
    def lines(self) -> int:
        """How many lines there are that must differ from others."""
        return int(self.line_first[-1])

    def pair(self, rule: int) -> tuple[int, int] | None:
        """Return the numbers of the two lines that a rule is about, among all; ``None`` for a rule that counts."""
        return None if rule < self.counting else divmod(rule - self.counting, self.lines)

    def apart(self, rule: int) -> Differ:
        """Return the table of two lines alone that a rule says to differ."""
        table, lines = self.table(rule)
        if not isinstance(table, Differ):
            raise TypeError("this rule is not about two lines")
        return Differ(table.kind, table.lines[[*lines]], table.sentence)

    def rule_of_lines(self, table: Differ, one: int, other: int) -> int:
        """Return the number of the rule that two lines of a table differ."""
        first = int(self.line_first[self.differs.index(table)])
        return self.counting + (first + min(one, other)) * self.lines + first + max(one, other)

    def rules_of_line(self, line: int) -> list[int]:
        """Return the numbers of the rules that a line, which has a number among all, differs from others."""
        first = self.line_first.tolist()
        table = bisect_right(first, line) - 1
        others = (other for other in range(first[table], first[table + 1]) if other != line)
        return [self.counting + min(line, other) * self.lines + max(line, other) for other in others]

    def table(self, rule: int) -> tuple[Table, tuple[int, ...]]:
        """Return the table of a rule, and its number there; of lines that differ, the numbers of the two."""
        pair = self.pair(rule)
        if pair is not None:
            number = int(np.searchsorted(self.line_first, pair[0], side="right")) - 1
            first = int(self.line_first[number])
            return self.differs[number], (pair[0] - first, pair[1] - first)
        number = int(np.searchsorted(self.first, rule, side="right")) - 1
        return self.system.tables[number], (rule - int(self.first[number]),)

    @cached_property
    def kind(self) -> Callable[[int], str]:
        """The kind of a rule."""
        return cache(lambda rule: self.table(rule)[0].kind)

    @cached_property
    def describe(self) -> Callable[[int], Rule]:
        """A rule to be shown."""

        def described(rule: int) -> Rule:
            table, place = self.table(rule)
            return table.describe(*place)

        return cache(described)

    def cells(self, *rules: int) -> list[int]:
        """Return the cells that rules are about, ascending."""
        counting, lines, cells, held = self.counting, self.line_cells, self._cells, list[list[int]]()
        for rule in rules:
            held += [cells(rule)] if rule < counting else [lines[line] for line in divmod(rule - counting, self.lines)]
        return held[0] if len(held) == 1 else sorted(set[int]().union(*held))

    @cached_property
    def line_cells(self) -> list[list[int]]:
        """The cells of each line that must differ from others."""
        return [line for table in self.differs for line in table.lines.tolist()]

    @cached_property
    def incidence(self) -> tuple[IntArray, IntArray]:
        """Which rules that count hold which cells, by rule: the rules, and beside each the cell."""
        rules = self.rule.repeat(self.bounds.lengths)
        rules, cells = np.divmod(distinct(rules * self.board + np.abs(self.bounds.literals) - 1), self.board)
        return rules, cells

    @cached_property
    def holding(self) -> Callable[[int], frozenset[int]]:
        """The rules that count and hold a cell."""
        rules, cells = self.incidence
        order = np.argsort(cells, kind="stable")
        flat, starts = rules[order], offsets(np.bincount(cells, minlength=self.board)).tolist()
        return cache(lambda cell: frozenset(flat[starts[cell] : starts[cell + 1]].tolist()))

    @cached_property
    def _cells(self) -> Callable[[int], list[int]]:
        rules, cells = self.incidence
        starts = offsets(np.bincount(rules, minlength=self.counting)).tolist()
        return cache(lambda rule: cells[starts[rule] : starts[rule + 1]].tolist())

    # Techniques

    @cached_property
    def most(self) -> int:
        """No technique takes more rules; where there is none, what is seen at a glance does."""
        return max((technique.most for technique in self.techniques), default=FEW)

    @cached_property
    def named(self) -> Callable[..., int | None]:
        """The first technique that some rules, a tuple, are which decide a literal, among so many cells.

        ``joint``: together, and not one after another until one breaks.
        """

        @lru_cache(NAMED)
        def named(rules: tuple[int, ...], literal: int, cells: int = 1, joint: bool = False) -> int | None:
            kinds = tuple(map(self.kind, rules))
            for number in _fitting(self.techniques, kinds, literal > 0, cells, joint):
                direct = self.techniques[number].direct
                if not direct or all(abs(literal) - 1 in self.cells(rule) for rule in rules[1:]):
                    return number
            return None

        return named

    @cached_property
    def rank(self) -> Callable[[int, int], int]:
        """Of a rule, and how many of its cells are open, the first technique that it may be alone."""

        @cache
        def rank(rule: int, opened: int) -> int:
            kinds, values = (self.kind(rule),), (True, False)
            fitting = (_fitting(self.techniques, kinds, value, opened, joint=False) for value in values)
            return min(chain(*fitting), default=len(self.techniques))

        return rank

    def thought(self, number: int | None) -> str:
        """Return what a technique is a part of: see :class:`litgrid.core.technique.Technique`; ``""`` for no name."""
        return "" if number is None else self.techniques[number].thought or self.techniques[number].name

    # What the kernels read

    @cached_property
    def rules(self) -> Rules:
        """The rules as the kernels read them."""
        bounds = self.bounds
        return Rules(self.board, bounds.literals, bounds.starts, self.rule, self.counting, *lines_of(self.differs))

    def trail(self, off: BoolArray | None = None) -> Trail:
        """Return a trail on which nothing is known; ``off`` says of each rule that counts whether it is switched off.

        What may be any number is never tight and never broken.
        """
        if off is None:
            return Trail(self.rules, self.bounds.low, self.bounds.high)
        apart = off[self.rule]
        low, high = np.where(apart, 0, self.bounds.low), np.where(apart, self.bounds.lengths, self.bounds.high)
        return Trail(self.rules, low, high)

    def unclued(self, *, lines: bool = False) -> Trail:
        """Return a trail on which no clue holds, and what is certain without: walls, cells that nothing else lights.

        ``lines``: whether lines that must differ are looked at all the while, or only where they may matter.
        """
        off: BoolArray = np.zeros(self.counting, dtype=np.bool_)
        off[self.clues] = True  # or what follows from clues would be known already
        trail = self.trail(off)
        trail.look(lines=False)
        if (self.bounds.low <= self.bounds.lengths).all():
            trail.start(NONE)
        if not trail.know(()):
            trail.drop(0)  # no such board can be filled: whoever tries finds that out
        trail.look(lines)
        return trail


@lru_cache(NAMED)
def _fitting(
    techniques: tuple[Technique, ...], kinds: tuple[str, ...], value: bool, cells: int, joint: bool
) -> list[int]:
    """Return which of some techniques rules of some kinds may be, see :attr:`Book.named`."""
    return [
        number
        for number, technique in enumerate(techniques)
        if not (joint and (technique.broken is not None or technique.direct)) and technique.fits(kinds, value, cells)
    ]
