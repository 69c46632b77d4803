"""The formula of a whole puzzle, to be written to a file and given to any solver.

Nothing is deduced before and nothing is left out: every rule has its clauses, also for each two lines that must
differ. The variable of a cell is its number + 1, as in the first Light Up programs; auxiliary variables come after all
cells. The clauses of a rule stand together, and each knows its rule.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import combinations

import numpy as np

from litgrid.core.bounds import join, offsets, ranges
from litgrid.core.grid import IntArray
from litgrid.core.puzzle import Puzzle
from litgrid.core.tables import Count, Differ, Rule, Table
from litgrid.encode.cnf import differ, encode
from litgrid.sat.formula import Formula, from_clauses


def formula(puzzle: Puzzle, encoding: str = "auto") -> Formula:
    """Return a formula whose models, on the cells' variables, are the answers of a puzzle.

    Auxiliary variables may be defined in one direction only: to count answers, count them on the cells.
    ``Formula.origin`` numbers the rules through all tables, and ``Formula.origin_name`` names a rule by its kind and
    place: ``"number r2c5"``.

    Raises
    ------
    UnknownNameError
        for an encoding that does not exist.
    LitgridError
        where the encoding cannot hold this puzzle.

    >>> from litgrid.puzzles import kinds
    >>> made = formula(kinds.get("lightup").from_clues(["1."]))
    >>> [(clause, made.origin_name(rule)) for clause, rule in zip(made.clauses(), made.origin.tolist())][0]
    ([-1], 'wall r1c1')
    >>> made.variable_name(2)
    'bulb r1c2'
    """
    shape = puzzle.shape
    counts = [table for table in puzzle.tables() if isinstance(table, Count)]
    differs = [table for table in puzzle.tables() if isinstance(table, Differ)]
    tables: list[Table] = [*counts, *differs]
    first = offsets(np.array([len(table) for table in tables], dtype=np.int64))
    rules = [start + table.rules for table, start in zip(counts, first.tolist(), strict=False)]
    counted = encode(join(table.bounds for table in counts), shape.size, encoding)
    pieces = [replace(counted, origin=np.concatenate(rules)[counted.origin])]
    for table, start in zip(differs, first[len(counts) :].tolist(), strict=False):
        pieces.append(_distinct(table, start, pieces[-1].variables))

    describers = [_describer(table) for table in tables]

    def origin_name(rule: int) -> str:
        number = int(np.searchsorted(first, rule, side="right")) - 1
        described = describers[number](rule - int(first[number]))
        return f"{described.kind} {described.place(shape)}"

    def variable_name(variable: int) -> str | None:
        return f"{puzzle.true} {shape.name(variable - 1)}" if variable <= shape.size else None

    return replace(_by_rule(pieces), variable_name=variable_name, origin_name=origin_name)


def _describer(table: Table) -> Callable[[int], Rule]:
    if isinstance(table, Count):
        return table.describe
    pairs = list(combinations(range(len(table.lines)), 2))
    return lambda rule: table.describe(*pairs[rule])


def _distinct(table: Differ, start: int, top: int) -> Formula:
    """Return the clauses for each two lines, one pair's stamped onto all others; rules are numbered from ``start``."""
    length = table.lines.shape[1]
    clauses, width = differ([(place, length + place) for place in range(1, length + 1)], 2 * length)
    one = from_clauses(clauses, width)
    first, second = np.triu_indices(len(table.lines), 1)  # in the order of combinations, as in _describer
    fresh = top + 1 + np.arange(first.size * (width - 2 * length)).reshape(first.size, -1)
    local = np.concatenate([table.lines[first] + 1, table.lines[second] + 1, fresh], axis=1).astype(np.int32)
    literals = local[:, np.abs(one.literals) - 1] * np.sign(one.literals)
    lengths = np.tile(one.starts[1:] - one.starts[:-1], first.size)
    origin = np.repeat(np.arange(start, start + first.size), len(one))
    return Formula(literals.ravel(), offsets(lengths), top + fresh.size, origin)


def _by_rule(pieces: list[Formula]) -> Formula:
    """Join formulas, the clauses in the order of their rules."""
    literals = np.concatenate([piece.literals for piece in pieces])
    lengths: IntArray = np.concatenate([piece.starts[1:] - piece.starts[:-1] for piece in pieces])
    origin = np.concatenate([piece.origin for piece in pieces])
    order = np.argsort(origin, kind="stable")
    starts = offsets(lengths)
    moved = ranges(starts[order], lengths[order])
    return Formula(literals[moved], offsets(lengths[order]), pieces[-1].variables, origin[order])
