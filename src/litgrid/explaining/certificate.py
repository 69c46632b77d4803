"""Whether each step of an explanation took the fewest rules that were possible where it was taken.

A set of rules decides a cell if, with what is known, it refutes the cell's other value. It does not where some filling
of the board with that value breaks none of the set: where the set misses the rules that the filling breaks. So the
fewest rules are a least hitting set of what fillings break (smallest MUS by implicit hitting sets, A. Ignatiev,
A. Previti, M. Liffiton, J. Marques-Silva, CP 2015). An engine names fillings that break as few rules as possible; it
shares nothing with the kernels that found the steps. A filling serves each cell that has its other value in it, and
later steps as well, until one of these cells is known.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np

from litgrid.answer import Answer, Outcome, Telling
from litgrid.backbone import forced
from litgrid.core.bounds import broken, from_matrix, join, literals, of_grid, rest
from litgrid.core.characters import Grid
from litgrid.core.closing import Closing
from litgrid.core.deduce import OpenPart
from litgrid.core.errors import OutOfTimeError
from litgrid.core.limit import Limit
from litgrid.core.options import Seconds
from litgrid.core.puzzle import Puzzle
from litgrid.engines import DEFAULT, engines
from litgrid.engines.base import Values
from litgrid.explaining.explanation import Explanation
from litgrid.explaining.findings import FEW, Finding, Way
from litgrid.explaining.laws import Book
from litgrid.explaining.shapes.cores import fewest
from litgrid.explaining.steps import Step
from litgrid.formats.record import known_of
from litgrid.hitting import Hitting
from litgrid.question import checked
from litgrid.search import Search


@dataclass(frozen=True, eq=False)
class Certificate(Answer):
    """An explanation, and how few rules its steps could have taken.

    Attributes
    ----------
    puzzle, explanation
        the puzzle, and the explanation whose steps these are
    least
        for each step how many rules at least it takes to decide any cell where the step was taken; ``None`` where the
        time ran out before that was known
    cheaper
        for the numbers of steps, from 0, that took more: one of the fewest rules
    seconds
        how long it took
    """

    puzzle: Puzzle
    explanation: Explanation
    least: tuple[int | None, ...]
    cheaper: Mapping[int, Step]
    seconds: float

    @property
    def unknown(self) -> int:
        """For how many steps the time ran out."""
        return sum(least is None for least in self.least)

    @property
    def outcome(self) -> Outcome:
        """That of the explanation."""
        return self.explanation.outcome

    def values(self, telling: Telling) -> dict[str, Any]:
        """Return what JSON holds: each step has ``least``, null where it is not known, and ``cheaper`` if there is."""
        values = self.explanation.values(telling)
        for number, (step, least) in enumerate(zip(values["steps"], self.least, strict=True)):
            step["least"] = least
            if number in self.cheaper:
                step["cheaper"] = self.cheaper[number].values(telling)
        return values

    def lines(self, telling: Telling) -> Iterator[str]:
        """Return the explanation, and the steps for which there was a cheaper one."""
        yield from self.explanation.lines(telling)
        if not self.least:
            return
        yield ""
        for number, step in self.cheaper.items():
            cost, text = self.explanation.steps[number].cost, step.text(telling.language)
            yield telling.say("certificate.cheaper", number + 1, cost=cost, least=step.cost, step=text)
        if self.unknown:
            yield telling.say("certificate.unknown", self.unknown)
        elif not self.cheaper:
            yield telling.say("certificate.all")


@checked
def certify(explanation: Explanation, *, timeout: Seconds = None) -> Certificate:
    r"""Find out for each step of an explanation whether a cheaper one existed.

    Parameters
    ----------
    explanation
        What :func:`litgrid.explain` returned.
    timeout
        Seconds after which the steps that are left stay unknown; ``None`` for no limit.

    Examples
    --------
    >>> import litgrid
    >>> found = certify(litgrid.explain(litgrid.load("lightup\n.1.\n...\n#.2")))
    >>> found.least, dict(found.cheaper)
    ((1, 1, 1), {})
    """
    if not isinstance(explanation, Explanation):
        raise TypeError(f"expected an Explanation (litgrid.explain gives one), got {type(explanation).__name__}")
    limit = Limit(timeout)
    steps = explanation.steps
    least: list[int | None] = [1 if step.cost == 1 else None for step in steps]  # nothing is decided by no rule
    cheaper: dict[int, Step] = {}
    if None in least:
        with suppress(OutOfTimeError), Refuting(explanation.puzzle, limit) as refuting:
            for number, step in enumerate(steps):
                if least[number] is None:
                    other = refuting.cheaper(step.cost)
                    least[number] = (other or step).cost
                    if other is not None:
                        cheaper[number] = other
                refuting.know(cell for cell, _ in step.cells)
    return Certificate(explanation.puzzle, explanation, tuple(least), cheaper, limit.spent())


class _Filling(NamedTuple):
    """A filling of the board."""

    cells: set[int]  # those that are not as in the answer
    rules: set[int]  # those that it breaks


class _Proof(NamedTuple):
    """How few rules decide a cell."""

    least: int  # so many, or more
    rests: set[int]  # as long as none of these cells is known


class Refuting(Closing):
    """How few rules of a puzzle refute anything, in all that is asked within a limit."""

    def __init__(self, puzzle: Puzzle, limit: Limit) -> None:
        found = forced(puzzle, timeout=limit.left())
        if found.status == "unknown":
            raise OutOfTimeError("the time limit ran out")
        self._puzzle, self._book, self._limit, known = puzzle, Book.of(puzzle), limit, known_of(puzzle)
        self._near = np.where(known >= 0, known, np.maximum(found.grid, 0)).ravel()
        self._decidable, self._known = found.grid.ravel() >= 0, known.ravel().copy()
        self._cells = np.flatnonzero(self._known < 0)
        self._fillings, self._proofs = list[_Filling](), dict[int, _Proof]()
        self._search, self._numbers = self._opened(known)

    def _opened(self, known: Grid) -> tuple[Search, dict[int, int]]:
        """Return what asks the engine, and the number of each rule's selector; -1 for what only defines a cell.

        Lines that must differ are counts as well: for each place of two there is one more cell, after those of the
        board, which is true only where they differ.
        """
        bounds, rules, cells = [self._book.bounds], [self._book.rule], known.size
        for table in self._book.differs:
            pairs = table.unsettled(known.ravel(), self._limit.check)
            first, second = (table.lines[line] for line in pairs.T)
            differ = (cells + 1 + np.arange(first.size)).reshape(first.shape)
            places = np.stack([-differ, first + 1, second + 1], axis=2).reshape(-1, 3)
            bounds += [from_matrix(places, 1, 3), from_matrix(places * [1, -1, -1], 1, 3)]
            bounds.append(from_matrix(differ, 1, differ.shape[1]))
            named = [self._book.rule_of_lines(table, *pair) for pair in pairs.tolist()]
            rules += [np.full(2 * len(places), -1), np.array(named, dtype=np.int64)]
            cells += differ.size
        board = np.append(known.ravel(), np.full(cells - known.size, -1, dtype=np.int8))
        left = rest(join(bounds), of_grid(board))
        numbered, selectors = np.unique(np.append(-1, np.concatenate(rules)[left.index]), return_inverse=True)
        search = Search(
            engines.get(DEFAULT),
            OpenPart((np.flatnonzero(board == -1) + 1).astype(np.int32), left.bounds),
            board,
            (),
            "auto",
            # Fillings near the answer break few rules.
            guess=np.append(self._near, np.ones(cells - known.size, dtype=np.int8)),
            selectors=selectors[1:].astype(np.int64),
            tick=self._limit.check,
        )
        return search, {rule: number for number, rule in enumerate(numbered.tolist())}

    def know(self, cells: Iterable[int]) -> None:
        """Let cells be known."""
        new = [*cells]
        self._known[new] = self._near[new]
        self._fillings = [filling for filling in self._fillings if filling.cells.isdisjoint(new)]
        self._proofs = {cell: proof for cell, proof in self._proofs.items() if proof.rests.isdisjoint(new)}

    def cheaper(self, cost: int) -> Step | None:
        """Return a step of the fewest rules that decide a cell which is not known; ``None`` for ``cost`` or more."""
        best: Step | None = None
        for cell in np.flatnonzero(self._decidable & (self._known < 0)).tolist():
            if cell in self._proofs and self._proofs[cell].least >= cost:
                continue
            rules = self._fewest(cell, cost - 1)
            if rules is not None:
                best, cost = self._step(cell, rules), len(rules)
        return best

    def _step(self, cell: int, rules: list[int]) -> Step:
        right: list[int] = literals(self._near).tolist()
        known = [right[other] for other in self._book.cells(*rules) if self._known[other] >= 0]
        rules, known = fewest(self._book, [-right[cell]], rules, known, self._limit, True)
        named = self._book.named(tuple(rules), right[cell], joint=True)
        way: Way = "split" if named is None and len(rules) > FEW else "refuted"
        finding = Finding((right[cell],), tuple(rules), tuple(known), way, named, assumed=-right[cell])
        return Step(self._puzzle, self._book, finding)

    def _fewest(self, cell: int, most: int) -> list[int] | None:
        """Return the fewest rules that decide a cell; ``None`` where it takes more than ``most``."""
        rests = set[int]()

        def missed(chosen: list[int]) -> Iterator[set[int]]:
            filling = self._filling(cell, chosen)
            if filling is not None:
                self._fillings.append(filling)
                rests.update(filling.cells)
                yield filling.rules

        with Hitting() as hitting:
            for filling in self._fillings:
                if cell in filling.cells:
                    hitting.add(filling.rules)
                    rests.update(filling.cells)
            rules = hitting.run(missed, self._limit, most)
        if rules is None:
            self._proofs[cell] = _Proof(most + 1, rests)
        return rules

    def _filling(self, cell: int, rules: Iterable[int]) -> _Filling | None:
        """Return a filling with a cell's other value that keeps some rules, and as many others as it can.

        ``None`` where these rules refute that value.
        """
        asked = self._known.copy()
        asked[cell] = 1 - self._near[cell]
        filling = self._asked(asked, rules)
        if filling is None:
            return None
        for rule in sorted(filling.rules):
            if rule in filling.rules:
                kept = self._numbers.keys() - filling.rules - {-1} | {rule}
                filling = self._asked(asked, kept) or filling
        return filling

    def _asked(self, asked: Values, rules: Iterable[int]) -> _Filling | None:
        if not self._search.holds(self._limit, asked[self._cells], [self._numbers[rule] for rule in rules]):
            return None
        grid = self._near.copy()
        grid[self._cells] = self._search.answer[: self._cells.size]
        breaks = set(self._book.rule[broken(self._book.bounds, of_grid(grid))].tolist())
        for table in self._book.differs:
            equal = table.equal(grid)  # of three alike the first and each other one
            equal += [(one, other) for (first, one), (same, other) in combinations(equal, 2) if first == same]
            breaks.update(self._book.rule_of_lines(table, *pair) for pair in equal)
        return _Filling({*np.flatnonzero(grid != self._near).tolist()}, breaks)

    def close(self) -> None:
        self._search.close()
