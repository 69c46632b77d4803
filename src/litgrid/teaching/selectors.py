"""What it means to break a puzzle's rules, as clauses: to look for grids that obey them, or some of them, or not all.

Each rule has two literals: one that makes it hold, and one that breaks it. What they ask for is encoded in that
direction only, so that a rule of which neither is assumed is free.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from litgrid.core.bounds import Bounds, join
from litgrid.core.grid import IntArray
from litgrid.core.puzzle import Puzzle
from litgrid.core.tables import Differ
from litgrid.encode.cnf import differ, encode
from litgrid.encode.rules import Rules
from litgrid.sat.formula import Formula, extended, guarded


@dataclass(frozen=True, slots=True, eq=False)
class RuleClauses:
    """Clauses about the rules of a puzzle."""

    formula: Formula
    holds: IntArray  # for each rule, in the order of the tables, the literal that makes it hold
    breaks: IntArray  # and the one that breaks it


def rule_clauses(puzzle: Puzzle, cells: IntArray, top: int) -> RuleClauses:
    """Return clauses about all rules of a puzzle, whose cells are these variables; others come after ``top``."""
    rules = Rules(puzzle)
    holds = top + 1 + np.arange(len(rules), dtype=np.int64)
    breaks = holds + len(rules)
    top += 2 * len(rules)
    bounds = rules.bounds
    literals = (np.sign(bounds.literals) * cells[np.abs(bounds.literals) - 1]).astype(np.int32)
    counts = Bounds(literals, bounds.starts, bounds.low, bounds.high)
    under, over = np.flatnonzero(counts.low > 0), np.flatnonzero(counts.high < counts.lengths)
    few, many = counts.take(under), counts.take(over)
    few = Bounds(few.literals, few.starts, np.zeros_like(few.low), few.low - 1)
    many = Bounds(many.literals, many.starts, many.high + 1, many.lengths)
    wrong = top + 1 + np.arange(under.size + over.size, dtype=np.int64)
    top += wrong.size
    every = join([counts, few, many])
    guards = np.concatenate([holds[rules.of_count], wrong])
    made = guarded(encode(every, top, droppable=np.ones(len(every), dtype=np.bool_)), guards)
    of_wrong = rules.of_count[np.concatenate([under, over])]
    ways: dict[int, list[int]] = {rule: [] for rule in range(len(rules))}
    for literal, rule in zip(wrong.tolist(), of_wrong.tolist(), strict=True):
        ways[rule].append(literal)
    clauses, top = [], made.variables
    for rule, (first, second) in _pairs(rules):
        places = [(int(cells[a]), int(cells[b])) for a, b in zip(first.tolist(), second.tolist(), strict=True)]
        different, top = differ(places, top)
        clauses += [*different[:-1], [-int(holds[rule]), *different[-1]]]
        top += 1
        ways[rule].append(top)
        clauses += [[-top, sign * a, -sign * b] for a, b in places for sign in (1, -1)]
    clauses += [[-int(breaks[rule]), *literals] for rule, literals in ways.items()]
    return RuleClauses(extended(made, clauses), holds, breaks)


def _pairs(rules: Rules) -> Iterable[tuple[int, tuple[IntArray, IntArray]]]:
    """Return the number of each rule that says that two lines differ, and the lines."""
    number = int(rules.first[-1]) - sum(len(pairs.table) for pairs in rules.pairs)
    for pairs in rules.pairs:
        table: Differ = pairs.table
        for first, second in combinations(table.lines, 2):
            yield number, (first, second)
            number += 1
