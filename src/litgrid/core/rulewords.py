"""Rules in words, in any language: English is what a rule itself says, others come from the catalogue of its kind."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Any

import numpy as np

from litgrid.core.bounds import UNKNOWN, broken, distinct, of_grid
from litgrid.core.characters import Grid
from litgrid.core.grid import IntArray
from litgrid.core.puzzle import Puzzle
from litgrid.core.tables import Count, Differ, Rule, Table, counts_first
from litgrid.core.words import OWN, beside, cell_name, check, filled, joined, line_name

MOST_CELLS = 20
"""No more cells than this are named in a sentence about a broken rule."""


@dataclass(frozen=True, eq=False)
class RuleWords:
    """Says the rules of a puzzle in a language."""

    puzzle: Puzzle
    language: str = OWN

    def __post_init__(self) -> None:
        check(self.language)

    def of(self, rule: Rule) -> str:
        """Return what a rule says, without a capital and a full stop."""
        return rule.sentence if self.language == OWN else self._said(rule, *self._of(rule))

    def broken(self, rule: Rule, grid: Grid) -> str:
        """Return what a rule says that a grid breaks, and how the grid breaks it."""
        said, (table, place) = self.of(rule), self._of(rule)
        text = beside("litgrid.core.words", self.language)["text"]
        if isinstance(table, Differ):
            return str(text["alike"]).format(rule=said)
        values = of_grid(grid)
        counts = np.flatnonzero(table.rules == place[0])
        bounds = table.bounds.take(counts)
        if (found := np.flatnonzero(broken(bounds, values))).size:
            literals = bounds.of(int(found[0]))
            cells, alike = np.abs(literals), len(set((literals > 0).tolist())) == 1
            wrong = 1 if int((values[literals] == 1).sum()) > int(bounds.high[found[0]]) else 0
            entered = cells[(values[literals] == wrong) if alike else (values[cells] != UNKNOWN)]
        else:  # its counts cannot hold together
            cells = distinct(np.abs(bounds.literals))
            entered = cells[values[cells] != UNKNOWN]
        if not entered.size:
            return str(text["impossible"]).format(rule=said)
        shown = np.where(values[entered] == 1, entered, -entered)
        return str(text["broken"]).format(rule=said, values=self.values(shown.tolist(), MOST_CELLS))

    def values(self, literals: Iterable[int], most: int | None = None, *, either: bool = False) -> str:
        """Return cells, the first ``most`` of a value, with their values; ``either``: as ``a bulb at r1c2 or r1c3``."""
        listed, said = list(literals), []
        text = beside("litgrid.core.words", self.language)["text"]
        for value in (True, False):
            cells = [self._cell(abs(literal) - 1) for literal in listed if (literal > 0) == value]
            if most is not None and len(cells) > most:
                cells[most:] = [str(text["more"]).format(number=len(cells) - most)]
            form = self.forms(value=value).get("one" if either or len(cells) == 1 else "many", text["state"])
            if cells:
                named = joined(cells, self.language, either=either)
                said.append(form.format(cells=named, state=self.state(value=value)))
        return joined(said, self.language, either=either)

    def forms(self, *, value: bool) -> dict[str, str]:
        """Return what is said of cells of a value: of one, of many, and as a condition; one text is of any number."""
        said = self.own("cells").get("true" if value else "false", {})
        return {"one": said, "many": said} if isinstance(said, str) else said

    def state(self, *, value: bool) -> str:
        """Return what a true or a false cell is called."""
        name = "true" if value else "false"
        return str(self.own("state").get(name, getattr(self.puzzle, name)))

    def own(self, section: str) -> dict[str, Any]:
        """Return what a section of the catalogue says of the kind, over what it says of every kind."""
        every, own = beside("litgrid.core.words", self.language), self.puzzle.words(self.language)
        return {**every.get(section, {}), **own.get(section, {})}

    @cached_property
    def every(self) -> list[str]:
        """What each rule of the puzzle says, in the order of their numbers through all tables."""
        return [sentence for table in counts_first(self.puzzle.tables()) for sentence in self.sentences(table)]

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
        """Return a sentence with places; where it has several forms, the one for this number."""
        form = self.own("says").get(kind)
        if isinstance(form, dict):
            number = "many" if value is None or value > 1 else "one"
            form = form.get("none" if value == 0 else number, form[number])
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
        # It may be of a kind that the catalogue does not know.
        return rule.sentence if form is None else self._filled(form, rule, table, place)

    def _filled(self, form: str, rule: Rule, table: Table, place: tuple[int, ...]) -> str:
        """Return a sentence about a rule, or a name of it, with what stands in its places."""
        lines = [table.lines[line].tolist() for line in place] if isinstance(table, Differ) else [rule.cells]
        at = rule.at if rule.at is not None else rule.cells[0] if rule.cells else 0
        value = table.value if isinstance(table, Count) else None
        names = {1: self.puzzle.true, 0: self.puzzle.false}
        places = {
            "at": lambda: self._cell(at),
            "first": lambda: self._cell(rule.cells[0] if rule.cells else at),
            "last": lambda: self._cell(rule.cells[-1] if rule.cells else at),
            "line": lambda: self._line(lines[0]),
            "other": lambda: self._line(lines[-1]),
            "value": lambda: "" if value is None else str(value[place[0]]),
            "given": lambda: names.get(int(self.puzzle.givens.flat[at]), ""),
        }
        return filled(form, places)

    def _cell(self, cell: int) -> str:
        return cell_name(cell, self.puzzle.shape, self.language)

    def _line(self, cells: Sequence[int]) -> str:
        return line_name(cells, self.puzzle.shape, self.language) if cells else ""
