"""The clauses of a whole puzzle, laid out before they are made.

How many clauses a count becomes follows from its form alone, so all sizes, of the whole and of each rule, are known
before there is a clause; the textbook formula of a large board has more clauses than atoms would suffice to write down,
and still a size. The clauses then come in pieces, in the order of the rules: where a count's clauses and auxiliary
variables begin is known as well, so a piece needs no other. What a large count leans on (see :mod:`litgrid.encode.cnf`)
is looked for in all counts at once, before the first piece.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np

from litgrid.core.bounds import join, offsets, ranges
from litgrid.core.errors import LitgridError
from litgrid.core.grid import IntArray
from litgrid.core.puzzle import Puzzle
from litgrid.core.tables import Count, Differ, Table
from litgrid.encode.cnf import Form, forms, plain_of, stamp
from litgrid.encode.distinct import Pairs
from litgrid.sat import cardinality
from litgrid.sat.dimacs import MOST_VARIABLES
from litgrid.sat.formula import Formula
from litgrid.sat.size import Size, total
from litgrid.sat.stream import Stream
from litgrid.sat.threesat import grown, three_sat

PIECE = 1_000_000
"""So many literals are made at a time, but never less than a count's."""


@dataclass(frozen=True, slots=True)
class KindSize:
    """How large the rules of one kind are: how many rules, and their clauses."""

    kind: str
    rules: int
    size: Size


class Layout:
    """The formula of a puzzle before it is made.

    Its models, on the cells' variables, are the answers of the puzzle. Nothing is deduced before and nothing is left
    out: every rule has its clauses, also for each two lines that must differ. The variable of a cell is its number + 1;
    auxiliary variables come after all cells, and those of the reduction to 3-SAT after them. They may be defined in one
    direction only: to count answers, count them on the cells.

    Parameters
    ----------
    puzzle
        The puzzle.
    encoding
        How counts become clauses: see :data:`litgrid.sat.cardinality.ENCODINGS`.
    three
        Whether every clause is turned into clauses of exactly three literals.

    Raises
    ------
    UnknownNameError
        for an encoding that does not exist.

    >>> from litgrid.puzzles import kinds
    >>> board = kinds.get("binairo").from_clues(["." * 100] * 100)
    >>> Layout(board, "pairwise").size.clauses
    39565233155123213072475491149100
    """

    def __init__(self, puzzle: Puzzle, encoding: str = "auto", *, three: bool = False) -> None:
        cardinality.check_encoding(encoding)
        self.puzzle, self.encoding, self.three = puzzle, encoding, three
        tables = puzzle.tables()
        self._counts = [table for table in tables if isinstance(table, Count)]
        self._pairs = [Pairs(table) for table in tables if isinstance(table, Differ)]
        self._bounds = join(table.bounds for table in self._counts)
        self._plain = plain_of(self._bounds)
        self._forms: list[tuple[IntArray, Form]] = list(forms(self._bounds, self._plain, encoding))

    @cached_property
    def kinds(self) -> list[KindSize]:
        """The size of each kind of rule, in the order of the rules."""
        tables: list[Table] = [*self._counts, *(pairs.table for pairs in self._pairs)]
        names = list(dict.fromkeys(table.kind for table in tables))
        owner = np.repeat([names.index(table.kind) for table in self._counts], [len(t.bounds) for t in self._counts])
        sizes: list[list[Size]] = [[] for _ in names]
        lengths = self._bounds.lengths
        for chosen in (self._plain.some, self._plain.not_all):
            for number in np.unique(owner[chosen]).tolist():
                sizes[number].append(Size.of(lengths[chosen & (owner == number)]))
        for counts, form in self._forms:
            one = cardinality.size(*form)
            owners, numbers = np.unique(owner[counts], return_counts=True)
            for number, copies in zip(owners.tolist(), numbers.tolist(), strict=True):
                sizes[number].append(one.times(copies))
        for pairs in self._pairs:
            sizes[names.index(pairs.table.kind)].append(pairs.size.times(len(pairs)))
        rules = dict.fromkeys(names, 0)
        for table in tables:
            rules[table.kind] += len(table)
        grow = grown if self.three else lambda size: size
        return [
            KindSize(name, rules[name], grow(total(each)))
            for name, each in zip(names, sizes, strict=True)
            if rules[name]
        ]

    @cached_property
    def size(self) -> Size:
        """The size of the whole."""
        return total(kind.size for kind in self.kinds)

    @property
    def variables(self) -> int:
        """How many variables there are: cells and auxiliary ones."""
        return self.puzzle.shape.size + self.size.auxiliaries

    def stream(self) -> Stream:
        """Return the formula as writers take it.

        Raises
        ------
        LitgridError
            where there are too many clauses or variables to make them.
        """
        self._check()
        return Stream(self.variables, self.size.clauses, self.names, self._rules, self.pieces)

    def names(self) -> Iterator[tuple[int, str]]:
        """Return each cell's variable, and what it means."""
        shape, true = self.puzzle.shape, self.puzzle.true
        return ((cell + 1, f"{true} {shape.name(cell)}") for cell in range(shape.size))

    def variable_name(self, variable: int) -> str | None:
        """Return what a variable means, ``None`` for an auxiliary one."""
        shape = self.puzzle.shape
        return f"{self.puzzle.true} {shape.name(variable - 1)}" if variable <= shape.size else None

    def rule_name(self, rule: int) -> str:
        """Return what a rule is called, by its number: its kind and its place."""
        number = int(np.searchsorted(self._first_rule, rule, side="right")) - 1
        return self._name(number, rule - int(self._first_rule[number]))

    def _name(self, table: int, rule: int) -> str:
        if table < len(self._counts):
            described = self._counts[table].describe(rule)
        else:
            pairs = self._pairs[table - len(self._counts)]
            described = pairs.table.describe(*pairs.lines[rule])
        return f"{described.kind} {described.place(self.puzzle.shape)}"

    def _rules(self) -> Iterator[tuple[int, str | None]]:
        sizes = iter(self.rule_clauses.tolist())
        for number, rules in enumerate(np.diff(self._first_rule).tolist()):
            for rule in range(rules):
                yield next(sizes), self._name(number, rule)

    @cached_property
    def rule_clauses(self) -> IntArray:
        """How many clauses each rule has."""
        made = self._made
        each, pairs = made.clauses, [pair.size for pair in self._pairs]
        if self.three:
            lengths = np.minimum(self._bounds.lengths, 3)
            each = each * np.where(self._bounds.lengths > 3, self._bounds.lengths - 2, 1 << (3 - lengths))
            for counts, form in self._forms:
                each[counts] = grown(cardinality.size(*form)).clauses
            pairs = [grown(pair) for pair in pairs]
        clauses = np.zeros(self._first_rule[-1], dtype=np.int64)
        np.add.at(clauses, self._rule_of, each)
        firsts = self._first_rule[len(self._counts) :].tolist()
        for size, start, end in zip(pairs, firsts, firsts[1:], strict=False):
            clauses[start:end] = size.clauses
        return clauses

    def pieces(self) -> Iterator[Formula]:
        """Make the clauses, in the order of the rules; each piece holds whole rules' counts.

        The pieces' ``origin`` numbers the rules through all tables.
        """
        self._check()
        if not self.three:
            yield from self._pieces()
            return
        top = self._before_three
        for piece in self._pieces():
            made = three_sat(piece, top)
            top = made.variables
            yield made

    def _pieces(self) -> Iterator[Formula]:
        order = np.argsort(self._rule_of, kind="stable")
        before = np.cumsum(self._made.literals[order])
        marks = np.searchsorted(before, np.arange(PIECE, before[-1] if before.size else 0, PIECE), side="left") + 1
        tops = np.empty(order.size, dtype=np.int64)
        tops[order] = self.puzzle.shape.size + offsets(self._made.auxiliaries[order])[:-1]
        for start, end in pairwise(np.unique([0, *marks.tolist(), order.size]).tolist()):
            yield self._piece(order[start:end], tops)
        top = self.puzzle.shape.size + int(self._made.auxiliaries.sum())
        for pairs, rule in zip(self._pairs, self._first_rule[len(self._counts) :].tolist(), strict=False):
            for piece in pairs.pieces(rule, top, PIECE):
                top = piece.variables
                yield piece

    def _piece(self, counts: IntArray, tops: IntArray) -> Formula:
        """Return the clauses of some counts, in their order."""
        bounds, made = self._bounds, self._made
        first, row = offsets(made.literals[counts]), offsets(made.clauses[counts])
        literals = np.empty(first[-1], dtype=np.int32)
        lengths = np.empty(row[-1], dtype=np.int64)
        size = bounds.lengths[counts]
        some, not_all = self._plain.some[counts], self._plain.not_all[counts]
        for chosen, sign, later in ((some, 1, np.zeros_like(some)), (not_all, -1, some)):
            place = (first[:-1] + size * later)[chosen]
            taken = bounds.take(counts[chosen])
            literals[ranges(place, taken.lengths)] = taken.literals * np.int32(sign)
            lengths[(row[:-1] + later)[chosen]] = taken.lengths
        form = made.form[counts]
        order = np.argsort(form, kind="stable")
        order = order[np.searchsorted(form[order], 0) :]
        for places in np.split(order, np.flatnonzero(np.diff(form[order])) + 1) if order.size else []:
            stamped = cardinality.template(*self._forms[form[places[0]]][1])
            literals[first[places][:, None] + np.arange(stamped.columns.size)] = stamp(
                bounds, counts[places], stamped, tops[counts[places]]
            )
            lengths[row[places][:, None] + np.arange(stamped.lengths.size)] = stamped.lengths
        origin = self._rule_of[counts].repeat(made.clauses[counts])
        return Formula(literals, offsets(lengths), self._before_three, origin)

    @cached_property
    def _first_rule(self) -> IntArray:
        """The number of each table's first rule, and last how many rules there are."""
        rules = [*map(len, self._counts), *map(len, self._pairs)]
        return offsets(np.array(rules, dtype=np.int64))

    @cached_property
    def _rule_of(self) -> IntArray:
        """The rule of each count, numbered through all tables."""
        rules = [start + table.rules for table, start in zip(self._counts, self._first_rule.tolist(), strict=False)]
        return np.concatenate([np.empty(0, dtype=np.int64), *rules])

    @cached_property
    def _before_three(self) -> int:
        """How many variables there are before the reduction to 3-SAT."""
        differing = sum(pairs.size.auxiliaries * len(pairs) for pairs in self._pairs)
        return self.puzzle.shape.size + int(self._made.auxiliaries.sum()) + differing

    @cached_property
    def _made(self) -> _Made:
        """What each count becomes; only where that is not too much to be made."""
        lengths = self._bounds.lengths
        some, not_all = self._plain.some.astype(np.int64), self._plain.not_all.astype(np.int64)
        clauses: IntArray = some + not_all
        made = _Made(np.full_like(lengths, -1), clauses, lengths * clauses, np.zeros_like(lengths))
        for number, (counts, form) in enumerate(self._forms):
            one = cardinality.size(*form)
            made.form[counts] = number
            made.clauses[counts], made.literals[counts] = one.clauses, one.literals
            made.auxiliaries[counts] = one.auxiliaries
        return made

    def _check(self) -> None:
        for _, form in self._forms:
            if cardinality.size(*form).clauses > cardinality.MOST_CLAUSES:
                cardinality.template(*form)  # says so
        if self.variables > MOST_VARIABLES:
            raise LitgridError(
                f"this formula needs {self.variables:,} variables, and litgrid stops at {MOST_VARIABLES:,}; choose "
                "another encoding"
            )


@dataclass(frozen=True, slots=True)
class _Made:
    """For each count, before the reduction to 3-SAT: its form or -1, its clauses, literals, auxiliary variables."""

    form: IntArray
    clauses: IntArray
    literals: IntArray
    auxiliaries: IntArray
