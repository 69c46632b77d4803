"""Rules in words, in any language: English is what a rule itself says, others come from the catalogue of its kind."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

import numpy as np

from litgrid.core.grid import IntArray
from litgrid.core.puzzle import Puzzle
from litgrid.core.tables import Count, Differ, Rule, Table
from litgrid.core.words import OWN, cell_name, line_name


@dataclass(frozen=True)
class RuleWords:
    """Says the rules of a puzzle in a language."""

    puzzle: Puzzle
    language: str = OWN

    def of(self, rule: Rule) -> str:
        r"""Return what a rule says, without a capital and a full stop.

        >>> import litgrid
        >>> puzzle = litgrid.load("lightup\n.1.\n...\n#.2")
        >>> (rule,) = litgrid.solve(litgrid.load("lightup\n4.")).conflict
        >>> RuleWords(puzzle).of(rule)
        'the 4 at r1c1 touches exactly 4 bulbs'
        """
        return rule.sentence if self.language == OWN else self._said(rule, *self._of(rule))

    def sentences(self, table: Table) -> list[str]:
        """Return what all rules of a table say, in the order of their numbers."""
        if isinstance(table, Differ):
            return [self.sentence(table, *pair) for pair in combinations(range(len(table.lines)), 2)]
        return [self.sentence(table, rule) for rule in range(len(table))]

    def sentence(self, table: Table, *rule: int) -> str:
        """Return what a rule of a table says: rule ``i`` of a count, rule ``first, second`` of lines that differ."""
        described = table.describe(*rule)
        return described.sentence if self.language == OWN else self._said(described, table, rule)

    def _form(self, kind: str, value: int | None) -> str | None:
        """Return a sentence with places; where it has two forms, the one for this number."""
        form = self.puzzle.words(self.language).get("says", {}).get(kind)
        if isinstance(form, dict):
            form = form["one" if value is not None and value < 2 else "many"]
        return None if form is None else str(form).removesuffix(".")

    @cached_property
    def _tables(self) -> list[tuple[Table, tuple[IntArray, IntArray]]]:
        return [(table, table.spans()) for table in self.puzzle.tables()]

    def _of(self, rule: Rule) -> tuple[Table, tuple[int, ...]]:
        """Return the table of a rule, and which it is there: of its kind, where it is says that."""
        ends = (rule.at, rule.at) if rule.at is not None else (rule.cells[0], rule.cells[-1])
        for table, (first, last) in self._tables:
            if table.kind == rule.kind:
                found = np.flatnonzero((first == ends[0]) & (last == ends[1]))
                if found.size and isinstance(table, Differ):
                    one, other = np.triu_indices(len(table.lines), 1)
                    return table, (int(one[found[0]]), int(other[found[0]]))
                if found.size:
                    return table, (int(found[0]),)
        raise LookupError(f"a rule that is in no table of its puzzle: {rule}")

    def _said(self, rule: Rule, table: Table, place: tuple[int, ...]) -> str:
        value = int(table.value[place[0]]) if isinstance(table, Count) and table.value is not None else None
        form = self._form(table.kind, value)
        if form is None:  # of a kind that the catalogue does not know
            return rule.sentence
        lines = [table.lines[line].tolist() for line in place] if isinstance(table, Differ) else [rule.cells]
        at = rule.at if rule.at is not None else rule.cells[0] if rule.cells else 0
        places = {
            "at": self._cell(at),
            "first": self._cell(rule.cells[0] if rule.cells else at),
            "last": self._cell(rule.cells[-1] if rule.cells else at),
            "line": self._line(lines[0]),
            "other": self._line(lines[-1]),
            "value": "" if value is None else str(value),
            "given": {1: self.puzzle.true, 0: self.puzzle.false}.get(int(self.puzzle.givens.flat[at]), ""),
        }
        return form.format_map(places)

    def _cell(self, cell: int) -> str:
        return cell_name(cell, self.puzzle.shape, self.language)

    def _line(self, cells: Sequence[int]) -> str:
        return line_name(cells, self.puzzle.shape, self.language) if cells else ""
