"""Lines: counts of exactly so many that hold other rules, as the balance of a Binairo row holds its triples.

What all completions of a line have in common is looked for with all these rules, and with the finished lines that it
must differ from.
"""

from __future__ import annotations

import numpy as np

from litgrid.core.bounds import Bounds, Literals, offsets, ranges
from litgrid.core.grid import BoolArray, IntArray
from litgrid.explaining.laws import Book

Group = tuple[list[int], list[int], list[int]]
"""The cells of a line, the rules inside it, and the rules that it differs from others."""


def line_groups(book: Book, off: BoolArray | None = None) -> list[Group]:
    """Return the lines of a puzzle; ``off`` says of each rule that counts whether it is switched off."""
    bounds, rule, lengths = book.bounds, book.rule, book.bounds.lengths
    on = lengths > 1
    if off is not None:
        on &= ~off[rule]
    exact = np.flatnonzero((bounds.low == bounds.high) & on)
    if not exact.size:
        return []
    on &= lengths <= lengths[exact].max()
    cells = np.abs(bounds.literals) - 1
    lines_of = _lines_of(cells, bounds, exact, book.board)
    # A count is inside a line that holds its first cell, has room for it, and then holds all the others.
    counts = np.flatnonzero(on)
    place, column = np.nonzero(lines_of[cells[bounds.starts[counts]]] >= 0)
    count = counts[place]
    line = lines_of[cells[bounds.starts[count]], column]
    inside = (rule[count] != rule[line]) & (lengths[count] <= lengths[line])
    count, line = count[inside], line[inside]
    if not count.size:
        return []
    starts = offsets(lengths[count])
    others = lines_of[cells[ranges(bounds.starts[count], lengths[count], starts)]]
    holds = (others == line.repeat(lengths[count])[:, None]).any(axis=1)
    inside = np.logical_and.reduceat(holds, starts[:-1])
    rules: dict[int, set[int]] = {}
    for one, other in zip(line[inside].tolist(), rule[count[inside]].tolist(), strict=True):
        rules.setdefault(one, set()).add(other)
    differing: dict[frozenset[int], list[int]] = {}
    for number, cells_of in enumerate(book.line_cells):
        differing.setdefault(frozenset(cells_of), []).append(number)
    found = []
    for one in sorted(rules):
        members = sorted(set(cells[bounds.starts[one] : bounds.starts[one + 1]].tolist()))
        differ = [pair for number in differing.get(frozenset(members), []) for pair in book.rules_of_line(number)]
        found.append((members, sorted({*rules[one], int(rule[one])}), differ))
    return found


def _lines_of(cells: Literals, bounds: Bounds, lines: IntArray, board: int) -> IntArray:
    """Return which of some counts each cell is in, a row a cell; -1 where there are no more."""
    lengths = bounds.lengths[lines]
    cell = cells[ranges(bounds.starts[lines], lengths)]
    order, number = np.argsort(cell, kind="stable"), np.bincount(cell, minlength=board)
    found = np.full((board, number.max()), -1, dtype=np.int64)
    found[cell[order], ranges(np.zeros_like(number), number)] = lines.repeat(lengths)[order]
    return found
