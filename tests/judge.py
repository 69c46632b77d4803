"""What some rules of a puzzle force, asked of a plain SAT solver about the tests' own clauses of these rules alone."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property

from pysat.solvers import Solver

from litgrid.core.puzzle import Puzzle
from litgrid.core.tables import Rule
from tests.laws import LOCAL, Known, Law, laws_of


class Judge:
    """Tells what some rules of a puzzle force, by asking a plain SAT solver about the clauses of these rules alone."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.laws = laws_of(puzzle)
        self.size = puzzle.shape.size
        self._solver = Solver(name="minisat22")
        self._top = self.size
        self._chosen: dict[int, int] = {}
        self._named: dict[tuple[str, tuple[int, ...]], list[Law]] = {}
        for law in self.laws:
            self._named.setdefault((law.kind, law.cells), []).append(law)
        self._solver.append_formula([[cell + 1, -cell - 1] for cell in range(self.size)])

    def law(self, rule: Rule) -> Law:
        """Return the one law that a rule of litgrid names; which a test fails for that finds none, or several."""
        found = [law for law in self._named.get((rule.kind, rule.cells), []) if law.mark in f"{rule.sentence} "]
        assert len({law.mark for law in found}) == 1, rule
        assert found[0].at == rule.at, rule
        return found[0]

    def possible(self, laws: Iterable[Law], known: Iterable[tuple[int, int]]) -> bool:
        """Return whether some board has known cells and obeys some laws."""
        selected = [self._selector(law) for law in laws]
        answer: bool = self._solver.solve(assumptions=[*selected, *(literal(cell, value) for cell, value in known)])
        return answer

    def model(self, laws: Iterable[Law], phases: Sequence[int]) -> list[int] | None:
        """Return a board that obeys some laws, near the values of ``phases``; ``None`` for none."""
        self._solver.set_phases([literal(cell, value) for cell, value in enumerate(phases)])
        if not self._solver.solve(assumptions=[self._selector(law) for law in laws]):
            return None
        return self._board()

    def force(self, laws: Iterable[Law], known: Iterable[tuple[int, int]], cell: int, value: int) -> bool:
        """Return whether some laws and known cells leave a cell no other value."""
        return not self.possible(laws, [*known, (cell, 1 - value)])

    def decided(self, laws: Collection[Law], known: Mapping[int, int], among: Iterable[int] | None = None) -> Known:
        """Return the open cells, of those that the laws are about, that have one value left, if any board is left."""
        cells = {cell for law in laws for cell in law.cells} if among is None else set(among)
        opened = sorted(cells - known.keys())
        if not opened or not self.possible(laws, known.items()):
            return {}
        left = self._board()
        found = {}
        for cell in opened:
            value = left[cell]
            # What differs in a board that was seen before has two values, and need not be asked for.
            if value >= 0 and not self.possible(laws, [*known.items(), (cell, 1 - value)]):
                found[cell] = value
            elif value >= 0:
                left = [one if one == other else -1 for one, other in zip(left, self._board(), strict=True)]
        return found

    def _board(self) -> list[int]:
        """Return the board that the solver has just found."""
        return [int(one > 0) for one in self._solver.get_model()[: self.size]]

    def propagated(self, laws: Sequence[Law], known: Mapping[int, int]) -> Known | None:
        """Return what is known once each law by itself says no more; ``None`` where one can no longer hold."""
        found = dict(known)
        waiting = list(laws)
        while waiting:
            law = waiting.pop(0)
            own = {cell: found[cell] for cell in law.cells if cell in found}
            if len(own) == len(law.cells):
                if not law.holds(own):
                    return None
                continue
            if not self.possible([law], own.items()):
                return None
            new = self.decided([law], own)
            found.update(new)
            if new:
                touched = [other for other in laws if other is not law and not new.keys().isdisjoint(other.cells)]
                waiting += [other for other in touched if other not in waiting]
        return found

    @cached_property
    def answer_part(self) -> Known | None:
        """The cells that all answers have in common; ``None`` where there is no answer."""
        if not self.possible(self.laws, []):
            return None
        return self.decided(self.laws, {}, range(self.size))

    def _selector(self, law: Law) -> int:
        """Return the literal that switches a law on."""
        key = id(law)
        if key not in self._chosen:
            self._top += 1
            self._chosen[key] = selector = self._top
            own = self._top + 1 - LOCAL
            for clause in law.clauses:
                moved = [_moved(one, own) for one in clause]
                self._top = max(self._top, *map(abs, moved), 0)
                self._solver.add_clause([-selector, *moved])
        return self._chosen[key]


def _moved(one: int, own: int) -> int:
    """Return a literal, whose variable is a new one where it is a law's own."""
    return one if abs(one) < LOCAL else one + own if one > 0 else one - own


def literal(cell: int, value: int) -> int:
    """Return the literal that says so."""
    return cell + 1 if value else -cell - 1
