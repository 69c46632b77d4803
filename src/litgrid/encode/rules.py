"""The rules of a puzzle as an encoder goes through them: the counts joined, each two lines a rule, all numbered.

Rules are numbered through all tables, those that count first, and called by their kind and place: ``number r2c5``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from copy import copy
from functools import cached_property
from typing import Self

import numpy as np

from litgrid.core.bounds import join, offsets
from litgrid.core.grid import IntArray
from litgrid.core.puzzle import Puzzle
from litgrid.core.tables import Count, Differ, Table, counts_first, expect_single, stretch
from litgrid.encode.distinct import Pairs, PlainPairs, true_in_each
from litgrid.sat.formula import Formula
from litgrid.sat.size import Size


class Rules:
    """The rules of a puzzle, numbered table by table; those about cells alone are counts, joined in ``bounds``.

    ``first`` is the number of each table's first rule, and last how many rules there are; ``of_count`` is the rule of
    each count. Lines that differ are ``pairs``, which take auxiliary variables unless they shall be ``plain``.
    """

    def __init__(self, puzzle: Puzzle, *, plain: bool = False) -> None:
        self._puzzle = puzzle
        self._tables = tables = counts_first(puzzle.tables())
        expect_single(tables)
        self._counts = [table for table in tables if isinstance(table, Count)]
        self.cells = puzzle.shape.size
        self.bounds = join(table.bounds for table in self._counts)
        self.pairs = self._paired(plain=plain)
        self.first = offsets(np.array([len(table) for table in self._tables], dtype=np.int64))
        rules = [first + table.rules for table, first in zip(self._counts, self.first.tolist(), strict=False)]
        self.of_count: IntArray = np.concatenate([np.empty(0, dtype=np.int64), *rules])

    def _paired(self, *, plain: bool) -> list[Pairs | PlainPairs]:
        differing = [table for table in self._tables if isinstance(table, Differ)]
        return [PlainPairs(one, true_in_each(one, self.bounds)) if plain else Pairs(one) for one in differing]

    def again(self, *, plain: bool) -> Self:
        """Return the same rules, whose lines that differ are ``plain`` or not: the counts are joined once for all."""
        other = copy(self)
        other.pairs = self._paired(plain=plain)
        return other

    def __len__(self) -> int:
        return int(self.first[-1])

    @cached_property
    def order(self) -> IntArray:
        """The counts in the order of their rules."""
        return np.argsort(self.of_count, kind="stable")

    def sizes(self, of_counts: IntArray, of_pairs: Iterable[Size]) -> IntArray:
        """Return how many clauses each rule has, from those of each count and of a pair of each of ``pairs``."""
        sizes = np.zeros(len(self), dtype=np.int64)
        np.add.at(sizes, self.of_count, of_counts)
        for size, start, end in zip(of_pairs, *self._edges_of_pairs, strict=True):
            sizes[start:end] = size.clauses
        return sizes

    def differing(self, top: int, literals: int) -> Iterator[Formula]:
        """Make the clauses of all pairs, about so many literals at a time; auxiliary variables come after ``top``."""
        for pairs, rule in zip(self.pairs, self._edges_of_pairs[0], strict=True):
            for piece in pairs.pieces(rule, top, literals):
                top = piece.variables
                yield piece

    @property
    def _edges_of_pairs(self) -> tuple[list[int], list[int]]:
        """Where the rules of each of ``pairs`` begin, and where they end."""
        first = self.first[len(self._counts) :].tolist()
        return first[:-1], first[1:]

    @cached_property
    def kinds(self) -> dict[str, int]:
        """The kinds of rules, and how many rules each has."""
        kinds = dict.fromkeys((table.kind for table in self._tables), 0)
        for table in self._tables:
            kinds[table.kind] += len(table)
        return kinds

    @cached_property
    def kind_of_count(self) -> IntArray:
        """For each count the place of its kind among ``kinds``."""
        names = list(self.kinds)
        lengths = [len(table.bounds) for table in self._counts]
        return np.repeat(np.array([names.index(table.kind) for table in self._counts], dtype=np.int64), lengths)

    def name(self, rule: int) -> str:
        """Return what a rule is called, by its number."""
        number = int(np.searchsorted(self.first, rule, side="right")) - 1
        first, last = self._spans[number]
        place = rule - int(self.first[number])
        return self._name(self._tables[number], int(first[place]), int(last[place]))

    def named(self, sizes: Iterable[int]) -> Iterator[tuple[int, str | None]]:
        """Return the rules' names beside their sizes."""
        following = iter(sizes)
        for table, (first, last) in zip(self._tables, self._spans, strict=True):
            for one, other in zip(first.tolist(), last.tolist(), strict=True):
                yield next(following), self._name(table, one, other)

    @cached_property
    def _spans(self) -> list[tuple[IntArray, IntArray]]:
        return [table.spans() for table in self._tables]

    def _name(self, table: Table, first: int, last: int) -> str:
        return f"{table.kind} {stretch(self._puzzle.shape, first, last) if first >= 0 else ''}".rstrip()

    def variable_name(self, variable: int) -> str | None:
        """Return what a variable means, ``None`` for an auxiliary one."""
        return f"{self._puzzle.true} {self._puzzle.shape.name(variable - 1)}" if variable <= self.cells else None

    def variable_names(self) -> Iterator[tuple[int, str]]:
        """Return each cell's variable, and what it means."""
        shape, true = self._puzzle.shape, self._puzzle.true
        return ((cell + 1, f"{true} {shape.name(cell)}") for cell in range(self.cells))
