"""Two clues and what lies between them: what these refute together, which the kernel finds exactly.

Which rules are clues and which may lie between, a kind says in those of its techniques that have a ``between``. Where
it says nothing, each rule is a clue. Where a clue may lie between two others, *three* are asked as well, after couples.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np

from litgrid.core.bounds import offsets
from litgrid.explaining.findings import FEW, Refuted
from litgrid.explaining.shapes.lines import Lines
from litgrid.explaining.state import EVER, MOST, State
from litgrid.kernel.costs import Costs
from litgrid.kernel.couples import Couples
from litgrid.kernel.members import Incidence

CLUE, PLAIN, BETWEEN = 1, 2, 3


class Coupled:
    """Two clues of a board; ``lines`` are its lines, whose completions are told as such."""

    def __init__(self, state: State, lines: Lines) -> None:
        self._state, self._lines = state, lines
        self._order, self._told = Costs(state.reasons, EVER, 0), dict[int, tuple[list[int], Refuted | None]]()
        self._rules: dict[bool, dict[int, list[int]]] = {False: {}, True: {}}
        self._couples = couples(state, MOST)

    @cached_property
    def _threes(self) -> Couples | None:
        lying = any(set(one.kinds).intersection(one.between or ()) for one in self._state.book.techniques)
        return couples(self._state, FEW, three=True) if lying else None

    def ranked(self, *, three: bool = False) -> list[Refuted]:
        """Return what two clues, or ``three``, refute, and what they are called, if that is seen at a glance."""
        asked = self._threes if three else self._couples
        if asked is None:
            return []
        self._state.in_slices(asked.sweep)
        literals, new = asked.found()
        self._rules[three].update(new)
        self._order.begin()
        knows, told = self._order.knows, self._told
        for literal in literals:
            rules = self._rules[three][literal]
            if not knows(literal) or literal not in told or told[literal][0] is not rules:
                told[literal] = rules, self._telling(literal, rules)
        return [one for literal in literals if (one := told[literal][1]) is not None]

    def _telling(self, literal: int, rules: list[int]) -> Refuted | None:
        book, used, links = self._state.book, rules, []
        # The rule that breaks first comes first, where they lead on one after another.
        if self._order.cost(literal, self._state.trail.allow(rules)) == len(rules):
            used, links = self._state.reasons.traced, self._state.reasons.links()
        if not links and len(rules) >= FEW and any(set(rules).issubset(line) for _, line, _ in self._lines.groups):
            return None  # this is a completion of a line
        number = book.named(tuple(used), -literal, joint=not links)
        if number is None and len(used) > FEW:
            return None
        number = len(book.techniques) if number is None else number
        return Refuted(len(used), number, abs(literal), literal, tuple(used))


def couples(state: State, most: int, *, three: bool = False) -> Couples:
    """Return what finds the consequences of two clues; ``three``: of two clues and clues that lie between them."""
    book = state.book
    said = [technique for technique in book.techniques if technique.between is not None]
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
    if state.off is not None:
        roles[state.off] = 0
    rules, cells = book.incidence
    having, width = roles[rules] > 0, book.board + 1
    rules, cells = rules[having], cells[having] + 1
    order = np.argsort(cells, kind="stable")
    clue = roles[rules[order]] == CLUE
    clues, joins = order[clue], order if three else order[~clue]
    wrong = np.zeros(width, dtype=np.int64)
    wrong[np.abs(state.refutable)] = state.refutable
    incidence = Incidence(
        roles,
        cells=(cells, offsets(np.bincount(rules, minlength=roles.size))),
        clues=(rules[clues], offsets(np.bincount(cells[clues], minlength=width))),
        joins=(rules[joins], offsets(np.bincount(cells[joins], minlength=width))),
        counts=(np.argsort(rule, kind="stable"), offsets(np.bincount(rule, minlength=roles.size))),
    )
    return Couples(state.trail, incidence, wrong, most)
