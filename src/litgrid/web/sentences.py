"""Rules in the language of the page: English is what the kind says, any other comes from a catalogue."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Any

import numpy as np

from litgrid.core.grid import IntArray, Shape
from litgrid.core.puzzle import Puzzle
from litgrid.core.tables import Count, Differ, Rule, Table
from litgrid.core.words import OWN
from litgrid.explaining.words import cell_name, line_name


def line_of(rule: Rule, shape: Shape) -> list[object] | None:
    """Return the line that a clue is written beside, as ``["rows", 2]``; ``None`` where it is written in a cell."""
    if rule.at is not None or not rule.cells:
        return None
    rows, columns = ({cell // shape.columns for cell in rule.cells}, {cell % shape.columns for cell in rule.cells})
    return ["rows", *rows] if len(rows) == 1 else ["columns", *columns] if len(columns) == 1 else None


@dataclass(frozen=True)
class Telling:
    """Says the rules of a puzzle in a language."""

    puzzle: Puzzle
    language: str

    def rule(self, rule: Rule) -> dict[str, Any]:
        """Return a rule as JSON holds it."""
        text = _sentence(rule.sentence) if self.language == OWN else self._sentence(rule, *self._of(rule))
        return {"rule": rule.kind, "at": rule.at, "cells": list(rule.cells), "text": text}

    def clue(self, rule: Rule) -> dict[str, Any]:
        """Return a clue as JSON holds it: a rule, and the line that it is written beside, if any."""
        return self.rule(rule) | {"line": line_of(rule, self.puzzle.shape)}

    def sentence(self, table: Table, *rule: int) -> str:
        """Return what a rule of a table says: rule ``i`` of a count, rule ``first, second`` of lines that differ."""
        described = table.describe(*rule)
        return _sentence(described.sentence) if self.language == OWN else self._sentence(described, table, rule)

    def sentences(self, table: Table) -> list[str]:
        """Return what all rules of a table say, in the order of their numbers."""
        if isinstance(table, Differ):
            return [self.sentence(table, *pair) for pair in combinations(range(len(table.lines)), 2)]
        return [self.sentence(table, rule) for rule in range(len(table))]

    def _form(self, kind: str, value: int | None) -> str | None:
        """Return a sentence with places; where it has two forms, the one for this number."""
        form = self.puzzle.words(self.language).get("says", {}).get(kind)
        if isinstance(form, dict):
            form = form["one" if value is not None and value < 2 else "many"]
        return None if form is None else str(form)

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

    def _sentence(self, rule: Rule, table: Table, place: tuple[int, ...]) -> str:
        value = int(table.value[place[0]]) if isinstance(table, Count) and table.value is not None else None
        form = self._form(table.kind, value)
        if form is None:  # of a kind that the catalogue does not know
            return _sentence(rule.sentence)
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
        return _sentence(form.format_map(places))

    def _cell(self, cell: int) -> str:
        return cell_name(cell, self.puzzle.shape, self.language)

    def _line(self, cells: tuple[int, ...]) -> str:
        return line_name(cells, self.puzzle.shape, self.language) if cells else ""


def _sentence(text: str) -> str:
    """Return a text with a capital, unless it begins with the name of a cell, and a full stop."""
    begin = text[:1] if text[1:2].isdigit() else text[:1].upper()
    return begin + text[1:] + "." * (not text.endswith("."))
