"""The rules of a puzzle as the kernels read them, and what each is called; with numba compiled, else over lists.

The unit is the *rule*, which may be several counts (a label of Gappy): what one rule alone forces, by however many of
its counts, is one step. Two lines that differ are a rule as well; they are numbered after the others.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property
from importlib.util import find_spec
from math import inf
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import numpy as np

from litgrid.core.bounds import Bounds, from_matrix, offsets, ranges
from litgrid.core.grid import BoolArray, IntArray
from litgrid.core.shared import Shared
from litgrid.core.system import System
from litgrid.core.tables import Count, Differ, Rule
from litgrid.explaining import kernels, probing

if TYPE_CHECKING:
    from litgrid.sat.machine import Machine

KERNELS = (
    *("rule_of", "opened", "push", "clash", "compare", "spread", "undo", "touch", "trace", "assume", "delete"),
    *("shrink", "tight", "force", "apply", "survey", "fewest", "failing", "breaks", "allow_all", "mark", "lightest"),
    *("lighter", "within", "decide", "close", "fits", "allow", "complete", "misfits", "exhaust"),
)
"""Each calls only those before it."""
HOT = ("spread", "undo")
PLACES = {**vars(kernels), **vars(probing)}
PLAIN: Any = SimpleNamespace(**{name: PLACES[name] for name in KERNELS})
"""The kernels as Python runs them."""

INDEX = np.uint32
"""The type of what tells where to look: of other numbers compiled code asks whether they count from the end."""
LOADING = 0.02
"""After so many seconds over lists kernels that were compiled before are loaded, which takes as long."""
COMPILING = 10.0
"""The same where they are still to be compiled, which takes so long."""


@Shared
def machine() -> Machine:
    """Return the kernels, to be compiled."""
    from litgrid.sat.machine import Machine

    return Machine(PLACES, KERNELS, try_out, hot=HOT)


def loaded() -> bool:
    """Return whether the compiled kernels are there at once."""
    return compiled.ready and compiled() is not None


def price() -> float:
    """Return how many seconds over lists :func:`compiled` is worth; infinitely many where it comes to nothing."""
    if compiled.ready:
        return 0.0 if loaded() else inf
    if find_spec("numba") is None:
        return inf
    return LOADING if machine().is_kept else COMPILING


@Shared
def compiled() -> Any:
    """Return the kernels, compiled where numba is installed; ``None`` where it is not, or does not work."""
    return machine().load()


def try_out(made: Any) -> None:
    """Call what Python calls, each before those that call it: exactly two of three, two known."""
    table = Count("any", from_matrix(np.array([[1, 2, 3]]), 2, 2), str)
    book = Book.of(System.of([table]), 3)
    laws, state = book.laws, book.state()
    room = np.zeros(8, dtype=np.int64)
    state.numbers[1] = kernels.push(state, 0, kernels.ASSUMED, 0, 0)
    made.spread(laws, state, 0, 1, 3, kernels.FREE)
    state.numbers[1] = kernels.push(state, 3, kernels.ASSUMED, 0, 1)
    made.spread(laws, state, 1, 2, 3, 1)
    found = made.tight(laws, state, room)
    end = made.apply(laws, state, room, found, 0, kernels.FREE)
    made.trace(laws, state, state.reason[2], 2)
    made.undo(laws, state, 2, end, end)
    codes = np.array([5], dtype=np.int64)
    rules, _ = made.assume(laws, state, 5, 3, kernels.FREE)
    made.delete(laws, state, 5, 3, rules, rules, room, 1, 0)
    made.shrink(laws, state, 5, 3, rules, rules, room)
    made.survey(laws, state, codes, 3, room[:1])
    made.fewest(laws, state, codes, 3, 2, room[:1], room[2:4], room[4:], 0)
    made.breaks(laws, state, 5, 3, kernels.FREE)
    made.lighter(laws, state, codes, 3, 1, room[:1], room[2:4], room[4:])
    made.within(laws, state, codes, 3, 1, codes[:0], room[:1], room[2:4], room[4:])
    made.failing(laws, state, codes, 0)
    made.fits(laws, state, 5, codes[:0], kernels.FREE, 9, room, room)
    made.close(laws, state, codes, 3, 1, 0, room, room, room[:4], 1)
    lines = probing.Lines(*(np.zeros(2, dtype=np.int64) for _ in probing.Lines._fields))
    made.misfits(laws, state, codes, lines, 0, 9, room, room, room)
    made.exhaust(laws, state, codes, lines, 9, room, room, room[:3], 1)


@dataclass(frozen=True, eq=False)
class Book:
    """All rules of a puzzle, numbered: those of tables that count, table by table, then every two lines that differ.

    ``first[t]`` is the number of the first rule of the t-th table that counts; ``board`` how many cells there are.
    """

    system: System
    board: int
    bounds: Bounds
    rule: IntArray
    first: IntArray
    differs: tuple[Differ, ...]
    line_first: IntArray

    @classmethod
    def of(cls, system: System, board: int) -> Book:
        """Return the rules of a system, numbered, of a board of so many cells."""
        first = offsets(np.array([len(table) for table in system.tables], dtype=np.int64))
        rules = [table.rules + start for table, start in zip(system.tables, first.tolist(), strict=False)]
        rule = np.concatenate([np.empty(0, dtype=np.int64), *rules])
        line_first = offsets(np.array([len(table.lines) for table in system.differs], dtype=np.int64))
        return cls(system, board, system.bounds, rule, first, system.differs, line_first)

    @property
    def lines(self) -> int:
        """How many lines there are that must differ from others."""
        return int(self.line_first[-1])

    @property
    def single(self) -> bool:
        """Whether each rule is one count."""
        return not self.lines and len(self.bounds) == self.first[-1]

    @property
    def size(self) -> int:
        """How many numbers of rules there are."""
        return int(self.first[-1]) + self.lines**2

    def pair(self, rule: int) -> tuple[int, int] | None:
        """Return the numbers of the two lines that a rule is about, among all; ``None`` for a rule that counts."""
        if rule < self.first[-1]:
            return None
        one, other = divmod(rule - int(self.first[-1]), self.lines)
        return one, other

    def apart(self, rule: int) -> Differ:
        """Return the table of two lines alone that a rule says to differ."""
        one, other = self.pair(rule) or (0, 0)
        table, first = self.table(rule)
        if not isinstance(table, Differ):
            raise TypeError("this rule is not about two lines")
        return Differ(table.kind, table.lines[[first, first + other - one]], table.sentence)

    def rule_of_lines(self, table: Differ, one: int, other: int) -> int:
        """Return the number of the rule that two lines of a table differ."""
        first = int(self.line_first[self.differs.index(table)])
        return int(self.first[-1]) + (first + min(one, other)) * self.lines + first + max(one, other)

    def rules_of_line(self, line: int) -> list[int]:
        """Return the numbers of the rules that a line, which has a number among all, differs from others."""
        first = self.line_first.tolist()
        table = bisect_right(first, line) - 1
        others = (other for other in range(first[table], first[table + 1]) if other != line)
        return [int(self.first[-1]) + min(line, other) * self.lines + max(line, other) for other in others]

    def table(self, rule: int) -> tuple[Count | Differ, int]:
        """Return the table of a rule, and its number there; of lines that differ, the number of the first line."""
        pair = self.pair(rule)
        if pair is not None:
            number = int(np.searchsorted(self.line_first, pair[0], side="right")) - 1
            return self.differs[number], pair[0] - int(self.line_first[number])
        number = int(np.searchsorted(self.first, rule, side="right")) - 1
        return self.system.tables[number], rule - int(self.first[number])

    def kind(self, rule: int) -> str:
        """Return the kind of a rule."""
        return self.table(rule)[0].kind

    def describe(self, rule: int) -> Rule:
        """Return a rule to be shown."""
        table, number = self.table(rule)
        if isinstance(table, Count):
            return table.describe(number)
        one, other = self.pair(rule) or (0, 0)
        return table.describe(number, number + other - one)

    def cells(self, rule: int) -> list[int]:
        """Return the cells of a rule, ascending."""
        pair = self.pair(rule)
        if pair is not None:
            return sorted({*self.line_cells[pair[0]], *self.line_cells[pair[1]]})
        return self._cells[rule]

    @cached_property
    def line_cells(self) -> list[list[int]]:
        """The cells of each line that must differ from others."""
        return [line for table in self.differs for line in table.lines.tolist()]

    @cached_property
    def _cells(self) -> list[list[int]]:
        """The cells of each rule that counts."""
        cells: list[set[int]] = [set() for _ in range(int(self.first[-1]))]
        variables = (np.abs(self.bounds.literals) - 1).tolist()
        starts = self.bounds.starts.tolist()
        for count, rule in enumerate(self.rule.tolist()):
            cells[rule].update(variables[starts[count] : starts[count + 1]])
        return [sorted(members) for members in cells]

    @cached_property
    def laws(self) -> kernels.Laws:
        """What the kernels read, as arrays."""
        bounds = self.bounds
        codes = 2 * (np.abs(bounds.literals).astype(np.int64) - 1) + (bounds.literals < 0)
        # Numbers of few bytes are sorted in half the time.
        order = np.argsort(codes.astype(np.min_scalar_type(2 * self.board)), kind="stable")
        touched = (2 * np.arange(len(bounds)).repeat(bounds.lengths) + (codes & 1))[order]
        number = np.bincount(codes >> 1, minlength=self.board)
        occurs_starts = offsets(number.repeat(2))
        occurs = np.empty(occurs_starts[-1], dtype=INDEX)
        own = ranges(occurs_starts[:-1:2], number)
        occurs[own], occurs[own + number.repeat(number)] = touched, touched ^ 1
        lines = [line for table in self.differs for line in table.lines]
        line_cells = np.concatenate([np.empty(0, dtype=np.int64), *lines]).astype(np.int64)
        lengths = np.array([len(line) for line in lines], dtype=np.int64)
        by_cell = np.argsort(line_cells, kind="stable")
        return kernels.Laws(
            codes,
            bounds.starts.astype(np.int64),
            bounds.low.astype(np.int64),
            bounds.high.astype(np.int64),
            self.rule,
            occurs,
            occurs_starts.astype(INDEX),
            line_cells,
            offsets(lengths),
            np.repeat(np.arange(len(self.differs)), [len(table.lines) for table in self.differs]),
            np.arange(len(lines)).repeat(lengths)[by_cell],
            offsets(np.bincount(line_cells, minlength=self.board)),
            self.first[-1:],
        )

    def laws_without(self, off: BoolArray) -> kernels.Laws:
        """Return what the kernels read where some of the rules that count are switched off.

        What may be any number is never tight and never broken.
        """
        found, apart = self.laws, off[self.rule]
        low, high = np.where(apart, 0, found.low), np.where(apart, self.bounds.lengths, found.high)
        return found._replace(low=low, high=high)

    def state(self, laws: kernels.Laws | None = None) -> kernels.State:
        """Return the state in which nothing is known, as arrays; ``laws`` where they are not those of all rules."""
        found, cells = laws or self.laws, self.board
        lengths = np.array([table.lines.shape[1] for table in self.differs for _ in table.lines], dtype=np.int64)
        size = self.size

        def zeros(length: int) -> IntArray:
            return np.zeros(length, dtype=np.int64)

        return kernels.State(
            value=np.full(cells, -1, dtype=np.int64),
            spare=np.stack([found.high, np.diff(found.starts) - found.low], axis=1).ravel(),
            left=lengths,
            trail=zeros(cells),
            place=zeros(cells),
            reason=zeros(cells),
            depth=zeros(cells),
            allowed=zeros(size),
            seen=zeros(cells + size),
            needed=zeros(size),
            numbers=zeros(4),
            conflicts=zeros(kernels.MOST_CONFLICTS),
            rules=zeros(cells + 1),
            facts=zeros(cells + 1),
        )
