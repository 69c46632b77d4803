"""Refutations by a set of rules that are not a chain: those of one line, of an assumption inside one, of an engine.

What they refute is found first, and then of which rules none is needless, by deletion (J. Marques-Silva, I. Lynce, SAT
2011).
"""

from __future__ import annotations

from collections.abc import Sequence

from litgrid.core.characters import Grid
from litgrid.explaining.board import Board
from litgrid.explaining.cores import smallest_core
from litgrid.explaining.findings import Finding, Way, without
from litgrid.explaining.groups import Group
from litgrid.explaining.lemmas import inside
from litgrid.explaining.naming import Names

TRIES = 4
"""Of so many assumptions that need another one inside, that of the fewest rules is taken."""
ASKED = 8
"""An engine is asked about so many assumptions."""


class RuleSets:
    """Finds them on a board of a shape; nothing that is found is taken."""

    def __init__(self, board: Board, names: Names, shape: tuple[int, ...]) -> None:
        self.board, self._names, self._shape = board, names, shape

    @property
    def _values(self) -> Grid:
        return self.board.values.reshape(self._shape)

    def lines(self, groups: Sequence[Group], wrong: Sequence[int], every: Sequence[int]) -> Finding | None:
        """Return what the completions of one line have in common, of the line that takes the fewest rules.

        ``wrong``: the literals that may be refuted, and ``every`` one that the answer refutes, which go with them.
        """
        best: Finding | None = None
        number = 0
        for line, (_, rules, pairs) in enumerate(groups):
            self.board.limit.check()
            refuted = self.board.prober.misfits(wrong, line)
            group = [*rules, *(pair for pair in pairs if self._tells(pair))] if refuted else []
            for literal in refuted:
                found = self._least(literal, group, "line", every=every)
                number += 1
                if best is None or found.cost < best.cost:
                    best = found
        return best and best._replace(choices=number)

    def _tells(self, rule: int) -> bool:
        """Whether one of two lines that differ is finished."""
        pair = self.board.book.pair(rule)
        return pair is not None and 0 in map(self.board.trail.lacks, pair)

    def _least(
        self,
        literal: int,
        rules: Sequence[int],
        way: Way,
        doubtful: Sequence[int] | None = None,
        every: Sequence[int] = (),
    ) -> Finding:
        """Return a refutation by as few of some rules as deletion leaves, the last ones tried first.

        ``doubtful``: only these may be needless. Of ``every`` literal it is seen whether they refute it as well.
        """

        def refute(trial: Sequence[int]) -> bool:
            self.board.limit.check()
            allowed = self.board.trail.allow(trial)
            return self.board.prober.impossible(literal, self.board.open_cells(trial), allowed)

        needed = without(rules, rules if doubtful is None else doubtful, refute)
        decided = [literal]
        if every:
            near = {cell for rule in needed for cell in self.board.book.cells(rule)}
            mode, cells = self.board.trail.allow(needed), self.board.open_cells(needed)
            others = [other for other in every if other != literal and abs(other) - 1 in near]
            decided += [other for other in others if self.board.prober.impossible(other, cells, mode)]
        named = self._names.named(needed, -literal) if way == "line" else None
        refuted = sorted((-other for other in decided), key=abs)
        return Finding(tuple(refuted), tuple(needed), (), way, named, literal)

    def split(self, wrong: Sequence[int]) -> Finding | None:
        """Return the refutation of a literal by one more assumption at a time inside it."""
        refuted: list[tuple[int, int, list[int]]] = []
        # What has many consequences is refuted most easily.
        for literal in sorted(wrong, key=self.board.trail.reach, reverse=True):
            rules = inside(self.board, literal)
            if rules is not None:
                refuted.append((len(rules), literal, rules))
            if len(refuted) == TRIES:
                break
        if not refuted:
            return None
        _, literal, rules = min(refuted, key=lambda found: (found[0], abs(found[1])))
        return self._least(literal, rules, "split")

    def asked(self, wrong: Sequence[int]) -> Finding | None:
        """Return the refutation by the smallest core of a few that an engine names."""
        likely = sorted(wrong, key=self.board.trail.reach, reverse=True)[:ASKED]
        found = smallest_core(self.board.book, self._values, likely, self.board.limit)
        if found is None:
            return None
        literal, rules, pairs = found
        return self._least(literal, [*rules, *pairs], "split", pairs)
