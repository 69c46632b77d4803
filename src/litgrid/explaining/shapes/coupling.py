"""Two clues and what lies between them: what these refute together, which the kernel finds exactly.

Which rules are clues and which may lie between, a kind says in those of its techniques that have a ``between``. Where
it says nothing, each rule is a clue.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from litgrid.core.bounds import offsets
from litgrid.core.grid import BoolArray, IntArray
from litgrid.core.technique import Technique
from litgrid.explaining.findings import FEW
from litgrid.explaining.laws import Book
from litgrid.explaining.shapes.lines import Lines
from litgrid.explaining.shapes.refuting import Refuted
from litgrid.explaining.state import MOST, State
from litgrid.kernel.couples import Couples
from litgrid.kernel.members import Incidence
from litgrid.kernel.trail import Trail

CLUE, PLAIN, BETWEEN = 1, 2, 3


class Coupled:
    """Two clues of a board; ``lines`` are its lines, whose completions are told as such."""

    def __init__(self, state: State, lines: Lines) -> None:
        self._state, self._lines, book = state, lines, state.book
        self._couples = couples(book, book.techniques, state.trail, state.refutable, MOST, state.off)

    def ranked(self) -> list[Refuted]:
        """Return what two clues refute, and what they are called, if that is seen at a glance."""
        state, techniques = self._state, self._state.book.techniques
        state.in_slices(self._couples.sweep)
        found = []
        for cost, literal, rules in self._couples.found():
            # The rule that breaks first comes first, where they lead on one after another.
            used, links = state.links(literal, rules)
            if not links and cost >= FEW and any(set(rules).issubset(line) for _, line, _ in self._lines.groups):
                continue  # this is a completion of a line
            number = state.book.named(used, -literal, joint=not links)
            if number is not None or len(used) <= FEW:
                found.append(Refuted(len(used), len(techniques) if number is None else number, literal, used))
        return found


def couples(
    book: Book,
    techniques: Sequence[Technique],
    trail: Trail,
    refutable: IntArray,
    most: int,
    off: BoolArray | None,
) -> Couples:
    """Return what finds the consequences of two clues; ``refutable`` are the literals that the answer refutes."""
    said = [technique for technique in techniques if technique.between is not None]
    clues = {kind for technique in said for kind in technique.kinds}
    between = {kind for technique in said for kind in technique.between or ()}
    bounds, rule = book.bounds, book.rule
    first_rules = [
        CLUE if table.kind in clues or not said else BETWEEN * (table.kind in between) for table in book.system.tables
    ]
    roles = np.repeat(first_rules, np.diff(book.first)).astype(np.int64)
    plain = np.ones(roles.size, dtype=np.bool_)
    odd = (bounds.low != 0) | (bounds.high != 1)
    plain[rule[odd]] = False
    plain[rule.repeat(bounds.lengths)[bounds.literals < 0]] = False
    roles[(roles == BETWEEN) & plain] = PLAIN
    if off is not None:
        roles[off] = 0
    rules, cells = book.incidence
    having, width = roles[rules] > 0, book.board + 1
    rules, cells = rules[having], cells[having] + 1
    order = np.argsort(cells, kind="stable")
    clue = roles[rules[order]] == CLUE
    clues, joins = order[clue], order[~clue]
    wrong = np.zeros(width, dtype=np.int64)
    wrong[np.abs(refutable)] = refutable
    incidence = Incidence(
        roles,
        cells=(cells, offsets(np.bincount(rules, minlength=roles.size))),
        clues=(rules[clues], offsets(np.bincount(cells[clues], minlength=width))),
        joins=(rules[joins], offsets(np.bincount(cells[joins], minlength=width))),
        counts=(np.argsort(rule, kind="stable"), offsets(np.bincount(rule, minlength=roles.size))),
    )
    return Couples(trail, incidence, wrong, most)
