"""Lines: counts of exactly so many that hold other rules, as the balance of a Binairo row holds its triples.

What all completions of a line have in common is looked for with all these rules, and with the finished lines that it
must differ from.
"""

from __future__ import annotations

from collections import Counter
from itertools import chain

import numpy as np

from litgrid.core.grid import BoolArray
from litgrid.explaining.laws import Book

Group = tuple[list[int], list[int], list[int]]
"""The cells of a line, the rules inside it, and the rules that it differs from others."""


def line_groups(book: Book, off: BoolArray | None = None) -> list[Group]:
    """Return the lines of a puzzle; ``off`` says of each rule that counts whether it is switched off."""
    on = np.ones(len(book.bounds), dtype=np.bool_) if off is None else ~off[book.rule]
    on &= book.bounds.lengths > 1
    exact = np.flatnonzero((book.bounds.low == book.bounds.high) & on)
    # What is longer than all lines is inside none of them.
    on &= book.bounds.lengths <= book.bounds.lengths[exact].max(initial=0)
    inside = book.bounds.take(np.flatnonzero(on))
    cells_of, starts = (np.abs(inside.literals) - 1).tolist(), inside.starts.tolist()
    counts = {
        count: set(cells_of[first:last])
        for count, first, last in zip(np.flatnonzero(on).tolist(), starts, starts[1:], strict=False)
    }
    by_cell: dict[int, list[int]] = {}
    for count, cells in counts.items():
        for cell in cells:
            by_cell.setdefault(cell, []).append(count)
    pairs: dict[frozenset[int], list[int]] = {}
    for table in book.differs:
        for line, members in enumerate(table.lines.tolist()):
            differ = [book.rule_of_lines(table, line, other) for other in range(len(table.lines)) if other != line]
            pairs.setdefault(frozenset(members), []).extend(differ)
    found, rule = [], book.rule.tolist()
    for count in exact.tolist():
        cells = counts[count]
        shared = Counter(chain.from_iterable(by_cell[cell] for cell in cells))
        rules = {rule[other] for other, number in shared.items() if number == len(counts[other])}
        if len(rules) > 1:
            found.append((sorted(cells), sorted(rules), pairs.get(frozenset(cells), [])))
    return found
