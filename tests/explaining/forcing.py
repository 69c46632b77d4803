"""Whether rules and facts force a cell, asked of a solver that counts, apart from litgrid's own encodings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from pysat.solvers import Solver

from litgrid.core.puzzle import Puzzle
from litgrid.core.tables import Count, Rule
from litgrid.explaining import Step

Counted = tuple[list[int], int, int]


class Rules:
    """The rules of a puzzle by what they show of themselves."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.size = puzzle.shape.size
        self._counts: dict[Rule, list[Counted]] = {}
        self._lines: dict[Rule, tuple[list[int], list[int]]] = {}
        for table in puzzle.tables():
            if isinstance(table, Count):
                for count, rule in enumerate(table.rules):
                    literals = [int(literal) for literal in table.bounds.of(count)]
                    counted = literals, int(table.bounds.low[count]), int(table.bounds.high[count])
                    self._counts.setdefault(table.describe(int(rule)), []).append(counted)
            else:
                for one in range(len(table.lines)):
                    for other in range(one + 1, len(table.lines)):
                        rule = table.describe(one, other)
                        self._lines[rule] = tuple((table.lines[line] + 1).tolist() for line in (one, other))

    def force(self, rules: Iterable[Rule], facts: Iterable[tuple[int, int]], cell: int, value: int) -> bool:
        """Return whether rules and facts alone leave a cell no other value."""
        with Solver(name="minicard") as solver:
            assumptions = self._load(solver, rules, facts)
            return not solver.solve([*assumptions, -_literal(cell, value)])

    def decided(self, rules: Sequence[Rule], facts: Sequence[tuple[int, int]]) -> list[int]:
        """Return the cells, without those of facts, that rules and facts alone leave only one value."""
        cells = {cell for rule in rules for cell in rule.cells} - {cell for cell, _ in facts}
        with Solver(name="minicard") as solver:
            assumptions = self._load(solver, rules, facts)
            return [
                cell
                for cell in sorted(cells)
                if not all(solver.solve([*assumptions, literal]) for literal in (cell + 1, -cell - 1))
            ]

    def _load(self, solver: Solver, rules: Iterable[Rule], facts: Iterable[tuple[int, int]]) -> list[int]:
        """Tell a solver about some rules; return the facts as assumptions."""
        top = self.size
        for rule in rules:
            assert rule in self._counts or rule in self._lines
            for literals, low, high in self._counts.get(rule, []):
                _bound(solver, literals, low, high)
            if rule in self._lines:
                top = _differ(solver, *self._lines[rule], top)
        assumptions = [_literal(*fact) for fact in facts]
        assert solver.solve(assumptions), "rules and facts that contradict each other force everything"
        return assumptions


def _literal(cell: int, value: int) -> int:
    return cell + 1 if value else -(cell + 1)


def _bound(solver: Solver, literals: Sequence[int], low: int, high: int) -> None:
    if high < len(literals):
        solver.add_atmost(literals, high)
    if low > 0:
        solver.add_atmost([-literal for literal in literals], len(literals) - low)


def _differ(solver: Solver, one: Sequence[int], other: Sequence[int], top: int) -> int:
    """Some place where they differ: an auxiliary variable a place."""
    for a, b in zip(one, other, strict=True):
        top += 1
        solver.add_clause([-top, a, b])
        solver.add_clause([-top, -a, -b])
    solver.add_clause(list(range(top - len(one) + 1, top + 1)))
    return top


def check_steps(puzzle: Puzzle, steps: Sequence[Step], *, start: Sequence[int] = ()) -> np.ndarray:
    """Check each step against the rules; return the grid at the end, flat."""
    rules = Rules(puzzle)
    known = np.where(puzzle.fixed, 0, puzzle.givens.ravel())
    for cell, value in enumerate(start):
        if value >= 0:
            known[cell] = value
    for step in steps:
        assert step.cells
        assert step.cost == len(step.rules) == len(set(step.rules)) > 0
        assert all(known[cell] == value for cell, value in step.facts), "a fact that was not known yet"
        for cell, value in step.cells:
            assert known[cell] == -1, "decided twice"
            assert rules.force(step.rules, step.facts, cell, value), (step.technique, step.text())
        for cell, value in step.cells:
            known[cell] = value
    return known
