"""A formula held against the rules of a puzzle, on its cells: what it accepts, what it refuses, by which clauses.

That it accepts nothing wrong is one question to an engine: a model of the formula in which some rule is broken. That it
refuses nothing right is harder, as its other variables may have any values: for all answers there are values with which
its clauses hold. These variables are eliminated, which most encodings allow; then it is one question as well. Where
some stay, answers are tried one by one, and each teaches: with the values that were found for one answer, the clauses
that still depend on cells say for which others these values will do, and the next answer is one for which none of those
known will (counterexample-guided expansion: M. Janota and J. Marques-Silva, SAT 2011).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property

import numpy as np

from litgrid.core.errors import OutOfTimeError
from litgrid.core.grid import IntArray
from litgrid.core.limit import Limit
from litgrid.core.puzzle import Puzzle
from litgrid.engines import DEFAULT, installed
from litgrid.engines.base import Solver, Status
from litgrid.hitting import Hitting
from litgrid.sat.elimination import eliminate
from litgrid.sat.formula import Formula, extended, from_clauses, guarded
from litgrid.teaching.selectors import RuleClauses, rule_clauses

MOST_RESOLVENTS = 2_000
"""A variable stays in the formula whose elimination would bring more clauses."""
Cells = list[bool]
"""A whole grid, cell by cell."""


class Equivalence:
    """A formula and a puzzle; ``cells`` is the variable of each cell, and the formula's origins number its pieces.

    Every method raises :class:`~litgrid.core.errors.OutOfTimeError` when its limit is over.
    """

    def __init__(self, puzzle: Puzzle, formula: Formula, cells: IntArray) -> None:
        self._formula, self._cells = formula, cells.tolist()
        self._top = max(formula.variables, int(cells.max(initial=0)))
        self._rules: RuleClauses = rule_clauses(puzzle, cells, self._top)
        self._engine = installed(DEFAULT)

    def accepted(self, limit: Limit, few: Limit) -> Cells | None:
        """Return a grid that the formula accepts and that breaks a rule, or ``None`` where there is none.

        Within the limit ``few`` it is looked for one that breaks a single rule, and if there is none for one that
        breaks so few that none of them can hold beside those that do.
        """
        whole = extended(self._formula, self._rules.formula.clauses())
        with self._engine.open(whole) as solver:
            solver.add([self._rules.breaks.tolist()])
            found = self._grid(solver, [], limit)
            if found is None:
                return None
            try:
                return self._single(solver, few) or self._few(solver, found, few)
            except OutOfTimeError:
                return found

    def _single(self, solver: Solver, limit: Limit) -> Cells | None:
        holds, breaks = self._rules.holds.tolist(), self._rules.breaks.tolist()
        found = (
            self._grid(solver, [broken, *holds[:rule], *holds[rule + 1 :]], limit) for rule, broken in enumerate(breaks)
        )
        return next((grid for grid in found if grid is not None), None)

    def _few(self, solver: Solver, grid: Cells, limit: Limit) -> Cells:
        broken = self._broken(solver, grid, limit)
        for rule in list(broken):
            if rule in broken and len(broken) > 1:
                kept = [
                    literal for other, literal in enumerate(self._rules.holds.tolist()) if other not in broken - {rule}
                ]
                fewer = self._grid(solver, kept, limit)
                if fewer is not None:
                    grid, broken = fewer, self._broken(solver, fewer, limit)
        return grid

    def _broken(self, solver: Solver, grid: Cells, limit: Limit) -> set[int]:
        given = self._literals(grid)
        return {
            rule
            for rule, literal in enumerate(self._rules.breaks.tolist())
            if self._asked(solver, [*given, literal], limit) is Status.SAT
        }

    def refused(self, limit: Limit) -> Cells | None:
        """Return an answer that the formula excludes, or ``None`` where there is none."""
        clauses = eliminate(self._formula.clauses(), set(self._cells), MOST_RESOLVENTS, limit.check)
        reduced = from_clauses(map(sorted, clauses))
        with self._engine.open(self._rules.formula) as solver, self._engine.open(reduced) as plain:
            solver.add([[literal] for literal in self._rules.holds.tolist()])
            top = self._rules.formula.variables
            values: set[int] = set()
            while True:
                if values or not self._others(reduced):
                    escape, top = self._escape(reduced, values, top)
                    solver.add(escape)
                answer = self._grid(solver, [], limit)
                if answer is None or self._asked(plain, self._literals(answer), limit) is not Status.SAT:
                    return answer
                values = set(plain.model().tolist())

    def _others(self, formula: Formula) -> bool:
        return not set(np.unique(np.abs(formula.literals)).tolist()) <= set(self._cells)

    def _escape(self, formula: Formula, values: set[int], top: int) -> tuple[list[list[int]], int]:
        """Return clauses that hold where these values of other variables will not do: some clause is false then."""
        clauses, some, cells = [], [], set(self._cells)
        for clause in formula.clauses():
            if not any(literal in values for literal in clause if abs(literal) not in cells):
                top += 1
                some.append(top)
                clauses += [[-top, -literal] for literal in clause if abs(literal) in cells]
        return [*clauses, some], top

    def refusing(self, answer: Cells, limit: Limit) -> tuple[list[int], bool]:
        """Return which pieces of the formula refuse an answer, and whether no fewer do.

        None of them can go; where the limit is over before it is known that no fewer do, they are told as they are.
        """
        given = self._literals(answer)
        true = set(given)
        for piece, clauses in self._pieces.items():
            if any(all(-literal in true for literal in clause) for clause in clauses):
                return [piece], True
        with self._engine.open(self._guarded) as solver:
            needed = self._minimal(solver, given, limit)
            try:
                return self._least(solver, given, limit), True
            except OutOfTimeError:
                return needed, False

    def _minimal(self, solver: Solver, given: list[int], limit: Limit) -> list[int]:
        """Return pieces that refuse what is given, of which none can go."""
        needed = {self._guard(piece) for piece in self._pieces}
        for guard in [0, *sorted(needed)]:  # first all of them, and then without each
            if guard and guard not in needed:
                continue
            if self._asked(solver, [*given, *(needed - {guard})], limit) is Status.UNSAT:
                needed &= set(solver.core())
        return sorted(guard - self._guard(0) for guard in needed)

    def _least(self, solver: Solver, given: list[int], limit: Limit) -> list[int]:
        """Return the fewest pieces that refuse what is given."""

        def missed(chosen: list[int]) -> Iterable[list[int]]:
            """Name the pieces that do not hold where those chosen do."""
            if self._asked(solver, [*given, *map(self._guard, chosen)], limit) is Status.SAT:
                true = set(solver.model().tolist())
                yield [
                    piece
                    for piece, clauses in self._pieces.items()
                    if any(true.isdisjoint(clause) for clause in clauses)
                ]

        with Hitting() as hitting:
            return hitting.run(missed, limit) or []

    def implied(self, limit: Limit) -> list[int]:
        """Return pieces that the others imply, so that all of them can go at once; later ones go first."""
        kept, gone = set(self._pieces), []
        with self._engine.open(self._guarded) as solver:
            for piece, clauses in reversed(self._pieces.items()):
                rest = [self._guard(one) for one in kept if one != piece]
                if all(
                    any(-literal in clause for literal in clause)
                    or self._asked(solver, [*rest, *(-literal for literal in clause)], limit) is Status.UNSAT
                    for clause in clauses
                ):
                    kept.remove(piece)
                    gone.append(piece)
        return sorted(gone)

    @cached_property
    def _pieces(self) -> dict[int, list[list[int]]]:
        """The clauses of each piece; those of none always hold, as they only define variables."""
        pieces: dict[int, list[list[int]]] = {}
        for piece, clause in zip(self._formula.origin.tolist(), self._formula.clauses(), strict=True):
            if piece >= 0:
                pieces.setdefault(piece, []).append(clause)
        return pieces

    def _guard(self, piece: int) -> int:
        """Return the literal with which the clauses of a piece hold."""
        return self._top + 1 + piece

    @cached_property
    def _guarded(self) -> Formula:
        pieces = int(self._formula.origin.max(initial=-1)) + 1
        return guarded(self._formula, self._top + 1 + np.arange(pieces, dtype=np.int64))

    def _grid(self, solver: Solver, assumptions: Sequence[int], limit: Limit) -> Cells | None:
        if self._asked(solver, assumptions, limit) is not Status.SAT:
            return None
        model = solver.model()
        return [variable <= model.size and bool(model[variable - 1] > 0) for variable in self._cells]

    def _asked(self, solver: Solver, assumptions: Sequence[int], limit: Limit) -> Status:
        limit.check()
        status = solver.solve(assumptions, limit.left())
        if status is Status.UNKNOWN:
            limit.check()
            raise OutOfTimeError("the engine gave up")
        return status

    def _literals(self, grid: Cells) -> list[int]:
        return [variable if value else -variable for variable, value in zip(self._cells, grid, strict=True)]
