"""Rule tables: all rules of one kind of one puzzle, written once, as data.

The vocabulary is closed: :class:`Count` (a number of true literals lies between two bounds) and :class:`Differ` (lines
are not equal). The encoder turns tables into clauses, the checker evaluates them, the propagator deduces with them, and
a table can say its i-th rule as a sentence. Nothing else in litgrid knows a rule of a puzzle.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from litgrid.core.bounds import Bounds, distinct
from litgrid.core.errors import RuleError
from litgrid.core.grid import BoolArray, IntArray, Shape

UNKNOWN_BYTE = b"\xff"
"""An unknown cell, -1, as a byte."""
LINES_AT_ONCE = 256
"""So many lines are compared with all others between two looks at the clock."""


class Rule(NamedTuple):
    """One rule, to be shown.

    Attributes
    ----------
    kind
        the rule kind's name: ``"number"``
    cells
        the numbers of the cells that it is about, ascending
    sentence
        what it says
    clue
        whether it is a clue of this one puzzle
    at
        the cell that it is written in, or that it is the rule of; ``None`` where it belongs to a line or a stretch
    """

    kind: str
    cells: tuple[int, ...]
    sentence: str
    clue: bool = False
    at: int | None = None

    def place(self, shape: Shape) -> str:
        """Return where the rule is: the cell that it is written in, else its first and last cell.

        >>> Rule("clash", (3, 4, 5), "").place(Shape(2, 3))
        'r2c1-r2c3'
        """
        if self.at is not None:
            return shape.name(self.at)
        return stretch(shape, self.cells[0], self.cells[-1]) if self.cells else ""


def stretch(shape: Shape, first: int, last: int) -> str:
    """Return what a stretch of cells is called, by the first and the last."""
    return shape.name(first) if first == last else f"{shape.name(first)}-{shape.name(last)}"


class Said(NamedTuple):
    """What rules say, written down: a function that puts it together may not go to another process."""

    said: Mapping[tuple[int, ...], str]

    def __call__(self, *rule: int) -> str:
        """Return what a rule says."""
        return self.said[rule]


def _written(table: Table, rules: Iterable[tuple[int, ...]]) -> list[Any]:
    """Return the fields of a table as a copy elsewhere has them."""
    said = Said({rule: table.sentence(*rule) for rule in rules})
    return [said if field.name == "sentence" else getattr(table, field.name) for field in fields(table)]


@dataclass(frozen=True, slots=True, eq=False)
class Count:
    """Rules of one kind that count.

    Attributes
    ----------
    kind
        The kind's name: ``"number"``.
    bounds
        The counts.
    sentence
        Says rule ``i``: ``"the 3 at r2c5 touches exactly 3 bulbs"``.
    rule_of
        The rule that each count belongs to; ``None`` where each count is a rule.
    clue
        Whether the rules are clues of this one puzzle (they could be dropped) or the rules of all.
    at
        For each rule, the cell that it is written in or that it is the rule of; ``None`` where rules have no such cell.
    implied
        For each rule, whether the other rules of the puzzle imply it, so that an encoder may leave it out; ``None``
        where none is. The checker never leaves one out.
    value
        For each rule, the number that it is written with (a clue's), for sentences; ``None`` where there is none.
    """

    kind: str
    bounds: Bounds
    sentence: Callable[[int], str]
    rule_of: IntArray | None = None
    clue: bool = False
    at: IntArray | None = None
    implied: BoolArray | None = None
    value: IntArray | None = None

    def __getstate__(self) -> list[Any]:
        return _written(self, ((rule,) for rule in range(len(self))))

    def __len__(self) -> int:
        if self.rule_of is None:
            return len(self.bounds)
        return int(self.rule_of.max(initial=-1)) + 1

    @property
    def rules(self) -> IntArray:
        """The rule of each count."""
        return np.arange(len(self.bounds)) if self.rule_of is None else self.rule_of

    def rule(self, count: int) -> int:
        """Return the rule that a count belongs to."""
        return count if self.rule_of is None else int(self.rule_of[count])

    def cells(self, rule: int) -> IntArray:
        """Return the cells that a rule is about, ascending."""
        if self.rule_of is None:
            literals = self.bounds.of(rule)
        else:
            literals = self.bounds.take(np.flatnonzero(self.rule_of == rule)).literals
        return distinct(np.abs(literals)) - 1

    def spans(self) -> tuple[IntArray, IntArray]:
        """Return the first and the last cell of each rule, or the cell that it is written in; -1 where there is none.

        As :meth:`Rule.place` has it, of all rules at once.
        """
        if self.at is not None:
            return self.at, self.at
        rule = self.rules.repeat(self.bounds.lengths)
        cells = np.abs(self.bounds.literals).astype(np.int64) - 1
        last = np.full(len(self), -1, dtype=np.int64)
        np.maximum.at(last, rule, cells)
        first = last.copy()
        np.minimum.at(first, rule, cells)
        return first, last

    def describe(self, rule: int) -> Rule:
        """Return a rule to be shown."""
        at = None if self.at is None else int(self.at[rule])
        return Rule(self.kind, tuple(self.cells(rule).tolist()), self.sentence(rule), self.clue, at)


@dataclass(frozen=True, slots=True, eq=False)
class Differ:
    """Rules of one kind that say that no two of some lines are equal.

    ``lines`` holds the cells of each line, shaped ``(lines, length)``. There is a rule for every two of them; to name
    one, give both line numbers.
    """

    kind: str
    lines: IntArray
    sentence: Callable[[int, int], str]

    def __getstate__(self) -> list[Any]:
        return _written(self, combinations(range(len(self.lines)), 2))

    def __len__(self) -> int:
        count = len(self.lines)
        return count * (count - 1) // 2

    def describe(self, first: int, second: int) -> Rule:
        """Return the rule about two lines, to be shown."""
        cells = distinct(self.lines[[first, second]])
        return Rule(self.kind, tuple(cells.tolist()), self.sentence(first, second))

    def spans(self) -> tuple[IntArray, IntArray]:
        """Return the first and the last cell of each rule; rules are in the order of ``itertools.combinations``."""
        one, other = np.triu_indices(len(self.lines), 1)
        first, last = self.lines.min(axis=1), self.lines.max(axis=1)
        return np.minimum(first[one], first[other]), np.maximum(last[one], last[other])

    def equal(self, known: npt.NDArray[np.integer]) -> list[tuple[int, int]]:
        """Return the pairs of equal lines, each line paired with the first one equal to it.

        ``known`` holds 1, 0, or -1 for unknown; a line with an unknown cell is not equal to any.
        """
        count, length = self.lines.shape
        values = known[self.lines].astype(np.int8).tobytes()
        first: dict[bytes, int] = {}
        pairs = []
        for line in range(count):
            row = values[line * length : (line + 1) * length]
            earlier = first.setdefault(row, line)
            if earlier != line and UNKNOWN_BYTE not in row:
                pairs.append((earlier, line))
        return pairs

    def unsettled(self, known: npt.NDArray[np.integer], tick: Callable[[], None] = lambda: None) -> IntArray:
        """Return the pairs that no cell tells apart yet, shaped ``(pairs, 2)``.

        ``known`` holds 1, 0, or anything else for unknown. ``tick`` is called now and then, and raises to stop.
        """
        values = known[self.lines]
        # Matrix products count the places where two lines are known to differ; float32 is exact here and fast.
        ones, zeros = (values == 1).astype(np.float32), (values == 0).astype(np.float32)
        found = [np.empty((0, 2), dtype=np.int64)]
        for first in range(0, len(values), LINES_AT_ONCE):
            tick()
            some = slice(first, first + LINES_AT_ONCE)
            apart = ones[some] @ zeros.T + zeros[some] @ ones.T
            found.append(np.argwhere(np.triu(apart == 0, first + 1)) + np.array([first, 0]))
        return np.concatenate(found)


Table = Count | Differ


def repeated(table: Count) -> int | None:
    """Return the first rule that names a cell twice in one count, ``None`` where there is none.

    >>> from litgrid.core.bounds import from_matrix
    >>> repeated(Count("sum", from_matrix(np.array([[1, 2], [3, -3]]), 1, 1), str))
    1
    """
    if table.bounds.single:
        return None
    cells = np.abs(table.bounds.literals).astype(np.int64)
    count = np.arange(len(table.bounds)).repeat(table.bounds.lengths)
    size = int(cells.max(initial=0)) + 1
    named = np.sort(count * size + cells)
    again = np.flatnonzero(named[1:] == named[:-1])
    return table.rule(int(named[again[0]] // size)) if again.size else None


def counts_first(tables: Iterable[Table]) -> list[Table]:
    """Return tables as their rules are numbered through all: those that count, and then lines that differ."""
    return sorted(tables, key=lambda table: isinstance(table, Differ))


def expect_single(tables: Iterable[Table]) -> None:
    """Raise :class:`RuleError` for a rule that names a cell twice in one count."""
    for table in tables:
        if isinstance(table, Count) and (rule := repeated(table)) is not None:
            raise RuleError(
                f"the rule that {table.sentence(rule)} ({table.kind}) names a cell twice in one count, which would "
                "count it once or twice by turns: name each cell once"
            )
